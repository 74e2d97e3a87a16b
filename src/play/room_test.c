#include "play/room_fixture_test.h"
#include "play/snapshot.h"

static void moves_alternate_until_a_line_wins(void **state)
{
    struct room room = room_with(&classic, no_clock, 0);
    struct move_row row;
    (void)state;
    assert_int_equal(room_to_move(&room), 0);
    assert_int_equal(room_move(&room, 1, drop(3), at(0), &row), REFUSAL_NOT_YOUR_TURN);
    assert_int_equal(play(&room, "414141"), REFUSAL_OK);
    assert_int_equal(room_move(&room, 0, drop(3), at(5), &row), REFUSAL_OK);
    assert_int_equal(row.ply, 6);
    assert_string_equal(row.text, "4");
    assert_int_equal(row.status, GAME_WIN);
    assert_int_equal(row.winner, 0);
    assert_int_equal(row.reason, REASON_LINE);
    assert_int_equal(room_to_move(&room), ROW_NOBODY);
    assert_int_equal(room.finished_ms, 1000005);
}

static void a_move_is_checked_in_the_order_of_the_contract(void **state)
{
    struct room room = room_with(&classic, no_clock, 0), won;
    (void)state;
    assert_int_equal(play(&room, "111111"), REFUSAL_OK);
    assert_int_equal(room_check_move(&room, 1, drop(99)), REFUSAL_NOT_YOUR_TURN);
    assert_int_equal(room_check_move(&room, 0, drop(7)), REFUSAL_COLUMN_RANGE);
    assert_int_equal(room_check_move(&room, ROW_NOBODY, drop(-1)), REFUSAL_COLUMN_RANGE);
    assert_int_equal(room_check_move(&room, 0, drop(0)), REFUSAL_COLUMN_FULL);
    assert_int_equal(room_check_move(&room, ROW_NOBODY, drop(0)), REFUSAL_COLUMN_FULL);
    assert_int_equal(room_check_move(&room, ROW_NOBODY, drop(1)), REFUSAL_NOT_IN_GAME);
    assert_int_equal(room_check_move(&room, 0, drop(1)), REFUSAL_OK);
    won = room_with(&classic, no_clock, 0);
    assert_int_equal(play(&won, "1212121"), REFUSAL_OK);
    assert_int_equal(room_check_move(&won, 0, drop(3)), REFUSAL_GAME_OVER);
    assert_int_equal(room_check_move(&won, 1, drop(3)), REFUSAL_NOT_YOUR_TURN);
    assert_int_equal(room_check_move(&won, ROW_NOBODY, drop(3)), REFUSAL_GAME_OVER);
    assert_int_equal(room_check_move(&won, 0, drop(8)), REFUSAL_COLUMN_RANGE);
}

static void a_repeated_move_has_the_same_seat_ply_and_column(void **state)
{
    struct room room = room_with(&classic, no_clock, 0);
    (void)state;
    assert_int_equal(play(&room, "44"), REFUSAL_OK);
    assert_true(room_has_move(&room, 0, 0, drop(3)));
    assert_true(room_has_move(&room, 1, 1, drop(3)));
    assert_false(room_has_move(&room, 1, 0, drop(3)));
    assert_false(room_has_move(&room, 0, 0, drop(2)));
    assert_false(room_has_move(&room, 0, 2, drop(3)));
    assert_false(room_has_move(&room, 0, -1, drop(3)));
}

static void a_refused_call_changes_nothing(void **state)
{
    struct room room = room_with(&classic, blitz, 0), before;
    struct move_row move;
    struct offer_row offer;
    struct result_row result;
    (void)state;
    assert_int_equal(play(&room, "111111"), REFUSAL_OK);
    before = room;
    assert_int_equal(room_move(&room, 0, drop(0), at(9), &move), REFUSAL_COLUMN_FULL);
    assert_int_equal(room_accept_draw(&room, 0, at(9), &result), REFUSAL_NO_OFFER);
    assert_int_equal(room_decline_draw(&room, 0, &offer), REFUSAL_NO_OFFER);
    assert_int_equal(room_cancel(&room, at(9), &result), REFUSAL_GAME_RUNNING);
    assert_false(room_expire(&room, at(9), &result));
    assert_memory_equal(&room, &before, sizeof room);
}

static void the_flag_ends_a_game_for_the_side_to_move(void **state)
{
    struct room room = room_with(&classic, blitz, GAME_RATED);
    struct result_row row;
    (void)state;
    assert_int_equal(play(&room, "44"), REFUSAL_OK);
    assert_false(room_expire(&room, at(60999), &row));
    assert_true(room_expire(&room, at(61000), &row));
    assert_int_equal(row.reason, REASON_TIME);
    assert_int_equal(row.winner, 1);
    assert_int_equal(row.left_ms[0], 0);
    assert_int_equal(row.ply, 2);
    assert_true(room_counts_for_ratings(&room));
    assert_int_equal(room_check_move(&room, 0, drop(3)), REFUSAL_GAME_OVER);
}

static void an_offer_of_a_draw_stands_until_the_other_side_moves(void **state)
{
    struct room room = room_with(&classic, no_clock, 0);
    struct offer_row offer;
    struct result_row result;
    (void)state;
    assert_int_equal(room_offer_draw(&room, 0, &offer), REFUSAL_OK);
    assert_int_equal(offer.offer, 0);
    assert_int_equal(room_offer_draw(&room, 0, &offer), REFUSAL_ALREADY_OFFERED);
    assert_int_equal(room_accept_draw(&room, 0, at(1), &result), REFUSAL_NO_OFFER);
    assert_int_equal(play(&room, "1"), REFUSAL_OK);
    assert_int_equal(room.offer, 0);
    assert_int_equal(play(&room, "1"), REFUSAL_OK);
    assert_int_equal(room.offer, ROW_NOBODY);
    assert_int_equal(room_offer_draw(&room, 1, &offer), REFUSAL_OK);
    assert_int_equal(room_decline_draw(&room, 1, &offer), REFUSAL_NO_OFFER);
    assert_int_equal(room_decline_draw(&room, 0, &offer), REFUSAL_OK);
    assert_int_equal(room_offer_draw(&room, 1, &offer), REFUSAL_OK);
    assert_int_equal(room_accept_draw(&room, 0, at(1), &result), REFUSAL_OK);
    assert_int_equal(room.status, GAME_DRAW);
    assert_int_equal(room.reason, REASON_AGREED);
    assert_int_equal(room_offer_draw(&room, 1, &offer), REFUSAL_GAME_OVER);
    room = room_with(&classic, no_clock, 0);
    room.seat[1].who.kind = SEAT_BOT;
    assert_int_equal(room_offer_draw(&room, 0, &offer), REFUSAL_BOT_DECLINES);
}

static void a_waiting_game_begins_when_its_seat_is_taken(void **state)
{
    struct room_setup setup = {.id = 7,
                               .rules = &classic,
                               .seat = {{{SEAT_PLAYER, 0, 0, 11, 0}, "Ann", 0, 0}},
                               .clock = blitz,
                               .code = "ABCDEF",
                               .expires_ms = 1600000};
    struct room_seat bob = {{SEAT_PLAYER, 0, 0, 22, 0}, "Bob", 0, 0};
    struct room room, other;
    struct join_row join;
    struct result_row result;
    (void)state;
    room_open(&room, &setup, at(0));
    assert_int_equal(room.status, GAME_WAITING);
    assert_int_equal(room_check_move(&room, 0, drop(3)), REFUSAL_GAME_WAITING);
    assert_int_equal(room_join(&room, &setup.seat[0], at(1), &join), REFUSAL_OWN_GAME);
    assert_false(room_expire(&room, at(599999), &result));
    other = room;
    assert_true(room_expire(&other, at(600000), &result));
    assert_int_equal(result.status, GAME_CANCELLED);
    assert_int_equal(room_join(&other, &bob, at(1), &join), REFUSAL_GAME_OVER);
    assert_int_equal(room_join(&room, &bob, at(100), &join), REFUSAL_OK);
    assert_int_equal(join.at, 1);
    assert_int_equal(join.moved_ms, 1000100);
    assert_int_equal(room.status, GAME_PLAYING);
    assert_int_equal(clock_left_ms(&room.clock, 0, 150), 59950);
    assert_int_equal(room_join(&room, &bob, at(100), &join), REFUSAL_NO_SUCH_CODE);
}

static void a_result_counts_only_if_both_have_moved(void **state)
{
    struct room room = room_with(&classic, no_clock, GAME_RATED), other;
    struct result_row row;
    (void)state;
    assert_false(room_counts_for_ratings(&room));
    assert_int_equal(play(&room, "1"), REFUSAL_OK);
    other = room;
    room_end(&other, 0, REASON_RESIGN, at(0), &row);
    assert_false(room_counts_for_ratings(&other));
    assert_int_equal(play(&room, "1"), REFUSAL_OK);
    other = room;
    room_end(&other, 0, REASON_TIME, at(0), &row);
    assert_true(room_counts_for_ratings(&other));
    assert_int_equal(play(&room, "1"), REFUSAL_OK);
    for (int reason = REASON_RESIGN; reason <= REASON_ABANDON; reason++) {
        other = room;
        room_end(&other, 0, (enum game_reason)reason, at(0), &row);
        assert_int_equal(room_counts_for_ratings(&other), reason == REASON_TIME);
    }
    assert_int_equal(play(&room, "1"), REFUSAL_OK);
    other = room;
    room_end(&other, 0, REASON_ABANDON, at(0), &row);
    assert_true(room_counts_for_ratings(&other));
    other = room;
    room_end(&other, ROW_NOBODY, REASON_ABANDON, at(0), &row);
    assert_false(room_counts_for_ratings(&other));
    other = room;
    other.flags = 0;
    room_end(&other, 0, REASON_RESIGN, at(0), &row);
    assert_false(room_counts_for_ratings(&other));
}

static void a_snapshot_lists_cells_from_the_top(void **state)
{
    struct room room = room_with(&classic, blitz, 0);
    struct snapshot s;
    (void)state;
    assert_int_equal(play(&room, "1213141"), REFUSAL_OK);
    snapshot_take(&s, &room, at(500));
    assert_int_equal(s.cell_count, 42);
    assert_int_equal(s.cells[35], 0);
    assert_int_equal(s.cells[36], 1);
    assert_int_equal(s.cells[0], ROW_NOBODY);
    assert_int_equal(s.status, GAME_WIN);
    assert_int_equal(s.line_count, 4);
    assert_int_equal(s.line[0], 14);
    assert_int_equal(s.line[3], 35);
    assert_int_equal(s.last_cell, 14);
    assert_int_equal(s.current, 0);
    assert_int_equal(s.last_column, 0);
    assert_string_equal(s.moves, "1213141");
    assert_false(snapshot_is_to_move(&s, 0));
    assert_false(snapshot_is_to_move(&s, 1));
    room = room_with(&classic, blitz, 0);
    snapshot_take(&s, &room, at(500));
    assert_true(snapshot_is_to_move(&s, 0));
    assert_false(snapshot_is_to_move(&s, 1));
    assert_false(snapshot_is_to_move(&s, ROW_NOBODY));
    assert_int_equal(s.last_cell, -1);
    assert_int_equal(s.left_ms[0], 59500);
    assert_int_equal(s.running, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_alternate_until_a_line_wins),
        cmocka_unit_test(a_move_is_checked_in_the_order_of_the_contract),
        cmocka_unit_test(a_repeated_move_has_the_same_seat_ply_and_column),
        cmocka_unit_test(a_refused_call_changes_nothing),
        cmocka_unit_test(the_flag_ends_a_game_for_the_side_to_move),
        cmocka_unit_test(an_offer_of_a_draw_stands_until_the_other_side_moves),
        cmocka_unit_test(a_waiting_game_begins_when_its_seat_is_taken),
        cmocka_unit_test(a_result_counts_only_if_both_have_moved),
        cmocka_unit_test(a_snapshot_lists_cells_from_the_top),
    };
    return cmocka_run_group_tests(tests, open_classic, NULL);
}
