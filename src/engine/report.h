/* Analyses and reviews as JSON objects, each on a line of its own, for the program and the server; docs/analysis.md
 * has their members. */
#ifndef ENGINE_REPORT_H
#define ENGINE_REPORT_H

#include "fourfall.h"

enum { REPORT_MAX = 262144 }; /* enough for every report */

/* Bounds of a score, from the side to move; the score is exact where both are equal. */
struct column_bounds {
    bool is_open; /* a disc can be dropped here; else the bounds mean nothing */
    int low, high;
};

struct column_scores {
    struct column_bounds column[FF_SOLVER_COLUMNS];
    struct column_bounds best; /* of the position itself; is_open is true */
    int open, solved;          /* columns that take a disc, and those with an exact score */
    uint64_t nodes;
};

/* The bounds that hold without a search: no side wins before its next disc. */
struct column_scores report_bounds(const ff_position *p);

/* `analysis` is null if the search was stopped; `scores` then has what was proven. */
void report_analysis(ff_text *out, const ff_game *game, const struct column_scores *scores,
                     const ff_analysis *analysis);

/* Moves that are not judged yet are left out. */
void report_review(ff_text *out, const ff_game *game, const ff_review *review);

/* Red's score of the position before move i of a review; with i = count, of the last position. */
int report_red_score(const ff_review *review, int i);

/* On boards without exact scores. */
void report_estimate(ff_text *out, const ff_game *game, const ff_estimate *estimate);
void report_estimate_review(ff_text *out, const ff_game *game, const ff_estimate_review *review);

/* Variants. Moves are in notation, with their action and column. The line alone is its moves in notation; their columns are
 * those of the board as it is turned then. */
void report_variant(ff_text *out, const ff_variant_game *game, const ff_variant_analysis *a);
void report_variant_line(ff_text *out, const ff_variant_game *game, const ff_variant_analysis *a);
void report_variant_review(ff_text *out, const ff_variant_game *game, const ff_variant_review *r);

#endif
