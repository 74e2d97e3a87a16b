/* Many games of self-play side by side, on all cores: what the Python programs call through ctypes. */
#ifndef TRAIN_ARENA_H
#define TRAIN_ARENA_H

#include "game.h"

/* Starts the threads that every function here shares; call it once. */
void crew_start(int threads);

struct arena;

/* Call it after crew_start. Never returns NULL. */
struct arena *arena_open(int games, uint64_t seed);
void arena_close(struct arena *arena);

/* The simulations of a search and the moves it begins with, for searches that begin from now on. */
void arena_plan(struct arena *arena, int simulations, int considered);

/* Takes GAME_ANSWER floats a game (ignored the first time) and writes GAME_PLANES bytes a game. */
void arena_step(struct arena *arena, const float *answers, uint8_t *questions);

/* Moves up to `most` samples of finished games out; their number. */
long arena_collect(struct arena *arena, struct sample *out, long most);

/* Sums over all threads since the last call, in the order of enum game_count. */
void arena_counts(struct arena *arena, double out[COUNTS]);

/* What distillation needs of a position. */
struct stirred {
    uint8_t planes[GAME_PLANES];
    uint32_t moves;
    uint8_t kind; /* 0: judge it; 1: won by threats; 2: of no use */
    uint8_t unused[3];
};

/* Plays up to `plies` random moves that do not lose at once from each of `count` positions, given by
 * planes every `stride` bytes. */
void positions_stir(const uint8_t *planes, long count, long stride, int plies, uint64_t seed,
                    struct stirred *out);

/* The cells of each line, in the order of the network's inputs: four numbers a line. */
int lines_list(int32_t *out);

/* The engine's opinion of the position after these columns, from a file of weights: GAME_ANSWER
 * floats (moves that lose at once keep their logit too) and the planes. 0; 1 if the game is over
 * before; -1 if the file is refused. */
int opinion_of(const uint8_t *file, long len, const uint8_t *columns, int count, float *out,
               uint8_t *planes);

#endif
