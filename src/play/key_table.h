/* Numbered places for a fixed number of things, found by a 64-bit key.
 *
 * The table hands out indices 0..max-1; what lives there is an array of the caller's. A place is
 * found through a chain per hash. Keys are unique and must not be chosen by strangers (ours are
 * random). Changes are kept in the journal given. */
#ifndef PLAY_KEY_TABLE_H
#define PLAY_KEY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/journal.h"

enum { KEY_TABLE_NONE = -1 };

struct key_table_link {
    uint64_t key;
    int32_t next; /* in the chain, or in the list of free places */
    bool is_used;
};

struct key_table {
    struct key_table_link *links;
    int32_t *heads;
    int32_t head_count; /* a power of two */
    int32_t max, count, free;
};

/* How many bytes of 8-byte aligned memory a table needs, and making one there. */
size_t key_table_size(int32_t max);
void key_table_open(struct key_table *table, void *memory, int32_t max);

int32_t key_table_find(const struct key_table *table, uint64_t key); /* or KEY_TABLE_NONE */

/* A place for a new key; KEY_TABLE_NONE when all are taken or the key is there already. */
int32_t key_table_add(struct key_table *table, struct journal *journal, uint64_t key);
void key_table_remove(struct key_table *table, struct journal *journal, int32_t at);

static inline bool key_table_has(const struct key_table *table, int32_t at)
{
    return at >= 0 && at < table->max && table->links[at].is_used;
}

#endif
