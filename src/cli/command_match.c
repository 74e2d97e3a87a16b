#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/book_file.h"
#include "cli/cli.h"
#include "cli/match.h"
#include "cli/network_file.h"
#include "cli/terminal.h"
#include "engine/solver.h"

enum { SEAT_TEXT_MAX = 32, OPENING_MAX = 64, OPENINGS_MAX = 10000, LINE_MAX_BYTES = 512 };

/* "LEVEL" or "LEVEL:STYLE" */
static int seat_read(struct match_seat *out, const char *name, const char *text)
{
    if (!text)
        return cli_fail(CLI_BAD_USAGE, "match needs --a and --b (see --help)");
    size_t len = strcspn(text, ":");
    ff_err err = ff_level_read(&out->level, text, len);
    if (!err && text[len])
        err = ff_style_read(&out->style, text + len + 1, strlen(text + len + 1));
    if (err)
        return cli_fail(CLI_BAD_USAGE, "%s '%s': %s", name, text, ff_err_text(err));
    return 0;
}

static int first_read(enum match_first *out, const char *text)
{
    static const char *const names[] = {"alternate", "a", "b"};
    for (int i = 0; text && i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = (enum match_first)i;
            return 0;
        }
    }
    return text ? cli_fail(CLI_BAD_USAGE, "--first is a, b or alternate, not '%s'", text) : 0;
}

/* The strongest level is perfect only where whole games can be solved. */
static const char *level_shown(const struct match_settings *settings, ff_level level)
{
    bool is_solved = !settings->variant && solver_finishes(settings->start->position.rules);
    return level == FF_PERFECT && !is_solved ? "expert" : ff_level_name(level);
}

static void seat_write(char out[SEAT_TEXT_MAX], const struct match_settings *settings, int seat)
{
    const struct match_seat *s = &settings->seats[seat];
    bool has_style = s->style != FF_BALANCED;
    (void)snprintf(out, SEAT_TEXT_MAX, "%s%s%s", level_shown(settings, s->level),
                   has_style ? ":" : "", has_style ? ff_style_name(s->style) : "");
}

/* An interval without one of its ends is "+34 or more"; few games may exclude nothing at all. */
static void elo_write(char *out, size_t size, const struct match_rating *r)
{
    if (isinf(r->elo))
        (void)snprintf(out, size, r->elo > 0 ? "above %+.0f (95 %%)" : "below %+.0f (95 %%)",
                       r->elo > 0 ? r->elo_low : r->elo_high);
    else if (isinf(r->elo_low) && isinf(r->elo_high))
        (void)snprintf(out, size, "%+.0f (too few games for an interval)", r->elo);
    else if (isinf(r->elo_high))
        (void)snprintf(out, size, "%+.0f (95 %%: %+.0f or more)", r->elo, r->elo_low);
    else if (isinf(r->elo_low))
        (void)snprintf(out, size, "%+.0f (95 %%: %+.0f or less)", r->elo, r->elo_high);
    else
        (void)snprintf(out, size, "%+.0f (95 %%: %+.0f to %+.0f)", r->elo, r->elo_low, r->elo_high);
}

static int result_print(const struct match_settings *settings, const struct match_result *r)
{
    char text[512], a[SEAT_TEXT_MAX], b[SEAT_TEXT_MAX], elo[64];
    struct match_rating rating = match_rate(r);
    seat_write(a, settings, 0);
    seat_write(b, settings, 1);
    elo_write(elo, sizeof elo, &rating);
    int len = snprintf(text, sizeof text,
                       "%s against %s: %ld game%s, %ld different\n"
                       "won %ld, drawn %ld, lost %ld\n"
                       "score %.1f %%, Elo %s\n"
                       "ms a move: %s %.3f (longest %.1f), %s %.3f (longest %.1f)\n",
                       a, b, r->games, cli_s(r->games), r->distinct, r->wins, r->draws, r->losses,
                       100 * rating.share, elo, a, r->mean_ms[0], r->longest_ms[0], b,
                       r->mean_ms[1], r->longest_ms[1]);
    return cli_print(text, (size_t)len);
}

/* One opening a line, as a string of columns. */
static int openings_read_line(struct match_settings *settings, ff_game *out, char *line)
{
    const ff_rules *rules = settings->start->position.rules;
    size_t len = strcspn(line, "\r\n"), at = 0;
    ff_err err = ff_game_read(out, rules, line, len, &at);
    if (!err && out->position.status != FF_PLAYING)
        err = FF_E_OVER;
    if (err)
        return cli_fail(CLI_BAD_INPUT, "--openings, line %ld: %s", settings->opening_count + 1,
                        ff_err_text(err));
    settings->opening_count++;
    return 0;
}

/* The openings belong to the settings; the caller frees them. */
static int openings_read(struct match_settings *settings, const char *name)
{
    char line[LINE_MAX_BYTES];
    int status = 0;
    if (!name)
        return 0;
    FILE *file = fopen(name, "r");
    if (!file)
        return cli_fail(CLI_BAD_INPUT, "--openings: cannot read %s: %s", name, strerror(errno));
    ff_game *openings = malloc(OPENINGS_MAX * sizeof *openings);
    settings->openings = openings;
    while (openings && !status && settings->opening_count < OPENINGS_MAX &&
           fgets(line, sizeof line, file))
        status = openings_read_line(settings, &openings[settings->opening_count], line);
    (void)fclose(file);
    if (!status && settings->opening_count == 0)
        status = cli_fail(CLI_BAD_INPUT, "--openings: no games in '%s'", name);
    return status;
}

/* The game must not be over after the start, nor the board full after the random opening. */
static int start_check(const struct match_settings *settings)
{
    const ff_position *p =
        settings->variant ? &settings->variant->position.board : &settings->start->position;
    if (p->status != FF_PLAYING)
        return cli_fail(CLI_BAD_INPUT, "--start: %s", ff_err_text(FF_E_OVER));
    if (settings->opening > 0 && p->ply + settings->opening >= p->rules->cells)
        return cli_fail(CLI_BAD_USAGE, "--opening leaves no game on this board");
    return 0;
}

/* Shown in a terminal once a second, from the second second on. */
struct progress {
    int64_t next_ms;
    bool has_shown;
};

static void progress_show(void *host, long done)
{
    struct progress *progress = host;
    int64_t now = cli_now_ms();
    if (now < progress->next_ms)
        return;
    progress->next_ms = now + 1000;
    progress->has_shown = true;
    fprintf(stderr, "\r\x1b[K%ld game%s played", done, cli_s(done));
    (void)fflush(stderr);
}

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* An interrupted match has a result, too, unless no game was finished. */
static int match_report(const struct match_settings *settings, const struct match_result *result)
{
    int status = result->games > 0 ? result_print(settings, result) : 0;
    if (status || result->games == settings->games)
        return status;
    return cli_fail(CLI_UNFINISHED, "interrupted after %ld of %ld game%s", result->games,
                    settings->games, cli_s(settings->games));
}

static int match_play(struct match_settings settings)
{
    struct book_memory book = {NULL, NULL};
    struct network_memory network = {NULL, NULL};
    struct match_result result;
    int status = settings.variant ? 0 : book_memory_open_default(&book, BOOK_LIGHT);
    if (!status && !settings.variant)
        status = network_memory_open(&network, settings.start->position.rules);
    if (status) {
        book_memory_close(&book);
        return status;
    }
    settings.book = book.book;
    settings.network = network.network;
    struct progress progress = {.next_ms = cli_now_ms() + 1000};
    settings.on_progress = isatty(STDERR_FILENO) && terminal_has_screen() ? progress_show : NULL;
    settings.host = &progress;
    settings.interrupted = &interrupted;
    (void)signal(SIGINT, interrupt); /* once; the next one ends the program */
    (void)signal(SIGTERM, interrupt);
    const char *error = match_run(&settings, &result);
    if (progress.has_shown)
        fprintf(stderr, "\r\x1b[K");
    book_memory_close(&book);
    network_memory_close(&network);
    return error ? cli_fail(CLI_BAD_INPUT, "%s", error) : match_report(&settings, &result);
}

/* The options as given on the command line; null where one is missing. */
struct match_options {
    struct game_words game; /* its moves are the start */
    const char *a, *b, *first, *games, *threads, *seed, *opening, *openings;
};

/* A game of the standard rules, which has openings, books and networks, or one of a variant. */
struct match_start {
    ff_variant_rules rules;
    ff_variant_game variant;
    ff_game plain;
};

static int start_read(struct match_settings *settings, struct match_start *start,
                      const struct match_options *words)
{
    int status = cli_variant_game(&start->variant, &start->rules, &words->game);
    if (status)
        return status;
    if (cli_is_plain(&start->rules)) {
        start->plain = cli_plain_game(&start->variant);
        settings->start = &start->plain;
    } else {
        settings->variant = &start->variant;
    }
    if (settings->variant && words->openings)
        return cli_fail(CLI_BAD_USAGE, "--openings has games of the standard rules only");
    return start_check(settings);
}

static int settings_read(struct match_settings *settings, const struct match_options *words)
{
    long seed = 1;
    int status = seat_read(&settings->seats[0], "--a", words->a);
    if (!status)
        status = seat_read(&settings->seats[1], "--b", words->b);
    if (!status)
        status = first_read(&settings->first, words->first);
    if (!status)
        status = option_number(&settings->games, "--games", words->games, 1, MATCH_GAMES_MAX);
    if (!status)
        status =
            option_number(&settings->threads, "--threads", words->threads, 1, MATCH_THREADS_MAX);
    if (!status)
        status = option_number(&settings->opening, "--opening", words->opening, 0, OPENING_MAX);
    if (!status)
        status = option_number(&seed, "--seed", words->seed, 0, INT32_MAX);
    settings->seed = (uint64_t)seed;
    return status;
}

static int run(int argc, char **argv)
{
    struct match_options w = {.game.moves = ""};
    const struct option options[] = {{"--a", &w.a, NULL},
                                     {"--b", &w.b, NULL},
                                     {"--board", &w.game.board, NULL},
                                     {"--variant", &w.game.variant, NULL},
                                     {"--pie", NULL, &w.game.has_pie},
                                     {"--start", &w.game.moves, NULL},
                                     {"--first", &w.first, NULL},
                                     {"--games", &w.games, NULL},
                                     {"--threads", &w.threads, NULL},
                                     {"--seed", &w.seed, NULL},
                                     {"--opening", &w.opening, NULL},
                                     {"--openings", &w.openings, NULL},
                                     {NULL, NULL, NULL}};
    struct match_settings settings = {.games = 100, .threads = 1};
    struct match_start start;
    int count;
    int status = options_read(&command_match, options, argc, argv, NULL, 0, &count);
    if (!status)
        status = settings_read(&settings, &w);
    if (!status)
        status = start_read(&settings, &start, &w);
    if (!status)
        status = openings_read(&settings, w.openings);
    if (!status)
        status = match_play(settings);
    free((void *)settings.openings);
    return status;
}

static const struct command_option match_table[] = {
    {"--a", "LEVEL[:STYLE]", "@level",
     "one player: easy, medium, hard, perfect (expert where nothing can be solved), random or "
     "greedy (wins or blocks at once, else random); balanced (default), aggressive or defensive"},
    {"--b", "LEVEL[:STYLE]", "@level", "the other"},
    {"--games", "N", NULL, "number of games (100)"},
    {"--board", "B", "@board", "the board (7x6, or the variant's own)"},
    CLI_VARIANT_OPTIONS,
    {"--start", "MOVES", NULL, "every game begins after these moves"},
    {"--opening", "N", NULL, "then N random plies (0), the same for both games of a pair"},
    {"--openings", "FILE", NULL, "one game a line: pairs of games begin after them, in turn"},
    {"--first", "F", "a|b|alternate", "the player who moves first: a, b or alternate (default)"},
    {"--seed", "S", NULL, "the same seed plays the same games, with any number of threads (1)"},
    {"--threads", "N", NULL, "games at the same time (1)"},
    {NULL, NULL, NULL, NULL}};

const struct command command_match = {
    "match",
    "games between two computer players",
    "--a LEVEL[:STYLE] --b LEVEL[:STYLE] [--games N] [--board B] [--variant V] [--pie] "
    "[--start MOVES] [--opening N] "
    "[--openings FILE] [--first a|b|alternate] [--seed S] [--threads N]",
    run,
    .options = match_table,
    .about =
        "Plays games between two computer players and prints how many A won, drew and lost, its "
        "score in percent, the Elo difference with its 95 % interval, and the CPU time a move. "
        "Ctrl-C ends it after the games under way, with the result so far and exit status 3.",
};
