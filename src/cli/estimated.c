#include "cli/estimated.h"

#include "cli/board_view.h"
#include "core/text.h"
#include "engine/report.h"

static char report[REPORT_MAX];

bool estimated_is_late(void *host)
{
    return cli_now_ms() >= *(const int64_t *)host;
}

int64_t estimated_deadline(const struct exact *exact)
{
    return cli_now_ms() + (int64_t)exact->seconds * 1000;
}

int estimated_unfinished(const struct exact *exact)
{
    return cli_fail(CLI_UNFINISHED,
                    "stopped after %ld s: the chances are coarser; --seconds N searches longer",
                    exact->seconds);
}

static const char *certainty_key(uint8_t certainty)
{
    static const char *const keys[FF_CERTAINTY_COUNT] = {"full", "estimated", "win", "loss",
                                                         "draw"};
    return keys[certainty];
}

/* "proven win at once", "proven loss within 2 plies", "proven draw", "about 63 %" */
void estimated_put_result(ff_text *out, uint8_t certainty, int plies, int chance)
{
    if (certainty == FF_ESTIMATED) {
        text_put(out, "about ");
        text_int(out, (chance + 5) / 10);
        text_put(out, " %");
        return;
    }
    text_put(out, "proven ");
    text_put(out, certainty_key(certainty));
    if (certainty == FF_PROVEN_DRAW)
        return;
    if (plies == 1) {
        text_put(out, " at once");
        return;
    }
    text_put(out, " within ");
    text_int(out, plies);
    text_put(out, " plies");
}

static void put_line(ff_text *out, const ff_rules *rules, const ff_estimate *e)
{
    for (int i = 0; i < e->line_len; i++)
        text_char(out, ff_column_letter(rules, e->line[i]));
}

static void put_columns(ff_text *out, const ff_rules *rules, const ff_estimate *e)
{
    for (int column = 0; column < rules->columns; column++) {
        const ff_column_estimate *c = &e->column[column];
        if (c->certainty == FF_CLOSED)
            continue;
        text_put(out, "  ");
        text_char(out, ff_column_letter(rules, column));
        text_put(out, "  ");
        estimated_put_result(out, c->certainty, c->plies, c->chance);
        text_put(out, column == e->best ? "   best\n" : "\n");
    }
}

void estimated_put_threats(ff_text *out, const ff_rules *rules, const ff_threats *threats,
                           ff_color color, bool lines_lose)
{
    const char *between = lines_lose ? " must avoid " : " threatens ";
    text_put(out, exact_name(color));
    for (int i = 0; i < threats->count; i++) {
        const ff_threat *t = &threats->threat[i];
        if (t->color != color)
            continue;
        text_put(out, between);
        text_char(out, ff_column_letter(rules, ff_cell_column(rules, t->cell)));
        text_char(out, '.');
        text_int(out, ff_cell_row(rules, t->cell) + 1);
        text_put(out, t->is_playable ? " (now)" : "");
        between = ", ";
    }
    text_put(out, *between == ',' ? "\n"
                  : lines_lose    ? " has no cell to avoid\n"
                                  : " has no threats\n");
}

static void analyse_text(ff_text *out, const ff_position *p, const ff_estimate *e)
{
    const board_view view = {.columns = BOARD_VIEW_REPORT, .chosen = -1};
    const ff_threats threats = ff_position_threats(p);
    (void)board_view_write(out, p, &view);
    text_put(out, exact_name(ff_position_side_to_move(p)));
    text_put(out, " to move. Winning chances are estimates unless a result is proven.\n");
    put_columns(out, p->rules, e);
    text_put(out, e->line_is_proven ? "Proven line: " : "Line: ");
    put_line(out, p->rules, e);
    text_char(out, '\n');
    estimated_put_threats(out, p->rules, &threats, FF_RED, false);
    estimated_put_threats(out, p->rules, &threats, FF_YELLOW, false);
    text_char(out, '\n');
    (void)ff_explain_estimate_write(out, p, e, NULL);
    text_char(out, '\n');
}

int estimated_analyse(const struct exact *exact)
{
    ff_text out = ff_text_on(report, sizeof report);
    int64_t deadline = estimated_deadline(exact);
    ff_estimate e;
    ff_bot_watch(exact->bot, estimated_is_late, &deadline);
    ff_err err = ff_bot_estimate(exact->bot, &exact->game.position, &e);
    if (err == FF_E_OVER)
        return cli_fail(CLI_BAD_INPUT, "The game is over; fourfall review judges its moves");
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    if (exact->wants_json)
        report_estimate(&out, &exact->game, &e);
    else
        analyse_text(&out, &exact->game.position, &e);
    int status = cli_print(out.data, out.len);
    return status || !e.was_stopped ? status : estimated_unfinished(exact);
}

const char *estimated_turning_text(uint8_t turning)
{
    return turning == FF_PROVEN_TURN      ? "   proven turning point"
           : turning == FF_ESTIMATED_TURN ? "   turning point (estimated)"
                                          : "";
}

/* Red's chances as bars: a row is a fifth. */
static void put_bars(ff_text *out, const ff_estimate_review *r)
{
    for (int least = 900; least > 0; least -= 200) {
        int end = r->known;
        while (end > 0 && r->point[end - 1].chance < least)
            end--;
        for (int i = 0; i < end; i++)
            text_char(out, r->point[i].chance < least ? ' ' : '#');
        text_char(out, '\n');
    }
}

/* "4. Yellow m  mistake: about 30 %, better g (about 55 %)" */
static void put_move(ff_text *out, const ff_rules *rules, int ply, const ff_estimated_move *m)
{
    text_int(out, ply + 1);
    text_put(out, ". ");
    text_put(out, exact_name((ff_color)(ply % 2)));
    text_char(out, ' ');
    text_char(out, ff_column_letter(rules, m->column));
    text_put(out, "  ");
    text_put(out, ff_verdict_text((ff_verdict)m->verdict));
    text_put(out, ": ");
    estimated_put_result(out, m->certainty, m->plies, m->chance);
    if (m->better != m->column) {
        text_put(out, ", better ");
        text_char(out, ff_column_letter(rules, m->better));
        text_put(out, " (");
        estimated_put_result(out, m->best_certainty, m->best_plies, m->best_chance);
        text_char(out, ')');
    }
    text_put(out, estimated_turning_text(m->turning));
    text_char(out, '\n');
}

char estimated_mark(uint8_t certainty, int chance, const char marks[2])
{
    int tenths = chance / 100 > 9 ? 9 : chance / 100;
    return certainty == FF_PROVEN_WIN    ? marks[0]
           : certainty == FF_PROVEN_LOSS ? marks[1]
           : certainty == FF_PROVEN_DRAW ? '='
                                         : (char)('0' + tenths);
}

static void review_text(ff_text *out, const ff_rules *rules, const ff_estimate_review *r)
{
    for (int i = 0; i + 1 < r->known; i++)
        put_move(out, rules, r->first + i, &r->move[i]);
    if (r->known > r->count) {
        text_char(out, '\n');
        exact_put_accuracy(out, r->accuracy[FF_RED], r->accuracy[FF_YELLOW]);
    }
    text_put(out,
             "\nRed's winning chance in tenths, before the first and after each move (R, Y, =: "
             "proven):\n");
    put_bars(out, r);
    for (int i = 0; i < r->known; i++)
        text_char(out, estimated_mark(r->point[i].certainty, r->point[i].chance, "RY"));
    text_char(out, '\n');
}

int estimated_review(const struct exact *exact)
{
    ff_text out = ff_text_on(report, sizeof report);
    int64_t deadline = estimated_deadline(exact);
    ff_estimate_review r = ff_estimate_review_begin(&exact->game);
    ff_err err = FF_OK;
    ff_bot_watch(exact->bot, estimated_is_late, &deadline);
    while (!err && r.known <= r.count)
        err = ff_estimate_review_step(exact->bot, &exact->game, &r);
    if (err && err != FF_E_STOPPED)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    if (exact->wants_json)
        report_estimate_review(&out, &exact->game, &r);
    else
        review_text(&out, &exact->rules, &r);
    int status = cli_print(out.data, out.len);
    if (status || !err)
        return status;
    return cli_fail(CLI_UNFINISHED, "stopped after %ld s: %d of %d positions estimated",
                    exact->seconds, r.known, r.count + 1);
}
