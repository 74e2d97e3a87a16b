#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/status.h"

static void the_status_is_written_in_words(void **state)
{
    static const char *const both[] = {"Ann", "Bob"}, *const second[] = {NULL, "Bob"};
    static const char *const none[] = {NULL, NULL};
    static const struct {
        const char *game;
        const char *const *names;
        const char *expected;
    } cases[] = {
        {"7x6:", NULL, "Player 1's Turn"},
        {"7x6:4", NULL, "Player 2's Turn"},
        {"7x6:", both, "Ann's Turn"},
        {"7x6:4", both, "Bob's Turn"},
        {"7x6:", second, "Player 1's Turn"},
        {"7x6:4", none, "Player 2's Turn"},
        {"7x6:1212121", NULL, "Player 1 Wins!"},
        {"7x6:71212121", NULL, "Player 2 Wins!"},
        {"5x5x5:abababa", both, "Ann Wins!"},
        {"7x6:71212121", second, "Bob Wins!"},
        {"3x3:123123123", both, "It's a Draw!"},
        {"1x1:1", NULL, "It's a Draw!"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[32];
        ff_text text = ff_text_on(data, sizeof data);
        ff_rules rules;
        ff_position p = game_of(&rules, cases[i].game).position;
        assert_int_equal(ff_status_write(&text, &p, cases[i].names), FF_OK);
        assert_string_equal(data, cases[i].expected);
    }
}

static void a_status_that_does_not_fit_its_buffer_is_an_error(void **state)
{
    static const struct {
        const char *game;
        size_t len;
    } cases[] = {{"7x6:", 15}, {"7x6:1212121", 14}, {"1x1:1", 12}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[32];
        ff_rules rules;
        ff_position p = game_of(&rules, cases[i].game).position;
        ff_text asked = ff_text_on(NULL, 0), tight = ff_text_on(data, cases[i].len);
        ff_text exact = ff_text_on(data, cases[i].len + 1);
        assert_int_equal(ff_status_write(&asked, &p, NULL), FF_E_SPACE);
        assert_int_equal(asked.len, cases[i].len);
        assert_int_equal(ff_status_write(&tight, &p, NULL), FF_E_SPACE);
        assert_int_equal(ff_status_write(&exact, &p, NULL), FF_OK);
    }
}

static void a_player_without_a_name_is_numbered(void **state)
{
    static const char *const names[] = {"Ann", NULL};
    (void)state;
    assert_string_equal(status_name(names, FF_RED), "Ann");
    assert_string_equal(status_name(names, FF_YELLOW), "Player 2");
    assert_string_equal(status_name(NULL, FF_RED), "Player 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_status_is_written_in_words),
        cmocka_unit_test(a_status_that_does_not_fit_its_buffer_is_an_error),
        cmocka_unit_test(a_player_without_a_name_is_numbered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
