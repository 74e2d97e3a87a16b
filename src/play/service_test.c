#include "play/ask_test.h"

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row blitz = {CLOCK_LIVE, 60000, 1000};

static void two_players_meet_confirm_and_play(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    const struct heard *start = host_heard(host, red, EVENT_GAME_START);
    assert_true(snapshot_is_to_move(&start->snapshot, start->message.seat));
    start = host_heard(host, 1 - red, EVENT_GAME_START);
    assert_false(snapshot_is_to_move(&start->snapshot, start->message.seat));
    assert_int_equal(host_move(host, red, game, 3, PLY_ANY), REFUSAL_OK);
    for (int32_t conn = 0; conn < 2; conn++) {
        const struct heard *update = host_heard(host, conn, EVENT_GAME_UPDATE);
        assert_int_equal(update->snapshot.ply, 1);
        assert_int_equal(update->snapshot.cells[38], 0);
    }
    assert_int_equal(host_move(host, red, game, 3, PLY_ANY), REFUSAL_NOT_YOUR_TURN);
    assert_int_equal(host_game(host, game)->ply, 1);
    assert_string_equal(host_game(host, game)->moves, "4");
}

static void a_line_ends_the_game_for_both_players(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    for (int ply = 0; ply < 7; ply++)
        assert_int_equal(host_move(host, ply % 2 ? 1 - red : red, game, ply % 2, ply), REFUSAL_OK);
    const struct heard *over = host_heard(host, 1 - red, EVENT_GAME_OVER);
    assert_int_equal(over->snapshot.winner, 0);
    assert_int_equal(over->snapshot.reason, REASON_LINE);
    assert_int_equal(over->snapshot.line_count, 4);
    assert_false(over->message.has_rating);
    assert_int_equal(host_simple(host, red, COMMAND_RESIGN, game), REFUSAL_GAME_OVER);
    assert_int_equal(host_move(host, red, game, 5, PLY_ANY), REFUSAL_GAME_OVER);
    assert_int_equal(host_move(host, red, game, 0, 6), REFUSAL_OK);
    assert_true(host_heard(host, red, EVENT_REPLY)->message.is_repeat);
    assert_null(host_heard(host, red, EVENT_GAME_UPDATE));
}

static void a_move_is_played_once_however_often_it_is_sent(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_null(host_heard(host, 1 - red, EVENT_GAME_UPDATE));
    assert_int_equal(host_game(host, game)->ply, 1);
    assert_int_equal(host_move(host, red, game, 4, 0), REFUSAL_STALE);
    assert_int_equal(host_heard(host, red, EVENT_REPLY)->snapshot.ply, 1);
    assert_int_equal(host_move(host, 1 - red, game, 3, 0), REFUSAL_STALE);
    assert_int_equal(host_move(host, 1 - red, game, 3, 7), REFUSAL_STALE);
    assert_int_equal(host_move(host, 1 - red, game, 3, 1), REFUSAL_OK);
}

static void a_repeated_move_is_answered_as_it_was_the_first_time(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    for (int ply = 0; ply < 3; ply++)
        assert_int_equal(host_move(host, ply % 2 ? 1 - red : red, game, 3, ply), REFUSAL_OK);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_true(host_heard(host, red, EVENT_REPLY)->message.is_repeat);
    assert_int_equal(host_heard(host, red, EVENT_REPLY)->message.ply, 1);
    assert_int_equal(host_move(host, red, game, 4, 0), REFUSAL_STALE);
    assert_int_equal(host_heard(host, red, EVENT_REPLY)->message.ply, 3);
}

/* The main promise: a turn that was not stored leaves no trace and is not announced. */
static void a_failed_commit_undoes_the_turn(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, blitz, true, &red);
    struct service_command move = command_by(red, COMMAND_MAKE_MOVE, game);
    struct service *service = host->service;
    struct state before = service->state;
    size_t size = (size_t)(service->kept_end - service->kept);
    unsigned char *bytes = malloc(size);
    memcpy(bytes, service->kept, size);
    host->fails = true;
    move.column = 3;
    assert_int_equal(host_ask(host, &move), REFUSAL_STORE);
    assert_int_equal(host->heard_count, 1);
    assert_memory_equal(bytes, service->kept, size);
    assert_memory_equal(&before, &service->state, sizeof before);
    host->fails = false;
    assert_int_equal(host_ask(host, &move), REFUSAL_OK);
    assert_non_null(host_heard(host, 1 - red, EVENT_GAME_UPDATE));
    free(bytes);
}

static void clocks_stand_still_while_nothing_can_be_stored(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, blitz, false, &red);
    host_wait(host, 10000);
    host->fails = true;
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_STORE);
    host_wait(host, 500000);
    host_tick(host);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_STORE);
    host->fails = false;
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_heard(host, red, EVENT_GAME_UPDATE)->snapshot.left_ms[0], 51000);
    host_wait(host, 2000);
    assert_int_equal(host_simple(host, red, COMMAND_RESUME, game), REFUSAL_OK);
    assert_int_equal(host_heard(host, red, EVENT_REPLY)->snapshot.left_ms[1], 58000);
}

static void a_flag_falls_by_itself(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, blitz, true, &red);
    assert_int_equal(host_move(host, red, game, 3, 0), REFUSAL_OK);
    assert_int_equal(host_move(host, 1 - red, game, 3, 1), REFUSAL_OK);
    host_wait(host, 60999);
    host_tick(host);
    host_turn(host);
    assert_null(host_heard(host, red, EVENT_GAME_OVER));
    host_wait(host, 1);
    host_tick(host);
    host_turn(host);
    const struct heard *over = host_heard(host, red, EVENT_GAME_OVER);
    assert_int_equal(over->snapshot.reason, REASON_TIME);
    assert_int_equal(over->snapshot.winner, 1);
    assert_true(over->message.has_rating);
    assert_true(over->message.after[1] > over->message.before[1]);
    assert_int_equal(host->rated, 1);
    assert_int_equal(host_game(host, game)->reason, REASON_TIME);
}

static void a_draw_is_offered_and_accepted(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, no_clock, false, &red);
    assert_int_equal(host_simple(host, red, COMMAND_ACCEPT_DRAW, game), REFUSAL_NO_OFFER);
    assert_int_equal(host_simple(host, red, COMMAND_OFFER_DRAW, game), REFUSAL_OK);
    assert_non_null(host_heard(host, 1 - red, EVENT_DRAW_OFFERED));
    assert_null(host_heard(host, red, EVENT_DRAW_OFFERED));
    assert_int_equal(host_simple(host, 1 - red, COMMAND_DECLINE_DRAW, game), REFUSAL_OK);
    assert_non_null(host_heard(host, red, EVENT_DRAW_DECLINED));
    assert_int_equal(host_simple(host, 1 - red, COMMAND_OFFER_DRAW, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, red, COMMAND_ACCEPT_DRAW, game), REFUSAL_OK);
    assert_int_equal(host_heard(host, red, EVENT_GAME_OVER)->snapshot.reason, REASON_AGREED);
    assert_int_equal(host_game(host, game)->status, GAME_DRAW);
}

static void a_rematch_swaps_the_colours(void **state)
{
    struct host *host = *state;
    int32_t red;
    int64_t game = host_pair(host, blitz, true, &red);
    assert_int_equal(host_simple(host, red, COMMAND_REQUEST_REMATCH, game), REFUSAL_GAME_RUNNING);
    assert_int_equal(host_simple(host, red, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, red, COMMAND_ACCEPT_REMATCH, game), REFUSAL_NO_OFFER);
    assert_int_equal(host_simple(host, red, COMMAND_REQUEST_REMATCH, game), REFUSAL_OK);
    assert_non_null(host_heard(host, 1 - red, EVENT_REMATCH_OFFERED));
    assert_int_equal(host_simple(host, red, COMMAND_REQUEST_REMATCH, game),
                     REFUSAL_ALREADY_OFFERED);
    assert_int_equal(host_simple(host, 1 - red, COMMAND_DECLINE_REMATCH, game), REFUSAL_OK);
    assert_non_null(host_heard(host, red, EVENT_REMATCH_DECLINED));
    assert_int_equal(host_simple(host, 1 - red, COMMAND_REQUEST_REMATCH, game), REFUSAL_OK);
    assert_int_equal(host_simple(host, red, COMMAND_ACCEPT_REMATCH, game), REFUSAL_OK);
    const struct heard *start = host_heard(host, red, EVENT_GAME_START);
    assert_int_equal(start->message.seat, 1);
    assert_int_equal(start->snapshot.rematch_of, game);
    assert_true(start->snapshot.flags & GAME_RATED);
    assert_int_equal(start->snapshot.clock.increment_ms, 1000);
    assert_int_equal(host_simple(host, red, COMMAND_RESIGN, start->message.game_id), REFUSAL_OK);
    host_disconnect(host, 1 - red);
    assert_int_equal(host_simple(host, red, COMMAND_REQUEST_REMATCH, game), REFUSAL_OPPONENT_GONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(two_players_meet_confirm_and_play),
        WITH_HOST(a_line_ends_the_game_for_both_players),
        WITH_HOST(a_move_is_played_once_however_often_it_is_sent),
        WITH_HOST(a_repeated_move_is_answered_as_it_was_the_first_time),
        WITH_HOST(a_failed_commit_undoes_the_turn),
        WITH_HOST(clocks_stand_still_while_nothing_can_be_stored),
        WITH_HOST(a_flag_falls_by_itself),
        WITH_HOST(a_draw_is_offered_and_accepted),
        WITH_HOST(a_rematch_swaps_the_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
