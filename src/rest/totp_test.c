#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rest/totp.h"

/* The secret of the test vectors in RFC 6238, appendix B. */
static const uint8_t *const secret = (const uint8_t *)"12345678901234567890";

/* Its codes have eight digits; ours are the last six. */
static void codes_are_those_of_rfc_6238(void **state)
{
    static const struct {
        int64_t second;
        uint32_t code;
    } vectors[] = {{59, 287082},       {1111111109, 81804},  {1111111111, 50471},
                   {1234567890, 5924}, {2000000000, 279037}, {20000000000, 353130}};
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        assert_int_equal(totp_code(secret, totp_step(vectors[i].second * 1000)), vectors[i].code);
}

static bool check(const char *code, int64_t wall_ms, int64_t used, int64_t *step)
{
    return totp_check(secret, code, strlen(code), wall_ms, used, step);
}

static void a_code_is_right_one_step_earlier_and_later_but_never_twice(void **state)
{
    int64_t step = 0;
    (void)state;
    assert_true(check("287082", 59000, 0, &step));
    assert_int_equal(step, 1);
    assert_true(check("287 082", 59000 + 30000, 0, &step));
    assert_true(check("287082", 59000 - 30000, 0, &step));
    assert_false(check("287082", 59000 + 60000, 0, &step));
    assert_false(check("287082", 59000, 1, &step));
    assert_false(check("287082", 59000, 5, &step));
}

static void anything_but_six_digits_is_wrong(void **state)
{
    static const char *const wrong[] = {"", "28708", "2870820", "28708a", "-87082", "287082\n"};
    int64_t step = 0;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(check(wrong[i], 59000, 0, &step));
}

static void a_secret_is_written_in_base32_and_as_a_uri(void **state)
{
    char text[TOTP_TEXT_SIZE], uri[TOTP_URI_SIZE];
    (void)state;
    totp_secret_write(text, secret);
    assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    totp_uri_write(uri, secret, "ann");
    assert_string_equal(
        uri, "otpauth://totp/Fourfall:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fourfall");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_those_of_rfc_6238),
        cmocka_unit_test(a_code_is_right_one_step_earlier_and_later_but_never_twice),
        cmocka_unit_test(anything_but_six_digits_is_wrong),
        cmocka_unit_test(a_secret_is_written_in_base32_and_as_a_uri),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
