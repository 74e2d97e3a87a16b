/* Exact scores of flat connect-4 boards by brute force: arrays of cells, every move tried, a table
 * of positions seen before. It knows no threats, no strategies and no symmetry, and shares nothing
 * with the engine; whoever disagrees with it has to explain himself. */
#ifndef BRUTE_H
#define BRUTE_H

#include <stddef.h>

struct brute;

/* Null if there is no memory. Boards with width * (height + 1) <= 64. */
struct brute *brute_open(int width, int height);
void brute_close(struct brute *brute);

/* The score for the side to move after these moves, which must not end the game. */
int brute_score(struct brute *brute, const int *moves, int count);

typedef void brute_visitor(void *host, const int *moves, int count, int score);

/* Scores every position of a small board, width * (height + 1) <= 26, and shows those that are not
 * finished to the visitor, each once, by the moves that led there first. Returns how many positions
 * there are, the finished ones too; 0 if there is no memory. */
size_t brute_visit_all(struct brute *brute, brute_visitor *visit, void *host);

#endif
