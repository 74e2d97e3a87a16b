-- Devices that want push messages. A subscription belongs to the session that made it and is deleted with it.
CREATE TABLE push (
    id         INTEGER NOT NULL PRIMARY KEY,
    endpoint   TEXT    NOT NULL UNIQUE CHECK (length(endpoint) BETWEEN 1 AND 767),
    player_id  INTEGER NOT NULL REFERENCES player (id),
    token_hash BLOB    NOT NULL REFERENCES session (token_hash) ON DELETE CASCADE,
    key        BLOB    NOT NULL CHECK (length(key) = 65),
    auth       BLOB    NOT NULL CHECK (length(auth) = 16),
    language   TEXT    NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX push_player ON push (player_id);
CREATE INDEX push_session ON push (token_hash);

-- Messages that are still to be delivered: the last one for each device and game. due_ms: when to try (again).
CREATE TABLE push_due (
    push_id INTEGER NOT NULL REFERENCES push (id) ON DELETE CASCADE,
    game_id INTEGER NOT NULL,
    kind    INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    due_ms  INTEGER NOT NULL,
    PRIMARY KEY (push_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX push_due_time ON push_due (due_ms);

PRAGMA user_version = 10;
