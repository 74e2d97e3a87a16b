/* A computer player for variants: random moves and look-ahead, combined as its level says. */
#include "engine/variant_bot.h"

#include "engine/chance.h"

enum { ALIGN = 64, MEMO_BITS_MAX = 20 };

static size_t aligned(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

ff_err ff_variant_bot_open(ff_variant_bot **out, const ff_variant_rules *rules, ff_level level,
                           ff_style style, void *memory, size_t size)
{
    size_t offset = (ALIGN - (uintptr_t)memory % ALIGN) % ALIGN;
    int bits = 1;
    if ((unsigned)level >= FF_LEVEL_COUNT)
        return FF_E_LEVEL;
    if ((unsigned)style >= FF_STYLE_COUNT)
        return FF_E_STYLE;
    if (size < FF_VARIANT_BOT_MIN)
        return FF_E_BOT_MEMORY;
    char *start = (char *)memory + offset, *table = start + aligned(sizeof(ff_variant_bot));
    size_t left = size - offset - aligned(sizeof(ff_variant_bot));
    while (bits < MEMO_BITS_MAX && 2 * sizeof(struct memo_entry) << (bits + 1) <= left)
        bits++;
    ff_variant_bot *bot = (ff_variant_bot *)(void *)start;
    bot->level = variant_level_of(level);
    bot->style = style_of(style);
    bot->thought = (ff_thought){.column = -1};
    variant_search_init(&bot->search, rules, (struct memo_entry *)(void *)table, bits);
    *out = bot;
    return FF_OK;
}

void ff_variant_bot_watch(ff_variant_bot *bot, bool (*should_stop)(void *host), void *host)
{
    bot->search.should_stop = should_stop;
    bot->search.host = host;
}

ff_thought ff_variant_bot_thought(const ff_variant_bot *bot)
{
    ff_thought thought = bot->thought;
    thought.nodes = bot->search.nodes;
    return thought;
}

ff_err variant_bot_check(const ff_variant_bot *bot, const ff_variant_game *game)
{
    const ff_variant_rules *own = bot->search.rules, *asked = game->position.rules;
    if (own->variant != asked->variant || own->has_pie != asked->has_pie ||
        !ff_board_equal(own->upright.board, asked->upright.board))
        return FF_E_BOT_BOARD;
    return game->position.board.status == FF_PLAYING ? FF_OK : FF_E_OVER;
}

/* Plies to the end that a score proves; 0 if it is an estimate. */
static int ends_in(int score)
{
    if (!variant_is_proven(score))
        return 0;
    return score > 0 ? VARIANT_WIN - score : -(VARIANT_WIN + score);
}

/* The result of each depth is visible in between. */
void variant_bot_deepen(ff_variant_bot *bot, const ff_variant_game *game, struct variant_plan plan)
{
    struct variant_verdict *v = &bot->verdict;
    bot->thought = (ff_thought){0};
    variant_search_begin(&bot->search, game, &plan, v);
    bot->thought.column = v->move[0].move;
    while (variant_search_deepen(&bot->search, v)) {
        bot->thought.depth = v->depth;
        bot->thought.column = v->move[0].move;
        bot->thought.ends_in = ends_in(v->move[0].score);
        bot->thought.is_exact = v->is_complete;
    }
    bot->thought.was_stopped = bot->search.is_stopped && bot->search.nodes < bot->search.nodes_max;
}

/* Number of leading moves that count as equal: within the level's margin. A proven end equals only an
 * end at the same ply. */
static int equal_count(const ff_variant_bot *bot)
{
    const struct variant_verdict *v = &bot->verdict;
    int best = v->move[0].score, count = 1;
    int least = variant_is_proven(best) ? best : best - bot->level->margin;
    while (count < v->count && v->move[count].score >= least)
        count++;
    return count;
}

static struct variant_plan plan_of(const ff_variant_bot *bot)
{
    return (struct variant_plan){.depth = bot->level->depth,
                                 .depth_sure = bot->level->depth_sure,
                                 .margin = bot->level->margin,
                                 .nodes = bot->level->nodes,
                                 .attack = bot->style->attack,
                                 .defence = bot->style->defence};
}

ff_err ff_variant_bot_choose(ff_variant_bot *bot, const ff_variant_game *game, uint64_t seed,
                             int *move)
{
    ff_err err = variant_bot_check(bot, game);
    if (err)
        return err;
    uint64_t chance = seed ^ variant_same_key(&game->position);
    struct variant_plan plan = plan_of(bot);
    if (chance_below(&chance, 100) < bot->level->random_percent)
        plan.depth = 0;
    variant_bot_deepen(bot, game, plan);
    int pick = chance_below(&chance, equal_count(bot));
    bot->thought.column = bot->verdict.move[pick].move;
    *move = bot->thought.column;
    return FF_OK;
}
