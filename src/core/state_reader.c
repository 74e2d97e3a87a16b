#include "core/state_reader.h"

ff_err reader_fields(struct reader *r, int meta_count)
{
    static const char *const root_keys[ROOT_COUNT] = {
        "gameId", "gameType", "players", "currentPlayerIndex", "status",
        "winner", "metadata", "version", "createdAt",          "updatedAt"};
    static const char *const meta_keys[META_COUNT] = {"board", "lastMove", "size",
                                                      "moves", "variant",  "pie"};
    for (int i = 0; i < ROOT_COUNT; i++)
        r->root[i] = (struct json_field){root_keys[i], true, 0};
    for (int i = 0; i < meta_count; i++)
        r->meta[i] = (struct json_field){meta_keys[i], i == META_BOARD, 0};
    ff_err err = json_pass_object(&r->j, r->root, ROOT_COUNT);
    if (!err)
        err = json_end(&r->j);
    if (err)
        return err;
    r->j.at = r->root[ROOT_METADATA].at;
    return json_pass_object(&r->j, r->meta, meta_count);
}

bool reader_is_given(struct json *j, const struct json_field *field)
{
    if (field->at == SIZE_MAX)
        return false;
    j->at = field->at;
    return !json_take_null(j);
}

int reader_choice(struct json *j, const char *const *choices, int count)
{
    char word[JSON_KEY_MAX + 1];
    if (json_pass_string(j, word, JSON_KEY_MAX))
        return -1;
    int i = 0;
    while (i < count && !text_equal(word, choices[i]))
        i++;
    return i < count ? i : -1;
}

ff_err reader_identity(struct reader *r)
{
    r->j.at = r->root[ROOT_TYPE].at;
    if (reader_choice(&r->j, &ff_connect_four.type, 1) < 0)
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

ff_err reader_players(struct reader *r)
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

ff_err reader_size(struct reader *r, ff_board *board)
{
    char size[FF_BOARD_TEXT_MAX + 1];
    if (!reader_is_given(&r->j, &r->meta[META_SIZE]))
        return FF_OK;
    if (json_pass_string(&r->j, size, FF_BOARD_TEXT_MAX))
        return FF_E_BOARD_TEXT;
    return ff_board_read(board, size, text_length(size));
}

static ff_err read_cell(struct json *j, ff_color *out)
{
    if (json_take_null(j)) {
        *out = FF_NONE;
        return FF_OK;
    }
    int color = reader_choice(j, state_color_names, 2);
    if (color < 0)
        return FF_E_CELL;
    *out = (ff_color)color;
    return FF_OK;
}

static ff_err read_row(struct json *j, const ff_rules *rules, ff_color *cells, int first)
{
    for (int i = 0; i < rules->board.width; i++) {
        if (!json_take(j, i ? ',' : '['))
            return FF_E_BOARD_SHAPE;
        ff_err err = read_cell(j, &cells[state_cell_shown_at(rules, first + i)]);
        if (err)
            return err;
    }
    return json_take(j, ']') ? FF_OK : FF_E_BOARD_SHAPE;
}

static ff_err read_layer(struct json *j, const ff_rules *rules, ff_color *cells, int first)
{
    ff_board b = rules->board;
    for (int row = 0; row < b.height; row++) {
        if (!json_take(j, row ? ',' : '['))
            return FF_E_BOARD_SHAPE;
        ff_err err = read_row(j, rules, cells, first + row * b.width);
        if (err)
            return err;
    }
    return json_take(j, ']') ? FF_OK : FF_E_BOARD_SHAPE;
}

static ff_err read_cells(struct json *j, const ff_rules *rules, ff_color *cells)
{
    ff_board b = rules->board;
    if (b.depth == 1)
        return read_layer(j, rules, cells, 0);
    for (int z = 0; z < b.depth; z++) {
        if (!json_take(j, z ? ',' : '['))
            return FF_E_BOARD_SHAPE;
        ff_err err = read_layer(j, rules, cells, z * b.width * b.height);
        if (err)
            return err;
    }
    return json_take(j, ']') ? FF_OK : FF_E_BOARD_SHAPE;
}

ff_err reader_cells(struct reader *r, const ff_rules *rules, ff_color *cells)
{
    r->j.at = r->meta[META_BOARD].at;
    ff_err err = read_cells(&r->j, rules, cells);
    if (!err)
        r->j.at = r->meta[META_BOARD].at;
    return err;
}

ff_err reader_turn(struct reader *r, int turn, int version)
{
    int read;
    r->j.at = r->root[ROOT_TURN].at;
    if (json_int(&r->j, &read) || read != turn)
        return FF_E_TURN;
    r->j.at = r->root[ROOT_VERSION].at;
    if (json_int(&r->j, &read) || read != version)
        return FF_E_VERSION;
    return FF_OK;
}

ff_err reader_status(struct reader *r, ff_phase phase, int version)
{
    r->j.at = r->root[ROOT_STATUS].at;
    int read = reader_choice(&r->j, state_phase_names, 3);
    if (read < 0 || (ff_phase)read != phase)
        return FF_E_STATUS;
    return phase == FF_WAITING && version > 0 ? FF_E_STATUS : FF_OK;
}

ff_err reader_winner(struct reader *r, const ff_player *winner)
{
    char id[FF_ID_MAX + 1];
    if (!reader_is_given(&r->j, &r->root[ROOT_WINNER]))
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

ff_err reader_moments(struct reader *r)
{
    ff_err err = read_moment(&r->j, r->root[ROOT_CREATED].at, &r->state.created_ms);
    if (!err)
        err = read_moment(&r->j, r->root[ROOT_UPDATED].at, &r->state.updated_ms);
    if (!err && r->state.updated_ms < r->state.created_ms)
        err = FF_E_TIME;
    return err;
}
