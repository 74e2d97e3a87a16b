#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/body_read.h"

/* Keeps the JSON alive until the next call, because commands point into it. */
static json_t *kept;

static const json_t *body_of(const char *text)
{
    json_decref(kept);
    kept = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_non_null(kept);
    return kept;
}

static struct service_command created(const char *text, bool has_token)
{
    struct service_command command = command_of(COMMAND_REST_CREATE);
    char fault[JSON_FAULT_MAX];
    if (!body_read_create(&command, body_of(text), has_token, fault))
        fail_msg("%s: %s", text, fault);
    return command;
}

static void create_fails(const char *text, bool has_token, const char *expected)
{
    struct service_command command = command_of(COMMAND_REST_CREATE);
    char fault[JSON_FAULT_MAX];
    assert_false(body_read_create(&command, body_of(text), has_token, fault));
    assert_string_equal(fault, expected);
}

static void without_players_the_token_decides_who_plays(void **state)
{
    (void)state;
    struct service_command game = created("{}", true);
    assert_int_equal(game.seat[0].wish, WISH_ME);
    assert_int_equal(game.seat[1].wish, WISH_ANYONE);
    game = created("{}", false);
    assert_int_equal(game.seat[0].wish, WISH_NEW);
    assert_int_equal(game.seat[1].wish, WISH_NEW);
    assert_true(game.is_async && !game.is_public && !game.is_rated);
}

static void the_players_of_a_body_are_read(void **state)
{
    (void)state;
    struct service_command game =
        created("{\"players\":[{\"kind\":\"guest\",\"name\":\"Ann\"},"
                "{\"kind\":\"computer\",\"level\":\"hard\",\"style\":\"aggressive\"}],"
                "\"visibility\":\"public\",\"rated\":true,\"clock\":{\"perMoveMs\":60000.0}}",
                false);
    assert_int_equal(game.seat[0].wish, WISH_NEW);
    assert_memory_equal(game.seat[0].name, "Ann", game.seat[0].name_len);
    assert_int_equal(game.seat[1].wish, WISH_BOT);
    assert_int_equal(game.seat[1].level, FF_HARD);
    assert_int_equal(game.seat[1].style, FF_AGGRESSIVE);
    assert_true(game.is_public && game.is_rated);
    assert_int_equal(game.clock.kind, CLOCK_DAYS);
    assert_int_equal(game.clock.initial_ms, 60000);
}

static void a_wrong_body_is_refused_with_the_reason(void **state)
{
    (void)state;
    create_fails("[]", true, "the body must be an object");
    create_fails("{\"players\":[]}", true, "players must have two entries");
    create_fails("{\"players\":[{},{}]}", true, "kind is missing");
    create_fails("{\"colour\":1}", true, "colour is not a field known here");
    create_fails("{\"clock\":{\"fast\":1}}", true, "fast is not a field known here");
}

static void a_request_id_needs_a_token(void **state)
{
    (void)state;
    assert_string_equal(created("{\"requestId\":\"r-1\"}", true).request, "r-1");
    create_fails("{\"requestId\":\"r-1\"}", false, "requestId needs a token");
    create_fails("{\"requestId\":\"\"}", true, "requestId must be a text of 1 to 36 characters");
}

static void a_move_needs_its_version_unless_it_is_only_checked(void **state)
{
    static const char text[] = "{\"action\":\"drop\",\"parameters\":{\"column\":3}}";
    struct service_command move = command_of(COMMAND_REST_MOVE);
    char fault[JSON_FAULT_MAX];
    (void)state;
    assert_true(body_read_move(&move, body_of(text), false, fault));
    assert_int_equal(move.column, 3);
    assert_int_equal(move.ply, PLY_ANY);
    assert_false(body_read_move(&move, body_of(text), true, fault));
    assert_string_equal(fault, "version is missing");
    assert_false(
        body_read_move(&move, body_of("{\"action\":\"drop\",\"parameters\":{}}"), false, fault));
    assert_string_equal(fault, "column is missing");
}

static void account_fails(enum account_request request, const char *text, const char *expected)
{
    struct account_body body;
    char fault[JSON_FAULT_MAX];
    assert_false(body_read_account(&body, body_of(text), request, fault));
    assert_string_equal(fault, expected);
}

static void an_account_request_names_what_it_misses(void **state)
{
    struct account_body body;
    char fault[JSON_FAULT_MAX];
    (void)state;
    account_fails(ACCOUNT_CREATE, "{\"login\":\"ann\"}", "login and password are required");
    account_fails(ACCOUNT_PASSWORD, "{}", "newPassword is required");
    account_fails(ACCOUNT_DELETE, "{}", "name is required");
    account_fails(ACCOUNT_LOGIN, "{\"login\":\"ann\",\"recoveryCode\":\"x\"}",
                  "login and password are required, or recoveryCode alone");
    account_fails(ACCOUNT_BARE, "{\"name\":\"x\"}", "name is not a field known here");
    assert_true(body_read_account(&body, NULL, ACCOUNT_BARE, fault));
    assert_true(
        body_read_account(&body, body_of("{\"recoveryCode\":\"x\"}"), ACCOUNT_LOGIN, fault));
    assert_string_equal(body.recovery_code, "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_players_the_token_decides_who_plays),
        cmocka_unit_test(the_players_of_a_body_are_read),
        cmocka_unit_test(a_wrong_body_is_refused_with_the_reason),
        cmocka_unit_test(a_request_id_needs_a_token),
        cmocka_unit_test(a_move_needs_its_version_unless_it_is_only_checked),
        cmocka_unit_test(an_account_request_names_what_it_misses),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(kept);
    return failed;
}
