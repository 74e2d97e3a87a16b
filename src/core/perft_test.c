#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

static void perft_counts_sequences_of_moves(void **state)
{
    static const struct {
        const char *game;
        int depth;
        uint64_t expected;
    } cases[] = {
        {"7x6:", 1, 7},
        {"7x6:", 4, 2401},
        {"7x6:111111", 1, 6},
        {"7x6:111111", 2, 36},
        {"7x6:12121", 2, 49},
        {"7x6:12121", 3, 301}, /* after 42 discs Red would have won, and no move would be left */
        {"5x5:", 3, 125},
        {"5x5x5:", 2, 625},
        {"5x5x5:ababa", 3, 15024},
        {"9x9:", 3, 729},
        {"3x3:123123", 3, 6},
        {"3x3:123123", 4, 0},
        {"2x2x2c3:", 8, 2520},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, cases[i].game).position, before = p;
        assert_number((long)ff_perft(&p, cases[i].depth), (long)cases[i].expected, cases[i].game);
        assert_same_position(&p, &before);
    }
}

static void depth_zero_counts_one_sequence(void **state)
{
    static const char *const games[] = {"7x6:", "7x6:1212121", "5x5x5:abababa", "1x1:1"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, games[i]).position;
        assert_number((long)ff_perft(&p, 0), 1, games[i]);
        assert_number((long)ff_perft(&p, -1), 1, games[i]);
    }
}

static void a_finished_game_has_no_sequences(void **state)
{
    static const char *const games[] = {"7x6:1212121", "5x5x5:abababa", "9x9:1212121",
                                        "3x3:123123123", "2x2x2c3:12341234"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, games[i]).position;
        assert_number((long)ff_perft(&p, 1), 0, games[i]);
        assert_number((long)ff_perft(&p, 3), 0, games[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_counts_sequences_of_moves),
        cmocka_unit_test(depth_zero_counts_one_sequence),
        cmocka_unit_test(a_finished_game_has_no_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
