#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/token.h"

static void a_token_reads_back_from_its_text(void **state)
{
    struct token token, again = {{0}}, other;
    char text[TOKEN_TEXT_SIZE];
    (void)state;
    token_fresh(&token);
    token_fresh(&other);
    assert_memory_not_equal(token.bytes, other.bytes, TOKEN_BYTES);
    token_write(text, &token);
    assert_int_equal(strlen(text), TOKEN_TEXT_SIZE - 1);
    assert_true(token_read(&again, text, strlen(text)));
    assert_memory_equal(token.bytes, again.bytes, TOKEN_BYTES);
}

static void each_token_has_exactly_one_text(void **state)
{
    static const char *const wrong[] = {
        "",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",   /* a letter short */
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", /* one too many */
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB",  /* bits behind the last */
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",  /* padded */
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/",  /* the other alphabet */
        /* a byte that libsodium takes for a letter */
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\x95"
         "AAAAAA"),
    };
    struct token token, before;
    (void)state;
    memset(&token, 7, sizeof token);
    before = token;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(token_read(&token, wrong[i], strlen(wrong[i])));
        assert_memory_equal(&token, &before, sizeof token);
    }
}

static void different_tokens_have_different_hashes(void **state)
{
    struct token token = {{0}};
    uint8_t hash[ROW_HASH_BYTES], same[ROW_HASH_BYTES], other[ROW_HASH_BYTES];
    (void)state;
    token_hash(hash, &token);
    token_hash(same, &token);
    token.bytes[31] = 1;
    token_hash(other, &token);
    assert_memory_equal(hash, same, sizeof hash);
    assert_memory_not_equal(hash, other, sizeof hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_reads_back_from_its_text),
        cmocka_unit_test(each_token_has_exactly_one_text),
        cmocka_unit_test(different_tokens_have_different_hashes),
    };
    if (!token_start())
        return 1;
    return cmocka_run_group_tests_name("token", tests, NULL, NULL);
}
