#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sodium.h>

#include "rest/passkey.h"

/* Registrations and signatures are tested from outside: tests/e2e/passkeys.test.mjs. */

static void the_host_of_passkeys_is_a_name_without_port_in_lower_case(void **state)
{
    static const char *const none[] = {NULL, "", ":80", "127.0.0.1:8080", "[::1]:80", "10.0.0.1"};
    char host[PASSKEY_HOST_SIZE], longest[PASSKEY_HOST_SIZE + 1];
    (void)state;
    assert_true(passkey_host(host, "Play.Example.org:8080"));
    assert_string_equal(host, "play.example.org");
    assert_true(passkey_host(host, "localhost"));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(passkey_host(host, none[i]));
    memset(longest, 'a', sizeof longest);
    longest[PASSKEY_HOST_SIZE] = '\0';
    assert_false(passkey_host(host, longest));
}

static bool client(const char *text, bool is_new)
{
    struct passkey_client out;
    return passkey_client_read(&out, text, strlen(text), is_new, "example.org", "https") &&
           strcmp(out.challenge, "abc") == 0;
}

static void client_data_is_ours_only_with_the_right_type_and_origin(void **state)
{
    static const char right[] = "{\"type\":\"webauthn.get\",\"challenge\":\"abc\","
                                "\"origin\":\"https://example.org\",\"unknown\":1}";
    static const char framed[] = "{\"type\":\"webauthn.get\",\"challenge\":\"abc\","
                                 "\"origin\":\"https://example.org\",\"crossOrigin\":true}";
    static const char *const wrong[] = {
        "",
        "{",
        "[]",
        "{}",
        "null",
        "{\"type\":\"webauthn.get\",\"challenge\":\"abc\"}",
        "{\"type\":\"webauthn.get\",\"challenge\":\"abc\",\"origin\":\"https://example.com\"}",
        "{\"type\":\"webauthn.get\",\"challenge\":\"abc\",\"origin\":\"http://example.org\"}",
        "{\"type\":\"webauthn.get\",\"challenge\":\"abc\",\"origin\":\"https://example.org.evil\"}",
        framed,
        "{\"type\":\"webauthn.get\",\"challenge\":5,\"origin\":\"https://example.org\"}",
    };
    (void)state;
    assert_true(client(right, false));
    assert_false(client(right, true));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(client(wrong[i], false));
}

static void a_counter_grows_or_stays_zero(void **state)
{
    (void)state;
    assert_true(passkey_counter_is_new(0, 0));
    assert_true(passkey_counter_is_new(3, 4));
    assert_false(passkey_counter_is_new(3, 3));
    assert_false(passkey_counter_is_new(3, 0));
}

static void random_bytes_are_neither_a_key_nor_a_signature(void **state)
{
    static struct passkey_check check = {.host = "example.org"};
    struct passkey_row row;
    uint8_t host_hash[ROW_HASH_BYTES];
    (void)state;
    (void)crypto_hash_sha256(host_hash, (const unsigned char *)"example.org", 11);
    for (int i = 0; i < 3000; i++) {
        static const int32_t algorithms[] = {-7, -8, -257, 0};
        static const size_t lengths[] = {64, 32, 259, 1};
        check.auth_len = randombytes_uniform(PASSKEY_AUTH_MAX + 1);
        check.signature_len = randombytes_uniform(PASSKEY_SIGNATURE_MAX + 1);
        randombytes_buf(check.auth, sizeof check.auth);
        randombytes_buf(check.signature, sizeof check.signature);
        randombytes_buf(check.key, sizeof check.key);
        memcpy(check.auth, host_hash, sizeof host_hash);
        check.auth[sizeof host_hash] |= 69; /* present, verified, with a key */
        check.algorithm = algorithms[i % 4];
        check.key_len = lengths[i % 4];
        assert_false(passkey_new_read(&row, check.auth, check.auth_len, "example.org"));
        assert_false(passkey_verify(&check));
    }
}

static int start(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_of_passkeys_is_a_name_without_port_in_lower_case),
        cmocka_unit_test(client_data_is_ours_only_with_the_right_type_and_origin),
        cmocka_unit_test(a_counter_grows_or_stays_zero),
        cmocka_unit_test(random_bytes_are_neither_a_key_nor_a_signature),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
