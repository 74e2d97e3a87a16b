#include "server/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void listens_on(const char *text, const char *address, int port)
{
    struct server_config config = server_config_default;
    assert_true(config_listen_read(&config.listen, text));
    assert_string_equal(config.listen.address, address);
    assert_int_equal(config.listen.port, port);
}

static void an_address_and_a_port_are_read(void **state)
{
    (void)state;
    listens_on("127.0.0.1:8080", "127.0.0.1", 8080);
    listens_on("0.0.0.0:0", "0.0.0.0", 0);
    listens_on("localhost:65535", "127.0.0.1", 65535);
    listens_on("[::1]:80", "::1", 80);
    listens_on(":9000", "0.0.0.0", 9000);
}

static void any_other_text_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "8080",
                                      "127.0.0.1",
                                      "127.0.0.1:",
                                      "127.0.0.1:65536",
                                      "127.0.0.1:-1",
                                      "a.b:80",
                                      "127.0.0.1:x",
                                      "::1:80",
                                      "127.0.0.1:080x",
                                      "[]:80x",
                                      "[g]:80",
                                      "1.2.3.4 :1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct server_config config = server_config_default;
        if (config_listen_read(&config.listen, bad[i]))
            fail_msg("accepted: %s", bad[i]);
        assert_string_equal(config.listen.address, "127.0.0.1");
        assert_int_equal(config.listen.port, 8080);
    }
}

static void url_is(const char *listen, const char *certificate, const char *wanted)
{
    char url[128];
    struct server_config config = server_config_default;
    assert_true(config_listen_read(&config.listen, listen));
    config.certificate_path = certificate;
    config_url_write(url, sizeof url, &config, 1234);
    assert_string_equal(url, wanted);
}

static void the_url_is_what_a_person_types(void **state)
{
    (void)state;
    url_is("127.0.0.1:0", NULL, "http://localhost:1234");
    url_is(":0", NULL, "http://localhost:1234");
    url_is("[::1]:0", "cert.pem", "https://localhost:1234");
    url_is("10.0.0.7:0", NULL, "http://10.0.0.7:1234");
    url_is("[fe80::7]:0", NULL, "http://[fe80::7]:1234");
}

static void an_origin_is_a_scheme_and_a_host(void **state)
{
    static const char *const wrong[] = {"",        "example.org",          "https://",
                                        "ftp://x", "https://example.org/", "https://a b"};
    (void)state;
    assert_true(config_is_origin("https://example.org"));
    assert_true(config_is_origin("http://localhost:3000"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(config_is_origin(wrong[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_and_a_port_are_read),
        cmocka_unit_test(any_other_text_is_refused_and_changes_nothing),
        cmocka_unit_test(the_url_is_what_a_person_types),
        cmocka_unit_test(an_origin_is_a_scheme_and_a_host),
    };
    return cmocka_run_group_tests_name("config", tests, NULL, NULL);
}
