/* Looking ahead in any variant: alpha-beta with iterative deepening.
 *
 * A score is seen from the player to move. It is a player and not a side, because a swap changes the
 * sides; and a turn may have two moves, so that the same player may be to move again. A win counts
 * VARIANT_WIN less the plies from the root to the end of the game; everything below VARIANT_PROVEN is
 * judgement.
 *
 * What is proven holds for the game with its history. A position that came up twice before the root is
 * drawn when it comes up again. A position that repeats one on the way from the root counts 0, which
 * proves nothing. No proof needs more: its plies to the end only decrease, so the winner repeats nothing. */
#ifndef ENGINE_VARIANT_SEARCH_H
#define ENGINE_VARIANT_SEARCH_H

#include "core/variant.h"
#include "engine/memo.h"
#include "engine/variant_view.h"

enum {
    VARIANT_WIN = 30000,
    VARIANT_PROVEN = VARIANT_WIN - 1000,
    VARIANT_JUDGED = 25000, /* no estimate is larger */
    VARIANT_PLIES = FF_VARIANT_LINE_MAX,
    VARIANT_REPEATS_MAX = FF_PLIES_MAX / 2,
};

/* Limits of a search. Up to the sure depth the nodes may be exceeded many times. Moves whose scores
 * differ by at most the margin from the best one have exact scores. */
struct variant_plan {
    int depth, depth_sure, margin;
    uint64_t nodes;
    int attack, defence; /* percent */
};

struct variant_move {
    uint16_t move;
    int16_t score;
};

/* The legal moves, the best first. Scores within the margin of the best are exact, others are upper
 * bounds. Depth 0: nothing was searched, and all scores are 0. */
struct variant_verdict {
    int count, depth;
    bool is_settled;  /* the best score is a win or loss that a deeper search cannot change */
    bool is_complete; /* every line was searched to the end of the game: 0 is a proven draw */
    struct variant_move move[FF_MOVES_MAX];
};

/* One position on the way from the root. */
struct variant_node {
    ff_variant_position position;
    uint64_t key;  /* of everything that the rules depend on */
    uint64_t same; /* of what a repetition compares */
    uint16_t killers[2];
    int count;
    struct variant_move move[FF_MOVES_MAX]; /* score: the rank in the order */
};

struct variant_search {
    const ff_variant_rules *rules;
    struct variant_view view;
    struct memo memo;
    struct variant_plan plan;
    uint64_t nodes, nodes_max, check_at;
    bool is_stopped;
    bool (*should_stop)(void *host); /* may be null */
    void *host;
    int repeats; /* positions that came up twice in the game */
    uint64_t repeat[VARIANT_REPEATS_MAX];
    int32_t history[FF_PLAYERS][FF_ACTION_COUNT * FF_ACTION_STEP];
    struct variant_node node[VARIANT_PLIES + 1];
    uint64_t past[FF_PLIES_MAX + 1];
    struct variant_verdict next; /* the one being searched */
};

void variant_search_init(struct variant_search *s, const ff_variant_rules *rules,
                         struct memo_entry *entries, int bits);

/* Sets up a game that is not over. */
void variant_search_begin(struct variant_search *s, const ff_variant_game *game,
                          const struct variant_plan *plan, struct variant_verdict *out);

/* Searches one ply deeper than the verdict. Returns false if nothing is left to search, or if the host
 * or the node budget stopped it; the verdict is then unchanged. */
bool variant_search_deepen(struct variant_search *s, struct variant_verdict *verdict);

/* The best moves from the root as far as the memo has them, beginning with this one; returns how many. */
int variant_search_line(struct variant_search *s, int move, uint16_t line[FF_VARIANT_LINE_MAX]);

/* The score of node `at`, at most VARIANT_PLIES from the root. */
int variant_search_value(struct variant_search *s, int at, int depth, int alpha, int beta);

/* The score of a move of this node. */
int variant_search_move(struct variant_search *s, int at, int move, int depth, int alpha, int beta);

/* The hash of what a repetition compares, and of everything. */
uint64_t variant_same_key(const ff_variant_position *p);
uint64_t variant_full_key(const ff_variant_position *p, uint64_t same);

/* No game lasts more plies from here; FF_PLIES_MAX where positions can repeat. */
int variant_plies_left(const ff_variant_position *p);

/* A score is a proven win or loss. */
static inline bool variant_is_proven(int score)
{
    return score >= VARIANT_PROVEN || score <= -VARIANT_PROVEN;
}

#endif
