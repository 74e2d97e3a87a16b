/* A second implementation of every variant, written from docs/variants.md: an array of cells, loops over
 * all of them, and a copy of every position. It shares no code with the library. */
#ifndef NAIVE_VARIANT_H
#define NAIVE_VARIANT_H

#include <stdbool.h>

enum { NV_SIDE = 12, NV_PLIES = 512, NV_LINES = 2048 };

enum nv_variant {
    NV_STANDARD,
    NV_POPOUT,
    NV_POWERUP,
    NV_FIVE,
    NV_POPTEN,
    NV_MISERE,
    NV_CYLINDER,
    NV_TURN,
    NV_VARIANTS
};

/* What is left to do in a turn. */
enum nv_left { NV_NOTHING, NV_ANY_DISC, NV_QUIET_DISC, NV_BOMB_POP, NV_PUT_BACK };

enum nv_outcome { NV_PLAYING, NV_WON, NV_DRAWN };

/* Signs as in the notation: 'd' drop, '-' pop, '_' anvil, '@' bomb, '=' wall, '+' double, '<', '>',
 * '~' swap. */
struct nv_move {
    char sign;
    int column;
};

/* Cells: 0 empty, 1 Red, 2 Yellow. Sides: 1 Red, 2 Yellow. */
struct nv {
    enum nv_variant variant;
    bool has_pie;
    int width, height, depth, connect;
    char cell[NV_SIDE][NV_SIDE][NV_SIDE];
    char mark[NV_SIDE][NV_SIDE][NV_SIDE]; /* the sign of a special disc */
    int side, ply;
    enum nv_left left;
    int put_from;
    bool has_power[3][4]; /* in the order _ @ = + */
    int turns[3], kept[3];
    bool was_filled, yellow_has_moved, is_swapped;
    enum nv_outcome outcome;
    int winner;
};

/* A game: all its positions. */
struct nv_game {
    struct nv now;
    struct nv past[NV_PLIES + 1];
};

struct nv_place {
    int x, y, z;
};

struct nv_line {
    int count;
    struct nv_place place[NV_SIDE];
};

struct nv_lines {
    int count;
    struct nv_line line[NV_LINES];
};

/* False if the variant is not played on this board. */
bool nv_begin(struct nv_game *game, enum nv_variant variant, int width, int height, int depth,
              int connect, bool has_pie);

bool nv_may(const struct nv *n, struct nv_move move);
void nv_play(struct nv_game *game, struct nv_move move);

/* Every line on the board, of both sides. */
void nv_find_lines(struct nv_lines *out, const struct nv *n);

#endif
