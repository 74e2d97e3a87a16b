#include "play/fixture_test.h"

#include "play/id.h"
#include "play/refusal.h"

static void the_faults_of_a_move_have_the_texts_of_the_contract(void **state)
{
    static const char *const texts[] = {"It is not your turn",
                                        "Column must be between 0 and 6",
                                        "Column 4 is full",
                                        "Game is already completed",
                                        "Player 0000000000001 is not in this game",
                                        "Game is waiting for players"};
    const struct refusal_detail detail = {.column = 4, .last_column = 6, .player_id = 1};
    char text[REFUSAL_TEXT_SIZE];
    (void)state;
    for (int i = 0; i < 6; i++) {
        refusal_write(text, sizeof text, (enum refusal)(i + 1), &detail);
        assert_string_equal(text, texts[i]);
    }
}

static void every_refusal_has_its_own_code_and_a_complete_text(void **state)
{
    const struct refusal_detail detail = {-2147483647, -2147483647, INT64_MAX, FF_OK, 0};
    (void)state;
    for (int i = 0; i < REFUSAL_COUNT; i++) {
        char text[REFUSAL_TEXT_SIZE];
        size_t len = refusal_write(text, sizeof text, (enum refusal)i, &detail);
        assert_in_range(len, 2, sizeof text - 2);
        assert_null(strpbrk(text, "{}"));
        assert_in_range(refusal_http((enum refusal)i), 200, 503);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(refusal_code((enum refusal)i), refusal_code((enum refusal)k));
    }
}

static void a_text_is_cut_to_its_buffer(void **state)
{
    char text[8] = "#######";
    (void)state;
    assert_int_equal(refusal_write(text, 5, REFUSAL_STALE, NULL), 4);
    assert_string_equal(text, "The ");
    assert_int_equal(refusal_write(text, 0, REFUSAL_STALE, NULL), 0);
    assert_string_equal(text, "The ");
    assert_string_equal(refusal_code(REFUSAL_COUNT), "?");
    assert_int_equal(refusal_http(REFUSAL_COUNT), 500);
}

static void only_passing_troubles_are_retryable(void **state)
{
    (void)state;
    assert_true(refusal_is_retryable(REFUSAL_STORE));
    assert_true(refusal_is_retryable(REFUSAL_SLOW_DOWN));
    assert_false(refusal_is_retryable(REFUSAL_STALE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_faults_of_a_move_have_the_texts_of_the_contract),
        cmocka_unit_test(every_refusal_has_its_own_code_and_a_complete_text),
        cmocka_unit_test(a_text_is_cut_to_its_buffer),
        cmocka_unit_test(only_passing_troubles_are_retryable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
