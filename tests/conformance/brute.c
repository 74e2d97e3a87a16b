#include "brute.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIDE = 12, CELLS = 64, CONNECT = 4, TABLE_BITS = 20, INFINITE = 100 };

/* A known position. Its key is never 0. */
struct entry {
    uint64_t key;
    signed char low, high;
};

struct brute {
    int width, height, cells;
    int ply;
    int moves[CELLS];
    int stack[SIDE];              /* discs in a column */
    signed char cell[SIDE][SIDE]; /* x, y; 0 is empty, 1 the first player, 2 the second */
    int order[SIDE];              /* columns, the central ones first */
    struct entry *table;
    signed char *values; /* for brute_visit_all, by key; 0: not seen yet */
    size_t seen;
    brute_visitor *visit;
    void *host;
};

struct brute *brute_open(int width, int height)
{
    struct brute *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->width = width;
    b->height = height;
    b->cells = width * height;
    for (int i = 0; i < width; i++)
        b->order[i] = (width - 1) / 2 + (i % 2 ? (i + 1) / 2 : -i / 2);
    b->table = calloc((size_t)1 << TABLE_BITS, sizeof *b->table);
    if (b->table)
        return b;
    brute_close(b);
    return NULL;
}

void brute_close(struct brute *b)
{
    if (b)
        free(b->table);
    free(b);
}

static int mover(const struct brute *b)
{
    return 1 + b->ply % 2;
}

/* Counts discs of one colour next to a cell, in one direction. */
static int run_length(const struct brute *b, int x, int y, int dx, int dy, int color)
{
    int count = 0;
    for (;;) {
        x += dx;
        y += dy;
        if (x < 0 || x >= b->width || y < 0 || y >= b->height || b->cell[x][y] != color)
            return count;
        count++;
    }
}

/* Whether a disc of the side to move on top of this column makes a line. */
static bool wins_in(const struct brute *b, int x)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int y = b->stack[x], color = mover(b);
    for (int i = 0; i < 4; i++) {
        int dx = ways[i][0], dy = ways[i][1];
        if (1 + run_length(b, x, y, dx, dy, color) + run_length(b, x, y, -dx, -dy, color) >=
            CONNECT)
            return true;
    }
    return false;
}

static bool is_open(const struct brute *b, int x)
{
    return b->stack[x] < b->height;
}

static void drop(struct brute *b, int x)
{
    b->cell[x][b->stack[x]++] = (signed char)mover(b);
    b->moves[b->ply++] = x;
}

static void undo(struct brute *b)
{
    int x = b->moves[--b->ply];
    b->cell[x][--b->stack[x]] = 0;
}

/* A column as a number: a leading one, then its discs. */
static uint64_t position_key(const struct brute *b)
{
    uint64_t key = 0;
    for (int x = 0; x < b->width; x++) {
        uint64_t discs = 1;
        for (int y = 0; y < b->stack[x]; y++)
            discs = discs * 2 + (b->cell[x][y] == 1);
        key = key << (b->height + 1) | discs;
    }
    return key;
}

/* The winner's score, by the number of discs at the end. */
static int win_score(const struct brute *b, int discs)
{
    return (b->cells + 2 - discs) / 2;
}

static struct entry *entry_of(struct brute *b, uint64_t key)
{
    struct entry *entry = &b->table[key * UINT64_C(0xD6E8FEB86659FD93) >> (64 - TABLE_BITS)];
    if (entry->key != key)
        *entry = (struct entry){key, -INFINITE, INFINITE};
    return entry;
}

static bool can_win_now(const struct brute *b)
{
    for (int x = 0; x < b->width; x++)
        if (is_open(b, x) && wins_in(b, x))
            return true;
    return false;
}

/* Exact between alpha and beta, otherwise a bound. */
static int negamax(struct brute *b, int alpha, int beta)
{
    if (b->ply == b->cells)
        return 0;
    if (can_win_now(b))
        return win_score(b, b->ply + 1);
    uint64_t key = position_key(b);
    struct entry *known = entry_of(b, key);
    if (known->low >= beta || known->low == known->high)
        return known->low;
    if (known->high <= alpha)
        return known->high;
    int best = -INFINITE;
    for (int i = 0; i < b->width && best < beta; i++) {
        if (!is_open(b, b->order[i]))
            continue;
        drop(b, b->order[i]);
        int score = -negamax(b, -beta, best > alpha ? -best : -alpha);
        undo(b);
        best = score > best ? score : best;
    }
    known = entry_of(b, key); /* another position may have replaced it */
    if (best > alpha)
        known->low = (signed char)best;
    if (best < beta)
        known->high = (signed char)best;
    return best;
}

int brute_score(struct brute *b, const int *moves, int count)
{
    for (int i = 0; i < count; i++)
        drop(b, moves[i]);
    int score = negamax(b, -INFINITE, INFINITE);
    while (b->ply > 0)
        undo(b);
    return score;
}

static int value_of(struct brute *b);

static int value_after(struct brute *b, int x)
{
    bool is_won = wins_in(b, x);
    drop(b, x);
    signed char *value = &b->values[position_key(b)];
    if (!*value && (is_won || b->ply == b->cells)) {
        *value = INFINITE;
        b->seen++;
    }
    int score = is_won ? win_score(b, b->ply) : b->ply == b->cells ? 0 : -value_of(b);
    undo(b);
    return score;
}

/* The score of an unfinished position: the best of all its moves. */
static int value_of(struct brute *b)
{
    signed char *value = &b->values[position_key(b)];
    if (*value)
        return *value - INFINITE;
    int best = -INFINITE;
    for (int x = 0; x < b->width; x++) {
        int score = is_open(b, x) ? value_after(b, x) : -INFINITE;
        best = score > best ? score : best;
    }
    *value = (signed char)(best + INFINITE);
    b->seen++;
    b->visit(b->host, b->moves, b->ply, best);
    return best;
}

size_t brute_visit_all(struct brute *b, brute_visitor *visit, void *host)
{
    b->values = calloc((size_t)1 << b->width * (b->height + 1), 1);
    if (!b->values)
        return 0;
    b->visit = visit;
    b->host = host;
    b->seen = 0;
    (void)value_of(b);
    free(b->values);
    b->values = NULL;
    return b->seen;
}
