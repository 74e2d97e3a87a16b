/* How every line of a board stands, updated disc by disc.
 *
 * A line counts for a colour as long as the other has no disc in it. The tally knows for each line
 * how many discs of either colour it holds and (as the XOR of their numbers) which of its cells are
 * empty; for each colour the worth of its open lines; and for each cell whether it would complete a
 * line. So the search answers "does this move win?" with one lookup, on every board. */
#ifndef ENGINE_TALLY_H
#define ENGINE_TALLY_H

#include "fourfall.h"

enum {
    TALLY_LINES_MAX = FF_CELLS_MAX * FF_DIRECTIONS_MAX,
    TALLY_THROUGH_MAX = TALLY_LINES_MAX * FF_CONNECT_MAX,
};

struct tally_line {
    uint8_t discs[2];
    uint8_t empty; /* XOR of the numbers of its empty cells: the cell itself when one is left */
};

struct tally {
    const ff_rules *rules;
    uint16_t ply, lines;
    bool is_round; /* the left and the right edge touch */
    uint8_t height[FF_COLUMNS_MAX];
    int32_t worth[2]; /* value of each colour's open lines, waiting threats and central discs */
    uint8_t threats[2][FF_CELLS_MAX];  /* how many lines of a colour lack only this cell */
    int16_t value[FF_CONNECT_MAX + 1]; /* value of an open line by its discs */
    int16_t waiting[2][FF_CELLS_MAX];  /* value of a threat, by its row's parity */
    uint8_t central[FF_COLUMNS_MAX];   /* value of a disc in a column; 0 at the edge */
    uint16_t first[FF_CELLS_MAX + 1];  /* a cell's lines are through[first[c]..first[c + 1]-1] */
    uint16_t through[TALLY_THROUGH_MAX];
    struct tally_line line[TALLY_LINES_MAX];
};

/* Finds the lines of a board and sets up an empty board. */
void tally_init(struct tally *tally, const ff_rules *rules);

/* The same around a cylinder. */
void tally_init_round(struct tally *tally, const ff_rules *rules);

/* Sets up a position of the same rules. */
void tally_set(struct tally *tally, const ff_position *position);

/* Drops a disc of the side to move into a column that is not full; lift takes the last one back. No
 * disc may be dropped after a line is complete. */
void tally_play(struct tally *tally, int column);
void tally_unplay(struct tally *tally, int column);

/* A disc appears on an empty cell, or is taken from a cell; heights, ply and the worth of central discs are
 * the caller's. Variants move discs in this way. Lines may be complete. */
void tally_add(struct tally *tally, int cell, int color);
void tally_remove(struct tally *tally, int cell, int color);

/* The cell where a disc in this column lands. The column must not be full. */
static inline int tally_landing(const struct tally *tally, int column)
{
    return column * tally->rules->board.height + tally->height[column];
}

static inline bool tally_has_room(const struct tally *tally, int column)
{
    return tally->height[column] < tally->rules->board.height;
}

/* The number of lines through a cell; largest in the centre. */
static inline int tally_lines_through(const struct tally *tally, int cell)
{
    return tally->first[cell + 1] - tally->first[cell];
}

#endif
