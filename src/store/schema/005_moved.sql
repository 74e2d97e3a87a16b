-- A turn is a turn of the event loop. The time of the last move gets the name it has in play/rows.h.
ALTER TABLE game RENAME COLUMN turn_ms TO moved_ms;

PRAGMA user_version = 5;
