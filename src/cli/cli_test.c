#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/cli.h"

static int read_game(const char *moves, const char *board, const char *variant)
{
    const struct game_words words = {.moves = moves, .board = board, .variant = variant};
    ff_variant_rules rules;
    ff_variant_game game;
    return cli_variant_game(&game, &rules, &words);
}

/* With a sanitizer this also shows that nothing is read of what a refusal left unset. */
static void a_wrong_game_is_refused_wherever_it_is_wrong(void **state)
{
    (void)state;
    assert_int_equal(read_game("44", NULL, NULL), 0);
    assert_int_equal(read_game(":", NULL, NULL), CLI_BAD_INPUT);
    assert_int_equal(read_game("7x6-pie-pie:", NULL, NULL), CLI_BAD_INPUT);
    assert_int_equal(read_game("99x6:", NULL, NULL), CLI_BAD_INPUT);
    assert_int_equal(read_game("44", NULL, "chess"), CLI_BAD_USAGE);
    assert_int_equal(read_game("44", "0x0", NULL), CLI_BAD_USAGE);
    assert_int_equal(read_game("popout:44", NULL, "misere"), CLI_BAD_INPUT);
    assert_int_equal(read_game("48", NULL, NULL), CLI_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_game_is_refused_wherever_it_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
