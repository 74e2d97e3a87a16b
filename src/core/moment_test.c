#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/fixture_test.h"
#include "core/moment.h"

static const struct {
    int64_t ms;
    const char *text;
} known[] = {
    {0, "1970-01-01T00:00:00.000Z"},
    {1, "1970-01-01T00:00:00.001Z"},
    {86399999, "1970-01-01T23:59:59.999Z"},
    {86400000, "1970-01-02T00:00:00.000Z"},
    {31535999999, "1970-12-31T23:59:59.999Z"},
    {68169600000, "1972-02-29T00:00:00.000Z"},
    {951782400000, "2000-02-29T00:00:00.000Z"},
    {951868800000, "2000-03-01T00:00:00.000Z"},
    {1709164800000, "2024-02-29T00:00:00.000Z"},
    {1735603200000, "2024-12-31T00:00:00.000Z"},
    {4107456000000, "2100-02-28T00:00:00.000Z"},
    {4107542400000, "2100-03-01T00:00:00.000Z"},
    {253402300799999, "9999-12-31T23:59:59.999Z"},
};

static void known_moments_are_written_and_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        char data[MOMENT_TEXT + 1];
        ff_text text = ff_text_on(data, sizeof data);
        int64_t ms = -1;
        moment_write(&text, known[i].ms);
        assert_string_equal(data, known[i].text);
        assert_int_equal(text.len, MOMENT_TEXT);
        assert_err(moment_read(&ms, known[i].text, MOMENT_TEXT), FF_OK, known[i].text);
        assert_true(ms == known[i].ms);
        assert_true(moment_is_valid(ms));
    }
}

static void moments_lie_between_1970_and_9999(void **state)
{
    static const int64_t outside[] = {-1, INT64_MIN, INT64_C(253402300800000), INT64_MAX};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(outside); i++)
        assert_false(moment_is_valid(outside[i]));
}

static void a_malformed_moment_is_refused(void **state)
{
    static const char *const texts[] = {
        "",
        "2026-11-15",
        "2026-11-15T18:30:00Z",
        "2026-11-15T18:30:00.000",
        "2026-11-15T18:30:00.000ZZ",
        "2026-11-15T18:30:00.0000Z",
        "2026-11-15 18:30:00.000Z",
        "2026-11-15t18:30:00.000Z",
        "2026-11-15T18:30:00.000z",
        "2026-11-15T18:30:00,000Z",
        "2026-11-15T18-30-00.000Z",
        "2026/11/15T18:30:00.000Z",
        "2026-1a-15T18:30:00.000Z",
        "2026-11-15T18:30:00.0:0Z",
        "2026-11-15T18:30:00./00Z",
        "+026-11-15T18:30:00.000Z",
        "2026-11- 5T18:30:00.000Z",
        "1969-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00.000Z",
        "2026-00-15T18:30:00.000Z",
        "2026-13-15T18:30:00.000Z",
        "2026-11-00T18:30:00.000Z",
        "2026-11-31T18:30:00.000Z",
        "2026-12-32T18:30:00.000Z",
        "2026-02-29T18:30:00.000Z",
        "2024-02-30T18:30:00.000Z",
        "2100-02-29T18:30:00.000Z",
        "2026-11-15T24:00:00.000Z",
        "2026-11-15T18:60:00.000Z",
        "2026-11-15T18:30:60.000Z",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        int64_t ms = -7;
        assert_err(moment_read(&ms, texts[i], strlen(texts[i])), FF_E_TIME, texts[i]);
        assert_true(ms == -7);
    }
}

static void every_month_has_its_days(void **state)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    (void)state;
    for (int month = 1; month <= 12; month++) {
        for (int day = 28; day <= 32; day++) {
            char text[64];
            int64_t ms;
            (void)snprintf(text, sizeof text, "2026-%02d-%02dT00:00:00.000Z", month, day);
            assert_err(moment_read(&ms, text, strlen(text)),
                       day <= days[month - 1] ? FF_OK : FF_E_TIME, text);
        }
    }
}

/* Random times (xorshift, so that runs repeat), compared with the C library. */
static void random_moments_agree_with_the_c_library(void **state)
{
    uint64_t random = UINT64_C(88172645463325252);
    (void)state;
    for (int i = 0; i < 100000; i++) {
        char data[MOMENT_TEXT + 1], expected[64];
        ff_text text = ff_text_on(data, sizeof data);
        int64_t ms, back;
        struct tm tm;
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        ms = (int64_t)(random % UINT64_C(253402300800000));
        time_t seconds = (time_t)(ms / 1000);
        assert_non_null(gmtime_r(&seconds, &tm));
        (void)snprintf(expected, sizeof expected, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
                       tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
                       tm.tm_sec, (int)(ms % 1000));
        moment_write(&text, ms);
        assert_string_equal(data, expected);
        assert_int_equal(moment_read(&back, data, MOMENT_TEXT), FF_OK);
        assert_true(back == ms);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_moments_are_written_and_read),
        cmocka_unit_test(moments_lie_between_1970_and_9999),
        cmocka_unit_test(a_malformed_moment_is_refused),
        cmocka_unit_test(every_month_has_its_days),
        cmocka_unit_test(random_moments_agree_with_the_c_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
