/* Every move of a variant's position, with what is known of it. */
#include "engine/curve.h"
#include "engine/variant_bot.h"
#include "engine/verdict.h"

enum { MORE = 4 }; /* times the nodes of a move */

/* How a score turns into a chance: as many points make a factor of e in the odds. */
static const float score_unit = 60;

static int16_t chance_of(int score)
{
    float share = 1 / (1 + curve_exp((float)-score / score_unit));
    int chance = (int)(share * CHANCE_FULL + 0.5F);
    return (int16_t)(chance < 1 ? 1 : chance >= CHANCE_FULL ? CHANCE_FULL - 1 : chance);
}

static ff_variant_option option_of(struct variant_move move, bool is_complete)
{
    ff_variant_option o = {.move = move.move, .certainty = FF_ESTIMATED};
    if (move.score >= VARIANT_PROVEN) {
        o.certainty = FF_PROVEN_WIN;
        o.chance = CHANCE_FULL;
        o.plies = (uint16_t)(VARIANT_WIN - move.score);
    } else if (move.score <= -VARIANT_PROVEN) {
        o.certainty = FF_PROVEN_LOSS;
        o.plies = (uint16_t)(VARIANT_WIN + move.score);
    } else {
        o.certainty = is_complete ? FF_PROVEN_DRAW : FF_ESTIMATED;
        o.chance = is_complete ? CHANCE_FULL / 2 : chance_of(move.score);
    }
    return o;
}

/* A move that ends the game in a draw is one whatever else was searched. */
static bool ends_in_draw(const ff_variant_game *game, int move)
{
    ff_variant_game next = *game;
    (void)ff_variant_game_play(&next, move); /* cannot fail: the move is legal */
    return next.position.board.status == FF_DRAWN;
}

ff_err variant_bot_analyse_within(ff_variant_bot *bot, const ff_variant_game *game, uint64_t nodes,
                                  ff_variant_analysis *out)
{
    ff_err err = variant_bot_check(bot, game);
    if (!err && (bot->level->nodes == 0 || bot->level->depth_sure < 3))
        err = FF_E_ESTIMATE;
    if (err)
        return err;
    struct variant_plan plan = {.depth = VARIANT_PLIES,
                                .depth_sure = 2,
                                .margin = 2 * VARIANT_WIN,
                                .nodes = nodes,
                                .attack = 100,
                                .defence = 100};
    variant_bot_deepen(bot, game, plan);
    const struct variant_verdict *v = &bot->verdict;
    *out = (ff_variant_analysis){.nodes = bot->search.nodes,
                                 .depth = (uint8_t)v->depth,
                                 .was_stopped = bot->thought.was_stopped,
                                 .count = (uint16_t)v->count};
    for (int i = 0; i < v->count; i++)
        out->options[i] =
            option_of(v->move[i], v->is_complete || ends_in_draw(game, v->move[i].move));
    out->line_len = (uint16_t)variant_search_line(&bot->search, v->move[0].move, out->line);
    out->chance = out->options[0].chance;
    out->plies = out->options[0].plies;
    out->certainty = out->options[0].certainty;
    return FF_OK;
}

ff_err ff_variant_bot_analyse(ff_variant_bot *bot, const ff_variant_game *game,
                              ff_variant_analysis *out)
{
    return variant_bot_analyse_within(bot, game, (uint64_t)MORE * bot->level->nodes, out);
}
