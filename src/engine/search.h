/* The exact search on flat connect-4 boards of one word: width * (height + 1) <= 64.
 *
 * A position is two bitboards in the layout of core/runs.h: height + 1 bits a column, the top one
 * always empty. "me" is the player to move. A score counts as the header says: positive wins, the
 * sooner the larger. Every probe asks one question, "is the score at least beta?", and answers with
 * a bound on the right side of beta. */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEARCH_LANES = 12, SEARCH_SLOTS = 64, HISTORY_BITS = 20 };

/* Everything that depends on the board's size, computed once. A lane is a column's place in the
 * default order of moves, from the middle outwards. */
struct geometry {
    int width, height, cells, pitch, key_bits;
    uint64_t bottom, board; /* the lowest cell of each column; all cells */
    uint64_t odd, even;     /* rows 0, 2, 4 ... and 1, 3, 5 ...; players count rows from 1 */
    uint8_t lane_column[SEARCH_LANES];
    uint8_t column_lane[SEARCH_LANES];
    int8_t lane_centre[SEARCH_LANES];  /* how central a lane is: 0 at the edge */
    uint64_t through[SEARCH_SLOTS][4]; /* where lines through a cell begin, by direction */
    int mirror_until, shared_until, local_until, history_until; /* plies; see search_body.h */
};

/* Tables by cell (search_cells.h). The last two lines are for 7x6 only. */
struct cells {
    uint8_t lane[SEARCH_SLOTS];
    int8_t worth[2][SEARCH_SLOTS]; /* a move there, by the parity of the number of discs */
    uint64_t near[SEARCH_SLOTS], made[3][SEARCH_SLOTS];
    uint8_t lines[3][SEARCH_SLOTS], upright[SEARCH_SLOTS][8];
};

/* A transposition table of one-word entries. A key is multiplied by an odd number modulo
 * 2^key_bits, which is a bijection: the top bits select the slot and the others are stored, so two
 * positions are never confused. */
struct table {
    uint64_t *entries;
    int index_bits;
};

struct search {
    struct geometry geo;
    struct cells cells;
    struct table shared; /* buckets of two, for the plies up to shared_until */
    struct table local;  /* single entries, cache-sized, for the plies up to local_until */
    /* How well a move did as an answer to the opponent's last disc, by side, slot of that disc and
     * slot of the move (a countermove history): at most 1 << HISTORY_BITS either way. */
    int32_t history[2][SEARCH_SLOTS][SEARCH_SLOTS];
    uint64_t nodes;
    uint64_t check_at;               /* the node count at which should_stop is asked again */
    bool (*should_stop)(void *host); /* may be null */
    void *host;
    bool is_stopped;
};

struct node {
    uint64_t me, opponent;
    uint64_t my_wins, their_wins; /* empty cells that complete a line */
    int ply;
    int last; /* the slot of the disc dropped last; any slot at the root */
};

/* Returns a bound: if it is >= beta, the score is at least the bound; if it is < beta, at most. The
 * player to move must not have an immediate win. After a stop the result is meaningless. */
typedef int search_probe(struct search *s, const struct node *node, int beta);

search_probe search_general;
search_probe search_classic; /* 7x6 */

search_probe search_classic_avx2; /* 7x6, only on x86-64 processors with CPU_ALL (cpu.h) */

void geometry_init(struct geometry *geo, int width, int height);
void cells_init(struct cells *cells, const struct geometry *geo);

/* Empty cells that would complete four in a row. */
uint64_t search_wins(const struct geometry *geo, uint64_t discs);

#endif
