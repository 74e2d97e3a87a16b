#include "store/sqlite.h"

#define LIVE "(SELECT state FROM live WHERE live.seq = game.seq)"

#define GAME_COLUMNS                                                                             \
    "seq, id, board, code, kind0, level0, style0, player0, network0, kind1, level1, style1, "    \
    "player1, network1, "                                                                        \
    "clock_kind, initial_ms, increment_ms, flags, status, winner, reason, offer, to_move, ply, " \
    "left0_ms, "                                                                                 \
    "left1_ms, moved_ms, deadline_ms, rematch_of, created_ms, updated_ms, finished_ms, moves, "  \
    "max(ifnull((SELECT max(seq) FROM chat WHERE game_id = game.id AND channel = 0), 0), "       \
    "ifnull((SELECT max(seq) FROM chat WHERE game_id = game.id AND channel = 1), 0)), " LIVE

/* Names by subquery: a page has few rows. */
#define NAMES                                                 \
    ", (SELECT name FROM player WHERE player.id = player0), " \
    "(SELECT name FROM player WHERE player.id = player1) "
#define LISTED "SELECT " GAME_COLUMNS NAMES "FROM game "

#define DONE "status BETWEEN 2 AND 3 AND (finished_ms, seq) < (?2, ?3) "
#define RUNNING "status < 2 AND seq < ?3 "
#define NEWEST_FIRST "ORDER BY seq DESC LIMIT ?4"
#define LAST_FINISHED_FIRST "ORDER BY finished_ms DESC, seq DESC LIMIT ?4"

#define RATING_COLUMNS                                                                          \
    "player_id, class, rating, deviation, volatility, games, wins, draws, losses, updated_ms, " \
    "counted_rating, counted_deviation, counted_volatility, counted_games, counted_wins, "      \
    "counted_draws, counted_losses, counted_ms, recent "
#define IS_RANKED "counted_games > 0 AND counted_deviation <= 110.0 "
#define RATED_COLUMNS "game_id, at_ms, class, discount, counts, before0, before1, after0, after1"
#define LEADER \
    "SELECT " RATING_COLUMNS ", (SELECT name FROM player WHERE id = player_id) FROM rating "

#define PUSH \
    "SELECT id, endpoint, player_id, token_hash, key, auth, language, created_ms FROM push "

#define NAME_OF(id) "(SELECT name FROM player WHERE player.id = " id ")"
#define MODERATION                                                                   \
    "SELECT id, moderator_id, player_id, action, until_ms, reason, at_ms, " NAME_OF( \
        "player_id") ", " NAME_OF("moderator_id") " FROM moderation "

#define PASSKEY \
    "SELECT id, player_id, algorithm, key, counter, name, created_ms, used_ms FROM passkey "

#define ACCOUNT                                                                        \
    "SELECT player_id, login, password, recovery, created_ms, role, totp, totp_step, " \
    "EXISTS (SELECT 1 FROM passkey WHERE passkey.player_id = account.player_id) "      \
    "FROM account "

/* A player's history. Opponent names are compared without case, as a range of the index. */
#define PLAYED                                                                     \
    "SELECT " GAME_COLUMNS NAMES "FROM played CROSS JOIN game USING (seq) "        \
    "WHERE player_id = ?1 AND (at_ms, seq) < (?2, ?3) AND (?5 = 0 OR class = ?6) " \
    "AND (?7 = 0 OR result = ?7) AND (?8 = 0 OR against = ?8) "
#define PLAYED_ORDER "ORDER BY at_ms DESC, seq DESC LIMIT ?4"
#define NAMED "name >= ?9 COLLATE NOCASE AND name < ?10 COLLATE NOCASE "
#define NAMED_FIRST "name >= ?1 COLLATE NOCASE AND name < ?2 COLLATE NOCASE "

/* Each seat has its own index; the two results are merged. A player on both seats is in the first. */
#define OTHER_SEAT "UNION ALL " LISTED "WHERE player1 = ?1 AND player0 IS NOT ?1 AND "

const char *const sqlite_sql[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_PUT_PLAYER] = "INSERT INTO player (id, name, created_ms, misses, missed_ms) "
                       "VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE SET "
                       "name = iif(erased_ms, name, excluded.name), misses = excluded.misses, "
                       "missed_ms = excluded.missed_ms",
    [SQL_PUT_RATING] =
        "INSERT INTO rating (" RATING_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
        "?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19) "
        "ON CONFLICT (player_id, class) DO UPDATE SET rating = excluded.rating, "
        "deviation = excluded.deviation, volatility = excluded.volatility, "
        "games = excluded.games, wins = excluded.wins, draws = excluded.draws, "
        "losses = excluded.losses, updated_ms = excluded.updated_ms, "
        "counted_rating = excluded.counted_rating, "
        "counted_deviation = excluded.counted_deviation, "
        "counted_volatility = excluded.counted_volatility, "
        "counted_games = excluded.counted_games, counted_wins = excluded.counted_wins, "
        "counted_draws = excluded.counted_draws, counted_losses = excluded.counted_losses, "
        "counted_ms = excluded.counted_ms, recent = excluded.recent",
    /* Changes no row if the token belongs to another player; sqlite_write.c refuses that. */
    [SQL_PUT_SESSION] = "INSERT INTO session (token_hash, player_id, created_ms, seen_ms, agent) "
                        "VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (token_hash) "
                        "DO UPDATE SET seen_ms = excluded.seen_ms, "
                        "agent = iif(excluded.agent, excluded.agent, agent) "
                        "WHERE player_id = excluded.player_id",
    [SQL_USE_SESSION] = "UPDATE session SET seen_ms = ?4, agent = iif(?5, ?5, agent) "
                        "WHERE token_hash = ?1 AND player_id = ?2",
    [SQL_ADD_GAME] =
        "INSERT INTO game (id, board, code, kind0, level0, style0, player0, network0, kind1, "
        "level1, style1, player1, network1, clock_kind, initial_ms, increment_ms, flags, status, "
        "winner, reason, offer, ply, left0_ms, left1_ms, moved_ms, deadline_ms, rematch_of, "
        "created_ms, updated_ms, finished_ms, moves) VALUES (?1, ?2, nullif(?3, ''), ?4, ?5, ?6, "
        "(SELECT id FROM player WHERE id = ?7), ?8, ?9, ?10, ?11, "
        "(SELECT id FROM player WHERE id = ?12), ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, "
        "?23, ?24, ?25, ?26, nullif(?27, 0), ?28, ?29, ?30, ?31)",
    [SQL_JOIN] =
        "UPDATE game SET kind0 = iif(?2, kind0, ?3), level0 = iif(?2, level0, ?4), "
        "style0 = iif(?2, style0, ?5), player0 = iif(?2, player0, (SELECT id FROM player WHERE id "
        "= ?6)), network0 = iif(?2, network0, ?7), "
        "kind1 = iif(?2, ?3, kind1), level1 = iif(?2, ?4, level1), style1 = iif(?2, ?5, style1), "
        "player1 = iif(?2, (SELECT id FROM player WHERE id = ?6), player1), "
        "network1 = iif(?2, ?7, network1), left0_ms = ?8, left1_ms = ?9, moved_ms = ?10, "
        "updated_ms = ?10, deadline_ms = ?11, status = 1 "
        "WHERE id = ?1 AND ply = 0 AND status = 0 AND iif(?2, kind1, kind0) = 0",
    [SQL_PUT_LIVE] = "REPLACE INTO live (seq, state) VALUES (?1, ?2)",
    [SQL_DROP_LIVE] = "DELETE FROM live WHERE seq = ?1",
    [SQL_DEADLINE] = "UPDATE game SET deadline_ms = ?2 WHERE seq = ?1",
    [SQL_END] = "UPDATE game SET status = ?2, winner = ?3, reason = ?4, offer = ?5, "
                "to_move = 0, ply = ?6, "
                "left0_ms = ?7, left1_ms = ?8, moved_ms = ?9, deadline_ms = ?10, updated_ms = ?11, "
                "finished_ms = ?11, moves = ?12, times = ?13, network0 = 0, network1 = 0 "
                "WHERE seq = ?1 AND status = 1",
    [SQL_CANCEL] = "UPDATE game SET status = ?3, winner = ?4, reason = ?5, left0_ms = ?6, "
                   "left1_ms = ?7, updated_ms = ?8, finished_ms = ?8, offer = 2, deadline_ms = 0, "
                   "network0 = 0, network1 = 0 "
                   "WHERE id = ?1 AND ply = ?2 AND status = 0",
    [SQL_PLAYERS_OF] = "SELECT player0, player1, board FROM game WHERE seq = ?1",
    [SQL_ADD_PLAYED] = "INSERT INTO played (player_id, at_ms, seq, seat, against, class, result, "
                       "plies, opening) VALUES (?1, ?2, ?3, ?4, nullif(?5, 0), ?6, ?7, ?8, "
                       "nullif(?9, -1))",
    [SQL_ADD_RECORD] =
        "INSERT INTO record (player_id, opponent, seat, opening, games, wins, draws, losses, "
        "plies) "
        "VALUES (?1, ?2, ?3, ?4, 1, ?5 = 3, ?5 = 2, ?5 = 1, ?6) ON CONFLICT DO UPDATE SET "
        "games = games + 1, wins = wins + excluded.wins, draws = draws + excluded.draws, "
        "losses = losses + excluded.losses, plies = plies + excluded.plies",
    [SQL_ADD_STREAK] =
        "INSERT INTO streak (player_id, current, best) VALUES (?1, ?2 - 2, ?2 = 3) "
        "ON CONFLICT DO UPDATE SET "
        "current = CASE ?2 WHEN 3 THEN max(current, 0) + 1 WHEN 1 THEN min(current, 0) - 1 "
        "ELSE 0 END, best = max(best, iif(?2 = 3, max(current, 0) + 1, 0))",
    [SQL_RATED_GAME] = "SELECT seq, finished_ms, player0, player1 FROM game WHERE id = ?1",
    [SQL_RATE_PLAYED] =
        "UPDATE played SET rating = ?4 WHERE player_id = ?1 AND at_ms = ?2 AND seq = ?3",
    [SQL_COUNT_GAMES] = "UPDATE tally SET count = count + ?2 WHERE what = 'game' AND kind = ?1",
    [SQL_ADD_RATED] = "INSERT INTO rated (game_id, class, before0, before1, after0, after1, at_ms, "
                      "discount, counts) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [SQL_ADD_CHAT] = "INSERT INTO chat (game_id, channel, seq, player_id, quick, text, sent_ms) "
                     "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [SQL_TRIM_CHAT] =
        "DELETE FROM chat WHERE game_id = ?1 AND channel = ?2 AND seq <= (SELECT seq FROM chat "
        "WHERE game_id = ?1 AND channel = ?2 ORDER BY seq DESC LIMIT 1 OFFSET ?3)",
    [SQL_PUT_QUEUE] =
        "INSERT INTO queue (player_id, board, clock_kind, initial_ms, increment_ms, is_rated, "
        "network, since_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (player_id) DO "
        "UPDATE SET "
        "board = excluded.board, clock_kind = excluded.clock_kind, "
        "initial_ms = excluded.initial_ms, increment_ms = excluded.increment_ms, "
        "is_rated = excluded.is_rated, network = excluded.network, "
        "since_ms = excluded.since_ms",
    [SQL_DROP_QUEUE] = "DELETE FROM queue WHERE player_id = ?1",
    [SQL_WHERE_IS_GAME] = "SELECT status, ply, seq FROM game WHERE id = ?1",
    [SQL_GAME_STATE] = "SELECT offer, left0_ms, left1_ms, moved_ms, deadline_ms, ply, to_move, "
                       "moves, times FROM game WHERE seq = ?1",
    [SQL_PUT_ACCOUNT] =
        "INSERT INTO account (player_id, login, password, recovery, created_ms, totp, totp_step) "
        "VALUES (?1, nullif(?2, ''), nullif(?3, ''), ?4, ?5, ?6, ?7) "
        "ON CONFLICT (player_id) DO UPDATE SET "
        "login = excluded.login, password = excluded.password, recovery = excluded.recovery, "
        "totp = excluded.totp, totp_step = CASE WHEN totp = excluded.totp "
        "THEN max(totp_step, excluded.totp_step) ELSE excluded.totp_step END",
    [SQL_USE_CODE] = "UPDATE account SET totp_step = ?2 "
                     "WHERE player_id = ?1 AND totp IS NOT NULL AND totp_step < ?2",
    [SQL_PUT_REQUEST] = "INSERT INTO game_request (player_id, request, game_id) "
                        "VALUES (?1, ?2, ?3) ON CONFLICT (player_id, request) "
                        "DO UPDATE SET game_id = excluded.game_id",
    [SQL_DROP_SESSION] = "DELETE FROM session WHERE token_hash = ?1 AND player_id = ?2",
    [SQL_DROP_SESSIONS] = "DELETE FROM session WHERE player_id = ?1",
    [SQL_DROP_ACCOUNT] = "DELETE FROM account WHERE player_id = ?1",
    [SQL_DROP_PASSKEYS] = "DELETE FROM passkey WHERE player_id = ?1",
    [SQL_DROP_RATINGS] = "DELETE FROM rating WHERE player_id = ?1",
    [SQL_DROP_RECORD] = "DELETE FROM record WHERE player_id = ?1",
    [SQL_DROP_STREAK] = "DELETE FROM streak WHERE player_id = ?1",
    [SQL_DROP_PLAYED] = "DELETE FROM played WHERE player_id = ?1",
    [SQL_DROP_SAID] = "DELETE FROM chat WHERE player_id = ?1",
    [SQL_DROP_REQUESTS] = "DELETE FROM game_request WHERE player_id = ?1",
    [SQL_ERASE] = "UPDATE player SET erased_ms = ?2, misses = 0, missed_ms = 0 WHERE id = ?1",
    [SQL_NAME_ACCOUNT] = "UPDATE account SET login_skeleton = skeleton(login), "
                         "skeleton = skeleton((SELECT name FROM player WHERE id = ?1)) "
                         "WHERE player_id = ?1 AND login IS NOT NULL",
    /* 1: the guest has games, 0: none; no row: the guest stays. */
    [SQL_PURGEABLE] =
        "SELECT EXISTS (SELECT 1 FROM played WHERE player_id = ?1) "
        "OR EXISTS (SELECT 1 FROM game WHERE player0 = ?1 AND status = 4) "
        "OR EXISTS (SELECT 1 FROM game WHERE player1 = ?1 AND status = 4) FROM player "
        "WHERE id = ?1 AND erased_ms = 0 "
        "AND NOT EXISTS (SELECT 1 FROM account WHERE player_id = ?1) "
        "AND NOT EXISTS (SELECT 1 FROM session WHERE player_id = ?1 AND seen_ms >= ?2) "
        "AND NOT EXISTS (SELECT 1 FROM game WHERE player0 = ?1 AND status < 2) "
        "AND NOT EXISTS (SELECT 1 FROM game WHERE player1 = ?1 AND status < 2)",
    [SQL_NAME_PLAYER] = "UPDATE player SET name = ?2 WHERE id = ?1",
    [SQL_DROP_PLAYER] = "DELETE FROM player WHERE id = ?1",
    [SQL_ADD_AUDIT] = "INSERT INTO audit (player_id, at_ms, kind, address) VALUES (?1, ?2, ?3, ?4)",
    [SQL_DROP_AUDIT] = "DELETE FROM audit WHERE id IN "
                       "(SELECT id FROM audit WHERE at_ms < ?1 ORDER BY at_ms LIMIT ?2)",
    [SQL_DROP_AUDIT_OF] = "DELETE FROM audit WHERE player_id = ?1",
    [SQL_PUT_DEVICE] = "INSERT INTO device (player_id, hash, seen_ms) VALUES (?1, ?2, ?3) "
                       "ON CONFLICT DO UPDATE SET seen_ms = excluded.seen_ms",
    [SQL_TRIM_DEVICES] =
        "DELETE FROM device WHERE player_id = ?1 AND hash IN (SELECT hash FROM device "
        "WHERE player_id = ?1 ORDER BY seen_ms DESC, hash LIMIT -1 OFFSET ?2)",
    [SQL_DROP_DEVICES] = "DELETE FROM device WHERE player_id = ?1",
    /* A device that comes back with another player is that player's from now on. */
    [SQL_PUT_PUSH] = "INSERT INTO push (endpoint, player_id, token_hash, key, auth, language, "
                     "created_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (endpoint) "
                     "DO UPDATE SET player_id = excluded.player_id, "
                     "token_hash = excluded.token_hash, key = excluded.key, auth = excluded.auth, "
                     "language = excluded.language",
    [SQL_TRIM_PUSH] = "DELETE FROM push WHERE id IN (SELECT id FROM push WHERE player_id = ?1 "
                      "ORDER BY id DESC LIMIT -1 OFFSET ?2)",
    [SQL_DROP_PUSH] = "DELETE FROM push WHERE id = ?1",
    [SQL_DROP_PUSH_OF] = "DELETE FROM push WHERE endpoint = ?1 AND player_id = ?2",
    [SQL_ADD_PUSH_DUE] = "REPLACE INTO push_due (push_id, game_id, kind, ply, tries, due_ms) "
                         "SELECT ?1, ?2, ?3, ?4, ?5, ?6 FROM push WHERE id = ?1",
    [SQL_DELAY_PUSH_DUE] = "UPDATE push_due SET tries = ?5, due_ms = ?6 WHERE push_id = ?1 "
                           "AND game_id = ?2 AND kind = ?3 AND ply = ?4",
    [SQL_DROP_PUSH_DUE] = "DELETE FROM push_due WHERE push_id = ?1 AND game_id = ?2 "
                          "AND kind = ?3 AND ply = ?4",
    [SQL_ADD_PASSKEY] = "INSERT INTO passkey (id, player_id, algorithm, key, counter, name, "
                        "created_ms, used_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [SQL_USE_PASSKEY] = "UPDATE passkey SET counter = ?3, used_ms = ?4 WHERE id = ?1 "
                        "AND player_id = ?2 AND (counter < ?3 OR (counter = 0 AND ?3 = 0))",
    [SQL_DROP_PASSKEY] = "DELETE FROM passkey WHERE id = ?1 AND player_id = ?2",

    [SQL_PUT_SANCTION] = "INSERT INTO sanction (player_id, mute_ms, ban_ms) "
                         "VALUES (?1, max(?2, 0), max(?3, 0)) ON CONFLICT (player_id) DO UPDATE "
                         "SET mute_ms = iif(?2 < 0, mute_ms, ?2), ban_ms = iif(?3 < 0, ban_ms, ?3)",
    [SQL_ADD_MODERATION] = "INSERT INTO moderation (moderator_id, player_id, action, until_ms, "
                           "reason, at_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_PUT_REPORT] =
        "INSERT INTO report (player_id, sender_id, game_id, kind, text, sent_ms) "
        "SELECT ?1, id, ?3, ?4, ?5, ?6 FROM player WHERE id = ?2 AND (SELECT count(*) FROM report "
        "WHERE sender_id = ?2 "
        "AND closed_ms = 0) < ?7 ON CONFLICT (sender_id, player_id, game_id) "
        "WHERE closed_ms = 0 DO UPDATE SET kind = excluded.kind, text = excluded.text, "
        "sent_ms = excluded.sent_ms",
    [SQL_CLOSE_REPORT] = "UPDATE report SET closed_ms = ?2 WHERE id = ?1 AND closed_ms = 0",
    [SQL_DROP_REPORTS] = "DELETE FROM report WHERE sender_id = ?1 AND closed_ms = 0",

    [SQL_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?1",
    [SQL_GAME_BY_CODE] =
        "SELECT " GAME_COLUMNS " FROM game WHERE code = ?1 AND status = 0 AND code IS NOT NULL",
    [SQL_GAME_TIMES] = "SELECT " LIVE ", ply, moved_ms, times FROM game WHERE id = ?1",
    [SQL_PLAYER] = "SELECT id, name, created_ms, erased_ms, ifnull(mute_ms, 0), ifnull(ban_ms, 0), "
                   "misses, missed_ms, EXISTS (SELECT 1 FROM account WHERE player_id = id) "
                   "FROM player LEFT JOIN sanction ON sanction.player_id = player.id "
                   "WHERE id = ?1",
    [SQL_RATINGS] = "SELECT " RATING_COLUMNS "FROM rating WHERE player_id = ?1",
    [SQL_SESSION] = "SELECT token_hash, player_id, created_ms, seen_ms, agent FROM session "
                    "WHERE token_hash = ?1",
    [SQL_REQUEST] = "SELECT game_id FROM game_request WHERE player_id = ?1 AND request = ?2",
    [SQL_RATED] = "SELECT " RATED_COLUMNS " FROM rated WHERE game_id = ?1",
    /* The condition must be that of the partial index, or SQLite does not use it. */
    [SQL_DISCOUNTS] =
        "SELECT " RATED_COLUMNS ", player0, (SELECT name FROM player WHERE player.id = player0), "
        "player1, (SELECT name FROM player WHERE player.id = player1), winner, reason, ply "
        "FROM rated JOIN game ON game.id = game_id "
        "WHERE discount > 0 AND (at_ms, game_id) < (?1, ?2) "
        "ORDER BY at_ms DESC, game_id DESC LIMIT ?3",
    [SQL_SECRET] = "SELECT value FROM secret WHERE name = ?1",
    [SQL_CHAT] = "SELECT seq, player_id, quick, text, sent_ms FROM chat "
                 "WHERE game_id = ?1 AND channel = ?2 ORDER BY seq DESC LIMIT ?3",
    [SQL_COUNTS] = "SELECT what = 'game', what = 'player', kind, count FROM tally "
                   "WHERE what IN ('game', 'player', 'session')",
    /* The condition must be that of the partial index, or SQLite does not use it. */
    [SQL_LEADERS_BY_RATING] =
        LEADER "WHERE class = ?1 AND " IS_RANKED "AND (counted_rating, player_id) < (?2, ?3) "
               "ORDER BY counted_rating DESC, player_id DESC LIMIT ?4",
    [SQL_LEADERS_BY_WINS] =
        LEADER "WHERE class = ?1 AND counted_wins > 0 AND (counted_wins, player_id) < (?2, ?3) "
               "ORDER BY counted_wins DESC, player_id DESC LIMIT ?4",
    [SQL_LEADERS_PROVISIONAL] =
        LEADER "WHERE class = ?1 AND counted_games > 0 AND counted_deviation > 110.0 "
               "AND (counted_rating, player_id) < (?2, ?3) "
               "ORDER BY counted_rating DESC, player_id DESC LIMIT ?4",
    [SQL_STANDING] = "SELECT ifnull(sum(people), 0), ifnull(sum(iif(place > ?3, people, 0)), 0) "
                     "FROM standing WHERE board = ?1 AND class = ?2",
    [SQL_NEAR_BY_RATING] =
        "SELECT count(*) FROM rating WHERE class = ?1 AND " IS_RANKED "AND counted_rating >= ?2 "
        "AND counted_rating < ?4 AND (counted_rating > ?2 OR player_id > ?3)",
    [SQL_NEAR_BY_WINS] = "SELECT count(*) FROM rating WHERE class = ?1 AND counted_wins = ?2 "
                         "AND player_id > ?3",
    [SQL_RECORD] = "SELECT opponent, seat, opening, games, wins, draws, losses, plies "
                   "FROM record WHERE player_id = ?1",
    [SQL_STREAK] = "SELECT current, best FROM streak WHERE player_id = ?1",
    [SQL_POINTS] = "SELECT id, flags, against, at_ms, rating "
                   "FROM played CROSS JOIN game USING (seq) WHERE player_id = ?1 AND class = ?2 "
                   "AND rating IS NOT NULL "
                   "ORDER BY at_ms DESC, seq DESC LIMIT ?3",
    [SQL_ACCOUNT_BY_PLAYER] = ACCOUNT "WHERE player_id = ?1",
    [SQL_ACCOUNT_BY_LOGIN] = ACCOUNT "WHERE login = ?1",
    [SQL_ACCOUNT_BY_RECOVERY] = ACCOUNT "WHERE recovery = ?1",
    [SQL_SESSIONS] = "SELECT token_hash, player_id, created_ms, seen_ms, agent FROM session "
                     "WHERE player_id = ?1 ORDER BY seen_ms DESC LIMIT ?2",
    [SQL_SAID] =
        "SELECT game_id, channel, seq, quick, text, sent_ms FROM chat WHERE player_id = ?1 "
        "AND (game_id, channel, seq) > (?2, ?3, ?4) ORDER BY game_id, channel, seq LIMIT ?5",
    [SQL_NAME_OWNER] = "SELECT player_id FROM account WHERE skeleton = ?1 UNION ALL "
                       "SELECT player_id FROM account WHERE login_skeleton = ?1 LIMIT 1",
    [SQL_STALE] = "SELECT token_hash, player_id, created_ms, seen_ms, "
                  "EXISTS (SELECT 1 FROM account WHERE account.player_id = session.player_id) "
                  "FROM session WHERE seen_ms < ?1 AND (seen_ms, player_id) > (?2, ?3) "
                  "ORDER BY seen_ms, player_id LIMIT ?4",
    [SQL_AUDIT] = "SELECT id, player_id, at_ms, kind, address FROM audit "
                  "WHERE id < ?2 AND ?1 = 0 ORDER BY id DESC LIMIT ?3",
    [SQL_AUDIT_OF] = "SELECT id, player_id, at_ms, kind, address FROM audit "
                     "WHERE player_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3",
    [SQL_DEVICES] = "SELECT hash, seen_ms FROM device WHERE player_id = ?1 "
                    "ORDER BY seen_ms DESC, hash LIMIT ?2",
    [SQL_PUSH] = PUSH "WHERE id = ?1",
    [SQL_PUSHES] = PUSH "WHERE player_id = ?1 ORDER BY id LIMIT ?2",
    [SQL_PUSHES_DUE] = "SELECT push_id, game_id, kind, ply, tries, due_ms FROM push_due "
                       "WHERE due_ms <= ?1 ORDER BY due_ms LIMIT ?2",
    /* Oldest first, so that none waits forever. */
    [SQL_REPORTS] = "SELECT id, player_id, sender_id, game_id, kind, text, sent_ms, " NAME_OF(
        "player_id") ", " NAME_OF("sender_id") " FROM report WHERE closed_ms = 0 AND id > ?1 ORDER "
                                               "BY id LIMIT ?2",
    [SQL_MODERATIONS] = MODERATION "WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
    [SQL_MODERATIONS_OF] = MODERATION "WHERE player_id = ?3 AND id < ?1 ORDER BY id DESC LIMIT ?2",
    [SQL_PASSKEY] = PASSKEY "WHERE id = ?1",
    [SQL_PASSKEYS] = PASSKEY "WHERE player_id = ?1 ORDER BY created_ms LIMIT ?2",
    [SQL_WAITING] = "SELECT player_id, board, clock_kind, initial_ms, increment_ms, is_rated, "
                    "network, since_ms FROM queue WHERE player_id = ?1",
    [SQL_MANY_NAMESAKES] = "SELECT 1 FROM player WHERE " NAMED_FIRST "LIMIT 1 OFFSET 2000",
    [SQL_DONE_AGAINST_FEW] =
        PLAYED "AND against IN (SELECT id FROM player WHERE " NAMED ") " PLAYED_ORDER,
    [SQL_QUEUE] = "SELECT player_id, board, clock_kind, initial_ms, increment_ms, is_rated, "
                  "network, since_ms FROM queue WHERE (since_ms, player_id) > (?1, ?2) "
                  "ORDER BY since_ms, player_id LIMIT ?3",

    /* ?1: the player or the time; ?2, ?3: the cursor; ?4: the number of rows. */
    [SQL_LISTS + STORE_RUNNING] = LISTED "WHERE status < 2 AND seq > ?3 ORDER BY seq LIMIT ?4",
    [SQL_LISTS + STORE_PUBLIC] = LISTED "WHERE status = 1 AND flags & 4 AND seq < ?3 " NEWEST_FIRST,
    [SQL_LISTS + STORE_DUE] =
        LISTED "WHERE status < 2 AND deadline_ms > 0 AND deadline_ms <= ?1 "
               "AND (deadline_ms, seq) > (?2, ?3) ORDER BY deadline_ms, seq LIMIT ?4",
    [SQL_LISTS + STORE_DONE] = LISTED "WHERE " DONE LAST_FINISHED_FIRST,
    [SQL_LISTS + STORE_PLAYER_RUNNING] =
        LISTED "WHERE player0 = ?1 AND " RUNNING OTHER_SEAT RUNNING NEWEST_FIRST,
    /* Who is to move is in the live row, which sqlite_list.c decodes; of 500 games at most, or one request could take
     * long. */
    [SQL_LISTS + STORE_PLAYER_TO_MOVE] =
        LISTED "WHERE player0 = ?1 AND status = 1 AND " RUNNING OTHER_SEAT "status = 1 AND " RUNNING
               "ORDER BY seq DESC LIMIT 500",
    /* ?5 to ?10: the filter. */
    [SQL_LISTS + STORE_PLAYER_DONE] = PLAYED
    "AND (?9 = '' OR (SELECT " NAMED "FROM player WHERE player.id = against)) " PLAYED_ORDER,
};
