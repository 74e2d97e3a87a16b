/* Part of the search template (see search_body.h): keys and entries of the transposition tables. */
#ifndef ENGINE_SEARCH_TABLE_H
#define ENGINE_SEARCH_TABLE_H

#include "engine/search_geometry.h"

enum { SCORE_BIAS = 31 };

struct place {
    uint64_t *entry;
    uint64_t rest;
    bool is_mirrored;
};

struct bounds {
    int low, high, move;
};

static inline uint64_t mirror(geometry_ref geo, uint64_t x)
{
    int width = geo_width(geo), pitch = geo_pitch(geo);
    uint64_t column = (UINT64_C(1) << pitch) - 1, mirrored = 0;
    for (int i = 0; i < width; i++)
        mirrored |= (x >> i * pitch & column) << (width - 1 - i) * pitch;
    return mirrored;
}

/* The mirror image of a disc in this column. */
static inline uint64_t mirrored_move(geometry_ref geo, uint64_t move, int column)
{
    int steps = (geo_width(geo) - 1 - 2 * column) * geo_pitch(geo);
    return steps < 0 ? move >> -steps : move << steps;
}

static inline struct place table_place(geometry_ref geo, const struct table *table, int bucket,
                                       uint64_t key)
{
    int key_bits = geo_width(geo) * geo_pitch(geo), rest_bits = key_bits - table->index_bits;
    key *= UINT64_C(0x9E3779B97F4A7C15);
    if (key_bits < 64)
        key &= (UINT64_C(1) << key_bits) - 1;
    return (struct place){table->entries + (key >> rest_bits) * (unsigned)bucket,
                          key & ((UINT64_C(1) << rest_bits) - 1), false};
}

/* A position as one number: in each column the discs of the player to move, below a bit that marks
 * its height. Mirroring the key mirrors the position. */
static inline uint64_t key_of(geometry_ref geo, uint64_t me, uint64_t all)
{
    return me + all + geo_bottom(geo);
}

/* `mirrored` is the key of the mirror image, or the key itself if mirror images are kept apart. */
static inline struct place shared_place(const struct search *s, uint64_t key, uint64_t mirrored)
{
    bool is_mirrored = mirrored < key;
    struct place place = table_place(&s->geo, &s->shared, 2, is_mirrored ? mirrored : key);
    place.is_mirrored = is_mirrored;
    return place;
}

static inline uint64_t mirrored_key(geometry_ref geo, uint64_t key, int ply)
{
    return ply <= geo->mirror_until ? mirror(geo, key) : key;
}

static inline struct place local_place(const struct search *s, uint64_t me, uint64_t all)
{
    return table_place(&s->geo, &s->local, 1, key_of(&s->geo, me, all));
}

/* An entry: the rest of the key, both bounds, and the best column plus one. Never 0. */
static inline uint64_t entry_pack(uint64_t rest, struct bounds b)
{
    return rest << 16 | (uint64_t)(b.low + SCORE_BIAS) << 10 |
           (uint64_t)(b.high + SCORE_BIAS) << 4 | (uint64_t)b.move;
}

static inline struct bounds entry_unpack(uint64_t entry)
{
    return (struct bounds){(int)(entry >> 10 & 63) - SCORE_BIAS,
                           (int)(entry >> 4 & 63) - SCORE_BIAS, (int)(entry & 15)};
}

/* The entry of a position, or 0. */
static inline uint64_t shared_find(struct place place)
{
    for (int i = 0; i < 2; i++) {
        uint64_t entry = __atomic_load_n(place.entry + i, __ATOMIC_RELAXED);
        if (entry && entry >> 16 == place.rest)
            return entry;
    }
    return 0;
}

static inline uint64_t local_find(struct place place)
{
    uint64_t entry = *place.entry;
    return entry && entry >> 16 == place.rest ? entry : 0;
}

static inline void shared_store(struct place place, uint64_t entry)
{
    uint64_t first = __atomic_load_n(place.entry, __ATOMIC_RELAXED);
    uint64_t second = __atomic_load_n(place.entry + 1, __ATOMIC_RELAXED);
    if (second >> 16 == place.rest && second) {
        __atomic_store_n(place.entry + 1, entry, __ATOMIC_RELAXED);
        return;
    }
    if (first >> 16 != place.rest)
        __atomic_store_n(place.entry + 1, first, __ATOMIC_RELAXED);
    __atomic_store_n(place.entry, entry, __ATOMIC_RELAXED);
}

#endif
