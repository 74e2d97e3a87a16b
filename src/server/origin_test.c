#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/origin.h"

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
        if (origin_is_allowed(&list, cases[i].origin, cases[i].host) != cases[i].is_allowed)
            fail_msg("%s at %s", cases[i].origin, cases[i].host);
        assert_true(origin_is_allowed(&all, cases[i].origin, cases[i].host));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_of_listed_and_own_origins_may_talk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
