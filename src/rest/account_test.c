#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/token.h"
#include "base/random.h"
#include "rest/account.h"
#include "rest/common.h"

static void a_login_has_three_to_twenty_letters_digits_and_dashes(void **state)
{
    static const char *const good[] = {"abc", "Ann_1-2", "01234567890123456789"};
    static const char *const bad[] = {"",    "ab", "012345678901234567890", "a b", "\xC3\xA4rger",
                                      "a.b", "<b>"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(account_is_login(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(account_is_login(bad[i], strlen(bad[i])));
    assert_false(account_is_login("ab\0cd", 5));
}

static enum password_verdict judge(const char *password)
{
    return account_judge(password, strlen(password), "My_Login-1");
}

static void a_password_is_long_enough_and_not_common(void **state)
{
    char text[2 * 129 + 1] = "";
    (void)state;
    assert_int_equal(judge("correct horse"), PASSWORD_GOOD);
    assert_int_equal(judge("1234567"), PASSWORD_SHORT);
    assert_int_equal(judge("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"), PASSWORD_SHORT);
    assert_int_equal(judge("PassWord"), PASSWORD_COMMON);
    assert_int_equal(judge("my_login-1"), PASSWORD_COMMON);
    assert_int_equal(judge("zzzzzzzzzzzz"), PASSWORD_COMMON);
    static const char *const near[] = {"my_login-1!", "MY_LOGIN-123", "1-nigol_ym", "xmy_login-1x",
                                       "my_login-1my_login-1"};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        assert_int_equal(judge(near[i]), PASSWORD_COMMON);
    assert_int_equal(judge("my_login-1 and more"), PASSWORD_GOOD);
    assert_int_equal(account_judge("annabel-lee", 11, "ann"), PASSWORD_GOOD);
    assert_int_equal(account_judge("a good password", 15, NULL), PASSWORD_GOOD);
    for (int i = 0; i < 128; i++)
        memcpy(text + 2 * i, i % 2 ? "\xC3\xA4" : "\xC3\xB6", 3);
    assert_int_equal(judge(text), PASSWORD_GOOD);
    memcpy(text + 256, "x", 2);
    assert_int_equal(judge(text), PASSWORD_LONG);
    assert_null(account_verdict_text(PASSWORD_GOOD));
    for (int i = PASSWORD_SHORT; i <= PASSWORD_COMMON; i++)
        assert_non_null(account_verdict_text((enum password_verdict)i));
}

static void the_filter_has_common_passwords_and_hardly_any_others(void **state)
{
    static const char *const common[] = {"password",  "12345678",    "iloveyou", "Sunshine",
                                         "trustno1",  "qwertyuiop",  "football", "starwars",
                                         "passwort1", "viergewinnt", "1q2w3e4r", "liverpool"};
    uint64_t seed = 1;
    char text[17];
    int hits = 0;
    (void)state;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        assert_true(common_has(common[i], strlen(common[i])));
    assert_true(common_count >= 10000);
    for (size_t i = 1; i < common_count; i++)
        assert_true(common_table[i - 1] < common_table[i]);
    for (int i = 0; i < 200000; i++) {
        (void)snprintf(text, sizeof text, "%016llx", (unsigned long long)random_next(&seed));
        hits += common_has(text, 16);
    }
    assert_in_range(hits, 0, 9); /* 0.5 are expected; 20 would be one in 10,000 */
}

static void a_recovery_code_may_be_typed_in_any_case_with_any_separators(void **state)
{
    uint8_t hash[ROW_HASH_BYTES], typed[ROW_HASH_BYTES], other[ROW_HASH_BYTES];
    char code[RECOVERY_SIZE], small[2 * RECOVERY_SIZE];
    (void)state;
    recovery_fresh(code, hash);
    assert_int_equal(strlen(code), RECOVERY_SIZE - 1);
    assert_true(recovery_hash(typed, code, strlen(code)));
    assert_memory_equal(typed, hash, sizeof hash);
    size_t len = 0;
    for (size_t i = 0; code[i]; i++) {
        char c = code[i];
        if (c != '-')
            small[len++] = (char)(c == '0'               ? 'o'
                                  : c == '1'             ? 'l'
                                  : c >= 'A' && c <= 'Z' ? c - 'A' + 'a'
                                                         : c);
        small[len++] = ' ';
    }
    assert_true(recovery_hash(typed, small, len));
    assert_memory_equal(typed, hash, sizeof hash);
    assert_false(recovery_hash(typed, code, strlen(code) - 1));
    assert_false(recovery_hash(typed, "U0000-00000-00000-00000-00000", 29));
    assert_false(recovery_hash(typed, "", 0));
    recovery_fresh(code, other);
    assert_memory_not_equal(hash, other, sizeof hash);
}

static void a_login_hash_ignores_case(void **state)
{
    (void)state;
    assert_true(account_login_hash("Ann") == account_login_hash("aNN"));
    assert_true(account_login_hash("ann") != account_login_hash("anna"));
    assert_true(account_login_hash("") != 0);
}

static int start(void **state)
{
    (void)state;
    return token_start() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_login_has_three_to_twenty_letters_digits_and_dashes),
        cmocka_unit_test(a_password_is_long_enough_and_not_common),
        cmocka_unit_test(the_filter_has_common_passwords_and_hardly_any_others),
        cmocka_unit_test(a_recovery_code_may_be_typed_in_any_case_with_any_separators),
        cmocka_unit_test(a_login_hash_ignores_case),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
