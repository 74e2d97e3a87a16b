#include "variant_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/variant.h"

/* Everything that the rules depend on. */
struct key {
    uint64_t discs[2], rest;
};

/* Where a move leads: an index, or the end of the game. */
enum { END_WON = -1, END_LOST = -2, END_DRAWN = -3 };

struct edge {
    int32_t to;
    bool is_same_player;
};

struct variant_table {
    size_t count, max, slots, edge_count, edge_max;
    ff_variant_position *positions;
    int16_t *values;
    size_t *first; /* the edges of position i are edges[first[i]..first[i + 1]-1] */
    struct edge *edges;
    uint32_t *slot; /* a hash table of indices + 1 */
    const ff_variant_position *drawn;
    int drawn_count;
};

static struct key key_of(const ff_variant_position *p)
{
    bool is_turned = p->board.rules == &p->rules->turned;
    struct key key = {{p->board.discs[0][0], p->board.discs[1][0]}, 0};
    const unsigned parts[] = {p->side,      p->task,      p->from,     p->is_filled,
                              p->kept[0],   p->kept[1],   p->turns[0], p->turns[1],
                              p->powers[0], p->powers[1], is_turned,   p->has_answered};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        key.rest = key.rest << 5 | parts[i];
    return key;
}

static bool key_equal(struct key a, struct key b)
{
    return a.discs[0] == b.discs[0] && a.discs[1] == b.discs[1] && a.rest == b.rest;
}

static size_t key_slot(const struct variant_table *t, struct key key)
{
    uint64_t hash = key.discs[0] * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 31 ^ key.discs[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    hash = (hash ^ hash >> 29 ^ key.rest) * UINT64_C(0x94D049BB133111EB);
    return (size_t)(hash >> 32) & (t->slots - 1);
}

/* The slot of this position, or the empty one where it belongs. */
static size_t slot_find(const struct variant_table *t, const ff_variant_position *p)
{
    struct key key = key_of(p);
    size_t at = key_slot(t, key);
    while (t->slot[at] && !key_equal(key_of(&t->positions[t->slot[at] - 1]), key))
        at = (at + 1) & (t->slots - 1);
    return at;
}

/* The index of a position, which is added if it is new; -1 if the table is full. */
static long position_index(struct variant_table *t, const ff_variant_position *p)
{
    size_t at = slot_find(t, p);
    if (!t->slot[at]) {
        if (t->count == t->max)
            return -1;
        t->positions[t->count] = *p;
        t->positions[t->count].board.ply = 1; /* far from the longest game */
        t->slot[at] = (uint32_t)++t->count;
    }
    return (long)t->slot[at] - 1;
}

static ff_variant_position after(const ff_variant_position *p, int move)
{
    ff_variant_position next = *p;
    next.board.ply = 0;
    variant_play(&next, move); /* not of a game: repetitions are no ends here */
    return next;
}

static bool is_drawn_again(const struct variant_table *t, const ff_variant_position *p)
{
    for (int i = 0; i < t->drawn_count; i++)
        if (key_equal(key_of(&t->drawn[i]), key_of(p)))
            return true;
    return false;
}

/* False if the table is full. */
static bool edge_make(struct variant_table *t, struct edge *out, const ff_variant_position *p,
                      int move)
{
    ff_variant_position next = after(p, move);
    int player = ff_variant_player(p, (ff_color)p->side);
    *out = (struct edge){END_DRAWN, false};
    if (next.board.status == FF_WON)
        out->to = ff_variant_player(&next, (ff_color)next.winner) == player ? END_WON : END_LOST;
    if (next.board.status != FF_PLAYING || is_drawn_again(t, &next))
        return true;
    long index = position_index(t, &next);
    *out = (struct edge){(int32_t)index, ff_variant_player(&next, (ff_color)next.side) == player};
    return index >= 0;
}

static bool edges_reserve(struct variant_table *t, size_t more)
{
    if (t->edge_count + more <= t->edge_max)
        return true;
    size_t max = 2 * t->edge_max + more;
    struct edge *edges = realloc(t->edges, max * sizeof *edges);
    if (!edges)
        return false;
    t->edges = edges;
    t->edge_max = max;
    return true;
}

/* Lists the positions in the order in which they are reached, with their edges. */
static bool table_list(struct variant_table *t)
{
    uint16_t moves[FF_MOVES_MAX];
    for (size_t i = 0; i < t->count; i++) {
        int count = ff_variant_moves(&t->positions[i], moves);
        t->first[i] = t->edge_count;
        if (!edges_reserve(t, (size_t)count))
            return false;
        for (int k = 0; k < count; k++) {
            ff_variant_position p = t->positions[i];
            if (!edge_make(t, &t->edges[t->edge_count++], &p, moves[k]))
                return false;
        }
    }
    t->first[t->count] = t->edge_count;
    return true;
}

/* The value of a move for the player who makes it; the move counts. 0: a draw, or not known yet. */
static int edge_value(const struct variant_table *t, struct edge edge)
{
    if (edge.to < 0)
        return edge.to == END_WON ? 1 : edge.to == END_LOST ? -1 : 0;
    int value = edge.is_same_player ? t->values[edge.to] : -t->values[edge.to];
    return value > 0 ? value + 1 : value < 0 ? value - 1 : 0;
}

/* The value that a position has if it is decided by its k-th ply, else 0. */
static int value_within(const struct variant_table *t, size_t i, int k)
{
    bool is_lost = true;
    for (size_t e = t->first[i]; e < t->first[i + 1]; e++) {
        int value = edge_value(t, t->edges[e]);
        if (value > 0 && value <= k)
            return k;
        is_lost &= value < 0 && -value <= k;
    }
    return is_lost ? -k : 0;
}

/* Values of round k rest on those of the rounds before it only: a value of this round is k or -k, so that
 * a move to it would count k + 1. A round may be empty, but not two: wins and losses take turns, and a
 * turn has two moves at most. */
static void table_solve(struct variant_table *t)
{
    int empty = 0;
    for (int k = 1; empty < 4; k++) {
        bool has_changed = false;
        for (size_t i = 0; i < t->count; i++) {
            if (t->values[i])
                continue;
            t->values[i] = (int16_t)value_within(t, i, k);
            has_changed |= t->values[i] != 0;
        }
        empty = has_changed ? 0 : empty + 1;
    }
}

static bool table_reserve(struct variant_table *t, size_t max)
{
    t->max = max;
    for (t->slots = 1024; t->slots < 2 * max; t->slots *= 2)
        continue;
    t->positions = malloc(max * sizeof *t->positions);
    t->values = calloc(max, sizeof *t->values);
    t->first = malloc((max + 1) * sizeof *t->first);
    t->slot = calloc(t->slots, sizeof *t->slot);
    return t->positions && t->values && t->first && t->slot;
}

struct variant_table *variant_table_open(const ff_variant_position *from, size_t positions_max,
                                         const ff_variant_position *drawn, int drawn_count)
{
    struct variant_table *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->drawn = drawn;
    t->drawn_count = drawn_count;
    if (!table_reserve(t, positions_max) || position_index(t, from) < 0 || !table_list(t)) {
        variant_table_close(t);
        return NULL;
    }
    table_solve(t);
    return t;
}

void variant_table_close(struct variant_table *t)
{
    free(t->positions);
    free(t->values);
    free(t->first);
    free(t->edges);
    free(t->slot);
    free(t);
}

size_t variant_table_count(const struct variant_table *t)
{
    return t->count;
}

int variant_table_value(const struct variant_table *t, const ff_variant_position *p)
{
    return t->values[t->slot[slot_find(t, p)] - 1];
}

int variant_table_move_value(const struct variant_table *t, const ff_variant_position *p, int move)
{
    ff_variant_position next = after(p, move);
    int player = ff_variant_player(p, (ff_color)p->side);
    if (next.board.status == FF_DRAWN)
        return 0;
    if (next.board.status == FF_WON)
        return ff_variant_player(&next, (ff_color)next.winner) == player ? 1 : -1;
    int value = variant_table_value(t, &next);
    value = ff_variant_player(&next, (ff_color)next.side) == player ? value : -value;
    return value > 0 ? value + 1 : value < 0 ? value - 1 : 0;
}
