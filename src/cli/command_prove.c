#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/prove.h"
#include "cli/prove_open.h"
#include "cli/prove_strategy.h"

enum {
    MEMORY_DEFAULT = 1024,
    MEMORY_MAX = 1 << 20,
    INTERVAL_DEFAULT = 300,
    SECONDS_MAX = 1000000000,
    FIRST_SLICE = 5, /* seconds for each of several lines in the first round; then twice as many */
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

struct prove_request {
    const char *board, *side, *network, *threads, *memory, *seconds, *save, *interval, *expand,
        *from, *samples;
    const char *lines[PROVE_LINES_MAX];
    int line_count;
    bool replies, table_only;
    struct prove_outputs outputs;
};

/* ---- lines ---- */

/* Columns counted from 0: a text with a comma, or a number where columns are letters. */
static bool is_list(const ff_rules *rules, const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return strchr(text, ',') || (digits > 0 && !text[digits] && rules->columns > 9);
}

static int list_read(ff_game *game, const ff_rules *rules, const char *text)
{
    *game = ff_game_start(rules);
    for (const char *at = text; *at;) {
        char *end;
        long column = isdigit((unsigned char)*at) ? strtol(at, &end, 10) : -1;
        if (column < 0 || (*end && *end != ','))
            return cli_fail(CLI_BAD_INPUT, "'%s': a list of columns is 12,6,7 (from 0)", text);
        ff_err err = ff_game_drop(game, column < rules->columns ? (int)column : -1);
        if (err)
            return cli_fail(CLI_BAD_INPUT, "'%s': column %ld: %s", text, column, ff_err_text(err));
        at = *end ? end + 1 : end;
    }
    return 0;
}

static int line_read(struct prove_line *out, ff_rules *rules, const char *board, const char *text)
{
    *out = (struct prove_line){.verdict = PROVE_OPEN};
    int status = is_list(rules, text) ? list_read(&out->game, rules, text)
                                      : cli_game(&out->game, rules, board, text);
    if (!status && out->game.position.status != FF_PLAYING)
        status = cli_fail(CLI_BAD_INPUT, "'%s': %s", text, ff_err_text(FF_E_OVER));
    return status;
}

/* Replaces a line by one for each move. Moves that end the game are left out: that the defender
 * wins at once is refused, that the game is drawn, too. */
static int line_replies(struct prove_line *lines, int *count, const struct prove_line *line)
{
    for (int column = 0; column < line->game.position.rules->columns; column++) {
        if (ff_position_can_drop(&line->game.position, column) != FF_OK)
            continue;
        if (*count == PROVE_LINES_MAX)
            return cli_fail(CLI_BAD_INPUT, "more than %d lines", PROVE_LINES_MAX);
        struct prove_line *reply = &lines[*count];
        *reply = *line;
        (void)ff_game_drop(&reply->game, column);
        if (reply->game.position.status != FF_PLAYING)
            return cli_fail(CLI_BAD_INPUT, "the game can end with the next move");
        (*count)++;
    }
    return 0;
}

static int lines_read(struct prove_job *job, const struct prove_request *r,
                      struct prove_line *lines, int *count)
{
    struct prove_line line;
    int status = 0;
    *count = 0;
    for (int i = 0; i < (r->line_count ? r->line_count : 1) && !status; i++) {
        status = line_read(&line, &job->rules, r->board, r->line_count ? r->lines[i] : "");
        if (!status && r->replies && line.game.position.ply % 2 == job->attacker)
            status = cli_fail(CLI_BAD_INPUT, "--replies: it is the attacker's turn in '%s'",
                              r->line_count ? r->lines[i] : "");
        if (!status && r->replies)
            status = line_replies(lines, count, &line);
        else if (!status)
            lines[(*count)++] = line;
    }
    return status;
}

/* ---- the search ---- */

static bool is_over(const struct prove_job *job)
{
    return interrupted || prove_now() >= job->end;
}

/* A run of days tells at once what it has found. */
static void line_tell(const struct prove_line *line)
{
    char name[1024];
    prove_line_name(line, name, sizeof name);
    if (line->verdict != PROVE_OPEN)
        fprintf(stderr, "%s: %s\n", name, line->verdict == PROVE_WON ? "proven" : "refuted");
}

/* The next open lines, at most so many; they continue behind *from, and then at the beginning. */
static int lines_pick(struct prove_line *lines, int count, int *from, int most,
                      struct prove_line **out)
{
    int picked = 0, last = *from;
    for (int i = 0; i < count && picked < most; i++) {
        int at = (*from + i) % count;
        if (lines[at].verdict != PROVE_OPEN)
            continue;
        out[picked++] = &lines[at];
        last = at + 1;
    }
    *from = last % count;
    return picked;
}

/* As many lines as there are threads are searched side by side; more take turns, in longer and longer
 * slices. */
static int lines_search(struct prove_job *job, struct prove_line *lines, int count)
{
    struct prove_line *picked[PROVE_THREADS_MAX];
    double slice = count <= job->threads ? SECONDS_MAX : FIRST_SLICE;
    int status = 0, from = 0;
    while (!status && !is_over(job)) {
        int before = from, open = lines_pick(lines, count, &from, (int)job->threads, picked);
        if (open == 0)
            break;
        status = prove_crew_run(job, picked, open, slice);
        for (int i = 0; i < open; i++)
            line_tell(picked[i]);
        if (from <= before)
            slice *= 2;
    }
    if (!status && job->save_path)
        status = prove_save(job);
    return status;
}

static int lines_print(const struct prove_job *job, const struct prove_line *lines, int count)
{
    int seen[3] = {0, 0, 0}, status = 0;
    uint64_t positions = 0;
    char text[256];
    for (int i = 0; i < count && !status; i++) {
        status = prove_line_print(job, &lines[i]);
        seen[lines[i].verdict]++;
        positions += lines[i].positions;
    }
    if (!status && count > 1) {
        int len =
            snprintf(text, sizeof text,
                     "%d lines: %d proven, %d refuted, %d not proven; %" PRIu64
                     " positions in the strategy\n",
                     count, seen[PROVE_WON], seen[PROVE_REFUTED], seen[PROVE_OPEN], positions);
        status = cli_print(text, (size_t)len);
    }
    return status ? status : seen[PROVE_OPEN] ? CLI_UNFINISHED : 0;
}

/* ---- the command ---- */

static int side_read(int *out, const char *text)
{
    *out = text && strcmp(text, "yellow") == 0 ? FF_YELLOW : FF_RED;
    if (text && strcmp(text, "yellow") != 0 && strcmp(text, "red") != 0)
        return cli_fail(CLI_BAD_USAGE, "--for is red or yellow, not '%s'", text);
    return 0;
}

static int prove_lines(struct prove_job *job, const struct prove_request *r, long megabytes,
                       long seconds)
{
    struct prove_memory memory = {.file = NULL};
    struct prove_line *lines = calloc(PROVE_LINES_MAX, sizeof *lines);
    int count = 0;
    int status = lines ? cli_rules(&job->rules, r->board) : cli_fail(CLI_BAD_INPUT, "no memory");
    if (!status)
        status = lines_read(job, r, lines, &count);
    if (!status)
        status = prove_open_network(job, &memory, r->network);
    if (!status)
        status = prove_open_board(job, &memory);
    if (!status)
        status = prove_open_table(job, &memory, megabytes);
    if (!status && job->save_path)
        status = prove_load(job, job->save_path, false);
    if (!status && r->from)
        status = prove_load(job, r->from, true);
    if (!status && r->samples)
        status = prove_samples_open(job, r->samples);
    job->end = prove_now() + (double)seconds;
    job->next_report = prove_now() + (double)job->interval;
    if (!status)
        status = lines_search(job, lines, count);
    int lost = prove_samples_close(job);
    status = status ? status : lost;
    if (!status && !r->table_only)
        status = prove_strategy_write(job, lines, count, &r->outputs);
    if (!status)
        status = lines_print(job, lines, count);
    prove_memory_free(&memory);
    free(lines);
    return status;
}

static int request_read(struct prove_request *r, int argc, char **argv)
{
    const struct option options[] = {{"--board", &r->board, NULL},
                                     {"--for", &r->side, NULL},
                                     {"--network", &r->network, NULL},
                                     {"--threads", &r->threads, NULL},
                                     {"--memory", &r->memory, NULL},
                                     {"--seconds", &r->seconds, NULL},
                                     {"--save", &r->save, NULL},
                                     {"--interval", &r->interval, NULL},
                                     {"--strategy", &r->outputs.table, NULL},
                                     {"--compact", &r->outputs.compact, NULL},
                                     {"--expand", &r->expand, NULL},
                                     {"--replies", NULL, &r->replies},
                                     {"--table-only", NULL, &r->table_only},
                                     {"--from", &r->from, NULL},
                                     {"--samples", &r->samples, NULL},
                                     {NULL, NULL, NULL}};
    return options_read(&command_prove, options, argc, argv, r->lines, PROVE_LINES_MAX,
                        &r->line_count);
}

static int request_check(const struct prove_request *r)
{
    if (r->expand && (r->line_count || r->save || r->outputs.compact || r->board || r->from ||
                      r->table_only || r->samples))
        return cli_fail(CLI_BAD_USAGE, "--expand takes only --network and --strategy");
    if (r->table_only && (r->outputs.table || r->outputs.compact))
        return cli_fail(CLI_BAD_USAGE, "--table-only writes no strategy");
    return 0;
}

static int run(int argc, char **argv)
{
    static struct prove_job job;
    struct prove_request r = {.board = NULL};
    long threads = 1, megabytes = MEMORY_DEFAULT, seconds = SECONDS_MAX;
    job = (struct prove_job){.interval = INTERVAL_DEFAULT, .interrupted = &interrupted};
    int status = request_read(&r, argc, argv);
    if (!status)
        status = side_read(&job.attacker, r.side);
    if (!status)
        status = option_number(&threads, "--threads", r.threads, 1, PROVE_THREADS_MAX);
    if (!status)
        status = option_number(&megabytes, "--memory", r.memory, 2, MEMORY_MAX);
    if (!status)
        status = option_number(&seconds, "--seconds", r.seconds, 1, SECONDS_MAX);
    if (!status)
        status = option_number(&job.interval, "--interval", r.interval, 1, SECONDS_MAX);
    if (status)
        return status;
    job.threads = threads;
    job.save_path = r.save;
    (void)signal(SIGINT, interrupt);
    (void)signal(SIGTERM, interrupt);
    status = request_check(&r);
    if (status)
        return status;
    return r.expand ? prove_strategy_expand(&job, r.expand, r.network, &r.outputs)
                    : prove_lines(&job, &r, megabytes, seconds);
}

static const struct command_option prove_options[] = {
    {"--board", "B", "@board", "the board (7x6)"},
    {"--for", "SIDE", "red|yellow", "the side that is to win: red, which begins, or yellow (red)"},
    {"--replies", NULL, NULL, "prove each reply to the line on its own"},
    {"--network", "FILE", NULL,
     "steers the search (data/cube.net on the cube); none: the line potential"},
    {"--threads", "N", NULL, "searching threads (1)"},
    {"--memory", "MB", NULL, "of the table of positions (1024); the strategy takes more"},
    {"--seconds", "S", NULL, "then it stops; Ctrl-C does the same"},
    {"--save", "FILE", NULL, "keeps the table: another run with it goes on where this one was"},
    {"--interval", "S", NULL, "seconds between progress reports on stderr and saves (300)"},
    {"--table-only", NULL, NULL, "only searches; skips working out the winning strategy"},
    {"--from", "FILE", NULL, "begins with what another run's --save has decided"},
    {"--samples", "FILE", NULL,
     "writes positions of the search and what they cost, to train a network on"},
    {"--strategy", "FILE", NULL,
     "writes the winning move of every position, for the independent checker"},
    {"--compact", "FILE", NULL, "writes the strategy as its differences from the network"},
    {"--expand", "FILE", NULL,
     "reads a compact strategy, follows it through every reply, and tells what it proves"},
    {NULL, NULL, NULL, NULL}};

const struct command command_prove = {
    "prove",
    "proofs that one side wins, on any board",
    "[--board B] [OPTIONS] [LINE...]\n--expand FILE [--network FILE] [--strategy FILE]",
    run,
    .options = prove_options,
    .about = "Searches a proof that Red (or --for yellow) wins after each LINE whatever the other "
             "side plays. A line is a list of columns counted from 0 with commas (12,6,7) or a "
             "game in letters or digits (mgh, 5x5x5:mgh); without one it is the empty board. "
             "\"Proven\" tells the last ply at which the game ends; \"refuted\" means that the "
             "other side does not lose; else it is \"not proven\".",
    .notes = "As many lines as there are threads are searched side by side; more take turns. Exit "
             "status: 0 if every line is decided, 3 if not.",
};
