/* The view that the look-ahead has of a variant's position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/variant_fixture_test.h"
#include "engine/variant_view.h"

static const char *const starts[] = {
    "popout:",       "powerup:",      "five:",         "popten:",
    "misere:",       "cylinder:",     "turn:",         "5x4c5-cylinder:",
    "5x5x5-popout:", "4x3x5c3-turn:", "4x4-cylinder:", "5x4x3c3-cylinder:",
};

static struct variant_view view, fresh;

/* Whether a disc of this side in this column completes a line, by the rules. */
static bool completes(const ff_variant_position *p, int side, int column)
{
    ff_variant_position next = *p;
    variant_put(&next, column, side);
    return variant_line_through(&next, column, p->board.height[column]);
}

static void check(const ff_variant_position *p, const char *start)
{
    variant_view_follow(&view, p);
    variant_view_init(&fresh, p->rules);
    variant_view_follow(&fresh, p);
    if (variant_view_judge(&view, p, 100, 100) != variant_view_judge(&fresh, p, 100, 100))
        fail_msg("%s, ply %d: another judgement than afresh", start, p->board.ply);
    for (int column = 0; column < p->board.rules->columns; column++)
        for (int side = 0; side < 2 && variant_has_room(p, column); side++)
            if (variant_view_completes(&view, p, side, column) != completes(p, side, column))
                fail_msg("%s, ply %d: column %d, side %d", start, p->board.ply, column, side);
}

/* Positions in any order: the next one of a game, and one that it had before. */
static void a_view_that_follows_knows_what_a_new_one_does_and_every_landing_cell(void **state)
{
    uint64_t chance = 1;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        ff_variant_rules rules;
        ff_variant_game game = variant_game(&rules, starts[i]);
        ff_variant_position earlier = game.position;
        variant_view_init(&view, &rules);
        for (int ply = 0; ply < 120 && game.position.board.status == FF_PLAYING; ply++) {
            check(&game.position, starts[i]);
            if (chance_below(&chance, 4) == 0)
                check(&earlier, starts[i]);
            if (chance_below(&chance, 8) == 0)
                earlier = game.position;
            assert_int_equal(ff_variant_game_play(&game, variant_any(&game.position, &chance)),
                             FF_OK);
        }
    }
}

static void what_is_good_for_one_side_is_bad_for_the_other(void **state)
{
    static const char *const games[] = {"popout:4455", "misere:3344", "powerup:_4", "turn:4>"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_variant_rules rules;
        ff_variant_position p = variant_game(&rules, games[i]).position;
        variant_view_init(&view, &rules);
        variant_view_follow(&view, &p);
        int score = variant_view_judge(&view, &p, 100, 100);
        p.side = !p.side;
        assert_int_equal(variant_view_judge(&view, &p, 100, 100), -score);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_that_follows_knows_what_a_new_one_does_and_every_landing_cell),
        cmocka_unit_test(what_is_good_for_one_side_is_bad_for_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
