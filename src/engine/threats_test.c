#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "engine/solver_fixture_test.h"
#include "engine/threats.h"

/* "R4.1 odd now, Y2.2 even" */
static const char *list(const ff_position *p)
{
    static char data[4096];
    ff_text out = ff_text_on(data, sizeof data);
    ff_threats threats = ff_position_threats(p);
    for (int i = 0; i < threats.count; i++) {
        ff_threat t = threats.threat[i];
        text_put(&out, i ? ", " : "");
        text_char(&out, t.color == FF_RED ? 'R' : 'Y');
        text_char(&out, ff_column_letter(p->rules, ff_cell_column(p->rules, t.cell)));
        text_char(&out, '.');
        text_int(&out, ff_cell_row(p->rules, t.cell) + 1);
        text_put(&out, t.is_odd ? " odd" : " even");
        text_put(&out, t.is_playable ? " now" : "");
    }
    assert_int_equal(text_result(&out), FF_OK);
    return data;
}

static void a_threat_is_an_empty_cell_that_completes_a_line(void **state)
{
    static const struct {
        const char *game, *threats;
    } cases[] = {
        {"7x6:", ""},
        {"7x6:112233", "R4.1 odd now, Y4.2 even"},
        {"7x6:22334", "R1.1 odd now, R5.1 odd now"},
        {"7x6:2273747", "R7.4 even now"},
        {"7x6:1213147", "R1.4 even now, Y5.1 odd now"},
        {"7x6:515253", "R5.4 even now, Y4.1 odd now"},
        {"4x4:112233", "R4.1 odd now, Y4.2 even"},
        {"7x6c5:112233", ""},
        {"7x6c3:1122", "R3.1 odd now, Y3.2 even"},
        {"9x7c5:11223344", "R5.1 odd now, Y5.2 even"},
        {"12x12:aabbcc", "Rd.1 odd now, Yd.2 even"},
        {"5x5x5:agbhci", "Rd.1 odd now, Yf.1 odd now, Yj.1 odd now"},
        {"5x5x5:aabbbcccdc", "Ra.4 even"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_game game = game_of(&rules, cases[i].game);
        assert_string_equal(list(&game.position), cases[i].threats);
    }
}

static void a_finished_game_has_no_threats(void **state)
{
    static const char *const games[] = {"7x6:1212121", "7x6:71212121", "3x3:123123123", "1x1:1",
                                        "5x5x5:abababa"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_rules rules;
        ff_game game = game_of(&rules, games[i]);
        assert_string_equal(list(&game.position), "");
        assert_int_equal(threats_at_once(&game.position, FF_RED), 0);
        assert_int_equal(threats_at_once(&game.position, FF_YELLOW), 0);
    }
}

static ff_color cell_color(const ff_position *p, int x, int y, int z)
{
    ff_board b = p->rules->board;
    bool is_on = x >= 0 && x < b.width && y >= 0 && y < b.height && z >= 0 && z < b.depth;
    return is_on ? ff_position_cell(p, ff_cell_at(p->rules, x, y, z)) : FF_NONE;
}

static int run_length(const ff_position *p, ff_color color, const int at[3], const int step[3])
{
    int count = 0;
    while (cell_color(p, at[0] + (count + 1) * step[0], at[1] + (count + 1) * step[1],
                      at[2] + (count + 1) * step[2]) == color)
        count++;
    return count;
}

/* By walking from the cell in all 13 directions, both ways. */
static bool would_win(const ff_position *p, ff_color color, int cell)
{
    int column = ff_cell_column(p->rules, cell), width = p->rules->board.width;
    const int at[3] = {column % width, ff_cell_row(p->rules, cell), column / width};
    for (int way = 14; way < 27; way++) {
        const int step[3] = {way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1};
        const int back[3] = {-step[0], -step[1], -step[2]};
        int length = 1 + run_length(p, color, at, step) + run_length(p, color, at, back);
        if (length >= p->rules->board.connect)
            return true;
    }
    return false;
}

static void assert_threats(const ff_position *p)
{
    ff_threats threats = ff_position_threats(p);
    int next = 0;
    for (int color = FF_RED; color < FF_NONE; color++) {
        uint64_t at_once = 0;
        for (int cell = 0; cell < p->rules->cells; cell++) {
            int column = ff_cell_column(p->rules, cell), row = ff_cell_row(p->rules, cell);
            if (ff_position_cell(p, cell) != FF_NONE || !would_win(p, (ff_color)color, cell))
                continue;
            ff_threat t = threats.threat[next++];
            assert_int_equal(t.cell, cell);
            assert_int_equal(t.color, color);
            assert_int_equal(t.is_odd, (row + 1) % 2);
            assert_int_equal(t.is_playable, row == p->height[column]);
            at_once |= (uint64_t)t.is_playable << column;
        }
        assert_true(threats_at_once(p, (ff_color)color) == at_once);
    }
    assert_int_equal(next, threats.count);
}

static void threats_agree_with_a_walk_along_the_lines(void **state)
{
    static const char *const boards[] = {"7x6", "5x5x5",   "6x5",   "9x7c5", "4x4x4",
                                         "7x1", "3x3x3c3", "12x12", "7x6c3"};
    enum { GAMES = 400, PLIES = 60 };
    long seen = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards) * GAMES; i++) {
        struct table t = {.rules = rules_of(boards[i / GAMES]), .dice = i + 1};
        ff_position p = table_game(&t, (int)(i % PLIES)).position;
        if (p.status != FF_PLAYING)
            continue;
        assert_threats(&p);
        seen += ff_position_threats(&p).count;
    }
    assert_true(seen > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_threat_is_an_empty_cell_that_completes_a_line),
        cmocka_unit_test(a_finished_game_has_no_threats),
        cmocka_unit_test(threats_agree_with_a_walk_along_the_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
