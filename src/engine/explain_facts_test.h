/* True facts of a position, for the tests of sentences. Includes as in solver_fixture_test.h. */
#ifndef ENGINE_EXPLAIN_FACTS_TEST_H
#define ENGINE_EXPLAIN_FACTS_TEST_H

#include "engine/solver_fixture_test.h"

/* Found without the analysis, because the analysis is under test. */
struct facts {
    struct table *table;
    ff_position position;
    ff_analysis analysis;
    ff_color mover, other, winner;
    int best, winner_moves;
    unsigned open, best_columns; /* a bit a column */
    unsigned wins, threats; /* columns that win at once: for the side to move, for the other side */
    ff_position end;        /* in the analysis' line, before the loser's last move */
};

/* Plays on with best moves by the solver alone, and counts the winner's. */
static void facts_play_out(struct facts *f)
{
    ff_position at = f->position;
    int discs[FF_PLAYERS] = {0};
    while (at.status == FF_PLAYING) {
        int best = FF_COLUMN_CLOSED, best_column = 0;
        for (int column = 0; column < at.rules->columns; column++) {
            if (ff_position_can_drop(&at, column))
                continue;
            int score = table_score(f->table, &at, column);
            best_column = score > best ? column : best_column;
            best = score > best ? score : best;
        }
        discs[at.ply % 2]++;
        assert_int_equal(ff_position_drop(&at, best_column), FF_OK);
    }
    f->winner = ff_position_winner(&at);
    f->winner_moves = f->winner == FF_NONE ? 0 : discs[f->winner];
}

static struct facts facts_of(struct table *t, const ff_position *p)
{
    struct facts f = {.table = t, .position = *p, .best = FF_COLUMN_CLOSED};
    f.mover = ff_position_side_to_move(p);
    f.other = f.mover == FF_RED ? FF_YELLOW : FF_RED;
    f.wins = table_wins(p, f.mover);
    f.threats = table_wins(p, f.other);
    for (int column = 0; column < p->rules->columns; column++) {
        if (ff_position_can_drop(p, column))
            continue;
        int score = table_score(t, p, column);
        f.open |= 1u << column;
        f.best_columns = score > f.best ? 0 : f.best_columns;
        f.best = score > f.best ? score : f.best;
        f.best_columns |= score == f.best ? 1u << column : 0;
    }
    facts_play_out(&f);
    assert_int_equal(ff_analyse(t->solver, p, &f.analysis), FF_OK);
    f.end = *p;
    for (int i = 0; i < f.analysis.line_len - 2; i++)
        assert_int_equal(ff_position_drop(&f.end, f.analysis.line[i]), FF_OK);
    return f;
}

#endif
