/* A computer player: random moves, look-ahead, solver and tree search, combined as its level says. */
#include "engine/bot.h"

#include "engine/chance.h"
#include "engine/solver.h"

enum {
    ALIGN = 64,
    MEMO_BITS_SOLVER = 15,
    MEMO_BITS_MAX = 20,
    HARDER = 250, /* on boards solved only late in a game, fewer nodes are spent on trying */
    MEMO_BITS_TREE = 1,
    TREE_SLICE = 32, /* simulations between two questions whether to stop */
    TREE_ROOT_NODES = 2000,
};

/* Larger boards would take days to solve. So the solver gives up after a number of stop checks,
 * which come every few thousand nodes. */
static bool solver_should_stop(void *argument)
{
    ff_bot *bot = argument;
    const struct lookahead *look = &bot->look;
    if (++bot->asks > bot->asks_max)
        return true;
    return look->should_stop && look->should_stop(look->host);
}

static size_t aligned(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* The largest number of buckets that fits. */
static int memo_bits(size_t bytes, int most)
{
    int bits = 1;
    while (bits < most && 2 * sizeof(struct memo_entry) << (bits + 1) <= bytes)
        bits++;
    return bits;
}

/* Opens the solver behind the place of a memo, if the level and the board have one. */
static void bot_settle_solver(ff_bot *bot, const ff_rules *rules, char *memory, size_t size)
{
    size_t memo = 2 * sizeof(struct memo_entry) << MEMO_BITS_SOLVER;
    bot->solver = NULL;
    if (bot->level->solver_asks > 0 && solver_takes(rules) &&
        ff_solver_open(&bot->solver, rules, memory + memo, size - memo) == FF_OK)
        ff_solver_watch(bot->solver, solver_should_stop, bot);
    bot->asks_max = bot->level->solver_asks / (solver_finishes(rules) ? 1 : HARDER);
}

/* Memory order: the bot, the memo, then the solver or the tree. The table sizes match the node
 * budgets; more memory would not be used. */
static void bot_settle(ff_bot *bot, const ff_rules *rules, char *memory, size_t size)
{
    size_t at = aligned(sizeof *bot);
    bot_settle_solver(bot, rules, memory + at, size - at);
    bot->explores = bot->level->simulations > 0 && !solver_takes(rules);
    int most = bot->explores ? MEMO_BITS_TREE : bot->solver ? MEMO_BITS_SOLVER : MEMO_BITS_MAX;
    int bits = memo_bits(size - at, most);
    lookahead_init(&bot->look, rules, (struct memo_entry *)(void *)(memory + at), bits);
    at += aligned(2 * sizeof(struct memo_entry) << bits);
    if (bot->explores)
        explorer_open(&bot->explorer, rules, memory + at, size - at);
}

ff_err ff_bot_open(ff_bot **out, const ff_rules *rules, ff_level level, ff_style style,
                   void *memory, size_t size)
{
    size_t offset = (ALIGN - (uintptr_t)memory % ALIGN) % ALIGN;
    if ((unsigned)level >= FF_LEVEL_COUNT)
        return FF_E_LEVEL;
    if ((unsigned)style >= FF_STYLE_COUNT)
        return FF_E_STYLE;
    if (size < FF_BOT_MIN)
        return FF_E_BOT_MEMORY;
    ff_bot *bot = (ff_bot *)(void *)((char *)memory + offset);
    bot->level = level_of(level);
    bot->style = style_of(style);
    bot->thought = (ff_thought){.column = -1};
    size = size > FF_BOT_MAX ? FF_BOT_MAX : size;
    bot_settle(bot, rules, (char *)bot, size - offset);
    *out = bot;
    return FF_OK;
}

void ff_bot_watch(ff_bot *bot, bool (*should_stop)(void *host), void *host)
{
    bot->look.should_stop = should_stop;
    bot->look.host = host;
}

void ff_bot_use_book(ff_bot *bot, const ff_book *book)
{
    if (bot->solver)
        ff_solver_use_book(bot->solver, book);
}

ff_err ff_bot_use_network(ff_bot *bot, const ff_network *network)
{
    if (network && !ff_board_equal(network->board, bot->look.tally.rules->board))
        return FF_E_BOT_BOARD;
    return bot->explores ? explorer_use_network(&bot->explorer, network) : FF_OK;
}

uint32_t bot_simulations(const ff_bot *bot)
{
    return bot->explorer.network ? bot->level->simulations_network : bot->level->simulations;
}

ff_thought ff_bot_thought(const ff_bot *bot)
{
    ff_thought thought = bot->thought;
    thought.nodes = bot->look.nodes + bot->solver_nodes;
    if (bot->explores)
        thought.nodes += bot->explorer.tree.simulations;
    return thought;
}

/* Plies to the end that a look-ahead score proves; 0 if the score is an estimate. */
static int ends_in(const struct lookahead *l, int score)
{
    if (score >= LOOK_PROVEN)
        return LOOK_WIN - score - l->root_ply;
    return score <= -LOOK_PROVEN ? l->root_ply - (LOOK_WIN + score) : 0;
}

/* The same for a score of the solver. */
static int ends_in_solved(const ff_position *p, int score)
{
    int plies = ff_score_outlook(p->rules, p->ply, score).plies;
    return score > 0 ? plies : score < 0 ? -plies : 0;
}

/* Iterative deepening. The result of each depth is visible in between. */
static void bot_deepen(ff_bot *bot, struct look_verdict *verdict)
{
    bot->thought.column = verdict->column[0];
    while (verdict->count > 1 && lookahead_deepen(&bot->look, verdict)) {
        bot->thought.depth = verdict->depth;
        bot->thought.column = verdict->column[0];
        bot->thought.ends_in = ends_in(&bot->look, verdict->score[0]);
    }
}

/* Number of leading columns that count as equal: within the level's margin. A proven end equals
 * only an end at the same ply. */
static int equal_count(const ff_bot *bot, const struct look_verdict *v)
{
    int best = v->score[0], count = 1;
    bool is_sure = best >= LOOK_PROVEN || best <= -LOOK_PROVEN;
    int least = is_sure ? best : best - bot->level->margin;
    while (count < v->count && v->score[count] >= least)
        count++;
    return count;
}

/* Moves a random one of the equal columns to the front: of two drawn, the more central one. */
static void verdict_vary(const ff_bot *bot, struct look_verdict *v, uint64_t *chance)
{
    const ff_rules *rules = bot->look.tally.rules;
    int count = equal_count(bot, v);
    int pick = chance_below(chance, count), other = chance_below(chance, count);
    if (bot->level->depth > 0 && lookahead_off_middle(rules, v->column[other]) <
                                     lookahead_off_middle(rules, v->column[pick]))
        pick = other;
    uint8_t column = v->column[pick];
    for (int i = pick; i > 0; i--)
        v->column[i] = v->column[i - 1];
    v->column[0] = column;
}

/* Whether this column keeps the score. */
static ff_err column_reaches(ff_bot *bot, const ff_position *p, int column, int score, bool *out)
{
    ff_position next = *p;
    ff_solution known;
    (void)ff_position_drop(&next, column); /* cannot fail: the verdict has legal columns only */
    if (next.status != FF_PLAYING) {
        *out = next.status == FF_WON || score <= 0;
        return FF_OK;
    }
    ff_err err = solver_solve_within(bot->solver, &next, -score, -score + 1, &known);
    bot->solver_nodes += known.nodes;
    if (!err)
        *out = known.high <= -score;
    return err;
}

static void verdict_shuffle(struct look_verdict *v, uint64_t *chance)
{
    for (int i = v->count - 1; i > 0; i--) {
        int pick = chance_below(chance, i + 1);
        uint8_t column = v->column[i];
        v->column[i] = v->column[pick];
        v->column[pick] = column;
    }
}

/* Finds the exact score, then the first column that keeps it. The look-ahead's order makes this
 * nearly always the first column tried, and gives a good answer if the host stops the search. In a
 * lost position that order would only help against an opponent with the same evaluation, so any
 * column that holds out longest will do. */
static ff_err bot_solve(ff_bot *bot, const ff_position *p, struct look_verdict *v, uint64_t *chance)
{
    ff_solution known;
    ff_err err = ff_solver_solve(bot->solver, p, &known);
    bot->solver_nodes += known.nodes;
    if (!err)
        bot->thought.ends_in = ends_in_solved(p, known.low);
    if (!err && known.low < 0)
        verdict_shuffle(v, chance);
    for (int i = 0; !err && !bot->thought.is_exact && i < v->count; i++) {
        bot->thought.column = v->column[i];
        err = column_reaches(bot, p, v->column[i], known.low, &bot->thought.is_exact);
    }
    return err;
}

/* Looks ahead within a node budget. Returns true if the host stopped it. */
static bool bot_look(ff_bot *bot, const ff_position *p, uint64_t nodes, uint64_t *chance,
                     struct look_verdict *verdict)
{
    const struct level *level = bot->level;
    const struct look_plan plan = {.depth = level->depth,
                                   .depth_sure = level->depth_sure,
                                   .margin = level->margin,
                                   .nodes = nodes,
                                   .sees_threats = level->sees_threats,
                                   .attack = bot->style->attack,
                                   .defence = bot->style->defence};
    lookahead_begin(&bot->look, p, &plan, verdict);
    bot_deepen(bot, verdict);
    verdict_vary(bot, verdict, chance);
    bot->thought.column = verdict->column[0];
    return bot->look.is_stopped && bot->look.nodes < bot->look.nodes_max;
}

/* A short look-ahead orders the columns for the solver. If there is no solver or it gives up, a
 * long look-ahead decides. */
static void bot_think(ff_bot *bot, const ff_position *p, uint64_t *chance)
{
    const struct level *level = bot->level;
    struct look_verdict verdict;
    bool *was_stopped = &bot->thought.was_stopped;
    bool is_solved = false;
    if (bot->solver) {
        *was_stopped = bot_look(bot, p, level->nodes, chance, &verdict);
        is_solved = verdict.count == 1 || verdict.is_settled;
        if (!*was_stopped && !is_solved) {
            is_solved = bot_solve(bot, p, &verdict, chance) == FF_OK;
            *was_stopped = !is_solved && bot->asks <= bot->asks_max;
        }
    }
    if (!is_solved && !*was_stopped)
        *was_stopped = bot_look(bot, p, level->nodes_alone, chance, &verdict);
}

static void bot_note_tree(ff_bot *bot)
{
    struct tree_report report;
    tree_report(&bot->explorer.tree, &report);
    bot->thought.depth = bot->explorer.tree.depth;
    bot->thought.column = report.move[report.best].column;
    bot->thought.ends_in = report.proof == TREE_LOST ? -report.plies : report.plies;
}

/* The result so far is visible between the slices. */
void bot_explore(ff_bot *bot, const ff_position *p, struct tree_plan plan, uint64_t seed)
{
    const struct lookahead *look = &bot->look;
    plan.vcf_depth = VCF_DEPTH_MAX;
    plan.vcf_nodes = bot->level->vcf_nodes;
    plan.vcf_root_nodes = TREE_ROOT_NODES;
    explorer_begin(&bot->explorer, p, &plan, bot->style->attack, bot->style->defence, seed);
    do {
        bot_note_tree(bot);
        bot->thought.was_stopped = look->should_stop && look->should_stop(look->host);
    } while (!bot->thought.was_stopped && explorer_run(&bot->explorer, TREE_SLICE));
    bot_note_tree(bot);
}

static void bot_choose_by_tree(ff_bot *bot, const ff_position *p, uint64_t *chance)
{
    const struct tree_plan plan = {.simulations = bot_simulations(bot),
                                   .considered = bot->level->considered,
                                   .noise = (float)bot->level->noise_percent / 100};
    bot_explore(bot, p, plan, chance_next(chance));
}

ff_err bot_check(const ff_bot *bot, const ff_position *position)
{
    if (!ff_board_equal(position->rules->board, bot->look.tally.rules->board))
        return FF_E_BOT_BOARD;
    return position->status == FF_PLAYING ? FF_OK : FF_E_OVER;
}

/* Before a search. */
void bot_forget(ff_bot *bot)
{
    bot->solver_nodes = bot->look.nodes = 0;
    bot->explorer.tree.simulations = 0;
    bot->asks = 0;
}

ff_err ff_bot_choose(ff_bot *bot, const ff_position *position, uint64_t seed, int *column)
{
    uint8_t columns[FF_COLUMNS_MAX];
    ff_err err = bot_check(bot, position);
    if (err)
        return err;
    uint64_t chance = seed ^ lookahead_key(&bot->look, position);
    int count = ff_position_moves(position, columns);
    bot_forget(bot);
    bot->thought = (ff_thought){.column = columns[chance_below(&chance, count)]};
    if (chance_below(&chance, 100) >= bot->level->random_percent) {
        if (bot->explores)
            bot_choose_by_tree(bot, position, &chance);
        else
            bot_think(bot, position, &chance);
    }
    *column = bot->thought.column;
    return FF_OK;
}
