/* Estimates of every column on boards that cannot be solved. */
#include "engine/estimate.h"

#include "engine/bot.h"
#include "engine/endgame.h"
#include "engine/verdict.h"

enum { THREAT_NODES = 2000 };

static int16_t chance_of(float value)
{
    return (int16_t)((value + 1) * (CHANCE_FULL / 2.0F) + 0.5F);
}

static uint8_t certainty_of(enum tree_proof proof)
{
    return proof == TREE_WON ? FF_PROVEN_WIN : proof == TREE_LOST ? FF_PROVEN_LOSS : FF_ESTIMATED;
}

static void estimate_columns(ff_estimate *out, const struct tree_report *report)
{
    for (int i = 0; i < report->count; i++) {
        const struct tree_move *move = &report->move[i];
        out->column[move->column] = (ff_column_estimate){.visits = move->visits,
                                                         .chance = chance_of(move->value),
                                                         .plies = (uint16_t)move->plies,
                                                         .certainty = certainty_of(move->proof)};
    }
    out->best = (int8_t)report->move[report->best].column;
}

/* The opponent's threat to win by force, as if it were to move. */
static void estimate_threat(ff_estimate *out, const struct explorer *e)
{
    struct vcf_budget budget = {THREAT_NODES, false};
    int cell = -1,
        plies = vcf_search_threat(&e->board, &e->tree.root, VCF_DEPTH_MAX, &budget, &cell);
    out->threat = (int8_t)(plies ? cell / e->board.rules->board.height : -1);
    out->threat_plies = (uint16_t)plies;
}

ff_err estimate_within(ff_bot *bot, const ff_position *p, uint32_t simulations, ff_estimate *out)
{
    struct tree_report report;
    ff_err err = bot->explores ? bot_check(bot, p) : FF_E_ESTIMATE;
    if (err)
        return err;
    const struct tree_plan plan = {
        .simulations = simulations, .considered = FF_COLUMNS_MAX, .wants_all = true};
    bot_forget(bot);
    bot->thought = (ff_thought){.column = -1};
    bot_explore(bot, p, plan, 0);
    *out = (ff_estimate){.columns = (uint8_t)p->rules->columns,
                         .was_stopped = bot->thought.was_stopped};
    tree_report(&bot->explorer.tree, &report);
    estimate_columns(out, &report);
    estimate_threat(out, &bot->explorer);
    out->line_len = (uint16_t)tree_line(&bot->explorer.tree, out->line);
    out->line_is_proven = report.proof != TREE_UNKNOWN;
    endgame_prove(p, out);
    const ff_column_estimate *best = &out->column[out->best];
    out->chance = best->chance;
    out->plies = best->plies;
    out->certainty = best->certainty;
    out->nodes = ff_bot_thought(bot).nodes;
    return FF_OK;
}

ff_err ff_bot_estimate(ff_bot *bot, const ff_position *position, ff_estimate *out)
{
    return estimate_within(bot, position, bot->explores ? bot_simulations(bot) : 0, out);
}
