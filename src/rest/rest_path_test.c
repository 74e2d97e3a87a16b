#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rest/rest_parts.h"
#include "rest/rest_path.h"

static int action_of(const char *path, enum net_method method, int64_t *game_id)
{
    char allow[REST_ALLOW_SIZE];
    const struct rest_route *route = rest_path_find(path, method, game_id, allow);
    return route ? route->action : -1;
}

static void a_path_and_a_method_select_an_action(void **state)
{
    int64_t id;
    (void)state;
    assert_int_equal(action_of("/api/games", NET_POST, &id), REST_CREATE);
    assert_int_equal(action_of("/api/games", NET_GET, &id), REST_LIST);
    assert_int_equal(id, 0);
    assert_int_equal(action_of("/api/games/0000000000001/board.svg", NET_HEAD, &id), REST_SVG);
    assert_int_equal(id, 1);
    assert_int_equal(action_of("/api/games/0000000000001", NET_GET, &id), REST_STATE);
    assert_int_equal(action_of("/api/games/0000000000001/picture.png", NET_GET, &id), REST_PICTURE);
}

static void a_text_that_is_not_an_id_is_read_as_minus_one(void **state)
{
    int64_t id;
    (void)state;
    assert_int_equal(action_of("/api/games/nonsense/moves", NET_POST, &id), REST_MOVE);
    assert_int_equal(id, -1);
}

static void other_paths_have_no_route(void **state)
{
    static const char *const wrong[] = {"/api",
                                        "/api/",
                                        "/api/games/",
                                        "/api/games//",
                                        "/api/games//moves",
                                        "/api/games/x/moves/",
                                        "/api/games/x/y",
                                        "/api/meme"};
    int64_t id;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(action_of(wrong[i], NET_GET, &id), -1);
}

static void a_wrong_method_gets_the_allowed_ones(void **state)
{
    char allow[REST_ALLOW_SIZE];
    int64_t id;
    (void)state;
    assert_null(rest_path_find("/api/games", NET_DELETE, &id, allow));
    assert_string_equal(allow, "POST, GET, HEAD, OPTIONS");
    assert_null(rest_path_find("/api/games/x/resign", NET_GET, &id, allow));
    assert_string_equal(allow, "POST, OPTIONS");
    assert_null(rest_path_find("/api/nothing", NET_GET, &id, allow));
    assert_string_equal(allow, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_and_a_method_select_an_action),
        cmocka_unit_test(a_text_that_is_not_an_id_is_read_as_minus_one),
        cmocka_unit_test(other_paths_have_no_route),
        cmocka_unit_test(a_wrong_method_gets_the_allowed_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
