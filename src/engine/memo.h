/* The look-ahead's transposition table.
 *
 * Buckets of two, the newest entry first. Each entry belongs to one generation, that is, to one
 * request for a move. Entries of earlier generations count as empty, so an answer never depends on
 * earlier requests. */
#ifndef ENGINE_MEMO_H
#define ENGINE_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memo_bound { MEMO_EXACT, MEMO_AT_LEAST, MEMO_AT_MOST };

struct memo_entry {
    uint64_t key;
    uint16_t generation; /* 0: empty */
    int16_t score;
    uint8_t depth, bound;
    uint16_t column; /* the best one; a move of the variants */
};

struct memo {
    struct memo_entry *entries;
    int bits; /* 2^bits buckets of two */
    uint16_t generation;
};

/* Only the generation of an empty entry is defined; the other bytes may be anything. */
static inline void memo_clear(struct memo *memo)
{
    for (size_t i = 0; i < (size_t)2 << memo->bits; i++)
        memo->entries[i].generation = 0;
    memo->generation = 0;
}

/* Forgets all entries. Memory is cleared only when the generation counter overflows. */
static inline void memo_forget(struct memo *memo)
{
    if (memo->generation == UINT16_MAX)
        memo_clear(memo);
    memo->generation++;
}

static inline struct memo_entry *memo_bucket(const struct memo *memo, uint64_t key)
{
    return memo->entries + 2 * (size_t)(key >> (64 - memo->bits));
}

/* The entry of a position, or null. */
static inline const struct memo_entry *memo_find(const struct memo *memo, uint64_t key)
{
    const struct memo_entry *bucket = memo_bucket(memo, key);
    for (int i = 0; i < 2; i++)
        if (bucket[i].generation == memo->generation && bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

static inline void memo_keep(const struct memo *memo, struct memo_entry entry)
{
    struct memo_entry *bucket = memo_bucket(memo, entry.key);
    entry.generation = memo->generation;
    if (bucket[0].generation == entry.generation && bucket[0].key != entry.key)
        bucket[1] = bucket[0];
    bucket[0] = entry;
}

#endif
