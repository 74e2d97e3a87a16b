/* The positions of the classic board up to some ply, in a fixed order, and their exact scores.
 *
 * A position and its mirror image count as one, finished games not at all. Of the last ply only the
 * scores are stored, a byte each, in the order of keys; everything else is worked out again when a
 * book is opened: the keys by playing all moves, the scores of earlier plies by asking the moves.
 * That makes a book of 92,000 positions fit into 40 kB of compressed bytes. */
#ifndef ENGINE_BOOK_H
#define ENGINE_BOOK_H

#include "engine/search.h"
#include "fourfall.h"

enum {
    BOOK_PLY_MAX = 10,
    BOOK_HEADER = 16,
    BOOK_UNKNOWN = 0, /* byte of an unknown score */
    BOOK_BIAS = 64,   /* byte of score 0 */
};

/* The discs of the player to move and all discs, as in search.h. */
struct book_position {
    uint64_t me, all;
};

struct geometry;

/* A position as one number, the same for its mirror image; and back. */
uint64_t book_key(const struct geometry *geo, struct book_position p);
struct book_position book_decode(const struct geometry *geo, uint64_t key);

/* Writes the distinct positions one move after the `count` keys at `from` to `to`, sorted and
 * without finished games. `to` and `spare` have space for `room` keys each. Returns how many, or
 * SIZE_MAX if they do not fit. */
size_t book_next_ply(const struct geometry *geo, const uint64_t *from, size_t count, uint64_t *to,
                     uint64_t *spare, size_t room);

/* True if a move of the player to move completes a line. */
bool book_can_win(const struct geometry *geo, struct book_position p);

/* The moves of a position, one bit each. */
uint64_t book_moves(const struct geometry *geo, struct book_position p);

#endif
