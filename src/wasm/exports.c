#include "wasm/exports.h"

#include "core/moment.h"
#include "core/state.h"
#include "core/text.h"
#include "wasm/module.h"

static ff_rules rules;
static ff_state state;
static int64_t now_ms;
static int fault;

static void begin(const ff_game *game)
{
    static const ff_player players[FF_PLAYERS] = {{"player-1", "Player 1"},
                                                  {"player-2", "Player 2"}};
    ff_setup setup = {"game", players, FF_PLAYERS, &rules, now_ms};
    (void)ff_connect_four.initialise(&state, &setup);
    state.game = *game;
    fault = -1;
}

/* A classic game exists before the first request, so no call finds a board without rules. */
static ff_state *current(void)
{
    if (!state.game.position.rules) {
        (void)ff_rules_init(&rules, ff_classic);
        ff_game game = ff_game_start(&rules);
        begin(&game);
    }
    return &state;
}

const ff_game *wasm_game(void)
{
    return &current()->game;
}

const ff_position *wasm_position(void)
{
    return &current()->game.position;
}

static int fail(ff_err err, size_t at)
{
    fault = at == SIZE_MAX ? -1 : (int)at;
    return (int)err;
}

int ff_wasm_new(int len)
{
    ff_board board;
    ff_err err =
        wasm_is_in_buffer(len) ? ff_board_read(&board, wasm_buffer, (size_t)len) : FF_E_BOARD_TEXT;
    if (err)
        return fail(err, SIZE_MAX);
    (void)ff_rules_init(&rules, board);
    ff_game game = ff_game_start(&rules);
    begin(&game);
    return FF_OK;
}

int ff_wasm_open(int len)
{
    size_t at = SIZE_MAX;
    ff_game game;
    if (!wasm_is_in_buffer(len))
        return fail(FF_E_LETTER, at);
    ff_err err = ff_notation_read(&game, &rules, wasm_buffer, (size_t)len, &at);
    if (err)
        return fail(err, at);
    begin(&game);
    return FF_OK;
}

int ff_wasm_read_state(int len)
{
    size_t at = SIZE_MAX;
    if (!wasm_is_in_buffer(len))
        return fail(FF_E_JSON_SIZE, at);
    ff_err err = ff_state_read_json(&state, &rules, wasm_buffer, (size_t)len, &at);
    return fail(err, err ? at : SIZE_MAX);
}

int ff_wasm_fault(void)
{
    return fault;
}

int ff_wasm_set_name(int seat, int len)
{
    bool is_seat = seat >= 0 && seat < current()->player_count;
    ff_player player;
    if (!is_seat || !wasm_is_in_buffer(len) || len > FF_NAME_MAX)
        return is_seat ? FF_E_NAME : FF_E_PLAYERS;
    player = state.players[seat];
    for (int i = 0; i < len; i++)
        player.name[i] = wasm_buffer[i];
    player.name[len] = '\0';
    ff_err err = state_check_player(&player);
    if (err || text_length(player.name) != (size_t)len) /* a name has no zero byte inside */
        return FF_E_NAME;
    state.players[seat] = player;
    return FF_OK;
}

int ff_wasm_set_now(double ms)
{
    if (!(ms >= 0) || !moment_is_valid((int64_t)ms))
        return FF_E_TIME;
    now_ms = (int64_t)ms;
    return FF_OK;
}

int ff_wasm_drop(int column)
{
    ff_state *s = current();
    if (ff_state_phase(s) == FF_WAITING)
        return FF_E_MOVE;
    ff_err err = ff_game_drop(&s->game, column);
    if (!err && now_ms > s->updated_ms)
        s->updated_ms = now_ms;
    return (int)err;
}

int ff_wasm_validate(int len, int column)
{
    char id[FF_ID_MAX + 1] = "";
    bool can_be_id = len >= 0 && len <= FF_ID_MAX; /* a longer one names nobody */
    for (int i = 0; can_be_id && i < len; i++)
        id[i] = wasm_buffer[i];
    return wasm_put(ff_connect_four.validate(current(), id, (ff_move){column}).error);
}

int ff_wasm_undo(void)
{
    return (int)ff_game_undo(&current()->game);
}

int ff_wasm_redo(void)
{
    return (int)ff_game_redo(&current()->game);
}

int ff_wasm_seek(int ply)
{
    return (int)ff_game_seek(&current()->game, ply);
}

int ff_wasm_column_read(int letter)
{
    return letter > 0 && letter < 128 ? ff_column_read(wasm_position()->rules, (char)letter) : -1;
}

int ff_wasm_status_text(void)
{
    const ff_state *s = current();
    const char *names[FF_PLAYERS] = {NULL, NULL};
    for (int i = 0; i < s->player_count; i++)
        names[i] = s->players[i].name;
    ff_text text = ff_text_on(wasm_buffer, sizeof wasm_buffer);
    return wasm_written(&text, ff_status_write(&text, &s->game.position, names));
}

int ff_wasm_svg(void)
{
    ff_text text = ff_text_on(wasm_buffer, sizeof wasm_buffer);
    return wasm_written(&text, ff_connect_four.render(&text, current()));
}

int ff_wasm_write_state(void)
{
    ff_text text = ff_text_on(wasm_buffer, sizeof wasm_buffer);
    return wasm_written(&text, ff_state_write_json(&text, current()));
}

uint64_t ff_wasm_perft(int depth)
{
    return ff_perft(wasm_position(), depth);
}
