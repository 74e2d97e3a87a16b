#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/board_view.h"
#include "cli/cli.h"
#include "cli/play_words.h"
#include "core/text.h"

struct state_request {
    struct game_words game;
    const char *id, *names[FF_PLAYERS];
    bool wants_json, reads_json;
};

/* A plain state may begin in the middle of its game, which a variant's cannot. */
struct shown_state {
    ff_rules plain_rules;
    ff_state plain;
    ff_variant_rules rules;
    ff_variant_state variant;
    bool is_plain;
};

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int player_from(ff_player *out, const char *id, const char *name)
{
    (void)text_copy(out->id, FF_ID_MAX, id);
    return text_copy(out->name, FF_NAME_MAX, name)
               ? 0
               : cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(FF_E_NAME));
}

static ff_err seats_fill(ff_state *out, const struct state_request *request, const ff_rules *rules,
                         const ff_player players[FF_PLAYERS])
{
    ff_setup setup = {request->id ? request->id : "game", players, FF_PLAYERS, rules, now_ms()};
    return ff_connect_four.initialise(out, &setup);
}

static int state_from_moves(struct shown_state *state, const struct state_request *request)
{
    static const char *const ids[FF_PLAYERS] = {"player-1", "player-2"};
    static const char *const unnamed[FF_PLAYERS] = {"Player 1", "Player 2"};
    ff_player players[FF_PLAYERS];
    ff_variant_state *v = &state->variant;
    int status = cli_variant_game(&v->game, &state->rules, &request->game);
    for (int i = 0; !status && i < FF_PLAYERS; i++)
        status =
            player_from(&players[i], ids[i], request->names[i] ? request->names[i] : unnamed[i]);
    if (status)
        return status;
    ff_err err = seats_fill(&v->seats, request, &state->rules.upright, players);
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    state->is_plain = cli_is_plain(&state->rules);
    if (state->is_plain) {
        state->plain = v->seats;
        state->plain.game = cli_plain_game(&v->game);
    }
    return 0;
}

/* The reader of plain states does not know the keys of a variant. */
static int state_from_stdin(struct shown_state *state)
{
    static char json[FF_STATE_JSON_MAX + 1]; /* one byte more, to notice a text that is too long */
    size_t at, len = fread(json, 1, sizeof json, stdin);
    if (ferror(stdin))
        return cli_fail(CLI_BAD_INPUT, "cannot read the state from stdin");
    ff_err err = ff_state_read_json(&state->plain, &state->plain_rules, json, len, &at);
    state->is_plain = err != FF_E_JSON_KEY;
    if (!state->is_plain)
        err = ff_variant_state_read_json(&state->variant, &state->rules, json, len, &at);
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
static void say_line(ff_text *out, const ff_rules *rules, const ff_line *line)
{
    text_put(out, "Line:");
    for (int k = 0; k < line->count; k++) {
        text_char(out, ' ');
        text_char(out, ff_column_letter(rules, ff_cell_column(rules, line->cells[k])));
        text_char(out, '.');
        text_int(out, ff_cell_row(rules, line->cells[k]) + 1);
    }
    text_char(out, '\n');
}

static void say_lines(ff_text *out, const ff_position *p)
{
    ff_lines lines = ff_position_lines(p);
    for (int i = 0; i < lines.count; i++)
        say_line(out, p->rules, &lines.line[i]);
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
    const board_view view = {.columns = BOARD_VIEW_REPORT, .chosen = -1};
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

static void say_variant_moves(ff_text *out, const ff_variant_position *p)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(p, moves);
    text_put(out, count ? "Legal moves:" : "");
    for (int i = 0; i < count; i++) {
        text_char(out, ' ');
        (void)ff_variant_move_write(out, p, moves[i]);
    }
    text_put(out, count ? "\n" : "");
}

static void say_extras(ff_text *out, const ff_variant_position *p)
{
    size_t before = out->len;
    play_extras_write(out, p);
    if (out->len > before)
        text_char(out, '\n');
}

static void variant_describe(ff_text *out, const ff_variant_state *state)
{
    const ff_variant_position *p = &state->game.position;
    const char *names[FF_PLAYERS] = {state->seats.players[0].name, state->seats.players[1].name};
    const board_view view = {.columns = BOARD_VIEW_REPORT, .chosen = -1};
    ff_line line;
    (void)board_view_write_variant(out, p, &view);
    if (ff_variant_state_phase(state) == FF_WAITING)
        text_put(out, "Waiting for players");
    else
        (void)ff_variant_status_write(out, p, names);
    text_char(out, '\n');
    say_extras(out, p);
    for (int cursor = 0; ff_variant_line(p, &cursor, &line);)
        say_line(out, p->board.rules, &line);
    text_put(out, "Moves: ");
    (void)ff_variant_game_write(out, &state->game, true);
    text_char(out, '\n');
    say_variant_moves(out, p);
}

static int state_print(const struct shown_state *state, bool as_json)
{
    static char data[BOARD_VIEW_MAX + FF_STATE_JSON_MAX];
    ff_text text = ff_text_on(data, sizeof data);
    if (!as_json && state->is_plain)
        state_describe(&text, &state->plain);
    else if (!as_json)
        variant_describe(&text, &state->variant);
    else if (state->is_plain)
        (void)ff_state_write_json(&text, &state->plain);
    else
        (void)ff_variant_state_write_json(&text, &state->variant);
    if (as_json)
        text_char(&text, '\n');
    return cli_print(text.data, text.len);
}

static bool request_names_game(const struct state_request *request, int moves_count)
{
    const struct game_words *game = &request->game;
    return moves_count > 0 || game->board || game->variant || game->has_pie || request->id ||
           request->names[FF_RED] || request->names[FF_YELLOW];
}

static int run(int argc, char **argv)
{
    struct state_request request = {.game.moves = ""};
    const struct option options[] = {{"--board", &request.game.board, NULL},
                                     {"--variant", &request.game.variant, NULL},
                                     {"--pie", NULL, &request.game.has_pie},
                                     {"--id", &request.id, NULL},
                                     {"--red", &request.names[FF_RED], NULL},
                                     {"--yellow", &request.names[FF_YELLOW], NULL},
                                     {"--json", NULL, &request.wants_json},
                                     {"--read", NULL, &request.reads_json},
                                     {NULL, NULL, NULL}};
    struct shown_state state = {.is_plain = true};
    int count;
    int status = options_read(&command_state, options, argc, argv, &request.game.moves, 1, &count);
    if (!status && request.reads_json && request_names_game(&request, count))
        status = cli_fail(CLI_BAD_USAGE, "--read takes the game from stdin, not from arguments");
    if (!status)
        status = request.reads_json ? state_from_stdin(&state) : state_from_moves(&state, &request);
    return status ? status : state_print(&state, request.wants_json);
}

static const struct command_option state_options[] = {
    {"--board", "B", "@board",
     "the board (7x6, or the variant's own), if MOVES does not begin with one"},
    CLI_VARIANT_OPTIONS,
    {"--red", "NAME", NULL, "the player who moves first, with the red discs"},
    {"--yellow", "NAME", NULL, "the other player"},
    {"--id", "ID", NULL, "the id of the game in JSON"},
    {"--json", NULL, NULL, "the whole state as one JSON object"},
    {"--read", NULL, NULL, "read such an object from stdin, instead of MOVES"},
    {NULL, NULL, NULL, NULL}};

const struct command command_state = {
    "state",
    "show a position as text or JSON",
    "[--board B] [--variant V] [--pie] [--red NAME] [--yellow NAME] [--id ID] [--json] [MOVES]\n"
    "--read [--json] < STATE.json",
    run,
    .options = state_options,
    .about =
        "Shows the position after MOVES: board, status, winning lines, open columns or the legal "
        "moves of a variant; with --json the whole state is one JSON object. --read reads such "
        "an object from stdin; an incomplete or contradictory one is refused with the reason and "
        "the byte.",
};
