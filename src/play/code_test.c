#include "play/fixture_test.h"

#include "base/random.h"
#include "play/code.h"

static void a_code_is_read_back_as_people_write_it(void **state)
{
    uint64_t random = 11;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        char code[ROW_CODE_SIZE], back[ROW_CODE_SIZE], typed[16];
        size_t len = 0;
        code_from(code, random_next(&random));
        assert_int_equal(strlen(code), 6);
        assert_null(strpbrk(code, "01OIL"));
        for (int k = 0; k < 6; k++) {
            if (k == 3)
                typed[len++] = '-';
            typed[len++] = (char)(code[k] >= 'A' ? code[k] | 0x20 : code[k]);
        }
        typed[len++] = ' ';
        assert_true(code_read(back, typed, len));
        assert_string_equal(back, code);
    }
}

static void text_that_is_not_a_code_is_refused(void **state)
{
    static const char *const bad[] = {
        "",        "ABCDE",
        "ABCDEFG", "ABCDE0",
        "ABCDEO",  "ABCDE1",
        "ABCDE!",  "ABCD\xC3\x84",
        "------",  "ABCDEFGHJKMNPQRSTUVWXYZ23456789ABCDEFGHJKMNPQRSTUVWXYZ"};
    char out[ROW_CODE_SIZE] = "AS-WAS";
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(code_read(out, bad[i], strlen(bad[i])));
    assert_false(code_read(out, "ABCDE\0", 6));
    assert_string_equal(out, "AS-WAS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_is_read_back_as_people_write_it),
        cmocka_unit_test(text_that_is_not_a_code_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
