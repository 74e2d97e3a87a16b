#include "core/state.h"
#include "core/moment.h"

const char *const state_phase_names[3] = {"waiting", "in_progress", "completed"};

ff_phase ff_state_phase(const ff_state *state)
{
    if (state->player_count < FF_PLAYERS)
        return FF_WAITING;
    return state->game.position.status == FF_PLAYING ? FF_IN_PROGRESS : FF_COMPLETED;
}

int ff_state_current_player(const ff_state *state)
{
    int ply = state->game.position.ply;
    return ff_state_phase(state) == FF_COMPLETED ? (ply - 1) % 2 : ply % 2;
}

int ff_state_version(const ff_state *state)
{
    return state->game.position.ply;
}

const ff_player *ff_state_winner(const ff_state *state)
{
    ff_color winner = ff_position_winner(&state->game.position);
    return winner == FF_NONE ? NULL : &state->players[winner];
}

ff_err state_check_player(const ff_player *player)
{
    if (!text_is_clean(player->id, FF_ID_MAX))
        return FF_E_ID;
    return text_is_clean(player->name, FF_NAME_MAX) ? FF_OK : FF_E_NAME;
}

static int state_seat(const ff_state *state, const char *player_id)
{
    for (int i = 0; i < state->player_count; i++)
        if (text_equal(state->players[i].id, player_id))
            return i;
    return -1;
}

bool state_has_id(const ff_state *state, const char *player_id)
{
    return state_seat(state, player_id) >= 0;
}

ff_err ff_state_join(ff_state *state, const ff_player *player, int64_t now_ms)
{
    if (state->player_count == FF_PLAYERS)
        return FF_E_SEATED;
    ff_err err = state_check_player(player);
    if (err)
        return err;
    if (state_has_id(state, player->id))
        return FF_E_PLAYERS;
    if (!moment_is_valid(now_ms) || now_ms < state->updated_ms)
        return FF_E_TIME;
    state->players[state->player_count++] = *player;
    state->updated_ms = now_ms;
    return FF_OK;
}

ff_err ff_state_open(ff_state *out, const char *game_id, const ff_rules *rules, int64_t now_ms)
{
    ff_state state = {.game = ff_game_start(rules), .created_ms = now_ms, .updated_ms = now_ms};
    if (!text_is_clean(game_id, FF_ID_MAX))
        return FF_E_ID;
    if (!moment_is_valid(now_ms))
        return FF_E_TIME;
    (void)text_copy(state.game_id, FF_ID_MAX, game_id);
    *out = state;
    return FF_OK;
}

static ff_err state_initialise(ff_state *out, const ff_setup *setup)
{
    ff_state state;
    if (setup->player_count != FF_PLAYERS)
        return FF_E_PLAYERS;
    ff_err err = ff_state_open(&state, setup->game_id, setup->rules, setup->now_ms);
    for (int i = 0; !err && i < FF_PLAYERS; i++)
        err = ff_state_join(&state, &setup->players[i], setup->now_ms);
    if (!err)
        *out = state;
    return err;
}

static void refuse_column_range(ff_text *error, const ff_rules *rules)
{
    text_put(error, "Column must be between 0 and ");
    text_int(error, rules->columns - 1);
}

static void refuse_full(ff_text *error, int column)
{
    text_put(error, "Column ");
    text_int(error, column);
    text_put(error, " is full");
}

static void refuse_stranger(ff_text *error, const char *player_id)
{
    text_put(error, "Player ");
    text_put(error, player_id);
    text_put(error, " is not in this game");
}

/* The order of the checks is part of the contract: the first one that fails gives the text. */
static void state_find_fault(ff_text *error, const ff_state *state, const char *player_id,
                             int column)
{
    const ff_position *p = &state->game.position;
    const ff_rules *rules = p->rules;
    int seat = state_seat(state, player_id);
    if (seat >= 0 && seat != ff_state_current_player(state))
        text_put(error, "It is not your turn");
    else if (column < 0 || column >= rules->columns)
        refuse_column_range(error, rules);
    else if (p->height[column] == rules->board.height)
        refuse_full(error, column);
    else if (p->status != FF_PLAYING)
        text_put(error, "Game is already completed");
    else if (seat < 0)
        refuse_stranger(error, player_id);
    else if (state->player_count < FF_PLAYERS)
        text_put(error, "Game is waiting for players");
}

static ff_validation state_validate(const ff_state *state, const char *player_id, ff_move move)
{
    ff_validation result;
    ff_text error = ff_text_on(result.error, sizeof result.error);
    state_find_fault(&error, state, player_id, move.column);
    result.valid = error.len == 0;
    return result;
}

static ff_err state_apply(ff_state *out, const ff_state *state, const char *player_id, ff_move move,
                          int64_t now_ms)
{
    if (!state_validate(state, player_id, move).valid)
        return FF_E_MOVE;
    if (!moment_is_valid(now_ms) || now_ms < state->updated_ms)
        return FF_E_TIME;
    ff_state next = *state;
    ff_err err = ff_game_drop(&next.game, move.column);
    next.updated_ms = now_ms;
    *out = next;
    return err;
}

static bool state_is_over(const ff_state *state)
{
    return ff_state_phase(state) == FF_COMPLETED;
}

static const char *state_winner_id(const ff_state *state)
{
    const ff_player *winner = ff_state_winner(state);
    return winner ? winner->id : NULL;
}

static ff_err state_render(ff_text *out, const ff_state *state)
{
    const char *names[FF_PLAYERS] = {NULL, NULL};
    for (int i = 0; i < state->player_count; i++)
        names[i] = state->players[i].name;
    return ff_svg_write(out, &state->game.position, names);
}

const ff_plugin ff_connect_four = {
    .type = "connect-four",
    .name = "Connect Four",
    .description = "Drop discs to connect four in a row",
    .players_min = FF_PLAYERS,
    .players_max = FF_PLAYERS,
    .initialise = state_initialise,
    .validate = state_validate,
    .apply = state_apply,
    .is_over = state_is_over,
    .winner = state_winner_id,
    .render = state_render,
};
