#include "server/relay_mark.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const uint8_t secret[RELAY_KEY_BYTES] = {1, 2, 3}, other_secret[RELAY_KEY_BYTES] = {1, 2};
static const char query[] = "EIO=4&transport=polling&sid=aBcDefghijklmnopqrst&t=1";

static void a_node_reads_the_address_that_another_wrote(void **state)
{
    static const char *const addresses[] = {"198.51.100.7", "2001:db8::7",
                                            "2001:db8:1111:2222:3333:4444:5555:6666"};
    uint8_t key[RELAY_KEY_BYTES];
    (void)state;
    relay_key(key, secret);
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        char mark[RELAY_MARK_SIZE], address[PROXY_ADDRESS_SIZE];
        relay_mark_write(mark, key, NET_POST, query, addresses[i]);
        assert_true(relay_mark_read(address, key, NET_POST, query, mark));
        assert_string_equal(address, addresses[i]);
    }
}

/* Every character of a mark counts, and so does everything that it is about. */
static void nobody_else_can_write_a_mark_or_change_one(void **state)
{
    uint8_t key[RELAY_KEY_BYTES], other[RELAY_KEY_BYTES];
    char mark[RELAY_MARK_SIZE], changed[RELAY_MARK_SIZE + 1], address[PROXY_ADDRESS_SIZE] = "none";
    (void)state;
    relay_key(key, secret);
    relay_key(other, other_secret);
    relay_mark_write(mark, key, NET_GET, query, "198.51.100.7");
    for (size_t i = 0; i <= strlen(mark); i++) {
        (void)snprintf(changed, sizeof changed, "%s", mark);
        changed[i] = (char)(changed[i] == '1' ? '2' : '1');
        changed[strlen(mark) + 1] = '\0';
        assert_false(relay_mark_read(address, key, NET_GET, query, changed));
        (void)snprintf(changed, i + 1, "%s", mark);
        if (i < strlen(mark))
            assert_false(relay_mark_read(address, key, NET_GET, query, changed));
    }
    assert_false(relay_mark_read(address, other, NET_GET, query, mark));
    assert_false(relay_mark_read(address, secret, NET_GET, query, mark));
    assert_false(relay_mark_read(address, key, NET_POST, query, mark));
    assert_false(relay_mark_read(address, key, NET_GET, query + 1, mark));
    assert_false(relay_mark_read(address, key, NET_GET, "", mark));
    assert_string_equal(address, "none");
    assert_true(relay_mark_read(address, key, NET_GET, query, mark));
}

static void other_texts_are_no_marks(void **state)
{
    static const char *const bad[] = {
        "",
        " ",
        "a",
        "198.51.100.7",
        "x",
        "198.51.100.7 0123456789abcdef0123456789abcdef",
        "                                                                                 "};
    uint8_t key[RELAY_KEY_BYTES];
    char address[PROXY_ADDRESS_SIZE], longer[200];
    (void)state;
    relay_key(key, secret);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(relay_mark_read(address, key, NET_GET, query, bad[i]));
    memset(longer, '1', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    assert_false(relay_mark_read(address, key, NET_GET, query, longer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_reads_the_address_that_another_wrote),
        cmocka_unit_test(nobody_else_can_write_a_mark_or_change_one),
        cmocka_unit_test(other_texts_are_no_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
