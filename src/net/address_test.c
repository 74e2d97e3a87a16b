#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sodium.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "net/address.h"

static void addresses_limited_together_share_a_hash(void **state)
{
    (void)state;
    assert_true(address_hash("10.0.0.1") == address_hash("10.0.0.1"));
    assert_true(address_hash("10.0.0.1") != address_hash("10.0.0.2"));
    assert_true(address_hash("2001:db8::1") == address_hash("2001:db8::ffff"));
    assert_true(address_hash("2001:db8::1") != address_hash("2001:db8:0:1::1"));
    assert_true(address_hash("::ffff:10.0.0.1") == address_hash("10.0.0.1"));
    assert_true(address_hash("") != 0);
}

static bool is_public(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return address_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((const struct sockaddr *)&six);
}

static void only_addresses_of_the_internet_are_public(void **state)
{
    static const char *const closed[] = {
        "127.0.0.1",   "127.9.9.9",        "10.1.2.3",        "172.16.0.1",  "172.31.255.255",
        "192.168.1.1", "169.254.169.254",  "100.64.0.1",      "0.0.0.0",     "192.0.0.8",
        "198.18.0.1",  "224.0.0.1",        "255.255.255.255", "203.0.113.9", "::",
        "::1",         "::ffff:127.0.0.1", "::ffff:10.0.0.1", "fe80::1",     "fd00::1",
        "ff02::1",     "64:ff9b::7f00:1",  "2002:7f00:1::",   "2001::1",     "2001:db8::1",
        "::127.0.0.1"};
    static const char *const open[] = {"8.8.8.8",        "172.15.0.1",     "172.32.0.1",
                                       "100.63.255.255", "100.128.0.0",    "198.17.0.1",
                                       "2a00:1450::1",   "::ffff:8.8.8.8", "2606:4700::1111"};
    (void)state;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (is_public(closed[i]) || address_host_may_be_public(closed[i]))
            fail_msg("%s is not public", closed[i]);
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (!is_public(open[i]) || !address_host_may_be_public(open[i]))
            fail_msg("%s is public", open[i]);
}

static void hosts_that_cannot_be_public_are_told_by_their_text(void **state)
{
    static const char *const closed[] = {"localhost", "a.localhost", "printer.local", "db",
                                         "127.1",     "0x7f.1",      "2130706433",    "",
                                         ".",         "a.internal",  "example.org."};
    (void)state;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (address_host_may_be_public(closed[i]))
            fail_msg("%s is not public", closed[i]);
    assert_true(address_host_may_be_public("fcm.googleapis.com"));
    assert_true(address_host_may_be_public("updates.push.services.mozilla.com"));
}

static void a_network_names_no_person(void **state)
{
    static const char *const cases[][2] = {{"203.0.113.77", "203.0.113.0/24"},
                                           {"::ffff:203.0.113.77", "203.0.113.0/24"},
                                           {"2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"},
                                           {"::1", "::/48"},
                                           {"unix", ""},
                                           {"", ""}};
    char text[ADDRESS_NETWORK_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        address_network(text, cases[i][0]);
        assert_string_equal(text, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_names_no_person),
        cmocka_unit_test(addresses_limited_together_share_a_hash),
        cmocka_unit_test(only_addresses_of_the_internet_are_public),
        cmocka_unit_test(hosts_that_cannot_be_public_are_told_by_their_text)};
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("address", tests, NULL, NULL);
}
