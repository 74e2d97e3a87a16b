#include "play/fixture_test.h"

#include "play/authority.h"

/* The table again, written from the rules and not from the code: a letter for each role in the order
 * stranger, guest, mover, waiter, spectator, finished. */
static const struct {
    enum command_kind kind;
    const char *cells;
} expected[] = {
    {COMMAND_CONNECT, "yyyyyy"},
    {COMMAND_DISCONNECT, "yyyyyy"},
    {COMMAND_SET_NAME, "syyyyy"},
    {COMMAND_JOIN_QUEUE, "sybbyy"},
    {COMMAND_LEAVE_QUEUE, "syyyyy"},
    {COMMAND_CONFIRM_MATCH, "sybbyy"},
    {COMMAND_DECLINE_MATCH, "syyyyy"},
    {COMMAND_CREATE_GAME, "syyyyy"},
    {COMMAND_JOIN_GAME, "syyyyy"},
    {COMMAND_CANCEL_GAME, "soryoe"},
    {COMMAND_MAKE_MOVE, "soyyoy"},
    {COMMAND_RESIGN, "soyyoe"},
    {COMMAND_OFFER_DRAW, "soyyoe"},
    {COMMAND_ACCEPT_DRAW, "soyyoe"},
    {COMMAND_DECLINE_DRAW, "soyyoe"},
    {COMMAND_REQUEST_REMATCH, "sorroy"},
    {COMMAND_ACCEPT_REMATCH, "sorroy"},
    {COMMAND_DECLINE_REMATCH, "sorroy"},
    {COMMAND_RESUME, "soyyyy"},
    {COMMAND_CHAT_MESSAGE, "swyyyy"},
    {COMMAND_WATCH, "sypp"
                    "yp"},
    {COMMAND_UNWATCH, "swww"
                      "yw"},
    {COMMAND_REST_ME, "syyyyy"},
    {COMMAND_REST_CREATE, "yyyyyy"},
    {COMMAND_REST_STATE, "yyyyyy"},
    {COMMAND_REST_MOVE, "syyyyy"},
    {COMMAND_REST_VALIDATE, "syyyyy"},
    {COMMAND_REST_ACCOUNT, "syyyyy"},
    {COMMAND_REST_LOGIN, "yyyyyy"},
    {COMMAND_REST_LOGOUT, "syyyyy"},
    {COMMAND_REST_LOGOUT_ALL, "syyyyy"},
    {COMMAND_REST_ERASE, "syyyyy"},
    {COMMAND_REST_MODERATE, "syyyyy"},
    {COMMAND_BOT_MOVE, "yyyyyy"},
    {COMMAND_EXPIRE, "yyyyyy"},
};

static enum refusal refusal_of(char letter)
{
    switch (letter) {
    case 's':
        return REFUSAL_NO_SESSION;
    case 'o':
        return REFUSAL_NOT_IN_GAME;
    case 'b':
        return REFUSAL_IN_GAME;
    case 'e':
        return REFUSAL_GAME_OVER;
    case 'r':
        return REFUSAL_GAME_RUNNING;
    case 'w':
        return REFUSAL_NOT_WATCHING;
    case 'p':
        return REFUSAL_PLAYER_WATCHING;
    default:
        assert_int_equal(letter, 'y');
        return REFUSAL_OK;
    }
}

static void every_role_may_send_exactly_its_commands(void **state)
{
    (void)state;
    assert_int_equal(sizeof expected / sizeof expected[0], COMMAND_COUNT);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        assert_int_equal(expected[i].kind, i);
        assert_int_equal(strlen(expected[i].cells), ROLE_COUNT);
        for (int role = 0; role < ROLE_COUNT; role++)
            if (authority_check(expected[i].kind, (enum role)role) !=
                refusal_of(expected[i].cells[role]))
                fail_msg("%s, role %d", command_name(expected[i].kind), role);
    }
}

static void an_unknown_command_or_role_is_refused(void **state)
{
    (void)state;
    assert_int_equal(authority_check(COMMAND_COUNT, ROLE_GUEST), REFUSAL_NO_SUCH_EVENT);
    assert_int_equal(authority_check(COMMAND_WATCH, ROLE_COUNT), REFUSAL_NO_SUCH_EVENT);
}

static void clients_cannot_send_commands_of_rest_or_the_host(void **state)
{
    enum command_kind kind = COMMAND_COUNT;
    int readable = 0;
    (void)state;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const char *name = command_name((enum command_kind)i);
        bool is_read = command_read(&kind, name, strlen(name));
        assert_int_equal(is_read, name[0] != '[' && name[0] != '/');
        readable += is_read;
        assert_true(!is_read || kind == (enum command_kind)i);
        assert_in_range(command_cost((enum command_kind)i), 0, 20);
    }
    assert_int_equal(readable, 20);
    assert_false(command_read(&kind, "make-mov", 8));
    assert_false(command_read(&kind, "make-move!", 10));
    assert_false(command_read(&kind, "", 0));
    assert_string_equal(command_name(COMMAND_COUNT), "?");
    assert_int_equal(command_cost(COMMAND_COUNT), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_role_may_send_exactly_its_commands),
        cmocka_unit_test(an_unknown_command_or_role_is_refused),
        cmocka_unit_test(clients_cannot_send_commands_of_rest_or_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
