#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/utf8.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static void characters_are_read_with_their_length(void **state)
{
    static const struct {
        const char *text;
        uint32_t code;
    } cases[] = {{"A", 'A'},
                 {"\x7F", 0x7F},
                 {"\xC2\x80", 0x80},
                 {"\xDF\xBF", 0x7FF},
                 {"\xE0\xA0\x80", 0x800},
                 {"\xED\x9F\xBF", 0xD7FF},
                 {"\xEE\x80\x80", 0xE000},
                 {"\xEF\xBF\xBF", 0xFFFF},
                 {"\xF0\x90\x80\x80", 0x10000},
                 {"\xF4\x8F\xBF\xBF", 0x10FFFF}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint32_t code = 77;
        assert_int_equal(utf8_next(cases[i].text, strlen(cases[i].text), &code),
                         strlen(cases[i].text));
        assert_int_equal(code, cases[i].code);
    }
    uint32_t code = 77;
    assert_int_equal(utf8_next("\0", 1, &code), 1);
    assert_int_equal(code, 0);
}

static void malformed_text_is_refused(void **state)
{
    static const char *const texts[] = {
        "\x80",         "\xBF",         "\xC0\x80",         "\xC1\xBF",         "\xC2",
        "\xC2\x41",     "\xE0\x9F\xBF", "\xE2\x82",         "\xE2\x28\xA1",     "\xED\xA0\x80",
        "\xED\xBF\xBF", "\xF0\x9F\x98", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
        "\xFF",         "\xFE",         "\xF0\x28\x8C\xBC", "\xF8\x88\x80\x80"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        char framed[32] = "all is well, ";
        size_t before = strlen(framed), len = strlen(texts[i]);
        memcpy(framed + before, texts[i], len + 1);
        assert_int_equal(utf8_next(texts[i], len, NULL), 0);
        assert_false(utf8_is_valid(texts[i], len));
        assert_false(utf8_is_valid(framed, before + len));
    }
    assert_int_equal(utf8_next("", 0, NULL), 0);
}

static void well_formed_text_is_accepted_at_every_offset(void **state)
{
    char text[] = "________________\xE2\x82\xAC and \xF0\x9F\x94\xB4, one byte after the other";
    (void)state;
    assert_true(utf8_is_valid("", 0));
    for (size_t from = 0; from <= 16; from++)
        assert_true(utf8_is_valid(text + from, strlen(text) - from));
    /* Cut within the first long character, at every offset within a word of eight bytes. */
    for (size_t from = 0; from <= 16; from++)
        assert_false(utf8_is_valid(text + from, 18 - from));
}

static void characters_are_counted_not_bytes(void **state)
{
    (void)state;
    assert_int_equal(utf8_count("", 0), 0);
    assert_int_equal(utf8_count("abc", 3), 3);
    assert_int_equal(utf8_count("a\xE2\x82\xAC\xF0\x9F\x94\xB4", 8), 3);
}

static void names_are_cleaned(void **state)
{
    /* "Joe", written backwards by a control character */
    static const char turned[] = {'\xE2', '\x80', '\xAE', 'e', 'o', 'J', '\0'};
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"Ann", "Ann"},
        {"", ""},
        {"   ", ""},
        {"  Ann  ", "Ann"},
        {"Ann\t \nLee", "Ann Lee"},
        {"Ann\x01\x02\x7FLee", "AnnLee"},
        {"Ann\xC2\x85Lee", "Ann Lee"},
        {"Ann\xC2\x90Lee", "AnnLee"},
        {"Ann\xE2\x80\xA8Lee", "Ann Lee"},
        {turned, "eoJ"},
        {"a\xE2\x81\xA6"
         "b\xE2\x81\xA9",
         "ab"},
        {"a\xE2\x80\x8E"
         "b\xE2\x80\x8F\xD8\x9C",
         "ab"},
        {"An\xE2\x80\x8Bn", "Ann"},
        {"\xEF\xBB\xBF"
         "Ann",
         "Ann"},
        {"Ann\xFF\xC2", "Ann"},
        {"Ann\xEF\xBF\xBF", "Ann"},
        {"Ann\xF3\xA0\x80\xA0", "Ann"},
        {"\xC2\xA0\xE3\x80\x80"
         "Ann\xE2\x80\x83Lee",
         "Ann Lee"},
        {"J\xC3\xBCrgen \xF0\x9F\x94\xB4", "J\xC3\xBCrgen \xF0\x9F\x94\xB4"},
        {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
         "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"},
        {"<b>&\"", "<b>&\""},
        {"\xE2\x80\x80x\xE2\x80\x8Ay\xE2\x80\x80", "x y"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[64];
        size_t len = strlen(cases[i].text);
        memcpy(text, cases[i].text, len);
        size_t cleaned = utf8_clean(text, len);
        text[cleaned] = '\0';
        assert_string_equal(text, cases[i].expected);
        assert_true(utf8_is_valid(text, cleaned));
        assert_int_equal(utf8_clean(text, cleaned), cleaned);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_read_with_their_length),
        cmocka_unit_test(malformed_text_is_refused),
        cmocka_unit_test(well_formed_text_is_accepted_at_every_offset),
        cmocka_unit_test(characters_are_counted_not_bytes),
        cmocka_unit_test(names_are_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
