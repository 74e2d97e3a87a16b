-- How players log in without a token: login and password, recovery code, or both. Passwords are stored
-- as Argon2id hashes, recovery codes as hashes.
CREATE TABLE account (
    player_id  INTEGER PRIMARY KEY REFERENCES player (id),
    login      TEXT    COLLATE NOCASE UNIQUE,
    password   TEXT,
    recovery   BLOB    UNIQUE CHECK (length(recovery) = 32),
    created_ms INTEGER NOT NULL,
    CHECK ((login IS NULL) = (password IS NULL))
) STRICT;

-- All chat messages of a player, for export and deletion.
CREATE INDEX chat_player ON chat (player_id);

PRAGMA user_version = 4;
