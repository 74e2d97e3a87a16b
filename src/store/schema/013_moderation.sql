-- What moderators imposed on a player, each until a time; 0: not.
CREATE TABLE sanction (
    player_id INTEGER NOT NULL PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    mute_ms   INTEGER NOT NULL,
    ban_ms    INTEGER NOT NULL
) STRICT;

-- What players report of others: one open report for each pair and game (0: none).
CREATE TABLE report (
    id        INTEGER NOT NULL PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    sender_id INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game_id   INTEGER NOT NULL,
    kind      INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    sent_ms   INTEGER NOT NULL,
    closed_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX report_once ON report (sender_id, player_id, game_id) WHERE closed_ms = 0;
CREATE INDEX report_open ON report (id) WHERE closed_ms = 0;
CREATE INDEX report_player ON report (player_id);
CREATE INDEX report_sender ON report (sender_id);

-- What moderators did.
CREATE TABLE moderation (
    id           INTEGER NOT NULL PRIMARY KEY,
    moderator_id INTEGER NOT NULL,
    player_id    INTEGER NOT NULL,
    action       INTEGER NOT NULL,
    until_ms     INTEGER NOT NULL,
    reason       TEXT    NOT NULL,
    at_ms        INTEGER NOT NULL
) STRICT;

CREATE INDEX moderation_player ON moderation (player_id, id);

PRAGMA user_version = 13;
