#include "api/state_write.h"

#include "api/player_write.h"
#include "api/view_write.h"
#include "core/moment.h"
#include "play/rating.h"
#include "json/pair.h"

static void write_moment(struct json_write *w, int64_t ms)
{
    char text[MOMENT_TEXT + 1];
    ff_text out = ff_text_on(text, sizeof text);
    if (ms <= 0 || !moment_is_valid(ms)) {
        json_write_null(w);
        return;
    }
    moment_write(&out, ms);
    json_write_text(w, text, MOMENT_TEXT);
}

void state_write_moment(struct json_write *w, const char *key, int64_t ms)
{
    pair_name(w, key);
    write_moment(w, ms);
}

/* The id of the player on a seat, or null for ROW_NOBODY. */
static void write_player(struct json_write *w, const char *key, const struct game_view *game,
                         int seat)
{
    char id[FF_ID_MAX + 1] = "";
    if (seat < ROW_SEATS)
        game_view_player(id, &game->seat[seat]);
    pair_text(w, key, *id ? id : NULL);
}

static void write_players(struct json_write *w, const struct game_view *game)
{
    pair_name(w, "players");
    json_write_array(w);
    for (int i = 0; i < ROW_SEATS; i++) {
        if (game->seat[i].kind == SEAT_OPEN)
            continue;
        json_write_object(w);
        write_player(w, "id", game, i);
        pair_text(w, "name", game_view_name(game, i));
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

/* The cells of one layer: an array of rows, the highest first. */
static void write_layer(struct json_write *w, const struct game_view *game, const uint8_t *cells)
{
    static const char *const words[ROW_NOBODY + 1] = {"\"red\"", "\"yellow\"", "null"};
    static const uint8_t lengths[ROW_NOBODY + 1] = {5, 8, 4};
    json_write_array(w);
    for (int row = 0; row < game->board.height; row++) {
        json_write_array(w);
        for (int x = 0; x < game->board.width; x++, cells++)
            json_write_raw(w, words[*cells], lengths[*cells]);
        json_write_array_end(w);
    }
    json_write_array_end(w);
}

static void write_board(struct json_write *w, const struct game_view *game)
{
    int layer = game->board.width * game->board.height;
    pair_name(w, "board");
    if (game->board.depth == 1) {
        write_layer(w, game, game->cells);
        return;
    }
    json_write_array(w);
    for (int z = 0; z < game->board.depth; z++)
        write_layer(w, game, game->cells + z * layer);
    json_write_array_end(w);
}

static void write_last_move(struct json_write *w, const struct game_view *game)
{
    int layer = game->board.width * game->board.height;
    if (game->ply == 0)
        return;
    pair_name(w, "lastMove");
    json_write_object(w);
    if (game->last_action != FF_DROP)
        pair_text(w, "action", ff_action_name((ff_action)game->last_action));
    if (game->last_cell >= 0) {
        pair_int(w, "row", game->last_cell % layer / game->board.width);
        pair_int(w, "column", game->last_column);
    }
    write_player(w, "player", game, game->last_seat);
    json_write_object_end(w);
}

static void write_metadata(struct json_write *w, const struct game_view *game)
{
    char size[ROW_BOARD_SIZE] = "";
    ruleset_write_board(size, &game->rules);
    pair_name(w, "metadata");
    json_write_object(w);
    write_board(w, game);
    write_last_move(w, game);
    pair_text(w, "size", size);
    pair_text(w, "moves", game->moves);
    if (game->rules.variant != FF_STANDARD)
        pair_text(w, "variant", ff_variant_name((ff_variant)game->rules.variant));
    if (game->rules.has_pie)
        pair_bool(w, "pie", true);
    json_write_object_end(w);
}

static void write_fields(struct json_write *w, const struct game_view *game)
{
    view_write_id(w, "gameId", game->id);
    pair_text(w, "gameType", ff_connect_four.type);
    write_players(w, game);
    pair_int(w, "currentPlayerIndex", game->current);
    pair_text(w, "status", game_view_status(game));
    write_player(w, "winner", game, game->winner);
    write_metadata(w, game);
    pair_int(w, "version", game->ply);
    state_write_moment(w, "createdAt", game->created_ms);
    state_write_moment(w, "updatedAt", game->updated_ms);
}

void state_write(struct json_write *w, const struct game_view *game)
{
    json_write_object(w);
    write_fields(w, game);
    json_write_object_end(w);
}

/* What a page shows besides the state. */
static void write_shown(struct json_write *w, const struct game_view *game)
{
    pair_text(w, "reason", game_reason_name(game->status, game->reason));
    pair_bool(w, "rated", game->is_rated);
    state_write_moment(w, "finishedAt", game->finished_ms);
    view_write_clock(w, &game->clock, game->left_ms, game->running, game->is_swapped);
    state_write_moment(w, "deadline", game->deadline_ms);
}

void state_write_shown(struct json_write *w, const struct game_view *game)
{
    json_write_object(w);
    write_fields(w, game);
    write_shown(w, game);
    json_write_object_end(w);
}

/* The board, and what else there is. */
static void write_rules(struct json_write *w, const struct ruleset *rules)
{
    char board[ROW_BOARD_SIZE] = "";
    ruleset_write_board(board, rules);
    pair_text(w, "board", board);
    view_write_rules(w, rules);
}

void state_write_listed(struct json_write *w, const struct game_view *game,
                        const struct game_row *row, const char *result, bool is_own)
{
    json_write_object(w);
    write_fields(w, game);
    write_rules(w, &game->rules);
    pair_text(w, "class", class_name(rating_class_of(&game->rules)));
    pair_text(w, "moves", row->moves);
    pair_int(w, "ply", row->ply);
    pair_text(w, "result", result);
    write_shown(w, game);
    if (is_own && row->status == GAME_WAITING)
        pair_text(w, "code", row->code);
    json_write_object_end(w);
}

void state_write_history(struct json_write *w, const struct game_view *game, const int64_t *at_ms,
                         size_t count)
{
    struct view_move moves[ROW_PLIES_MAX];
    game_view_moves(moves, game);
    json_write_object(w);
    view_write_id(w, "gameId", game->id);
    pair_text(w, "status", game_view_status(game));
    pair_text(w, "reason", game_reason_name(game->status, game->reason));
    pair_int(w, "version", game->ply);
    pair_name(w, "moves");
    json_write_array(w);
    for (size_t i = 0; i < game->ply; i++) {
        json_write_object(w);
        pair_int(w, "version", (int64_t)i + 1);
        if (moves[i].action != FF_DROP)
            pair_text(w, "action", ff_action_name((ff_action)moves[i].action));
        if (ff_action_has_column((ff_action)moves[i].action))
            pair_int(w, "column", moves[i].column);
        write_player(w, "player", game, moves[i].seat);
        if (i < count)
            state_write_moment(w, "at", at_ms[i]);
        json_write_object_end(w);
    }
    json_write_array_end(w);
    json_write_object_end(w);
}

static void write_names(struct json_write *w, const struct game_row *row,
                        const char *const name[ROW_SEATS])
{
    static const char *const sides[ROW_SEATS] = {"X", "O"};
    pair_name(w, "players");
    json_write_object(w);
    for (int i = 0; i < ROW_SEATS; i++) {
        uint8_t kind = row->seat[i].kind;
        pair_text(w, sides[i],
                  kind == SEAT_BOT      ? "Computer"
                  : kind == SEAT_PLAYER ? name[i]
                                        : NULL);
    }
    json_write_object_end(w);
}

void state_write_exported(struct json_write *w, const struct game_row *row,
                          const char *const name[ROW_SEATS], int64_t player_id,
                          const int64_t *at_ms, size_t count)
{
    static const char *const statuses[] = {"waiting", "playing", "win", "draw", "cancelled"};
    json_write_object(w);
    view_write_id(w, "gameId", row->id);
    pair_text(w, "board", row->board);
    write_names(w, row, name);
    view_write_side(w, "youAre", row->seat[0].player_id == player_id ? 0 : 1);
    pair_text(w, "status", statuses[row->status]);
    view_write_side(w, "winner", row->winner);
    pair_text(w, "reason", game_reason_name(row->status, row->reason));
    pair_bool(w, "rated", row->flags & GAME_RATED);
    pair_text(w, "moves", row->moves);
    pair_name(w, "times");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        write_moment(w, at_ms[i]);
    json_write_array_end(w);
    state_write_moment(w, "createdAt", row->created_ms);
    state_write_moment(w, "finishedAt", row->finished_ms);
    json_write_object_end(w);
}
