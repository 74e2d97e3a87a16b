/* Every move of a game, judged by estimates.
 *
 * We walk forwards, so that a host can draw the graph as it grows. Each position is searched once:
 * the result after a move is that of the next position, which was searched as deeply as the one
 * before it. */
#include "engine/bot.h"
#include "engine/estimate.h"
#include "engine/threats.h"
#include "engine/verdict.h"

enum { PART = 10 }; /* of the level's simulations: a game has many positions */

ff_estimate_review ff_estimate_review_begin(const ff_game *game)
{
    return (ff_estimate_review){.first = game->first,
                                .count = (uint16_t)(game->position.ply - game->first),
                                .accuracy = {-1, -1}};
}

static ff_estimated_point point_turned(ff_estimated_point p)
{
    p.chance = (int16_t)(CHANCE_FULL - p.chance);
    p.certainty = certainty_turned(p.certainty);
    return p;
}

/* A point of the review for the player who moves at this ply, and back. */
static ff_estimated_point point_for(ff_estimated_point p, int ply)
{
    return ply % 2 == FF_RED ? p : point_turned(p);
}

/* The end of a game, for the player who would move next. */
static ff_estimated_point point_over(const ff_position *p)
{
    bool is_draw = p->status == FF_DRAWN;
    return (ff_estimated_point){.chance = is_draw ? CHANCE_EVEN : 0,
                                .certainty = is_draw ? FF_PROVEN_DRAW : FF_PROVEN_LOSS};
}

static ff_err point_estimate(ff_bot *bot, const ff_position *p, uint64_t *nodes,
                             ff_estimated_point *out)
{
    ff_estimate estimate;
    if (p->status != FF_PLAYING) {
        *out = point_over(p);
        return bot->explores ? FF_OK : FF_E_ESTIMATE;
    }
    uint32_t simulations = bot->explores ? bot_simulations(bot) / PART : 0;
    ff_err err = estimate_within(bot, p, simulations, &estimate);
    if (!err && estimate.was_stopped)
        err = FF_E_STOPPED;
    if (err)
        return err;
    *nodes += estimate.nodes;
    *out = (ff_estimated_point){.chance = estimate.chance,
                                .plies = estimate.plies,
                                .certainty = estimate.certainty,
                                .best = (uint8_t)estimate.best};
    return FF_OK;
}

static ff_verdict move_verdict(const ff_position *before, const ff_estimated_move *m, int lost)
{
    ff_color other = (ff_color)((before->ply + 1) % 2);
    if (m->column == m->better)
        return FF_BEST;
    if (m->best_certainty == FF_PROVEN_WIN && m->best_plies == 1)
        return FF_MISSED_WIN;
    if (m->certainty == FF_PROVEN_LOSS && m->plies == 2 && threats_at_once(before, other))
        return FF_MISSED_BLOCK;
    return verdict_of_loss(lost);
}

/* A move that keeps a proven win, or a chance that is not lower, is as good as the best. */
static bool is_as_good(const ff_estimated_move *m, const ff_estimated_point *best)
{
    if (m->best_certainty == FF_PROVEN_WIN && m->best_plies == 1)
        return m->plies == 1;
    return m->column == best->best || m->certainty == FF_PROVEN_WIN ||
           (m->best_certainty == FF_PROVEN_LOSS && m->plies >= m->best_plies);
}

/* Judges move i, between two known points. */
static void move_judge(const ff_game *game, ff_estimate_review *review, int i)
{
    int ply = review->first + i;
    ff_game before = *game;
    ff_estimated_point best = point_for(review->point[i], ply);
    ff_estimated_point after = point_for(review->point[i + 1], ply);
    ff_estimated_move m = {.best_chance = best.chance,
                           .best_plies = best.plies,
                           .best_certainty = best.certainty,
                           .chance = after.chance,
                           .certainty = after.certainty,
                           .column = game->moves[ply]};
    m.plies = (uint16_t)(m.certainty == FF_ESTIMATED ? 0 : after.plies + 1);
    m.better = is_as_good(&m, &best) ? m.column : best.best;
    if (m.better == m.column && m.chance < m.best_chance && m.certainty == FF_ESTIMATED)
        m.best_chance = m.chance;     /* no other move is better, as far as is known */
    (void)ff_game_seek(&before, ply); /* cannot fail: a ply of this game */
    int lost = m.column == m.better ? 0 : m.best_chance - m.chance;
    lost = lost < 0 ? 0 : lost;
    m.verdict = (uint8_t)move_verdict(&before.position, &m, lost);
    m.quality = quality_of_loss(lost);
    m.turning = turning_of(m.best_certainty, m.certainty, m.best_chance, m.chance, lost);
    review->move[i] = m;
}

/* A move that is proven to win proves the position before it, which may be known as less. */
static bool point_improve(ff_estimate_review *review, const ff_game *game, int i)
{
    int ply = review->first + i;
    ff_estimated_point before = point_for(review->point[i], ply);
    ff_estimated_point after = point_for(review->point[i + 1], ply);
    if (after.certainty != FF_PROVEN_WIN || before.certainty == FF_PROVEN_WIN)
        return false;
    before = (ff_estimated_point){.chance = CHANCE_FULL,
                                  .plies = (uint16_t)(after.plies + 1),
                                  .certainty = FF_PROVEN_WIN,
                                  .best = game->moves[ply]};
    review->point[i] = point_for(before, ply);
    return true;
}

static void review_count(ff_estimate_review *review)
{
    int sum[FF_PLAYERS] = {0}, count[FF_PLAYERS] = {0};
    for (int i = 0; i + 1 < review->known; i++) {
        int color = (review->first + i) % 2;
        sum[color] += review->move[i].quality;
        count[color]++;
    }
    for (int color = 0; color < FF_PLAYERS; color++)
        if (count[color])
            review->accuracy[color] = accuracy_of(sum[color], count[color]);
}

ff_err ff_estimate_review_step(ff_bot *bot, const ff_game *game, ff_estimate_review *review)
{
    ff_game at = *game;
    ff_estimated_point point;
    int i = review->known;
    if (game->position.ply != review->first + review->count)
        return FF_E_PLY;
    if (i > review->count)
        return FF_OK;
    (void)ff_game_seek(&at, review->first + i); /* cannot fail: a ply of this game */
    ff_err err = point_estimate(bot, &at.position, &review->nodes, &point);
    if (err)
        return err;
    review->point[i] = point_for(point, review->first + i);
    review->known++;
    if (i > 0 && point_improve(review, game, i - 1) && i > 1)
        move_judge(game, review, i - 2);
    if (i > 0)
        move_judge(game, review, i - 1);
    review_count(review);
    return FF_OK;
}
