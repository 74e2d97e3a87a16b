/* Presences in a service that shares its database: which node a player is connected to. */
#include "play/shared_test.h"

static void a_connect_is_stored_and_so_is_the_end_of_the_last_connection(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host->presence.node, HERE);
    host_disconnect(host, 0);
    host->fails = true;
    host_tick(host);
    host_turn(host);
    host->fails = false;
    assert_int_equal(host->presences, 1);
    service_resume(host->service, host->now.now_ms);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->presences, 2);
    assert_int_equal(host->presence.node, 0);
    assert_int_equal(host->presence.from, HERE);
}

static void the_newest_connection_plays_wherever_it_is(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    assert_int_equal(presence(host, 0, THERE, 0), REFRESH_DONE);
    assert_non_null(host_heard(host, 0, EVENT_SESSION_REPLACED));
    assert_int_equal(service_count(host->service).online, 1);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_REPLACED);
    host_wait(host, 10);
    assert_int_equal(host_simple(host, 0, COMMAND_RESUME, game), REFUSAL_OK);
    assert_int_equal(service_count(host->service).online, 2);
    assert_int_equal(host->presence.node, HERE);
    assert_int_equal(host_move(host, 0, game, 3, 0), REFUSAL_OK);
}

/* Games may have begun on the other node: who seems to be free may be in one. */
static void a_player_who_comes_from_another_node_is_read_again(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
    for (int by_resume = 0; by_resume <= 1; by_resume++) {
        assert_int_equal(presence(host, 0, THERE, 0), REFRESH_DONE);
        host_wait(host, 10);
        if (by_resume)
            assert_int_equal(host_simple(host, 0, COMMAND_RESUME, game), REFUSAL_OK);
        else
            assert_int_equal(presence(host, 0, 0, THERE), REFRESH_DONE);
        host_turn(host);
        host->has_fetched = false;
        assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_OK);
        assert_true(host->has_fetched);
        assert_int_equal(host->need.kind, NEED_PLAYER);
        assert_int_equal(host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0), REFUSAL_OK);
    }
}

static void a_player_who_left_another_node_plays_on_here(void **state)
{
    struct host *host = *state;
    (void)play_here(host, no_clock, false);
    assert_int_equal(presence(host, 0, THERE, 0), REFRESH_DONE);
    host_wait(host, 10);
    assert_int_equal(presence(host, 0, 0, THERE), REFRESH_DONE);
    assert_non_null(host_heard(host, 0, EVENT_SESSION));
    assert_non_null(host_heard(host, 0, EVENT_GAME_START));
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->presence.node, HERE);
    assert_int_equal(host->presence.from, HERE); /* a claim: it takes the player from nobody */
}

static void an_opponent_on_another_node_comes_and_goes(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    assert_int_equal(presence(host, 1, THERE, 0), REFRESH_DONE);
    int64_t opponent = player_at(host, 1);
    host_disconnect(host, 1);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_OPPONENT_DISCONNECTED));
    host_wait(host, 10);
    const struct presence_row gone = {opponent, 0, THERE, host->now.wall_ms};
    host_begin(host);
    (void)service_refresh_presence(host->service, &gone, SERVICE_HINT, &host->now);
    host_turn(host);
    assert_non_null(host_heard(host, 0, EVENT_OPPONENT_DISCONNECTED));
    host_wait(host, host->setup.grace_ms - 1);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
    host_wait(host, 1);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->reason, REASON_ABANDON);
}

/* The node could not read for a while: the opponent may have come back elsewhere. */
static void after_a_failure_nobody_is_abandoned_before_presences_are_read_again(void **state)
{
    struct host *host = *state;
    int64_t game = play_here(host, no_clock, false);
    struct player_rows opponent = *host_player(host, player_at(host, 1));
    host_disconnect(host, 1);
    host_tick(host);
    host_turn(host);
    host_wait(host, host->setup.grace_ms);
    host_begin(host);
    service_claim_all(host->service, &host->now);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->status, GAME_PLAYING);
    opponent.presence =
        (struct presence_row){.player_id = opponent.player.id, .since_ms = host->now.wall_ms - 1};
    host_begin(host);
    (void)service_refresh_player(host->service, &opponent, 1, NULL, service_mark(host->service),
                                 &host->now);
    host_wait(host, host->setup.grace_ms);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_game(host, game)->reason, REASON_ABANDON);
}

static void a_read_that_began_before_a_commit_does_not_undo_it(void **state)
{
    struct host *host = *state;
    uint64_t mark = service_mark(host->service);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    const struct presence_row old = {player_at(host, 0), THERE, 0, host->now.wall_ms - 1000};
    host_begin(host);
    (void)service_refresh_presence(host->service, &old, mark, &host->now);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_SESSION_REPLACED));
    host_begin(host);
    (void)service_refresh_presence(host->service, &old, service_mark(host->service), &host->now);
    host_turn(host);
    assert_non_null(host_heard(host, 0, EVENT_SESSION_REPLACED));
}

static void a_new_number_claims_all_players_again(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    service_set_node(host->service, 7);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->presence.node, 7);
    assert_int_equal(host->presence.from, HERE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_NODE(a_connect_is_stored_and_so_is_the_end_of_the_last_connection),
        WITH_NODE(the_newest_connection_plays_wherever_it_is),
        WITH_NODE(a_player_who_comes_from_another_node_is_read_again),
        WITH_NODE(a_player_who_left_another_node_plays_on_here),
        WITH_NODE(an_opponent_on_another_node_comes_and_goes),
        WITH_NODE(after_a_failure_nobody_is_abandoned_before_presences_are_read_again),
        WITH_NODE(a_read_that_began_before_a_commit_does_not_undo_it),
        WITH_NODE(a_new_number_claims_all_players_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
