#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/play_words.h"

enum { POP_4 = FF_POP * FF_ACTION_STEP + 3 };

static void a_hint_names_the_move_and_who_wins(void **state)
{
    static const struct {
        const char *game;
        ff_thought hint;
        const char *expected;
    } cases[] = {
        {"4433221", {.column = 2}, "Hint: column 3"},
        {"44", {.column = 3, .is_exact = true}, "Hint: column 4, a draw"},
        {"443322", {.column = 4, .ends_in = 1}, "Hint: column 5, Red wins at once"},
        {"44332", {.column = 4, .ends_in = -2}, "Hint: column 5, Red wins with the next move"},
        {"4455", {.column = 2, .ends_in = 3}, "Hint: column 3, Red wins in 2 moves"},
        {"445", {.column = 2, .ends_in = -4}, "Hint: column 3, Red wins in 2 moves"},
        {"5x5x5:mgmgmg", {.column = 12, .ends_in = 1}, "Hint: column m, Red wins at once"},
        {"5x5x5:mg", {.column = 12, .ends_in = -6}, "Hint: column m, Yellow wins within 3 moves"},
        {"popout:44",
         {.column = POP_4, .ends_in = 5},
         "Hint: pop column 4, Red wins within 3 moves"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[96];
        ff_text out = ff_text_on(line, sizeof line);
        ff_variant_rules rules;
        ff_variant_game game;
        const char *text = cases[i].game;
        assert_int_equal(ff_variant_game_read(&game, &rules, text, strlen(text), NULL), FF_OK);
        play_hint_write(&out, &game.position, &cases[i].hint);
        assert_string_equal(line, cases[i].expected);
    }
}

static void one_move_ahead_is_singular(void **state)
{
    char line[96];
    (void)state;
    for (int depth = 0; depth < 3; depth++) {
        static const char *const expected[] = {
            "The computer thinks: 0 moves ahead, 12 thousand positions",
            "The computer thinks: 1 move ahead, 12 thousand positions",
            "The computer thinks: 2 moves ahead, 12 thousand positions"};
        const ff_thought thought = {.depth = depth, .nodes = 12345};
        ff_text out = ff_text_on(line, sizeof line);
        play_thought_write(&out, &thought);
        assert_string_equal(line, expected[depth]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hint_names_the_move_and_who_wins),
        cmocka_unit_test(one_move_ahead_is_singular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
