#include "play/fixture_test.h"

#include "play/chat.h"

static void quick_messages_have_fixed_numbers(void **state)
{
    size_t count;
    const struct chat_quick *quicks = chat_quicks(&count);
    (void)state;
    assert_int_equal(count, 20);
    for (size_t i = 1; i < count; i++)
        assert_true(quicks[i].id > quicks[i - 1].id);
    assert_string_equal(chat_quick_find(5)->name, "well-played");
    assert_string_equal(chat_quick_find(12)->text, "Goodbye!");
    assert_string_equal(chat_quick_find(108)->name, "emoji-heart");
    assert_null(chat_quick_find(0));
    assert_null(chat_quick_find(109));
}

static const struct bucket_rate rate = {.token_ms = 2000, .burst = 5};

static void a_message_is_quick_or_cleaned_text(void **state)
{
    struct chat_row row = {0};
    struct bucket bucket = {0};
    (void)state;
    assert_int_equal(chat_line(&row, 5, NULL, 0, &bucket, rate, 0, 77), REFUSAL_OK);
    assert_int_equal(row.quick, 5);
    assert_string_equal(row.text, "");
    assert_int_equal(row.sent_ms, 77);
    assert_int_equal(chat_line(&row, 5, " hi\x07 there ", 11, &bucket, rate, 0, 78), REFUSAL_OK);
    assert_int_equal(row.quick, 0);
    assert_string_equal(row.text, "hi there");
}

static void an_invalid_message_is_refused_and_takes_no_token(void **state)
{
    struct chat_row row = {.text = "as was"};
    struct bucket bucket = {0};
    char longer[201];
    (void)state;
    memset(longer, 'x', sizeof longer);
    assert_int_equal(chat_line(&row, 99, NULL, 0, &bucket, rate, 0, 0), REFUSAL_BAD_QUICK);
    assert_int_equal(chat_line(&row, 0, "  ", 2, &bucket, rate, 0, 0), REFUSAL_BAD_TEXT);
    assert_int_equal(chat_line(&row, 0, longer, 201, &bucket, rate, 0, 0), REFUSAL_BAD_TEXT);
    assert_string_equal(row.text, "as was");
    assert_int_equal(bucket.full_at_ms, 0);
    assert_int_equal(chat_line(&row, 0, longer, 200, &bucket, rate, 0, 0), REFUSAL_OK);
}

static void a_player_who_sends_too_many_messages_is_slowed_down(void **state)
{
    struct chat_row row;
    struct bucket bucket = {0};
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_int_equal(chat_line(&row, 1, NULL, 0, &bucket, rate, 0, 0), REFUSAL_OK);
    assert_int_equal(chat_line(&row, 1, NULL, 0, &bucket, rate, 1999, 0), REFUSAL_SLOW_DOWN);
    assert_int_equal(chat_line(&row, 1, NULL, 0, &bucket, rate, 2000, 0), REFUSAL_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_messages_have_fixed_numbers),
        cmocka_unit_test(a_message_is_quick_or_cleaned_text),
        cmocka_unit_test(an_invalid_message_is_refused_and_takes_no_token),
        cmocka_unit_test(a_player_who_sends_too_many_messages_is_slowed_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
