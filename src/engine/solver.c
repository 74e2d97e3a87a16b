/* The solver: from a position to its exact score by a series of null-window searches. */
#include "engine/solver.h"

#include "core/runs.h"
#include "engine/cpu.h"
#include "engine/search.h"

/* An entry stores 48 bits of a key of up to 64, so a table needs at least 2^16 slots. FF_SOLVER_MIN
 * guarantees this. */
enum { LOCAL_BITS = 16, SHARED_BITS_MAX = 32, CACHE_LINE = 64 };

/* Solved from the start, 7x6 takes a few seconds; wider and higher boards take hours or days. */
enum { FINISHED_CELLS = 42 };

struct ff_solver {
    struct search search;
    search_probe *probe;
    const ff_book *book; /* may be null */
};

/* The largest power of two of buckets that fits, as its exponent. */
static int shared_bits(size_t bytes)
{
    int bits = 0;
    while (bits < SHARED_BITS_MAX && (size_t)2 * sizeof(uint64_t) << (bits + 1) <= bytes)
        bits++;
    return bits;
}

/* A small board needs no more slots than it has keys. */
static struct table table_on(uint64_t *entries, int bits, const struct geometry *geo)
{
    return (struct table){entries, bits < geo->key_bits ? bits : geo->key_bits};
}

bool solver_takes(const ff_rules *rules)
{
    bool is_one_word = rules->kernel == RUNS_CLASSIC || rules->kernel == RUNS_WORD;
    return is_one_word && rules->board.connect == 4;
}

bool solver_finishes(const ff_rules *rules)
{
    return solver_takes(rules) && rules->cells <= FINISHED_CELLS;
}

enum solver_path solver_fastest_path(unsigned features)
{
#if defined(__x86_64__)
    if ((features & CPU_ALL) == CPU_ALL)
        return SOLVER_AVX2;
#endif
    (void)features;
    return SOLVER_PLAIN;
}

/* Null if this processor does not support the path. */
static search_probe *classic_probe(enum solver_path path)
{
    if (path > solver_fastest_path(cpu_features()))
        return NULL;
#if defined(__x86_64__)
    if (path == SOLVER_AVX2)
        return search_classic_avx2;
#endif
    return path == SOLVER_PLAIN ? search_classic : search_general;
}

bool solver_use_path(ff_solver *solver, enum solver_path path)
{
    const struct geometry *geo = &solver->search.geo;
    bool is_classic = geo->width == ff_classic.width && geo->height == ff_classic.height;
    search_probe *probe = is_classic || path == SOLVER_GENERAL ? classic_probe(path) : NULL;
    if (probe)
        solver->probe = probe;
    return probe != NULL;
}

ff_err ff_solver_open(ff_solver **out, const ff_rules *rules, void *memory, size_t size)
{
    size_t offset = (CACHE_LINE - (uintptr_t)memory % CACHE_LINE) % CACHE_LINE;
    size_t local_bytes = sizeof(uint64_t) << LOCAL_BITS;
    size_t fixed = offset + (sizeof(ff_solver) / CACHE_LINE + 1) * CACHE_LINE + local_bytes;
    if (!solver_takes(rules))
        return FF_E_SOLVER_BOARD;
    if (size < FF_SOLVER_MIN)
        return FF_E_SOLVER_MEMORY;
    ff_solver *solver = (ff_solver *)(void *)((char *)memory + offset);
    uint64_t *local = (uint64_t *)(void *)((char *)memory + fixed - local_bytes);
    *solver = (ff_solver){.probe = search_general};
    if (rules->kernel == RUNS_CLASSIC)
        solver->probe = classic_probe(solver_fastest_path(cpu_features()));
    struct search *s = &solver->search;
    geometry_init(&s->geo, rules->board.width, rules->board.height);
    cells_init(&s->cells, &s->geo);
    s->local = table_on(local, LOCAL_BITS, &s->geo);
    s->shared = table_on(local + ((size_t)1 << LOCAL_BITS), shared_bits(size - fixed), &s->geo);
    ff_solver_reset(solver);
    *out = solver;
    return FF_OK;
}

void ff_solver_reset(ff_solver *solver)
{
    struct search *s = &solver->search;
    for (size_t i = 0; i < (size_t)2 << s->shared.index_bits; i++)
        s->shared.entries[i] = 0;
    /* The small table comes last, so that it is in the cache when the search begins. */
    for (size_t i = 0; i < (size_t)1 << s->local.index_bits; i++)
        s->local.entries[i] = 0;
    int32_t *history = &s->history[0][0][0];
    for (size_t i = 0; i < sizeof s->history / sizeof *history; i++)
        history[i] = 0;
}

void ff_solver_use_book(ff_solver *solver, const ff_book *book)
{
    solver->book = book;
}

void ff_solver_watch(ff_solver *solver, bool (*should_stop)(void *host), void *host)
{
    solver->search.should_stop = should_stop;
    solver->search.host = host;
}

/* The next null window between bounds that differ: early wins and losses first while these are
 * cheap, then who wins, then outwards by one. This took 25.6 million nodes for the empty board
 * where bisection took 39.4. Which wins count as early depends on the number of empty cells. */
static int next_question(int low, int high, int left)
{
    int early = 3 * left / 16 + 3, middle;
    if (high > early)
        middle = high / 2 > early ? high / 2 : early;
    else if (low < -early)
        middle = low / 2 < -early - 1 ? low / 2 : -early - 1;
    else if (low <= 0 && high > 0)
        middle = 0;
    else
        middle = low > 0 ? low : high - 1;
    if (middle >= high)
        middle = high - 1;
    return middle < low ? low : middle;
}

/* Narrows the bounds until they meet; for a weak solution until win, draw or loss is known. */
static void solver_narrow(ff_solver *solver, const struct node *node, bool is_weak,
                          ff_solution *known)
{
    int left = solver->search.geo.cells - node->ply;
    while (known->low < known->high) {
        int middle = next_question(known->low, known->high, left);
        if (is_weak && (known->low > 0 || known->high < 0))
            return;
        if (is_weak)
            middle = known->low <= 0 && known->high > 0 ? 0 : -1;
        int answer = solver->probe(&solver->search, node, middle + 1);
        if (solver->search.is_stopped)
            return;
        if (answer > middle)
            known->low = answer;
        else
            known->high = answer;
    }
}

static struct node node_of(const struct geometry *geo, const ff_position *p)
{
    struct node node = {.ply = p->ply};
    node.me = p->discs[p->ply % 2][0];
    node.opponent = p->discs[(p->ply + 1) % 2][0];
    uint64_t empty = geo->board & ~(node.me | node.opponent);
    node.my_wins = search_wins(geo, node.me) & empty;
    node.their_wins = search_wins(geo, node.opponent) & empty;
    return node;
}

ff_err solver_check(const ff_solver *solver, const ff_position *position)
{
    const ff_rules *rules = position->rules;
    const struct geometry *geo = &solver->search.geo;
    bool is_same = rules->board.width == geo->width && rules->board.height == geo->height;
    return is_same && solver_takes(rules) ? FF_OK : FF_E_SOLVER_BOARD;
}

static int cut_off(int score, int low, int high)
{
    return score < low ? low : score > high ? high : score;
}

bool solver_book_score(const ff_solver *solver, const ff_position *position, int *score)
{
    return solver->book && ff_book_score(solver->book, position, score);
}

static ff_err solver_run(ff_solver *solver, const ff_position *p, bool is_weak, int low, int high,
                         ff_solution *out)
{
    struct search *s = &solver->search;
    const struct geometry *geo = &s->geo;
    if (solver_check(solver, p))
        return FF_E_SOLVER_BOARD;
    if (p->status != FF_PLAYING)
        return FF_E_OVER;
    struct node node = node_of(geo, p);
    uint64_t all = node.me | node.opponent, playable = (all + geo->bottom) & geo->board;
    int left = geo->cells - p->ply;
    ff_solution known = {.low = -left / 2, .high = (left - 1) / 2};
    if (node.my_wins & playable)
        known.low = known.high = (left + 1) / 2;
    int score;
    if (solver_book_score(solver, p, &score))
        known.low = known.high = score;
    known.low = cut_off(known.low, low, high);
    known.high = cut_off(known.high, low, high);
    s->nodes = s->check_at = 0;
    s->is_stopped = false;
    solver_narrow(solver, &node, is_weak, &known);
    *out = (ff_solution){cut_off(known.low, low, high), cut_off(known.high, low, high), s->nodes};
    return s->is_stopped ? FF_E_STOPPED : FF_OK;
}

ff_err ff_solver_solve(ff_solver *solver, const ff_position *position, ff_solution *out)
{
    return solver_run(solver, position, false, -FF_CELLS_MAX, FF_CELLS_MAX, out);
}

ff_err ff_solver_outcome(ff_solver *solver, const ff_position *position, ff_solution *out)
{
    return solver_run(solver, position, true, -FF_CELLS_MAX, FF_CELLS_MAX, out);
}

ff_err solver_solve_within(ff_solver *solver, const ff_position *position, int low, int high,
                           ff_solution *out)
{
    return solver_run(solver, position, false, low, high, out);
}
