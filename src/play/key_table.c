#include "play/key_table.h"

#include <string.h>

static int32_t heads_for(int32_t max)
{
    int32_t heads = 8;
    while (heads < max)
        heads *= 2;
    return heads;
}

size_t key_table_size(int32_t max)
{
    return (size_t)max * sizeof(struct key_table_link) + (size_t)heads_for(max) * sizeof(int32_t);
}

void key_table_open(struct key_table *table, void *memory, int32_t max)
{
    memset(memory, 0, key_table_size(max));
    *table = (struct key_table){.links = memory, .head_count = heads_for(max), .max = max};
    table->heads = (int32_t *)(void *)(table->links + max);
    for (int32_t i = 0; i < table->head_count; i++)
        table->heads[i] = KEY_TABLE_NONE;
    for (int32_t i = 0; i < max; i++)
        table->links[i].next = i + 1 < max ? i + 1 : KEY_TABLE_NONE;
    table->free = max > 0 ? 0 : KEY_TABLE_NONE;
}

static int32_t *head_of(const struct key_table *table, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    return &table->heads[hash & (uint64_t)(table->head_count - 1)];
}

int32_t key_table_find(const struct key_table *table, uint64_t key)
{
    int32_t at = *head_of(table, key);
    while (at != KEY_TABLE_NONE && table->links[at].key != key)
        at = table->links[at].next;
    return at;
}

int32_t key_table_add(struct key_table *table, struct journal *journal, uint64_t key)
{
    int32_t at = table->free, *head = head_of(table, key);
    if (at == KEY_TABLE_NONE || key_table_find(table, key) != KEY_TABLE_NONE)
        return KEY_TABLE_NONE;
    JOURNAL_KEEP(journal, table);
    JOURNAL_KEEP(journal, head);
    JOURNAL_KEEP(journal, &table->links[at]);
    table->free = table->links[at].next;
    table->links[at] = (struct key_table_link){key, *head, true};
    *head = at;
    table->count++;
    return at;
}

void key_table_remove(struct key_table *table, struct journal *journal, int32_t at)
{
    int32_t *from = head_of(table, table->links[at].key);
    while (*from != at)
        from = &table->links[*from].next;
    JOURNAL_KEEP(journal, table);
    JOURNAL_KEEP(journal, from);
    JOURNAL_KEEP(journal, &table->links[at]);
    *from = table->links[at].next;
    table->links[at] = (struct key_table_link){0, table->free, false};
    table->free = at;
    table->count--;
}
