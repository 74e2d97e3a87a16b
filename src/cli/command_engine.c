#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/line.h"
#include "cli/ugi.h"

enum { SAY_MAX = UGI_LINE_MAX + 256 };

void ugi_say(const char *format, ...)
{
    char line[SAY_MAX];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    len = len < (int)sizeof line - 2 ? len : (int)sizeof line - 2;
    line[len] = '\n';
    if (cli_print(line, (size_t)len + 1) != 0)
        exit(CLI_BAD_INPUT);
}

void ugi_refuse(const char *format, ...)
{
    char text[UGI_LINE_MAX + 200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = '?';
    ugi_say("info string error: %s", text);
}

/* A command without arguments. */
static bool ends_here(const char *command, char *line)
{
    const char *more = ugi_word(&line);
    if (more)
        ugi_refuse("'%s' takes nothing behind it, not '%s'", command, more);
    return !more;
}

static void game_reset(struct ugi *ugi)
{
    ugi_sleep(ugi); /* the bot refers to the rules */
    (void)ff_rules_init(&ugi->rules, ugi->options.board);
    ugi->game = ff_game_start(&ugi->rules);
}

static void say_id(const char *ok)
{
    ugi_say("id name Fourfall %s", FF_VERSION);
    ugi_say("id author the Fourfall authors");
    ugi_options_list();
    ugi_say("%s", ok);
}

/* setoption name NAME [value VALUE]; both may have blanks in them. */
static void take_option(struct ugi *ugi, char *line)
{
    char name[UGI_LINE_MAX] = "", value[UGI_LINE_MAX] = "";
    char *into = NULL;
    struct ugi_options options = ugi->options;
    for (const char *word = ugi_word(&line); word; word = ugi_word(&line)) {
        bool is_name = !into && ugi_is(word, "name");
        bool is_value = into == name && ugi_is(word, "value");
        if (!into && !is_name)
            break;
        if (is_name || is_value) {
            into = is_name ? name : value;
            continue;
        }
        size_t len = strlen(into);
        (void)snprintf(into + len, UGI_LINE_MAX - len, "%s%s", len ? " " : "", word);
    }
    if (!*name)
        ugi_refuse("an option is set by: setoption name NAME value VALUE");
    else if (ugi_options_set(&options, name, value)) {
        bool is_new_board = !ff_board_equal(options.board, ugi->options.board);
        ugi->options = options;
        ugi_sleep(ugi);
        if (is_new_board)
            game_reset(ugi);
    }
}

/* Plays a word of column letters. */
static bool play_word(ff_game *game, const char *word, int *number)
{
    for (; *word; word++, (*number)++) {
        int column = ff_column_read(game->position.rules, *word);
        ff_err err = column < 0 ? FF_E_LETTER : ff_game_drop(game, column);
        if (err) {
            char shown = *word > ' ' ? *word : '?'; /* the rest may be half a UTF-8 character */
            ugi_refuse("move %d ('%c'): %s", *number, shown, ff_err_text(err));
            return false;
        }
    }
    return true;
}

/* "7x6:4453": a game on the board of the option Board. */
static bool read_fen(struct ugi *ugi, ff_game *game, const char *fen)
{
    ff_board board;
    size_t at;
    int number = 1;
    ff_err err = fen ? ff_notation_board(&board, &at, fen, strlen(fen)) : FF_OK;
    if (!fen)
        ugi_refuse("a game like 7x6:4453 must follow 'position fen'");
    else if (err)
        ugi_refuse("'%s': %s", fen, ff_err_text(err));
    else if (at > 0 && !ff_board_equal(board, ugi->options.board))
        ugi_refuse("'%s' is on another board than the option Board", fen);
    else
        return play_word(game, fen + at, &number);
    return false;
}

static void take_position(struct ugi *ugi, char *line)
{
    ff_game game = ff_game_start(&ugi->rules);
    const char *word = ugi_word(&line);
    int number = 1;
    if (ugi_is(word, "fen")) {
        if (!read_fen(ugi, &game, ugi_word(&line)))
            return;
    } else if (!ugi_is(word, "startpos")) {
        ugi_refuse("a position is 'startpos' or 'fen GAME', perhaps with 'moves …', not '%s'",
                   word ? word : "");
        return;
    }
    word = ugi_word(&line);
    if (word && !ugi_is(word, "moves")) {
        ugi_refuse("'moves' must follow the position, not '%s'", word);
        return;
    }
    while (word && (word = ugi_word(&line)))
        if (!play_word(&game, word, &number))
            return;
    ugi->game = game;
}

/* Answer even without a legal move: the program waits for a "bestmove". */
static void take_go(struct ugi *ugi, char *line)
{
    struct ugi_limits limits;
    bool is_good = ugi_go_read(ugi, &limits, line);
    if (is_good && ugi->game.position.status != FF_PLAYING) {
        ugi_refuse("%s", ff_err_text(FF_E_OVER));
        is_good = false;
    }
    if (!is_good || !ugi_wake(ugi) || !ugi_search_start(ugi, &limits))
        ugi_say("bestmove (none)");
}

static void take_query(const struct ugi *ugi, char *line)
{
    const ff_position *p = &ugi->game.position;
    ff_color winner = ff_position_winner(p);
    const char *word = ugi_word(&line);
    if (ugi_is(word, "gameover"))
        ugi_say("response %s", p->status != FF_PLAYING ? "true" : "false");
    else if (ugi_is(word, "p1turn"))
        ugi_say("response %s", p->ply % 2 == 0 ? "true" : "false");
    else if (ugi_is(word, "result"))
        ugi_say("response %s", winner == FF_RED        ? "p1win"
                               : winner == FF_YELLOW   ? "p2win"
                               : p->status == FF_DRAWN ? "draw"
                                                       : "none");
    else
        ugi_refuse("'query' knows gameover, p1turn and result, not '%s'", word ? word : "");
}

static void new_game(struct ugi *ugi, char *line)
{
    (void)line;
    game_reset(ugi);
}

static void ready(struct ugi *ugi, char *line)
{
    (void)line;
    if (!ugi_search_is_running(ugi))
        (void)ugi_wake(ugi); /* what is wrong has been said */
    ugi_say("readyok");
}

static void stop(struct ugi *ugi, char *line)
{
    (void)line;
    ugi_search_stop(ugi);
    ugi_search_join(ugi);
}

static void ugi_hello(struct ugi *ugi, char *line)
{
    (void)ugi;
    (void)line;
    say_id("ugiok");
}

static void uci_hello(struct ugi *ugi, char *line)
{
    (void)ugi;
    (void)line;
    say_id("uciok");
}

static void query(struct ugi *ugi, char *line)
{
    take_query(ugi, line);
}

static const struct ugi_command {
    const char *name;
    void (*take)(struct ugi *, char *line);
    bool has_arguments, may_interrupt; /* may come during a search */
} commands[] = {
    {"ugi", ugi_hello, false, true},
    {"uci", uci_hello, false, true},
    {"isready", ready, false, true},
    {"stop", stop, false, true},
    {"quit", NULL, false, true}, /* alone it ends the loop; with arguments it is refused */
    {"query", query, true, true},
    {"uginewgame", new_game, false, false},
    {"ucinewgame", new_game, false, false},
    {"setoption", take_option, true, false},
    {"position", take_position, true, false},
    {"go", take_go, true, false},
};

static void take_line(struct ugi *ugi, char *line)
{
    const char *name = ugi_word(&line);
    if (!name)
        return;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (!commands[i].has_arguments && !ends_here(name, line))
            return;
        if (!commands[i].may_interrupt && ugi_search_is_running(ugi))
            ugi_refuse("'%s' must wait for the end of the search; 'stop' ends it", name);
        else
            commands[i].take(ugi, line);
        return;
    }
    ugi_refuse("unknown command '%s'", name);
}

/* Reads a line; false at the end of the input. A line that is too long or has a zero byte is not good. */
static bool line_take(char line[UGI_LINE_MAX], bool *is_good)
{
    size_t len;
    enum line_result result = line_read(line, UGI_LINE_MAX, &len);
    *is_good = result == LINE_OK && !memchr(line, '\0', len);
    return result != LINE_END;
}

static bool is_quit(const char *line)
{
    char copy[UGI_LINE_MAX], *rest = copy;
    (void)snprintf(copy, sizeof copy, "%s", line);
    return ugi_is(ugi_word(&rest), "quit") && !ugi_word(&rest);
}

/* At the end of the input a search with limits is still answered; `quit` does not wait for it. Returns 0, or the
 * errno of reading. */
static int serve_lines(struct ugi *ugi)
{
    static char line[UGI_LINE_MAX];
    bool is_good, quits = false;
    while (!quits && line_take(line, &is_good)) {
        quits = is_good && is_quit(line);
        if (!is_good)
            ugi_refuse("a line has at most %d bytes, and no zero byte", UGI_LINE_MAX - 1);
        else if (!quits)
            take_line(ugi, line);
    }
    int problem = ferror(stdin) ? errno : 0;
    atomic_store(&ugi->search.is_muted, quits);
    if (quits || ugi->search.limits.is_infinite)
        ugi_search_stop(ugi);
    ugi_search_join(ugi);
    return problem;
}

static int run(int argc, char **argv)
{
    static struct ugi ugi = {
        .search = {.mutex = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER}};
    const struct option options[] = {{NULL, NULL, NULL}};
    int count;
    int status = options_read(&command_engine, options, argc, argv, NULL, 0, &count);
    if (status)
        return status;
    ugi_options_init(&ugi.options);
    game_reset(&ugi);
    int problem = serve_lines(&ugi);
    ugi_sleep(&ugi);
    return problem ? cli_fail(CLI_BAD_INPUT, "cannot read: %s", strerror(problem)) : 0;
}

static const struct command_option engine_options[] = {{NULL, NULL, NULL, NULL}};

const struct command command_engine = {
    "engine",
    "play for another program, by the Universal Game Interface",
    "",
    run,
    .options = engine_options,
    .about =
        "Reads commands from stdin and answers on stdout, a line each, so that programs can play "
        "tournaments of engines: ugi, isready, setoption, uginewgame, position, go, stop, query, "
        "quit. docs/engine.md has all of them with their answers. A line that is wrong is "
        "answered with 'info string error: …' and changes nothing.\n\n"
        "Try it: type ugi, then position startpos moves 4 4, then go movetime 1000.",
};
