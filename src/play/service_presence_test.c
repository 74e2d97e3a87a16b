#include "play/ask_test.h"

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row blitz = {CLOCK_LIVE, 60000, 1000};

static int32_t online_in(struct host *host)
{
    struct service_life life;
    service_life(host->service, host->now.now_ms, &life);
    return life.online;
}

static void a_player_with_two_windows_is_online_once(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 100), REFUSAL_OK);
    assert_int_equal(online_in(host), 1);
    assert_int_equal(host_connect(host, 2, 101), REFUSAL_OK);
    assert_int_equal(online_in(host), 2);
    host_disconnect(host, 1);
    assert_int_equal(online_in(host), 2);
    host_disconnect(host, 0);
    assert_int_equal(online_in(host), 1);
    host_disconnect(host, 2);
    assert_int_equal(online_in(host), 0);
}

static void a_short_disconnect_does_not_lose_the_game(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    host_disconnect(host, 0);
    assert_int_equal(host_heard(host, 1, EVENT_OPPONENT_DISCONNECTED)->message.wait_ms, 60000);
    host_wait(host, 59999);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 1, EVENT_GAME_OVER));
    assert_int_equal(host_connect(host, 5, 100), REFUSAL_OK);
    assert_non_null(host_heard(host, 1, EVENT_OPPONENT_RECONNECTED));
    assert_int_equal(host_heard(host, 5, EVENT_GAME_START)->message.game_id, game);
    host_wait(host, 100000);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 1, EVENT_GAME_OVER));
    host_disconnect(host, 5);
    host_wait(host, 60000);
    host_tick(host);
    host_turn(host);
    const struct heard *over = host_heard(host, 1, EVENT_GAME_OVER);
    assert_int_equal(over->snapshot.reason, REASON_ABANDON);
    assert_int_equal(over->snapshot.winner, over->message.seat);
}

static const struct snapshot *host_resume(struct host *host, int32_t conn, int64_t game)
{
    assert_int_equal(host_simple(host, conn, COMMAND_RESUME, game), REFUSAL_OK);
    return &host_heard(host, conn, EVENT_REPLY)->snapshot;
}

static void a_returning_player_is_told_the_grace_time_of_the_opponent(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    int left = red, stayed = 1 - left; /* seats: connection 0 leaves, connection 1 stays */
    assert_int_equal(host_resume(host, 1, game)->grace_ms[left], 0);
    host_disconnect(host, 0);
    host_wait(host, 20000);
    const struct snapshot *resumed = host_resume(host, 1, game);
    assert_int_equal(resumed->grace_ms[left], 40000);
    assert_int_equal(resumed->grace_ms[stayed], 0);
    host_wait(host, 5000);
    host_disconnect(host, 1);
    assert_int_equal(host_connect(host, 1, 101), REFUSAL_OK);
    assert_int_equal(host_heard(host, 1, EVENT_GAME_START)->snapshot.grace_ms[left], 35000);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(host_resume(host, 1, game)->grace_ms[left], 0);
}

static void after_a_restart_a_game_waits_the_whole_grace_time(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    host_disconnect(host, 0);
    host_wait(host, 50000);
    host_restart(host, host->now.wall_ms);
    host_wait(host, 10000);
    assert_int_equal(host_connect(host, 1, 101), REFUSAL_OK);
    const struct heard *start = host_heard(host, 1, EVENT_GAME_START);
    assert_int_equal(start->message.game_id, game);
    assert_int_equal(start->snapshot.grace_ms[red], 50000); /* of connection 0 */
}

static void a_game_that_both_left_is_a_draw(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, (struct clock_row){CLOCK_LIVE, 600000, 0}, true, &red);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_move(host, 1 - red, game, 3, 1), REFUSAL_OK);
    host_disconnect(host, 0);
    host_wait(host, 30000);
    host_disconnect(host, 1);
    host_wait(host, 30000);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
    host_wait(host, 30000);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_DRAW);
    assert_int_equal(host_game(host, game)->reason, REASON_ABANDON);
    assert_int_equal(host->rated, 0);
}

static void the_newest_connection_plays_and_the_older_one_is_told(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    assert_int_equal(host_connect(host, 7, 100 + red), REFUSAL_OK);
    assert_non_null(host_heard(host, red, EVENT_SESSION_REPLACED));
    assert_null(host_heard(host, 1 - red, EVENT_OPPONENT_RECONNECTED));
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_REPLACED);
    assert_int_equal(host_move(host, 7, game, 3, 0), REFUSAL_OK);
    assert_null(host_heard(host, red, EVENT_GAME_UPDATE));
    assert_int_equal(host_simple(host, red, COMMAND_RESUME, game), REFUSAL_OK);
    assert_non_null(host_heard(host, 7, EVENT_SESSION_REPLACED));
    assert_int_equal(host_simple(host, 7, COMMAND_RESIGN, game), REFUSAL_REPLACED);
    host_disconnect(host, red);
    assert_null(host_heard(host, 1 - red, EVENT_OPPONENT_DISCONNECTED));
    assert_non_null(host_heard(host, 7, EVENT_SESSION));
    assert_int_equal(host_simple(host, 7, COMMAND_RESIGN, game), REFUSAL_OK);
}

static void a_disconnect_within_a_failed_turn_stays(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    struct service_command move = command_by(red, COMMAND_MAKE_MOVE, game),
                           leave = command_by(red, COMMAND_DISCONNECT, 0);
    move.column = 2;
    host->fails = true;
    host_do(host, &move);
    host_do(host, &leave);
    host_do(host, &leave);
    host_turn(host);
    assert_int_equal(service_player_of(host->service, red), 0);
    assert_non_null(host_heard(host, 1 - red, EVENT_OPPONENT_DISCONNECTED));
    host->fails = false;
    assert_int_equal(host_connect(host, red, 100 + red), REFUSAL_OK);
    assert_int_equal(host_heard(host, red, EVENT_GAME_START)->snapshot.ply, 0);
}

static void a_restart_changes_nothing_but_the_connections(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, blitz, false, &red);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    host_wait(host, 7000);
    int64_t alive_ms = host->now.wall_ms;
    host_wait(host, 3600000);
    host_restart(host, alive_ms);
    host_wait(host, 1000);
    for (int32_t conn = 0; conn < 2; conn++)
        assert_int_equal(host_connect(host, conn, 100 + conn), REFUSAL_OK);
    const struct heard *start = host_heard(host, 1, EVENT_GAME_START);
    assert_int_equal(start->snapshot.ply, 1);
    assert_int_equal(start->snapshot.left_ms[0], 61000);
    assert_int_equal(start->snapshot.left_ms[1], 52000);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_true(host_heard(host, red, EVENT_REPLY)->message.is_repeat);
    assert_int_equal(host_move(host, 1 - red, game, 3, 1), REFUSAL_OK);
}

/* Window 0 of a player is replaced by window 7, in which another game begins. */
static void a_window_that_takes_over_hears_of_the_games_that_began_meanwhile(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t first = host_pair(host, no_clock, false, &red);
    assert_int_equal(host_connect(host, 7, 100), REFUSAL_OK);
    struct service_command create = command_by(7, COMMAND_CREATE_GAME, 0);
    create.seat[0].wish = WISH_ME;
    create.seat[1].wish = WISH_BOT;
    assert_int_equal(host_ask(host, &create), REFUSAL_OK);
    int64_t second = host->game[host->games - 1].id;
    assert_int_equal(host_resume(host, 0, first)->ply, 0);
    assert_int_equal(host_heard(host, 0, EVENT_GAME_START)->message.game_id, second);
    host->heard_count = 0;
    (void)host_resume(host, 0, first);
    assert_null(host_heard(host, 0, EVENT_GAME_START)); /* it had taken over before */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_player_with_two_windows_is_online_once),
        WITH_HOST(a_short_disconnect_does_not_lose_the_game),
        WITH_HOST(a_returning_player_is_told_the_grace_time_of_the_opponent),
        WITH_HOST(after_a_restart_a_game_waits_the_whole_grace_time),
        WITH_HOST(a_window_that_takes_over_hears_of_the_games_that_began_meanwhile),
        WITH_HOST(a_game_that_both_left_is_a_draw),
        WITH_HOST(the_newest_connection_plays_and_the_older_one_is_told),
        WITH_HOST(a_disconnect_within_a_failed_turn_stays),
        WITH_HOST(a_restart_changes_nothing_but_the_connections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
