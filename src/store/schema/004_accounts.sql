-- Who can come back without a token: by login and password, by recovery code, or both. Of a password
-- there is an Argon2id hash, of a code its hash.
CREATE TABLE account (
    player_id  INTEGER PRIMARY KEY REFERENCES player (id),
    login      TEXT    COLLATE NOCASE UNIQUE,
    password   TEXT,
    recovery   BLOB    UNIQUE CHECK (length(recovery) = 32),
    created_ms INTEGER NOT NULL,
    CHECK ((login IS NULL) = (password IS NULL))
) STRICT;

-- What somebody said anywhere, for who asks for it or wants it deleted.
CREATE INDEX chat_player ON chat (player_id);

PRAGMA user_version = 4;
