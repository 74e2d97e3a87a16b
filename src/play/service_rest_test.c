/* Games over REST, without a connection. */
#include "play/ask_test.h"

static struct service_command rest_by(enum command_kind kind, int secret, int64_t game_id)
{
    struct service_command command = command_by(CONN_NONE, kind, game_id);
    command.has_token = secret != 0;
    hash_of(command.token_hash, secret);
    return command;
}

static int64_t rest_create(struct host *host)
{
    struct service_command order = rest_by(COMMAND_REST_CREATE, 0, 0);
    for (int i = 0; i < ROW_SEATS; i++) {
        order.seat[i].wish = WISH_NEW;
        order.seat[i].name = i ? "Bob" : "Ann";
        order.seat[i].name_len = 3;
        hash_of(order.seat[i].fresh_hash, 501 + i);
    }
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    const struct heard *reply = host_heard(host, CONN_NONE, EVENT_REPLY);
    assert_string_equal(reply->snapshot.seat[0].name, "Ann");
    assert_string_equal(reply->snapshot.seat[1].name, "Bob");
    assert_int_equal(reply->snapshot.status, GAME_PLAYING);
    return reply->message.game_id;
}

static enum refusal rest_move(struct host *host, enum command_kind kind, int secret, int64_t game,
                              int column, int ply)
{
    struct service_command command = rest_by(kind, secret, game);
    command.column = column;
    command.ply = ply;
    return host_ask(host, &command);
}

static void two_named_players_play_over_rest(void **state)
{
    struct host *host = *state;
    int64_t game = rest_create(host);
    assert_int_equal(rest_move(host, COMMAND_REST_MOVE, 501, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_heard(host, CONN_NONE, EVENT_REPLY)->snapshot.ply, 1);
    assert_int_equal(rest_move(host, COMMAND_REST_MOVE, 502, game, 3, 0), REFUSAL_STALE);
    assert_int_equal(host_heard(host, CONN_NONE, EVENT_REPLY)->snapshot.ply, 1);
    assert_int_equal(rest_move(host, COMMAND_REST_MOVE, 502, game, 3, 1), REFUSAL_OK);
    assert_int_equal(rest_move(host, COMMAND_REST_MOVE, 999, game, 3, 2), REFUSAL_NO_SESSION);
    host_wait(host, 10000000);
    host_tick(host);
    host_turn(host);
    assert_false(service_has_game(host->service, game));
    struct service_command command = rest_by(COMMAND_RESIGN, 501, game);
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
    assert_int_equal(host_game(host, game)->winner, 1);
}

static void one_player_uses_rest_and_the_other_a_socket(void **state)
{
    struct host *host = *state;
    int64_t game = rest_create(host);
    assert_int_equal(host_connect(host, 4, 502), REFUSAL_OK);
    assert_int_equal(rest_move(host, COMMAND_REST_MOVE, 501, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_heard(host, 4, EVENT_GAME_UPDATE)->snapshot.ply, 1);
    assert_int_equal(host_move(host, 4, game, 3, PLY_ANY), REFUSAL_OK);
    struct service_command me = rest_by(COMMAND_REST_ME, 501, 0);
    assert_int_equal(host_ask(host, &me), REFUSAL_OK);
    assert_string_equal(host_heard(host, CONN_NONE, EVENT_REPLY)->message.name, "Ann");
    host_disconnect(host, 4);
    host_wait(host, 70000);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
}

static void validation_follows_the_contract_and_changes_nothing(void **state)
{
    struct host *host = *state;
    int64_t game = rest_create(host);
    struct game_row before;
    char text[REFUSAL_TEXT_SIZE];
    assert_int_equal(host_connect(host, 4, 900), REFUSAL_OK);
    for (int ply = 0; ply < 6; ply++)
        assert_int_equal(rest_move(host, COMMAND_REST_MOVE, 501 + ply % 2, game, 0, ply),
                         REFUSAL_OK);
    before = *host_game(host, game);
    assert_int_equal(rest_move(host, COMMAND_REST_VALIDATE, 502, game, 9, 0),
                     REFUSAL_NOT_YOUR_TURN);
    assert_int_equal(rest_move(host, COMMAND_REST_VALIDATE, 501, game, 7, 0), REFUSAL_COLUMN_RANGE);
    const struct message *reply = &host_heard(host, CONN_NONE, EVENT_REPLY)->message;
    refusal_write(text, sizeof text, (enum refusal)reply->refusal, &reply->detail);
    assert_string_equal(text, "Column must be between 0 and 6");
    assert_int_equal(rest_move(host, COMMAND_REST_VALIDATE, 501, game, 0, 0), REFUSAL_COLUMN_FULL);
    assert_int_equal(rest_move(host, COMMAND_REST_VALIDATE, 900, game, 0, 0), REFUSAL_COLUMN_FULL);
    assert_int_equal(rest_move(host, COMMAND_REST_VALIDATE, 900, game, 1, 0), REFUSAL_NOT_IN_GAME);
    assert_int_equal(rest_move(host, COMMAND_REST_VALIDATE, 501, game, 1, 0), REFUSAL_OK);
    assert_null(model_difference(&before, host_game(host, game)));
    struct service_command resign = rest_by(COMMAND_RESIGN, 501, game);
    assert_int_equal(host_ask(host, &resign), REFUSAL_OK);
    assert_int_equal(rest_move(host, COMMAND_REST_VALIDATE, 501, game, 1, 0), REFUSAL_GAME_OVER);
}

static void anyone_may_read_a_game_that_exists(void **state)
{
    struct host *host = *state;
    int64_t game = rest_create(host);
    struct service_command command = rest_by(COMMAND_REST_STATE, 0, game);
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
    assert_int_equal(host_heard(host, CONN_NONE, EVENT_REPLY)->snapshot.game_id, game);
    command.game_id = 12345;
    assert_int_equal(host_ask(host, &command), REFUSAL_NO_SUCH_GAME);
    command = rest_by(COMMAND_RESIGN, 0, game);
    assert_int_equal(host_ask(host, &command), REFUSAL_NO_SESSION);
}

/* Players without a connection or a game leave memory at any time, also while a command waits for the store. */
static void a_sender_who_left_memory_during_a_read_is_read_again(void **state)
{
    struct host *host = *state;
    struct service_command resign = rest_by(COMMAND_RESIGN, 501, rest_create(host));
    assert_int_equal(host_ask(host, &resign), REFUSAL_OK);
    struct service_command order = rest_by(COMMAND_REST_CREATE, 501, 0);
    order.seat[0].wish = WISH_ME;
    order.seat[1].wish = WISH_ANYONE;
    memcpy(order.request, "once", 5);
    host_wait(host, 10000000);
    host_tick(host);
    host_turn(host);
    assert_int_equal(service_do(host->service, &order, &host->now, &host->need), SERVICE_NEED);
    assert_int_equal(host->need.kind, NEED_SESSION);
    command_looked(&order, true, host_fetch(host, &order));
    assert_int_equal(service_do(host->service, &order, &host->now, &host->need), SERVICE_NEED);
    assert_int_equal(host->need.kind, NEED_REQUEST);
    host_tick(host);
    host_turn(host);
    command_looked(&order, false, false);
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
    memset(order.token_hash, 1, sizeof order.token_hash);
    assert_int_equal(host_ask(host, &order), REFUSAL_NO_SESSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(two_named_players_play_over_rest),
        WITH_HOST(one_player_uses_rest_and_the_other_a_socket),
        WITH_HOST(validation_follows_the_contract_and_changes_nothing),
        WITH_HOST(anyone_may_read_a_game_that_exists),
        WITH_HOST(a_sender_who_left_memory_during_a_read_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
