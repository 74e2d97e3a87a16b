#include "store/transfer_parts.h"

#define LATEST(column) "coalesce(l." column ", g." column ")"

static const char
    games[] =
        "SELECT " LATEST("offer") ", " LATEST("ply") ", " LATEST("left0_ms") ", " LATEST(
            "left1_ms") ", " LATEST("moved_ms") ", " LATEST("deadline_ms") ", "
                                                                           "CASE WHEN l.ply > 0 "
                                                                           "THEN l.moved_ms ELSE "
                                                                           "g.updated_ms "
                                                                           "END, " LATEST("moves") ", " LATEST(
                                                                               "times") ", g.seq, "
                                                                                        "g.id, "
                                                                                        "g.board, "
                                                                                        "g.code, "
                                                                                        "g.kind0, "
                                                                                        "g.level0, "
                                                                                        "g.style0, "
                                                                                        "g.player0,"
                                                                                        " "
                                                                                        "g."
                                                                                        "network0, "
                                                                                        "g.kind1, "
                                                                                        "g.level1, "
                                                                                        "g.style1, "
                                                                                        "g.player1,"
                                                                                        " g."
                                                                                        "network1, "
                                                                                        "g.clock_"
                                                                                        "kind, "
                                                                                        "g.initial_"
                                                                                        "ms, "
                                                                                        "g."
                                                                                        "increment_"
                                                                                        "ms, "
                                                                                        "g.flags, "
                                                                                        "g.status, "
                                                                                        "g.winner, "
                                                                                        "g.reason, "
                                                                                        "g.rematch_"
                                                                                        "of, "
                                                                                        "g.created_"
                                                                                        "ms, "
                                                                                        "g."
                                                                                        "finished_"
                                                                                        "ms FROM "
                                                                                        "game g "
                                                                                        "LEFT JOIN "
                                                                                        "live l ON "
                                                                                        "l.id = "
                                                                                        "g.id";

/* Only players who wait for a correspondence game may be absent. */
static const char queue[] =
    "SELECT * FROM (SELECT player_id, board, clock_kind, initial_ms, increment_ms, is_rated, "
    "network, since_ms FROM queue UNION ALL SELECT player0, board, clock_kind, initial_ms, "
    "increment_ms, is_rated, 0, since0_ms FROM match UNION ALL SELECT player1, board, clock_kind, "
    "initial_ms, increment_ms, is_rated, 0, since1_ms FROM match) AS waiting WHERE clock_kind = 2";

const struct transfer_table transfer_tables[] = {
    {"player", "id, name, created_ms, misses, missed_ms, erased_ms", "id", NULL, "skeleton"},
    {"game",
     "offer, ply, left0_ms, left1_ms, moved_ms, deadline_ms, updated_ms, moves, times, seq, id, "
     "board, code, kind0, level0, style0, player0, network0, kind1, level1, style1, player1, "
     "network1, clock_kind, initial_ms, increment_ms, flags, status, winner, reason, rematch_of, "
     "created_ms, finished_ms",
     "seq", games, "rematch"},
    {"rating",
     "player_id, class, rating, deviation, volatility, games, wins, draws, losses, updated_ms, "
     "counted_rating, counted_deviation, counted_volatility, counted_games, counted_wins, "
     "counted_draws, counted_losses, counted_ms, recent",
     "player_id, class", NULL, NULL},
    {"session", "token_hash, player_id, created_ms, seen_ms, agent", "token_hash", NULL, NULL},
    {"played", "player_id, at_ms, seq, seat, against, class, result, plies, opening, rating",
     "player_id, at_ms, seq", NULL, NULL},
    {"record", "player_id, opponent, seat, opening, games, wins, draws, losses, plies",
     "player_id, opponent, seat, opening", NULL, NULL},
    {"streak", "player_id, current, best", "player_id", NULL, NULL},
    {"rated", "game_id, class, before0, before1, after0, after1, at_ms, discount, counts",
     "game_id", NULL, NULL},
    {"chat", "game_id, channel, seq, player_id, quick, text, sent_ms", "game_id, channel, seq",
     NULL, NULL},
    {"queue", "player_id, board, clock_kind, initial_ms, increment_ms, is_rated, network, since_ms",
     "player_id", queue, NULL},
    {"game_request", "player_id, request, game_id", "player_id, request", NULL, NULL},
    {"account",
     "player_id, login, password, recovery, created_ms, role, totp, totp_step, skeleton, "
     "login_skeleton",
     "player_id", NULL, NULL},
    {"passkey", "id, player_id, algorithm, key, counter, name, created_ms, used_ms", "id", NULL,
     NULL},
    {"device", "player_id, hash, seen_ms", "player_id, hash", NULL, NULL},
    {"push", "id, endpoint, player_id, token_hash, key, auth, language, created_ms", "id", NULL,
     NULL},
    {"push_due", "push_id, game_id, kind, ply, tries, due_ms", "push_id, game_id", NULL, NULL},
    {"sanction", "player_id, mute_ms, ban_ms", "player_id", NULL, NULL},
    {"report", "id, player_id, sender_id, game_id, kind, text, sent_ms, closed_ms", "id", NULL,
     NULL},
    {"moderation", "id, moderator_id, player_id, action, until_ms, reason, at_ms", "id", NULL,
     NULL},
    {"audit", "id, player_id, at_ms, kind, address", "id", NULL, NULL},
    {"secret", "name, value", "name", NULL, NULL},
};

const int transfer_table_count = sizeof transfer_tables / sizeof *transfer_tables;
const struct transfer_table *const transfer_player = &transfer_tables[0];
const struct transfer_table *const transfer_game = &transfer_tables[1];
