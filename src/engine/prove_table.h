/* The table of a proof search: proof numbers by position, shared by threads without locks.
 *
 * A position is known by a key of 64 bits and 22 bits of a tag, which are independent. Its bucket
 * follows from the key alone, so that a saved table can be read into one of another size. An entry
 * is three words; the first is the key, combined with the other two, so that an entry of which two
 * threads have written parts matches no position. */
#ifndef ENGINE_PROVE_TABLE_H
#define ENGINE_PROVE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROVE_INFINITE 1e30F

/* What is known of a position. Numbers are for the side to move: `phi` is what it seems to cost to
 * show that it reaches its goal, `delta` that it does not; one is 0 once the other is infinite. */
struct prove_known {
    float phi, delta;
    uint64_t moves; /* columns worth a try, in the canonical image; 0: unknown or decided */
    uint64_t work;  /* roughly how many positions were searched below it */
};

enum { PROVE_BUCKET = 5, PROVE_BUSY = 1 << 20, PROVE_WORDS = 3 };

struct prove_bucket {
    uint64_t word[PROVE_BUCKET][PROVE_WORDS];
    uint64_t unused; /* a bucket takes two cache lines */
};

struct prove_table {
    struct prove_bucket *buckets;
    uint64_t count;
    uint8_t *busy; /* PROVE_BUSY counters of the threads that are in a position */
};

/* The memory must be zero, or hold a table of the same size; aligned to 64 bytes. */
void prove_table_open(struct prove_table *table, void *memory, size_t size);

bool prove_table_find(const struct prove_table *table, uint64_t key, uint64_t tag,
                      struct prove_known *out);

/* Replaces what is known of the position, or the entry of the bucket that cost least. A decided
 * position stays decided. */
void prove_table_store(struct prove_table *table, uint64_t key, uint64_t tag,
                       const struct prove_known *known);

/* For saving: the entry in this place, below PROVE_BUCKET * count; false if there is none that cost
 * so much work. The first word is the key. */
bool prove_table_export(const struct prove_table *table, uint64_t place, uint64_t work,
                        uint64_t out[PROVE_WORDS]);

bool prove_entry_is_decided(const uint64_t entry[PROVE_WORDS]);

/* For loading: keeps an exported entry if its bucket has room or one that cost less. */
void prove_table_import(struct prove_table *table, const uint64_t in[PROVE_WORDS]);

/* The counter of the threads that are in a position. */
static inline uint8_t *prove_table_busy(const struct prove_table *table, uint64_t key)
{
    return &table->busy[key % PROVE_BUSY];
}

static inline void prove_table_prefetch(const struct prove_table *table, uint64_t key)
{
    const struct prove_bucket *bucket =
        &table->buckets[(uint64_t)((unsigned __int128)key * table->count >> 64)];
    __builtin_prefetch(bucket);
    __builtin_prefetch(&bucket->word[2][2]);
}

#endif
