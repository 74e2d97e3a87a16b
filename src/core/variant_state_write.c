#include "core/state_writer.h"
#include "core/variant_state.h"

static void write_last_move(ff_text *out, const ff_variant_state *state)
{
    struct variant_last_move last;
    if (!variant_last_move(&last, &state->game))
        return;
    text_put(out, ",\"lastMove\":{");
    if (last.action != FF_DROP) {
        writer_text(out, "action", ff_action_name(last.action));
        text_char(out, ',');
    }
    if (last.column >= 0) {
        writer_int(out, "row", last.row);
        text_char(out, ',');
        writer_int(out, "column", last.column);
        text_char(out, ',');
    }
    writer_text(out, "player", state->seats.players[last.player].id);
    text_char(out, '}');
}

static void write_metadata(ff_text *out, const ff_variant_state *state)
{
    const ff_variant_rules *rules = state->game.position.rules;
    writer_board(out, &state->game.position.board);
    write_last_move(out, state);
    text_put(out, ",\"size\":\"");
    (void)ff_board_write(out, rules->upright.board);
    text_put(out, "\",\"moves\":\"");
    (void)ff_variant_game_write(out, &state->game, false);
    text_char(out, '"');
    if (rules->variant != FF_STANDARD) {
        text_char(out, ',');
        writer_text(out, "variant", ff_variant_name((ff_variant)rules->variant));
    }
    if (rules->has_pie)
        text_put(out, ",\"pie\":true");
}

ff_err ff_variant_state_write_json(ff_text *out, const ff_variant_state *state)
{
    const struct writer_facts facts = {
        .turn = ff_variant_state_current_player(state),
        .version = state->game.position.board.ply,
        .phase = ff_variant_state_phase(state),
        .winner = ff_variant_state_winner(state),
    };
    writer_open(out, &state->seats, &facts);
    write_metadata(out, state);
    writer_close(out, &state->seats, &facts);
    return text_result(out);
}

ff_err ff_variant_move_write_json(ff_text *out, int move)
{
    ff_action action = ff_move_action(move);
    if (action == FF_ACTION_COUNT)
        return FF_E_NO_ACTION;
    text_char(out, '{');
    writer_text(out, "action", ff_action_name(action));
    text_put(out, ",\"parameters\":{");
    if (ff_action_has_column(action))
        writer_int(out, "column", ff_move_column(move));
    text_put(out, "}}");
    return text_result(out);
}
