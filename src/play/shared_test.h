/* A service that shares its database. The host is node 1; the tests change its rows as another node would. */
#ifndef PLAY_SHARED_TEST_H
#define PLAY_SHARED_TEST_H

#include "play/ask_test.h"

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row blitz = {CLOCK_LIVE, 60000, 0};

enum { HERE = 1, THERE = 2 };

static inline int shared_setup(void **state)
{
    struct host *host = host_open();
    host->setup.node = HERE;
    host_reopen(host);
    service_set_keeper(host->service, true);
    *state = host;
    return 0;
}

#define WITH_NODE(test) cmocka_unit_test_setup_teardown(test, shared_setup, host_teardown)

static inline int64_t player_at(struct host *host, int32_t conn)
{
    return service_player_of(host->service, conn);
}

/* Connections 0 (red) and 1 play; returns the game. */
static inline int64_t play_here(struct host *host, struct clock_row clock, bool with_bot)
{
    struct service_command create = command_by(0, COMMAND_CREATE_GAME, 0);
    struct service_command join = command_by(1, COMMAND_JOIN_GAME, 0);
    create.clock = clock;
    create.seat[0].wish = WISH_ME;
    create.seat[1].wish = with_bot ? WISH_BOT : WISH_ANYONE;
    for (int32_t conn = 0; conn < 2; conn++)
        if (!player_at(host, conn))
            assert_int_equal(host_connect(host, conn, 100 + conn), REFUSAL_OK);
    assert_int_equal(host_ask(host, &create), REFUSAL_OK);
    struct game_row *game = &host->game[host->games - 1];
    memcpy(join.code, game->code, sizeof join.code);
    if (!with_bot)
        assert_int_equal(host_ask(host, &join), REFUSAL_OK);
    return game->id;
}

/* Another node stores a move. */
static inline struct game_row *move_there(struct host *host, int64_t game_id, char letter)
{
    struct game_row *game = host_game(host, game_id);
    const struct move_row row = {.game_id = game_id,
                                 .ply = game->ply,
                                 .text = {letter},
                                 .status = GAME_PLAYING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .left_ms = {game->left_ms[0], game->left_ms[1]},
                                 .moved_ms = host->now.wall_ms};
    assert_true(model_move(game, &row));
    return game;
}

static inline enum refresh refresh(struct host *host, const struct game_row *game,
                                   const struct rated_row *rated)
{
    host_begin(host);
    enum refresh answer = service_refresh_game(host->service, game, NULL, rated, &host->now);
    host_turn(host);
    return answer;
}

static inline enum refresh presence(struct host *host, int32_t conn, int32_t node, int32_t from)
{
    const struct presence_row row = {player_at(host, conn), node, from, host->now.wall_ms + 1};
    host_begin(host);
    enum refresh answer = service_refresh_presence(host->service, &row, SERVICE_HINT, &host->now);
    host_turn(host);
    return answer;
}

static inline void join(struct host *host, int32_t conn)
{
    struct service_command command = command_by(conn, COMMAND_JOIN_QUEUE, 0);
    assert_int_equal(host_connect(host, conn, 200 + conn), REFUSAL_OK);
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
}

#endif
