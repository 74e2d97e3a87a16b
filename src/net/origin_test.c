#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "net/origin.h"

static void pages_of_listed_and_own_origins_may_talk(void **state)
{
    static const char *const listed[] = {"https://example.org", "http://localhost:3000"};
    static const char *const every[] = {"*"};
    static const struct {
        const char *origin, *host;
        bool is_allowed;
    } cases[] = {
        {NULL, "play.example.org", true},
        {"https://example.org", "play.example.org", true},
        {"HTTPS://Example.ORG", "play.example.org", true},
        {"http://localhost:3000", NULL, true},
        {"http://127.0.0.1:8080", "127.0.0.1:8080", true},
        {"https://play.example.org", "play.example.org", true},
        {"https://PLAY.example.org", "play.example.org", true},
        {"http://example.org", "play.example.org", false},
        {"https://example.org:444", "play.example.org", false},
        {"https://example.org.evil.net", "play.example.org", false},
        {"https://play.example.org:444", "play.example.org", false},
        {"null", "play.example.org", false},
        {"", "", false},
        {"ftp://play.example.org", "play.example.org", false},
        {"https://evil.net", NULL, false},
        {"http://", "", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct origin_list list = {listed, 2}, all = {every, 1};
        if (origin_is_allowed(&list, cases[i].origin, cases[i].host, NULL) != cases[i].is_allowed)
            fail_msg("%s at %s", cases[i].origin, cases[i].host);
        assert_true(origin_is_allowed(&all, cases[i].origin, cases[i].host, NULL));
    }
}

static void where_the_scheme_is_known_a_page_of_the_other_one_is_foreign(void **state)
{
    const struct origin_list none = {NULL, 0};
    (void)state;
    assert_true(origin_is_allowed(&none, "https://a.org", "a.org", "https"));
    assert_false(origin_is_allowed(&none, "http://a.org", "a.org", "https"));
    assert_true(origin_is_allowed(&none, "http://a.org", "a.org", "http"));
    assert_false(origin_is_allowed(&none, "https://a.org", "a.org", "http"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_of_listed_and_own_origins_may_talk),
        cmocka_unit_test(where_the_scheme_is_known_a_page_of_the_other_one_is_foreign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
