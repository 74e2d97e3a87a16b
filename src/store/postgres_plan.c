/* In which groups the rows of a turn are written.
 *
 * Time is counted in waves; a wave has one group for each writer, in the order of enum pg_writer. A row goes into the
 * first wave in which its group comes after the groups of all rows before it that it must stay behind. A turn of moves
 * alone is one group; a turn in which games begin, are played and end is one wave. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres_write.h"

/* The latest group that changed a key, and that touched it: as pg_place.at + 1; 0: none. */
struct pg_seen {
    uint64_t hash; /* 0: free */
    uint32_t changed, touched;
};

static bool reserve(struct pg_plan *plan, size_t count)
{
    size_t seen_size = 64;
    while (seen_size < 2 * PG_KEYS_MAX * count)
        seen_size *= 2;
    if (seen_size > plan->seen_size) {
        struct pg_seen *seen = realloc(plan->seen, seen_size * sizeof *seen);
        if (!seen)
            return false;
        plan->seen = seen;
        plan->seen_size = seen_size;
    }
    if (count > plan->capacity) {
        struct pg_place *places = realloc(plan->places, count * sizeof *places);
        if (!places)
            return false;
        plan->places = places;
        plan->capacity = count;
    }
    memset(plan->seen, 0, plan->seen_size * sizeof *plan->seen);
    return true;
}

static struct pg_seen *find(struct pg_plan *plan, uint64_t hash)
{
    size_t at = hash & (plan->seen_size - 1);
    while (plan->seen[at].hash && plan->seen[at].hash != hash)
        at = (at + 1) & (plan->seen_size - 1);
    plan->seen[at].hash = hash;
    return &plan->seen[at];
}

/* The first group of this writer that is not before `from`. */
static uint32_t group_from(enum pg_writer writer, uint32_t from)
{
    uint32_t wave = from / WRITERS;
    return (from % WRITERS <= (uint32_t)writer ? wave : wave + 1) * WRITERS + (uint32_t)writer;
}

/* Deletions touch more than their keys say: everything before them comes first, everything after them later. */
static bool is_barrier(enum pg_writer writer)
{
    return writer == WRITE_ERASE || writer == WRITE_PURGE;
}

static uint32_t place_row(struct pg_plan *plan, enum pg_writer writer, const struct row *row,
                          uint32_t from)
{
    struct pg_key keys[PG_KEYS_MAX];
    int count = pg_keys_of(row, keys);
    for (int i = 0; i < count; i++) {
        const struct pg_seen *seen = find(plan, keys[i].hash);
        uint32_t after = keys[i].is_change ? seen->touched : seen->changed;
        if (after > from)
            from = after;
    }
    uint32_t at = group_from(writer, from);
    for (int i = 0; i < count; i++) {
        struct pg_seen *seen = find(plan, keys[i].hash);
        if (at + 1 > seen->touched)
            seen->touched = at + 1;
        if (keys[i].is_change)
            seen->changed = at + 1;
    }
    return at;
}

static int compare(const void *a, const void *b)
{
    const struct pg_place *left = a, *right = b;
    if (left->at != right->at)
        return left->at < right->at ? -1 : 1;
    if (left->lock != right->lock)
        return left->lock < right->lock ? -1 : 1;
    return left->index < right->index ? -1 : 1;
}

/* Rows whose order matters although they share nothing that their keys tell: games are numbered in the order of their rows,
 * and a streak depends on which game ended last. */
static bool keeps_order(enum pg_writer writer)
{
    return writer == WRITE_GAME || writer == WRITE_END;
}

enum store_err pg_plan_make(struct pg_plan *plan, const struct row *rows, size_t count)
{
    uint32_t from = 0, end = 0, latest[WRITERS] = {0};
    if (!reserve(plan, count))
        return STORE_E_MEMORY;
    for (size_t i = 0; i < count; i++) {
        enum pg_writer writer;
        enum store_err err = pg_writer_of(&rows[i], &writer);
        if (err)
            return err;
        if (is_barrier(writer))
            from = end;
        bool is_later = keeps_order(writer) && latest[writer] > from;
        uint32_t at = place_row(plan, writer, &rows[i], is_later ? latest[writer] : from);
        latest[writer] = at;
        if (at + 1 > end)
            end = at + 1;
        if (is_barrier(writer))
            from = end;
        plan->places[i] = (struct pg_place){at, (uint32_t)i, pg_lock_of(&rows[i])};
    }
    plan->count = count;
    qsort(plan->places, count, sizeof *plan->places, compare);
    return STORE_OK;
}

void pg_plan_free(struct pg_plan *plan)
{
    free(plan->places);
    free(plan->seen);
}
