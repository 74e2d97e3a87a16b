/* Reads a game of any variant from JSON. Its moves are played again, and everything that follows from
 * them is compared with them. */
#include "core/state_reader.h"
#include "core/variant.h"
#include "core/variant_state.h"

enum { MOVES_TEXT = 2 * FF_PLIES_MAX };

struct variant_reader {
    struct reader base;
    ff_variant_rules rules;
    ff_variant_game game;
};

static ff_err read_name(struct reader *r, ff_variant *out)
{
    char name[JSON_KEY_MAX + 1];
    if (!reader_is_given(&r->j, &r->meta[META_VARIANT]))
        return FF_OK;
    if (json_pass_string(&r->j, name, JSON_KEY_MAX))
        return FF_E_VARIANT;
    return ff_variant_read(out, name, text_length(name));
}

static ff_err read_rules(struct variant_reader *v)
{
    struct reader *r = &v->base;
    ff_variant variant = FF_STANDARD;
    bool has_pie = false;
    ff_err err = read_name(r, &variant);
    if (!err && reader_is_given(&r->j, &r->meta[META_PIE]))
        err = json_bool(&r->j, &has_pie);
    ff_board board = ff_variant_board(variant);
    if (!err)
        err = reader_size(r, &board);
    return err ? err : ff_variant_rules_init(&v->rules, variant, board, has_pie);
}

static ff_err read_moves(struct variant_reader *v)
{
    struct reader *r = &v->base;
    char moves[MOVES_TEXT + 1];
    if (!reader_is_given(&r->j, &r->meta[META_MOVES]))
        return FF_E_JSON_MISSING;
    if (json_pass_string(&r->j, moves, MOVES_TEXT) ||
        ff_variant_moves_read(&v->game, &v->rules, moves, text_length(moves), NULL))
        return FF_E_MOVES;
    return FF_OK;
}

static ff_err read_board(struct variant_reader *v)
{
    ff_color cells[FF_CELLS_MAX];
    const ff_position *board = &v->game.position.board;
    ff_err err = reader_cells(&v->base, board->rules, cells);
    for (int cell = 0; !err && cell < board->rules->cells; cell++)
        if (cells[cell] != ff_position_cell(board, cell))
            err = FF_E_MOVES;
    return err;
}

enum { LAST_ACTION, LAST_ROW, LAST_COLUMN, LAST_PLAYER, LAST_COUNT };

/* Whether a number is given exactly if it is wanted (>= 0), and is the one wanted. */
static bool number_fits(struct json *j, const struct json_field *field, int wanted)
{
    int number;
    if (!reader_is_given(j, field))
        return wanted < 0;
    return !json_int(j, &number) && number == wanted;
}

static bool word_fits(struct json *j, const struct json_field *field, const char *wanted)
{
    char word[FF_ID_MAX + 1];
    j->at = field->at;
    return !json_pass_string(j, word, FF_ID_MAX) && text_equal(word, wanted);
}

static bool action_fits(struct json *j, const struct json_field *field, ff_action wanted)
{
    if (!reader_is_given(j, field))
        return wanted == FF_DROP;
    return word_fits(j, field, ff_action_name(wanted));
}

static ff_err read_last_move(struct variant_reader *v)
{
    struct json_field fields[LAST_COUNT] = {
        {"action", false, 0}, {"row", false, 0}, {"column", false, 0}, {"player", true, 0}};
    struct json *j = &v->base.j;
    struct variant_last_move last;
    if (!reader_is_given(j, &v->base.meta[META_LAST]))
        return FF_OK;
    ff_err err = json_pass_object(j, fields, LAST_COUNT);
    if (err)
        return err;
    j->at = v->base.meta[META_LAST].at;
    bool fits = variant_last_move(&last, &v->game) &&
                action_fits(j, &fields[LAST_ACTION], last.action) &&
                number_fits(j, &fields[LAST_ROW], last.row) &&
                number_fits(j, &fields[LAST_COLUMN], last.column) &&
                word_fits(j, &fields[LAST_PLAYER], v->base.state.players[last.player].id);
    return fits ? FF_OK : FF_E_LAST_MOVE;
}

/* What follows from the moves. The players must be known. */
static ff_err read_facts(struct variant_reader *v)
{
    const ff_variant_state state = {.seats = v->base.state, .game = v->game};
    int version = v->game.position.board.ply;
    ff_err err = reader_status(&v->base, ff_variant_state_phase(&state), version);
    if (!err)
        err = read_last_move(v);
    if (!err)
        err = reader_turn(&v->base, ff_variant_state_current_player(&state), version);
    return err ? err : reader_winner(&v->base, ff_variant_state_winner(&state));
}

static ff_err read_game(struct variant_reader *v)
{
    ff_err err = read_rules(v);
    if (!err)
        err = read_moves(v);
    if (!err)
        err = read_board(v);
    return err ? err : read_facts(v);
}

ff_err ff_variant_state_read_json(ff_variant_state *out, ff_variant_rules *rules, const char *json,
                                  size_t len, size_t *at)
{
    struct variant_reader v = {.base = {.j = {json, len, 0}}};
    struct reader *r = &v.base;
    ff_err err = len > FF_STATE_JSON_MAX ? FF_E_JSON_SIZE : reader_fields(r, META_COUNT);
    if (!err)
        err = reader_identity(r);
    if (!err)
        err = reader_players(r);
    if (!err)
        err = read_game(&v);
    if (!err)
        err = reader_moments(r);
    if (err) {
        if (at)
            *at = r->j.at;
        return err;
    }
    *out = (ff_variant_state){.seats = r->state, .game = v.game};
    variant_rebase(&out->game.position, rules);
    *rules = v.rules;
    out->seats.game = ff_game_start(&rules->upright);
    return FF_OK;
}

/* The column is required if the action has one, and otherwise unknown. */
static ff_err read_parameters(struct json *j, ff_action action, int *column)
{
    struct json_field field = {"column", true, 0};
    bool has_column = ff_action_has_column(action);
    ff_err err = json_pass_object(j, &field, has_column);
    *column = 0;
    if (err || !has_column)
        return err;
    j->at = field.at;
    err = json_int(j, column);
    if (err)
        return err;
    return *column >= 0 && *column < FF_COLUMNS_MAX ? FF_OK : FF_E_COLUMN;
}

static ff_err read_action(struct json *j, ff_action *out)
{
    char word[JSON_KEY_MAX + 1];
    if (json_pass_string(j, word, JSON_KEY_MAX))
        return FF_E_NO_ACTION;
    for (int action = 0; action < FF_ACTION_COUNT; action++) {
        if (text_equal(word, ff_action_name((ff_action)action))) {
            *out = (ff_action)action;
            return FF_OK;
        }
    }
    return FF_E_NO_ACTION;
}

ff_err ff_variant_move_read_json(int *out, const char *json, size_t len, size_t *at)
{
    struct json j = {json, len, 0};
    struct json_field fields[] = {{"action", true, 0}, {"parameters", true, 0}};
    ff_action action = FF_DROP;
    int column = 0;
    ff_err err = len > FF_MOVE_JSON_MAX ? FF_E_JSON_SIZE : json_pass_object(&j, fields, 2);
    if (!err)
        err = json_end(&j);
    if (!err) {
        j.at = fields[0].at;
        err = read_action(&j, &action);
    }
    if (!err) {
        j.at = fields[1].at;
        err = read_parameters(&j, action, &column);
    }
    if (!err)
        *out = ff_move_of(action, column);
    else if (at)
        *at = j.at;
    return err;
}
