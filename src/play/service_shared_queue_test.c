/* The queue and matches of a service that shares its database. */
#include "play/shared_test.h"

static struct match_row match_of(struct host *host, int64_t other)
{
    struct match_row row = {.id = 77,
                            .step = MATCH_OPEN,
                            .board = "7x6",
                            .player_id = {player_at(host, 0), other},
                            .since_ms = {host->now.wall_ms, host->now.wall_ms},
                            .deadline_ms = host->now.wall_ms + 15000};
    return row;
}

static void the_keeper_pairs_and_both_confirm(void **state)
{
    struct host *host = *state;
    join(host, 0);
    join(host, 1);
    assert_int_equal(host->queued, 2);
    service_set_keeper(host->service, false);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_MATCH_FOUND));
    service_set_keeper(host->service, true);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->match.step, MATCH_OPEN);
    struct service_command confirm = command_by(0, COMMAND_CONFIRM_MATCH, 0);
    confirm.match_id = host_heard(host, 0, EVENT_MATCH_FOUND)->message.match_id;
    assert_int_equal(host_ask(host, &confirm), REFUSAL_OK);
    assert_int_equal(host->match.step, MATCH_CONFIRM);
    confirm.conn = 1;
    assert_int_equal(host_ask(host, &confirm), REFUSAL_OK);
    assert_int_equal(host->match.step, MATCH_CLOSE);
    assert_int_equal(host->match.confirmed, 3);
    assert_non_null(host_heard(host, 0, EVENT_GAME_START));
}

static void a_match_of_another_node_is_told_once_its_opponent_is_known(void **state)
{
    struct host *host = *state;
    int64_t wanted;
    join(host, 0);
    const struct player_rows other = {.player = {.id = 4711, .name = "Zoe"}};
    struct match_row row = match_of(host, 4711);
    host_begin(host);
    assert_int_equal(service_hint_match(host->service, &row, &host->now), REFRESH_DONE);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, 0, EVENT_MATCH_FOUND));
    assert_true(service_next_wanted(host->service, -1, &wanted) >= 0);
    assert_int_equal(wanted, 4711);
    const struct service_player_read read = {
        .player = &other, .match = &row, .mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_tick(host);
    host_turn(host);
    assert_string_equal(host_heard(host, 0, EVENT_MATCH_FOUND)->message.name, "Zoe");
    row.step = MATCH_CLOSE;
    row.since_ms[1] = 0; /* Zoe has declined */
    host_begin(host);
    assert_int_equal(service_hint_match(host->service, &row, &host->now), REFRESH_DONE);
    host_turn(host);
    assert_true(host_heard(host, 0, EVENT_MATCH_CANCELLED)->message.is_waiting);
}

static void a_place_in_the_queue_that_was_lost_comes_back(void **state)
{
    struct host *host = *state;
    join(host, 0);
    host->queued = 0; /* another node buried this one */
    const struct service_queue_read read = {.mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_refresh_queue(host->service, &read, &host->now), REFRESH_DONE);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->queued, 1);
}

/* The node of the opponent closed the match and put this player back into the queue, just after the player had left. */
static void a_player_who_is_nowhere_does_not_stay_in_the_queue(void **state)
{
    struct host *host = *state;
    const struct player_rows zoe = {.player = {.id = 4711, .name = "Zoe"},
                                    .presence = {.player_id = 4711, .since_ms = host->now.wall_ms}};
    const struct queue_row waiting = {.player_id = 4711,
                                      .is_waiting = true,
                                      .board = "7x6",
                                      .since_ms = host->now.wall_ms - 5000};
    const struct service_player_read read = {
        .player = &zoe, .waiting = &waiting, .mark = service_mark(host->service)};
    host->queue[host->queued++] = waiting;
    service_set_keeper(host->service, true);
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    for (int queued = 1; queued >= 0; queued--) {
        host_wait(host, 5000);
        host_tick(host);
        host_turn(host);
        assert_int_equal(host->queued, queued);
    }
}

static int queue_rows(struct host *host)
{
    size_t count, queued = 0;
    const struct row *rows = outbox_rows(service_outbox(host->service), &count);
    for (size_t i = 0; i < count; i++)
        queued += rows[i].kind == ROW_QUEUE;
    return (int)queued;
}

/* Another node has dropped the place first. Tried in every turn, the row would hold back all others of the node. */
static void drop_once(struct host *host, struct clock_row clock, int64_t wait_ms)
{
    const struct player_rows zoe = {.player = {.id = 4711, .name = "Zoe"},
                                    .presence = {.player_id = 4711, .since_ms = host->now.wall_ms}};
    const struct queue_row waiting = {.player_id = 4711,
                                      .is_waiting = true,
                                      .board = "7x6",
                                      .clock = clock,
                                      .since_ms = host->now.wall_ms - 5000};
    const struct service_player_read read = {
        .player = &zoe, .waiting = &waiting, .mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    host_wait(host, wait_ms);
    host_tick(host);
    assert_int_equal(queue_rows(host), 1);
    service_undo(host->service, &(size_t){0}, 1);
    assert_int_equal(service_refresh_player(host->service, &zoe, 9, NULL,
                                            service_mark(host->service), &host->now),
                     REFRESH_DONE);
    host_tick(host);
    assert_int_equal(queue_rows(host), 0);
    assert_true(service_doubts_queue(host->service));
    host_turn(host);
    const struct service_queue_read empty = {.mark = service_mark(host->service)};
    host_begin(host);
    assert_int_equal(service_refresh_queue(host->service, &empty, &host->now), REFRESH_DONE);
    assert_false(service_doubts_queue(host->service));
    host_turn(host);
}

static void a_forgotten_place_that_is_gone_is_dropped_only_once(void **state)
{
    struct host *host = *state;
    drop_once(host, no_clock, 10000);
}

static void a_place_for_days_that_has_expired_and_is_gone_is_dropped_only_once(void **state)
{
    struct host *host = *state;
    drop_once(host, (struct clock_row){CLOCK_DAYS, 86400000, 0}, host->setup.open_async_ms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_NODE(the_keeper_pairs_and_both_confirm),
        WITH_NODE(a_match_of_another_node_is_told_once_its_opponent_is_known),
        WITH_NODE(a_place_in_the_queue_that_was_lost_comes_back),
        WITH_NODE(a_player_who_is_nowhere_does_not_stay_in_the_queue),
        WITH_NODE(a_forgotten_place_that_is_gone_is_dropped_only_once),
        WITH_NODE(a_place_for_days_that_has_expired_and_is_gone_is_dropped_only_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
