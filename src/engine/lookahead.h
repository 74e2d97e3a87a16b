/* Looking ahead on any board: alpha-beta with iterative deepening.
 *
 * A score is seen from the side to move. A win counts LOOK_WIN less the ply at which the game ends,
 * so that sooner wins and later losses are better and a position scores the same however it was
 * reached; everything below LOOK_PROVEN is judgement, from the worth of open lines. */
#ifndef ENGINE_LOOKAHEAD_H
#define ENGINE_LOOKAHEAD_H

#include "engine/memo.h"
#include "engine/tally.h"

enum {
    LOOK_WIN = 30000,
    LOOK_PROVEN = LOOK_WIN - 2 * FF_CELLS_MAX,
    LOOK_JUDGED = 25000, /* no estimate is larger */
    LOOK_PLIES = 64,     /* maximal distance from the root; bounds the stack */
};

/* Limits of a look-ahead: a depth and a number of nodes. Up to the sure depth the nodes may be
 * exceeded many times, for boards with many columns. */
struct look_plan {
    int depth, depth_sure, margin;
    uint64_t nodes;
    bool sees_threats;
    int attack, defence; /* percent */
};

/* The candidate columns, the best first: winning moves if there are any, else blocking moves if
 * there is a threat, else all moves. Scores within the plan's margin of the best are exact, others
 * are upper bounds. Depth 0: nothing was searched, and all scores are 0. */
struct look_verdict {
    int count, depth;
    uint8_t column[FF_COLUMNS_MAX];
    int score[FF_COLUMNS_MAX];
    bool is_settled; /* the best score is a win or loss that a deeper search cannot change */
};

struct lookahead {
    struct tally tally;
    struct memo memo;
    struct look_plan plan;
    uint64_t keys[2][FF_CELLS_MAX];
    uint64_t key; /* of the position on the tally */
    uint8_t middle_first[FF_COLUMNS_MAX];
    int32_t history[2][FF_CELLS_MAX];
    uint8_t killers[LOOK_PLIES + 1][2]; /* killer moves: column + 1, by ply from the root */
    int root_ply;
    uint64_t nodes, nodes_max, check_at;
    bool is_stopped;
    bool (*should_stop)(void *host); /* may be null */
    void *host;
};

/* The memo's entries are the caller's, 2^bits buckets of two. */
void lookahead_init(struct lookahead *l, const ff_rules *rules, struct memo_entry *entries,
                    int bits);

/* The distance of a column from the middle; only comparisons are meaningful. */
int lookahead_off_middle(const ff_rules *rules, int column);

/* The hash key of a position. Collisions are too rare to matter. */
uint64_t lookahead_key(const struct lookahead *l, const ff_position *position);

/* Sets up a position that is not over and finds the candidate columns. */
void lookahead_begin(struct lookahead *l, const ff_position *position, const struct look_plan *plan,
                     struct look_verdict *out);

/* Searches one ply deeper than the verdict. Returns false if nothing is left to search, or if the
 * host or the node budget stopped it; the verdict is then unchanged. */
bool lookahead_deepen(struct lookahead *l, struct look_verdict *verdict);

/* The score of the position on the tally, from the side to move. */
int lookahead_search(struct lookahead *l, int depth, int alpha, int beta);

/* Plays on the tally and keeps the key. */
void lookahead_play(struct lookahead *l, int column);
void lookahead_unplay(struct lookahead *l, int column);

#endif
