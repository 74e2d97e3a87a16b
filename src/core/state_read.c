/* Reads a state from JSON. Each field has its own step, which first moves the cursor to the field's
 * value: after a failure the cursor shows where. Values that follow from the game are compared with
 * it. */
#include "core/position.h"
#include "core/state_json.h"

enum {
    ROOT_ID,
    ROOT_TYPE,
    ROOT_PLAYERS,
    ROOT_TURN,
    ROOT_STATUS,
    ROOT_WINNER,
    ROOT_METADATA,
    ROOT_VERSION,
    ROOT_CREATED,
    ROOT_UPDATED,
    ROOT_COUNT
};
enum { META_BOARD, META_LAST, META_SIZE, META_MOVES, META_COUNT };

struct reader {
    struct json j;
    struct json_field root[ROOT_COUNT];
    struct json_field meta[META_COUNT];
    ff_rules rules;
    ff_state state;
};

static ff_err read_fields(struct reader *r)
{
    static const char *const root_keys[ROOT_COUNT] = {
        "gameId", "gameType", "players", "currentPlayerIndex", "status",
        "winner", "metadata", "version", "createdAt",          "updatedAt"};
    static const char *const meta_keys[META_COUNT] = {"board", "lastMove", "size", "moves"};
    for (int i = 0; i < ROOT_COUNT; i++)
        r->root[i] = (struct json_field){root_keys[i], true, 0};
    for (int i = 0; i < META_COUNT; i++)
        r->meta[i] = (struct json_field){meta_keys[i], i == META_BOARD, 0};
    ff_err err = json_pass_object(&r->j, r->root, ROOT_COUNT);
    if (!err)
        err = json_end(&r->j);
    if (err)
        return err;
    r->j.at = r->root[ROOT_METADATA].at;
    return json_pass_object(&r->j, r->meta, META_COUNT);
}

/* Moves the cursor to a field's value; false if the field is absent or null. */
static bool field_is_given(struct json *j, const struct json_field *field)
{
    if (field->at == SIZE_MAX)
        return false;
    j->at = field->at;
    return !json_take_null(j);
}

/* The index of a string in a list of names, or -1. */
static int read_choice(struct json *j, const char *const *choices, int count)
{
    char word[JSON_KEY_MAX + 1];
    if (json_pass_string(j, word, JSON_KEY_MAX))
        return -1;
    int i = 0;
    while (i < count && !text_equal(word, choices[i]))
        i++;
    return i < count ? i : -1;
}

static ff_err read_identity(struct reader *r)
{
    r->j.at = r->root[ROOT_TYPE].at;
    if (read_choice(&r->j, &ff_connect_four.type, 1) < 0)
        return FF_E_GAME_TYPE;
    r->j.at = r->root[ROOT_ID].at;
    if (json_pass_string(&r->j, r->state.game_id, FF_ID_MAX) ||
        !text_is_clean(r->state.game_id, FF_ID_MAX))
        return FF_E_ID;
    return FF_OK;
}

static ff_err read_player(struct json *j, ff_player *out)
{
    struct json_field fields[] = {{"id", true, 0}, {"name", true, 0}};
    ff_err err = json_pass_object(j, fields, 2);
    if (err)
        return err;
    size_t end = j->at;
    j->at = fields[0].at;
    if (json_pass_string(j, out->id, FF_ID_MAX))
        return FF_E_ID;
    j->at = fields[1].at;
    if (json_pass_string(j, out->name, FF_NAME_MAX))
        return FF_E_NAME;
    j->at = end;
    return state_check_player(out);
}

static ff_err read_players(struct reader *r)
{
    r->j.at = r->root[ROOT_PLAYERS].at;
    if (!json_take(&r->j, '['))
        return FF_E_JSON_TYPE;
    if (json_take(&r->j, ']'))
        return FF_OK;
    do {
        ff_player player;
        ff_err err = read_player(&r->j, &player);
        if (err)
            return err;
        if (r->state.player_count == FF_PLAYERS || state_has_id(&r->state, player.id))
            return FF_E_PLAYERS;
        r->state.players[r->state.player_count++] = player;
    } while (json_take(&r->j, ','));
    return FF_OK; /* cannot fail: json_skip has checked the brackets */
}

static ff_err read_size(struct reader *r)
{
    ff_board board = ff_classic;
    if (field_is_given(&r->j, &r->meta[META_SIZE])) {
        char size[FF_BOARD_TEXT_MAX + 1];
        if (json_pass_string(&r->j, size, FF_BOARD_TEXT_MAX))
            return FF_E_BOARD_TEXT;
        ff_err err = ff_board_read(&board, size, text_length(size));
        if (err)
            return err;
    }
    return ff_rules_init(&r->rules, board);
}

static ff_err read_cell(struct json *j, ff_color *out)
{
    if (json_take_null(j)) {
        *out = FF_NONE;
        return FF_OK;
    }
    int color = read_choice(j, state_color_names, 2);
    if (color < 0)
        return FF_E_CELL;
    *out = (ff_color)color;
    return FF_OK;
}

static ff_err read_row(struct reader *r, ff_color *cells, int first)
{
    for (int i = 0; i < r->rules.board.width; i++) {
        if (!json_take(&r->j, i ? ',' : '['))
            return FF_E_BOARD_SHAPE;
        ff_err err = read_cell(&r->j, &cells[state_cell_shown_at(&r->rules, first + i)]);
        if (err)
            return err;
    }
    return json_take(&r->j, ']') ? FF_OK : FF_E_BOARD_SHAPE;
}

static ff_err read_layer(struct reader *r, ff_color *cells, int first)
{
    ff_board b = r->rules.board;
    for (int row = 0; row < b.height; row++) {
        if (!json_take(&r->j, row ? ',' : '['))
            return FF_E_BOARD_SHAPE;
        ff_err err = read_row(r, cells, first + row * b.width);
        if (err)
            return err;
    }
    return json_take(&r->j, ']') ? FF_OK : FF_E_BOARD_SHAPE;
}

static ff_err read_cells(struct reader *r, ff_color *cells)
{
    ff_board b = r->rules.board;
    if (b.depth == 1)
        return read_layer(r, cells, 0);
    for (int z = 0; z < b.depth; z++) {
        if (!json_take(&r->j, z ? ',' : '['))
            return FF_E_BOARD_SHAPE;
        ff_err err = read_layer(r, cells, z * b.width * b.height);
        if (err)
            return err;
    }
    return json_take(&r->j, ']') ? FF_OK : FF_E_BOARD_SHAPE;
}

static ff_err read_board(struct reader *r)
{
    ff_color cells[FF_CELLS_MAX];
    ff_position position;
    r->j.at = r->meta[META_BOARD].at;
    ff_err err = read_cells(r, cells);
    if (err)
        return err;
    r->j.at = r->meta[META_BOARD].at;
    err = ff_position_set(&position, &r->rules, cells);
    if (!err)
        r->state.game = ff_game_from(&position);
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
static ff_err read_moves(struct reader *r)
{
    char moves[FF_CELLS_MAX + 1];
    ff_game game;
    if (!field_is_given(&r->j, &r->meta[META_MOVES]))
        return FF_OK;
    if (json_pass_string(&r->j, moves, FF_CELLS_MAX) ||
        ff_game_read(&game, &r->rules, moves, text_length(moves), NULL) ||
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
    if (!field_is_given(&r->j, &r->meta[META_LAST]))
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

static ff_err read_turn(struct reader *r)
{
    int turn, version;
    r->j.at = r->root[ROOT_TURN].at;
    if (json_int(&r->j, &turn) || turn != ff_state_current_player(&r->state))
        return FF_E_TURN;
    r->j.at = r->root[ROOT_VERSION].at;
    if (json_int(&r->j, &version) || version != ff_state_version(&r->state))
        return FF_E_VERSION;
    return FF_OK;
}

static ff_err read_status(struct reader *r)
{
    r->j.at = r->root[ROOT_STATUS].at;
    int phase = read_choice(&r->j, state_phase_names, 3);
    if (phase < 0 || (ff_phase)phase != ff_state_phase(&r->state))
        return FF_E_STATUS;
    if (phase == FF_WAITING && ff_state_version(&r->state) > 0)
        return FF_E_STATUS;
    return FF_OK;
}

static ff_err read_winner(struct reader *r)
{
    char id[FF_ID_MAX + 1];
    const ff_player *winner = ff_state_winner(&r->state);
    if (!field_is_given(&r->j, &r->root[ROOT_WINNER]))
        return winner ? FF_E_WINNER : FF_OK;
    if (json_pass_string(&r->j, id, FF_ID_MAX) || !winner || !text_equal(id, winner->id))
        return FF_E_WINNER;
    return FF_OK;
}

static ff_err read_moment(struct json *j, size_t at, int64_t *out)
{
    char text[MOMENT_TEXT + 1];
    j->at = at;
    if (json_pass_string(j, text, MOMENT_TEXT))
        return FF_E_TIME;
    return moment_read(out, text, text_length(text));
}

static ff_err read_moments(struct reader *r)
{
    ff_err err = read_moment(&r->j, r->root[ROOT_CREATED].at, &r->state.created_ms);
    if (!err)
        err = read_moment(&r->j, r->root[ROOT_UPDATED].at, &r->state.updated_ms);
    if (!err && r->state.updated_ms < r->state.created_ms)
        err = FF_E_TIME;
    return err;
}

ff_err ff_state_read_json(ff_state *out, ff_rules *rules, const char *json, size_t len, size_t *at)
{
    static ff_err (*const steps[])(struct reader *) = {
        read_fields, read_identity,  read_players, read_size,   read_board,  read_moves,
        read_status, read_last_move, read_turn,    read_winner, read_moments};
    struct reader r = {.j = {json, len, 0}};
    ff_err err = len > FF_STATE_JSON_MAX ? FF_E_JSON_SIZE : FF_OK;
    for (size_t i = 0; !err && i < sizeof steps / sizeof *steps; i++)
        err = steps[i](&r);
    if (err) {
        if (at)
            *at = r.j.at;
        return err;
    }
    *rules = r.rules;
    *out = r.state;
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
        err = read_choice(&j, actions, 1) < 0 ? FF_E_ACTION : FF_OK;
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
