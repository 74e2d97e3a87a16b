#include "net/proxy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct proxy_list list_of(const char *first, const char *second)
{
    struct proxy_list list = {.count = 2};
    assert_true(proxy_block_read(&list.block[0], first));
    assert_true(proxy_block_read(&list.block[1], second));
    return list;
}

static void blocks_are_read_and_written(void **state)
{
    static const char *const good[] = {"10.0.0.7", "10.0.0.0/8",    "0.0.0.0/0", "::1",
                                       "fd00::/8", "2001:db8::/32", "::/0",      "192.0.2.4/31"};
    char text[PROXY_ADDRESS_SIZE];
    struct proxy_block block;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(proxy_block_read(&block, good[i]));
        proxy_block_write(text, &block);
        assert_string_equal(text, good[i]);
    }
}

static void what_is_no_block_is_refused(void **state)
{
    static const char *const bad[] = {
        "",          "10.0.0",    "10.0.0.1/33", "10.0.0.1/",   "fd00::/129", "10.0.0.1/8",
        "fd00::1/8", "localhost", "10.0.0.1/-1", "10.0.0.1/8x", " 10.0.0.1",  "[::1]"};
    struct proxy_block block = {.bits = 77};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (proxy_block_read(&block, bad[i]))
            fail_msg("accepted: %s", bad[i]);
    assert_int_equal(block.bits, 77);
}

static void a_block_has_its_addresses_and_no_others(void **state)
{
    struct proxy_list list = list_of("10.1.0.0/16", "2001:db8::/33");
    (void)state;
    assert_true(proxy_is_trusted(&list, "10.1.255.255"));
    assert_true(proxy_is_trusted(&list, "::ffff:10.1.2.3"));
    assert_false(proxy_is_trusted(&list, "10.2.0.0"));
    assert_true(proxy_is_trusted(&list, "2001:db8:7fff::1"));
    assert_false(proxy_is_trusted(&list, "2001:db8:8000::1"));
    assert_false(proxy_is_trusted(&list, ""));
}

static void client_is(const char *peer, const char *forwarded, const char *wanted)
{
    struct proxy_list list = list_of("10.0.0.0/8", "::1");
    char out[PROXY_ADDRESS_SIZE];
    proxy_client(out, &list, peer, forwarded);
    assert_string_equal(out, wanted);
}

static void the_client_is_the_last_whom_nobody_of_ours_vouches_for(void **state)
{
    (void)state;
    client_is("10.0.0.1", "192.0.2.1", "192.0.2.1");
    client_is("10.0.0.1", "192.0.2.1, 10.0.0.2", "192.0.2.1");
    client_is("10.0.0.1", "192.0.2.1,10.0.0.3 ,\t10.0.0.2", "192.0.2.1");
    client_is("::1", "2001:db8::5", "2001:db8::5");
    client_is("10.0.0.1", "192.0.2.1:4711", "192.0.2.1");
    client_is("10.0.0.1", "[2001:db8::5]:4711", "2001:db8::5");
    client_is("::ffff:10.0.0.1", "::ffff:192.0.2.1", "192.0.2.1");
}

static void what_a_client_writes_about_itself_counts_for_nothing(void **state)
{
    (void)state;
    client_is("192.0.2.1", "198.51.100.9", "192.0.2.1");
    client_is("192.0.2.1", "10.0.0.9", "192.0.2.1");
    client_is("10.0.0.1", "198.51.100.9, 192.0.2.1", "192.0.2.1");
    client_is("10.0.0.1", "10.0.0.9, 192.0.2.1", "192.0.2.1");
}

static void nonsense_ends_the_list(void **state)
{
    (void)state;
    client_is("10.0.0.1", NULL, "10.0.0.1");
    client_is("10.0.0.1", "", "10.0.0.1");
    client_is("10.0.0.1", "unknown", "10.0.0.1");
    client_is("10.0.0.1", "192.0.2.1,", "10.0.0.1");
    client_is("10.0.0.1", "192.0.2.1, x, 10.0.0.2", "10.0.0.2");
    client_is("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3");
    client_is("10.0.0.1", "[::1", "10.0.0.1");
    client_is("10.0.0.1",
              "11111111111111111111111111111111111111111111111111111111111111111111111111",
              "10.0.0.1");
}

static void a_scheme_is_one_of_two_words(void **state)
{
    (void)state;
    assert_string_equal(proxy_scheme("HTTPS"), "https");
    assert_string_equal(proxy_scheme("http"), "http");
    assert_null(proxy_scheme("https, http"));
    assert_null(proxy_scheme("ftp"));
    assert_null(proxy_scheme(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_read_and_written),
        cmocka_unit_test(what_is_no_block_is_refused),
        cmocka_unit_test(a_block_has_its_addresses_and_no_others),
        cmocka_unit_test(the_client_is_the_last_whom_nobody_of_ours_vouches_for),
        cmocka_unit_test(what_a_client_writes_about_itself_counts_for_nothing),
        cmocka_unit_test(nonsense_ends_the_list),
        cmocka_unit_test(a_scheme_is_one_of_two_words),
    };
    return cmocka_run_group_tests_name("proxy", tests, NULL, NULL);
}
