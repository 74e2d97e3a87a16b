#include "core/state_json.h"

const char *const state_color_names[2] = {"red", "yellow"};

int state_cell_shown_at(const ff_rules *rules, int index)
{
    ff_board b = rules->board;
    int row = index / b.width % b.height, z = index / (b.width * b.height);
    return ff_cell_at(rules, index % b.width, b.height - 1 - row, z);
}

bool state_last_move(struct state_last_move *out, const ff_state *state)
{
    const ff_position *p = &state->game.position;
    if (p->ply == state->game.first)
        return false;
    int column = state->game.moves[p->ply - 1];
    *out = (struct state_last_move){p->rules->board.height - p->height[column], column,
                                    (p->ply - 1) % 2};
    return true;
}

static void write_key(ff_text *out, const char *key)
{
    json_put_string(out, key);
    text_char(out, ':');
}

static void write_pair(ff_text *out, const char *key, const char *value)
{
    write_key(out, key);
    json_put_string(out, value);
}

static void write_number(ff_text *out, const char *key, int value)
{
    write_key(out, key);
    text_int(out, value);
}

static void write_players(ff_text *out, const ff_state *state)
{
    text_put(out, "\"players\":[");
    for (int i = 0; i < state->player_count; i++) {
        text_put(out, i ? ",{" : "{");
        write_pair(out, "id", state->players[i].id);
        text_char(out, ',');
        write_pair(out, "name", state->players[i].name);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void write_cell(ff_text *out, ff_color color)
{
    if (color == FF_NONE)
        text_put(out, "null");
    else
        json_put_string(out, state_color_names[color]);
}

/* Rows from the top. Deep boards have one more level of arrays, one for each layer. */
static void write_board(ff_text *out, const ff_position *p)
{
    ff_board b = p->rules->board;
    text_put(out, b.depth > 1 ? "\"board\":[[[" : "\"board\":[[");
    for (int i = 0; i < p->rules->cells; i++) {
        if (i && i % (b.width * b.height) == 0)
            text_put(out, "]],[[");
        else if (i && i % b.width == 0)
            text_put(out, "],[");
        else if (i)
            text_char(out, ',');
        write_cell(out, ff_position_cell(p, state_cell_shown_at(p->rules, i)));
    }
    text_put(out, b.depth > 1 ? "]]]" : "]]");
}

static void write_last_move(ff_text *out, const ff_state *state)
{
    struct state_last_move last;
    if (!state_last_move(&last, state))
        return;
    text_put(out, ",\"lastMove\":{");
    write_number(out, "row", last.row);
    text_char(out, ',');
    write_number(out, "column", last.column);
    text_char(out, ',');
    write_pair(out, "player", state->players[last.seat].id);
    text_char(out, '}');
}

static void write_metadata(ff_text *out, const ff_state *state)
{
    text_put(out, "\"metadata\":{");
    write_board(out, &state->game.position);
    write_last_move(out, state);
    text_put(out, ",\"size\":\"");
    (void)ff_board_write(out, state->game.position.rules->board);
    text_char(out, '"');
    if (state->game.first == 0) {
        text_put(out, ",\"moves\":\"");
        (void)ff_game_write(out, &state->game, false);
        text_char(out, '"');
    }
    text_char(out, '}');
}

static void write_winner(ff_text *out, const ff_state *state)
{
    const ff_player *winner = ff_state_winner(state);
    write_key(out, "winner");
    if (winner)
        json_put_string(out, winner->id);
    else
        text_put(out, "null");
}

static void write_moment(ff_text *out, const char *key, int64_t ms)
{
    write_key(out, key);
    text_char(out, '"');
    moment_write(out, ms);
    text_char(out, '"');
}

ff_err ff_state_write_json(ff_text *out, const ff_state *state)
{
    text_char(out, '{');
    write_pair(out, "gameId", state->game_id);
    text_char(out, ',');
    write_pair(out, "gameType", ff_connect_four.type);
    text_char(out, ',');
    write_players(out, state);
    text_char(out, ',');
    write_number(out, "currentPlayerIndex", ff_state_current_player(state));
    text_char(out, ',');
    write_pair(out, "status", state_phase_names[ff_state_phase(state)]);
    text_char(out, ',');
    write_winner(out, state);
    text_char(out, ',');
    write_metadata(out, state);
    text_char(out, ',');
    write_number(out, "version", ff_state_version(state));
    text_char(out, ',');
    write_moment(out, "createdAt", state->created_ms);
    text_char(out, ',');
    write_moment(out, "updatedAt", state->updated_ms);
    text_char(out, '}');
    return text_result(out);
}

ff_err ff_move_write_json(ff_text *out, ff_move move)
{
    text_put(out, "{\"action\":\"drop\",\"parameters\":{");
    write_number(out, "column", move.column);
    text_put(out, "}}");
    return text_result(out);
}
