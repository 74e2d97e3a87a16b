/* Sentences are read word by word, and every claim in them is checked against the board and the
 * exact scores; a word that the reader does not know is a failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "engine/solver_fixture_test.h"

static void explain(char *data, size_t size, const ff_position *p, const ff_analysis *a)
{
    ff_text out = ff_text_on(data, size);
    assert_int_equal(ff_explain_write(&out, p, a, NULL), FF_OK);
    assert_int_equal(strlen(data), out.len);
}

static void each_kind_of_position_has_its_sentence(void **state)
{
    static const struct {
        const char *board, *moves, *says;
    } cases[] = {
        {"7x6", "61766344134143254", "Yellow wins now with column 3 or 5."},
        {"7x6", "112233", "Red wins now with column 4."},
        {"7x6", "14234462776651545",
         "Red threatens columns 3 and 5 at once; Yellow can block only one of them."},
        {"7x6", "572563332345275772633552266667117",
         "Yellow is in zugzwang: every open column lets Red win on top of it."},
        {"7x6", "47213624722211111", "Yellow must answer in column 5; then perfect play draws."},
        {"7x6", "25313311124346521336",
         "Red must answer in column 4; then Yellow wins on top of it."},
        {"7x6", "57256333234527577",
         "Yellow must answer in column 2; then Red's odd threat in column 4 decides the board: Red "
         "wins in 9."},
        {"7x6", "732643362147773727643653645111464",
         "Yellow must answer in column 2; then Yellow's even threat in column 5 decides the board: "
         "Yellow wins in 4."},
        {"7x6", "36725614621745375",
         "Yellow must answer in column 6; then Red wins in 2. The best line ends with threats in "
         "columns 3 and 4 at once."},
        {"7x6", "36332266662455246",
         "Yellow wins in 2 with column 4: that threatens columns 3, 4 and 5 at once."},
        {"7x6", "355122751652367667661147321521527373",
         "Red wins in 2 with column 3: Yellow is then in zugzwang."},
        {"7x6", "421422413776332272175151146546747",
         "Yellow wins in 5 with any column. The best line ends with threats in columns 5 and 6 at "
         "once."},
        {"7x6", "77235611113543626",
         "Red wins in 12 whatever Yellow plays; column 2 holds out longest. The best line ends "
         "with a forced answer in column 4, and Red wins on top of it."},
        {"7x6", "64414661651324237",
         "Red wins in 11 whatever Yellow plays; columns 2 and 3 hold out longest. Red gets an odd "
         "threat in column 7 that decides the board."},
        {"7x6", "7773513475375525675", "Only column 6 holds the draw."},
        {"7x6", "2267266246661322437533357314", "Only columns 1, 4 and 7 hold the draw."},
        {"7x6", "143771127637233442577124411254633666", "Every move draws."},
        {"3x3", "12312312", "The only move draws."},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[FF_EXPLAIN_MAX];
        struct table *t = table_open(cases[i].board);
        ff_position p = table_after(t, cases[i].moves);
        ff_analysis a;
        assert_err(ff_analyse(t->solver, &p, &a), FF_OK, cases[i].moves);
        explain(text, sizeof text, &p, &a);
        assert_string_equal(text, cases[i].says);
        table_close(t);
    }
}

/* What is true of a position, found without the analysis. */
struct facts {
    struct table *table;
    ff_position position;
    ff_analysis analysis;
    ff_color mover, other, winner;
    int best, winner_moves;
    unsigned open, best_columns; /* a bit a column */
    unsigned wins, threats;      /* at once: the mover's, the other's */
    ff_position end;             /* of the analysis' line, before the loser's last move */
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
    f.mover = ff_position_turn(p);
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

/* Behind "Red wins in ". */
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

/* Behind "Red wins in 2 with column 4: " */
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

/* Behind "Red wins in 5". */
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

static enum kind check_sentence(struct table *t, const ff_position *p)
{
    char text[FF_EXPLAIN_MAX];
    struct facts f = facts_of(t, p);
    explain(text, sizeof text, p, &f.analysis);
    struct reader r = {&f, text};
    ff_color name;
    enum kind kind = takes_name(&r, &name) ? read_about_player(&r, name) : read_draw(&r);
    if (*r.at)
        fail_msg("'%s' is not understood from '%s' on", text, r.at);
    return kind;
}

static void every_claim_is_true_of_random_positions(void **state)
{
    static const struct {
        const char *board;
        int plies, count;
    } samples[] = {
        {"7x6", 17, 60},  {"7x6", 20, 150}, {"7x6", 23, 150}, {"7x6", 26, 150}, {"7x6", 31, 150},
        {"7x6", 36, 150}, {"7x6", 39, 100}, {"5x4", 4, 40},   {"5x4", 11, 100}, {"6x5", 15, 40},
        {"6x5", 22, 100}, {"4x4", 5, 40},   {"8x4", 22, 40},  {"12x4", 36, 40}, {"10x5", 40, 40},
        {"7x1", 3, 20},   {"3x3", 4, 20},
    };
    int seen[KINDS] = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct table *t = table_open(samples[i].board);
        for (int k = 0; k < samples[i].count; k++) {
            ff_position p = table_position(t, samples[i].plies);
            seen[check_sentence(t, &p)]++;
        }
        table_close(t);
    }
    for (int kind = 0; kind < KINDS; kind++)
        assert_true(seen[kind] >= 5 || kind == SQUEEZE_NOW);
}

/* From quiet positions on, where the reason is worth a sentence: zugzwang lies at the end of such
 * lines, hardly ever in random positions. */
static void every_claim_is_true_along_the_best_line(void **state)
{
    struct table *t = table_open("7x6");
    int lines = 0, seen[KINDS] = {0};
    (void)state;
    while (lines < 60) {
        ff_position p = table_position(t, 20 + lines % 16);
        ff_analysis a;
        if (table_wins(&p, FF_RED) || table_wins(&p, FF_YELLOW))
            continue;
        lines++;
        assert_int_equal(ff_analyse(t->solver, &p, &a), FF_OK);
        for (int i = 0; i < a.line_len; i++) {
            seen[check_sentence(t, &p)]++;
            assert_int_equal(ff_position_drop(&p, a.line[i]), FF_OK);
        }
    }
    for (int kind = 0; kind < KINDS; kind++)
        assert_true(seen[kind] >= 5);
    table_close(t);
}

static void players_may_have_names_of_their_own(void **state)
{
    struct table *t = table_open("7x6");
    ff_position p = table_after(t, "112233");
    const char *names[FF_PLAYERS] = {"Ann", NULL};
    char text[FF_EXPLAIN_MAX];
    ff_text out = ff_text_on(text, sizeof text);
    ff_analysis a;
    (void)state;
    assert_int_equal(ff_analyse(t->solver, &p, &a), FF_OK);
    assert_int_equal(ff_explain_write(&out, &p, &a, names), FF_OK);
    assert_string_equal(text, "Ann wins now with column 4.");
    table_close(t);
}

static void the_longest_names_fit(void **state)
{
    struct table *t = table_open("12x4");
    char name[FF_NAME_MAX + 1];
    const char *names[FF_PLAYERS] = {name, name};
    memset(name, 'n', FF_NAME_MAX);
    name[FF_NAME_MAX] = '\0';
    (void)state;
    for (int i = 0; i < 100; i++) {
        ff_position p = table_position(t, 34);
        char text[FF_EXPLAIN_MAX];
        ff_text out = ff_text_on(text, sizeof text);
        ff_analysis a;
        assert_int_equal(ff_analyse(t->solver, &p, &a), FF_OK);
        assert_int_equal(ff_explain_write(&out, &p, &a, names), FF_OK);
        assert_true(out.len < FF_EXPLAIN_MAX - 256);
    }
    table_close(t);
}

static void a_sentence_that_does_not_fit_is_counted_and_refused(void **state)
{
    struct table *t = table_open("7x6");
    ff_position p = table_after(t, "112233");
    char text[8];
    ff_text out = ff_text_on(text, sizeof text);
    ff_analysis a;
    (void)state;
    assert_int_equal(ff_analyse(t->solver, &p, &a), FF_OK);
    assert_int_equal(ff_explain_write(&out, &p, &a, NULL), FF_E_SPACE);
    assert_int_equal(out.len, strlen("Red wins now with column 4."));
    assert_string_equal(text, "Red win");
    table_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_position_has_its_sentence),
        cmocka_unit_test(every_claim_is_true_of_random_positions),
        cmocka_unit_test(every_claim_is_true_along_the_best_line),
        cmocka_unit_test(players_may_have_names_of_their_own),
        cmocka_unit_test(the_longest_names_fit),
        cmocka_unit_test(a_sentence_that_does_not_fit_is_counted_and_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
