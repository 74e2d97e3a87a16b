#include "cli/column_search.h"

#include "engine/analysis.h"
#include "engine/solver.h"

/* A column may first take this part of the time limit, then twice as much in every round. */
enum { FIRST_PART = 32 };

static bool is_exact(const struct column_bounds *bounds)
{
    return bounds->low == bounds->high;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Narrows the bounds of one column. `most` is a bound that holds for all of them. */
static ff_err column_ask(ff_solver *solver, const ff_position *p, int column, int most,
                         struct column_scores *scores)
{
    struct column_bounds *bounds = &scores->column[column];
    ff_position after = *p;
    (void)ff_position_drop(&after, column); /* the column is open */
    if (after.status != FF_PLAYING) {
        bounds->low = bounds->high = analysis_end_score(&after);
        return FF_OK;
    }
    ff_solution reply;
    ff_err err = solver_solve_within(solver, &after, -most, FF_SOLVER_CELLS, &reply);
    if (err && err != FF_E_STOPPED)
        return err;
    bounds->low = larger(bounds->low, -reply.high);
    bounds->high = smaller(bounds->high, -reply.low);
    scores->nodes += reply.nodes;
    return FF_OK;
}

/* Asks every column once that is not solved yet, from the edges inwards as ff_analyse does. */
static ff_err columns_ask(ff_solver *solver, const ff_position *p, int most,
                          struct search_limit *limit, int64_t slice_ms,
                          struct column_scores *scores)
{
    int columns = p->rules->columns;
    for (int i = 0; i < columns; i++) {
        int column = i % 2 ? columns - 1 - i / 2 : i / 2;
        struct column_bounds *bounds = &scores->column[column];
        if (!bounds->is_open || is_exact(bounds) || search_limit_is_over(limit))
            continue;
        search_limit_slice(limit, slice_ms);
        search_limit_name(limit, "column %c, %d of %d solved", ff_column_letter(p->rules, column),
                          scores->solved, scores->open);
        ff_err err = column_ask(solver, p, column, most, scores);
        if (err)
            return err;
        scores->solved += is_exact(bounds);
    }
    return FF_OK;
}

static struct column_bounds best_of(const struct column_scores *scores)
{
    struct column_bounds best = {true, -FF_SOLVER_CELLS, -FF_SOLVER_CELLS};
    for (int column = 0; column < FF_SOLVER_COLUMNS; column++) {
        const struct column_bounds *bounds = &scores->column[column];
        if (!bounds->is_open)
            continue;
        best.low = larger(best.low, bounds->low);
        best.high = larger(best.high, bounds->high);
    }
    return best;
}

ff_err column_search(ff_solver *solver, const ff_position *p, struct search_limit *limit,
                     struct column_scores *out)
{
    ff_err err = solver_check(solver, p);
    if (!err && p->status != FF_PLAYING)
        err = FF_E_OVER;
    if (err)
        return err;
    struct column_scores scores = report_bounds(p);
    int most = FF_SOLVER_CELLS;
    (void)solver_book_score(solver, p, &most); /* no column is better than the position */
    int64_t slice_ms = (int64_t)limit->seconds * 1000 / FIRST_PART;
    while (!err && scores.solved < scores.open && !search_limit_is_over(limit)) {
        err = columns_ask(solver, p, most, limit, slice_ms, &scores);
        slice_ms *= 2;
    }
    scores.best = best_of(&scores);
    search_limit_slice(limit, INT64_MAX / 2);
    if (!err)
        *out = scores;
    return err;
}
