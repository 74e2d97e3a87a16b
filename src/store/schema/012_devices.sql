-- Devices that have logged in to an account before. Wrong guesses of others do not keep them out.
-- hash: of the device's token and the player, so that the accounts of a device cannot be linked.
CREATE TABLE device (
    player_id INTEGER NOT NULL REFERENCES player (id),
    hash      BLOB    NOT NULL CHECK (length(hash) = 32),
    seen_ms   INTEGER NOT NULL,
    PRIMARY KEY (player_id, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX device_seen ON device (player_id, seen_ms DESC, hash);

PRAGMA user_version = 12;
