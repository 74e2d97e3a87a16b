/* What the tests of the solver share: a board with two solvers, random positions, assertions that
 * show the position they fail on. */
#ifndef SOLVER_RIG_H
#define SOLVER_RIG_H

#include "agree.h"
#include "brute.h"

enum { RIG_RESET_EVERY = 16 };

/* One solver has room and keeps what it learns, the other has as little memory as is allowed and
 * forgets now and then. */
struct rig {
    ff_rules rules;
    void *memory, *tiny_memory;
    ff_solver *kept, *tiny;
    struct brute *brute;
    uint64_t dice;
    long asked;
};

struct rig *rig_open(int width, int height);
void rig_close(struct rig *b);

void *rig_memory(size_t size);
ff_solver *rig_solver(const ff_rules *rules, void *memory, size_t size);

/* Columns from 0 in all of these. */
ff_position rig_position(const ff_rules *rules, const int *moves, int count);
void rig_mirror(int *out, const int *moves, int count, int width);

/* A random game up to a ply, most often a careful one, else one that only avoids winning; false if
 * somebody had to win. */
bool rig_play(struct rig *b, int *moves, int ply);

/* The score, which must be found. */
int rig_solve(ff_solver *solver, const ff_position *position);

/* The score by one more ply: the best that a move leads to, each reply judged by the solver. */
int rig_score_by_children(ff_solver *solver, const ff_position *position);

/* The moves may be null: then they are not shown. */
void rig_fail(const ff_position *p, const int *moves, const char *what, int low, int high,
              int wanted);
void rig_assert_score(ff_solver *solver, const ff_position *position, const int *moves,
                      const char *what, int wanted);
void rig_assert_outcome(ff_solver *solver, const ff_position *position, const int *moves,
                        const char *what, int wanted);

/* Everything the two solvers say of one position. */
void rig_assert_all(struct rig *b, const int *moves, int count, int wanted);

/* A host that stops the search when it is asked once too often. */
struct rig_patience {
    long asks, limit;
};

bool rig_patience_ends(void *host);

/* Ten plies, some hundred thousand nodes; its score is in the standard set L1_R2. */
enum { RIG_HARD_PLY = 10, RIG_HARD_SCORE = 4 };
extern const int rig_hard_moves[RIG_HARD_PLY];

#endif
