#include "play/ask_test.h"

/* A create command: the sender is red, the other seat as wished. */
static struct service_command order_by(int32_t conn, enum seat_wish other)
{
    struct service_command command = command_by(conn, COMMAND_CREATE_GAME, 0);
    command.seat[0].wish = WISH_ME;
    command.seat[1].wish = (uint8_t)other;
    return command;
}

static enum refusal join_code(struct host *host, int32_t conn, const char *code)
{
    struct service_command command = command_by(conn, COMMAND_JOIN_GAME, 0);
    memcpy(command.code, code, ROW_CODE_SIZE);
    return host_ask(host, &command);
}

/* Connection 0 creates a game with a join code. */
static int64_t open_private(struct host *host, char code[ROW_CODE_SIZE])
{
    struct service_command order = order_by(0, WISH_ANYONE);
    for (int32_t conn = 0; conn < 3; conn++)
        if (!service_player_of(host->service, conn))
            assert_int_equal(host_connect(host, conn, 100 + conn), REFUSAL_OK);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    const struct heard *reply = host_heard(host, 0, EVENT_REPLY);
    if (!reply)
        return 0;
    memcpy(code, reply->snapshot.code, ROW_CODE_SIZE);
    assert_int_equal(strlen(code), 6);
    assert_int_equal(reply->snapshot.status, GAME_WAITING);
    assert_int_equal(reply->message.seat, 0); /* of the player who made the game */
    return reply->message.game_id;
}

static void a_friend_joins_with_the_code(void **state)
{
    struct host *host = *state;
    char code[ROW_CODE_SIZE];
    int64_t game = open_private(host, code);
    assert_int_equal(host_move(host, 0, game, 3, PLY_ANY), REFUSAL_GAME_WAITING);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_GAME_WAITING);
    assert_int_equal(host_simple(host, 1, COMMAND_CANCEL_GAME, game), REFUSAL_NOT_IN_GAME);
    assert_int_equal(join_code(host, 0, code), REFUSAL_OWN_GAME);
    assert_int_equal(join_code(host, 1, "222222"), REFUSAL_NO_SUCH_CODE);
    assert_int_equal(host_simple(host, 1, COMMAND_JOIN_GAME, game), REFUSAL_NO_SUCH_CODE);
    assert_int_equal(join_code(host, 1, code), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_GAME_START)->message.seat, 0);
    assert_int_equal(host_heard(host, 1, EVENT_GAME_START)->message.seat, 1);
    assert_int_equal(join_code(host, 2, code), REFUSAL_NO_SUCH_CODE);
    assert_int_equal(host_simple(host, 0, COMMAND_CANCEL_GAME, game), REFUSAL_GAME_RUNNING);
    assert_int_equal(host_move(host, 0, game, 3, PLY_ANY), REFUSAL_OK);
}

static void a_waiting_game_can_be_cancelled_and_expires(void **state)
{
    struct host *host = *state;
    char code[ROW_CODE_SIZE];
    int64_t game = open_private(host, code);
    assert_int_equal(host_simple(host, 0, COMMAND_CANCEL_GAME, game), REFUSAL_OK);
    assert_non_null(host_heard(host, 0, EVENT_GAME_CANCELLED));
    assert_int_equal(join_code(host, 1, code), REFUSAL_NO_SUCH_CODE);
    game = open_private(host, code);
    host_wait(host, host->setup.open_ms - 1);
    host_tick(host);
    host_turn(host);
    assert_false(service_has_game(host->service, game));
    host_wait(host, 1);
    assert_int_equal(join_code(host, 1, code), REFUSAL_NO_SUCH_CODE);
    assert_int_equal(host_game(host, game)->status, GAME_CANCELLED);
}

/* Sends a create request; returns the game of the reply. */
static int64_t create_again(struct host *host, const struct service_command *order, bool is_repeat)
{
    assert_int_equal(host_ask(host, order), REFUSAL_OK);
    const struct heard *reply = host_heard(host, order->conn, EVENT_REPLY);
    assert_int_equal(reply->message.is_repeat, is_repeat);
    assert_int_equal(strlen(reply->snapshot.code), 6);
    return reply->message.game_id;
}

static void a_repeated_create_request_gets_the_game_it_made(void **state)
{
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_ANYONE);
    memcpy(order.request, "a-1", 4);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    int64_t game = create_again(host, &order, false);
    assert_int_equal(create_again(host, &order, true), game);
    host_disconnect(host, 0);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(create_again(host, &order, true), game);
    host_restart(host, host->now.wall_ms);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_false(service_has_game(host->service, game));
    assert_int_equal(create_again(host, &order, true), game);
    assert_int_equal(host->games, 1);
    memcpy(order.request, "a-2", 4);
    assert_true(create_again(host, &order, false) != game);
}

static void a_create_request_belongs_to_its_player(void **state)
{
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_ANYONE);
    memcpy(order.request, "a-1", 4);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    int64_t game = create_again(host, &order, false);
    char code[ROW_CODE_SIZE];
    memcpy(code, host_heard(host, 0, EVENT_REPLY)->snapshot.code, sizeof code);
    assert_int_equal(join_code(host, 1, code), REFUSAL_OK);
    order.conn = 1;
    assert_true(create_again(host, &order, false) != game);
}

/* Both copies arrive before the first is committed. A request whose commit failed made no game. */
static void a_create_request_repeated_within_a_turn_makes_one_game(void **state)
{
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_ANYONE);
    memcpy(order.request, "a-1", 4);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    host->fails = true;
    assert_int_equal(host_ask(host, &order), REFUSAL_STORE);
    host->fails = false;
    host_do(host, &order);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    assert_true(host_heard(host, 0, EVENT_REPLY)->message.is_repeat);
    assert_int_equal(host->games, 1);
    assert_int_equal(host->requests, 1);
}

static void a_private_game_takes_its_players_out_of_the_queue(void **state)
{
    struct host *host = *state;
    char code[ROW_CODE_SIZE];
    open_private(host, code);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_OK);
    assert_int_equal(host_simple(host, 2, COMMAND_JOIN_QUEUE, 0), REFUSAL_OK);
    assert_int_equal(join_code(host, 1, code), REFUSAL_OK);
    assert_int_equal(host_heard(host, 2, EVENT_MATCH_CANCELLED)->message.reason, MATCH_ELSEWHERE);
    assert_int_equal(service_count(host->service).waiting, 1);
    assert_int_equal(service_count(host->service).matches, 0);
}

static void the_computer_is_asked_and_answers_later(void **state)
{
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_BOT), bot = command_of(COMMAND_BOT_MOVE);
    order.seat[1].level = FF_HARD;
    order.seat[1].style = FF_AGGRESSIVE;
    order.is_rated = true;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    int64_t game = host_heard(host, 0, EVENT_GAME_START)->message.game_id;
    assert_null(host_heard(host, CONN_NONE, EVENT_BOT_WANTED));
    assert_false(host_game(host, game)->flags & GAME_RATED);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_OK);
    const struct heard *wanted = host_heard(host, CONN_NONE, EVENT_BOT_WANTED);
    assert_int_equal(wanted->message.to, TO_HOST);
    assert_int_equal(wanted->message.ply, 1);
    assert_int_equal(wanted->message.level, FF_HARD);
    assert_int_equal(wanted->message.style, FF_AGGRESSIVE);
    assert_string_equal(wanted->snapshot.moves, "4");
    bot.game_id = game;
    bot.column = 3;
    bot.ply = 0;
    assert_int_equal(host_ask(host, &bot), REFUSAL_STALE);
    bot.ply = 1;
    assert_int_equal(host_ask(host, &bot), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_GAME_UPDATE)->snapshot.ply, 2);
    assert_int_equal(host_ask(host, &bot), REFUSAL_STALE);
    assert_int_equal(host_simple(host, 0, COMMAND_OFFER_DRAW, game), REFUSAL_BOT_DECLINES);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(host_ask(host, &bot), REFUSAL_GAME_OVER);
    /* A rematch begins at once, and now the computer is red. */
    assert_int_equal(host_simple(host, 0, COMMAND_REQUEST_REMATCH, game), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_GAME_START)->message.seat, 1);
    assert_int_equal(host_heard(host, CONN_NONE, EVENT_BOT_WANTED)->message.ply, 0);
    host_restart(host, host->now.wall_ms);
    assert_int_equal(host_heard(host, CONN_NONE, EVENT_BOT_WANTED)->message.ply, 0);
}

static void the_address_that_made_the_computer_think_is_known(void **state)
{
    enum { CREATOR = 7 };
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_ME), bot = command_of(COMMAND_BOT_MOVE);
    order.seat[0].wish = WISH_BOT;
    order.address = CREATOR;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    const struct heard *wanted = host_heard(host, CONN_NONE, EVENT_BOT_WANTED);
    assert_int_equal(wanted->message.address, CREATOR);
    bot.game_id = wanted->message.game_id;
    bot.ply = 0;
    bot.column = 3;
    assert_int_equal(host_ask(host, &bot), REFUSAL_OK);
    /* A command without an address, as from a second computer, counts for the last one known. */
    assert_int_equal(host_move(host, 0, bot.game_id, 3, 1), REFUSAL_OK);
    assert_int_equal(host_heard(host, CONN_NONE, EVENT_BOT_WANTED)->message.address, CREATOR);
}

static void an_invalid_create_command_is_refused(void **state)
{
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_ANYONE);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    order.rules.board.depth = 0;
    assert_int_equal(host_ask(host, &order), REFUSAL_BAD_BOARD);
    order = order_by(0, WISH_ANYONE);
    order.clock.initial_ms = 5;
    assert_int_equal(host_ask(host, &order), REFUSAL_BAD_CLOCK);
    order = order_by(0, WISH_BOT);
    order.seat[1].level = FF_LEVEL_COUNT;
    assert_int_equal(host_ask(host, &order), REFUSAL_BAD_LEVEL);
    order = order_by(0, WISH_ME);
    assert_int_equal(host_ask(host, &order), REFUSAL_BAD_SEATS);
    order = order_by(0, WISH_NEW);
    assert_int_equal(host_ask(host, &order), REFUSAL_BAD_SEATS);
    order = order_by(0, WISH_BOT);
    order.seat[0].wish = WISH_ANYONE;
    assert_int_equal(host_ask(host, &order), REFUSAL_BAD_SEATS);
    assert_int_equal(host->games, 0);
}

static void a_player_has_at_most_eight_live_games(void **state)
{
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_BOT);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    for (int i = 0; i < 8; i++)
        assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    assert_int_equal(host_ask(host, &order), REFUSAL_IN_GAME);
    order.clock = (struct clock_row){CLOCK_DAYS, 86400000, 0};
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
}

static void a_rematch_never_evicts_the_game_it_comes_from(void **state)
{
    struct host *host = *state;
    struct service_command order = order_by(0, WISH_BOT);
    host->setup.rooms = 1;
    host_reopen(host);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    int64_t game = host_heard(host, 0, EVENT_GAME_START)->message.game_id;
    assert_int_equal(host_ask(host, &order), REFUSAL_SERVER_FULL);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, 0, COMMAND_REQUEST_REMATCH, game), REFUSAL_SERVER_FULL);
    assert_true(service_has_game(host->service, game));
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    assert_false(service_has_game(host->service, game));
}

/* Or somebody who plays by many could keep others from theirs. */
static void there_is_a_place_for_the_rules_of_every_game(void **state)
{
    (void)state;
    assert_true(service_default.rulesets > service_default.rooms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_friend_joins_with_the_code),
        WITH_HOST(a_waiting_game_can_be_cancelled_and_expires),
        WITH_HOST(a_repeated_create_request_gets_the_game_it_made),
        WITH_HOST(a_create_request_belongs_to_its_player),
        WITH_HOST(a_create_request_repeated_within_a_turn_makes_one_game),
        WITH_HOST(a_private_game_takes_its_players_out_of_the_queue),
        WITH_HOST(the_computer_is_asked_and_answers_later),
        WITH_HOST(the_address_that_made_the_computer_think_is_known),
        WITH_HOST(an_invalid_create_command_is_refused),
        WITH_HOST(a_player_has_at_most_eight_live_games),
        WITH_HOST(a_rematch_never_evicts_the_game_it_comes_from),
        WITH_HOST(there_is_a_place_for_the_rules_of_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
