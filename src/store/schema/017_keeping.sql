-- Guests and sessions expire (src/server/purge.c). Sessions in the order in which they were last seen:
CREATE INDEX session_seen ON session (seen_ms, player_id);

-- A guest without any game is deleted for good. Running games and finished ones have indexes by player already.
CREATE INDEX game_cancelled0 ON game (player0) WHERE status = 4;
CREATE INDEX game_cancelled1 ON game (player1) WHERE status = 4;

-- Log-ins, failed ones and changes of accounts. address: the network it came from. kind: as in src/play/rows.h.
CREATE TABLE audit (
    id        INTEGER NOT NULL PRIMARY KEY,
    player_id INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    kind      INTEGER NOT NULL,
    address   TEXT    NOT NULL
) STRICT;

CREATE INDEX audit_player ON audit (player_id, id);
CREATE INDEX audit_time ON audit (at_ms);

PRAGMA user_version = 17;
