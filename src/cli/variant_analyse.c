#include "cli/board_view.h"
#include "cli/estimated.h"
#include "cli/play_words.h"
#include "cli/variant_report.h"
#include "core/text.h"
#include "core/variant.h"
#include "engine/report.h"

static char report[REPORT_MAX];

static void put_options(ff_text *out, const ff_variant_position *p, const ff_variant_analysis *a)
{
    for (int i = 0; i < a->count; i++) {
        const ff_variant_option *o = &a->options[i];
        size_t start = out->len;
        text_put(out, "  ");
        (void)ff_variant_move_write(out, p, o->move);
        while (out->len < start + 6)
            text_char(out, ' ');
        estimated_put_result(out, o->certainty, o->plies, o->chance);
        text_put(out, i == 0 ? "   best\n" : "\n");
    }
}

static void analyse_text(ff_text *out, const ff_variant_game *game, const ff_variant_analysis *a)
{
    const ff_variant_position *p = &game->position;
    const board_view view = {.columns = BOARD_VIEW_REPORT, .chosen = -1};
    const ff_threats threats = ff_variant_threats(p);
    size_t before;
    (void)board_view_write_variant(out, p, &view);
    before = out->len;
    play_extras_write(out, p);
    text_put(out, out->len > before ? "\n" : "");
    text_put(out, exact_name(ff_variant_side_to_move(p)));
    text_put(out, " to move. The search is not exact: chances are estimates unless a result is "
                  "proven.\n");
    put_options(out, p, a);
    text_put(out, "Line: ");
    report_variant_line(out, game, a);
    text_char(out, '\n');
    for (int color = 0; color < FF_PLAYERS; color++)
        estimated_put_threats(out, p->board.rules, &threats, (ff_color)color,
                              variant_of(p)->is_misere);
    text_char(out, '\n');
    (void)ff_variant_explain_write(out, p, a, NULL);
    text_char(out, '\n');
}

int variant_analyse(const struct exact *exact)
{
    ff_text out = ff_text_on(report, sizeof report);
    int64_t deadline = estimated_deadline(exact);
    ff_variant_analysis analysis;
    ff_variant_bot_watch(exact->variant_bot, estimated_is_late, &deadline);
    ff_err err = ff_variant_bot_analyse(exact->variant_bot, &exact->variant_game, &analysis);
    if (err == FF_E_OVER)
        return cli_fail(CLI_BAD_INPUT, "The game is over; fourfall review judges its moves");
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    if (exact->wants_json)
        report_variant(&out, &exact->variant_game, &analysis);
    else
        analyse_text(&out, &exact->variant_game, &analysis);
    int status = cli_print(out.data, out.len);
    return status || !analysis.was_stopped ? status : estimated_unfinished(exact);
}
