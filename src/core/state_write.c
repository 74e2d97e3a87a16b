#include "core/state_writer.h"

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

static void write_last_move(ff_text *out, const ff_state *state)
{
    struct state_last_move last;
    if (!state_last_move(&last, state))
        return;
    text_put(out, ",\"lastMove\":{");
    writer_int(out, "row", last.row);
    text_char(out, ',');
    writer_int(out, "column", last.column);
    text_char(out, ',');
    writer_text(out, "player", state->players[last.seat].id);
    text_char(out, '}');
}

static void write_metadata(ff_text *out, const ff_state *state)
{
    writer_board(out, &state->game.position);
    write_last_move(out, state);
    text_put(out, ",\"size\":\"");
    (void)ff_board_write(out, state->game.position.rules->board);
    text_char(out, '"');
    if (state->game.first == 0) {
        text_put(out, ",\"moves\":\"");
        (void)ff_game_write(out, &state->game, false);
        text_char(out, '"');
    }
}

ff_err ff_state_write_json(ff_text *out, const ff_state *state)
{
    const struct writer_facts facts = {ff_state_current_player(state), ff_state_version(state),
                                       ff_state_phase(state), ff_state_winner(state)};
    writer_open(out, state, &facts);
    write_metadata(out, state);
    writer_close(out, state, &facts);
    return text_result(out);
}

ff_err ff_move_write_json(ff_text *out, ff_move move)
{
    text_put(out, "{\"action\":\"drop\",\"parameters\":{");
    writer_int(out, "column", move.column);
    text_put(out, "}}");
    return text_result(out);
}
