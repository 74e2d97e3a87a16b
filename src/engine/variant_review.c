/* Every move of a variant's game, judged by search. We walk forwards, and the result after a move is that
 * of the next position, as in estimate_review.c. */
#include "engine/variant_bot.h"
#include "engine/verdict.h"

ff_variant_review ff_variant_review_begin(const ff_variant_game *game)
{
    return (ff_variant_review){.count = game->position.board.ply, .accuracy = {-1, -1}};
}

static ff_variant_point point_turned(ff_variant_point p)
{
    p.chance = (int16_t)(CHANCE_FULL - p.chance);
    p.certainty = certainty_turned(p.certainty);
    return p;
}

/* A point of the review, which is for player 0, for this player; and back. */
static ff_variant_point point_for(ff_variant_point p, int player)
{
    return player == 0 ? p : point_turned(p);
}

static int player_to_move(const ff_variant_position *p)
{
    return ff_variant_player(p, (ff_color)p->side);
}

/* For player 0. */
static ff_variant_point point_over(const ff_variant_position *p)
{
    if (p->board.status == FF_DRAWN)
        return (ff_variant_point){.chance = CHANCE_EVEN, .certainty = FF_PROVEN_DRAW};
    const ff_variant_point won = {.chance = CHANCE_FULL, .certainty = FF_PROVEN_WIN};
    return point_for(won, ff_variant_player(p, (ff_color)p->winner));
}

/* For player 0. */
static ff_err point_search(ff_variant_bot *bot, const ff_variant_game *game, uint64_t *nodes,
                           ff_variant_point *out)
{
    ff_err err = variant_bot_analyse_within(bot, game, bot->level->nodes, &bot->analysis);
    if (err == FF_E_OVER) {
        *out = point_over(&game->position);
        return FF_OK;
    }
    if (!err && bot->analysis.was_stopped)
        err = FF_E_STOPPED;
    if (err)
        return err;
    *nodes += bot->analysis.nodes;
    ff_variant_point own = {.chance = bot->analysis.chance,
                            .plies = bot->analysis.plies,
                            .best = bot->analysis.options[0].move,
                            .certainty = bot->analysis.certainty};
    *out = point_for(own, player_to_move(&game->position));
    return FF_OK;
}

static bool is_threatened(const ff_variant_position *p)
{
    uint16_t moves[FF_MOVES_MAX];
    ff_color opponent = (ff_color)!p->side;
    return ff_variant_endings(p, opponent, opponent, moves) > 0;
}

static ff_verdict move_verdict(const ff_variant_position *before, const ff_variant_judgement *m,
                               int lost)
{
    if (m->move == m->better)
        return FF_BEST;
    if (m->best_certainty == FF_PROVEN_WIN && m->best_plies == 1)
        return FF_MISSED_WIN;
    if (m->certainty == FF_PROVEN_LOSS && m->plies == 2 && is_threatened(before))
        return FF_MISSED_BLOCK;
    return verdict_of_loss(lost);
}

/* A move that keeps a proven win, or holds out as long as the best one, is as good. */
static bool is_as_good(const ff_variant_judgement *m, int best)
{
    if (m->best_certainty == FF_PROVEN_WIN && m->best_plies == 1)
        return m->certainty == FF_PROVEN_WIN && m->plies == 1;
    return m->move == best || m->certainty == FF_PROVEN_WIN ||
           (m->best_certainty == FF_PROVEN_LOSS && m->plies >= m->best_plies);
}

/* Judges the move made at this ply, between two known points. */
static void move_judge(const ff_variant_game *game, ff_variant_review *review, int ply)
{
    ff_variant_game at = *game;
    (void)ff_variant_game_seek(&at, ply); /* cannot fail: a ply of this game */
    int player = player_to_move(&at.position);
    ff_variant_point best = point_for(review->point[ply], player);
    ff_variant_point after = point_for(review->point[ply + 1], player);
    ff_variant_judgement m = {.move = game->moves[ply],
                              .best_chance = best.chance,
                              .best_plies = best.plies,
                              .best_certainty = best.certainty,
                              .chance = after.chance,
                              .certainty = after.certainty,
                              .player = (uint8_t)player};
    m.plies = (uint16_t)(m.certainty == FF_ESTIMATED ? 0 : after.plies + 1);
    m.better = is_as_good(&m, best.best) ? m.move : best.best;
    if (m.better == m.move && m.chance < m.best_chance && m.certainty == FF_ESTIMATED)
        m.best_chance = m.chance; /* no other move is better, as far as is known */
    int lost = m.move == m.better ? 0 : m.best_chance - m.chance;
    lost = lost < 0 ? 0 : lost;
    m.verdict = (uint8_t)move_verdict(&at.position, &m, lost);
    m.quality = quality_of_loss(lost);
    m.turning = turning_of(m.best_certainty, m.certainty, m.best_chance, m.chance, lost);
    review->move[ply] = m;
}

/* A move that is proven to win proves the position before it, which may be known as less. */
static bool point_improve(const ff_variant_game *game, ff_variant_review *review, int ply)
{
    ff_variant_game at = *game;
    (void)ff_variant_game_seek(&at, ply); /* cannot fail: a ply of this game */
    int player = player_to_move(&at.position);
    ff_variant_point after = point_for(review->point[ply + 1], player);
    if (after.certainty != FF_PROVEN_WIN ||
        point_for(review->point[ply], player).certainty == FF_PROVEN_WIN)
        return false;
    after.plies++;
    after.best = game->moves[ply];
    review->point[ply] = point_for(after, player);
    return true;
}

static void review_count(ff_variant_review *review)
{
    int sum[FF_PLAYERS] = {0}, count[FF_PLAYERS] = {0};
    for (int i = 0; i + 1 < review->known; i++) {
        sum[review->move[i].player] += review->move[i].quality;
        count[review->move[i].player]++;
    }
    for (int player = 0; player < FF_PLAYERS; player++)
        if (count[player])
            review->accuracy[player] = accuracy_of(sum[player], count[player]);
}

ff_err ff_variant_review_step(ff_variant_bot *bot, const ff_variant_game *game,
                              ff_variant_review *review)
{
    ff_variant_game at = *game;
    ff_variant_point point;
    int ply = review->known;
    if (game->position.board.ply != review->count)
        return FF_E_PLY;
    if (ply > review->count)
        return FF_OK;
    (void)ff_variant_game_seek(&at, ply); /* cannot fail: a ply of this game */
    ff_err err = point_search(bot, &at, &review->nodes, &point);
    if (err)
        return err;
    review->point[ply] = point;
    review->known++;
    if (ply > 0 && point_improve(game, review, ply - 1) && ply > 1)
        move_judge(game, review, ply - 2);
    if (ply > 0)
        move_judge(game, review, ply - 1);
    review_count(review);
    return FF_OK;
}
