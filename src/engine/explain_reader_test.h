/* Reads a sentence word by word and checks every claim against the facts. An unknown word fails the
 * test. Each read_... function consumes the words it is named after, or fails the test. */
#ifndef ENGINE_EXPLAIN_READER_TEST_H
#define ENGINE_EXPLAIN_READER_TEST_H

#include "engine/explain_facts_test.h"

struct reader {
    const struct facts *facts;
    const char *at;
};

static bool takes(struct reader *r, const char *words)
{
    size_t len = strlen(words);
    if (strncmp(r->at, words, len) != 0)
        return false;
    r->at += len;
    return true;
}

static void must_take(struct reader *r, const char *words)
{
    if (!takes(r, words))
        fail_msg("'%s' where '%s' was expected", r->at, words);
}

static bool takes_name(struct reader *r, ff_color *color)
{
    *color = *r->at == 'R' ? FF_RED : FF_YELLOW;
    return takes(r, "Red") || takes(r, "Yellow");
}

static void must_name(struct reader *r, ff_color expected)
{
    must_take(r, expected == FF_RED ? "Red" : "Yellow");
}

static unsigned take_letter(struct reader *r)
{
    int column = ff_column_read(r->facts->position.rules, *r->at++);
    assert_true(column >= 0);
    return 1u << column;
}

/* "column 4", "columns 3 and 5", "column 1, 2 or 7" */
static unsigned take_columns(struct reader *r)
{
    must_take(r, "column");
    bool is_plural = takes(r, "s");
    must_take(r, " ");
    unsigned columns = take_letter(r);
    while (strncmp(r->at, ", and ", 6) != 0 && takes(r, ", "))
        columns |= take_letter(r);
    if (takes(r, is_plural ? " and " : " or "))
        columns |= take_letter(r);
    return columns;
}

static int take_number(struct reader *r)
{
    char *end;
    long number = strtol(r->at, &end, 10);
    assert_true(end > r->at);
    r->at = end;
    return (int)number;
}

static int count_bits(unsigned x)
{
    return __builtin_popcount(x);
}

/* Every move of the player to move lets the other win on the cell above it. */
static bool is_squeezed(const ff_position *p, ff_color other)
{
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position after = *p;
        if (ff_position_drop(&after, column))
            continue;
        if (after.status == FF_WON || table_wins(&after, other) != 1u << column)
            return false;
    }
    return table_wins(p, other) == 0;
}

/* The winner threatens this cell of the position already. */
static bool is_threatened(const ff_position *p, ff_color color, int cell)
{
    ff_threats threats = ff_position_threats(p);
    for (int i = 0; i < threats.count; i++)
        if (threats.threat[i].cell == cell && threats.threat[i].color == color)
            return true;
    return false;
}

static void read_deciding_cell(struct reader *r, ff_color winner, bool is_old)
{
    const struct facts *f = r->facts;
    bool is_odd = takes(r, "odd threat in ");
    if (!is_odd)
        must_take(r, "even threat in ");
    int column = __builtin_ctz(take_columns(r)), row = f->end.height[column] + 1;
    assert_int_equal(winner, f->winner);
    assert_true(is_squeezed(&f->end, winner));
    assert_int_equal(f->analysis.line[f->analysis.line_len - 1], column);
    assert_int_equal(is_odd, row % 2 == 0);
    assert_int_equal(
        is_threatened(&f->position, winner, column * f->position.rules->board.height + row),
        is_old);
    must_take(r, is_old ? " decides the board" : " that decides the board");
}

static void read_ending(struct reader *r)
{
    const struct facts *f = r->facts;
    unsigned threats = table_wins(&f->end, f->winner);
    ff_color name;
    if (takes(r, "The best line ends with threats in ")) {
        assert_int_equal(take_columns(r), threats);
        assert_true(count_bits(threats) > 1);
        must_take(r, " at once");
    } else if (takes(r, "The best line ends with a forced answer in ")) {
        unsigned column = take_columns(r);
        const uint8_t *last = &f->analysis.line[f->analysis.line_len - 2];
        assert_int_equal(column, threats);
        assert_int_equal(1u << last[0], column);
        assert_int_equal(1u << last[1], column);
        must_take(r, ", and ");
        must_name(r, f->winner);
        must_take(r, " wins on top of it");
    } else {
        assert_true(takes_name(r, &name));
        bool is_old = takes(r, "'s ");
        if (!is_old)
            must_take(r, " gets an ");
        read_deciding_cell(r, name, is_old);
    }
    must_take(r, ".");
}

/* After "Red wins in ". */
static void read_moves(struct reader *r, ff_color winner)
{
    assert_int_equal(winner, r->facts->winner);
    assert_int_equal(take_number(r), r->facts->winner_moves);
}

static void read_block(struct reader *r)
{
    const struct facts *f = r->facts;
    unsigned column = take_columns(r);
    ff_color name;
    assert_int_equal(f->wins, 0);
    assert_int_equal(f->threats, column);
    must_take(r, "; then ");
    if (takes(r, "perfect play draws.")) {
        assert_int_equal(f->best, 0);
        return;
    }
    assert_true(takes_name(r, &name));
    if (takes(r, " wins on top of it.")) {
        ff_position after = f->position;
        assert_int_equal(ff_position_drop(&after, __builtin_ctz(column)), FF_OK);
        assert_int_equal(name, f->other);
        assert_int_equal(table_wins(&after, name), column);
    } else if (takes(r, "'s ")) {
        read_deciding_cell(r, name, true);
        must_take(r, ": ");
        must_name(r, name);
        must_take(r, " wins in ");
        read_moves(r, name);
        must_take(r, ".");
    } else {
        must_take(r, " wins in ");
        read_moves(r, name);
        must_take(r, ". ");
        read_ending(r);
    }
}

/* After "Red wins in 2 with column 4: " */
static void read_next(struct reader *r, unsigned column)
{
    const struct facts *f = r->facts;
    ff_position after = f->position;
    assert_int_equal(ff_position_drop(&after, __builtin_ctz(column)), FF_OK);
    unsigned threats = table_wins(&after, f->mover);
    if (takes(r, "that threatens ")) {
        assert_true(count_bits(threats) > 1);
        assert_int_equal(take_columns(r), threats);
        must_take(r, " at once.");
        return;
    }
    must_name(r, f->other);
    if (takes(r, " is then in zugzwang.")) {
        assert_true(is_squeezed(&after, f->mover));
        return;
    }
    must_take(r, " must answer in ");
    assert_int_equal(take_columns(r), threats);
    assert_int_equal(count_bits(threats), 1);
    assert_int_equal(ff_position_drop(&after, __builtin_ctz(threats)), FF_OK);
    assert_int_equal(table_wins(&after, f->mover), threats);
    must_take(r, ", and ");
    must_name(r, f->mover);
    must_take(r, " wins on top of it.");
}

/* After "Red wins in 5". */
static void read_how(struct reader *r, ff_color winner)
{
    const struct facts *f = r->facts;
    if (takes(r, " whatever ")) {
        assert_int_equal(winner, f->other);
        must_name(r, f->mover);
        must_take(r, " plays");
        unsigned best = takes(r, "; ") ? take_columns(r) : f->open;
        assert_int_equal(best, f->best_columns);
        if (best != f->open)
            must_take(r, count_bits(best) > 1 ? " hold out longest" : " holds out longest");
    } else {
        assert_int_equal(winner, f->mover);
        must_take(r, " with ");
        unsigned best = takes(r, "any column") ? f->open : take_columns(r);
        if (takes(r, ": ")) {
            assert_int_equal(best & f->best_columns, best);
            read_next(r, best);
            return;
        }
        assert_int_equal(best, f->best_columns);
    }
    must_take(r, ". ");
    read_ending(r);
}

enum kind { WIN_NOW, FORK_NOW, SQUEEZE_NOW, BLOCK, WIN_OR_LOSS, DRAW, KINDS };

static enum kind read_about_player(struct reader *r, ff_color name)
{
    const struct facts *f = r->facts;
    if (takes(r, " wins now with ")) {
        assert_int_equal(name, f->mover);
        assert_int_equal(take_columns(r), f->wins);
        must_take(r, ".");
        return WIN_NOW;
    }
    if (takes(r, " threatens ")) {
        assert_int_equal(name, f->other);
        assert_int_equal(f->wins, 0);
        assert_int_equal(take_columns(r), f->threats);
        assert_true(count_bits(f->threats) > 1);
        must_take(r, " at once; ");
        must_name(r, f->mover);
        must_take(r, " can block only one of them.");
        return FORK_NOW;
    }
    if (takes(r, " is in zugzwang: every open column lets ")) {
        assert_int_equal(name, f->mover);
        must_name(r, f->other);
        must_take(r, " win on top of it.");
        assert_true(is_squeezed(&f->position, f->other));
        return SQUEEZE_NOW;
    }
    if (takes(r, " must answer in ")) {
        assert_int_equal(name, f->mover);
        read_block(r);
        return BLOCK;
    }
    must_take(r, " wins in ");
    read_moves(r, name);
    read_how(r, name);
    return WIN_OR_LOSS;
}

static enum kind read_draw(struct reader *r)
{
    const struct facts *f = r->facts;
    assert_int_equal(f->best, 0);
    if (takes(r, "Every move draws.")) {
        assert_int_equal(f->best_columns, f->open);
        assert_true(count_bits(f->open) > 1);
    } else if (takes(r, "The only move draws.")) {
        assert_int_equal(count_bits(f->open), 1);
    } else {
        must_take(r, "Only ");
        unsigned columns = take_columns(r);
        assert_int_equal(columns, f->best_columns);
        assert_int_not_equal(columns, f->open);
        must_take(r, count_bits(columns) > 1 ? " hold the draw." : " holds the draw.");
    }
    return DRAW;
}

#endif
