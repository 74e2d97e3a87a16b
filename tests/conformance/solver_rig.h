/* Helpers for the solver's tests: a board with two solvers, random positions, and assertions that
 * print the position on failure. */
#ifndef SOLVER_RIG_H
#define SOLVER_RIG_H

#include "agree.h"
#include "brute.h"

enum { RIG_RESET_EVERY = 16 };

/* One solver has plenty of memory and keeps its tables. The other has the minimum and is reset from
 * time to time. */
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

/* Columns are counted from 0 in all of these. */
ff_position rig_position(const ff_rules *rules, const int *moves, int count);
void rig_mirror(int *out, const int *moves, int count, int width);

/* Plays a random game up to a ply, usually a careful one, otherwise one that only avoids winning.
 * Returns false if every move would win. */
bool rig_play(struct rig *b, int *moves, int ply);

/* The score. The solver must find it. */
int rig_solve(ff_solver *solver, const ff_position *position);

/* The score from one ply deeper: the best move, with each reply scored by the solver. */
int rig_score_by_children(ff_solver *solver, const ff_position *position);

/* The moves may be null; then they are not printed. */
void rig_fail(const ff_position *p, const int *moves, const char *what, int low, int high,
              int wanted);
void rig_assert_score(ff_solver *solver, const ff_position *position, const int *moves,
                      const char *what, int wanted);
void rig_assert_outcome(ff_solver *solver, const ff_position *position, const int *moves,
                        const char *what, int wanted);

/* Checks all answers of both solvers for one position. */
void rig_assert_all(struct rig *b, const int *moves, int count, int wanted);

/* A host that stops the search after `limit` checks. */
struct rig_patience {
    long asks, limit;
};

bool rig_patience_ends(void *host);

/* Ten plies, a few hundred thousand nodes; the standard set L1_R2 has its score. */
enum { RIG_HARD_PLY = 10, RIG_HARD_SCORE = 4 };
extern const int rig_hard_moves[RIG_HARD_PLY];

#endif
