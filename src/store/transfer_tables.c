#include "store/transfer_parts.h"

/* As many marks as a table has columns. */
#define MARKS_2 "?, ?"
#define MARKS_3 MARKS_2 ", ?"
#define MARKS_5 MARKS_3 ", " MARKS_2
#define MARKS_6 MARKS_5 ", ?"
#define MARKS_7 MARKS_5 ", " MARKS_2
#define MARKS_8 MARKS_5 ", " MARKS_3
#define MARKS_9 MARKS_8 ", ?"
#define MARKS_10 MARKS_9 ", ?"
#define MARKS_19 MARKS_10 ", " MARKS_9
#define MARKS_34 MARKS_19 ", " MARKS_10 ", " MARKS_5

/* `more`: a column that PostgreSQL has besides, after a comma. */
#define TABLE_MORE(table, columns, more, marks, sqlite_select, postgres_select, order)            \
    {                                                                                             \
        table, sqlite_select " ORDER BY " order,                                                  \
            "INSERT INTO " table " (" columns ") VALUES (" marks ")",                             \
            postgres_select " ORDER BY " order, "SELECT " columns more " FROM " table " LIMIT 0", \
            "COPY " table " (" columns more ") FROM STDIN (FORMAT binary)",                       \
            "SELECT count(*) FROM (SELECT FROM " table " LIMIT 1) AS any_row", sizeof(more) > 1   \
    }
#define PLAIN(table, columns) "SELECT " columns " FROM " table
#define TABLE(table, columns, marks, order) \
    TABLE_MORE(table, columns, "", marks, PLAIN(table, columns), PLAIN(table, columns), order)

#define PLAYER_COLUMNS "id, name, created_ms, misses, missed_ms, erased_ms"
#define GAME_COLUMNS                                                                              \
    "offer, to_move, ply, left0_ms, left1_ms, moved_ms, deadline_ms, updated_ms, moves, times, "  \
    "seq, id, "                                                                                   \
    "board, code, kind0, level0, style0, player0, network0, kind1, level1, style1, player1, "     \
    "network1, clock_kind, initial_ms, increment_ms, flags, status, winner, reason, rematch_of, " \
    "created_ms, finished_ms"
#define QUEUE_COLUMNS \
    "player_id, board, clock_kind, initial_ms, increment_ms, is_rated, network, since_ms"

/* The live row is decoded in transfer_sqlite.c. */
#define SQLITE_GAMES \
    "SELECT " GAME_COLUMNS ", (SELECT state FROM live WHERE live.seq = game.seq) FROM game"

#define LATEST(column) "coalesce(l." column ", g." column "), "
#define LATEST_CLOCKS LATEST("left0_ms") LATEST("left1_ms") LATEST("moved_ms") LATEST("deadline_ms")
#define LATEST_UPDATE "CASE WHEN l.ply > 0 THEN l.moved_ms ELSE g.updated_ms END, "
#define LATEST_MOVES LATEST("moves") LATEST("times")
#define LATEST_STATE \
    LATEST("offer") LATEST("to_move") LATEST("ply") LATEST_CLOCKS LATEST_UPDATE LATEST_MOVES
#define POSTGRES_GAMES                                                                    \
    "SELECT " LATEST_STATE                                                                \
    "g.seq, g.id, g.board, g.code, g.kind0, g.level0, g.style0, g.player0, g.network0, "  \
    "g.kind1, g.level1, g.style1, g.player1, g.network1, g.clock_kind, g.initial_ms, "    \
    "g.increment_ms, g.flags, g.status, g.winner, g.reason, g.rematch_of, g.created_ms, " \
    "g.finished_ms FROM game g LEFT JOIN live l ON l.id = g.id"

/* Only players who wait for a correspondence game may be absent. */
#define OFFERED "board, clock_kind, initial_ms, increment_ms, is_rated"
#define WAITING_RED "SELECT player0, " OFFERED ", network0, since0_ms FROM match"
#define WAITING_YELLOW "SELECT player1, " OFFERED ", network1, since1_ms FROM match"
#define WAITING PLAIN("queue", QUEUE_COLUMNS) " UNION ALL " WAITING_RED " UNION ALL " WAITING_YELLOW
#define POSTGRES_QUEUE "SELECT * FROM (" WAITING ") AS waiting WHERE clock_kind = 2"

const struct transfer_table transfer_tables[] = {
    TABLE_MORE("player", PLAYER_COLUMNS, ", skeleton", MARKS_6, PLAIN("player", PLAYER_COLUMNS),
               PLAIN("player", PLAYER_COLUMNS), "id"),
    TABLE_MORE("game", GAME_COLUMNS, ", rematch", MARKS_34, SQLITE_GAMES, POSTGRES_GAMES, "seq"),
    TABLE("rating",
          "player_id, class, rating, deviation, volatility, games, wins, draws, losses, "
          "updated_ms, counted_rating, counted_deviation, counted_volatility, counted_games, "
          "counted_wins, counted_draws, counted_losses, counted_ms, recent",
          MARKS_19, "player_id, class"),
    TABLE("session", "token_hash, player_id, created_ms, seen_ms, agent", MARKS_5, "token_hash"),
    TABLE("played", "player_id, at_ms, seq, seat, against, class, result, plies, opening, rating",
          MARKS_10, "player_id, at_ms, seq"),
    TABLE("record", "player_id, opponent, seat, opening, games, wins, draws, losses, plies",
          MARKS_9, "player_id, opponent, seat, opening"),
    TABLE("streak", "player_id, current, best", MARKS_3, "player_id"),
    TABLE("rated", "game_id, class, before0, before1, after0, after1, at_ms, discount, counts",
          MARKS_9, "game_id"),
    TABLE("chat", "game_id, channel, seq, player_id, quick, text, sent_ms", MARKS_7,
          "game_id, channel, seq"),
    TABLE_MORE("queue", QUEUE_COLUMNS, "", MARKS_8, PLAIN("queue", QUEUE_COLUMNS), POSTGRES_QUEUE,
               "player_id"),
    TABLE("game_request", "player_id, request, game_id", MARKS_3, "player_id, request"),
    TABLE("account",
          "player_id, login, password, recovery, created_ms, role, totp, totp_step, skeleton, "
          "login_skeleton",
          MARKS_10, "player_id"),
    TABLE("passkey", "id, player_id, algorithm, key, counter, name, created_ms, used_ms", MARKS_8,
          "id"),
    TABLE("device", "player_id, hash, seen_ms", MARKS_3, "player_id, hash"),
    TABLE("push", "id, endpoint, player_id, token_hash, key, auth, language, created_ms", MARKS_8,
          "id"),
    TABLE("push_due", "push_id, game_id, kind, ply, tries, due_ms", MARKS_6, "push_id, game_id"),
    TABLE("sanction", "player_id, mute_ms, ban_ms", MARKS_3, "player_id"),
    TABLE("report", "id, player_id, sender_id, game_id, kind, text, sent_ms, closed_ms", MARKS_8,
          "id"),
    TABLE("moderation", "id, moderator_id, player_id, action, until_ms, reason, at_ms", MARKS_7,
          "id"),
    TABLE("audit", "id, player_id, at_ms, kind, address", MARKS_5, "id"),
    TABLE("secret", "name, value", MARKS_2, "name"),
};

const int transfer_table_count = sizeof transfer_tables / sizeof *transfer_tables;
const struct transfer_table *const transfer_player = &transfer_tables[0];
const struct transfer_table *const transfer_game = &transfer_tables[1];
