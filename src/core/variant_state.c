/* A game of a variant between two players. Ids, players and times are those of a plain game. */
#include "core/variant_state.h"
#include "core/moment.h"
#include "core/move.h"
#include "core/state.h"
#include "core/text.h"
#include "core/variant.h"

ff_err ff_variant_state_open(ff_variant_state *out, const char *game_id,
                             const ff_variant_rules *rules, int64_t now_ms)
{
    ff_state seats;
    ff_err err = ff_state_open(&seats, game_id, &rules->upright, now_ms);
    if (err)
        return err;
    out->seats = seats;
    out->game = ff_variant_game_start(rules);
    return FF_OK;
}

ff_phase ff_variant_state_phase(const ff_variant_state *state)
{
    if (state->seats.player_count < FF_PLAYERS)
        return FF_WAITING;
    return state->game.position.board.status == FF_PLAYING ? FF_IN_PROGRESS : FF_COMPLETED;
}

int ff_variant_state_current_player(const ff_variant_state *state)
{
    const ff_variant_position *p = &state->game.position;
    return ff_variant_player(p, (ff_color)p->side);
}

const ff_player *ff_variant_state_winner(const ff_variant_state *state)
{
    const ff_variant_position *p = &state->game.position;
    if (p->board.status != FF_WON)
        return NULL;
    return &state->seats.players[ff_variant_player(p, (ff_color)p->winner)];
}

/* The texts of a plain game where it has one; else that of the error. */
const char *variant_fault_text(ff_err err)
{
    switch (err) {
    case FF_E_COLUMN:
        return MOVE_TEXT_COLUMN_RANGE;
    case FF_E_FULL:
        return MOVE_TEXT_COLUMN_FULL;
    case FF_E_OVER:
        return MOVE_TEXT_GAME_OVER;
    case FF_E_NOT_OWN:
        return "Column {column} has no disc of the right colour at its bottom";
    case FF_E_QUIET:
        return "The second disc of a wall may not complete a line in column {column}";
    case FF_E_SAME_COLUMN:
        return "The disc from column {column} goes back into another column";
    default:
        return ff_err_text(err);
    }
}

/* Null if the move is allowed. In the order of move_check. */
static const char *state_refusal(const ff_variant_state *state, const char *player_id, int move)
{
    bool is_seated = state_has_id(&state->seats, player_id);
    int current = ff_variant_state_current_player(state);
    bool is_current = current < state->seats.player_count &&
                      text_equal(state->seats.players[current].id, player_id);
    if (is_seated && !is_current)
        return MOVE_TEXT_NOT_YOUR_TURN;
    ff_err err = ff_variant_can_play(&state->game.position, move);
    if (err)
        return variant_fault_text(err);
    if (!is_seated)
        return MOVE_TEXT_NOT_IN_GAME;
    return state->seats.player_count < FF_PLAYERS ? MOVE_TEXT_GAME_WAITING : NULL;
}

ff_validation ff_variant_state_validate(const ff_variant_state *state, const char *player_id,
                                        int move)
{
    const char *refusal = state_refusal(state, player_id, move);
    int last = state->game.position.board.rules->columns - 1;
    const struct move_detail detail = {ff_move_column(move), last, player_id};
    ff_validation result = {.valid = !refusal};
    ff_text error = ff_text_on(result.error, sizeof result.error);
    move_text_write(&error, refusal ? refusal : "", &detail);
    return result;
}

ff_err ff_variant_state_apply(ff_variant_state *out, const ff_variant_state *state,
                              const char *player_id, int move, int64_t now_ms)
{
    if (state_refusal(state, player_id, move))
        return FF_E_MOVE;
    if (!moment_is_valid(now_ms) || now_ms < state->seats.updated_ms)
        return FF_E_TIME;
    *out = *state;
    (void)ff_variant_game_play(&out->game, move); /* cannot fail: the move was checked */
    out->seats.updated_ms = now_ms;
    return FF_OK;
}

/* Drops lie on top of their column, also after what they did; pops were made in its lowest row. */
bool variant_last_move(struct variant_last_move *out, const ff_variant_game *game)
{
    const ff_variant_position *p = &game->position;
    if (p->board.ply == 0)
        return false;
    int move = game->moves[p->board.ply - 1], column = ff_move_column(move);
    ff_action action = ff_move_action(move);
    bool has_column = ff_action_has_column(action);
    int height = p->board.rules->board.height;
    *out = (struct variant_last_move){
        .action = action,
        .row = !has_column        ? -1
               : action == FF_POP ? height - 1
                                  : height - p->board.height[column],
        .column = has_column ? column : -1,
        .player = action == FF_SWAP ? 1 : ff_variant_player(p, (ff_color)p->mover),
    };
    return true;
}
