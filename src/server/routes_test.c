#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/routes.h"

static void answer_nothing(void *context, struct net_request *request)
{
    (void)context, (void)request;
}

static const struct route list[] = {
    {"/healthz", ROUTE_READ, answer_nothing, NULL, NULL},
    {"/api/games/", 0, answer_nothing, NULL, NULL},
    {"/api/", 0, answer_nothing, NULL, NULL},
};
static const struct routes routes = {list, sizeof list / sizeof *list};

static void the_first_matching_route_is_used(void **state)
{
    (void)state;
    assert_ptr_equal(routes_find(&routes, "/healthz"), &list[0]);
    assert_ptr_equal(routes_find(&routes, "/api/games/abc/moves"), &list[1]);
    assert_ptr_equal(routes_find(&routes, "/api/games"), &list[1]);
    assert_ptr_equal(routes_find(&routes, "/api/me"), &list[2]);
    assert_ptr_equal(routes_find(&routes, "/api"), &list[2]);
}

static void a_path_does_not_match_longer_paths(void **state)
{
    static const char *const others[] = {"/", "/health", "/healthzz", "/healthz/", "/ap", "/apis"};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(routes_find(&routes, others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_matching_route_is_used),
        cmocka_unit_test(a_path_does_not_match_longer_paths),
    };
    return cmocka_run_group_tests_name("routes", tests, NULL, NULL);
}
