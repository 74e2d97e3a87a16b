#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "json/parse.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { DEPTH = 32, TEXT_MAX = 200 };

/* What jansson's own parser makes of a text. */
static json_t *jansson_reads(const char *text, size_t len, enum json_read_err *err)
{
    json_error_t error;
    json_t *value =
        json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    enum json_error_code code = value ? json_error_unknown : json_error_code(&error);
    *err = value                              ? JSON_READ_OK
           : code == json_error_duplicate_key ? JSON_READ_E_TWICE
                                              : JSON_READ_E_SYNTAX;
    return value;
}

/* Has it a text with a lone surrogate or a number beyond 64 bits, which jansson refuses? */
static bool has_value_jansson_refuses(const json_t *value)
{
    const double beyond = 9223372036854775807.0;
    const char *key;
    json_t *inner;
    size_t i;
    json_array_foreach(value, i, inner)
    {
        if (has_value_jansson_refuses(inner))
            return true;
    }
    json_object_foreach((json_t *)value, key, inner)
    {
        if (!utf8_is_valid(key, strlen(key)) || has_value_jansson_refuses(inner))
            return true;
    }
    return (json_is_string(value) &&
            !utf8_is_valid(json_string_value(value), json_string_length(value))) ||
           (json_is_real(value) && fabs(json_real_value(value)) >= beyond);
}

/* Both read the same value, or both refuse. A text with several errors may be refused for different ones. jansson
 * ignores a zero byte after a number; our parser refuses it everywhere. */
static void assert_agreed(const char *text, size_t len)
{
    enum json_read_err expected;
    size_t at = SIZE_MAX;
    json_t *theirs = jansson_reads(text, len, &expected), *ours = NULL;
    enum json_read_err err = json_parse(&ours, text, len, DEPTH, &at);
    if (len > 0 && memchr(text, '\0', len)) {
        assert_int_not_equal(err, JSON_READ_OK);
        json_decref(theirs);
        return;
    }
    bool is_agreed = !err == !expected && (!ours || json_equal(ours, theirs));
    if (!is_agreed && (err || !has_value_jansson_refuses(ours)))
        fail_msg("%.*s: %s, expected %s", (int)len, text, json_read_err_text(err),
                 json_read_err_text(expected));
    assert_true(err ? !ours && at <= len : at == SIZE_MAX);
    json_decref(ours);
    json_decref(theirs);
}

static const char *const texts[] = {
    "[\"make-move\",{\"gameId\":\"AAAAAAAAAAA\",\"columnIndex\":3,\"ply\":12}]",
    " { \"a\" : [ 1 , -2 , 0 , -0 , 2.5e+3 , 1E-2 , 0.125 ] , \"b\" : { } , \"c\" : [ ] } ",
    "[true,false,null,\"\",\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"\\u0041\\u00e9\\u20AC\\ud83d\\uDE00\"]",
    "\"Gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80 \x7F\"",
    "{\"\\u0061b\":{\"\\u0061b\":\"\\u0061b\"},\"ab\\u0000\":1}",
    "{\"\\u0061\":\"\\u0062\",\"\\u0062\":\"\\u0061\"}",
    "{\"a\":1,\"a\":1}",
    "{\"a\":1,\"\\u0061\":1}",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999",
    "1e308",
    "1e309",
    "-1e400",
    "1e-400",
    "0.1234567890123456789012345678901234567890",
    "01",
    "-",
    "1.",
    ".5",
    "1e",
    "1e+",
    "+1",
    "\"\\ud83d\"",
    "\"\\ude00\"",
    "\"\\ud83d\\u0041\"",
    "\"\\x\"",
    "\"\\u12g4\"",
    "\"\xC0\x80\"",
    "\"\xED\xA0\x80\"",
    "\"\xF4\x90\x80\x80\"",
    "\"\t\"",
    "\"a\\u0000b\"",
    "nul",
    "nulll",
    "[1 2]",
    "[,]",
    "{,}",
    "{\"a\"}",
    "{\"a\":}",
    "{1:2}",
    "[1]]",
    "",
    " ",
};

static void errors_are_those_of_jansson(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        enum json_read_err expected;
        json_t *value = NULL;
        size_t at;
        json_decref(jansson_reads(texts[i], strlen(texts[i]), &expected));
        enum json_read_err err = json_parse(&value, texts[i], strlen(texts[i]), DEPTH, &at);
        if (err || !has_value_jansson_refuses(value))
            assert_int_equal(err, expected);
        json_decref(value);
    }
}

static void every_prefix_is_read_as_jansson_reads_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (size_t len = 0; len <= strlen(texts[i]); len++)
            assert_agreed(texts[i], len);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Replaces, removes or inserts a byte. */
static size_t change(char *text, size_t len, uint32_t *seed)
{
    static const char bytes[] = "{}[]\",:\\/u0123456789abcdefE+-. \n\t\x01\x7F\x80\xC3\xED\xF0";
    size_t at = len ? next_random(seed) % len : 0;
    char byte = bytes[next_random(seed) % sizeof bytes]; /* including the zero byte at the end */
    uint32_t what = next_random(seed) % 3;
    if (what == 0 && len > 0) {
        text[at] = byte;
    } else if (what == 1 && len > 0) {
        memmove(text + at, text + at + 1, len - at - 1);
        len--;
    } else if (len < TEXT_MAX) {
        memmove(text + at + 1, text + at, len - at);
        text[at] = byte;
        len++;
    }
    return len;
}

static void randomly_changed_texts_are_read_as_jansson_reads_them(void **state)
{
    uint32_t seed = 4;
    char text[TEXT_MAX];
    (void)state;
    for (int i = 0; i < 200000; i++) {
        const char *from = texts[next_random(&seed) % COUNT_OF(texts)];
        size_t len = strlen(from);
        memcpy(text, from, len); /* NOLINT(bugprone-not-null-terminated-result): it has a length */
        for (uint32_t changes = 1 + next_random(&seed) % 3; changes > 0; changes--)
            len = change(text, len, &seed);
        assert_agreed(text, len);
    }
}

static void a_lone_surrogate_becomes_bytes_that_are_not_utf8(void **state)
{
    static const struct {
        const char *text, *bytes;
    } cases[] = {{"\"\\ud800\"", "\xED\xA0\x80"},
                 {"\"a\\uDFFFb\"", "a\xED\xBF\xBF"
                                   "b"},
                 {"\"\\ud83d\\u0041\"", "\xED\xA0\xBD"
                                        "A"},
                 {"\"\\ud83d\\n\"", "\xED\xA0\xBD\n"},
                 {"\"\\ud83d\\ud83d\\ude00\"", "\xED\xA0\xBD\xF0\x9F\x98\x80"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_t *value = NULL;
        size_t at;
        assert_int_equal(json_parse(&value, cases[i].text, strlen(cases[i].text), DEPTH, &at),
                         JSON_READ_OK);
        assert_string_equal(json_string_value(value), cases[i].bytes);
        json_decref(value);
    }
}

static void nesting_beyond_the_limit_is_refused_at_its_bracket(void **state)
{
    json_t *value = NULL;
    size_t at = 0;
    (void)state;
    assert_int_equal(json_parse(&value, "[{\"a\":[]}]", 10, 3, &at), JSON_READ_OK);
    json_decref(value);
    value = NULL;
    assert_int_equal(json_parse(&value, "[{\"a\":[]}]", 10, 2, &at), JSON_READ_E_DEPTH);
    assert_int_equal(at, 6);
    assert_null(value);
    assert_int_equal(json_parse(&value, "\"[[[[\"", 6, 0, &at), JSON_READ_OK);
    json_decref(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_those_of_jansson),
        cmocka_unit_test(every_prefix_is_read_as_jansson_reads_it),
        cmocka_unit_test(randomly_changed_texts_are_read_as_jansson_reads_them),
        cmocka_unit_test(a_lone_surrogate_becomes_bytes_that_are_not_utf8),
        cmocka_unit_test(nesting_beyond_the_limit_is_refused_at_its_bracket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
