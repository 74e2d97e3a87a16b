#include "cli/analyse_report.h"
#include "cli/board_view.h"
#include "cli/exact.h"
#include "core/text.h"

static char outcome_letter(const struct column_bounds *bounds)
{
    if (!bounds->is_open)
        return '-';
    if (bounds->low > 0 || bounds->high < 0)
        return bounds->low > 0 ? 'W' : 'L';
    return bounds->low == bounds->high ? '=' : '?';
}

static bool is_exact(const struct column_bounds *bounds)
{
    return bounds->low == bounds->high;
}

/* How many discs the winner still needs; 0 where the column is full, a draw or not solved. */
static int winner_moves(const ff_position *p, const struct column_bounds *bounds)
{
    bool is_decided = bounds->is_open && is_exact(bounds) && bounds->low;
    return is_decided ? ff_score_outlook(p->rules, p->ply, bounds->low).moves : 0;
}

/* Two lines below the columns' letters: the outcome, and in how many moves. */
static void put_scores(ff_text *out, const struct analyse_report *r)
{
    const ff_position *p = &r->game->position;
    for (int column = 0; column < p->rules->columns; column++) {
        text_put(out, "  ");
        text_char(out, outcome_letter(&r->scores->column[column]));
    }
    text_put(out, r->analysis ? "   win, draw or loss\n" : "   win, draw, loss or not known\n");
    for (int column = 0; column < p->rules->columns; column++) {
        int moves = winner_moves(p, &r->scores->column[column]);
        text_put(out, moves > 9 ? " " : "  ");
        if (moves)
            text_int(out, moves);
        else
            text_char(out, ' ');
    }
    text_put(out, "   in so many moves of the winner\n\n");
}

static void put_winner(ff_text *out, const ff_position *p, ff_outlook outlook)
{
    text_put(out, exact_name(outlook.winner));
    if (outlook.plies == 1) {
        text_put(out, " wins at once, ");
    } else {
        text_put(out, " wins in ");
        text_int(out, outlook.moves);
        text_put(out, outlook.moves == 1 ? " move, " : " moves, ");
    }
    text_int(out, p->ply + outlook.plies);
    text_put(out, " discs on the board");
}

/* What the bounds of a score say, which is less than the score. */
static const char *outcome_known(const struct column_bounds *best, ff_color mover)
{
    if (best->low > 0 || best->high < 0) {
        bool is_red = (mover == FF_RED) == (best->low > 0);
        return is_red ? "Red wins, in a number of moves that is not known"
                      : "Yellow wins, in a number of moves that is not known";
    }
    if (best->low == 0)
        return "a win or a draw";
    return best->high == 0 ? "a draw or a loss" : "the outcome is not known";
}

static void put_outcome(ff_text *out, const struct analyse_report *r)
{
    const ff_position *p = &r->game->position;
    const struct column_bounds *best = &r->scores->best;
    ff_color mover = ff_position_side_to_move(p);
    text_put(out, exact_name(mover));
    text_put(out, " to move: ");
    if (!is_exact(best))
        text_put(out, outcome_known(best, mover));
    else if (best->low == 0)
        text_put(out, "a draw");
    else
        put_winner(out, p, ff_score_outlook(p->rules, p->ply, best->low));
    text_char(out, '\n');
}

static void put_columns(ff_text *out, const struct analyse_report *r)
{
    const ff_analysis *a = r->analysis;
    const ff_rules *rules = r->game->position.rules;
    text_put(out, "Best:");
    for (int column = 0; column < rules->columns; column++) {
        if (!(a->best_columns >> column & 1))
            continue;
        text_char(out, ' ');
        text_char(out, ff_column_letter(rules, column));
    }
    text_put(out, "\nLine: ");
    for (int i = 0; i < a->line_len; i++)
        text_char(out, ff_column_letter(rules, a->line[i]));
    text_char(out, '\n');
}

static int row_from_1(const ff_position *p, ff_threat threat)
{
    return ff_cell_row(p->rules, threat.cell) + 1;
}

/* Cells as column and row from the bottom: "Red threatens 5.3 (odd), 2.2 (even, now)". */
static void put_threats(ff_text *out, const struct analyse_report *r, ff_color color)
{
    const char *between = " threatens ";
    text_put(out, exact_name(color));
    for (int i = 0; i < r->threats.count; i++) {
        ff_threat threat = r->threats.threat[i];
        if (threat.color != color)
            continue;
        int column = ff_cell_column(r->game->position.rules, threat.cell);
        text_put(out, between);
        text_char(out, ff_column_letter(r->game->position.rules, column));
        text_char(out, '.');
        text_int(out, row_from_1(&r->game->position, threat));
        text_put(out, threat.is_odd ? " (odd" : " (even");
        text_put(out, threat.is_playable ? ", now)" : ")");
        between = ", ";
    }
    text_put(out, *between == ',' ? "\n" : " has no threats\n");
}

/* Whether the search narrowed the bounds of report_bounds by more than one disc. */
static bool is_narrowed(const ff_position *p, const struct column_bounds *bounds)
{
    int left = p->rules->cells - p->ply;
    return bounds->low > -(left / 2) + 1 || bounds->high < (left + 1) / 2 - 1;
}

/* "Column 3: W4 at best, L12 at worst" for every column without an exact score. */
static void put_bounds(ff_text *out, const struct analyse_report *r)
{
    const ff_position *p = &r->game->position;
    for (int column = 0; column < p->rules->columns; column++) {
        const struct column_bounds *bounds = &r->scores->column[column];
        if (!bounds->is_open || is_exact(bounds))
            continue;
        text_put(out, "Column ");
        text_char(out, ff_column_letter(p->rules, column));
        if (!is_narrowed(p, bounds)) {
            text_put(out, ": nothing proven\n");
            continue;
        }
        text_put(out, ": ");
        exact_put_score(out, p->rules, p->ply, bounds->high);
        text_put(out, " at best, ");
        exact_put_score(out, p->rules, p->ply, bounds->low);
        text_put(out, " at worst\n");
    }
}

void analyse_report_text(ff_text *out, const struct analyse_report *r)
{
    const board_view view = {.columns = BOARD_VIEW_REPORT, .chosen = -1};
    (void)board_view_write(out, &r->game->position, &view);
    put_scores(out, r);
    put_outcome(out, r);
    if (r->analysis)
        put_columns(out, r);
    else
        put_bounds(out, r);
    put_threats(out, r, FF_RED);
    put_threats(out, r, FF_YELLOW);
    if (r->analysis) {
        text_char(out, '\n');
        (void)ff_explain_write(out, &r->game->position, r->analysis, NULL);
        text_char(out, '\n');
    }
}
