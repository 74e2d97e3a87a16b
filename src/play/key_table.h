/* A hash table from 64-bit keys to the indices 0..max-1 of an array of the caller's.
 *
 * Collisions are chained. Keys are unique and must not be chosen by clients, who could make them
 * collide; ours are random. Changes go to the journal given. */
#ifndef PLAY_KEY_TABLE_H
#define PLAY_KEY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/journal.h"

enum { KEY_TABLE_NONE = -1 };

struct key_table_link {
    uint64_t key;
    int32_t next; /* in the chain, or in the list of free indices */
    bool is_used;
};

struct key_table {
    struct key_table_link *links;
    int32_t *heads;
    int32_t head_count; /* a power of two */
    int32_t max, count, free;
};

/* The bytes a table needs, aligned to 8; and making a table there. */
size_t key_table_size(int32_t max);
void key_table_open(struct key_table *table, void *memory, int32_t max);

int32_t key_table_find(const struct key_table *table, uint64_t key); /* or KEY_TABLE_NONE */

/* An index for a new key; KEY_TABLE_NONE if the table is full or has the key already. */
int32_t key_table_add(struct key_table *table, struct journal *journal, uint64_t key);
void key_table_remove(struct key_table *table, struct journal *journal, int32_t at);

static inline bool key_table_has(const struct key_table *table, int32_t at)
{
    return at >= 0 && at < table->max && table->links[at].is_used;
}

#endif
