/* Part of the search template (see search_body.h): the board's masks, and lines of four. With
 * SEARCH_HEIGHT and SEARCH_WIDTH as constants the compiler folds them; with 0 they are read from
 * the geometry. */
#ifndef ENGINE_SEARCH_GEOMETRY_H
#define ENGINE_SEARCH_GEOMETRY_H

#include "engine/search.h"

typedef const struct geometry *geometry_ref;

static inline int geo_width(geometry_ref geo)
{
    return SEARCH_WIDTH ? SEARCH_WIDTH : geo->width;
}

static inline int geo_height(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_HEIGHT : geo->height;
}

static inline int geo_pitch(geometry_ref geo)
{
    return geo_height(geo) + 1;
}

static inline int geo_cells(geometry_ref geo)
{
    return geo_width(geo) * geo_height(geo);
}

static inline uint64_t geo_bottom(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_BOTTOM : geo->bottom;
}

/* A column's cells. */
static inline uint64_t geo_column(geometry_ref geo)
{
    return (UINT64_C(1) << geo_height(geo)) - 1;
}

static inline uint64_t geo_board(geometry_ref geo)
{
    return geo_bottom(geo) * geo_column(geo);
}

static inline uint64_t geo_odd(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_BOTTOM * (geo_column(geo) & 0x555) : geo->odd;
}

static inline uint64_t geo_even(geometry_ref geo)
{
    return SEARCH_HEIGHT ? SEARCH_BOTTOM * (geo_column(geo) & 0xAAA) : geo->even;
}

static inline uint64_t column_mask(geometry_ref geo, int column)
{
    return geo_column(geo) << column * geo_pitch(geo);
}

static inline int bits(uint64_t x)
{
    return __builtin_popcountll(x);
}

/* ---- lines ---- */

static inline uint64_t wins_dir(uint64_t x, int d)
{
    uint64_t left = x << d & x << 2 * d, right = x >> d & x >> 2 * d;
    return (left & (x << 3 * d | x >> d)) | (right & (x << d | x >> 3 * d));
}

/* Cells, empty or not, that complete four of these discs. */
static inline uint64_t winning_cells(geometry_ref geo, uint64_t x)
{
    int p = geo_pitch(geo);
    return (x << 1 & x << 2 & x << 3) | wins_dir(x, p - 1) | wins_dir(x, p) | wins_dir(x, p + 1);
}

/* The first cells of all lines of one direction. */
static inline uint64_t lines_dir(uint64_t x, int d)
{
    x &= x >> d;
    return x & x >> 2 * d;
}

static inline bool has_line(geometry_ref geo, uint64_t x)
{
    int p = geo_pitch(geo);
    return (lines_dir(x, 1) | lines_dir(x, p - 1) | lines_dir(x, p) | lines_dir(x, p + 1)) != 0;
}

#endif
