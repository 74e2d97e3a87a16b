#include "cli/analyse_report.h"
#include "cli/estimated.h"
#include "cli/exact.h"
#include "cli/search_limit.h"
#include "cli/variant_report.h"

static int report_print(const struct exact *exact, const struct analyse_report *report)
{
    static char data[REPORT_MAX];
    ff_text out = ff_text_on(data, sizeof data);
    if (exact->wants_json)
        report_analysis(&out, report->game, report->scores, report->analysis);
    else
        analyse_report_text(&out, report);
    return cli_print(out.data, out.len);
}

static int unfinished(const struct exact *exact, const struct column_scores *scores)
{
    return cli_fail(CLI_UNFINISHED,
                    "stopped after %ld s: %d of %d column%s solved; --seconds N searches longer",
                    exact->seconds, scores->solved, scores->open, cli_s(scores->open));
}

/* The scores first, for they are worth something without the line; then the line. */
static int analyse(const struct exact *exact)
{
    const ff_position *p = &exact->game.position;
    struct search_limit limit;
    struct column_scores scores;
    ff_analysis analysis;
    search_limit_start(&limit, exact->solver, exact->seconds);
    ff_err err = column_search(exact->solver, p, &limit, &scores);
    if (err == FF_E_OVER)
        return cli_fail(CLI_BAD_INPUT, "The game is over; fourfall review judges its moves");
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    bool is_solved = scores.solved == scores.open;
    search_limit_name(&limit, "the best line");
    if (is_solved)
        is_solved = ff_analyse(exact->solver, p, &analysis) == FF_OK;
    search_limit_end(&limit);
    struct analyse_report report = {&exact->game, &scores, is_solved ? &analysis : NULL,
                                    ff_position_threats(p)};
    int status = report_print(exact, &report);
    return status || is_solved ? status : unfinished(exact, &scores);
}

static int run(int argc, char **argv)
{
    struct exact exact = {.memory = NULL};
    int status = exact_open(&exact, &command_analyse, argc, argv);
    if (!status)
        status = exact.variant_bot ? variant_analyse(&exact)
                 : exact.bot       ? estimated_analyse(&exact)
                                   : analyse(&exact);
    exact_close(&exact);
    return status;
}

static const struct command_option analyse_options[] = {
    {"--board", "B", "@board",
     "the board (7x6, or the variant's own), if MOVES does not begin with one"},
    CLI_VARIANT_OPTIONS,
    {"--json", NULL, NULL,
     "one JSON object; columns count from 0, rows from the top (docs/analysis.md)"},
    {"--hash", "MB", NULL, "memory for the search, 2 to 4096 (16)"},
    {"--seconds", "S", NULL,
     "time limit (60). When it ends the search, the report has what was proven until then, and the "
     "exit status is 3."},
    {NULL, NULL, NULL, NULL}};

const struct command command_analyse = {
    "analyse",
    "the score of every column, with the reason",
    "[--board B] [--variant V] [--pie] [--json] [--hash MB] [--seconds S] [MOVES]",
    run,
    .options = analyse_options,
    .about =
        "Shows the position after MOVES and below each column the result of playing it, if both "
        "sides then play perfectly: W5, the side to move wins with its fifth disc from here; L3, "
        "the opponent wins with its third. Then follow a best line to the end of the game, the "
        "threats (cells that would complete a line), and a sentence or two of explanation.",
    .notes =
        "A cell is COLUMN.ROW, rows counted from the bottom; (odd) and (even) tell the row, "
        "(now) that a disc can land there now. Scores are exact on flat connect-4 boards, width "
        "x (height + 1) up to 64; on others, such as the cube, each column is a proven win, loss "
        "or draw, or an estimated winning chance. In a variant each legal move is one of these, "
        "the best first.",
};
