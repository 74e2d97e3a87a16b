#include <string.h>
#include <sys/random.h>

#include "cli/book_file.h"
#include "cli/cli.h"
#include "cli/network_file.h"
#include "cli/play.h"

struct play_options {
    const char *level, *style, *first, *seed;
};

/* Without --seed the kernel gives one, so that two games started at the same time differ. */
static int seed_read(uint64_t *out, const char *text)
{
    long number;
    if (!text) {
        bool is_given = getrandom(out, sizeof *out, 0) == (ssize_t)sizeof *out;
        return is_given ? 0 : cli_fail(CLI_BAD_INPUT, "the system gives no random numbers");
    }
    int status = option_number(&number, "--seed", text, 0, 0x7FFFFFFF);
    if (!status)
        *out = (uint64_t)number;
    return status;
}

static int side_read(ff_color *out, const char *text)
{
    if (strcmp(text, "me") != 0 && strcmp(text, "cpu") != 0)
        return cli_fail(CLI_BAD_USAGE, "--first is me or cpu, not '%s'", text);
    *out = strcmp(text, "me") == 0 ? FF_YELLOW : FF_RED;
    return 0;
}

static int cpu_read(struct play_cpu *cpu, const struct play_options *words)
{
    const char *style = words->style ? words->style : "balanced";
    cpu->plays = words->level != NULL;
    if (!cpu->plays && (words->style || words->first))
        return cli_fail(CLI_BAD_USAGE, "--style and --first need --level (see --help)");
    ff_err err =
        cpu->plays ? ff_level_read(&cpu->level, words->level, strlen(words->level)) : FF_OK;
    if (err)
        return cli_fail(CLI_BAD_USAGE, "--level '%s': %s", words->level, ff_err_text(err));
    err = ff_style_read(&cpu->style, style, strlen(style));
    if (err)
        return cli_fail(CLI_BAD_USAGE, "--style '%s': %s", style, ff_err_text(err));
    int status = side_read(&cpu->side, words->first ? words->first : "me");
    return status ? status : seed_read(&cpu->seed, words->seed);
}

static int run(int argc, char **argv)
{
    const char *board = NULL, *moves = "";
    struct play_options words = {NULL, NULL, NULL, NULL};
    const struct option options[] = {
        {"--board", &board, NULL},       {"--level", &words.level, NULL},
        {"--style", &words.style, NULL}, {"--first", &words.first, NULL},
        {"--seed", &words.seed, NULL},   {NULL, NULL, NULL}};
    struct play_cpu cpu = {.plays = false};
    struct book_memory book = {NULL, NULL};
    struct network_memory network = {NULL, NULL};
    ff_rules rules;
    ff_game game;
    int count;
    int status = options_read(&command_play, options, argc, argv, &moves, 1, &count);
    if (!status)
        status = cpu_read(&cpu, &words);
    if (!status)
        status = cli_game(&game, &rules, board, moves);
    if (!status)
        status = book_memory_open_default(&book, BOOK_LIGHT);
    if (!status)
        status = network_memory_open(&network, &rules);
    cpu.book = book.book;
    cpu.network = network.network;
    if (!status)
        status = play_run(&game, &cpu);
    play_cpu_close(&cpu);
    book_memory_close(&book);
    network_memory_close(&network);
    return status;
}

static const struct command_option play_table[] = {
    {"--board", "B", "@board", "the board (7x6), if MOVES does not begin with one"},
    {"--level", "L", "@level", "easy, medium, hard or perfect; random or greedy"},
    {"--style", "S", "@style", "balanced (default), aggressive or defensive"},
    {"--first", "WHO", "me|cpu", "me (default) or cpu: the player who has Red and moves first"},
    {"--seed", "N", NULL, "the same number makes the computer choose the same among equal moves"},
    {NULL, NULL, NULL, NULL}};

const struct command command_play = {
    "play",
    "a game in the terminal, for two or against the computer",
    "[--board B] [--level L [--style S] [--first me|cpu]] [--seed N] [MOVES]",
    run,
    .options = play_table,
    .about =
        "A game for two players on one keyboard, or with --level against the computer, from the "
        "start or after MOVES. In a terminal the board is drawn and the keys are listed below it. "
        "Undo "
        "takes back the player's move and the computer's reply; a hint names a good column. When "
        "the "
        "game ends, its moves are printed, so that it can be continued later.\n\n"
        "Without a terminal each line of input is a move, several moves, or one of undo, redo, "
        "new, "
        "hint, moves, help, quit, and every reply of the computer is a line that names its column. "
        "The "
        "exit status is 1 if a line was refused.",
};
