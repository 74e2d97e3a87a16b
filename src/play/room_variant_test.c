/* Rooms whose games have other rules. */
#include "play/room_fixture_test.h"

#include "base/random.h"
#include "play/snapshot.h"

static void rules_have_one_text_in_rows(void **state)
{
    static const char *const texts[] = {"7x6",          "7x6-pie",
                                        "5x5x5-popout", "9x7c5-five-pie",
                                        "7x6-misere",   "12x12c8-cylinder-pie",
                                        "7x6-turn",     "4x5-popten",
                                        "7x6-powerup"};
    static const char *const wrong[] = {
        "",          "popout",         "7x6-",
        "7x6-chess", "7x6-pie-popout", "7x6-standard-pie-x",
        "7x6:",      "7x6-popout:",    "7x6-popout-popout-popout-popout"};
    struct ruleset rules;
    char text[ROW_BOARD_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(ruleset_read(&rules, texts[i], strlen(texts[i])), FF_OK);
        assert_int_equal(ruleset_check(&rules), FF_OK);
        ruleset_write(text, &rules);
        assert_string_equal(text, texts[i]);
        assert_int_equal(ruleset_is_plain(&rules), i == 0);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_not_equal(ruleset_read(&rules, wrong[i], strlen(wrong[i])), FF_OK);
    assert_int_equal(ruleset_read(&rules, "7x6-five", 8), FF_OK);
    assert_int_equal(ruleset_check(&rules), FF_E_FIVE_BOARD);
}

static void moves_are_told_apart_without_a_board(void **state)
{
    (void)state;
    assert_int_equal(moves_count(""), 0);
    assert_int_equal(moves_count("44-4_a@B=9+1<>~"), 10);
    assert_int_equal(moves_count("4-"), -1);
    assert_int_equal(moves_count("--4"), -1);
    assert_int_equal(moves_count("4 4"), -1);
    assert_int_equal(moves_count("0"), -1);
}

/* What the row of the last move has. */
static struct move_row move_in(struct room *room, const char *move, int64_t ms)
{
    struct move_row row;
    assert_int_equal(room_move(room, room_to_move(room), order_read(room, move), at(ms), &row),
                     REFUSAL_OK);
    return row;
}

static void a_pop_is_a_move_of_the_row(void **state)
{
    ff_variant_rules rules = rules_by("7x6-popout");
    struct room room = room_with(&rules, no_clock, 0);
    struct snapshot seen;
    (void)state;
    assert_int_equal(play(&room, "44"), REFUSAL_OK);
    struct move_row row = move_in(&room, "-4", 1);
    assert_string_equal(row.text, "-4");
    assert_int_equal(row.ply, 2);
    assert_int_equal(row.to_move, 1);
    assert_int_equal(row.by, 0);
    snapshot_take(&seen, &room, at(2));
    assert_string_equal(seen.moves, "44-4");
    assert_int_equal(seen.cells[38], FF_YELLOW);
    assert_int_equal(seen.last_action, FF_POP);
    assert_int_equal(seen.last_cell, 38);
    assert_int_equal(seen.last_seat, 0);
    assert_int_equal(room_check_move(&room, 1, order_read(&room, "-1")), REFUSAL_ILLEGAL_MOVE);
    assert_int_equal(room_check_move(&room, 0, order_read(&room, "-4")), REFUSAL_NOT_YOUR_TURN);
    assert_int_equal(play(&room, "1515151"), REFUSAL_OK);
    assert_int_equal(room.status, GAME_WIN);
    assert_int_equal(room.winner, 1);
}

static void a_swap_changes_colours_and_not_seats(void **state)
{
    ff_variant_rules rules = rules_by("7x6-pie");
    struct room room = room_with(&rules, blitz, GAME_RATED);
    struct snapshot seen;
    (void)state;
    assert_false(room.game.is_plain);
    (void)move_in(&room, "4", 1000);
    struct move_row row = move_in(&room, "~", 3000);
    assert_string_equal(row.text, "~");
    assert_int_equal(row.to_move, 0);
    assert_int_equal(row.left_ms[0], 60000); /* 1 s used, and its increment */
    assert_int_equal(row.left_ms[1], 59000); /* a swap is a turn: 2 s used */
    assert_int_equal(room.clock.running, 0);
    snapshot_take(&seen, &room, at(3000));
    assert_true(seen.is_swapped);
    assert_int_equal(snapshot_side(&seen, 0), FF_YELLOW);
    assert_int_equal(seen.current, 0);
    assert_int_equal(seen.last_seat, 1);
    assert_int_equal(seen.last_cell, -1);
    assert_string_equal(seen.seat[0].name, "Ann");
    assert_int_equal(play(&room, "343434"), REFUSAL_OK);
    assert_int_equal(room.winner, 1); /* red, which the second player has taken over */
    assert_true(room_counts_for_ratings(&room));
    assert_true(room_has_move(&room, 1, 1, (struct move_order){.action = FF_SWAP, .column = 99}));
    assert_false(room_has_move(&room, 0, 1, (struct move_order){.action = FF_SWAP}));
    assert_true(room_has_move(&room, 0, 2, drop(2)));
}

static void a_turn_of_two_moves_has_one_clock_and_one_increment(void **state)
{
    ff_variant_rules rules = rules_by("7x6-powerup");
    struct room room = room_with(&rules, blitz, GAME_RATED), slow = room_with(&rules, days, 0);
    struct result_row end;
    (void)state;
    struct move_row row = move_in(&room, "+1", 4000);
    assert_int_equal(row.to_move, 0);
    assert_int_equal(row.left_ms[0], 56000);
    assert_int_equal(room.clock.running, 0);
    row = move_in(&room, "2", 7000);
    assert_int_equal(row.to_move, 1);
    assert_int_equal(row.left_ms[0], 54000); /* 7 s used, one increment */
    assert_int_equal(row.left_ms[1], 60000);
    assert_int_equal(any_game_turns(&room.game), 1);
    assert_true(room_has_move(&room, 0, 1, drop(1)));
    assert_false(room_has_move(&room, 1, 1, drop(1)));
    /* Both moves of a turn are due within the time for a move. */
    (void)move_in(&slow, "+1", 80000000);
    assert_int_equal(room_deadline_ms(&slow), 1000000 + days.initial_ms);
    (void)move_in(&slow, "2", 81000000);
    assert_int_equal(room_deadline_ms(&slow), 1000000 + 81000000 + days.initial_ms);
    /* The flag falls within a turn, for the player who is in it. */
    room = room_with(&rules, blitz, GAME_RATED);
    (void)move_in(&room, "+1", 4000);
    assert_false(room_expire(&room, at(59999), &end));
    assert_true(room_expire(&room, at(60000), &end));
    assert_int_equal(end.winner, 1);
    /* Two moves are one turn: the other player has not moved, so nobody's rating changes. */
    room = room_with(&rules, blitz, GAME_RATED);
    (void)move_in(&room, "+1", 4000);
    (void)move_in(&room, "2", 5000);
    assert_true(room_expire(&room, at(65000), &end));
    assert_int_equal(end.winner, 0);
    assert_false(room_counts_for_ratings(&room));
}

static void the_third_repetition_is_a_draw(void **state)
{
    ff_variant_rules rules = rules_by("7x6-popout");
    struct room room = room_with(&rules, no_clock, 0), back;
    struct game_row row;
    (void)state;
    assert_int_equal(play(&room, "12-1-212-1-2"), REFUSAL_OK);
    assert_int_equal(room.status, GAME_DRAW);
    assert_int_equal(room.reason, REASON_DRAW);
    assert_int_equal(room.winner, ROW_NOBODY);
    room_row(&row, &room);
    assert_int_equal(room_restore(&back, &rules, &row, room.seat, at(0), 0), FF_OK);
    row.status = GAME_PLAYING;
    assert_int_equal(room_restore(&back, &rules, &row, room.seat, at(0), 0), FF_E_MOVES);
}

/* A move after which the game goes on; false if there is none. */
static bool go_on(struct room *room, uint64_t *random)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(&room->game.variant.position, moves);
    int first = (int)random_below(random, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        int move = moves[(first + i) % count];
        struct room next = *room;
        struct move_row row;
        const struct move_order order = {ff_move_column(move), (uint8_t)ff_move_action(move)};
        (void)room_move(&next, room_to_move(&next), order, at(0), &row);
        bool is_last = next.status == GAME_DRAW && any_game_ply(&next.game) == FF_PLIES_MAX;
        if (!room_is_over(&next) || is_last) {
            *room = next;
            return true;
        }
    }
    return false;
}

static void a_game_of_512_plies_is_a_draw_and_fits_everywhere(void **state)
{
    ff_variant_rules rules = rules_by("12x12c8-popout");
    struct room room = room_with(&rules, days, 0), back;
    uint64_t random = 7;
    struct snapshot seen;
    struct game_row row;
    (void)state;
    while (!room_is_over(&room))
        assert_true(go_on(&room, &random));
    assert_int_equal(room.status, GAME_DRAW);
    assert_int_equal(any_game_ply(&room.game), FF_PLIES_MAX);
    room_row(&row, &room);
    assert_int_equal(moves_count(row.moves), FF_PLIES_MAX);
    assert_true(strlen(row.moves) < ROW_MOVES_SIZE);
    assert_int_equal(room_restore(&back, &rules, &row, room.seat, at(0), 0), FF_OK);
    snapshot_take(&seen, &back, at(0));
    assert_string_equal(seen.moves, row.moves);
    assert_int_equal(room_check_move(&back, 0, drop(0)), room_check_move(&room, 0, drop(0)));
}

static void a_column_beyond_the_board_is_no_other_action(void **state)
{
    ff_variant_rules rules = rules_by("7x6-popout");
    struct room room = room_with(&rules, no_clock, 0), plain = room_with(&classic, no_clock, 0);
    (void)state;
    assert_int_equal(play(&room, "44"), REFUSAL_OK);
    assert_int_equal(play(&plain, "44"), REFUSAL_OK);
    for (int column = -200; column < 700; column++) {
        if (column >= 0 && column < 7)
            continue;
        assert_int_equal(room_check_move(&room, 0, drop(column)), REFUSAL_COLUMN_RANGE);
        assert_int_equal(room_check_move(&plain, 0, drop(column)), REFUSAL_COLUMN_RANGE);
        assert_false(room_has_move(&room, 0, 0, drop(column)));
    }
    for (int action = FF_POP; action < 256; action++) {
        const struct move_order order = {3, (uint8_t)action};
        assert_int_equal(room_check_move(&plain, 0, order), REFUSAL_ILLEGAL_MOVE);
        if (action != FF_POP)
            assert_int_equal(room_check_move(&room, 0, order), REFUSAL_ILLEGAL_MOVE);
    }
}

static void a_room_of_a_plain_game_is_copied_without_the_rest(void **state)
{
    ff_variant_rules rules = rules_by("7x6-popout");
    struct room room = room_with(&rules, no_clock, 0), plain = room_with(&classic, no_clock, 0);
    (void)state;
    assert_int_equal(room_size(&room), sizeof room);
    assert_true(room_size(&plain) + sizeof(ff_variant_game) - sizeof(ff_game) <= sizeof plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_have_one_text_in_rows),
        cmocka_unit_test(moves_are_told_apart_without_a_board),
        cmocka_unit_test(a_pop_is_a_move_of_the_row),
        cmocka_unit_test(a_swap_changes_colours_and_not_seats),
        cmocka_unit_test(a_turn_of_two_moves_has_one_clock_and_one_increment),
        cmocka_unit_test(the_third_repetition_is_a_draw),
        cmocka_unit_test(a_game_of_512_plies_is_a_draw_and_fits_everywhere),
        cmocka_unit_test(a_column_beyond_the_board_is_no_other_action),
        cmocka_unit_test(a_room_of_a_plain_game_is_copied_without_the_rest),
    };
    return cmocka_run_group_tests(tests, open_classic, NULL);
}
