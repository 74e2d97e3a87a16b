#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/board_view.h"
#include "cli/cli.h"
#include "core/text.h"

enum { VIEW_COLUMNS = 100 };

struct state_request {
    const char *board, *id, *names[FF_PLAYERS], *moves;
    bool wants_json, reads_json;
};

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int state_from_moves(ff_state *state, ff_rules *rules, const struct state_request *request)
{
    static const char *const ids[FF_PLAYERS] = {"player-1", "player-2"};
    static const char *const unnamed[FF_PLAYERS] = {"Player 1", "Player 2"};
    ff_player players[FF_PLAYERS];
    ff_game game;
    int status = cli_game(&game, rules, request->board, request->moves);
    if (status)
        return status;
    for (int i = 0; i < FF_PLAYERS; i++) {
        const char *name = request->names[i] ? request->names[i] : unnamed[i];
        (void)text_copy(players[i].id, FF_ID_MAX, ids[i]);
        if (!text_copy(players[i].name, FF_NAME_MAX, name))
            return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(FF_E_NAME));
    }
    ff_setup setup = {request->id ? request->id : "game", players, FF_PLAYERS, rules, now_ms()};
    ff_err err = ff_connect_four.initialise(state, &setup);
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    state->game = game;
    return 0;
}

static int state_from_stdin(ff_state *state, ff_rules *rules)
{
    static char json[FF_STATE_JSON_MAX + 1]; /* one byte more, to notice a text that is too long */
    size_t at, len = fread(json, 1, sizeof json, stdin);
    if (ferror(stdin))
        return cli_fail(CLI_BAD_INPUT, "cannot read the state from stdin");
    ff_err err = ff_state_read_json(state, rules, json, len, &at);
    if (err)
        return cli_fail(CLI_BAD_INPUT, "state, byte %zu: %s", at + 1, ff_err_text(err));
    return 0;
}

static void say_columns(ff_text *out, const ff_position *p)
{
    uint8_t columns[FF_COLUMNS_MAX] = {0};
    int count = ff_position_moves(p, columns);
    if (!count)
        return;
    text_put(out, "Open columns: ");
    for (int i = 0; i < count; i++)
        text_char(out, ff_column_letter(p->rules, columns[i]));
    text_char(out, '\n');
}

/* Cells as column and row from the bottom: 4.1 5.2 6.3 7.4 */
static void say_lines(ff_text *out, const ff_position *p)
{
    ff_lines lines = ff_position_lines(p);
    for (int i = 0; i < lines.count; i++) {
        text_put(out, "Line:");
        for (int k = 0; k < lines.line[i].count; k++) {
            int cell = lines.line[i].cells[k];
            text_char(out, ' ');
            text_char(out, ff_column_letter(p->rules, ff_cell_column(p->rules, cell)));
            text_char(out, '.');
            text_int(out, ff_cell_row(p->rules, cell) + 1);
        }
        text_char(out, '\n');
    }
}

static void say_moves(ff_text *out, const ff_game *game)
{
    text_put(out, "Moves: ");
    if (ff_game_write(out, game, true) == FF_E_NO_HISTORY)
        text_put(out, "not known");
    text_char(out, '\n');
}

static void state_describe(ff_text *out, const ff_state *state)
{
    const char *names[FF_PLAYERS] = {state->players[0].name, state->players[1].name};
    const board_view view = {.columns = VIEW_COLUMNS, .chosen = -1};
    (void)board_view_write(out, &state->game.position, &view);
    if (ff_state_phase(state) == FF_WAITING)
        text_put(out, "Waiting for players");
    else
        (void)ff_status_write(out, &state->game.position, names);
    text_char(out, '\n');
    say_lines(out, &state->game.position);
    say_moves(out, &state->game);
    say_columns(out, &state->game.position);
}

static int state_print(const ff_state *state, bool as_json)
{
    static char data[BOARD_VIEW_MAX + FF_STATE_JSON_MAX];
    ff_text text = ff_text_on(data, sizeof data);
    if (as_json) {
        (void)ff_state_write_json(&text, state);
        text_char(&text, '\n');
    } else {
        state_describe(&text, state);
    }
    return cli_print(text.data, text.len);
}

static bool request_names_game(const struct state_request *request, int moves_count)
{
    return moves_count > 0 || request->board || request->id || request->names[FF_RED] ||
           request->names[FF_YELLOW];
}

static int run(int argc, char **argv)
{
    struct state_request request = {.moves = ""};
    const struct option options[] = {{"--board", &request.board, NULL},
                                     {"--id", &request.id, NULL},
                                     {"--red", &request.names[FF_RED], NULL},
                                     {"--yellow", &request.names[FF_YELLOW], NULL},
                                     {"--json", NULL, &request.wants_json},
                                     {"--read", NULL, &request.reads_json},
                                     {NULL, NULL, NULL}};
    ff_rules rules;
    ff_state state = {.player_count = 0};
    int count;
    int status = options_read(&command_state, options, argc, argv, &request.moves, 1, &count);
    if (!status && request.reads_json && request_names_game(&request, count))
        status = cli_fail(CLI_BAD_USAGE, "--read takes the game from stdin, not from arguments");
    if (!status)
        status = request.reads_json ? state_from_stdin(&state, &rules)
                                    : state_from_moves(&state, &rules, &request);
    return status ? status : state_print(&state, request.wants_json);
}

static const struct command_option state_options[] = {
    {"--board", "B", "@board", "the board (7x6), if MOVES does not begin with one"},
    {"--red", "NAME", NULL, "the player with the red discs"},
    {"--yellow", "NAME", NULL, "the player with the yellow discs"},
    {"--id", "ID", NULL, "the id of the game in JSON"},
    {"--json", NULL, NULL, "the whole state as one JSON object"},
    {"--read", NULL, NULL, "read such an object from stdin, instead of MOVES"},
    {NULL, NULL, NULL, NULL}};

const struct command command_state = {
    "state",
    "show a position as text or JSON",
    "[--board B] [--red NAME] [--yellow NAME] [--id ID] [--json] [MOVES]\n"
    "--read [--json] < STATE.json",
    run,
    .options = state_options,
    .about =
        "Shows the position after MOVES: board, status, winning lines, open columns; with --json "
        "the "
        "whole state is one JSON object. --read reads such an object from stdin; an incomplete or "
        "contradictory one is refused with the reason and the byte.",
};
