/* Exact scores of flat connect-4 boards by brute force: arrays of cells, every move searched, a
 * table of known positions. It knows no threats, no strategies and no symmetry, and shares no code
 * with the engine. It is the reference: if the engine disagrees, the engine is wrong. */
#ifndef BRUTE_H
#define BRUTE_H

#include <stddef.h>

struct brute;

/* Returns null if memory runs out. For boards with width * (height + 1) <= 64. */
struct brute *brute_open(int width, int height);
void brute_close(struct brute *brute);

/* The score for the side to move after these moves, which must not end the game. */
int brute_score(struct brute *brute, const int *moves, int count);

typedef void brute_visitor(void *host, const int *moves, int count, int score);

/* Scores every position of a small board (width * (height + 1) <= 26) and calls the visitor once
 * for each unfinished one, with the moves that reached it first. Returns the number of positions,
 * including finished ones; 0 if memory runs out. */
size_t brute_visit_all(struct brute *brute, brute_visitor *visit, void *host);

#endif
