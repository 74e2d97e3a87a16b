/* Reads every sentence word by word and checks its claims against the board and the exact scores.
 * An unknown word is a failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "engine/explain_reader_test.h"

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

/* Starts from quiet positions: their best lines end in zugzwang more often than random positions
 * do. */
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

static void a_reason_has_the_facts_of_its_sentence(void **state)
{
    static const struct {
        const char *moves;
        ff_reason reason;
    } cases[] = {
        {"112233",
         {FF_REASON_WIN_NOW, FF_ENDING_NONE, FF_RED, FF_RED, 1, 1 << 3, false, false, 0, 0, false,
          false}},
        {"57256333234527577",
         {FF_REASON_BLOCK, FF_ENDING_SQUEEZE, FF_YELLOW, FF_RED, 9, 1 << 1, false, false, 0, 3,
          true, true}},
        {"36332266662455246",
         {FF_REASON_WIN_NEXT, FF_ENDING_FORK, FF_YELLOW, FF_YELLOW, 2, 1 << 3, false, false, 0x1c,
          3, false, false}},
        {"143771127637233442577124411254633666",
         {FF_REASON_DRAW, FF_ENDING_NONE, FF_RED, FF_NONE, 0, 0x32, true, false, 0, 0, false,
          false}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct table *t = table_open("7x6");
        ff_position p = table_after(t, cases[i].moves);
        const ff_reason *expected = &cases[i].reason;
        ff_analysis a;
        assert_err(ff_analyse(t->solver, &p, &a), FF_OK, cases[i].moves);
        ff_reason r = ff_explain(&p, &a);
        assert_int_equal(r.code, expected->code);
        assert_int_equal(r.ending, expected->ending);
        assert_int_equal(r.mover, expected->mover);
        assert_int_equal(r.winner, expected->winner);
        assert_int_equal(r.moves, expected->moves);
        assert_int_equal(r.columns, expected->columns);
        assert_int_equal(r.is_any, expected->is_any);
        assert_int_equal(r.end_columns, expected->end_columns);
        assert_int_equal(r.end_column, expected->end_column);
        assert_int_equal(r.end_is_odd, expected->end_is_odd);
        assert_int_equal(r.end_is_old, expected->end_is_old);
        table_close(t);
    }
}

static void sentences_use_the_names_of_the_players(void **state)
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
        cmocka_unit_test(a_reason_has_the_facts_of_its_sentence),
        cmocka_unit_test(sentences_use_the_names_of_the_players),
        cmocka_unit_test(the_longest_names_fit),
        cmocka_unit_test(a_sentence_that_does_not_fit_is_counted_and_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
