#include "net/url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void decodes_to(const char *text, bool plus_is_blank, const char *wanted)
{
    char out[64];
    bool is_decoded = url_decode(out, text, strlen(text), plus_is_blank);
    assert_int_equal(is_decoded, wanted != NULL);
    if (wanted)
        assert_string_equal(out, wanted);
}

static void a_percent_sign_is_decoded_once(void **state)
{
    (void)state;
    decodes_to("", false, "");
    decodes_to("/a%20b", false, "/a b");
    decodes_to("%2e%2E/", false, "../");
    decodes_to("%252e", false, "%2e");
    decodes_to("%C3%a4", false, "\xc3\xa4");
}

static void a_plus_is_a_blank_in_queries_only(void **state)
{
    (void)state;
    decodes_to("a+b%2B", false, "a+b+");
    decodes_to("a+b%2B", true, "a b+");
}

static void an_incomplete_escape_and_a_byte_zero_are_refused(void **state)
{
    (void)state;
    decodes_to("%", false, NULL);
    decodes_to("a%4", false, NULL);
    decodes_to("%g0", false, NULL);
    decodes_to("%0g", false, NULL);
    decodes_to("a%00b", false, NULL);
}

static void a_query_is_split_into_parameters(void **state)
{
    (void)state;
    char out[64];
    const char *query = "EIO=4&sid=a%3Db&flag&=x&sid=later";
    int count = url_query_split(out, query, strlen(query));
    assert_int_equal(count, 5);
    assert_string_equal(url_query_find(out, count, "EIO"), "4");
    assert_string_equal(url_query_find(out, count, "sid"), "a=b");
    assert_string_equal(url_query_find(out, count, "flag"), "");
    assert_string_equal(url_query_find(out, count, ""), "x");
    assert_null(url_query_find(out, count, "si"));
    assert_null(url_query_find(out, 0, "EIO"));
}

static void a_query_without_parameters_has_none(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(url_query_split(out, "", 0), 0);
    assert_int_equal(url_query_split(out, "a=%", 3), -1);
    assert_int_equal(url_query_split(out, "%=a", 3), -1);
}

/* The worst case of the space that url_query_split needs: nothing but separators. */
static void a_query_of_separators_fits_the_space(void **state)
{
    (void)state;
    enum { LEN = 10 };
    char out[2 * LEN + 2 + 1];
    memset(out, '!', sizeof out);
    assert_int_equal(url_query_split(out, "&&&&&&&&&&", LEN), LEN);
    assert_int_equal(out[sizeof out - 1], '!');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_percent_sign_is_decoded_once),
        cmocka_unit_test(a_plus_is_a_blank_in_queries_only),
        cmocka_unit_test(an_incomplete_escape_and_a_byte_zero_are_refused),
        cmocka_unit_test(a_query_is_split_into_parameters),
        cmocka_unit_test(a_query_without_parameters_has_none),
        cmocka_unit_test(a_query_of_separators_fits_the_space),
    };
    return cmocka_run_group_tests_name("url", tests, NULL, NULL);
}
