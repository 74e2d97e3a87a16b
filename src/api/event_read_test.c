#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/event_read.h"
#include "play/id.h"

/* The last game and match of these tests are 7 and 8, the game watched is 9. */
static const struct event_last last = {7, 8, 9};

/* Keeps the JSON alive until the next call, because commands point into it. */
static json_t *kept;

static bool reads(struct service_command *out, enum command_kind kind, const char *text,
                  char *fault)
{
    json_decref(kept);
    kept = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_non_null(kept);
    return event_read(out, kind, kept, &last, fault);
}

static struct service_command command_in(enum command_kind kind, const char *text)
{
    struct service_command command;
    char fault[JSON_FAULT_MAX];
    if (!reads(&command, kind, text, fault))
        fail_msg("%s: %s", text, fault);
    assert_int_equal(command.kind, kind);
    return command;
}

static void assert_fault(enum command_kind kind, const char *text, const char *expected)
{
    struct service_command command;
    char fault[JSON_FAULT_MAX];
    assert_false(reads(&command, kind, text, fault));
    assert_string_equal(fault, expected);
}

static void a_move_is_read(void **state)
{
    char text[100], id[ID_TEXT_SIZE];
    (void)state;
    id_write(id, 123456789);
    (void)snprintf(text, sizeof text, "{\"gameId\":\"%s\",\"columnIndex\":3,\"ply\":12}", id);
    struct service_command move = command_in(COMMAND_MAKE_MOVE, text);
    assert_int_equal(move.game_id, 123456789);
    assert_int_equal(move.column, 3);
    assert_int_equal(move.ply, 12);
    assert_int_equal(move.conn, CONN_NONE);
    move = command_in(COMMAND_MAKE_MOVE, "{\"gameId\":\"nonsense\",\"columnIndex\":-5}");
    assert_true(move.game_id < 0);
    assert_int_equal(move.column, -5);
    assert_int_equal(move.ply, PLY_ANY);
}

static void a_move_with_a_wrong_type_is_refused_with_a_sentence(void **state)
{
    (void)state;
    assert_fault(COMMAND_MAKE_MOVE, "[]", "the event's argument must be an object");
    assert_fault(COMMAND_MAKE_MOVE, "{\"columnIndex\":1}", "gameId is missing");
    assert_fault(COMMAND_MAKE_MOVE, "{\"gameId\":1}",
                 "gameId must be a text of 1 to 64 characters");
    assert_fault(COMMAND_MAKE_MOVE, "{\"gameId\":\"\"}",
                 "gameId must be a text of 1 to 64 characters");
    assert_fault(COMMAND_MAKE_MOVE, "{\"gameId\":\"a\"}", "columnIndex is missing");
    assert_fault(COMMAND_MAKE_MOVE, "{\"gameId\":\"a\",\"columnIndex\":2147483648}",
                 "columnIndex must be a whole number from -2147483648 to 2147483647");
    assert_fault(COMMAND_MAKE_MOVE, "{\"gameId\":\"a\",\"columnIndex\":1,\"ply\":-1}",
                 "ply must be a whole number from 0 to 2147483647");
}

static void an_omitted_id_is_the_last_one_of_the_connection(void **state)
{
    struct service_command command;
    char fault[JSON_FAULT_MAX];
    const struct event_last nothing = {0, 0, 0};
    (void)state;
    assert_int_equal(command_in(COMMAND_RESIGN, "{}").game_id, 7);
    assert_int_equal(command_in(COMMAND_UNWATCH, "{}").game_id, 9);
    assert_int_equal(command_in(COMMAND_DECLINE_MATCH, "{}").match_id, 8);
    assert_true(event_read(&command, COMMAND_RESIGN, NULL, &last, fault));
    assert_int_equal(command.game_id, 7);
    assert_false(event_read(&command, COMMAND_RESIGN, NULL, &nothing, fault));
    assert_string_equal(fault, "gameId is missing");
}

static void events_without_a_game_have_no_game_id(void **state)
{
    static const enum command_kind kinds[] = {COMMAND_SET_NAME,      COMMAND_JOIN_QUEUE,
                                              COMMAND_LEAVE_QUEUE,   COMMAND_CONFIRM_MATCH,
                                              COMMAND_DECLINE_MATCH, COMMAND_CREATE_GAME};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        assert_int_equal(command_in(kinds[i], "{}").game_id, 0);
    assert_int_equal(command_in(COMMAND_LEAVE_QUEUE, "{}").match_id, 0);
}

static void a_request_id_has_1_to_36_bytes(void **state)
{
    (void)state;
    assert_string_equal(command_in(COMMAND_CREATE_GAME, "{}").request, "");
    assert_string_equal(
        command_in(COMMAND_CREATE_GAME, "{\"requestId\":\"123e4567-e89b-42d3-a456-426614174000\"}")
            .request,
        "123e4567-e89b-42d3-a456-426614174000");
    assert_fault(COMMAND_CREATE_GAME, "{\"requestId\":\"\"}",
                 "requestId must be a text of 1 to 36 characters");
    assert_fault(COMMAND_CREATE_GAME, "{\"requestId\":\"123e4567-e89b-42d3-a456-4266141740001\"}",
                 "requestId must be a text of 1 to 36 characters");
    assert_fault(
        COMMAND_CREATE_GAME,
        "{\"requestId\":\"\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84"
        "\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\"}",
        "requestId must be a text of at most 36 bytes");
}

static void a_queue_entry_is_read(void **state)
{
    (void)state;
    struct service_command wish = command_in(COMMAND_JOIN_QUEUE, "{}");
    assert_null(wish.name);
    assert_true(ruleset_equal(&wish.rules, &ruleset_classic));
    assert_int_equal(wish.clock.kind, CLOCK_NONE);
    assert_false(wish.is_rated);
    wish = command_in(COMMAND_JOIN_QUEUE, "{\"name\":\"Ada\",\"board\":\"5x5x5\",\"rated\":true,"
                                          "\"clock\":{\"initialMs\":60000,\"incrementMs\":500}}");
    assert_memory_equal(wish.name, "Ada", wish.name_len);
    assert_int_equal(wish.rules.board.depth, 5);
    assert_true(wish.is_rated);
    assert_int_equal(wish.clock.kind, CLOCK_LIVE);
    assert_int_equal(wish.clock.initial_ms, 60000);
    assert_int_equal(wish.clock.increment_ms, 500);
    wish = command_in(COMMAND_JOIN_QUEUE, "{\"clock\":{\"perMoveMs\":86400000},\"board\":\"x\"}");
    assert_int_equal(wish.clock.kind, CLOCK_DAYS);
    assert_int_equal(wish.clock.initial_ms, 86400000);
    assert_int_not_equal(ff_board_check(wish.rules.board), FF_OK);
}

static void a_queue_entry_with_a_wrong_type_is_refused_with_a_sentence(void **state)
{
    (void)state;
    assert_fault(COMMAND_JOIN_QUEUE, "{\"clock\":5}", "clock must be an object");
    assert_fault(COMMAND_JOIN_QUEUE, "{\"clock\":{}}", "initialMs is missing");
    assert_fault(COMMAND_JOIN_QUEUE, "{\"rated\":1}", "rated must be true or false");
    assert_fault(COMMAND_JOIN_QUEUE, "{\"board\":{}}",
                 "board must be a text of at most 64 characters");
    assert_fault(COMMAND_CREATE_GAME, "{\"player\":\"Z\"}", "player must be one of X, O, random");
    assert_fault(COMMAND_CREATE_GAME, "{\"visibility\":\"me\"}",
                 "visibility must be one of private, public");
    assert_fault(COMMAND_JOIN_GAME, "{}", "code is missing");
}

static void a_new_game_has_two_seats(void **state)
{
    (void)state;
    struct service_command game = command_in(COMMAND_CREATE_GAME, "{}");
    assert_int_equal(game.seat[0].wish, WISH_ME);
    assert_int_equal(game.seat[1].wish, WISH_ANYONE);
    assert_false(game.is_public || game.is_either_side);
    game = command_in(COMMAND_CREATE_GAME, "{\"player\":\"O\",\"level\":\"hard\","
                                           "\"style\":\"aggressive\",\"visibility\":\"public\"}");
    assert_int_equal(game.seat[0].wish, WISH_BOT);
    assert_int_equal(game.seat[0].level, FF_HARD);
    assert_int_equal(game.seat[0].style, FF_AGGRESSIVE);
    assert_int_equal(game.seat[1].wish, WISH_ME);
    assert_true(game.is_public);
    assert_true(command_in(COMMAND_CREATE_GAME, "{\"player\":\"random\"}").is_either_side);
    game = command_in(COMMAND_CREATE_GAME, "{\"level\":\"best\",\"style\":\"none\"}");
    assert_int_equal(game.seat[1].level, FF_LEVEL_COUNT);
    assert_int_equal(game.seat[1].style, FF_STYLE_COUNT);
}

static void a_code_may_be_typed_in_lower_case_with_hyphens(void **state)
{
    (void)state;
    struct service_command join = command_in(COMMAND_JOIN_GAME, "{\"code\":\"abc-def\"}");
    assert_string_equal(join.code, "ABCDEF");
    assert_int_equal(join.game_id, 0);
    assert_string_equal(command_in(COMMAND_JOIN_GAME, "{\"code\":\"abcdefgh\"}").code, "");
}

static void chat_has_a_text_or_the_number_of_a_quick_message(void **state)
{
    (void)state;
    struct service_command chat = command_in(COMMAND_CHAT_MESSAGE, "{\"text\":\"hi\"}");
    assert_memory_equal(chat.text, "hi", chat.text_len);
    chat = command_in(COMMAND_CHAT_MESSAGE, "{\"quick\":5,\"text\":\"hi\"}");
    assert_null(chat.text);
    assert_int_equal(chat.quick, 5);
    assert_fault(COMMAND_CHAT_MESSAGE, "{}", "text is missing");
    assert_fault(COMMAND_CHAT_MESSAGE, "{\"quick\":70000}",
                 "quick must be a whole number from 0 to 65535");
}

static void a_token_or_name_of_the_wrong_type_is_ignored(void **state)
{
    struct auth auth;
    (void)state;
    auth_read(&auth, NULL);
    assert_true(!auth.token && !auth.name);
    json_t *data = json_loads("{\"token\":5,\"name\":\"Ada\"}", 0, NULL);
    auth_read(&auth, data);
    assert_null(auth.token);
    assert_memory_equal(auth.name, "Ada", auth.name_len);
    json_decref(data);
}

/* The service refuses it. */
static void a_name_is_read_however_long_it_is(void **state)
{
    enum { LENGTH = 5000 };
    char text[LENGTH + 1];
    struct auth auth;
    (void)state;
    memset(text, 'x', LENGTH);
    text[LENGTH] = '\0';
    json_t *data = json_pack("{s:s}", "name", text);
    auth_read(&auth, data);
    assert_int_equal(auth.name_len, LENGTH);
    json_decref(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_read),
        cmocka_unit_test(a_move_with_a_wrong_type_is_refused_with_a_sentence),
        cmocka_unit_test(an_omitted_id_is_the_last_one_of_the_connection),
        cmocka_unit_test(events_without_a_game_have_no_game_id),
        cmocka_unit_test(a_request_id_has_1_to_36_bytes),
        cmocka_unit_test(a_queue_entry_is_read),
        cmocka_unit_test(a_queue_entry_with_a_wrong_type_is_refused_with_a_sentence),
        cmocka_unit_test(a_new_game_has_two_seats),
        cmocka_unit_test(a_code_may_be_typed_in_lower_case_with_hyphens),
        cmocka_unit_test(chat_has_a_text_or_the_number_of_a_quick_message),
        cmocka_unit_test(a_token_or_name_of_the_wrong_type_is_ignored),
        cmocka_unit_test(a_name_is_read_however_long_it_is),
    };
    int failed = cmocka_run_group_tests_name("event_read", tests, NULL, NULL);
    json_decref(kept);
    return failed;
}
