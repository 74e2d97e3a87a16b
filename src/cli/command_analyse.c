#include "cli/board_view.h"
#include "cli/exact.h"
#include "core/text.h"

enum { VIEW_COLUMNS = 100, TEXT_MAX = BOARD_VIEW_MAX };

struct report {
    ff_text *out;
    const ff_position *position;
    const ff_analysis *analysis;
    ff_threats threats;
};

static int row_from_1(const ff_position *p, ff_threat threat)
{
    return ff_cell_row(p->rules, threat.cell) + 1;
}

/* Two lines below the columns' letters: who wins there, and in how many moves. */
static void say_scores(struct report *r)
{
    const ff_position *p = r->position;
    for (int column = 0; column < p->rules->columns; column++) {
        int score = r->analysis->score[column];
        char letter = score > 0 ? 'W' : score < 0 ? 'L' : '=';
        text_put(r->out, "  ");
        text_char(r->out, score == FF_COLUMN_CLOSED ? '-' : letter);
    }
    text_put(r->out, "   win, draw or loss\n");
    for (int column = 0; column < p->rules->columns; column++) {
        int score = r->analysis->score[column];
        bool is_decided = score && score != FF_COLUMN_CLOSED;
        int moves = is_decided ? ff_score_outlook(p->rules, p->ply, score).moves : 0;
        text_put(r->out, moves > 9 ? " " : "  ");
        if (moves)
            text_int(r->out, moves);
        else
            text_char(r->out, ' ');
    }
    text_put(r->out, "   in so many moves of the winner\n\n");
}

static void say_outcome(struct report *r)
{
    ff_outlook outlook = r->analysis->outlook;
    text_put(r->out, exact_name(ff_position_side_to_move(r->position)));
    text_put(r->out, " to move: ");
    if (outlook.winner == FF_NONE) {
        text_put(r->out, "a draw\n");
        return;
    }
    text_put(r->out, exact_name(outlook.winner));
    text_put(r->out, " wins in ");
    text_int(r->out, outlook.moves);
    text_put(r->out, outlook.moves == 1 ? " move, " : " moves, ");
    text_int(r->out, r->position->ply + outlook.plies);
    text_put(r->out, " discs on the board\n");
}

static void say_columns(struct report *r)
{
    const ff_analysis *a = r->analysis;
    const ff_rules *rules = r->position->rules;
    text_put(r->out, "Best:");
    for (int column = 0; column < rules->columns; column++) {
        if (!(a->best_columns >> column & 1))
            continue;
        text_char(r->out, ' ');
        text_char(r->out, ff_column_letter(rules, column));
    }
    text_put(r->out, "\nLine: ");
    for (int i = 0; i < a->line_len; i++)
        text_char(r->out, ff_column_letter(rules, a->line[i]));
    text_char(r->out, '\n');
}

/* Cells as column and row from the bottom: "Red threatens 5.3 (odd), 2.2 (even, now)". */
static void say_threats(struct report *r, ff_color color)
{
    const char *between = " threatens ";
    text_put(r->out, exact_name(color));
    for (int i = 0; i < r->threats.count; i++) {
        ff_threat threat = r->threats.threat[i];
        if (threat.color != color)
            continue;
        int column = ff_cell_column(r->position->rules, threat.cell);
        text_put(r->out, between);
        text_char(r->out, ff_column_letter(r->position->rules, column));
        text_char(r->out, '.');
        text_int(r->out, row_from_1(r->position, threat));
        text_put(r->out, threat.is_odd ? " (odd" : " (even");
        text_put(r->out, threat.is_playable ? ", now)" : ")");
        between = ", ";
    }
    text_put(r->out, *between == ',' ? "\n" : " has no threats\n");
}

static void report_text(struct report *r)
{
    const board_view view = {.columns = VIEW_COLUMNS, .chosen = -1};
    (void)board_view_write(r->out, r->position, &view);
    say_scores(r);
    say_outcome(r);
    say_columns(r);
    say_threats(r, FF_RED);
    say_threats(r, FF_YELLOW);
    text_char(r->out, '\n');
    (void)ff_explain_write(r->out, r->position, r->analysis, NULL);
    text_char(r->out, '\n');
}

static const char *result_key(int score)
{
    return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

static void json_columns(struct report *r)
{
    const ff_position *p = r->position;
    const char *between = ",\"columns\":[";
    for (int column = 0; column < p->rules->columns; column++) {
        int score = r->analysis->score[column];
        text_put(r->out, between);
        text_put(r->out, "{\"column\":");
        text_int(r->out, column);
        if (score == FF_COLUMN_CLOSED) {
            text_put(r->out, ",\"score\":null}");
        } else {
            exact_put_int(r->out, "score", score);
            exact_put_text(r->out, "result", result_key(score));
            exact_put_int(r->out, "moves", ff_score_outlook(p->rules, p->ply, score).moves);
            text_char(r->out, '}');
        }
        between = ",";
    }
    text_char(r->out, ']');
}

static void json_outcome(struct report *r)
{
    ff_outlook outlook = r->analysis->outlook;
    exact_put_int(r->out, "score", r->analysis->best);
    exact_put_text(r->out, "result", result_key(r->analysis->best));
    if (outlook.winner == FF_NONE)
        text_put(r->out, ",\"winner\":null");
    else
        exact_put_text(r->out, "winner", exact_key(outlook.winner));
    exact_put_int(r->out, "winnerMoves", outlook.moves);
    exact_put_int(r->out, "plies", outlook.plies);
}

static void json_lines(struct report *r)
{
    const ff_analysis *a = r->analysis;
    const char *between = "";
    text_put(r->out, ",\"best\":[");
    for (int column = 0; column < r->position->rules->columns; column++) {
        if (!(a->best_columns >> column & 1))
            continue;
        text_put(r->out, between);
        text_int(r->out, column);
        between = ",";
    }
    text_put(r->out, "],\"line\":\"");
    for (int i = 0; i < a->line_len; i++)
        text_char(r->out, ff_column_letter(r->position->rules, a->line[i]));
    text_char(r->out, '"');
}

static void json_threats(struct report *r)
{
    const ff_rules *rules = r->position->rules;
    text_put(r->out, ",\"threats\":[");
    for (int i = 0; i < r->threats.count; i++) {
        ff_threat threat = r->threats.threat[i];
        text_put(r->out, i ? ",{\"color\":\"" : "{\"color\":\"");
        text_put(r->out, exact_key((ff_color)threat.color));
        text_char(r->out, '"');
        exact_put_int(r->out, "column", ff_cell_column(rules, threat.cell));
        exact_put_int(r->out, "row", rules->board.height - row_from_1(r->position, threat));
        exact_put_text(r->out, "parity", threat.is_odd ? "odd" : "even");
        exact_put_bool(r->out, "playable", threat.is_playable);
        text_char(r->out, '}');
    }
    text_char(r->out, ']');
}

static void report_json(struct report *r, const ff_game *game)
{
    char sentence[FF_EXPLAIN_MAX];
    ff_text text = ff_text_on(sentence, sizeof sentence);
    text_char(r->out, '{');
    exact_put_game(r->out, game);
    exact_put_text(r->out, "turn", exact_key(ff_position_side_to_move(r->position)));
    json_outcome(r);
    json_columns(r);
    json_lines(r);
    json_threats(r);
    (void)ff_explain_write(&text, r->position, r->analysis, NULL);
    exact_put_text(r->out, "explanation", sentence);
    exact_put_end(r->out, r->analysis->nodes);
}

static int analyse(const struct exact *exact)
{
    static char data[TEXT_MAX];
    const ff_position *p = &exact->game.position;
    ff_text out = ff_text_on(data, sizeof data);
    ff_analysis analysis;
    ff_err err = ff_analyse(exact->solver, p, &analysis);
    if (err == FF_E_OVER)
        return cli_fail(CLI_BAD_INPUT, "The game is over; fourfall review judges its moves");
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    struct report report = {&out, p, &analysis, ff_position_threats(p)};
    if (exact->wants_json)
        report_json(&report, &exact->game);
    else
        report_text(&report);
    return cli_print(out.data, out.len);
}

static int run(int argc, char **argv)
{
    struct exact exact = {.memory = NULL};
    int status = exact_open(&exact, argc, argv);
    if (!status)
        status = analyse(&exact);
    exact_close(&exact);
    return status;
}

const struct command command_analyse = {
    "analyse", "the value of every column, with the reason why",
    "usage: fourfall analyse [--board B] [--json] [--hash MB] [MOVES]\n\n"
    "Shows the position after MOVES, below each column how the game ends if it is played and both "
    "sides then play\n"
    "perfectly, a best line to the end, the cells that would complete a line, and in a sentence or "
    "two why.\n\n"
    "  --json     one JSON object; columns count from 0, rows from the top (docs/analysis.md)\n"
    "  --hash MB  memory for the search, 2 to 4096 (16)\n\n"
    "Cells read as COLUMN.ROW from the bottom; (odd) and (even) name the row, (now) means a disc "
    "can fall there now.\n"
    "The first few moves take seconds. Boards: connect 4, flat, width x (height + 1) up to 64.\n",
    run};
