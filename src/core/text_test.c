#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/text.h"

static void a_new_text_is_empty_and_terminated(void **state)
{
    char data[4] = "abc";
    ff_text text = ff_text_on(data, sizeof data);
    (void)state;
    assert_string_equal(data, "");
    assert_int_equal(text.len, 0);
    assert_int_equal(text_result(&text), FF_OK);
}

static void a_text_keeps_what_fits_and_counts_the_rest(void **state)
{
    static const struct {
        size_t size;
        const char *kept;
        ff_err expected;
    } cases[] = {
        {1, "", FF_E_SPACE}, {2, "f", FF_E_SPACE}, {4, "fou", FF_E_SPACE},
        {5, "four", FF_OK},  {6, "four", FF_OK},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[8] = "#######";
        ff_text text = ff_text_on(data, cases[i].size);
        text_put(&text, "four");
        assert_string_equal(data, cases[i].kept);
        assert_int_equal(text.len, 4);
        assert_int_equal(text_result(&text), cases[i].expected);
        for (size_t k = cases[i].size; k < sizeof data - 1; k++)
            assert_int_equal(data[k], '#');
    }
}

static void a_text_of_size_zero_only_counts(void **state)
{
    ff_text text = ff_text_on(NULL, 0);
    (void)state;
    assert_int_equal(text_result(&text), FF_E_SPACE);
    text_put(&text, "Fourfall");
    text_int(&text, -7);
    assert_int_equal(text.len, 10);
    assert_int_equal(text_result(&text), FF_E_SPACE);
}

static void an_overflowing_text_takes_nothing_more(void **state)
{
    char data[4];
    ff_text text = ff_text_on(data, sizeof data);
    (void)state;
    text_put(&text, "abcd");
    text_char(&text, 'e');
    assert_string_equal(data, "abc");
    assert_int_equal(text.len, 5);
}

static void numbers_are_written_as_people_write_them(void **state)
{
    static const struct {
        int n;
        const char *expected;
    } cases[] = {{0, "0"},
                 {7, "7"},
                 {10, "10"},
                 {-1, "-1"},
                 {-90, "-90"},
                 {INT32_MAX, "2147483647"},
                 {INT32_MIN, "-2147483648"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[16];
        ff_text text = ff_text_on(data, sizeof data);
        text_int(&text, cases[i].n);
        assert_string_equal(data, cases[i].expected);
    }
}

static void padded_numbers_have_at_least_their_digits(void **state)
{
    static const struct {
        int64_t n;
        int digits;
        const char *expected;
    } cases[] = {{0, 1, "0"},   {0, 3, "000"},   {7, 2, "07"},
                 {42, 2, "42"}, {123, 2, "123"}, {INT64_MAX, 1, "9223372036854775807"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[24];
        ff_text text = ff_text_on(data, sizeof data);
        text_padded(&text, cases[i].n, cases[i].digits);
        assert_string_equal(data, cases[i].expected);
    }
}

static void strings_are_measured_and_compared(void **state)
{
    (void)state;
    assert_int_equal(text_length(""), 0);
    assert_int_equal(text_length("four"), 4);
    assert_true(text_equal("", ""));
    assert_true(text_equal("four", "four"));
    assert_false(text_equal("four", "fours"));
    assert_false(text_equal("fours", "four"));
    assert_false(text_equal("four", "foul"));
}

static void a_copy_reports_whether_it_fits(void **state)
{
    char to[5] = "####";
    (void)state;
    assert_true(text_copy(to, 4, "ab"));
    assert_string_equal(to, "ab");
    assert_true(text_copy(to, 4, "abcd"));
    assert_string_equal(to, "abcd");
    assert_false(text_copy(to, 4, "abcde"));
}

static const char *const clean_characters[] = {
    " ",
    "A",
    "~", /* the ends of ASCII */
    "\xC2\xA0",
    "\xDF\xBF", /* U+00A0, U+07FF */
    "\xE0\xA0\x80",
    "\xE2\x82\xAC", /* U+0800, the euro sign */
    "\xED\x9F\xBF",
    "\xEE\x80\x80", /* either side of the surrogates */
    "\xEF\xBF\xBD", /* U+FFFD */
    "\xF0\x90\x80\x80",
    "\xF0\x9F\x94\xB4", /* U+10000, a red disc */
    "\xF4\x8F\xBF\xBF", /* U+10FFFF */
};

static const char *const refused_characters[] = {
    "\x01",
    "\t",
    "\n",
    "\x1F",
    "\x7F", /* controls */
    "\xC2\x80",
    "\xC2\x85",
    "\xC2\x9F", /* C1 controls */
    "\x80",
    "\xBF", /* nothing begins so */
    "\xC2",
    "\xC2 ",
    "\xC2\xC0",
    "\xE2\x82",
    "\xE2\x82 ", /* cut short */
    "\xE2 \xAC",
    "\xF0\x9F\x94",
    "\xF0\x9F\x94 ", /* cut short */
    "\xC0\x80",
    "\xC1\xBF",
    "\xE0\x80\x80",
    "\xE0\x9F\xBF", /* overlong */
    "\xF0\x80\x80\x80",
    "\xF0\x8F\xBF\xBF", /* overlong */
    "\xED\xA0\x80",
    "\xED\xBF\xBF", /* surrogates */
    "\xEF\xBF\xBE",
    "\xEF\xBF\xBF", /* U+FFFE, U+FFFF */
    "\xF4\x90\x80\x80",
    "\xF7\xBF\xBF\xBF", /* above U+10FFFF */
    "\xF8\x90\x80\x80",
    "\xF9\x80\x80\x80",
    "\xFC\x90\x80\x80", /* no lead of any sequence */
    "\xFE\x90\x80\x80",
    "\xFF\xBF\xBF\xBF", /* no lead of any sequence */
};

static void clean_characters_are_measured(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(clean_characters); i++) {
        const char *s = clean_characters[i];
        assert_int_equal(text_utf8(s, strlen(s)), strlen(s));
        assert_int_equal(text_utf8(s, strlen(s) + 1), strlen(s));
        assert_int_equal(text_utf8(s, strlen(s) - 1), 0);
        assert_true(text_is_clean(s, 4));
    }
}

static void other_characters_are_refused(void **state)
{
    (void)state;
    assert_int_equal(text_utf8("", 1), 0);
    for (size_t i = 0; i < COUNT_OF(refused_characters); i++) {
        const char *s = refused_characters[i];
        assert_number(text_utf8(s, strlen(s)), 0, s);
        assert_false(text_is_clean(s, 8));
    }
}

static void only_the_first_character_is_measured(void **state)
{
    (void)state;
    assert_int_equal(text_utf8("a\x01", 2), 1);
    assert_int_equal(text_utf8("\xE2\x82\xAC\xFF", 4), 3);
}

static void clean_text_is_neither_empty_nor_too_long(void **state)
{
    (void)state;
    assert_false(text_is_clean("", 4));
    assert_true(text_is_clean("abcd", 4));
    assert_false(text_is_clean("abcde", 4));
    assert_true(text_is_clean("a\xE2\x82\xAC", 4));
    assert_false(text_is_clean("ab\xE2\x82\xAC", 4));
    assert_false(text_is_clean("ab\n", 4));
    assert_false(text_is_clean("ab\xE2\x82", 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_text_is_empty_and_terminated),
        cmocka_unit_test(a_text_keeps_what_fits_and_counts_the_rest),
        cmocka_unit_test(a_text_of_size_zero_only_counts),
        cmocka_unit_test(an_overflowing_text_takes_nothing_more),
        cmocka_unit_test(numbers_are_written_as_people_write_them),
        cmocka_unit_test(padded_numbers_have_at_least_their_digits),
        cmocka_unit_test(strings_are_measured_and_compared),
        cmocka_unit_test(a_copy_reports_whether_it_fits),
        cmocka_unit_test(clean_characters_are_measured),
        cmocka_unit_test(other_characters_are_refused),
        cmocka_unit_test(only_the_first_character_is_measured),
        cmocka_unit_test(clean_text_is_neither_empty_nor_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
