/* Reports with exact scores. */
#include "core/text.h"
#include "engine/report_parts.h"

struct column_scores report_bounds(const ff_position *p)
{
    int left = p->rules->cells - p->ply;
    struct column_scores scores = {.best = {true, -(left / 2), (left + 1) / 2}};
    for (int column = 0; column < p->rules->columns; column++) {
        bool is_open = ff_position_can_drop(p, column) == FF_OK;
        scores.column[column] = (struct column_bounds){is_open, -(left / 2), (left + 1) / 2};
        scores.open += is_open;
    }
    return scores;
}

static const char *result_key(int score)
{
    return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

/* ---- analysis ---- */

/* An exact score, the bounds of one that is not proven, or null where the column is full. */
static void put_column(ff_text *out, const ff_position *p, const struct column_bounds *bounds)
{
    int score = bounds->low;
    if (!bounds->is_open) {
        text_put(out, ",\"score\":null");
    } else if (bounds->low == bounds->high) {
        report_int(out, "score", score);
        report_text(out, "result", result_key(score));
        report_int(out, "moves", ff_score_outlook(p->rules, p->ply, score).moves);
    } else {
        report_int(out, "low", bounds->low);
        report_int(out, "high", bounds->high);
    }
}

static void put_columns(ff_text *out, const ff_position *p, const struct column_scores *scores)
{
    const char *between = ",\"columns\":[";
    for (int column = 0; column < p->rules->columns; column++) {
        text_put(out, between);
        text_put(out, "{\"column\":");
        text_int(out, column);
        put_column(out, p, &scores->column[column]);
        text_char(out, '}');
        between = ",";
    }
    text_char(out, ']');
}

static void put_outcome(ff_text *out, const ff_analysis *a)
{
    report_int(out, "score", a->best);
    report_text(out, "result", result_key(a->best));
    if (a->outlook.winner == FF_NONE)
        text_put(out, ",\"winner\":null");
    else
        report_text(out, "winner", report_color(a->outlook.winner));
    report_int(out, "winnerMoves", a->outlook.moves);
    report_int(out, "plies", a->outlook.plies);
}

static void put_lines(ff_text *out, const ff_rules *rules, const ff_analysis *a)
{
    const char *between = "";
    text_put(out, ",\"best\":[");
    for (int column = 0; column < rules->columns; column++) {
        if (!(a->best_columns >> column & 1))
            continue;
        text_put(out, between);
        text_int(out, column);
        between = ",";
    }
    text_put(out, "],\"line\":\"");
    for (int i = 0; i < a->line_len; i++)
        text_char(out, ff_column_letter(rules, a->line[i]));
    text_char(out, '"');
}

static void put_explanation(ff_text *out, const ff_position *p, const ff_analysis *a)
{
    char sentence[FF_EXPLAIN_MAX];
    ff_text text = ff_text_on(sentence, sizeof sentence);
    (void)ff_explain_write(&text, p, a, NULL);
    report_text(out, "explanation", sentence);
}

void report_analysis(ff_text *out, const ff_game *game, const struct column_scores *scores,
                     const ff_analysis *analysis)
{
    const ff_position *p = &game->position;
    const ff_threats threats = ff_position_threats(p);
    report_begin(out, game);
    report_text(out, "turn", report_color(ff_position_side_to_move(p)));
    report_bool(out, "complete", analysis != NULL);
    if (analysis) {
        put_outcome(out, analysis);
    } else {
        report_int(out, "low", scores->best.low);
        report_int(out, "high", scores->best.high);
    }
    put_columns(out, p, scores);
    if (analysis)
        put_lines(out, p->rules, analysis);
    report_threats(out, p->rules, &threats);
    if (analysis)
        put_explanation(out, p, analysis);
    report_end(out, scores->nodes + (analysis ? analysis->nodes : 0));
}

/* ---- review ---- */

int report_red_score(const ff_review *review, int i)
{
    bool is_last = i == review->count;
    const ff_judgement *j = &review->move[is_last ? i - 1 : i];
    int mover = (review->first + (is_last ? i - 1 : i)) % 2, score = is_last ? j->score : j->best;
    return mover == FF_RED ? score : -score;
}

static void put_judgement(ff_text *out, int ply, const ff_judgement *j)
{
    text_put(out, "{\"ply\":");
    text_int(out, ply + 1);
    report_text(out, "color", report_color((ff_color)(ply % 2)));
    report_int(out, "column", j->column);
    report_text(out, "verdict", ff_verdict_text((ff_verdict)j->verdict));
    report_int(out, "score", j->score);
    report_int(out, "best", j->best);
    report_int(out, "better", j->better);
    report_int(out, "quality", j->quality);
    report_bool(out, "turning", j->is_turning);
    text_char(out, '}');
}

static void put_turning_points(ff_text *out, const ff_review *review)
{
    const char *between = "";
    text_put(out, ",\"turningPoints\":[");
    for (int i = 0; i < review->count; i++) {
        if (!review->move[i].is_turning)
            continue;
        text_put(out, between);
        text_int(out, review->first + i + 1);
        between = ",";
    }
    text_char(out, ']');
}

static void put_red_scores(ff_text *out, const ff_review *review)
{
    text_put(out, ",\"redScores\":[");
    for (int i = 0; i <= review->count; i++) {
        text_put(out, i ? "," : "");
        text_int(out, report_red_score(review, i));
    }
    text_char(out, ']');
}

void report_review(ff_text *out, const ff_game *game, const ff_review *review)
{
    report_begin(out, game);
    report_text(out, "status", report_status(&game->position));
    report_bool(out, "complete", review->open == 0);
    text_put(out, ",\"judgements\":[");
    for (int i = review->open; i < review->count; i++) {
        text_put(out, i > review->open ? "," : "");
        put_judgement(out, review->first + i, &review->move[i]);
    }
    text_char(out, ']');
    if (review->open == 0) {
        report_accuracy(out, review->accuracy[FF_RED], review->accuracy[FF_YELLOW]);
        put_turning_points(out, review);
        put_red_scores(out, review);
    }
    report_end(out, review->nodes);
}
