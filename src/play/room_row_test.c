#include "play/room_fixture_test.h"

#include "base/random.h"
#include "play/model_test.h"

static void clocks_stand_still_while_no_server_runs(void **state)
{
    struct room room = room_with(&classic, blitz, 0), back;
    struct game_row row;
    (void)state;
    room_row(&row, &room);
    /* The server ran for 5 s after the move. The next one starts much later, with its own clock. */
    const struct instant later = {3, 99000000};
    assert_int_equal(room_restore(&back, &classic, &row, room.seat, later, 1005000), FF_OK);
    assert_int_equal(clock_left_ms(&back.clock, 0, 3), 55000);
    assert_int_equal(clock_left_ms(&back.clock, 0, 1003), 54000);
    assert_int_equal(room_restore(&back, &classic, &row, room.seat, later, 0), FF_OK);
    assert_int_equal(clock_left_ms(&back.clock, 0, 3), 60000);
}

static void a_row_that_contradicts_its_moves_is_refused(void **state)
{
    struct room room = room_with(&classic, blitz, 0), back = room;
    struct game_row good, bad;
    (void)state;
    assert_int_equal(play(&room, "1212121"), REFUSAL_OK);
    room_row(&good, &room);
    assert_int_equal(room_restore(&back, &classic, &good, room.seat, at(0), 0), FF_OK);
    bad = good, bad.ply = 6;
    assert_int_equal(room_restore(&back, &classic, &bad, room.seat, at(0), 0), FF_E_MOVES);
    bad = good, bad.status = GAME_PLAYING;
    assert_int_equal(room_restore(&back, &classic, &bad, room.seat, at(0), 0), FF_E_MOVES);
    bad = good, bad.moves[3] = 'x';
    assert_int_equal(room_restore(&back, &classic, &bad, room.seat, at(0), 0), FF_E_MOVES);
    bad = good, bad.winner = 9;
    assert_int_equal(room_restore(&back, &classic, &bad, room.seat, at(0), 0), FF_E_MOVES);
    memset(bad.moves, '1', sizeof bad.moves);
    assert_int_equal(room_restore(&back, &classic, &bad, room.seat, at(0), 0), FF_E_MOVES);
}

/* Does one random thing in a room and applies its row to the stored game. */
static void random_deed(struct room *room, struct game_row *stored, uint64_t *random,
                        struct instant now)
{
    struct move_row move;
    struct offer_row offer;
    struct result_row result;
    int seat = (int)random_below(random, 2);
    const struct move_order order = {
        .column = (int)random_below(random, any_game_discs(&room->game)->rules->columns),
        .action =
            random_below(random, 2) ? FF_DROP : (uint8_t)random_below(random, FF_ACTION_COUNT)};
    if (room_expire(room, now, &result))
        assert_true(model_result(stored, &result));
    switch (random_below(random, 12)) {
    case 0:
        if (!room_offer_draw(room, seat, &offer))
            assert_true(model_offer(stored, &offer));
        break;
    case 1:
        if (!room_decline_draw(room, seat, &offer))
            assert_true(model_offer(stored, &offer));
        break;
    case 2:
        if (random_below(random, 4) == 0 && !room_accept_draw(room, seat, now, &result))
            assert_true(model_result(stored, &result));
        break;
    default:
        if (!room_move(room, seat, order, now, &move))
            assert_true(model_move(stored, &move));
    }
}

static void assert_same_room(const struct room *a, const struct room *b, struct instant now)
{
    struct game_row row_a, row_b;
    room_row(&row_a, a);
    room_row(&row_b, b);
    assert_null(model_difference(&row_a, &row_b));
    assert_int_equal(a->game.is_plain, b->game.is_plain);
    if (a->game.is_plain)
        assert_same_game(&a->game.plain, &b->game.plain);
    else
        assert_same_position(&a->game.variant.position.board, &b->game.variant.position.board);
    assert_string_equal(a->seat[1].name, b->seat[1].name);
    for (int i = 0; i < ROW_SEATS; i++)
        assert_int_equal(clock_left_ms(&a->clock, i, room_now_ms(a, now)),
                         clock_left_ms(&b->clock, i, room_now_ms(b, now)));
}

static void a_room_restored_from_its_rows_is_equal_at_any_moment(void **state)
{
    static const char *const boards[] = {
        "7x6",        "5x5x5",           "4x4",      "9x7c5",      "3x3c3",
        "4x4-popout", "7x6-powerup-pie", "5x4-turn", "4x5-popten", "7x6-pie"};
    const struct clock_row clocks[] = {no_clock, blitz, days};
    uint64_t random = 99;
    (void)state;
    for (int game = 0; game < 150; game++) {
        ff_variant_rules rules = rules_by(boards[game % 10]);
        struct room room = room_with(&rules, clocks[game % 3], GAME_RATED), back;
        struct game_row stored;
        int64_t ms = 0;
        room_row(&stored, &room);
        for (int step = 0; step < 120; step++) {
            ms += random_below(&random, 4000);
            random_deed(&room, &stored, &random, at(ms));
            ms += random_below(&random, 400);
            assert_int_equal(room_restore(&back, &rules, &stored, room.seat, at(ms), 1000000 + ms),
                             FF_OK);
            assert_same_room(&room, &back, at(ms));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_stand_still_while_no_server_runs),
        cmocka_unit_test(a_row_that_contradicts_its_moves_is_refused),
        cmocka_unit_test(a_room_restored_from_its_rows_is_equal_at_any_moment),
    };
    return cmocka_run_group_tests(tests, open_classic, NULL);
}
