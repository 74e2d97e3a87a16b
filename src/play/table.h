/* Numbered places for a fixed number of things, found by a 64-bit key.
 *
 * The table hands out indices 0..max-1; what lives there is an array of the caller's. A place is
 * found through a chain per hash. Keys are unique and must not be chosen by strangers (ours are
 * random). Changes are kept in the journal given. */
#ifndef PLAY_TABLE_H
#define PLAY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/journal.h"

enum { TABLE_NONE = -1 };

struct table_link {
    uint64_t key;
    int32_t next; /* in the chain, or in the list of free places */
    bool is_used;
};

struct table {
    struct table_link *links;
    int32_t *heads;
    int32_t head_count; /* a power of two */
    int32_t max, count, free;
};

/* How many bytes of 8-byte aligned memory a table needs, and making one there. */
size_t table_size(int32_t max);
void table_open(struct table *table, void *memory, int32_t max);

int32_t table_find(const struct table *table, uint64_t key); /* or TABLE_NONE */

/* A place for a new key; TABLE_NONE when all are taken or the key is there already. */
int32_t table_add(struct table *table, struct journal *journal, uint64_t key);
void table_remove(struct table *table, struct journal *journal, int32_t at);

static inline bool table_has(const struct table *table, int32_t at)
{
    return at >= 0 && at < table->max && table->links[at].is_used;
}

#endif
