-- What a move changes of a running game, in a row of its own: see src/store/sqlite_live.c. A game has such a
-- row from its first change until its end, when it is copied into the game's row. Without one, the game's
-- row has everything. There is no REFERENCES: games are never deleted.
CREATE TABLE live (
    seq   INTEGER PRIMARY KEY, -- as in game
    state BLOB    NOT NULL
) STRICT;

PRAGMA user_version = 8;
