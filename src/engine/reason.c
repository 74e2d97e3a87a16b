/* Why a position is won, lost or drawn, or what is known of it, as facts without words.
 *
 * What is said of the board now (wins, blocks, double threats, zugzwang) is read off the board; who
 * wins and how soon comes from the scores; the ending from the best line. */
#include "engine/threats.h"
#include "fourfall.h"

static bool is_single(uint64_t columns)
{
    return columns != 0 && (columns & (columns - 1)) == 0;
}

static uint64_t open_columns(const ff_position *p)
{
    uint64_t open = 0;
    for (int column = 0; column < p->rules->columns; column++)
        if (!ff_position_can_drop(p, column))
            open |= UINT64_C(1) << column;
    return open;
}

/* Plays the best line up to the loser's last move and looks at the board there. */
static void find_ending(ff_reason *r, const ff_position *p, const uint8_t *line, int len)
{
    ff_position at = *p;
    for (int i = 0; i < len - 2; i++)
        (void)ff_position_drop(&at, line[i]);
    uint64_t threats = threats_at_once(&at, r->winner);
    r->ending = !threats             ? FF_ENDING_SQUEEZE
                : is_single(threats) ? FF_ENDING_STACK
                                     : FF_ENDING_FORK;
    if (r->ending == FF_ENDING_FORK)
        r->end_columns = threats;
    r->end_column = line[len - 1];
    int row = at.height[r->end_column] + (line[len - 2] == r->end_column);
    r->end_is_odd = row % 2 == 0;
    r->end_is_old = threats_has(p, r->winner, r->end_column, row);
}

static ff_reason_code score_code(const ff_analysis *a)
{
    if (a->best == 0)
        return FF_REASON_DRAW;
    if (a->best < 0)
        return a->outlook.moves == 1 ? FF_REASON_SQUEEZE_NOW : FF_REASON_LOSS;
    return a->outlook.moves == 2 ? FF_REASON_WIN_NEXT : FF_REASON_WIN;
}

static uint64_t score_columns(ff_reason_code code, const ff_analysis *a)
{
    if (code == FF_REASON_SQUEEZE_NOW)
        return 0;
    return code == FF_REASON_WIN_NEXT ? UINT64_C(1) << a->line[0] : a->best_columns;
}

/* What is to be done at once; false if nothing is. */
static bool find_urgent(ff_reason *r, const ff_position *p)
{
    uint64_t wins = threats_at_once(p, r->mover);
    uint64_t threats = threats_at_once(p, (ff_color)!r->mover);
    r->columns = wins ? wins : threats;
    r->code = wins ? FF_REASON_WIN_NOW : is_single(threats) ? FF_REASON_BLOCK : FF_REASON_FORK_NOW;
    return r->columns != 0;
}

ff_reason ff_explain(const ff_position *p, const ff_analysis *a)
{
    ff_reason r = {.mover = (ff_color)(p->ply % 2), .winner = a->outlook.winner};
    if (!find_urgent(&r, p)) {
        r.code = score_code(a);
        r.columns = score_columns(r.code, a);
    }
    r.moves = a->outlook.moves;
    r.is_any = r.columns == open_columns(p);
    if (r.moves > 1)
        find_ending(&r, p, a->line, a->line_len);
    return r;
}

/* The columns of an estimate that are as certain as this. */
static uint64_t certain_columns(const ff_estimate *e, uint8_t certainty)
{
    uint64_t columns = 0;
    for (int column = 0; column < e->columns; column++)
        if (e->column[column].certainty == certainty)
            columns |= UINT64_C(1) << column;
    return columns;
}

/* The columns that do not lose are named only if they are fewer than those that do: otherwise the
 * sentence would be a list of nearly all columns. */
static void find_estimated(ff_reason *r, const ff_estimate *e)
{
    uint64_t open = certain_columns(e, FF_ESTIMATED), best = UINT64_C(1) << e->best;
    uint64_t lost = certain_columns(e, FF_PROVEN_LOSS);
    bool is_named = __builtin_popcountll(open) < __builtin_popcountll(lost);
    r->code = e->threat >= 0 ? FF_REASON_THREAT : is_named ? FF_REASON_ONLY : FF_REASON_ESTIMATE;
    r->columns = is_named ? open : best;
    r->end_column = e->threat;
}

static void find_proven(ff_reason *r, const ff_estimate *e)
{
    uint64_t best = UINT64_C(1) << e->best;
    r->code = e->certainty == FF_PROVEN_DRAW  ? FF_REASON_DRAW
              : e->certainty == FF_PROVEN_WIN ? FF_REASON_WIN
              : r->moves == 1                 ? FF_REASON_SQUEEZE_NOW
                                              : FF_REASON_LOSS;
    if (r->code == FF_REASON_WIN && r->moves == 2)
        r->code = FF_REASON_WIN_NEXT;
    r->columns = r->code == FF_REASON_DRAW          ? certain_columns(e, FF_PROVEN_DRAW)
                 : r->code == FF_REASON_SQUEEZE_NOW ? 0
                                                    : best;
}

/* Whether each move of the winner but the last threatens to win at once, along the line. */
static bool line_is_forcing(const ff_position *p, const ff_estimate *e, ff_color winner)
{
    ff_position at = *p;
    for (int i = 0; i < e->line_len - 1; i++) {
        (void)ff_position_drop(&at, e->line[i]);
        if (at.ply % 2 != (int)winner && !threats_at_once(&at, winner))
            return false;
    }
    return true;
}

ff_reason ff_explain_estimate(const ff_position *p, const ff_estimate *e)
{
    ff_reason r = {.mover = (ff_color)(p->ply % 2), .winner = FF_NONE};
    bool is_decided = e->certainty == FF_PROVEN_WIN || e->certainty == FF_PROVEN_LOSS;
    if (is_decided) {
        r.winner = e->certainty == FF_PROVEN_WIN ? r.mover : (ff_color)!r.mover;
        r.moves = (e->plies + (e->certainty == FF_PROVEN_WIN)) / 2;
    }
    if (find_urgent(&r, p))
        r.end_column = e->threat;
    else if (e->certainty == FF_ESTIMATED)
        find_estimated(&r, e);
    else
        find_proven(&r, e);
    r.is_any = r.columns == open_columns(p);
    if (is_decided && e->line_is_proven && e->line_len > 1) {
        find_ending(&r, p, e->line, e->line_len);
        r.is_forcing = line_is_forcing(p, e, r.winner);
    }
    return r;
}
