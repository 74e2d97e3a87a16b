#include "cli/estimated.h"
#include "cli/exact.h"
#include "cli/search_limit.h"
#include "cli/variant_report.h"
#include "core/text.h"
#include "engine/report.h"

enum { TEXT_MAX = 32768, LABEL_WIDTH = 13, GRAPH_TOP = 3 };

static void pad_to(ff_text *out, size_t line_start, size_t width)
{
    while (out->len < line_start + width)
        text_char(out, ' ');
}

static void put_letter(ff_text *out, const ff_rules *rules, int column)
{
    text_char(out, ff_column_letter(rules, column));
}

/* " 12. Yellow 3  missed block   W5 -> L1   better: 4" */
static void say_move(ff_text *out, const ff_rules *rules, int ply, const ff_judgement *j)
{
    size_t start = out->len;
    text_put(out, ply < 9 ? "  " : " ");
    text_int(out, ply + 1);
    text_put(out, ". ");
    text_put(out, exact_name((ff_color)(ply % 2)));
    pad_to(out, start, 12);
    put_letter(out, rules, j->column);
    pad_to(out, start, 15);
    text_put(out, ff_verdict_text((ff_verdict)j->verdict));
    pad_to(out, start, 29);
    exact_put_score(out, rules, ply, j->best);
    if (j->score != j->best) {
        text_put(out, " -> ");
        exact_put_score(out, rules, ply, j->score);
        pad_to(out, start, 41);
        text_put(out, "better: ");
        put_letter(out, rules, j->better);
        text_put(out, j->is_turning ? "   turning point" : "");
    }
    text_char(out, '\n');
}

static void say_turning_points(ff_text *out, const ff_review *review, const ff_rules *rules)
{
    const char *between = " ";
    text_put(out, "Turning points:");
    for (int i = 0; i < review->count; i++) {
        int ply = review->first + i;
        if (!review->move[i].is_turning)
            continue;
        text_put(out, between);
        text_put(out, "move ");
        text_int(out, ply + 1);
        text_put(out, ply % 2 ? " (Yellow " : " (Red ");
        put_letter(out, rules, review->move[i].column);
        text_char(out, ')');
        between = ", ";
    }
    text_put(out, *between == ',' ? "\n" : " none\n");
}

/* -3..3: positive if Red wins, negative if Yellow does; larger if sooner. */
static int graph_level(const ff_review *review, const ff_rules *rules, int i)
{
    enum { NEAR = 3, MIDDLE = 8 };
    int score = report_red_score(review, i), ply = review->first + i;
    if (score == 0)
        return 0;
    int own = ply % 2 == FF_RED ? score : -score;
    int moves = ff_score_outlook(rules, ply, own).moves; /* 0 if the game is already won */
    int size = moves <= NEAR ? GRAPH_TOP : moves <= MIDDLE ? GRAPH_TOP - 1 : GRAPH_TOP - 2;
    return score > 0 ? size : -size;
}

static char graph_mark(int level, int row)
{
    if (row == 0)
        return level == 0 ? '-' : ' ';
    return (row > 0 && level >= row) || (row < 0 && level <= row) ? '#' : ' ';
}

/* The numbers below the graph: every fifth ply. */
static void say_graph_axis(ff_text *out, const ff_review *review)
{
    size_t start = out->len;
    for (int i = 0; i <= review->count; i++) {
        if ((review->first + i) % 5 != 0)
            continue;
        pad_to(out, start, LABEL_WIDTH + 1 + (size_t)i);
        text_int(out, review->first + i);
    }
    text_char(out, '\n');
}

static void say_graph(ff_text *out, const ff_review *review, const ff_rules *rules)
{
    for (int row = GRAPH_TOP; row >= -GRAPH_TOP; row--) {
        size_t start = out->len, end;
        text_put(out, row == GRAPH_TOP    ? "Red wins"
                      : row == 0          ? "draw"
                      : row == -GRAPH_TOP ? "Yellow wins"
                                          : "");
        pad_to(out, start, LABEL_WIDTH);
        text_char(out, '|');
        end = out->len;
        for (int i = 0; i <= review->count; i++) {
            char mark = graph_mark(graph_level(review, rules, i), row);
            if (mark == ' ')
                continue;
            pad_to(out, end, (size_t)i);
            text_char(out, mark);
        }
        text_char(out, '\n');
    }
    say_graph_axis(out, review);
}

static void report_text(ff_text *out, const ff_review *review, const ff_rules *rules)
{
    for (int i = review->open; i < review->count; i++)
        say_move(out, rules, review->first + i, &review->move[i]);
    if (review->open > 0)
        return;
    text_char(out, '\n');
    exact_put_accuracy(out, review->accuracy[FF_RED], review->accuracy[FF_YELLOW]);
    say_turning_points(out, review, rules);
    text_char(out, '\n');
    say_graph(out, review, rules);
}

/* Judges the moves from the last to the first. FF_E_STOPPED when the time limit ended it. */
static ff_err judge(const struct exact *exact, ff_review *review)
{
    struct search_limit limit;
    ff_err err = FF_OK;
    *review = ff_review_begin(&exact->game);
    search_limit_start(&limit, exact->solver, exact->seconds);
    while (!err && review->open > 0) {
        search_limit_name(&limit, "move %d, %d of %d judged", review->first + review->open,
                          review->count - review->open, review->count);
        err = ff_review_step(exact->solver, &exact->game, review);
    }
    search_limit_end(&limit);
    return err;
}

static int report_print(const struct exact *exact, const ff_review *review)
{
    static char data[TEXT_MAX];
    ff_text out = ff_text_on(data, sizeof data);
    if (exact->wants_json)
        report_review(&out, &exact->game, review);
    else
        report_text(&out, review, &exact->rules);
    return cli_print(out.data, out.len);
}

static int review(const struct exact *exact)
{
    ff_review result;
    bool has_moves = exact->variant_game.position.board.ply > 0;
    if (!has_moves)
        return cli_fail(exact->has_moves ? CLI_BAD_INPUT : CLI_BAD_USAGE,
                        "review needs the moves of a game");
    if (exact->variant_bot)
        return variant_review(exact);
    if (exact->bot)
        return estimated_review(exact);
    ff_err err = judge(exact, &result);
    if (err && err != FF_E_STOPPED)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    int status = report_print(exact, &result);
    if (status || !err)
        return status;
    return cli_fail(CLI_UNFINISHED,
                    "stopped after %ld s: %d of %d move%s judged; --seconds N searches longer",
                    exact->seconds, result.count - result.open, result.count, cli_s(result.count));
}

static int run(int argc, char **argv)
{
    struct exact exact = {.wants_past = true};
    int status = exact_open(&exact, &command_review, argc, argv);
    if (!status)
        status = review(&exact);
    exact_close(&exact);
    return status;
}

static const struct command_option review_options[] = {
    {"--board", "B", "@board",
     "the board (7x6, or the variant's own), if MOVES does not begin with one"},
    CLI_VARIANT_OPTIONS,
    {"--json", NULL, NULL, "one JSON object; columns count from 0 (docs/analysis.md)"},
    {"--hash", "MB", NULL, "memory for the search, 2 to 4096 (16)"},
    {"--seconds", "S", NULL,
     "time limit (60). Moves are judged from the last to the first; when the limit ends the "
     "search, the report has the moves judged until then, and the exit status is 3."},
    {NULL, NULL, NULL, NULL}};

const struct command command_review = {
    "review",
    "judge every move of a game against perfect play",
    "[--board B] [--variant V] [--pie] [--json] [--hash MB] [--seconds S] MOVES",
    run,
    .options = review_options,
    .about =
        "Judges each move of a finished or unfinished game: best, fine (lost as before, only "
        "sooner), slower win, mistake (win to draw or draw to loss), blunder (win to loss), "
        "missed block, missed win. W5 -> L3 means: the player could win with the fifth disc from "
        "here and now loses to the opponent's third. Then follow the accuracy of both players, "
        "the moves that changed the outcome, and a graph: the higher or lower, the sooner Red or "
        "Yellow wins.",
    .notes =
        "Exact on flat connect-4 boards, width x (height + 1) up to 64; on others, such as the "
        "cube, and in variants, by estimated winning chances, with proven results marked as "
        "proven.",
};
