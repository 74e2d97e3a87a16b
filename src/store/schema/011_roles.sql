-- What an account may do: 0 a player, 1 a moderator. See src/store/role.h.
ALTER TABLE account ADD COLUMN role INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 11;
