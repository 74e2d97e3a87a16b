/* Why a position is won, lost or drawn, as facts without words.
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
static void find_ending(ff_reason *r, const ff_position *p, const ff_analysis *a)
{
    ff_position at = *p;
    for (int i = 0; i < a->line_len - 2; i++)
        (void)ff_position_drop(&at, a->line[i]);
    uint64_t threats = threats_at_once(&at, r->winner);
    r->ending = !threats             ? FF_ENDING_SQUEEZE
                : is_single(threats) ? FF_ENDING_STACK
                                     : FF_ENDING_FORK;
    if (r->ending == FF_ENDING_FORK)
        r->end_columns = (uint16_t)threats;
    r->end_column = a->line[a->line_len - 1];
    int row = at.height[r->end_column] + (a->line[a->line_len - 2] == r->end_column);
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

ff_reason ff_explain(const ff_position *p, const ff_analysis *a)
{
    ff_reason r = {.mover = (ff_color)(p->ply % 2), .winner = a->outlook.winner};
    uint64_t wins = threats_at_once(p, r.mover);
    uint64_t threats = threats_at_once(p, (ff_color)!r.mover);
    uint64_t columns = wins ? wins : threats;
    if (wins)
        r.code = FF_REASON_WIN_NOW;
    else if (threats)
        r.code = is_single(threats) ? FF_REASON_BLOCK : FF_REASON_FORK_NOW;
    else {
        r.code = score_code(a);
        columns = score_columns(r.code, a);
    }
    r.moves = a->outlook.moves;
    r.columns = (uint16_t)columns;
    r.is_any = columns == open_columns(p);
    if (r.moves > 1)
        find_ending(&r, p, a);
    return r;
}
