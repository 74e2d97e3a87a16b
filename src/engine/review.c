/* Every move of a game against perfect play.
 *
 * We walk backwards: the score of the move played is known by then, and is a lower bound for the
 * position before it. Measured against walking forwards, 4 % fewer nodes for random games and 12 %
 * more for a perfect one; what counts is that the position is solved once a move. */
#include "engine/analysis.h"
#include "engine/solver.h"
#include "engine/threats.h"

const char *ff_verdict_text(ff_verdict verdict)
{
    static const char *const texts[] = {
#define VERDICT_TEXT(name, text) text,
        FF_VERDICTS(VERDICT_TEXT)
#undef VERDICT_TEXT
    };
    return (unsigned)verdict < FF_VERDICT_COUNT ? texts[verdict] : "?";
}

/* The outcome: -1 loss, 0 draw, 1 win. */
static int outcome(int score)
{
    return (score > 0) - (score < 0);
}

static ff_verdict move_verdict(const ff_position *before, const ff_judgement *j)
{
    int left = before->rules->cells - before->ply;
    int lost = outcome(j->best) - outcome(j->score);
    if (j->score == j->best)
        return FF_BEST;
    if (j->best == (left + 1) / 2)
        return FF_MISSED_WIN;
    if (threats_at_once(before, (ff_color)((before->ply + 1) % 2)))
        return FF_MISSED_BLOCK; /* where the opponent wins next, only a block can be better */
    if (lost == 0)
        return j->best > 0 ? FF_SLOWER_WIN : FF_FINE;
    return lost == 1 ? FF_MISTAKE : FF_BLUNDER;
}

/* 100 for a best move; down to 50 for slower wins or faster losses; 25 for one outcome lower, 0 for
 * two. */
static int move_quality(const ff_position *before, const ff_judgement *j)
{
    enum { WHOLE = 100, PACE = 50, ONE_STEP = 25 };
    int left = before->rules->cells - before->ply;
    int lost = outcome(j->best) - outcome(j->score), behind = j->best - j->score;
    if (behind == 0)
        return WHOLE;
    if (lost > 0)
        return lost == 1 ? ONE_STEP : 0;
    int most = (j->best > 0 ? (left + 1) / 2 : left / 2) - 1;
    return WHOLE - (2 * PACE * behind + most) / (2 * most);
}

/* Judges a move by its score. */
static ff_err move_judge(ff_solver *solver, const ff_position *before, ff_judgement *j,
                         uint64_t *nodes)
{
    ff_solution solution;
    ff_err err = solver_solve_within(solver, before, j->score, FF_SOLVER_CELLS, &solution);
    if (err)
        return err;
    *nodes += solution.nodes;
    int better = j->column;
    j->best = (int8_t)solution.low;
    if (j->score < j->best)
        err = analysis_best_column(solver, before, j->best, &better, nodes);
    if (err)
        return err;
    j->better = (uint8_t)better;
    j->verdict = (uint8_t)move_verdict(before, j);
    j->quality = (uint8_t)move_quality(before, j);
    j->is_turning = outcome(j->score) != outcome(j->best);
    return FF_OK;
}

/* The score of the last move of the game, for the player who made it. */
static ff_err last_score(ff_solver *solver, const ff_position *p, int *score, uint64_t *nodes)
{
    ff_solution solution = {0, 0, 0};
    if (p->status != FF_PLAYING) {
        *score = analysis_end_score(p);
        return FF_OK;
    }
    ff_err err = ff_solver_solve(solver, p, &solution);
    if (err)
        return err;
    *nodes += solution.nodes;
    *score = -solution.low;
    return FF_OK;
}

static void review_count(ff_review *review)
{
    int sum[FF_PLAYERS] = {0}, count[FF_PLAYERS] = {0};
    for (int i = 0; i < review->count; i++) {
        int color = (review->first + i) % 2;
        sum[color] += review->move[i].quality;
        count[color]++;
    }
    for (int color = 0; color < FF_PLAYERS; color++)
        review->accuracy[color] =
            count[color] ? (2 * sum[color] + count[color]) / (2 * count[color]) : -1;
}

ff_review ff_review_begin(const ff_game *game)
{
    int count = game->position.ply - game->first;
    return (ff_review){.first = game->first, .count = count, .open = count, .accuracy = {-1, -1}};
}

/* The score of the last open move, for the player who made it. */
static ff_err open_score(ff_solver *solver, const ff_game *game, ff_review *review, int *score)
{
    if (review->open == review->count)
        return last_score(solver, &game->position, score, &review->nodes);
    *score = -review->move[review->open].best;
    return FF_OK;
}

ff_err ff_review_step(ff_solver *solver, const ff_game *game, ff_review *review)
{
    ff_game before = *game;
    int score = 0;
    ff_err err = solver_check(solver, &game->position);
    if (!err && game->position.ply != review->first + review->count)
        err = FF_E_PLY;
    if (err || review->open == 0)
        return err;
    err = open_score(solver, game, review, &score);
    if (err)
        return err;
    int i = review->open - 1, ply = review->first + i;
    ff_judgement j = {.column = game->moves[ply], .score = (int8_t)score};
    (void)ff_game_seek(&before, ply); /* cannot fail: a ply of this game */
    err = move_judge(solver, &before.position, &j, &review->nodes);
    if (err)
        return err;
    review->move[i] = j;
    review->open = i;
    if (i == 0)
        review_count(review);
    return FF_OK;
}

ff_err ff_review_game(ff_solver *solver, const ff_game *game, ff_review *out)
{
    ff_review review = ff_review_begin(game);
    ff_err err = solver_check(solver, &game->position);
    while (!err && review.open > 0)
        err = ff_review_step(solver, game, &review);
    if (!err)
        *out = review;
    return err;
}
