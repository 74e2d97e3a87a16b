#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "engine/chance.h"
#include "engine/tally.h"

static const char *const boards[] = {"7x6",     "5x5x5",   "4x4x4", "12x12", "9x7c5",  "6x7x6c3",
                                     "12x12c8", "3x3x3c3", "8x7",   "1x12",  "2x2x2c3"};
enum { GAMES = 20 };

static struct tally tally, fresh;

/* Whether this colour would complete a line in this column, by the rules. */
static bool wins_there(const ff_position *p, int column, int color)
{
    ff_position next = *p;
    if (next.ply % 2 != color)
        next.ply++;
    return ff_position_drop(&next, column) == FF_OK && next.status == FF_WON;
}

static void assert_threats(const ff_position *p, const char *board)
{
    for (int column = 0; column < p->rules->columns; column++) {
        if (!tally_has_room(&tally, column))
            continue;
        for (int color = FF_RED; color < FF_NONE; color++)
            if (wins_there(p, column, color) !=
                (tally.threats[color][tally_landing(&tally, column)] > 0))
                fail_msg("%s, ply %d: column %d, colour %d", board, p->ply, column, color);
    }
}

static void assert_same_tally(const struct tally *a, const struct tally *b)
{
    size_t lines = (size_t)ff_rules_lines(a->rules), cells = a->rules->cells;
    assert_int_equal(a->ply, b->ply);
    assert_memory_equal(a->worth, b->worth, sizeof a->worth);
    assert_memory_equal(a->height, b->height, a->rules->columns);
    assert_memory_equal(a->threats[0], b->threats[0], cells);
    assert_memory_equal(a->threats[1], b->threats[1], cells);
    assert_memory_equal(a->line, b->line, lines * sizeof *a->line);
}

/* Plays random moves to the end and back, comparing at every ply. */
static void walk(const ff_rules *rules, const char *board, uint64_t *chance)
{
    ff_game game = ff_game_start(rules);
    tally_set(&tally, &game.position);
    while (game.position.status == FF_PLAYING) {
        int column = chance_below(chance, rules->columns);
        assert_threats(&game.position, board);
        tally_set(&fresh, &game.position);
        assert_same_tally(&tally, &fresh);
        ff_game next = game;
        if (ff_game_drop(&next, column) != FF_OK)
            continue;
        game = next;
        tally_play(&tally, column);
    }
    while (game.position.ply > 0) {
        tally_unplay(&tally, game.moves[game.position.ply - 1]);
        assert_int_equal(ff_game_undo(&game), FF_OK);
        tally_set(&fresh, &game.position);
        assert_same_tally(&tally, &fresh);
    }
}

static void a_tally_updated_by_moves_equals_that_of_the_position_and_knows_every_win(void **state)
{
    uint64_t chance = 1;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        tally_init(&tally, &rules);
        tally_init(&fresh, &rules);
        for (int game = 0; game < GAMES; game++)
            walk(&rules, boards[i], &chance);
    }
}

static void central_cells_have_most_lines(void **state)
{
    ff_rules rules = rules_of("7x6");
    (void)state;
    tally_init(&tally, &rules);
    assert_int_equal(tally_lines_through(&tally, ff_cell_at(&rules, 0, 0, 0)), 3);
    assert_int_equal(tally_lines_through(&tally, ff_cell_at(&rules, 3, 0, 0)), 7);
    assert_int_equal(tally_lines_through(&tally, ff_cell_at(&rules, 3, 3, 0)), 13);
}

static void a_line_with_both_colours_has_no_value(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "4x1:12");
    (void)state;
    tally_init(&tally, &rules);
    tally_play(&tally, 0);
    assert_true(tally.worth[FF_RED] > 0);
    tally_set(&tally, &game.position);
    assert_int_equal(tally.worth[FF_RED], 0);    /* on the edge, too */
    assert_int_equal(tally.worth[FF_YELLOW], 1); /* one step inside */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tally_updated_by_moves_equals_that_of_the_position_and_knows_every_win),
        cmocka_unit_test(central_cells_have_most_lines),
        cmocka_unit_test(a_line_with_both_colours_has_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
