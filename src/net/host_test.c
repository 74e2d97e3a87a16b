#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "net/host.h"

static void names_that_nobody_can_register_are_local(void **state)
{
    static const char *const local[] = {
        "localhost",    "localhost:8080", "127.0.0.1:80", "10.0.0.7",  "[::1]:8080", "[fd00::1]",
        "club-pc:8080", "club",           "pc.local",     "PC.LOCAL.", "pc.lan:80",  "a.localhost",
        "pc.home.arpa", "vm.internal",    "pc.home",      ""};
    static const char *const others[] = {
        "evil.example",       "evil.example:8080", "127.0.0.1.evil.example",
        "localhost.evil.com", "evillocal.com",     "a.local.evil.com",
        "1.2.3.4.5",          "127.1.evil.org.",   "x.notlocal"};
    (void)state;
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        if (!host_is_local(local[i]))
            fail_msg("%s is local", local[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (host_is_local(others[i]))
            fail_msg("%s is not local", others[i]);
}

static void a_listed_name_is_ours_with_any_port(void **state)
{
    static const char *const names[] = {"play.example.org"}, *const all[] = {"*"};
    const struct host_list list = {names, 1}, every = {all, 1}, none = {0};
    (void)state;
    assert_true(host_is_listed(&list, "play.example.org"));
    assert_true(host_is_listed(&list, "PLAY.example.org.:8443"));
    assert_false(host_is_listed(&list, "example.org"));
    assert_false(host_is_listed(&list, "play.example.org.evil.com"));
    assert_true(host_is_listed(&every, "evil.example"));
    assert_false(host_is_listed(&none, "play.example.org"));
}

static void the_host_of_an_origin_is_ours(void **state)
{
    static const char *const origins[] = {"*", "https://play.example.org:8443"};
    (void)state;
    assert_true(host_is_of_origin(origins, 2, "play.example.org"));
    assert_false(host_is_of_origin(origins, 2, "evil.example"));
}

static void a_name_has_no_port_and_no_scheme(void **state)
{
    (void)state;
    assert_true(host_is_name("play.example.org"));
    assert_true(host_is_name("*"));
    assert_false(host_is_name(""));
    assert_false(host_is_name("https://a"));
    assert_false(host_is_name("a:80"));
    assert_false(host_is_name("*.example.org"));
}

static void loopback_is_this_machine(void **state)
{
    (void)state;
    assert_true(host_is_loopback("127.0.0.1"));
    assert_true(host_is_loopback("::1"));
    assert_true(host_is_loopback("::ffff:127.0.0.1"));
    assert_false(host_is_loopback("10.0.0.1"));
    assert_false(host_is_loopback("128.0.0.1"));
    assert_false(host_is_loopback("::12"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_nobody_can_register_are_local),
        cmocka_unit_test(a_listed_name_is_ours_with_any_port),
        cmocka_unit_test(the_host_of_an_origin_is_ours),
        cmocka_unit_test(a_name_has_no_port_and_no_scheme),
        cmocka_unit_test(loopback_is_this_machine),
    };
    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
