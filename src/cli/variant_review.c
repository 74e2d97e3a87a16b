#include "cli/estimated.h"
#include "cli/variant_report.h"
#include "core/text.h"
#include "engine/report.h"

static char report[REPORT_MAX];

static void put_move(ff_text *out, const ff_variant_position *p, const ff_variant_judgement *j)
{
    text_int(out, p->board.ply + 1);
    text_put(out, ". ");
    text_put(out, exact_name((ff_color)p->side));
    text_char(out, ' ');
    (void)ff_variant_move_write(out, p, j->move);
    text_put(out, "  ");
    text_put(out, ff_verdict_text((ff_verdict)j->verdict));
    text_put(out, ": ");
    estimated_put_result(out, j->certainty, j->plies, j->chance);
    if (j->better != j->move) {
        text_put(out, ", better ");
        (void)ff_variant_move_write(out, p, j->better);
        text_put(out, " (");
        estimated_put_result(out, j->best_certainty, j->best_plies, j->best_chance);
        text_char(out, ')');
    }
    text_put(out, estimated_turning_text(j->turning));
    text_char(out, '\n');
}

static void put_accuracy(ff_text *out, const ff_variant_review *r)
{
    static const char *const names[FF_PLAYERS] = {"first player ", "second player "};
    const char *between = "\nAccuracy: ";
    for (int player = 0; player < FF_PLAYERS; player++) {
        if (r->accuracy[player] < 0)
            continue;
        text_put(out, between);
        text_put(out, names[player]);
        text_int(out, r->accuracy[player]);
        text_put(out, " %");
        between = ", ";
    }
    text_char(out, '\n');
}

/* Moves are written as their positions name columns, so the game is played again beside them. */
static void review_text(ff_text *out, const ff_variant_game *game, const ff_variant_review *r)
{
    ff_variant_game past = *game;
    (void)ff_variant_game_seek(&past, 0);
    text_put(out,
             "The search is not exact: verdicts rest on estimates unless a result is proven.\n");
    for (int i = 0; i + 1 < r->known; i++) {
        put_move(out, &past.position, &r->move[i]);
        (void)ff_variant_game_redo(&past);
    }
    put_accuracy(out, r);
    text_put(out,
             "The first player's winning chance in tenths, before the first and after each move "
             "(W, L, =: proven):\n");
    for (int i = 0; i < r->known; i++)
        text_char(out, estimated_mark(r->point[i].certainty, r->point[i].chance, "WL"));
    text_char(out, '\n');
}

int variant_review(const struct exact *exact)
{
    const ff_variant_game *game = &exact->variant_game;
    ff_text out = ff_text_on(report, sizeof report);
    int64_t deadline = estimated_deadline(exact);
    ff_variant_review r = ff_variant_review_begin(game);
    ff_err err = FF_OK;
    ff_variant_bot_watch(exact->variant_bot, estimated_is_late, &deadline);
    while (!err && r.known <= r.count)
        err = ff_variant_review_step(exact->variant_bot, game, &r);
    if (err && err != FF_E_STOPPED)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    if (exact->wants_json)
        report_variant_review(&out, game, &r);
    else
        review_text(&out, game, &r);
    int status = cli_print(out.data, out.len);
    if (status || !err)
        return status;
    return cli_fail(CLI_UNFINISHED, "stopped after %ld s: %d of %d positions searched",
                    exact->seconds, r.known, r.count + 1);
}
