-- The tables of the service in PostgreSQL: by meaning those of SQLite at its version 17 (../*.sql), and what several
-- servers of one database share (docs/scale.md). The numbers of status, reason and so on are those of src/play/rows.h.
CREATE TABLE fourfall_schema (
    version integer NOT NULL
);
INSERT INTO fourfall_schema VALUES (0);

CREATE FUNCTION epoch_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- stamp: changes with the player's row, ratings, sanctions, account and sessions (except when they were last seen).
-- skeleton: of the name, see src/base/skeleton.h.
CREATE TABLE player (
    id         bigint   PRIMARY KEY,
    created_ms bigint   NOT NULL,
    missed_ms  bigint   NOT NULL DEFAULT 0,
    erased_ms  bigint   NOT NULL DEFAULT 0,
    skeleton   bigint   NOT NULL,
    stamp      bigint   NOT NULL DEFAULT 1,
    misses     smallint NOT NULL DEFAULT 0,
    name       text     COLLATE "C" NOT NULL
) WITH (fillfactor = 80);

-- For searches by the beginning of a name.
CREATE INDEX player_name ON player ((lower(name)), id);

CREATE TABLE rating (
    player_id          bigint   NOT NULL REFERENCES player (id),
    class              smallint NOT NULL CHECK (class BETWEEN 0 AND 2),
    rating             float8   NOT NULL,
    deviation          float8   NOT NULL,
    volatility         float8   NOT NULL,
    games              integer  NOT NULL,
    wins               integer  NOT NULL,
    draws              integer  NOT NULL,
    losses             integer  NOT NULL,
    updated_ms         bigint   NOT NULL,
    counted_rating     float8   NOT NULL,
    counted_deviation  float8   NOT NULL,
    counted_volatility float8   NOT NULL,
    counted_games      integer  NOT NULL,
    counted_wins       integer  NOT NULL,
    counted_draws      integer  NOT NULL,
    counted_losses     integer  NOT NULL,
    counted_ms         bigint   NOT NULL,
    recent             bytea    NOT NULL, -- as in SQLite: src/store/recent.h
    PRIMARY KEY (player_id, class)
);

-- Provisional ratings (see play/rating.c) are not ranked by rating; players without a win are not ranked by wins.
CREATE INDEX rating_by_rating ON rating (class, counted_rating, player_id)
    WHERE counted_games > 0 AND counted_deviation <= 110;
CREATE INDEX rating_provisional ON rating (class, counted_rating, player_id)
    WHERE counted_games > 0 AND counted_deviation > 110;
CREATE INDEX rating_by_wins ON rating (class, counted_wins, player_id) WHERE counted_wins > 0;

-- Counters that every server would change (tally, standing) have a row for each slot. A slot is a number that only one
-- connection has at a time, by an advisory lock, so that no server waits for another. A reader adds up all slots.

-- How many players, sessions and games (by status) there are.
CREATE TABLE tally (
    what  text     COLLATE "C" NOT NULL,
    kind  smallint NOT NULL,
    slot  integer  NOT NULL,
    count bigint   NOT NULL,
    PRIMARY KEY (what, kind, slot)
) WITH (fillfactor = 40);

-- How many players are in each place, so that a rank is a sum over a few hundred rows and a count within one place.
-- place: a quarter of the counted rating (board 0), the number of counted wins (board 1).
CREATE TABLE standing (
    board  smallint NOT NULL,
    class  smallint NOT NULL,
    place  integer  NOT NULL,
    slot   integer  NOT NULL,
    people bigint   NOT NULL,
    PRIMARY KEY (board, class, place, slot)
) WITH (fillfactor = 40);

CREATE TABLE session (
    token_hash bytea    PRIMARY KEY CHECK (length(token_hash) = 32),
    player_id  bigint   NOT NULL REFERENCES player (id),
    created_ms bigint   NOT NULL,
    seen_ms    bigint   NOT NULL,
    agent      integer  NOT NULL
);

CREATE INDEX session_player ON session (player_id, seen_ms, token_hash); -- the last used first
CREATE INDEX session_seen ON session (seen_ms, player_id, token_hash);   -- for purges

-- seq numbers games in the order of creation. moves: one letter a ply. times: for each ply the milliseconds since the ply
-- before and a space; the last move was made at moved_ms. What a move changes of a game that is being played is in `live`.
-- player0 and player1 have no REFERENCES, which would need two more indexes over all games. Instead the INSERT takes the
-- id from the table player, and the last two CHECKs require one.
CREATE TABLE game (
    seq          bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id           bigint   NOT NULL UNIQUE,
    player0      bigint,
    player1      bigint,
    initial_ms   bigint   NOT NULL,
    increment_ms bigint   NOT NULL,
    left0_ms     bigint   NOT NULL,
    left1_ms     bigint   NOT NULL,
    moved_ms     bigint   NOT NULL,
    deadline_ms  bigint   NOT NULL,
    rematch_of   bigint,
    created_ms   bigint   NOT NULL,
    updated_ms   bigint   NOT NULL,
    finished_ms  bigint   NOT NULL,
    version      bigint   NOT NULL DEFAULT 0,
    network0     bigint   NOT NULL,
    network1     bigint   NOT NULL,
    kind0        smallint NOT NULL CHECK (kind0 BETWEEN 0 AND 2),
    level0       smallint NOT NULL,
    style0       smallint NOT NULL,
    kind1        smallint NOT NULL CHECK (kind1 BETWEEN 0 AND 2),
    level1       smallint NOT NULL,
    style1       smallint NOT NULL,
    clock_kind   smallint NOT NULL CHECK (clock_kind BETWEEN 0 AND 2),
    flags        smallint NOT NULL,
    status       smallint NOT NULL CHECK (status BETWEEN 0 AND 4),
    winner       smallint NOT NULL CHECK (winner BETWEEN 0 AND 2),
    reason       smallint NOT NULL,
    offer        smallint NOT NULL CHECK (offer BETWEEN 0 AND 2),
    rematch      smallint NOT NULL CHECK (rematch BETWEEN 0 AND 3),
    ply          smallint NOT NULL CHECK (ply BETWEEN 0 AND 256),
    board        text     COLLATE "C" NOT NULL,
    code         text     COLLATE "C",
    moves        text     COLLATE "C" NOT NULL CHECK (length(moves) = ply),
    times        text     COLLATE "C" NOT NULL DEFAULT '',
    CHECK ((kind0 = 1) = (player0 IS NOT NULL)),
    CHECK ((kind1 = 1) = (player1 IS NOT NULL))
);

-- One index for every list. A move changes none of them, except the deadlines of correspondence games.
CREATE UNIQUE INDEX game_code ON game (code)             WHERE status = 0 AND code IS NOT NULL;
CREATE INDEX game_running     ON game (seq)              WHERE status < 2;
CREATE INDEX game_public      ON game (seq)              WHERE status = 1 AND flags & 4 <> 0;
CREATE INDEX game_due         ON game (deadline_ms, seq) WHERE status < 2 AND deadline_ms > 0;
CREATE INDEX game_done        ON game (finished_ms, seq) WHERE status BETWEEN 2 AND 3;
CREATE INDEX game_running0    ON game (player0, seq)     WHERE status < 2;
CREATE INDEX game_running1    ON game (player1, seq)     WHERE status < 2;
CREATE INDEX game_cancelled0  ON game (player0)          WHERE status = 4;
CREATE INDEX game_cancelled1  ON game (player1)          WHERE status = 4;

-- What a move changes: a game has such a row while, and only while, its status is 1; the columns of its row in `game` are
-- old then, except deadline_ms. No column but the key is in an index, and pages have space for new versions of their rows,
-- so a move is a HOT update: it writes to one page. There is no REFERENCES: games are never deleted.
CREATE TABLE live (
    id          bigint   PRIMARY KEY,
    version     bigint   NOT NULL,
    left0_ms    bigint   NOT NULL,
    left1_ms    bigint   NOT NULL,
    moved_ms    bigint   NOT NULL,
    deadline_ms bigint   NOT NULL,
    ply         smallint NOT NULL CHECK (ply BETWEEN 0 AND 256),
    offer       smallint NOT NULL CHECK (offer BETWEEN 0 AND 2),
    moves       text     COLLATE "C" NOT NULL,
    times       text     COLLATE "C" NOT NULL
) WITH (fillfactor = 50);

-- A finished game from the side of one player; a game between people has two rows. It has the columns that searches
-- filter by, in the order of the list, so that a search reads no games.
-- against: the opponent, null for the computer. class: as in rating. result: 1 lost, 2 drawn, 3 won.
-- opening: the first column of a classic game. rating: the rating after a rated game.
CREATE TABLE played (
    player_id bigint   NOT NULL,
    at_ms     bigint   NOT NULL,
    seq       bigint   NOT NULL,
    against   bigint,
    rating    float8,
    seat      smallint NOT NULL,
    class     smallint NOT NULL,
    result    smallint NOT NULL,
    plies     smallint NOT NULL,
    opening   smallint,
    PRIMARY KEY (player_id, at_ms, seq)
) WITH (fillfactor = 90);

-- Results by opponent (0 people, 1 the computer), seat and opening; opening -1: the games without one.
CREATE TABLE record (
    player_id bigint   NOT NULL,
    opponent  smallint NOT NULL,
    seat      smallint NOT NULL,
    opening   smallint NOT NULL,
    games     integer  NOT NULL,
    wins      integer  NOT NULL,
    draws     integer  NOT NULL,
    losses    integer  NOT NULL,
    plies     bigint   NOT NULL,
    PRIMARY KEY (player_id, opponent, seat, opening)
) WITH (fillfactor = 80);

-- Games against people won in a row; games lost in a row are negative.
CREATE TABLE streak (
    player_id bigint  PRIMARY KEY,
    current   integer NOT NULL,
    best      integer NOT NULL
) WITH (fillfactor = 80);

-- Adds a game (result as in `played`) to a player's streak.
CREATE FUNCTION streak_add(who bigint, result integer) RETURNS boolean LANGUAGE sql AS $$
    INSERT INTO streak AS s VALUES (who, result - 2, (result = 3)::integer)
    ON CONFLICT (player_id) DO UPDATE SET
        current = CASE result WHEN 3 THEN greatest(s.current, 0) + 1
                              WHEN 1 THEN least(s.current, 0) - 1 ELSE 0 END,
        best = CASE result WHEN 3 THEN greatest(s.best, s.current + 1, 1) ELSE s.best END
    RETURNING true
$$;

-- The verdict about each rated game; counts: bit 0 for red, bit 1 for yellow.
CREATE TABLE rated (
    game_id  bigint   PRIMARY KEY REFERENCES game (id),
    at_ms    bigint   NOT NULL,
    before0  float8   NOT NULL,
    before1  float8   NOT NULL,
    after0   float8   NOT NULL,
    after1   float8   NOT NULL,
    class    smallint NOT NULL CHECK (class BETWEEN 0 AND 2),
    discount smallint NOT NULL,
    counts   smallint NOT NULL
);

CREATE INDEX rated_discounted ON rated (at_ms, game_id) WHERE discount > 0;

CREATE TABLE chat (
    game_id   bigint   NOT NULL REFERENCES game (id),
    player_id bigint   NOT NULL,
    sent_ms   bigint   NOT NULL,
    seq       integer  NOT NULL,
    channel   smallint NOT NULL CHECK (channel BETWEEN 0 AND 1),
    quick     integer  NOT NULL,
    text      text     COLLATE "C" NOT NULL,
    PRIMARY KEY (game_id, channel, seq)
);

CREATE UNIQUE INDEX chat_seq ON chat (game_id, seq); -- counted over both channels
CREATE INDEX chat_player ON chat (player_id, game_id, channel, seq); -- for export and deletion

CREATE TABLE queue (
    player_id    bigint   PRIMARY KEY REFERENCES player (id),
    initial_ms   bigint   NOT NULL,
    increment_ms bigint   NOT NULL,
    since_ms     bigint   NOT NULL,
    network      bigint   NOT NULL,
    clock_kind   smallint NOT NULL,
    is_rated     boolean  NOT NULL,
    board        text     COLLATE "C" NOT NULL
);

CREATE INDEX queue_since ON queue (since_ms, player_id);

-- Two players of the queue who may play if both confirm; confirmed: bit i for player i.
CREATE TABLE match (
    id           bigint   PRIMARY KEY,
    player0      bigint   NOT NULL,
    player1      bigint   NOT NULL,
    since0_ms    bigint   NOT NULL,
    since1_ms    bigint   NOT NULL,
    initial_ms   bigint   NOT NULL,
    increment_ms bigint   NOT NULL,
    deadline_ms  bigint   NOT NULL,
    network0     bigint   NOT NULL,
    network1     bigint   NOT NULL,
    clock_kind   smallint NOT NULL,
    confirmed    smallint NOT NULL,
    is_rated     boolean  NOT NULL,
    board        text     COLLATE "C" NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX match_player0 ON match (player0);
CREATE INDEX match_player1 ON match (player1);
CREATE INDEX match_deadline ON match (deadline_ms, id); -- oldest first

-- Which game a client's create request made. A client that did not get the answer sends the same request again and is
-- answered with the same game.
CREATE TABLE game_request (
    player_id bigint NOT NULL REFERENCES player (id),
    game_id   bigint NOT NULL,
    request   text   COLLATE "C" NOT NULL,
    PRIMARY KEY (player_id, request)
);

-- How players log in without a token. Passwords are stored as Argon2id hashes, recovery codes as hashes.
-- role: 0 a player, 1 a moderator. totp: the second factor (RFC 6238), and the last time step whose code was used.
-- skeleton, login_skeleton: what name and login look like, null for accounts without a login.
CREATE TABLE account (
    player_id      bigint   PRIMARY KEY REFERENCES player (id),
    created_ms     bigint   NOT NULL,
    totp_step      bigint   NOT NULL,
    skeleton       bigint,
    login_skeleton bigint,
    role           smallint NOT NULL DEFAULT 0,
    login          text     COLLATE "C",
    password       text     COLLATE "C",
    recovery       bytea    UNIQUE CHECK (length(recovery) = 32),
    totp           bytea    CHECK (length(totp) = 20),
    CHECK ((login IS NULL) = (password IS NULL))
);

CREATE UNIQUE INDEX account_login ON account ((lower(login)));
CREATE INDEX account_skeleton ON account (skeleton);
CREATE INDEX account_login_skeleton ON account (login_skeleton);

-- Passkeys (WebAuthn). algorithm: the number that COSE gives it. counter: the authenticator's; 0: it does not count.
CREATE TABLE passkey (
    id         bytea   PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 255),
    player_id  bigint  NOT NULL REFERENCES player (id),
    counter    bigint  NOT NULL,
    created_ms bigint  NOT NULL,
    used_ms    bigint  NOT NULL,
    algorithm  integer NOT NULL,
    key        bytea   NOT NULL CHECK (length(key) BETWEEN 32 AND 259),
    name       text    COLLATE "C" NOT NULL
);

CREATE INDEX passkey_player ON passkey (player_id, created_ms, id);

-- Devices that have logged in to an account before. Wrong guesses of others do not keep them out.
-- hash: of the device's token and the player, so that the accounts of a device cannot be linked.
CREATE TABLE device (
    player_id bigint NOT NULL REFERENCES player (id),
    seen_ms   bigint NOT NULL,
    hash      bytea  NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (player_id, hash)
);

CREATE INDEX device_seen ON device (player_id, seen_ms DESC, hash);

-- Devices that want push messages. A subscription belongs to the session that made it and is deleted with it.
CREATE TABLE push (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id  bigint NOT NULL REFERENCES player (id),
    created_ms bigint NOT NULL,
    token_hash bytea  NOT NULL REFERENCES session (token_hash) ON DELETE CASCADE,
    key        bytea  NOT NULL CHECK (length(key) = 65),
    auth       bytea  NOT NULL CHECK (length(auth) = 16),
    language   text   COLLATE "C" NOT NULL,
    endpoint   text   COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(endpoint) BETWEEN 1 AND 767)
);

CREATE INDEX push_player ON push (player_id, id);
CREATE INDEX push_session ON push (token_hash);

-- Messages that are still to be delivered: the last one for each device and game. due_ms: when to try (again).
CREATE TABLE push_due (
    push_id bigint   NOT NULL REFERENCES push (id) ON DELETE CASCADE,
    game_id bigint   NOT NULL,
    due_ms  bigint   NOT NULL,
    kind    smallint NOT NULL,
    ply     smallint NOT NULL,
    tries   smallint NOT NULL,
    PRIMARY KEY (push_id, game_id)
);

CREATE INDEX push_due_time ON push_due (due_ms, push_id, game_id);

-- What moderators imposed on a player, each until a time; 0: not.
CREATE TABLE sanction (
    player_id bigint PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    mute_ms   bigint NOT NULL,
    ban_ms    bigint NOT NULL
);

-- What players report of others: one open report for each pair and game (0: none).
CREATE TABLE report (
    id        bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id bigint   NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    sender_id bigint   NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game_id   bigint   NOT NULL,
    sent_ms   bigint   NOT NULL,
    closed_ms bigint   NOT NULL DEFAULT 0,
    kind      smallint NOT NULL,
    text      text     COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX report_once ON report (sender_id, player_id, game_id) WHERE closed_ms = 0;
CREATE INDEX report_open ON report (id) WHERE closed_ms = 0;
CREATE INDEX report_player ON report (player_id);
CREATE INDEX report_sender ON report (sender_id);

-- What moderators did.
CREATE TABLE moderation (
    id           bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    moderator_id bigint   NOT NULL,
    player_id    bigint   NOT NULL,
    until_ms     bigint   NOT NULL,
    at_ms        bigint   NOT NULL,
    action       smallint NOT NULL,
    reason       text     COLLATE "C" NOT NULL
);

CREATE INDEX moderation_player ON moderation (player_id, id);

-- Log-ins, failed ones and changes of accounts. address: the network it came from.
CREATE TABLE audit (
    id        bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id bigint   NOT NULL,
    at_ms     bigint   NOT NULL,
    kind      smallint NOT NULL,
    address   text     COLLATE "C" NOT NULL
);

CREATE INDEX audit_player ON audit (player_id, id);
CREATE INDEX audit_time ON audit (at_ms);

-- Keys that all servers of this database share. address: of the hash of addresses.
CREATE TABLE secret (
    name  text  COLLATE "C" PRIMARY KEY,
    value bytea NOT NULL CHECK (length(value) = 32)
);
INSERT INTO secret VALUES ('address', sha256(
    (gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea));

-- ---- what several servers share ----

-- Where a player is connected; node 0: nowhere since since_ms.
CREATE TABLE presence (
    player_id bigint  PRIMARY KEY,
    since_ms  bigint  NOT NULL,
    node      integer NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX presence_node ON presence (node) WHERE node <> 0;

-- The servers that live: each renews its row every second. The secret tells a server whether the row is still its own.
-- address: where other servers reach it; '': nowhere. online: players connected to it.
CREATE TABLE node (
    id      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    secret  bigint  NOT NULL,
    beat_ms bigint  NOT NULL,
    address text    NOT NULL CHECK (octet_length(address) < 128),
    online  integer NOT NULL
) WITH (fillfactor = 40);

-- When any server last renewed its row, and the times in which none did.
CREATE TABLE alive (
    at_ms bigint NOT NULL
) WITH (fillfactor = 40);
INSERT INTO alive VALUES (0);

CREATE TABLE outage (
    ended_ms bigint PRIMARY KEY,
    began_ms bigint NOT NULL
);

-- A server is gone: its players are connected nowhere, and do not wait for live games.
CREATE FUNCTION node_bury(dead integer, at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM queue USING presence
    WHERE presence.node = dead AND presence.node <> 0 AND queue.player_id = presence.player_id
        AND queue.clock_kind <> 2;
    UPDATE presence SET node = 0, since_ms = at WHERE node = dead AND node <> 0;
    DELETE FROM node WHERE id = dead;
END $$;

-- Renews the lease of a server; see src/store/shared.h. The lock on `alive` lets one server in at a time, so an outage is
-- noted once. After an outage all leases begin anew: no server could renew its own.
CREATE FUNCTION node_beat(me integer, my_secret bigint, my_address text, my_online integer,
    lease_ms bigint, silence_ms bigint,
    OUT node_id integer, OUT now_ms bigint, OUT is_keeper boolean, OUT is_new boolean,
    OUT nodes integer, OUT buried integer, OUT elsewhere integer) LANGUAGE plpgsql AS $$
DECLARE
    last_ms bigint;
    dead    integer;
BEGIN
    SELECT at_ms INTO last_ms FROM alive FOR UPDATE;
    now_ms := greatest(epoch_ms(), last_ms);
    UPDATE alive SET at_ms = now_ms;
    IF last_ms > 0 AND now_ms - last_ms > silence_ms THEN
        INSERT INTO outage (began_ms, ended_ms) VALUES (last_ms, now_ms);
        UPDATE node SET beat_ms = now_ms;
    END IF;
    -- By the secret: a server that did not hear the answer asks again with number 0.
    UPDATE node SET beat_ms = now_ms, online = my_online
    WHERE secret = my_secret AND id = coalesce(nullif(me, 0), id)
    RETURNING id INTO node_id;
    is_new := node_id IS DISTINCT FROM me;
    IF node_id IS NULL THEN
        INSERT INTO node (secret, beat_ms, address, online)
        VALUES (my_secret, now_ms, my_address, my_online)
        RETURNING id INTO node_id;
    END IF;
    buried := 0;
    FOR dead IN SELECT id FROM node WHERE beat_ms < now_ms - lease_ms ORDER BY id LOOP
        PERFORM node_bury(dead, now_ms);
        buried := buried + 1;
    END LOOP;
    SELECT count(*), min(id) = node_id, coalesce(sum(online) FILTER (WHERE id <> node_id), 0)
    INTO nodes, is_keeper, elsewhere FROM node;
    -- A server that was buried while it was frozen may write its old number once more.
    IF is_keeper THEN
        FOR dead IN WITH RECURSIVE n AS (
            SELECT min(node) AS id FROM presence WHERE node <> 0
            UNION ALL
            SELECT (SELECT min(node) FROM presence WHERE node <> 0 AND node > n.id)
            FROM n WHERE n.id IS NOT NULL)
        SELECT n.id FROM n WHERE n.id IS NOT NULL AND n.id NOT IN (SELECT id FROM node) LOOP
            PERFORM node_bury(dead, now_ms);
        END LOOP;
    END IF;
END $$;

-- ---- deleting a player's data ----

CREATE FUNCTION tally_add(of_what text, of_kind integer, my_slot bigint, more bigint) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO tally AS t SELECT of_what, of_kind, my_slot, more WHERE more <> 0
    ON CONFLICT (what, kind, slot) DO UPDATE SET count = t.count + excluded.count
$$;

-- As struct erase_row says. False: there is no such player.
CREATE FUNCTION player_erase(who bigint, at bigint, my_slot bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    gone bigint;
BEGIN
    UPDATE player SET erased_ms = at, misses = 0, missed_ms = 0, stamp = stamp + 1 WHERE id = who;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM session WHERE player_id = who;
    GET DIAGNOSTICS gone = ROW_COUNT;
    PERFORM tally_add('session', 0, my_slot, -gone);
    WITH old AS (DELETE FROM rating WHERE player_id = who RETURNING *)
    INSERT INTO standing AS s
    SELECT 0, class, floor(greatest(counted_rating, 0))::integer / 4, my_slot, -1 FROM old
    WHERE counted_games > 0 AND counted_deviation <= 110
    UNION ALL
    SELECT 1, class, counted_wins, my_slot, -1 FROM old WHERE counted_wins > 0
    ON CONFLICT (board, class, place, slot) DO UPDATE SET people = s.people + excluded.people;
    DELETE FROM account WHERE player_id = who;
    DELETE FROM record WHERE player_id = who;
    DELETE FROM streak WHERE player_id = who;
    DELETE FROM played WHERE player_id = who;
    DELETE FROM chat WHERE player_id = who;
    DELETE FROM queue WHERE player_id = who;
    DELETE FROM game_request WHERE player_id = who;
    DELETE FROM device WHERE player_id = who;
    DELETE FROM report WHERE sender_id = who AND closed_ms = 0;
    DELETE FROM passkey WHERE player_id = who;
    DELETE FROM audit WHERE player_id = who;
    DELETE FROM presence WHERE player_id = who AND node = 0;
    RETURN true;
END $$;

-- As struct purge_row says. The lock keeps a returning guest's session out until the end.
CREATE FUNCTION guest_purge(who bigint, before bigint, at bigint, is_unplayed boolean,
    new_name text, new_skeleton bigint, my_slot bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    has_games boolean;
BEGIN
    PERFORM 1 FROM player WHERE id = who AND erased_ms = 0 FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT 1 FROM account WHERE player_id = who)
        OR EXISTS (SELECT 1 FROM session WHERE player_id = who AND seen_ms >= before)
        OR EXISTS (SELECT 1 FROM game WHERE player0 = who AND status < 2)
        OR EXISTS (SELECT 1 FROM game WHERE player1 = who AND status < 2) THEN
        RETURN;
    END IF;
    has_games := EXISTS (SELECT 1 FROM played WHERE player_id = who)
        OR EXISTS (SELECT 1 FROM game WHERE player0 = who AND status = 4)
        OR EXISTS (SELECT 1 FROM game WHERE player1 = who AND status = 4);
    IF has_games AND is_unplayed THEN
        RETURN;
    END IF;
    PERFORM player_erase(who, at, my_slot);
    IF has_games THEN
        UPDATE player SET name = new_name, skeleton = new_skeleton WHERE id = who;
    ELSE
        DELETE FROM presence WHERE player_id = who;
        DELETE FROM player WHERE id = who;
        PERFORM tally_add('player', 0, my_slot, -1);
    END IF;
END $$;

UPDATE fourfall_schema SET version = 1;
