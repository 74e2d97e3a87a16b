/* Reports of estimates, which say what is proven and what is not. */
#include "core/text.h"
#include "engine/report_parts.h"

static const char *result_key(uint8_t certainty)
{
    static const char *const keys[FF_CERTAINTY_COUNT] = {"full", "estimated", "win", "loss",
                                                         "draw"};
    return keys[certainty];
}

void report_result(ff_text *out, uint8_t certainty, int plies, int chance)
{
    report_bool(out, "proven", certainty > FF_ESTIMATED);
    if (certainty > FF_ESTIMATED) {
        report_text(out, "result", result_key(certainty));
        report_int(out, "withinPlies", plies);
    }
    report_int(out, "chance", chance);
}

static void put_columns(ff_text *out, const ff_estimate *e)
{
    text_put(out, ",\"columns\":[");
    for (int column = 0; column < e->columns; column++) {
        const ff_column_estimate *c = &e->column[column];
        text_put(out, column ? ",{\"column\":" : "{\"column\":");
        text_int(out, column);
        if (c->certainty == FF_CLOSED)
            text_put(out, ",\"chance\":null");
        else
            report_result(out, c->certainty, c->plies, c->chance);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void put_line(ff_text *out, const ff_rules *rules, const ff_estimate *e)
{
    text_put(out, ",\"line\":\"");
    for (int i = 0; i < e->line_len; i++)
        text_char(out, ff_column_letter(rules, e->line[i]));
    text_char(out, '"');
    report_bool(out, "lineProven", e->line_is_proven);
}

void report_estimate(ff_text *out, const ff_game *game, const ff_estimate *e)
{
    const ff_position *p = &game->position;
    const ff_threats threats = ff_position_threats(p);
    char sentence[FF_EXPLAIN_MAX];
    ff_text words = ff_text_on(sentence, sizeof sentence);
    report_begin(out, game);
    report_text(out, "turn", report_color(ff_position_side_to_move(p)));
    report_bool(out, "exact", false);
    report_bool(out, "complete", !e->was_stopped);
    report_result(out, e->certainty, e->plies, e->chance);
    put_columns(out, e);
    report_int(out, "best", e->best);
    put_line(out, p->rules, e);
    report_threats(out, p->rules, &threats);
    (void)ff_explain_estimate_write(&words, p, e, NULL);
    report_text(out, "explanation", sentence);
    report_end(out, e->nodes);
}

const char *report_turning(uint8_t turning)
{
    static const char *const keys[] = {"none", "estimated", "proven"};
    return keys[turning];
}

static void put_move(ff_text *out, int ply, const ff_estimated_move *m)
{
    text_put(out, "{\"ply\":");
    text_int(out, ply + 1);
    report_text(out, "color", report_color((ff_color)(ply % 2)));
    report_int(out, "column", m->column);
    report_text(out, "verdict", ff_verdict_text((ff_verdict)m->verdict));
    report_result(out, m->certainty, m->plies, m->chance);
    report_int(out, "better", m->better);
    report_int(out, "bestChance", m->best_chance);
    report_bool(out, "bestProven", m->best_certainty > FF_ESTIMATED);
    report_int(out, "quality", m->quality);
    report_text(out, "turning", report_turning(m->turning));
    text_char(out, '}');
}

void report_estimate_review(ff_text *out, const ff_game *game, const ff_estimate_review *r)
{
    report_begin(out, game);
    report_text(out, "status", report_status(&game->position));
    report_bool(out, "exact", false);
    report_bool(out, "complete", r->known > r->count);
    text_put(out, ",\"judgements\":[");
    for (int i = 0; i + 1 < r->known; i++) {
        text_put(out, i ? "," : "");
        put_move(out, r->first + i, &r->move[i]);
    }
    text_char(out, ']');
    if (r->known > r->count)
        report_accuracy(out, r->accuracy[FF_RED], r->accuracy[FF_YELLOW]);
    text_put(out, ",\"redChances\":[");
    for (int i = 0; i < r->known; i++) {
        text_put(out, i ? "," : "");
        text_int(out, r->point[i].chance);
    }
    text_char(out, ']');
    report_end(out, r->nodes);
}
