#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

static void assert_holds(const struct buffer *b, const char *text)
{
    assert_int_equal(b->len, strlen(text));
    if (b->len > 0)
        assert_memory_equal(b->bytes, text, b->len);
}

static void a_new_buffer_holds_no_memory(void **state)
{
    struct buffer b = buffer_with_max(100);
    (void)state;
    assert_null(b.bytes);
    assert_int_equal(b.len, 0);
    assert_int_equal(buffer_append(&b, NULL, 0), BUFFER_OK);
    assert_null(b.bytes);
    buffer_free(&b);
}

static void appends_follow_one_another(void **state)
{
    struct buffer b = buffer_with_max(1000);
    (void)state;
    assert_int_equal(buffer_text(&b, "abc"), BUFFER_OK);
    assert_int_equal(buffer_char(&b, '-'), BUFFER_OK);
    assert_int_equal(buffer_append(&b, "de\0f", 2), BUFFER_OK);
    char *at = buffer_extend(&b, 2);
    assert_non_null(at);
    at[0] = 'x';
    at[1] = 'y';
    assert_holds(&b, "abc-dexy");
    buffer_free(&b);
}

static void an_append_beyond_the_maximum_changes_nothing(void **state)
{
    struct buffer b = buffer_with_max(8);
    (void)state;
    assert_int_equal(buffer_text(&b, "12345"), BUFFER_OK);
    assert_int_equal(buffer_text(&b, "6789"), BUFFER_E_FULL);
    assert_null(buffer_extend(&b, 4));
    assert_int_equal(buffer_number(&b, 6789), BUFFER_E_FULL);
    assert_holds(&b, "12345");
    assert_int_equal(buffer_text(&b, "678"), BUFFER_OK);
    assert_int_equal(buffer_char(&b, '9'), BUFFER_E_FULL);
    assert_holds(&b, "12345678");
    buffer_free(&b);
}

static void sizes_that_overflow_are_refused(void **state)
{
    struct buffer b = buffer_with_max(SIZE_MAX);
    (void)state;
    assert_int_equal(buffer_text(&b, "abc"), BUFFER_OK);
    assert_int_equal(buffer_reserve(&b, SIZE_MAX - 2), BUFFER_E_FULL);
    assert_holds(&b, "abc");
    buffer_free(&b);
}

static void a_buffer_grows_up_to_its_maximum(void **state)
{
    struct buffer b = buffer_with_max(1000);
    (void)state;
    for (int i = 0; i < 1000; i++)
        assert_int_equal(buffer_char(&b, (char)('a' + i % 26)), BUFFER_OK);
    assert_int_equal(b.capacity, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(b.bytes[i], 'a' + i % 26);
    assert_int_equal(buffer_char(&b, 'x'), BUFFER_E_FULL);
    buffer_free(&b);
    assert_int_equal(b.max, 1000);
    assert_int_equal(buffer_text(&b, "again"), BUFFER_OK);
    buffer_free(&b);
}

static void a_long_append_gets_the_space_it_needs(void **state)
{
    char text[500];
    struct buffer b = buffer_with_max(1000);
    (void)state;
    memset(text, 'x', sizeof text);
    assert_int_equal(buffer_append(&b, text, sizeof text), BUFFER_OK);
    assert_in_range(b.capacity, sizeof text, 1000);
    assert_memory_equal(b.bytes, text, sizeof text);
    buffer_free(&b);
}

static void a_cleared_buffer_keeps_its_memory(void **state)
{
    struct buffer b = buffer_with_max(100);
    (void)state;
    assert_int_equal(buffer_text(&b, "abc"), BUFFER_OK);
    const char *memory = b.bytes;
    buffer_clear(&b);
    assert_int_equal(buffer_text(&b, "de"), BUFFER_OK);
    assert_ptr_equal(b.bytes, memory);
    assert_holds(&b, "de");
    buffer_free(&b);
}

static void numbers_are_written_in_decimal(void **state)
{
    static const struct {
        int64_t number;
        const char *text;
    } cases[] = {{0, "0"},
                 {7, "7"},
                 {-1, "-1"},
                 {1234567890, "1234567890"},
                 {INT64_MAX, "9223372036854775807"},
                 {INT64_MIN, "-9223372036854775808"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer b = buffer_with_max(100);
        assert_int_equal(buffer_number(&b, cases[i].number), BUFFER_OK);
        assert_holds(&b, cases[i].text);
        buffer_free(&b);
    }
}

static void bytes_are_dropped_at_the_front(void **state)
{
    struct buffer b = buffer_with_max(100);
    (void)state;
    buffer_drop(&b, 0);
    assert_int_equal(buffer_text(&b, "abcdef"), BUFFER_OK);
    buffer_drop(&b, 2);
    assert_holds(&b, "cdef");
    buffer_drop(&b, 4);
    assert_holds(&b, "");
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_buffer_holds_no_memory),
        cmocka_unit_test(appends_follow_one_another),
        cmocka_unit_test(an_append_beyond_the_maximum_changes_nothing),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(a_buffer_grows_up_to_its_maximum),
        cmocka_unit_test(a_long_append_gets_the_space_it_needs),
        cmocka_unit_test(a_cleared_buffer_keeps_its_memory),
        cmocka_unit_test(numbers_are_written_in_decimal),
        cmocka_unit_test(bytes_are_dropped_at_the_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
