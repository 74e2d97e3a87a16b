#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/agent.h"

static void browser_and_system_are_recognised(void **state)
{
    static const struct {
        const char *agent, *browser, *system;
    } cases[] = {
        {"Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0", "Firefox",
         "Android"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
         "Edge", "Windows"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/126.0.0.0 Safari/537.36",
         "Chrome", "Windows"},
        {"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
         "Safari", "iPhone"},
        {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
         "Version/17.4 Safari/605.1.15",
         "Safari", "macOS"},
        {"Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) "
         "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
         "Samsung Internet", "Android"},
        {"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/126.0.0.0 Safari/537.36",
         "Chrome", "ChromeOS"},
        {"curl/7.88.1", "curl", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint16_t agent = agent_read(cases[i].agent);
        assert_string_equal(agent_browser(agent), cases[i].browser);
        if (cases[i].system)
            assert_string_equal(agent_system(agent), cases[i].system);
        else
            assert_null(agent_system(agent));
    }
}

static void anything_else_is_unknown(void **state)
{
    static const char *const others[] = {NULL, "", "<script>alert(1)</script>", "Mozilla/5.0"};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(agent_read(others[i]), 0);
    assert_null(agent_browser(UINT16_MAX));
    assert_null(agent_system(UINT16_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(browser_and_system_are_recognised),
        cmocka_unit_test(anything_else_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
