/* Shorthand for tests with a host: one command, one turn, one answer. */
#ifndef PLAY_ASK_TEST_H
#define PLAY_ASK_TEST_H

#include "play/host_test.h"

/* For cmocka's setup and teardown. */
static inline int host_setup(void **state)
{
    *state = host_open();
    return 0;
}

static inline int host_teardown(void **state)
{
    host_close(*state);
    return 0;
}

#define WITH_HOST(test) cmocka_unit_test_setup_teardown(test, host_setup, host_teardown)

static inline void hash_of(uint8_t out[ROW_HASH_BYTES], int secret)
{
    memset(out, 0, ROW_HASH_BYTES);
    memcpy(out, &secret, sizeof secret);
    out[ROW_HASH_BYTES - 1] = 1;
}

/* Sends one command in a turn of its own and returns the refusal of its reply. */
static inline enum refusal host_ask(struct host *host, const struct service_command *command)
{
    host_do(host, command);
    host_turn(host);
    for (int i = host->heard_count - 1; i >= 0; i--)
        if (host->heard[i].message.event == EVENT_REPLY &&
            host->heard[i].message.command == command->kind)
            return (enum refusal)host->heard[i].message.refusal;
    return REFUSAL_COUNT;
}

/* Connects with the token of this secret. An unknown token makes a new player. */
static inline enum refusal host_connect(struct host *host, int32_t conn, int secret)
{
    struct service_command command = command_of(COMMAND_CONNECT);
    command.conn = conn;
    command.has_token = true;
    hash_of(command.token_hash, secret);
    hash_of(command.fresh_hash, secret);
    return host_ask(host, &command);
}

static inline void host_disconnect(struct host *host, int32_t conn)
{
    struct service_command command = command_of(COMMAND_DISCONNECT);
    command.conn = conn;
    host_do(host, &command);
    host_turn(host);
}

static inline struct service_command command_by(int32_t conn, enum command_kind kind,
                                                int64_t game_id)
{
    struct service_command command = command_of(kind);
    command.conn = conn;
    command.game_id = game_id;
    command.rules = ruleset_classic;
    return command;
}

static inline enum refusal host_simple(struct host *host, int32_t conn, enum command_kind kind,
                                       int64_t game_id)
{
    struct service_command command = command_by(conn, kind, game_id);
    return host_ask(host, &command);
}

static inline enum refusal host_move(struct host *host, int32_t conn, int64_t game_id, int column,
                                     int ply)
{
    struct service_command command = command_by(conn, COMMAND_MAKE_MOVE, game_id);
    command.column = column;
    command.ply = ply;
    return host_ask(host, &command);
}

/* Connections 0 and 1 start a game; returns its id. *red is the connection that plays red. */
static inline int64_t host_pair(struct host *host, struct clock_row clock, bool is_rated,
                                int32_t *red)
{
    int64_t match_id = 0;
    for (int32_t conn = 0; conn < 2; conn++) {
        struct service_command join = command_by(conn, COMMAND_JOIN_QUEUE, 0);
        join.clock = clock;
        join.is_rated = is_rated;
        if (!service_player_of(host->service, conn))
            assert_int_equal(host_connect(host, conn, 100 + conn), REFUSAL_OK);
        assert_int_equal(host_ask(host, &join), REFUSAL_OK);
    }
    for (int32_t conn = 0; conn < 2; conn++) {
        struct service_command confirm = command_by(conn, COMMAND_CONFIRM_MATCH, 0);
        if (!match_id)
            match_id = host_heard(host, 0, EVENT_MATCH_FOUND)->message.match_id;
        confirm.match_id = match_id;
        assert_int_equal(host_ask(host, &confirm), REFUSAL_OK);
    }
    const struct heard *start = host_heard(host, 0, EVENT_GAME_START);
    assert_non_null(start);
    *red = start->message.seat == 0 ? 0 : 1;
    return start->message.game_id;
}

#endif
