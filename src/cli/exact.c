#include "cli/exact.h"

#include <stdlib.h>
#include <string.h>

#include "base/large.h"
#include "cli/search_limit.h"
#include "core/text.h"
#include "engine/solver.h"

enum { HASH_MB_DEFAULT = 16, HASH_MB_MIN = 2, HASH_MB_MAX = 4096 };

/* The light book opens faster and has the children of every position before its last ply. After the
 * last ply of the deep book neither helps. */
static enum book_reach reach_of(const struct exact *exact)
{
    enum { LIGHT_PLY = 8, DEEP_PLY = 10 };
    int ply = exact->game.position.ply;
    bool is_deep = ply >= LIGHT_PLY && (ply <= DEEP_PLY || exact->wants_past);
    return is_deep ? BOOK_DEEP : BOOK_LIGHT;
}

static int solver_open(struct exact *exact, long hash_mb)
{
    size_t size = (size_t)hash_mb << 20;
    exact->memory = large_alloc(size);
    if (!exact->memory)
        return cli_fail(CLI_BAD_INPUT, "not enough memory for a table of %ld MB", hash_mb);
    ff_err err = ff_solver_open(&exact->solver, &exact->rules, exact->memory, size);
    if (err)
        return cli_fail(CLI_BAD_USAGE, "%s", ff_err_text(err));
    int status = book_memory_open_default(&exact->book, reach_of(exact));
    ff_solver_use_book(exact->solver, exact->book.book);
    return status;
}

/* The player that estimates positions of boards without exact scores. */
static int bot_open(struct exact *exact)
{
    exact->memory = large_alloc(FF_BOT_GOOD);
    if (!exact->memory)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(FF_E_BOT_MEMORY));
    ff_err err = ff_bot_open(&exact->bot, &exact->rules, FF_PERFECT, FF_BALANCED, exact->memory,
                             FF_BOT_GOOD);
    int status = err ? cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err))
                     : network_memory_open(&exact->network, &exact->rules);
    if (!status && exact->network.network)
        (void)ff_bot_use_network(exact->bot, exact->network.network); /* it is of this board */
    return status;
}

static int variant_bot_open(struct exact *exact)
{
    exact->memory = large_alloc(FF_VARIANT_BOT_GOOD);
    if (!exact->memory)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(FF_E_BOT_MEMORY));
    ff_err err = ff_variant_bot_open(&exact->variant_bot, &exact->variant_rules, FF_PERFECT,
                                     FF_BALANCED, exact->memory, FF_VARIANT_BOT_GOOD);
    return err ? cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err)) : 0;
}

/* Opens what the game is analysed with. */
static int engine_open(struct exact *exact, long hash_mb)
{
    if (!cli_is_plain(&exact->variant_rules))
        return variant_bot_open(exact);
    exact->rules = exact->variant_rules.upright;
    exact->game = cli_plain_game(&exact->variant_game);
    exact->game.position.rules = &exact->rules;
    return solver_takes(&exact->rules) ? solver_open(exact, hash_mb) : bot_open(exact);
}

int exact_open(struct exact *exact, const struct command *command, int argc, char **argv)
{
    struct game_words words = {.moves = ""};
    const char *hash = NULL, *seconds = NULL;
    const struct option options[] = {{"--board", &words.board, NULL},
                                     {"--variant", &words.variant, NULL},
                                     {"--pie", NULL, &words.has_pie},
                                     {"--hash", &hash, NULL},
                                     {"--seconds", &seconds, NULL},
                                     {"--json", NULL, &exact->wants_json},
                                     {NULL, NULL, NULL}};
    long hash_mb = HASH_MB_DEFAULT;
    int count;
    exact->seconds = SEARCH_SECONDS_DEFAULT;
    int status = options_read(command, options, argc, argv, &words.moves, 1, &count);
    exact->has_moves = count > 0;
    if (!status)
        status = option_number(&hash_mb, "--hash", hash, HASH_MB_MIN, HASH_MB_MAX);
    if (!status)
        status = option_number(&exact->seconds, "--seconds", seconds, 1, SEARCH_SECONDS_MAX);
    if (!status)
        status = cli_variant_game(&exact->variant_game, &exact->variant_rules, &words);
    return status ? status : engine_open(exact, hash_mb);
}

void exact_close(struct exact *exact)
{
    book_memory_close(&exact->book);
    network_memory_close(&exact->network);
    free(exact->memory);
}

int exact_use_path(ff_solver *solver, const char *name)
{
    static const char *const names[SOLVER_PATHS] = {
        [SOLVER_GENERAL] = "general",
        [SOLVER_PLAIN] = "plain",
        [SOLVER_AVX2] = "avx2",
    };
    int path = 0;
    if (!name)
        return 0;
    while (path < SOLVER_PATHS && strcmp(names[path], name) != 0)
        path++;
    if (path == SOLVER_PATHS)
        return cli_fail(CLI_BAD_USAGE, "--path is general, plain or avx2, not '%s'", name);
    if (solver_use_path(solver, (enum solver_path)path))
        return 0;
    return cli_fail(CLI_BAD_USAGE,
                    path == SOLVER_PLAIN ? "the path '%s' is for 7x6 alone"
                                         : "the path '%s' is for 7x6 alone, and for "
                                           "processors with its instructions",
                    name);
}

const char *exact_name(ff_color color)
{
    return color == FF_RED ? "Red" : "Yellow";
}

void exact_put_accuracy(ff_text *out, int red, int yellow)
{
    const int accuracy[FF_PLAYERS] = {red, yellow};
    const char *between = "Accuracy: ";
    for (int color = 0; color < FF_PLAYERS; color++) {
        if (accuracy[color] < 0)
            continue;
        text_put(out, between);
        text_put(out, exact_name((ff_color)color));
        text_char(out, ' ');
        text_int(out, accuracy[color]);
        text_put(out, " %");
        between = ", ";
    }
    text_char(out, '\n');
}

void exact_put_score(ff_text *out, const ff_rules *rules, int ply, int score)
{
    text_char(out, score > 0 ? 'W' : score < 0 ? 'L' : '=');
    if (score)
        text_int(out, ff_score_outlook(rules, ply, score).moves);
}
