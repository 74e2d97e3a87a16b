#include "bus/bus_url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct bus_url read_url(const char *text)
{
    struct bus_url url;
    char why[BUS_WHY_SIZE] = "";
    if (!bus_url_read(&url, text, why))
        fail_msg("%s: %s", text, why);
    return url;
}

static void assert_name(const char *text, const char *name)
{
    struct bus_url url = read_url(text);
    char got[BUS_NAME_SIZE];
    bus_url_name(got, &url);
    assert_string_equal(got, name);
}

static void a_url_names_host_port_and_database(void **state)
{
    (void)state;
    assert_name("redis://localhost", "redis://localhost:6379/0");
    assert_name("redis://10.0.0.7:7000/2", "redis://10.0.0.7:7000/2");
    assert_name("redis://[::1]:7000/", "redis://[::1]:7000/0");
    assert_name("rediss://cache.example.org", "rediss://cache.example.org:6379/0");
    assert_name("unix:///run/redis/redis.sock", "unix:///run/redis/redis.sock?db=0");
    assert_name("unix:///run/redis/redis.sock?db=12", "unix:///run/redis/redis.sock?db=12");
    assert_true(read_url("rediss://a").is_encrypted);
    assert_false(read_url("redis://a").is_encrypted);
}

static void user_and_password_are_decoded(void **state)
{
    struct bus_url url = read_url("redis://:s%40e%2Fcret@host");
    (void)state;
    assert_string_equal(url.password, "s@e/cret");
    assert_string_equal(url.user, "");
    url = read_url("rediss://club:a:b@host:1/3?ca=/etc/my%20ca.pem");
    assert_string_equal(url.user, "club");
    assert_string_equal(url.password, "a:b");
    assert_string_equal(url.ca_path, "/etc/my ca.pem");
    url = read_url("unix://:secret@/run/redis.sock");
    assert_string_equal(url.password, "secret");
    assert_string_equal(url.path, "/run/redis.sock");
}

static void the_name_for_logs_has_no_secret(void **state)
{
    (void)state;
    assert_name("redis://club:secret@host:1/3", "redis://host:1/3");
    assert_name("unix://club:secret@/run/r?db=1", "unix:///run/r?db=1");
}

static void a_malformed_url_is_refused_without_repeating_it(void **state)
{
    static const char *const texts[] = {
        "",
        "SECRET",
        "http://SECRET",
        "redis://",
        "redis://:SECRET@",
        "redis://:SECRET@host:0",
        "redis://:SECRET@host:65536",
        "redis://:SECRET@host:",
        "redis://:SECRET@host:6379x",
        "redis://:SECRET@host/-1",
        "redis://:SECRET@host/10000",
        "redis://:SECRET@host/1/2",
        "redis://:SECRET@host#1",
        "redis://:SECRET@host?ca=x",
        "rediss://:SECRET@host?ca=",
        "rediss://:SECRET@host?db=1",
        "rediss://:SECRET@host?ca=%0",
        "redis://:SECRET%@host",
        "redis://:SECRET%00@host",
        "redis://:SECRET @host",
        "redis://:SECRET@ho$t",
        "redis://:SECRET@[::1",
        "redis://:SECRET@[::g]",
        "redis://:SECRET@[::1]7",
        "redis://user:SECRET@a@b",
        "unix://:SECRET@host/run/redis.sock",
        "unix://SECRET",
        "unix:///",
        "unix:///SECRET?ca=x",
        "unix:///SECRET?db=x",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bus_url url, before;
        char why[BUS_WHY_SIZE] = "";
        memset(&url, 0xA5, sizeof url);
        before = url;
        if (bus_url_read(&url, texts[i], why))
            fail_msg("accepted: %s", texts[i]);
        assert_memory_equal(&url, &before, sizeof url);
        assert_true(strlen(why) > 10);
        assert_null(strstr(why, "SECRET"));
    }
}

static void parts_that_are_too_long_are_refused(void **state)
{
    struct bus_url url;
    char text[2048], why[BUS_WHY_SIZE];
    (void)state;
    (void)snprintf(text, sizeof text, "redis://:%0600d@host", 1);
    assert_false(bus_url_read(&url, text, why));
    (void)snprintf(text, sizeof text, "redis://%0256d", 1);
    assert_false(bus_url_read(&url, text, why));
    (void)snprintf(text, sizeof text, "unix:///%0107d", 1);
    assert_false(bus_url_read(&url, text, why));
    (void)snprintf(text, sizeof text, "unix:///%0106d", 1);
    assert_true(bus_url_read(&url, text, why));
}

static void a_password_may_come_from_elsewhere(void **state)
{
    struct bus_url url = read_url("redis://:old-and-longer@host");
    char why[BUS_WHY_SIZE], text[BUS_SECRET_SIZE + 1];
    (void)state;
    assert_true(bus_url_set_password(&url, "new\n", why));
    assert_string_equal(url.password, "new");
    assert_false(bus_url_set_password(&url, "\n", why));
    memset(text, 'x', sizeof text);
    text[BUS_SECRET_SIZE] = 0;
    assert_false(bus_url_set_password(&url, text, why));
    assert_string_equal(url.password, "new");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_url_names_host_port_and_database),
        cmocka_unit_test(user_and_password_are_decoded),
        cmocka_unit_test(the_name_for_logs_has_no_secret),
        cmocka_unit_test(a_malformed_url_is_refused_without_repeating_it),
        cmocka_unit_test(parts_that_are_too_long_are_refused),
        cmocka_unit_test(a_password_may_come_from_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
