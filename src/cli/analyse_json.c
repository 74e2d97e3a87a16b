#include "cli/analyse_report.h"
#include "cli/exact.h"
#include "core/text.h"

static int row_from_1(const ff_position *p, ff_threat threat)
{
    return ff_cell_row(p->rules, threat.cell) + 1;
}

static const char *result_key(int score)
{
    return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

/* An exact score, the bounds of one that is not proven, or null where the column is full. */
static void json_column(ff_text *out, const ff_position *p, const struct column_bounds *bounds)
{
    int score = bounds->low;
    if (!bounds->is_open) {
        text_put(out, ",\"score\":null");
    } else if (bounds->low == bounds->high) {
        exact_put_int(out, "score", score);
        exact_put_text(out, "result", result_key(score));
        exact_put_int(out, "moves", ff_score_outlook(p->rules, p->ply, score).moves);
    } else {
        exact_put_int(out, "low", bounds->low);
        exact_put_int(out, "high", bounds->high);
    }
}

static void json_columns(ff_text *out, const struct analyse_report *r)
{
    const ff_position *p = &r->game->position;
    const char *between = ",\"columns\":[";
    for (int column = 0; column < p->rules->columns; column++) {
        text_put(out, between);
        text_put(out, "{\"column\":");
        text_int(out, column);
        json_column(out, p, &r->scores->column[column]);
        text_char(out, '}');
        between = ",";
    }
    text_char(out, ']');
}

static void json_outcome(ff_text *out, const struct analyse_report *r)
{
    ff_outlook outlook = r->analysis->outlook;
    exact_put_int(out, "score", r->analysis->best);
    exact_put_text(out, "result", result_key(r->analysis->best));
    if (outlook.winner == FF_NONE)
        text_put(out, ",\"winner\":null");
    else
        exact_put_text(out, "winner", exact_key(outlook.winner));
    exact_put_int(out, "winnerMoves", outlook.moves);
    exact_put_int(out, "plies", outlook.plies);
}

static void json_lines(ff_text *out, const struct analyse_report *r)
{
    const ff_analysis *a = r->analysis;
    const char *between = "";
    text_put(out, ",\"best\":[");
    for (int column = 0; column < r->game->position.rules->columns; column++) {
        if (!(a->best_columns >> column & 1))
            continue;
        text_put(out, between);
        text_int(out, column);
        between = ",";
    }
    text_put(out, "],\"line\":\"");
    for (int i = 0; i < a->line_len; i++)
        text_char(out, ff_column_letter(r->game->position.rules, a->line[i]));
    text_char(out, '"');
}

static void json_threats(ff_text *out, const struct analyse_report *r)
{
    const ff_rules *rules = r->game->position.rules;
    text_put(out, ",\"threats\":[");
    for (int i = 0; i < r->threats.count; i++) {
        ff_threat threat = r->threats.threat[i];
        text_put(out, i ? ",{\"color\":\"" : "{\"color\":\"");
        text_put(out, exact_key((ff_color)threat.color));
        text_char(out, '"');
        exact_put_int(out, "column", ff_cell_column(rules, threat.cell));
        exact_put_int(out, "row", rules->board.height - row_from_1(&r->game->position, threat));
        exact_put_text(out, "parity", threat.is_odd ? "odd" : "even");
        exact_put_bool(out, "playable", threat.is_playable);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void json_explanation(ff_text *out, const struct analyse_report *r)
{
    char sentence[FF_EXPLAIN_MAX];
    ff_text text = ff_text_on(sentence, sizeof sentence);
    (void)ff_explain_write(&text, &r->game->position, r->analysis, NULL);
    exact_put_text(out, "explanation", sentence);
}

void analyse_report_json(ff_text *out, const struct analyse_report *r)
{
    text_char(out, '{');
    exact_put_game(out, r->game);
    exact_put_text(out, "turn", exact_key(ff_position_side_to_move(&r->game->position)));
    exact_put_bool(out, "complete", r->analysis != NULL);
    if (r->analysis) {
        json_outcome(out, r);
    } else {
        exact_put_int(out, "low", r->scores->best.low);
        exact_put_int(out, "high", r->scores->best.high);
    }
    json_columns(out, r);
    if (r->analysis)
        json_lines(out, r);
    json_threats(out, r);
    if (r->analysis)
        json_explanation(out, r);
    exact_put_end(out, r->scores->nodes + (r->analysis ? r->analysis->nodes : 0));
}
