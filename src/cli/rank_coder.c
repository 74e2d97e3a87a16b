/* The ranks of a compact strategy: a range coder with adaptive chances.
 *
 * A rank is written as steps: "not the first", "not the second", and so on, until one is the move.
 * The chance of each step adapts to what was seen, by the step and by how far the judge's first
 * choice is ahead of its second. */
#include <stdlib.h>

#include "cli/strategy_file.h"

enum { CHANCE_BITS = 12, ADAPT = 5, CARRY_BITS = 32 };

static const uint32_t range_least = UINT32_C(1) << 24;

static void coder_reset(struct rank_coder *c)
{
    *c = (struct rank_coder){.range = UINT32_MAX};
    for (int gap = 0; gap < RANK_GAPS; gap++)
        for (int step = 0; step < RANK_STEPS; step++)
            c->chance[gap][step] = 1 << (CHANCE_BITS - 1);
}

void rank_coder_write(struct rank_coder *c)
{
    coder_reset(c);
}

static uint8_t byte_take(struct rank_coder *c)
{
    if (c->len < c->size)
        return c->bytes[c->len++];
    c->has_failed = true;
    return 0;
}

void rank_coder_read(struct rank_coder *c, uint8_t *bytes, size_t size)
{
    coder_reset(c);
    c->bytes = bytes;
    c->size = size;
    for (int i = 0; i < 5; i++)
        c->code = c->code << 8 | byte_take(c);
}

static void byte_put(struct rank_coder *c, uint8_t byte)
{
    if (c->len == c->size) {
        size_t size = c->size ? 2 * c->size : 4096;
        uint8_t *bytes = realloc(c->bytes, size);
        if (!bytes) {
            c->has_failed = true;
            return;
        }
        c->bytes = bytes;
        c->size = size;
    }
    c->bytes[c->len++] = byte;
}

/* Writes the highest byte of `low`. A byte that a carry could still change waits, with the bytes of
 * 0xFF behind it. */
static void low_shift(struct rank_coder *c)
{
    uint8_t carry = (uint8_t)(c->low >> CARRY_BITS);
    if (carry || c->low < UINT64_C(0xFF000000)) {
        byte_put(c, (uint8_t)(c->cache + carry));
        for (; c->pending > 0; c->pending--)
            byte_put(c, (uint8_t)(0xFF + carry));
        c->cache = (uint8_t)(c->low >> 24);
    } else {
        c->pending++;
    }
    c->low = (c->low & 0xFFFFFF) << 8;
}

static void chance_adapt(uint16_t *chance, bool is_not)
{
    if (is_not)
        *chance = (uint16_t)(*chance + (((1 << CHANCE_BITS) - *chance) >> ADAPT));
    else
        *chance = (uint16_t)(*chance - (*chance >> ADAPT));
}

static void step_put(struct rank_coder *c, uint16_t *chance, bool is_not)
{
    uint32_t bound = (c->range >> CHANCE_BITS) * *chance;
    if (is_not) {
        c->range = bound;
    } else {
        c->low += bound;
        c->range -= bound;
    }
    chance_adapt(chance, is_not);
    for (; c->range < range_least; c->range <<= 8)
        low_shift(c);
}

static bool step_take(struct rank_coder *c, uint16_t *chance)
{
    uint32_t bound = (c->range >> CHANCE_BITS) * *chance;
    bool is_not = c->code < bound;
    if (is_not) {
        c->range = bound;
    } else {
        c->code -= bound;
        c->range -= bound;
    }
    chance_adapt(chance, is_not);
    for (; c->range < range_least; c->range <<= 8)
        c->code = c->code << 8 | byte_take(c);
    return is_not;
}

/* How far the first choice is ahead. */
static uint16_t *chances_of(struct rank_coder *c, const struct walk_question *q)
{
    static const float gaps[RANK_GAPS - 1] = {0.25F, 0.5F, 1, 2, 4};
    int gap = 0;
    while (gap < RANK_GAPS - 1 && q->logit[0] - q->logit[1] >= gaps[gap])
        gap++;
    return c->chance[gap];
}

static uint16_t *chance_of(uint16_t *chances, int step)
{
    return &chances[step < RANK_STEPS ? step : RANK_STEPS - 1];
}

/* The last move needs no step: it is what is left. */
void rank_put(struct rank_coder *c, const struct walk_question *q, int rank)
{
    uint16_t *chances = chances_of(c, q);
    for (int step = 0; step <= rank && step < q->count - 1; step++)
        step_put(c, chance_of(chances, step), step < rank);
}

int rank_take(struct rank_coder *c, const struct walk_question *q)
{
    uint16_t *chances = chances_of(c, q);
    int rank = 0;
    while (rank < q->count - 1 && step_take(c, chance_of(chances, rank)))
        rank++;
    return c->has_failed ? -1 : rank;
}

void rank_coder_end(struct rank_coder *c)
{
    for (int i = 0; i < 5; i++)
        low_shift(c);
}
