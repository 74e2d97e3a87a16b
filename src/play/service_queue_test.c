#include "play/ask_test.h"

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row blitz = {CLOCK_LIVE, 60000, 0};
static const struct clock_row days = {CLOCK_DAYS, 86400000, 0};

static enum refusal join(struct host *host, int32_t conn, struct clock_row clock, bool is_rated)
{
    struct service_command command = command_by(conn, COMMAND_JOIN_QUEUE, 0);
    command.clock = clock;
    command.is_rated = is_rated;
    return host_ask(host, &command);
}

static enum refusal answer(struct host *host, int32_t conn, enum command_kind kind,
                           int64_t match_id)
{
    struct service_command command = command_by(conn, kind, 0);
    command.match_id = match_id;
    return host_ask(host, &command);
}

/* Connections 0, 1 and 2 join the queue; the first two get a match. */
static int64_t pair_of_three(struct host *host)
{
    int64_t match_id = 0;
    for (int32_t conn = 0; conn < 3; conn++) {
        assert_int_equal(host_connect(host, conn, conn), REFUSAL_OK);
        assert_int_equal(join(host, conn, no_clock, false), REFUSAL_OK);
        if (conn == 1)
            match_id = host_heard(host, 0, EVENT_MATCH_FOUND)->message.match_id;
    }
    return match_id;
}

static void a_match_names_the_opponent(void **state)
{
    struct host *host = *state;
    struct service_command command = command_by(0, COMMAND_JOIN_QUEUE, 0);
    command.name = "  Ann ";
    command.name_len = 6;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
    assert_int_equal(host_heard(host, 0, EVENT_QUEUE_UPDATE)->message.size, 1);
    assert_int_equal(join(host, 1, no_clock, false), REFUSAL_OK);
    const struct message *found = &host_heard(host, 1, EVENT_MATCH_FOUND)->message;
    assert_string_equal(found->name, "Ann");
    assert_int_equal(found->rating, 1500);
    assert_true(found->is_provisional);
    assert_int_equal(found->wait_ms, 15000);
    assert_string_equal(host->player[0].player.name, "Ann");
}

static void players_are_told_the_size_of_the_queue(void **state)
{
    struct host *host = *state;
    for (int32_t conn = 0; conn < 3; conn++)
        assert_int_equal(host_connect(host, conn, conn), REFUSAL_OK);
    host_player(host, service_player_of(host->service, 1))->rating[0].rating = 2500;
    assert_int_equal(join(host, 0, blitz, true), REFUSAL_OK);
    host->service->player[1].rating[0] =
        (struct rating_row){.rating = 2500, .deviation = 50, .volatility = 0.06};
    assert_int_equal(join(host, 1, blitz, true), REFUSAL_OK);
    assert_int_equal(host_heard(host, 1, EVENT_QUEUE_UPDATE)->message.size, 2);
    assert_null(host_heard(host, 1, EVENT_MATCH_FOUND));
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_heard(host, 0, EVENT_QUEUE_UPDATE)->message.size, 2);
    assert_null(host_heard(host, 1, EVENT_QUEUE_UPDATE));
    /* After 34 seconds a rating distance of 1000 is accepted. */
    host_wait(host, 34000);
    host_tick(host);
    host_turn(host);
    assert_non_null(host_heard(host, 0, EVENT_MATCH_FOUND));
}

static void an_invalid_board_clock_or_name_is_refused(void **state)
{
    struct host *host = *state;
    struct service_command command = command_by(0, COMMAND_JOIN_QUEUE, 0);
    assert_int_equal(host_ask(host, &command), REFUSAL_NO_SESSION);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    command.rules.board.width = 99;
    assert_int_equal(host_ask(host, &command), REFUSAL_BAD_BOARD);
    command.rules.board = ff_cube;
    command.clock.kind = 9;
    assert_int_equal(host_ask(host, &command), REFUSAL_BAD_CLOCK);
    command.clock = no_clock;
    command.name = "";
    assert_int_equal(host_ask(host, &command), REFUSAL_BAD_NAME);
    command.name = NULL;
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
    assert_int_equal(host_ask(host, &command), REFUSAL_ALREADY_QUEUED);
    assert_int_equal(host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0), REFUSAL_OK);
    assert_int_equal(host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0), REFUSAL_NOT_QUEUED);
}

static void a_player_who_declines_leaves_and_the_other_is_next(void **state)
{
    struct host *host = *state;
    int64_t match_id = pair_of_three(host);
    assert_int_equal(answer(host, 2, COMMAND_CONFIRM_MATCH, match_id), REFUSAL_NO_SUCH_MATCH);
    assert_int_equal(answer(host, 1, COMMAND_CONFIRM_MATCH, match_id), REFUSAL_OK);
    assert_int_equal(answer(host, 0, COMMAND_DECLINE_MATCH, match_id), REFUSAL_OK);
    const struct message *told = &host_heard(host, 1, EVENT_MATCH_CANCELLED)->message;
    assert_int_equal(told->reason, MATCH_DECLINED);
    assert_true(told->is_waiting);
    assert_false(host_heard(host, 0, EVENT_MATCH_CANCELLED)->message.is_waiting);
    assert_int_equal(answer(host, 0, COMMAND_DECLINE_MATCH, match_id), REFUSAL_NO_SUCH_MATCH);
    host_tick(host);
    host_turn(host);
    assert_non_null(host_heard(host, 1, EVENT_MATCH_FOUND));
    assert_non_null(host_heard(host, 2, EVENT_MATCH_FOUND));
}

static void a_player_who_does_not_confirm_in_time_leaves_the_queue(void **state)
{
    struct host *host = *state;
    int64_t match_id = pair_of_three(host);
    assert_int_equal(answer(host, 0, COMMAND_CONFIRM_MATCH, match_id), REFUSAL_OK);
    host_wait(host, 15000);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host_heard(host, 0, EVENT_MATCH_CANCELLED)->message.reason, MATCH_TIMEOUT);
    assert_non_null(host_heard(host, 0, EVENT_MATCH_FOUND));
    assert_non_null(host_heard(host, 2, EVENT_MATCH_FOUND));
    assert_int_equal(join(host, 1, no_clock, false), REFUSAL_OK);
}

static void a_player_who_disconnects_leaves_the_queue(void **state)
{
    struct host *host = *state;
    int64_t match_id = pair_of_three(host);
    host_disconnect(host, 2);
    host_disconnect(host, 0);
    assert_int_equal(host_heard(host, 1, EVENT_MATCH_CANCELLED)->message.reason,
                     MATCH_DISCONNECTED);
    assert_int_equal(answer(host, 1, COMMAND_CONFIRM_MATCH, match_id), REFUSAL_NO_SUCH_MATCH);
    assert_int_equal(service_count(host->service).waiting, 1);
}

static struct service_life life_of(struct host *host)
{
    struct service_life life;
    service_life(host->service, host->now.now_ms, &life);
    return life;
}

static void the_lobby_counts_players_by_the_game_they_wait_for(void **state)
{
    struct host *host = *state;
    assert_int_equal(life_of(host).kinds, 0);
    for (int32_t conn = 0; conn < 3; conn++)
        assert_int_equal(host_connect(host, conn, conn), REFUSAL_OK);
    assert_int_equal(join(host, 0, days, false), REFUSAL_OK);
    assert_int_equal(join(host, 1, blitz, true), REFUSAL_OK);
    struct service_life life = life_of(host);
    assert_int_equal(life.online, 3);
    assert_int_equal(life.kinds, 2);
    assert_int_equal(life.kind[0].key.clock.kind, CLOCK_DAYS);
    assert_true(life.kind[1].key.is_rated);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(life.kind[i].waiting, 1);
        assert_int_equal(life.kind[i].typical_ms, WAITS_UNKNOWN);
    }
}

/* Two players meet in the queue; the first has waited for this long. */
static void wait_and_play(struct host *host, int64_t wait_ms)
{
    assert_int_equal(join(host, 0, no_clock, false), REFUSAL_OK);
    host_wait(host, wait_ms);
    assert_int_equal(join(host, 1, no_clock, false), REFUSAL_OK);
    int64_t match_id = host_heard(host, 0, EVENT_MATCH_FOUND)->message.match_id;
    for (int32_t conn = 0; conn < 2; conn++)
        assert_int_equal(answer(host, conn, COMMAND_CONFIRM_MATCH, match_id), REFUSAL_OK);
    int64_t game = host_heard(host, 0, EVENT_GAME_START)->message.game_id;
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
}

static void the_typical_wait_is_that_of_games_that_began(void **state)
{
    struct host *host = *state;
    for (int32_t conn = 0; conn < 2; conn++)
        assert_int_equal(host_connect(host, conn, conn), REFUSAL_OK);
    wait_and_play(host, 8000);
    assert_int_equal(life_of(host).kinds, 0); /* two waits are too few */
    wait_and_play(host, 12000);
    struct service_life life = life_of(host);
    assert_int_equal(life.kinds, 1);
    assert_int_equal(life.kind[0].waiting, 0);
    assert_int_equal(life.kind[0].typical_ms, 8000);
    assert_int_equal(join(host, 0, no_clock, false), REFUSAL_OK);
    host_wait(host, 90000);
    assert_int_equal(host_simple(host, 0, COMMAND_LEAVE_QUEUE, 0), REFUSAL_OK);
    assert_int_equal(life_of(host).kind[0].typical_ms, 8000);
}

static void a_player_has_one_live_game_from_the_queue(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    assert_int_equal(join(host, 0, no_clock, false), REFUSAL_IN_GAME);
    assert_int_equal(join(host, 1, days, false), REFUSAL_OK);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(join(host, 0, no_clock, false), REFUSAL_OK);
}

static void correspondence_players_wait_while_away_and_after_a_restart(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    assert_int_equal(join(host, 0, days, false), REFUSAL_OK);
    assert_int_equal(host->queued, 1);
    host_disconnect(host, 0);
    host_restart(host, host->now.wall_ms);
    assert_int_equal(service_count(host->service).waiting, 1);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    assert_int_equal(join(host, 1, days, false), REFUSAL_OK);
    const struct heard *start = host_heard(host, 1, EVENT_GAME_START);
    assert_non_null(start);
    assert_true(start->snapshot.flags & GAME_ASYNC);
    assert_int_equal(host->queued, 0);
    assert_int_equal(host_game(host, start->message.game_id)->deadline_ms,
                     host->now.wall_ms + days.initial_ms);
    /* Its players need not be connected, so it leaves memory; the calendar ends it. */
    host_disconnect(host, 1);
    host_wait(host, 400000);
    host_tick(host);
    host_turn(host);
    assert_false(service_has_game(host->service, host->game[0].id));
    host_wait(host, days.initial_ms);
    struct service_command expire = command_of(COMMAND_EXPIRE);
    expire.game_id = host->game[0].id;
    host_do(host, &expire);
    host_turn(host);
    assert_int_equal(host->game[0].reason, REASON_TIME);
    assert_int_equal(host->game[0].winner, 1);
}

/* They stay in memory, and nobody wants to meet somebody who will not come. */
static void a_player_who_waits_for_days_and_stays_away_leaves_the_queue(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(join(host, 0, days, false), REFUSAL_OK);
    host_disconnect(host, 0);
    host_wait(host, host->setup.open_async_ms - 60000);
    host_restart(host, host->now.wall_ms); /* the row says since when */
    host_tick(host);
    host_turn(host);
    assert_int_equal(service_count(host->service).waiting, 1);
    host_wait(host, 60000);
    host_tick(host);
    host_turn(host);
    assert_int_equal(service_count(host->service).waiting, 0);
    assert_int_equal(host->queued, 0);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK); /* who is there goes on waiting */
    assert_int_equal(join(host, 0, days, false), REFUSAL_OK);
    host_wait(host, host->setup.open_async_ms);
    host_tick(host);
    host_turn(host);
    assert_int_equal(service_count(host->service).waiting, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_match_names_the_opponent),
        WITH_HOST(players_are_told_the_size_of_the_queue),
        WITH_HOST(an_invalid_board_clock_or_name_is_refused),
        WITH_HOST(a_player_who_declines_leaves_and_the_other_is_next),
        WITH_HOST(a_player_who_does_not_confirm_in_time_leaves_the_queue),
        WITH_HOST(a_player_who_disconnects_leaves_the_queue),
        WITH_HOST(the_lobby_counts_players_by_the_game_they_wait_for),
        WITH_HOST(the_typical_wait_is_that_of_games_that_began),
        WITH_HOST(a_player_has_one_live_game_from_the_queue),
        WITH_HOST(correspondence_players_wait_while_away_and_after_a_restart),
        WITH_HOST(a_player_who_waits_for_days_and_stays_away_leaves_the_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
