#include <string.h>
#include <sys/random.h>

#include "cli/book_file.h"
#include "cli/cli.h"
#include "cli/network_file.h"
#include "cli/play.h"

struct play_options {
    struct game_words game;
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

static int player_read(int *out, const char *text)
{
    if (strcmp(text, "me") != 0 && strcmp(text, "cpu") != 0)
        return cli_fail(CLI_BAD_USAGE, "--first is me or cpu, not '%s'", text);
    *out = strcmp(text, "me") == 0;
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
    int status = player_read(&cpu->player, words->first ? words->first : "me");
    return status ? status : seed_read(&cpu->seed, words->seed);
}

static int run(int argc, char **argv)
{
    struct play_options words = {.game.moves = ""};
    const struct option options[] = {
        {"--board", &words.game.board, NULL}, {"--variant", &words.game.variant, NULL},
        {"--pie", NULL, &words.game.has_pie}, {"--level", &words.level, NULL},
        {"--style", &words.style, NULL},      {"--first", &words.first, NULL},
        {"--seed", &words.seed, NULL},        {NULL, NULL, NULL}};
    struct play_cpu cpu = {.plays = false};
    struct book_memory book = {NULL, NULL};
    struct network_memory network = {NULL, NULL};
    ff_variant_rules rules;
    ff_variant_game game;
    int count;
    int status = options_read(&command_play, options, argc, argv, &words.game.moves, 1, &count);
    if (!status)
        status = cpu_read(&cpu, &words);
    if (!status)
        status = cli_variant_game(&game, &rules, &words.game);
    if (!status)
        status = book_memory_open_default(&book, BOOK_LIGHT);
    if (!status)
        status = network_memory_open(&network, &rules.upright);
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
    {"--board", "B", "@board",
     "the board (7x6, or the variant's own), if MOVES does not begin with one"},
    CLI_VARIANT_OPTIONS,
    {"--level", "L", "@level",
     "easy, medium, hard or perfect (expert where nothing can be solved); random or greedy"},
    {"--style", "S", "@style", "balanced (default), aggressive or defensive"},
    {"--first", "WHO", "me|cpu", "me (default) or cpu: the player who has Red and moves first"},
    {"--seed", "N", NULL, "the same number makes the computer choose the same among equal moves"},
    {NULL, NULL, NULL, NULL}};

const struct command command_play = {
    "play",
    "a game in the terminal, for two or against the computer",
    "[--board B] [--variant V] [--pie] [--level L [--style S] [--first me|cpu]] [--seed N] [MOVES]",
    run,
    .options = play_table,
    .about =
        "A game for two players on one keyboard, or with --level against the computer, from the "
        "start or after MOVES. In a terminal the board is drawn and the keys are listed below "
        "it. Undo takes back the player's move and the computer's reply; a hint names a good "
        "column. When the game ends, its moves are printed, so that it can be continued "
        "later.\n\n"
        "In a variant a move may have a sign in front of its column: - pops, _ drops the anvil, "
        "@ the bomb, = the wall, + the double; < and > turn the board, ~ swaps sides. In a "
        "terminal the sign is a key of its own: it is shown, and the next column or Enter plays "
        "the move, so that nobody pops by mistake; the same key again takes the sign back.\n\n"
        "Without a terminal each line of input is a move, several moves, or one of undo, redo, "
        "new, hint, moves, help, quit, and every reply of the computer is a line that names its "
        "column. The exit status is 1 if a line was refused.",
};
