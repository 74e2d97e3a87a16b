/* The statements that read.
 *
 * A game that is played has a row in `live`, whose columns are newer than those in `game`. Names are read by subqueries: a
 * page has few rows. A condition on an index must repeat its WHERE. */
#include "store/postgres_reads.h"

const char postgres_reader_settings[] = "SET enable_sort = off; SET enable_incremental_sort = off";

#define NAME_OF(id) "(SELECT name FROM player WHERE player.id = " id ")"

/* NULL: none. EXISTS might be planned as a hash of all accounts. */
#define HAS_ACCOUNT(id) "(SELECT true FROM account WHERE account.player_id = " id ")"

#define LAST_SAID(channel)                                      \
    "(SELECT max(chat.seq) FROM chat WHERE chat.game_id = g.id" \
    " AND chat.channel = " channel ")"
#define CHAT_SEQ "greatest(" LAST_SAID("0") ", " LAST_SAID("1") ")"
#define GAME_COLUMNS                                                                             \
    "g.seq, g.id, g.board, g.code, g.kind0, g.level0, g.style0, g.player0, g.network0, "         \
    "g.kind1, g.level1, g.style1, g.player1, g.network1, g.clock_kind, g.initial_ms, "           \
    "g.increment_ms, g.flags, g.status, g.winner, g.reason, coalesce(l.offer, g.offer), "        \
    "coalesce(l.to_move, g.to_move), coalesce(l.ply, g.ply), coalesce(l.left0_ms, g.left0_ms), " \
    "coalesce(l.left1_ms, g.left1_ms), coalesce(l.moved_ms, g.moved_ms), "                       \
    "coalesce(l.deadline_ms, g.deadline_ms), g.rematch_of, g.created_ms, "                       \
    "CASE WHEN l.ply > 0 THEN l.moved_ms ELSE g.updated_ms END, g.finished_ms, "                 \
    "coalesce(l.moves, g.moves), " CHAT_SEQ ", g.rematch, coalesce(l.version, g.version)"
#define NAMES ", " NAME_OF("player0") ", " NAME_OF("player1") " "

/* OFFSET 0 keeps the order of a join. Statistics that call a table empty (an ANALYZE beside the transaction that fills
 * it) would otherwise make the planner begin with that table: it would read all of it for each row of the other. */
#define ROW_OF(table, key, name) \
    "LATERAL (SELECT * FROM " table " WHERE " key " OFFSET 0) AS " name " "
#define EACH(table, key, name) "CROSS JOIN " ROW_OF(table, key, name)
#define EACH_IF_ANY(table, key, name) "LEFT JOIN " ROW_OF(table, key, name) "ON true "

#define GAMES "FROM game g " EACH_IF_ANY("live", "live.id = g.id", "l")
#define LISTED "SELECT " GAME_COLUMNS NAMES GAMES "WHERE "

/* $1: the player or the time; $2, $3: the cursor; $4: the number of rows. */
#define NEWEST_FIRST "ORDER BY seq DESC LIMIT $4"
#define RUNNING "g.status < 2 AND g.seq < $3 "

/* Each seat has its own index; the two results are merged. A player on both seats is in the first. */
#define OF_PLAYER(red, yellow)                                                          \
    "(" LISTED "g.player0 = $1 AND " red RUNNING NEWEST_FIRST ") UNION ALL (" LISTED    \
    "g.player1 = $1 AND g.player0 IS DISTINCT FROM $1 AND " yellow RUNNING NEWEST_FIRST \
    ") " NEWEST_FIRST

/* A player's history; $5 to $8: the filter. */
#define PLAYED                                                                           \
    "SELECT " GAME_COLUMNS NAMES "FROM played p " EACH("game", "game.seq = p.seq", "g")  \
        EACH_IF_ANY("live", "live.id = g.id",                                            \
                    "l") "WHERE p.player_id = $1 "                                       \
                         "AND (p.at_ms, p.seq) < ($2, $3) AND ($5 = 0 OR p.class = $6) " \
                         "AND ($7 = 0 OR p.result = $7) AND ($8 = 0 OR p.against = $8) "
#define PLAYED_ORDER "ORDER BY p.at_ms DESC, p.seq DESC LIMIT $4"

/* Names between $9 and $10 without case, as SQLite's NOCASE: "C" folds ASCII only. */
#define NAMED "lower(name) >= lower($9 COLLATE \"C\") AND lower(name) < lower($10 COLLATE \"C\")"

#define RATING_COLUMNS                                                                      \
    "r.player_id, r.class, r.rating, r.deviation, r.volatility, r.games, r.wins, r.draws, " \
    "r.losses, r.updated_ms, r.counted_rating, r.counted_deviation, r.counted_volatility, " \
    "r.counted_games, r.counted_wins, r.counted_draws, r.counted_losses, r.counted_ms, r.recent"
#define LEADER "SELECT " RATING_COLUMNS ", " NAME_OF("r.player_id") " FROM rating r "
#define IS_RANKED "counted_games > 0 AND counted_deviation <= 110 "
#define BEST_FIRST(key) \
    "AND (" key ", player_id) < ($2, $3) ORDER BY " key " DESC, player_id DESC LIMIT $4"

/* The players on a leaderboard, and those in a higher place; $1: the board, $2: the class, $3: the place. */
#define STANDING                                                                           \
    "coalesce(sum(people), 0)::bigint, coalesce(sum(people) FILTER (WHERE place > $3), 0)" \
    "::bigint"
#define OF_BOARD "FROM standing WHERE board = $1 AND class = $2"

#define RATED_COLUMNS "game_id, at_ms, class, discount, counts, before0, before1, after0, after1"

#define QUEUED                                                                           \
    "SELECT player_id, board, clock_kind, initial_ms, increment_ms, is_rated, network, " \
    "since_ms FROM queue WHERE "

#define CHAT "SELECT game_id, channel, seq, player_id, quick, text, sent_ms FROM chat WHERE "

#define SESSION "SELECT token_hash, player_id, created_ms, seen_ms, "

#define ACCOUNT                                                                        \
    "SELECT player_id, login, password, recovery, created_ms, role, totp, totp_step, " \
    "EXISTS (SELECT FROM passkey WHERE passkey.player_id = account.player_id) "        \
    "FROM account WHERE "

#define AUDIT "SELECT id, player_id, at_ms, kind, address FROM audit WHERE "

#define PASSKEY                                                                              \
    "SELECT id, player_id, algorithm, key, counter, name, created_ms, used_ms FROM passkey " \
    "WHERE "

#define PUSH                                                                                 \
    "SELECT id, endpoint, player_id, token_hash, key, auth, language, created_ms FROM push " \
    "WHERE "

#define AND_NAMES(id, other) ", " NAME_OF(id) ", " NAME_OF(other) " "
#define MODERATION                                                                   \
    "SELECT id, moderator_id, player_id, action, until_ms, reason, at_ms" AND_NAMES( \
        "player_id", "moderator_id") "FROM moderation WHERE "
#define REPORT                                                                 \
    "SELECT id, player_id, sender_id, game_id, kind, text, sent_ms" AND_NAMES( \
        "player_id", "sender_id") "FROM report WHERE "

/* Games that a server must have in memory: service_must_hold in play. */
#define HELD_OF(seat)                                                   \
    "SELECT g.id FROM unnest($1) AS p (id) " EACH(                      \
        "game",                                                         \
        "game." seat " = p.id AND game.status < 2 AND game.status = 1 " \
        "AND (game.flags & 2 = 0 OR game.clock_kind = 1)",              \
        "g")
#define HELD HELD_OF("player0") " UNION ALL " HELD_OF("player1")

#define OF_SIDE_TO_MOVE(red, yellow) "CASE l.to_move WHEN 0 THEN " red " ELSE " yellow " END"
#define KIND_TO_MOVE OF_SIDE_TO_MOVE("g.kind0", "g.kind1")
#define LEFT_TO_MOVE OF_SIDE_TO_MOVE("l.left0_ms", "l.left1_ms")

/* Of a live game. */
#define NOBODY_IS_CONNECTED                                                           \
    "((g.flags & 2) = 0 AND NOT EXISTS (SELECT FROM presence p WHERE p.player_id IN " \
    "(g.player0, g.player1) AND p.node <> 0))"

#define AT(which) [(which)-PG_READS]

const char *const postgres_reads[PG_READS_END - PG_READS] = {
    AT(PG_GAME) = "SELECT " GAME_COLUMNS " " GAMES "WHERE g.id = $1",
    AT(PG_GAME_BY_CODE) = "SELECT " GAME_COLUMNS " " GAMES
                          "WHERE g.code = $1 AND g.status = 0 AND g.code IS NOT NULL",
    AT(PG_GAME_TIMES) = "SELECT coalesce(l.ply, g.ply), coalesce(l.moved_ms, g.moved_ms), "
                        "coalesce(l.times, g.times) " GAMES "WHERE g.id = $1",
    /* One row for each rating, or one without a rating. */
    AT(PG_PLAYER) =
        "SELECT p.id, p.name, p.created_ms, p.erased_ms, s.mute_ms, s.ban_ms, p.misses, "
        "p.missed_ms, " HAS_ACCOUNT(
            "p.id") ", n.node, n.since_ms, " RATING_COLUMNS
                    " FROM player p " EACH_IF_ANY("sanction", "sanction.player_id = p.id", "s")
                        EACH_IF_ANY("presence", "presence.player_id = p.id", "n")
                            EACH_IF_ANY("rating", "rating.player_id = p.id", "r") "WHERE p.id = $1",
    AT(PG_SESSION) = SESSION "agent FROM session WHERE token_hash = $1",
    AT(PG_REQUEST) = "SELECT game_id FROM game_request WHERE player_id = $1 AND request = $2",
    AT(PG_RATED) = "SELECT " RATED_COLUMNS " FROM rated WHERE game_id = $1",
    AT(PG_SECRET) = "SELECT value FROM secret WHERE name = $1",
    AT(PG_COUNTS) = "SELECT what = 'game', what = 'player', kind, count FROM tally "
                    "WHERE what IN ('game', 'player', 'session')",
    AT(PG_WAITING) = QUEUED "player_id = $1",

    AT(PG_LISTS + STORE_RUNNING) = LISTED "g.status < 2 AND g.seq > $3 ORDER BY g.seq LIMIT $4",
    AT(PG_LISTS + STORE_PUBLIC) =
        LISTED "g.status = 1 AND g.flags & 4 <> 0 AND g.seq < $3 " NEWEST_FIRST,
    AT(PG_LISTS + STORE_DUE) =
        LISTED "g.status < 2 AND g.deadline_ms > 0 AND g.deadline_ms <= $1 "
               "AND (g.deadline_ms, g.seq) > ($2, $3) ORDER BY g.deadline_ms, g.seq LIMIT $4",
    AT(PG_LISTS + STORE_DONE) =
        LISTED "g.status BETWEEN 2 AND 3 AND (g.finished_ms, g.seq) < ($2, $3) "
               "ORDER BY g.finished_ms DESC, g.seq DESC LIMIT $4",
    AT(PG_LISTS + STORE_PLAYER_RUNNING) = OF_PLAYER("", ""),
    AT(PG_LISTS + STORE_PLAYER_TO_MOVE) =
        OF_PLAYER("g.status = 1 AND (l.to_move = 0 OR g.player1 = $1) AND ",
                  "g.status = 1 AND l.to_move = 1 AND "),
    AT(PG_LISTS + STORE_PLAYER_DONE) = PLAYED PLAYED_ORDER,
    /* If few players have such a name, their ids are looked up first. If many have, scanning the player's games soon
     * finds one of them. */
    AT(PG_DONE_NAMED) =
        "WITH few AS MATERIALIZED (SELECT id FROM player WHERE " NAMED " LIMIT 2001) " PLAYED
        "AND CASE WHEN (SELECT count(*) FROM few) <= 2000 THEN p.against IN (SELECT id FROM few) "
        "ELSE (SELECT " NAMED " FROM player WHERE player.id = p.against) END " PLAYED_ORDER,
    AT(PG_QUEUE) = QUEUED "(since_ms, player_id) > ($1, $2) ORDER BY since_ms, player_id LIMIT $3",
    AT(PG_CHAT) = CHAT "game_id = $1 AND channel = $2 ORDER BY seq DESC LIMIT $3",
    AT(PG_CHAT_AFTER) = CHAT "game_id = $1 AND channel = $2 AND seq > $4 ORDER BY seq LIMIT $3",
    AT(PG_SAID) = CHAT "player_id = $1 AND (game_id, channel, seq) > ($2, $3, $4) "
                       "ORDER BY game_id, channel, seq LIMIT $5",
    AT(PG_DISCOUNTS) = "SELECT " RATED_COLUMNS NAMES ", player0, player1, winner, reason, ply "
                       "FROM rated " EACH("game", "game.id = rated.game_id",
                                          "g") "WHERE discount > 0 AND (at_ms, game_id) < ($1, $2) "
                                               "ORDER BY at_ms DESC, game_id DESC LIMIT $3",

    AT(PG_LEADERS + STORE_BY_RATING) =
        LEADER "WHERE class = $1 AND " IS_RANKED BEST_FIRST("counted_rating"),
    AT(PG_LEADERS + STORE_BY_WINS) =
        LEADER "WHERE class = $1 AND counted_wins > 0 " BEST_FIRST("counted_wins"),
    AT(PG_LEADERS + STORE_PROVISIONAL) =
        LEADER "WHERE class = $1 AND counted_games > 0 AND counted_deviation > 110 " BEST_FIRST(
            "counted_rating"),
    /* $4, $5: the key and the player; $6: the rating where the next place begins. */
    AT(PG_RANK_BY_RATING) =
        "SELECT " STANDING ", (SELECT count(*) FROM rating WHERE class = $2 AND " IS_RANKED
        "AND counted_rating < $6 AND (counted_rating, player_id) > ($4, $5)) " OF_BOARD,
    AT(PG_RANK_BY_WINS) =
        "SELECT " STANDING ", (SELECT count(*) FROM rating WHERE class = $2 AND counted_wins > 0 "
        "AND counted_wins = $4 AND player_id > $5) " OF_BOARD,
    AT(PG_STANDING) = "SELECT " STANDING ", 0::bigint " OF_BOARD,
    AT(PG_RECORD) = "SELECT current, best, opponent, seat, opening, games, wins, draws, losses, "
                    "plies FROM record LEFT JOIN streak USING (player_id) WHERE player_id = $1",
    AT(PG_POINTS) = "SELECT g.id, g.flags, p.against, p.at_ms, p.rating FROM played p " EACH(
        "game", "game.seq = p.seq",
        "g") "WHERE p.player_id = $1 AND p.class = $2 "
             "AND p.rating IS NOT NULL ORDER BY p.at_ms DESC, p.seq DESC LIMIT $3",

    AT(PG_ACCOUNT + STORE_BY_PLAYER) = ACCOUNT "player_id = $1",
    AT(PG_ACCOUNT + STORE_BY_LOGIN) = ACCOUNT "lower(login) = lower($1 COLLATE \"C\")",
    AT(PG_ACCOUNT + STORE_BY_RECOVERY) = ACCOUNT "recovery = $1",
    AT(PG_NAME_OWNER) = "SELECT player_id FROM account WHERE skeleton = $1 UNION ALL "
                        "SELECT player_id FROM account WHERE login_skeleton = $1 LIMIT 1",
    AT(PG_SESSIONS) = SESSION "agent FROM session WHERE player_id = $1 "
                              "ORDER BY seen_ms DESC, token_hash DESC LIMIT $2",
    AT(PG_STALE) = SESSION HAS_ACCOUNT(
        "session.player_id") " FROM session "
                             "WHERE seen_ms < $1 AND (seen_ms, player_id) > ($2, $3) "
                             "ORDER BY seen_ms, player_id, token_hash LIMIT $4",
    AT(PG_AUDIT) = AUDIT "id < $2 ORDER BY id DESC LIMIT $3",
    AT(PG_AUDIT_OF) = AUDIT "player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
    AT(PG_DEVICES) = "SELECT hash, seen_ms FROM device WHERE player_id = $1 "
                     "ORDER BY seen_ms DESC, hash LIMIT $2",
    AT(PG_PASSKEY) = PASSKEY "id = $1",
    AT(PG_PASSKEYS) = PASSKEY "player_id = $1 ORDER BY created_ms, id LIMIT $2",
    AT(PG_PUSH) = PUSH "id = $1",
    AT(PG_PUSHES) = PUSH "player_id = $1 ORDER BY id LIMIT $2",
    AT(PG_PUSHES_DUE) = "SELECT push_id, game_id, kind, ply, tries, due_ms FROM push_due "
                        "WHERE due_ms <= $1 ORDER BY due_ms, push_id, game_id LIMIT $2",
    /* Oldest first, so that none waits forever. */
    AT(PG_REPORTS) = REPORT "closed_ms = 0 AND id > $1 ORDER BY id LIMIT $2",
    AT(PG_MODERATIONS) = MODERATION "id < $1 ORDER BY id DESC LIMIT $2",
    AT(PG_MODERATIONS_OF) = MODERATION "player_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2",

    AT(PG_LOOK_GAMES) =
        "SELECT held.at FROM unnest($1, $2, $3, $4) AS held (at, id, version, chat_seq) " EACH(
            "game", "game.id = held.id", "g")
            EACH_IF_ANY(
                "live",
                "live.id = held.id",
                "l") "WHERE coalesce(l.version, g.version) <> held.version "
                     "OR EXISTS (SELECT FROM chat WHERE chat.game_id = held.id AND channel = 0 "
                     "AND chat.seq > held.chat_seq) OR EXISTS (SELECT FROM chat "
                     "WHERE chat.game_id = held.id AND channel = 1 AND chat.seq > held.chat_seq)",
    AT(PG_LOOK_PLAYERS) = "SELECT DISTINCT id FROM (" HELD ") AS their "
                          "WHERE (id IN (SELECT unnest($2))) IS NOT TRUE LIMIT $3",
    AT(PG_STAMPS) =
        "SELECT held.at, p.stamp, n.node, n.since_ms "
        "FROM unnest($1, $2) AS held (at, id) " EACH("player", "player.id = held.id", "p")
            EACH_IF_ANY("presence", "presence.player_id = p.id", "n"),
    AT(PG_MATCHES) = "SELECT id, confirmed, player0, player1, since0_ms, since1_ms, network0, "
                     "network1, board, clock_kind, "
                     "initial_ms, increment_ms, is_rated, deadline_ms FROM match "
                     "ORDER BY deadline_ms, id LIMIT $1",
    /* A page of the walk over all running games: an index of clocks would have to change with every move. Every row has the
     * last id of the page, 0 if it is the last page. */
    AT(PG_ORPHANS) =
        "SELECT coalesce(p.last, 0), o.id FROM (SELECT (SELECT id FROM live WHERE id > $1 "
        "ORDER BY id OFFSET $2 - 1 LIMIT 1) AS last) AS p LEFT JOIN (SELECT l.id FROM "
        "(SELECT id, to_move, moved_ms, left0_ms, left1_ms FROM live WHERE id > $1 ORDER BY id "
        "LIMIT $2) AS l " EACH("game", "game.id = l.id",
                               "g") "WHERE (l.moved_ms < $3 AND (" KIND_TO_MOVE
                                    " = 2 OR " NOBODY_IS_CONNECTED ")) "
                                    "OR (g.clock_kind = 1 AND l.moved_ms + " LEFT_TO_MOVE " <= $4) "
                                    "ORDER BY l.id LIMIT $5) AS o ON true",
};
