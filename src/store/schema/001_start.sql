-- The tables of the service. The numbers of status, reason and so on are those of src/play/rows.h.
PRAGMA application_id = 1177832524; -- "F4LL"

CREATE TABLE player (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE rating (
    player_id  INTEGER NOT NULL REFERENCES player (id),
    class      INTEGER NOT NULL CHECK (class BETWEEN 0 AND 2),
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,
    wins       INTEGER NOT NULL,
    draws      INTEGER NOT NULL,
    losses     INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    PRIMARY KEY (player_id, class)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_leaders ON rating (class, rating, player_id);

CREATE TABLE session (
    token_hash BLOB    NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
    player_id  INTEGER NOT NULL REFERENCES player (id),
    created_ms INTEGER NOT NULL,
    seen_ms    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX session_player ON session (player_id);

-- A game is one row with its moves, so that a move writes one page. Ids are random. seq numbers games in
-- the order of creation and orders the table, so that games played at the same time share pages.
-- moves: one letter a ply. times: for each ply the milliseconds since the ply before and a space; the
-- last move was made at turn_ms.
-- player0 and player1 have no REFERENCES, which would need two more indexes over all games. Instead the
-- INSERT takes the id from the table player, and the last two CHECKs require one.
CREATE TABLE game (
    seq          INTEGER PRIMARY KEY,
    id           INTEGER NOT NULL UNIQUE,
    board        TEXT    NOT NULL,
    code         TEXT,
    kind0        INTEGER NOT NULL CHECK (kind0 BETWEEN 0 AND 2),
    level0       INTEGER NOT NULL,
    style0       INTEGER NOT NULL,
    player0      INTEGER,
    kind1        INTEGER NOT NULL CHECK (kind1 BETWEEN 0 AND 2),
    level1       INTEGER NOT NULL,
    style1       INTEGER NOT NULL,
    player1      INTEGER,
    clock_kind   INTEGER NOT NULL CHECK (clock_kind BETWEEN 0 AND 2),
    initial_ms   INTEGER NOT NULL,
    increment_ms INTEGER NOT NULL,
    flags        INTEGER NOT NULL,
    status       INTEGER NOT NULL CHECK (status BETWEEN 0 AND 4),
    winner       INTEGER NOT NULL CHECK (winner BETWEEN 0 AND 2),
    reason       INTEGER NOT NULL,
    offer        INTEGER NOT NULL CHECK (offer BETWEEN 0 AND 2),
    ply          INTEGER NOT NULL CHECK (ply BETWEEN 0 AND 256),
    left0_ms     INTEGER NOT NULL,
    left1_ms     INTEGER NOT NULL,
    turn_ms      INTEGER NOT NULL,
    deadline_ms  INTEGER NOT NULL,
    rematch_of   INTEGER,
    created_ms   INTEGER NOT NULL,
    updated_ms   INTEGER NOT NULL,
    finished_ms  INTEGER NOT NULL,
    moves        TEXT    NOT NULL CHECK (length(moves) = ply),
    times        TEXT    NOT NULL DEFAULT '',
    CHECK ((kind0 = 1) = (player0 IS NOT NULL)),
    CHECK ((kind1 = 1) = (player1 IS NOT NULL))
) STRICT;

-- One index for every list. A move changes none of them, except the deadlines of correspondence games.
CREATE UNIQUE INDEX game_code      ON game (code)                 WHERE status = 0 AND code IS NOT NULL;
CREATE INDEX game_running          ON game (seq)                  WHERE status < 2;
CREATE INDEX game_public           ON game (seq)                  WHERE status = 1 AND flags & 4;
CREATE INDEX game_due              ON game (deadline_ms)          WHERE status < 2 AND deadline_ms > 0;
CREATE INDEX game_done             ON game (finished_ms)          WHERE status BETWEEN 2 AND 3;
CREATE INDEX game_running0         ON game (player0)              WHERE status < 2;
CREATE INDEX game_running1         ON game (player1)              WHERE status < 2;
CREATE INDEX game_done0            ON game (player0, finished_ms) WHERE status BETWEEN 2 AND 3;
CREATE INDEX game_done1            ON game (player1, finished_ms) WHERE status BETWEEN 2 AND 3;

CREATE TABLE rated (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    class   INTEGER NOT NULL CHECK (class BETWEEN 0 AND 2),
    before0 REAL    NOT NULL,
    before1 REAL    NOT NULL,
    after0  REAL    NOT NULL,
    after1  REAL    NOT NULL
) STRICT;

CREATE TABLE chat (
    game_id   INTEGER NOT NULL REFERENCES game (id),
    channel   INTEGER NOT NULL CHECK (channel BETWEEN 0 AND 1),
    seq       INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    quick     INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    sent_ms   INTEGER NOT NULL,
    PRIMARY KEY (game_id, channel, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE queue (
    player_id    INTEGER PRIMARY KEY REFERENCES player (id),
    board        TEXT    NOT NULL,
    clock_kind   INTEGER NOT NULL,
    initial_ms   INTEGER NOT NULL,
    increment_ms INTEGER NOT NULL,
    is_rated     INTEGER NOT NULL,
    since_ms     INTEGER NOT NULL
) STRICT;

CREATE INDEX queue_since ON queue (since_ms);

PRAGMA user_version = 1;
