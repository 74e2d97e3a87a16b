/* Reads a plain game from JSON. Values that follow from the game are compared with it. */
#include "core/position.h"
#include "core/state_reader.h"

struct game_reader {
    struct reader base;
    ff_rules rules;
};

static ff_err read_rules(struct game_reader *g)
{
    ff_board board = ff_classic;
    ff_err err = reader_size(&g->base, &board);
    return err ? err : ff_rules_init(&g->rules, board);
}

static ff_err read_board(struct game_reader *g)
{
    ff_color cells[FF_CELLS_MAX];
    ff_position position;
    ff_err err = reader_cells(&g->base, &g->rules, cells);
    if (!err)
        err = ff_position_set(&position, &g->rules, cells);
    if (!err)
        g->base.state.game = ff_game_from(&position);
    return err;
}

static bool positions_are_equal(const ff_position *a, const ff_position *b)
{
    for (int cell = 0; cell < a->rules->cells; cell++)
        if (ff_position_cell(a, cell) != ff_position_cell(b, cell))
            return false;
    return true;
}

/* If the moves are given, they replace the game that was set up from the board. */
static ff_err read_moves(struct game_reader *g)
{
    struct reader *r = &g->base;
    char moves[FF_CELLS_MAX + 1];
    ff_game game;
    if (!reader_is_given(&r->j, &r->meta[META_MOVES]))
        return FF_OK;
    if (json_pass_string(&r->j, moves, FF_CELLS_MAX) ||
        ff_game_read(&game, &g->rules, moves, text_length(moves), NULL) ||
        !positions_are_equal(&game.position, &r->state.game.position))
        return FF_E_MOVES;
    r->state.game = game;
    return FF_OK;
}

/* Without the moves the last one can still be known: before it there was no line. */
static ff_err state_adopt_last_move(ff_state *state, int column)
{
    ff_game *game = &state->game;
    ff_position before = game->position;
    if (game->first == 0 && game->end > 0)
        return game->moves[game->end - 1] == column ? FF_OK : FF_E_LAST_MOVE;
    if (ff_position_lift(&before, column) ||
        position_has_line(&before, ff_position_side_to_move(&before)))
        return FF_E_LAST_MOVE;
    *game = ff_game_from(&before);
    (void)ff_game_drop(game, column); /* cannot fail: the disc was just lifted from this column */
    return FF_OK;
}

static ff_err read_last_move(struct reader *r)
{
    struct json_field fields[] = {{"row", true, 0}, {"column", true, 0}, {"player", true, 0}};
    struct state_last_move last;
    char player[FF_ID_MAX + 1];
    int row, column;
    if (!reader_is_given(&r->j, &r->meta[META_LAST]))
        return FF_OK;
    ff_err err = json_pass_object(&r->j, fields, 3);
    if (err)
        return err;
    r->j.at = fields[0].at;
    if (json_int(&r->j, &row))
        return FF_E_JSON_TYPE;
    r->j.at = fields[1].at;
    if (json_int(&r->j, &column))
        return FF_E_JSON_TYPE;
    r->j.at = fields[2].at;
    if (json_pass_string(&r->j, player, FF_ID_MAX))
        return FF_E_JSON_TYPE;
    err = state_adopt_last_move(&r->state, column);
    if (err)
        return err;
    (void)state_last_move(&last, &r->state); /* its moves are known */
    bool fits = last.row == row && text_equal(r->state.players[last.seat].id, player);
    return fits ? FF_OK : FF_E_LAST_MOVE;
}

/* Everything about the game, in an order in which each step has what it needs. */
static ff_err read_game(struct game_reader *g)
{
    struct reader *r = &g->base;
    const ff_state *state = &r->state;
    ff_err err = read_rules(g);
    if (!err)
        err = read_board(g);
    if (!err)
        err = read_moves(g);
    if (!err)
        err = reader_status(r, ff_state_phase(state), ff_state_version(state));
    if (!err)
        err = read_last_move(r);
    if (!err)
        err = reader_turn(r, ff_state_current_player(state), ff_state_version(state));
    return err ? err : reader_winner(r, ff_state_winner(state));
}

ff_err ff_state_read_json(ff_state *out, ff_rules *rules, const char *json, size_t len, size_t *at)
{
    struct game_reader g = {.base = {.j = {json, len, 0}}};
    struct reader *r = &g.base;
    ff_err err = len > FF_STATE_JSON_MAX ? FF_E_JSON_SIZE : reader_fields(r, META_PLAIN);
    if (!err)
        err = reader_identity(r);
    if (!err)
        err = reader_players(r);
    if (!err)
        err = read_game(&g);
    if (!err)
        err = reader_moments(r);
    if (err) {
        if (at)
            *at = r->j.at;
        return err;
    }
    *rules = g.rules;
    *out = r->state;
    out->game.position.rules = rules;
    return FF_OK;
}

ff_err ff_move_read_json(ff_move *out, const char *json, size_t len, size_t *at)
{
    static const char *const actions[] = {"drop"};
    struct json j = {json, len, 0};
    struct json_field fields[] = {{"action", true, 0}, {"parameters", true, 0}};
    struct json_field parameter = {"column", true, 0};
    ff_err err = len > FF_MOVE_JSON_MAX ? FF_E_JSON_SIZE : json_pass_object(&j, fields, 2);
    if (!err)
        err = json_end(&j);
    if (!err) {
        j.at = fields[0].at;
        err = reader_choice(&j, actions, 1) < 0 ? FF_E_ACTION : FF_OK;
    }
    if (!err) {
        j.at = fields[1].at;
        err = json_pass_object(&j, &parameter, 1);
    }
    if (!err) {
        j.at = parameter.at;
        err = json_int(&j, &out->column);
    }
    if (err && at)
        *at = j.at;
    return err;
}
