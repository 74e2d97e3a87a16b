-- The security of accounts.
-- session.agent: browser and system as in src/api/agent.h; 0: unknown.
ALTER TABLE session ADD COLUMN agent INTEGER NOT NULL DEFAULT 0;

-- The second factor (RFC 6238): the secret, and the last time step whose code was used.
ALTER TABLE account ADD COLUMN totp BLOB CHECK (length(totp) = 20);
ALTER TABLE account ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;

-- Passkeys (WebAuthn): public keys of devices that log in. algorithm: the number that COSE gives it. counter: the
-- authenticator's signature counter; 0: it does not count.
CREATE TABLE passkey (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 255),
    player_id  INTEGER NOT NULL REFERENCES player (id),
    algorithm  INTEGER NOT NULL,
    key        BLOB    NOT NULL CHECK (length(key) BETWEEN 32 AND 259),
    counter    INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    used_ms    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_player ON passkey (player_id, created_ms);

-- A player's sessions, the last used first.
DROP INDEX session_player;
CREATE INDEX session_player ON session (player_id, seen_ms);

PRAGMA user_version = 14;
