/* The statements that write.
 *
 * Each takes arrays with one element for each row, all of the same length: $1 is never empty. A statement that is a
 * compare-and-set counts what it changed and divides by zero if that is not every row, which undoes the whole turn. Rows
 * come in the order of their keys, so that two servers lock them in the same order. */
#include "store/postgres.h"

#define ALL_OF(rows) "SELECT 1 / (count(*) = cardinality($1))::integer FROM " rows

/* Adds to a counter of this connection's slot. */
#define TALLY "INSERT INTO tally AS t (what, kind, slot, count) "
#define TALLY_ADDS "ON CONFLICT (what, kind, slot) DO UPDATE SET count = t.count + excluded.count"

#define BUMP "UPDATE player SET stamp = stamp + 1 WHERE id IN (SELECT player_id FROM put)"

/* A deleted player stays without a name, even if a node that has not heard of it writes one. */
#define KEEPS_NAME "excluded.name = '' OR old.erased_ms <> 0"

/* Which row of `standing` a rating belongs to, if any. */
#define STANDINGS(more, rows)                                                                   \
    "SELECT 0 AS board, class, floor(greatest(counted_rating, 0))::integer / 4 AS place, " more \
    " AS more FROM " rows " WHERE counted_games > 0 AND counted_deviation <= 110 "              \
    "UNION ALL SELECT 1, class, counted_wins, " more " FROM " rows " WHERE counted_wins > 0 "

#define RATING_COLUMNS                                                                          \
    "player_id, class, rating, deviation, volatility, games, wins, draws, losses, updated_ms, " \
    "counted_rating, counted_deviation, counted_volatility, counted_games, counted_wins, "      \
    "counted_draws, counted_losses, counted_ms, recent"

#define MOVE_ROWS                                                                            \
    "WITH m AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS m "         \
    "(id, version, ply, text, offer, to_move, left0_ms, left1_ms, moved_ms, deadline_ms)), " \
    "put AS (UPDATE live AS l SET version = l.version + 1, ply = l.ply + 1, "                \
    "moves = l.moves || m.text, to_move = m.to_move, times = l.times || (m.moved_ms - "      \
    "l.moved_ms)::text || ' ', "                                                             \
    "offer = m.offer, left0_ms = m.left0_ms, left1_ms = m.left1_ms, moved_ms = m.moved_ms, " \
    "deadline_ms = m.deadline_ms FROM m "                                                    \
    "WHERE l.id = m.id AND l.version = m.version AND l.ply = m.ply "                         \
    "RETURNING l.id, l.deadline_ms) "

/* The id of a player that exists; otherwise NULL, which a CHECK refuses. The lock keeps purges away. */
#define PLAYER(id) "(SELECT p.id FROM player AS p WHERE p.id = " id " FOR KEY SHARE)"

/* As rating_class_of in play. */
#define CLASS                                                                           \
    "CASE split_part(board, '-', 2) WHEN 'popout' THEN 3 WHEN 'popten' THEN 3 "         \
    "WHEN 'powerup' THEN 4 WHEN 'turn' THEN 4 WHEN 'five' THEN 5 WHEN 'misere' THEN 5 " \
    "WHEN 'cylinder' THEN 5 ELSE CASE split_part(board, '-', 1) WHEN '7x6' THEN 0 "     \
    "WHEN '5x5x5' THEN 1 ELSE 2 END END"
#define OPENING "CASE WHEN board = '7x6' AND ply > 0 THEN ascii(moves) - ascii('1') END"

const char *const postgres_sql[PG_READS] = {
    [PG_BEGIN] = "BEGIN",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLLBACK] = "ROLLBACK",
    [PG_SAVEPOINT] = "SAVEPOINT r",
    [PG_RELEASE] = "RELEASE r",
    [PG_ROLLBACK_TO] = "ROLLBACK TO r",
    /* The lowest number whose advisory lock is free; the connection has it until it ends. */
    [PG_SLOT] = "SELECT n FROM generate_series(1, 100000) AS n "
                "WHERE pg_try_advisory_lock(1177832524, n) LIMIT 1",
    [PG_TALLY] = TALLY "SELECT 'game', kind, $3, more FROM unnest($1, $2) AS m (kind, more) "
                       "ORDER BY kind " TALLY_ADDS,
    [PG_GAME_STATES] =
        "SELECT e.nr, g.id, g.status, coalesce(l.ply, g.ply), coalesce(l.version, g.version) "
        "FROM unnest($1, $2) AS e (nr, id) LEFT JOIN game AS g ON g.id = e.id "
        "LEFT JOIN live AS l ON l.id = e.id ORDER BY e.nr",
    [PG_BEAT] = "SELECT node_id, now_ms, is_keeper, is_new, nodes, buried, elsewhere "
                "FROM node_beat($1::integer, $2, $3, $4::integer, $5, $6)",
    [PG_NODES] = "SELECT id, address FROM node ORDER BY id DESC LIMIT $1",
    [PG_OUTAGES] = "SELECT began_ms, ended_ms FROM outage ORDER BY ended_ms DESC LIMIT $1",
    [PG_LEAVE] = "SELECT node_bury($1::integer, epoch_ms())",

    /* ---- players ---- */
    [PG_PUT_PLAYER] =
        "WITH p AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6) AS p "
        "(id, name, created_ms, misses, missed_ms, skeleton)), "
        "put AS (INSERT INTO player AS old (id, name, created_ms, misses, missed_ms, skeleton) "
        "SELECT * FROM p ON CONFLICT (id) DO UPDATE SET "
        "name = CASE WHEN " KEEPS_NAME " THEN old.name ELSE excluded.name END, "
        "misses = excluded.misses, missed_ms = excluded.missed_ms, "
        "skeleton = CASE WHEN " KEEPS_NAME " THEN old.skeleton ELSE excluded.skeleton END, "
        "stamp = old.stamp + 1 RETURNING xmax = 0 AS is_new), "
        "named AS (UPDATE account SET skeleton = p.skeleton FROM p "
        "WHERE account.player_id = p.id AND login IS NOT NULL AND p.name <> '') " TALLY
        "SELECT 'player', 0, $7, count(*) FROM put WHERE is_new HAVING count(*) > 0 " TALLY_ADDS,
    /* Changes no row if the token belongs to another player, which is refused. */
    [PG_PUT_SESSION] =
        "WITH put AS (INSERT INTO session AS old "
        "(token_hash, player_id, created_ms, seen_ms, agent) "
        "SELECT * FROM unnest($1, $2, $3, $4, $5) ON CONFLICT (token_hash) DO UPDATE "
        "SET seen_ms = excluded.seen_ms, agent = CASE excluded.agent WHEN 0 THEN old.agent "
        "ELSE excluded.agent END WHERE old.player_id = excluded.player_id "
        "RETURNING player_id, xmax = 0 AS is_new), "
        "bumped AS (" BUMP " AND id IN (SELECT player_id FROM put WHERE is_new)), "
        "counted AS (" TALLY
        "SELECT 'session', 0, $6, count(*) FROM put WHERE is_new HAVING count(*) > 0 " TALLY_ADDS
        ") " ALL_OF("put"),
    [PG_USE_SESSION] =
        "UPDATE session AS s SET seen_ms = u.seen_ms, "
        "agent = CASE u.agent WHEN 0 THEN s.agent ELSE u.agent END "
        "FROM unnest($1, $2, $3, $4, $5) AS u (token_hash, player_id, created_ms, seen_ms, agent) "
        "WHERE s.token_hash = u.token_hash AND s.player_id = u.player_id",
    [PG_PUT_ACCOUNT] =
        "WITH put AS (INSERT INTO account AS old (player_id, login, password, recovery, "
        "created_ms, "
        "totp, totp_step, login_skeleton, skeleton) "
        "SELECT a.*, CASE WHEN a.login IS NOT NULL THEN p.skeleton END "
        "FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS a (player_id, login, password, recovery, "
        "created_ms, totp, totp_step, login_skeleton) LEFT JOIN player AS p ON p.id = a.player_id "
        "ON CONFLICT (player_id) DO UPDATE SET login = excluded.login, "
        "password = excluded.password, recovery = excluded.recovery, totp = excluded.totp, "
        "totp_step = CASE WHEN old.totp = excluded.totp "
        "THEN greatest(old.totp_step, excluded.totp_step) ELSE excluded.totp_step END, "
        "login_skeleton = excluded.login_skeleton, "
        "skeleton = excluded.skeleton RETURNING player_id) " BUMP,
    [PG_USE_CODE] = "WITH put AS (UPDATE account AS a SET totp_step = c.totp_step "
                    "FROM unnest($1, $2) AS c (player_id, totp_step) "
                    "WHERE a.player_id = c.player_id AND a.totp IS NOT NULL "
                    "AND a.totp_step < c.totp_step RETURNING 1) " ALL_OF("put"),
    [PG_ADD_SANCTION] = "INSERT INTO sanction (player_id, mute_ms, ban_ms) "
                        "SELECT p, 0, 0 FROM unnest($1) AS p ON CONFLICT (player_id) DO NOTHING",
    [PG_PUT_SANCTION] = "WITH put AS (UPDATE sanction AS s SET "
                        "mute_ms = CASE WHEN a.mute_ms < 0 THEN s.mute_ms ELSE a.mute_ms END, "
                        "ban_ms = CASE WHEN a.ban_ms < 0 THEN s.ban_ms ELSE a.ban_ms END "
                        "FROM unnest($1, $2, $3) AS a (player_id, mute_ms, ban_ms) "
                        "WHERE s.player_id = a.player_id RETURNING s.player_id) " BUMP,
    [PG_PUT_DEVICE] = "INSERT INTO device (player_id, hash, seen_ms) "
                      "SELECT * FROM unnest($1, $2, $3) ON CONFLICT (player_id, hash) "
                      "DO UPDATE SET seen_ms = excluded.seen_ms",
    [PG_TRIM_DEVICES] = "DELETE FROM device AS d USING (SELECT DISTINCT unnest($1) AS id) AS p "
                        "WHERE d.player_id = p.id AND d.hash IN (SELECT hash FROM device AS o "
                        "WHERE o.player_id = p.id ORDER BY seen_ms DESC, hash OFFSET 16)",
    [PG_ADD_PASSKEY] = "INSERT INTO passkey (id, player_id, algorithm, key, counter, name, "
                       "created_ms, used_ms) SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)",
    [PG_USE_PASSKEY] =
        "WITH put AS (UPDATE passkey AS p SET counter = u.counter, used_ms = u.used_ms "
        "FROM unnest($1, $2, $3, $4) AS u (id, player_id, counter, used_ms) "
        "WHERE p.id = u.id AND p.player_id = u.player_id AND (p.counter < u.counter "
        "OR (p.counter = 0 AND u.counter = 0)) RETURNING 1) " ALL_OF("put"),
    [PG_DROP_PASSKEY] = "WITH put AS (DELETE FROM passkey AS p USING unnest($1, $2) "
                        "AS u (id, player_id) WHERE p.id = u.id AND p.player_id = u.player_id "
                        "RETURNING 1) " ALL_OF("put"),
    [PG_DROP_SESSION] =
        "WITH put AS (DELETE FROM session AS s USING unnest($1, $2) AS l (token_hash, player_id) "
        "WHERE s.token_hash = l.token_hash AND s.player_id = l.player_id RETURNING s.player_id), "
        "bumped AS (" BUMP ") " TALLY
        "SELECT 'session', 0, $3, -count(*) FROM put HAVING count(*) > 0 " TALLY_ADDS,
    [PG_DROP_SESSIONS] = "WITH put AS (DELETE FROM session WHERE player_id = ANY ($1) "
                         "RETURNING player_id), bumped AS (" BUMP ") " TALLY
                         "SELECT 'session', 0, $2, -count(*) FROM put HAVING count(*) > "
                         "0 " TALLY_ADDS,
    /* With a node that it comes from, it is a claim, which takes no player from another node. */
    [PG_PUT_PRESENCE] =
        "WITH p AS (SELECT * FROM unnest($1, $2, $3, $4) AS p (player_id, node, since_ms, origin)) "
        "INSERT INTO presence AS old (player_id, node, since_ms) "
        "SELECT player_id, node, since_ms FROM p ON CONFLICT (player_id) "
        "DO UPDATE SET node = excluded.node, since_ms = excluded.since_ms "
        "WHERE (SELECT p.origin = 0 OR old.node IN (0, p.origin, p.node) FROM p "
        "WHERE p.player_id = excluded.player_id)",
    [PG_END_PRESENCE] = "UPDATE presence AS p SET node = 0, since_ms = g.since_ms "
                        "FROM unnest($1, $2, $3) AS g (player_id, node, since_ms) "
                        "WHERE p.player_id = g.player_id AND p.node = g.node",

    /* ---- games ---- */
    [PG_ADD_GAME] =
        "WITH g AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
        "$14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30) AS g "
        "(id, board, code, kind0, level0, style0, player0, network0, kind1, level1, style1, "
        "player1, network1, clock_kind, initial_ms, increment_ms, flags, status, winner, reason, "
        "offer, rematch, left0_ms, left1_ms, moved_ms, deadline_ms, rematch_of, created_ms, "
        "updated_ms, finished_ms)), "
        "put AS (INSERT INTO game (id, board, code, kind0, level0, style0, player0, network0, "
        "kind1, level1, style1, player1, network1, clock_kind, initial_ms, increment_ms, flags, "
        "status, winner, reason, offer, rematch, left0_ms, left1_ms, moved_ms, deadline_ms, "
        "rematch_of, created_ms, updated_ms, finished_ms, ply, moves) "
        "SELECT id, board, nullif(code, ''), kind0, level0, style0, " PLAYER(
            "g.player0") ", network0, kind1, level1, style1, " PLAYER("g.player1") ", network1, "
                                                                                   "clock_kind, "
                                                                                   "initial_ms, "
                                                                                   "increment_ms, "
                                                                                   "flags, status, "
                                                                                   "winner, "
                                                                                   "reason, "
                                                                                   "offer, "
                                                                                   "rematch, "
                                                                                   "left0_ms, "
                                                                                   "left1_ms, "
                                                                                   "moved_ms, "
                                                                                   "deadline_ms, "
                                                                                   "nullif(rematch_"
                                                                                   "of, 0), "
                                                                                   "created_ms, "
                                                                                   "updated_ms, "
                                                                                   "finished_ms, "
                                                                                   "0, '' FROM g "
                                                                                   "RETURNING id, "
                                                                                   "status, "
                                                                                   "left0_ms, "
                                                                                   "left1_ms, "
                                                                                   "moved_ms, "
                                                                                   "deadline_ms, "
                                                                                   "offer) "
                                                                                   "INSERT INTO "
                                                                                   "live (id, "
                                                                                   "version, "
                                                                                   "left0_ms, "
                                                                                   "left1_ms, "
                                                                                   "moved_ms, "
                                                                                   "deadline_ms, "
                                                                                   "ply, offer, "
                                                                                   "moves, times) "
                                                                                   "SELECT id, 0, "
                                                                                   "left0_ms, "
                                                                                   "left1_ms, "
                                                                                   "moved_ms, "
                                                                                   "deadline_ms, "
                                                                                   "0, offer, "
                                                                                   "'', '' FROM "
                                                                                   "put WHERE "
                                                                                   "status = 1",
    [PG_JOIN] =
        "WITH j AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS j "
        "(id, version, at, kind, level, style, player, network, left0_ms, left1_ms, moved_ms, "
        "deadline_ms)), "
        "put AS (UPDATE game AS g SET "
        "kind0 = CASE at WHEN 0 THEN kind ELSE kind0 END, "
        "level0 = CASE at WHEN 0 THEN level ELSE level0 END, "
        "style0 = CASE at WHEN 0 THEN style ELSE style0 END, "
        "player0 = CASE at WHEN 0 THEN " PLAYER(
            "j.player") " ELSE player0 END, "
                        "network0 = CASE at WHEN 0 THEN network ELSE network0 END, "
                        "kind1 = CASE at WHEN 1 THEN kind ELSE kind1 END, "
                        "level1 = CASE at WHEN 1 THEN level ELSE level1 END, "
                        "style1 = CASE at WHEN 1 THEN style ELSE style1 END, "
                        "player1 = CASE at WHEN 1 THEN " PLAYER(
                            "j.player") " ELSE player1 END, "
                                        "network1 = CASE at WHEN 1 THEN network ELSE network1 END, "
                                        "left0_ms = j.left0_ms, left1_ms = j.left1_ms, moved_ms = "
                                        "j.moved_ms, "
                                        "updated_ms = j.moved_ms, deadline_ms = j.deadline_ms, "
                                        "status = 1, version = g.version + 1 "
                                        "FROM j WHERE g.id = j.id AND g.version = j.version AND "
                                        "g.ply = 0 AND g.status = 0 "
                                        "AND CASE at WHEN 0 THEN kind0 ELSE kind1 END = 0 "
                                        "RETURNING g.id, g.version, g.left0_ms, g.left1_ms, "
                                        "g.moved_ms, g.deadline_ms, g.offer), "
                                        "begun AS (INSERT INTO live (id, version, left0_ms, "
                                        "left1_ms, moved_ms, deadline_ms, "
                                        "ply, offer, moves, times) SELECT id, version, left0_ms, "
                                        "left1_ms, moved_ms, deadline_ms, "
                                        "0, offer, '', '' FROM put) " ALL_OF("put"),
    [PG_OFFER] =
        "WITH put AS (UPDATE live AS l SET version = l.version + 1, offer = o.offer "
        "FROM unnest($1, $2, $3, $4) AS o (id, version, ply, offer) "
        "WHERE l.id = o.id AND l.version = o.version AND l.ply = o.ply RETURNING 1) " ALL_OF("put"),
    [PG_MOVE] = MOVE_ROWS ALL_OF("put"),
    /* The index of deadlines is on the game's row. Only correspondence games have one while they run. */
    [PG_MOVE_DAYS] = MOVE_ROWS ", due AS (UPDATE game AS g SET deadline_ms = put.deadline_ms "
                               "FROM put WHERE g.id = put.id) " ALL_OF("put"),
    [PG_CANCEL] =
        "WITH put AS (UPDATE game AS g SET status = c.status, winner = c.winner, "
        "reason = c.reason, left0_ms = c.left0_ms, left1_ms = c.left1_ms, updated_ms = c.at_ms, "
        "finished_ms = c.at_ms, offer = 2, deadline_ms = 0, network0 = 0, network1 = 0, "
        "version = g.version + 1 FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) AS c "
        "(id, version, ply, status, winner, reason, left0_ms, left1_ms, at_ms) "
        "WHERE g.id = c.id AND g.version = c.version AND g.ply = c.ply AND g.status = 0 "
        "RETURNING 1) " ALL_OF("put"),
    /* here: who must be gone for a game to be abandoned (reason 5); the lock keeps them so until the end.
     * half: as the table `played`. Streaks depend on the order of games, the others do not. */
    [PG_END] =
        "WITH e AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
        "$14) AS e (id, version, ply, text, status, winner, reason, offer, left0_ms, left1_ms, "
        "moved_ms, deadline_ms, at_ms, nr)), "
        "here AS (SELECT e.id, p.node FROM e JOIN game AS g ON g.id = e.id "
        "JOIN presence AS p ON p.player_id = ANY (ARRAY[CASE WHEN e.winner <> 0 THEN g.player0 "
        "END, CASE WHEN e.winner <> 1 THEN g.player1 END]) WHERE e.reason = 5 "
        "ORDER BY p.player_id FOR UPDATE OF p), "
        "gone AS (DELETE FROM live AS l USING e WHERE l.id = e.id AND l.version = e.version "
        "AND l.ply = e.ply "
        "AND NOT EXISTS (SELECT 1 FROM here WHERE here.id = e.id AND here.node <> 0) "
        "RETURNING l.id, l.version, l.moves || coalesce(e.text, '') AS moves, "
        "l.ply + (e.text IS NOT NULL)::integer AS ply, "
        "l.times || coalesce((e.moved_ms - l.moved_ms)::text || ' ', '') AS times, "
        "coalesce(e.moved_ms, l.moved_ms) AS moved_ms, e.status, e.winner, e.reason, e.offer, "
        "e.left0_ms, e.left1_ms, e.deadline_ms, e.at_ms, e.nr), "
        "ended AS (UPDATE game AS g SET status = d.status, winner = d.winner, reason = d.reason, "
        "offer = d.offer, to_move = 0, ply = d.ply, moves = d.moves, times = d.times, "
        "left0_ms = d.left0_ms, left1_ms = d.left1_ms, moved_ms = d.moved_ms, "
        "deadline_ms = d.deadline_ms, updated_ms = d.at_ms, finished_ms = d.at_ms, "
        "network0 = 0, network1 = 0, version = d.version + 1 FROM gone AS d "
        "WHERE g.id = d.id AND g.status = 1 RETURNING g.*, d.nr), "
        "half AS (SELECT player0 AS player_id, finished_ms AS at_ms, seq, 0 AS seat, "
        "player1 AS against, " CLASS " AS class, CASE winner WHEN 0 THEN 3 WHEN 1 THEN 1 ELSE 2 "
        "END AS result, ply AS plies, " OPENING " AS opening, nr "
        "FROM ended WHERE player0 IS NOT NULL AND status BETWEEN 2 AND 3 "
        "UNION ALL SELECT player1, finished_ms, seq, 1, player0, " CLASS ", "
        "CASE winner WHEN 1 THEN 3 WHEN 0 THEN 1 ELSE 2 END, ply, " OPENING ", nr "
        "FROM ended WHERE player1 IS NOT NULL AND player1 IS DISTINCT FROM player0 "
        "AND status BETWEEN 2 AND 3), "
        "history AS (INSERT INTO played (player_id, at_ms, seq, seat, against, class, result, "
        "plies, opening) SELECT player_id, at_ms, seq, seat, against, class, result, plies, "
        "opening FROM half), "
        "results AS (INSERT INTO record AS r (player_id, opponent, seat, opening, games, wins, "
        "draws, losses, plies) SELECT player_id, (against IS NULL)::integer, seat, "
        "CASE WHEN against IS NULL THEN -1 ELSE coalesce(opening, -1) END, count(*), "
        "count(*) FILTER (WHERE result = 3), count(*) FILTER (WHERE result = 2), "
        "count(*) FILTER (WHERE result = 1), sum(plies) FROM half GROUP BY 1, 2, 3, 4 "
        "ORDER BY 1, 2, 3, 4 ON CONFLICT (player_id, opponent, seat, opening) DO UPDATE SET "
        "games = r.games + excluded.games, wins = r.wins + excluded.wins, "
        "draws = r.draws + excluded.draws, losses = r.losses + excluded.losses, "
        "plies = r.plies + excluded.plies) "
        "SELECT 1 / ((SELECT count(*) FROM ended) = cardinality($1))::integer, "
        "(SELECT count(streak_add(player_id, result)) FROM (SELECT player_id, result FROM half "
        "WHERE against IS NOT NULL ORDER BY player_id, nr) AS s)",
    [PG_REMATCH] =
        "WITH put AS (UPDATE game AS g SET version = g.version + 1, rematch = r.rematch "
        "FROM unnest($1, $2, $3) AS r (id, version, rematch) "
        "WHERE g.id = r.id AND g.version = r.version AND g.status >= 2 RETURNING 1) " ALL_OF("put"),
    [PG_PUT_RATING] =
        "WITH r AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
        "$14, $15, $16, $17, $18, $19) AS r (" RATING_COLUMNS ")), "
        "old AS (SELECT o.* FROM r JOIN rating AS o ON o.player_id = r.player_id "
        "AND o.class = r.class), "
        "put AS (INSERT INTO rating AS o (" RATING_COLUMNS ") SELECT * FROM r WHERE true "
        "ON CONFLICT (player_id, class) DO UPDATE SET rating = excluded.rating, "
        "deviation = excluded.deviation, volatility = excluded.volatility, "
        "games = excluded.games, wins = excluded.wins, draws = excluded.draws, "
        "losses = excluded.losses, updated_ms = excluded.updated_ms, "
        "counted_rating = excluded.counted_rating, "
        "counted_deviation = excluded.counted_deviation, "
        "counted_volatility = excluded.counted_volatility, "
        "counted_games = excluded.counted_games, counted_wins = excluded.counted_wins, "
        "counted_draws = excluded.counted_draws, counted_losses = excluded.counted_losses, "
        "counted_ms = excluded.counted_ms, recent = excluded.recent "
        "WHERE o.games = excluded.games - 1 "
        "RETURNING *), "
        "moved AS (" STANDINGS("1", "put") "UNION ALL " STANDINGS(
            "-1",
            "old") "), "
                   "stood AS (INSERT INTO standing AS s (board, class, place, slot, people) "
                   "SELECT board, class, place, $20, sum(more) FROM moved GROUP BY 1, 2, 3 "
                   "HAVING sum(more) <> 0 ORDER BY 1, 2, 3 ON CONFLICT (board, class, place, slot) "
                   "DO UPDATE SET people = s.people + excluded.people), "
                   "bumped AS (" BUMP ") " ALL_OF("put"),
    /* The rating after the game goes into both histories, too. */
    [PG_ADD_RATED] =
        "WITH r AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) AS r "
        "(game_id, class, before0, before1, after0, after1, at_ms, discount, counts)), "
        "put AS (INSERT INTO rated (game_id, class, before0, before1, after0, after1, at_ms, "
        "discount, counts) SELECT * FROM r) "
        "UPDATE played AS p SET rating = CASE WHEN p.seat = 0 THEN r.after0 ELSE r.after1 END "
        "FROM r JOIN game AS g ON g.id = r.game_id "
        "WHERE p.player_id = ANY (ARRAY[g.player0, g.player1]) AND p.at_ms = g.finished_ms "
        "AND p.seq = g.seq",
    [PG_ADD_CHAT] = "INSERT INTO chat (game_id, channel, seq, player_id, quick, text, sent_ms) "
                    "SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)",
    [PG_TRIM_CHAT] =
        "DELETE FROM chat AS c USING (SELECT DISTINCT * FROM unnest($1, $2) AS k (id, channel)) "
        "AS k WHERE c.game_id = k.id AND c.channel = k.channel AND c.seq <= (SELECT o.seq "
        "FROM chat AS o WHERE o.game_id = k.id AND o.channel = k.channel "
        "ORDER BY o.seq DESC LIMIT 1 OFFSET 100)",
    /* Changes no row if the request has made another game, which is refused. */
    [PG_PUT_REQUEST] =
        "WITH put AS (INSERT INTO game_request AS old (player_id, request, game_id) "
        "SELECT * FROM unnest($1, $2, $3) ON CONFLICT (player_id, request) "
        "DO UPDATE SET game_id = excluded.game_id WHERE old.game_id = excluded.game_id "
        "RETURNING 1) " ALL_OF("put"),

    /* ---- pairing ---- */
    /* Not while the player is in a match. */
    [PG_PUT_QUEUE] =
        "WITH put AS (INSERT INTO queue (player_id, board, clock_kind, initial_ms, increment_ms, "
        "is_rated, "
        "network, since_ms) SELECT player_id, board, clock_kind, initial_ms, increment_ms, "
        "is_rated <> 0, network, since_ms FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS q "
        "(player_id, board, clock_kind, initial_ms, increment_ms, is_rated, network, since_ms) "
        "ON CONFLICT (player_id) DO UPDATE SET board = excluded.board, "
        "clock_kind = excluded.clock_kind, initial_ms = excluded.initial_ms, "
        "increment_ms = excluded.increment_ms, is_rated = excluded.is_rated, "
        "network = excluded.network, since_ms = excluded.since_ms) "
        "SELECT 1 / (count(*) = 0)::integer FROM unnest($1) AS q (id) WHERE EXISTS "
        "(SELECT FROM match AS m WHERE m.player0 = q.id) OR EXISTS "
        "(SELECT FROM match AS m WHERE m.player1 = q.id)",
    [PG_DROP_QUEUE] = "WITH put AS (DELETE FROM queue AS q USING unnest($1, $2) "
                      "AS g (player_id, since_ms) WHERE q.player_id = g.player_id "
                      "AND q.since_ms = g.since_ms RETURNING 1) " ALL_OF("put"),
    [PG_OPEN_MATCH] =
        "WITH m AS (SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
        "$14) AS m (id, player0, player1, since0_ms, since1_ms, network0, network1, board, "
        "clock_kind, initial_ms, increment_ms, is_rated, deadline_ms, confirmed)), "
        "put AS (INSERT INTO match (id, player0, player1, since0_ms, since1_ms, network0, "
        "network1, board, clock_kind, initial_ms, increment_ms, is_rated, deadline_ms, confirmed) "
        "SELECT id, player0, player1, since0_ms, since1_ms, network0, network1, board, "
        "clock_kind, initial_ms, increment_ms, is_rated <> 0, deadline_ms, confirmed FROM m), "
        "gone AS (DELETE FROM queue AS q USING (SELECT player0, since0_ms FROM m UNION ALL "
        "SELECT player1, since1_ms FROM m) AS w (player_id, since_ms) "
        "WHERE q.player_id = w.player_id AND q.since_ms = w.since_ms RETURNING 1) "
        "SELECT 1 / (count(*) = 2 * cardinality($1))::integer FROM gone",
    [PG_CONFIRM_MATCH] = "WITH put AS (UPDATE match AS m SET confirmed = c.confirmed "
                         "FROM unnest($1, $2, $3) AS c (id, before, confirmed) "
                         "WHERE m.id = c.id AND m.confirmed = c.before RETURNING 1) " ALL_OF("put"),
    [PG_CLOSE_MATCH] = "WITH put AS (DELETE FROM match AS m USING unnest($1, $2) "
                       "AS c (id, before) WHERE m.id = c.id AND m.confirmed = c.before "
                       "RETURNING 1) " ALL_OF("put"),

    /* ---- push messages ---- */
    /* A device that comes back with another player is that player's from now on. */
    [PG_PUT_PUSH] =
        "INSERT INTO push (player_id, endpoint, token_hash, key, auth, language, created_ms) "
        "SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (endpoint) "
        "DO UPDATE SET player_id = excluded.player_id, token_hash = excluded.token_hash, "
        "key = excluded.key, auth = excluded.auth, language = excluded.language",
    [PG_TRIM_PUSH] = "DELETE FROM push AS p USING (SELECT DISTINCT unnest($1) AS id) AS o "
                     "WHERE p.id IN (SELECT n.id FROM push AS n WHERE n.player_id = o.id "
                     "ORDER BY n.id DESC OFFSET 8)",
    [PG_DROP_PUSH] = "DELETE FROM push WHERE id = ANY ($1)",
    [PG_DROP_PUSH_OF] = "DELETE FROM push AS p USING unnest($1, $2) AS g (endpoint, player_id) "
                        "WHERE p.endpoint = g.endpoint AND p.player_id = g.player_id",
    [PG_ADD_PUSH_DUE] =
        "INSERT INTO push_due (push_id, game_id, kind, ply, tries, due_ms) "
        "SELECT d.* FROM unnest($1, $2, $3, $4, $5, $6) AS d "
        "(push_id, game_id, kind, ply, tries, due_ms) JOIN push AS p ON p.id = d.push_id "
        "ON CONFLICT (push_id, game_id) DO UPDATE SET kind = excluded.kind, ply = excluded.ply, "
        "tries = excluded.tries, due_ms = excluded.due_ms",
    [PG_DELAY_PUSH_DUE] =
        "UPDATE push_due AS p SET tries = d.tries, due_ms = d.due_ms "
        "FROM unnest($1, $2, $3, $4, $5, $6) AS d (push_id, game_id, kind, ply, tries, due_ms) "
        "WHERE p.push_id = d.push_id AND p.game_id = d.game_id AND p.kind = d.kind "
        "AND p.ply = d.ply",
    [PG_DROP_PUSH_DUE] =
        "DELETE FROM push_due AS p "
        "USING unnest($1, $2, $3, $4, $5, $6) AS d (push_id, game_id, kind, ply, tries, due_ms) "
        "WHERE p.push_id = d.push_id AND p.game_id = d.game_id AND p.kind = d.kind "
        "AND p.ply = d.ply",

    /* ---- moderation, logs, deletion ---- */
    [PG_ADD_MODERATION] =
        "INSERT INTO moderation (moderator_id, player_id, action, until_ms, reason, at_ms) "
        "SELECT * FROM unnest($1, $2, $3, $4, $5, $6)",
    [PG_PUT_REPORT] =
        "INSERT INTO report (player_id, sender_id, game_id, kind, text, sent_ms) "
        "SELECT r.* FROM unnest($1, $2, $3, $4, $5, $6) AS r "
        "(player_id, sender_id, game_id, kind, text, sent_ms) JOIN player AS p ON p.id = "
        "r.sender_id "
        "WHERE (SELECT count(*) FROM report AS o WHERE o.sender_id = r.sender_id "
        "AND o.closed_ms = 0) < 20 "
        "ON CONFLICT (sender_id, player_id, game_id) WHERE closed_ms = 0 "
        "DO UPDATE SET kind = excluded.kind, text = excluded.text, sent_ms = excluded.sent_ms",
    [PG_CLOSE_REPORT] = "WITH put AS (UPDATE report AS r SET closed_ms = c.closed_ms "
                        "FROM unnest($1, $2) AS c (id, closed_ms) "
                        "WHERE r.id = c.id AND r.closed_ms = 0 RETURNING 1) " ALL_OF("put"),
    [PG_ADD_AUDIT] = "INSERT INTO audit (player_id, at_ms, kind, address) "
                     "SELECT * FROM unnest($1, $2, $3, $4)",
    [PG_DROP_AUDIT] = "DELETE FROM audit WHERE id IN (SELECT id FROM audit "
                      "WHERE at_ms < ($1)[1] ORDER BY at_ms LIMIT 200)",
    [PG_ERASE] = "SELECT 1 / player_erase(id, at_ms, $3)::integer "
                 "FROM unnest($1, $2) AS e (id, at_ms)",
    [PG_PURGE] = "SELECT guest_purge(id, before_ms, at_ms, is_unplayed <> 0, name, skeleton, $7) "
                 "FROM unnest($1, $2, $3, $4, $5, $6) "
                 "AS p (id, before_ms, at_ms, is_unplayed, name, skeleton)",

    /* ---- roles: a person asks, now and then, so the list may scan ---- */
    [PG_SET_ROLE] = "UPDATE account SET role = $1 WHERE lower(login) = lower($2 COLLATE \"C\") "
                    "RETURNING role",
    [PG_MODERATORS] = "SELECT login FROM account WHERE role = 1 AND login IS NOT NULL "
                      "ORDER BY lower(login)",
};
