#include "play/fixture_test.h"

#include "play/clean.h"

static void unsafe_characters_are_removed(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"Ann", "Ann"},
        {"  Ann \t\n Lee  ", "Ann Lee"},
        {"J\xC3\xBCrgen", "J\xC3\xBCrgen"},
        {"A\x01\x7F\x1B[31mnn", "A[31mnn"},
        /* NOLINTNEXTLINE(misc-misleading-bidirectional): that is the point */
        {"evil\xE2\x80\xAEtxt.exe", "eviltxt.exe"}, /* right-to-left override */
        /* NOLINTNEXTLINE(misc-misleading-bidirectional): that is the point */
        {"a\xE2\x81\xA6z\xE2\x81\xA9", "az"},               /* isolates */
        {"zero\xE2\x80\x8Bwidth\xEF\xBB\xBF", "zerowidth"}, /* zero width space, byte order mark */
        {"x\xC2\xA0\xE3\x80\x80y", "x y"},                  /* no-break and ideographic space */
        {"\xFF"
         "A\xC3"
         "B\xED\xA0\x80"
         "C",
         "ABC"},                                                    /* malformed, cut, surrogate */
        {"o\xCC\x81\xCC\x82\xCC\x83\xCC\x84", "o\xCC\x81\xCC\x82"}, /* too many combining marks */
        {"\xCC\x81x", "x"},
        {"<b>&\"'", "<b>&\"'"}, /* not escaped here */
        {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80",
         "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[64];
        assert_int_equal(clean_text(out, sizeof out, 20, cases[i].text, strlen(cases[i].text)),
                         CLEAN_OK);
        assert_string_equal(out, cases[i].expected);
    }
}

static void text_without_visible_characters_is_empty(void **state)
{
    static const char *const cases[] = {
        "",         "   ",          "\xE2\x80\x8B", "\xE2\x80\x8D",
        "\x01\x02", "\xE3\x85\xA4", "\xCC\x81",     "\xE2\xA0\x80 \xC2\xAD"};
    char out[8] = "as was";
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(clean_text(out, sizeof out, 20, cases[i], strlen(cases[i])), CLEAN_EMPTY);
    assert_string_equal(out, "as was");
}

static void characters_are_counted_not_bytes(void **state)
{
    char out[16] = "as was";
    (void)state;
    assert_int_equal(clean_text(out, sizeof out, 3, "\xC3\xA4\xC3\xA4\xC3\xA4", 6), CLEAN_OK);
    assert_int_equal(clean_text(out, sizeof out, 3, "abcd", 4), CLEAN_LONG);
    assert_int_equal(clean_text(out, sizeof out, 3, "abc  \x01 ", 7), CLEAN_OK);
    assert_string_equal(out, "abc");
}

static void text_that_does_not_fit_is_refused(void **state)
{
    char out[5] = "same", big[3000];
    (void)state;
    memset(big, 'x', sizeof big);
    assert_int_equal(clean_text(out, sizeof out, 20, "12345", 5), CLEAN_LONG);
    assert_int_equal(clean_text(big, 0, 20, "1", 1), CLEAN_LONG);
    assert_string_equal(out, "same");
    assert_int_equal(clean_text(out, sizeof out, 9999, big, sizeof big), CLEAN_LONG);
    assert_int_equal(clean_text(out, sizeof out, 20, "1234", 4), CLEAN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unsafe_characters_are_removed),
        cmocka_unit_test(text_without_visible_characters_is_empty),
        cmocka_unit_test(characters_are_counted_not_bytes),
        cmocka_unit_test(text_that_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
