/* A second implementation of Connect Four, as simple as possible: an array of cells and loops over
 * them. It is written from the rules and shares no code with the library. It is slow, but obviously
 * right: the reference. */
#ifndef NAIVE_H
#define NAIVE_H

#include <stdbool.h>

enum { NAIVE_SIDE = 12, NAIVE_CELLS = NAIVE_SIDE * NAIVE_SIDE * NAIVE_SIDE, NAIVE_DIRECTIONS = 13 };

enum naive_color { NAIVE_EMPTY, NAIVE_RED, NAIVE_YELLOW };
enum naive_outcome { NAIVE_PLAYING, NAIVE_WON, NAIVE_DRAWN };

/* Row y = 0 is the bottom. Column number x + width * z. */
struct naive {
    int width, height, depth, connect;
    int ply;
    int moves[NAIVE_CELLS];
    enum naive_outcome outcome;
    unsigned char cell[NAIVE_SIDE][NAIVE_SIDE][NAIVE_SIDE];
};

struct naive_cell {
    int x, y, z;
};

/* A run of discs that cannot be made longer. */
struct naive_line {
    int count;
    struct naive_cell cell[NAIVE_SIDE];
};

enum { NAIVE_LINES_MAX = 512 };

struct naive_lines {
    int count;
    struct naive_line line[NAIVE_LINES_MAX];
};

struct naive naive_start(int width, int height, int depth, int connect);

/* The row where a disc would land; the board's height if the column is full. */
int naive_landing(const struct naive *naive, int column);

/* Whether the player to move may drop a disc here. */
bool naive_can_drop(const struct naive *naive, int column);

/* Drops a disc in a column that is not full; takes the last one back. */
void naive_drop(struct naive *naive, int column);
void naive_undo(struct naive *naive);

/* The side to move by the number of discs, also after a win. */
enum naive_color naive_mover(int ply);

/* Every run of at least `connect` discs on the whole board. */
void naive_find_lines(struct naive_lines *out, const struct naive *naive);
bool naive_has_line(const struct naive *naive, enum naive_color color);

/* The number of lines of exactly `connect` cells. */
int naive_count_places(const struct naive *naive);

/* The number of sequences of `depth` moves; 0 if the game is over. */
unsigned long long naive_perft(struct naive *naive, int depth);

#endif
