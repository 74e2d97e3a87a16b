#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "play/moves.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

static void assert_refused(struct test_store *p, struct row row, enum store_err expected,
                           const char *what)
{
    assert_store(store_write(p->store, &row), expected, what);
}

static void a_game_is_read_as_it_was_written(void **state)
{
    struct test_store *p = *state;
    struct row row = {.kind = ROW_GAME,
                      .game = {.id = INT64_MAX,
                               .board = "12x12x12c8",
                               .code = "ABC234",
                               .seat = {{.kind = SEAT_PLAYER, .player_id = ANN},
                                        {.kind = SEAT_BOT, .level = 3, .style = 2}},
                               .clock = {CLOCK_DAYS, 86400000, 17},
                               .flags = GAME_RATED | GAME_ASYNC,
                               .status = GAME_WAITING,
                               .winner = ROW_NOBODY,
                               .reason = REASON_NONE,
                               .offer = 1,
                               .left_ms = {123, 456},
                               .moved_ms = 789,
                               .deadline_ms = 1011,
                               .rematch_of = GAME,
                               .created_ms = 1,
                               .updated_ms = 2,
                               .finished_ms = 3}};
    put_game(p);
    put(p, row);
    commit(p);
    test_store_reopen(p);
    struct game_row want = row.game, got = game_read(p, INT64_MAX);
    assert_true(got.id == want.id && got.flags == want.flags && got.status == want.status);
    assert_string_equal(got.board, want.board);
    assert_string_equal(got.code, want.code);
    assert_true(got.seat[0].kind == SEAT_PLAYER && got.seat[0].player_id == ANN);
    assert_true(got.seat[1].kind == SEAT_BOT && got.seat[1].player_id == 0);
    assert_true(got.seat[1].level == 3 && got.seat[1].style == 2 && got.seat[0].level == 0);
    assert_true(got.clock.kind == CLOCK_DAYS && got.clock.initial_ms == 86400000);
    assert_true(got.clock.increment_ms == 17 && got.winner == ROW_NOBODY && got.offer == 1);
    assert_true(got.reason == REASON_NONE && got.ply == 0 && got.moves[0] == 0);
    assert_true(got.left_ms[0] == 123 && got.left_ms[1] == 456 && got.moved_ms == 789);
    assert_true(got.deadline_ms == 1011 && got.rematch_of == GAME && got.created_ms == 1);
    assert_true(got.updated_ms == 2 && got.finished_ms == 3);
    assert_done(p, store_game_by_code(p->store, "ABC234", &got), "by code");
    assert_true(got.id == INT64_MAX);
}

static void a_game_is_inserted_once_and_without_moves(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    assert_refused(p, game_of(GAME, BOB, ANN), STORE_E_EXISTS, "the same id");
    assert_refused(p, game_of(5, ANN, EVE), STORE_E_ROW, "an unknown player");
    struct row late = game_of(6, ANN, BOB), odd = game_of(7, ANN, BOB);
    late.game.ply = 1;
    late.game.moves[0] = '4';
    odd.game.status = 9;
    assert_refused(p, late, STORE_E_ROW, "with moves");
    assert_refused(p, odd, STORE_E_ROW, "a status that is none");
    commit(p);
    assert_true(game_read(p, GAME).seat[0].player_id == ANN);
}

static void a_code_is_unique_among_waiting_games(void **state)
{
    struct test_store *p = *state;
    struct game_row got;
    put_game(p);
    put(p, waiting_of(1, ANN, "AAAAAA"));
    assert_refused(p, waiting_of(2, BOB, "AAAAAA"), STORE_E_EXISTS, "the same code");
    put(p, waiting_of(3, BOB, ""));
    put(p, waiting_of(4, BOB, ""));
    put(p, result_of(1, 0, GAME_CANCELLED, START_MS));
    put(p, waiting_of(5, BOB, "AAAAAA"));
    commit(p);
    assert_done(p, store_game_by_code(p->store, "AAAAAA", &got), "by code");
    assert_int_equal(got.id, 5);
}

static void a_move_changes_the_row_and_its_ply(void **state)
{
    struct test_store *p = *state;
    struct row move = move_of(GAME, 0, 3);
    move.move.offer = 1;
    move.move.deadline_ms = 99;
    put_game(p);
    put(p, move);
    commit(p);
    test_store_reopen(p);
    struct game_row got = game_read(p, GAME);
    assert_string_equal(got.moves, "4");
    assert_true(got.ply == 1 && got.status == GAME_PLAYING && got.offer == 1);
    assert_true(got.left_ms[0] == 300000 && got.moved_ms == START_MS + 1000);
    assert_true(got.updated_ms == START_MS + 1000 && got.deadline_ms == 99);
    assert_true(got.finished_ms == 0 && got.created_ms == START_MS);
}

static void a_move_is_stored_exactly_once_by_its_ply(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, move_of(GAME, 0, 3));
    assert_refused(p, move_of(GAME, 0, 3), STORE_E_STALE, "again in the same turn");
    commit(p);
    assert_refused(p, move_of(GAME, 0, 3), STORE_E_STALE, "again in the next turn");
    assert_refused(p, move_of(GAME, 0, 5), STORE_E_STALE, "another column");
    assert_refused(p, move_of(GAME, 2, 3), STORE_E_STALE, "a ply too early");
    assert_refused(p, move_of(GAME + 1, 0, 3), STORE_E_MISSING, "no such game");
    put(p, move_of(GAME, 1, 4));
    commit(p);
    assert_moves(p, GAME, "45");
}

static void the_last_move_finishes_the_game(void **state)
{
    struct test_store *p = *state;
    struct row last = move_of(GAME, 1, 2);
    last.move.status = GAME_WIN;
    last.move.winner = 1;
    last.move.reason = REASON_LINE;
    put_game(p);
    put(p, move_of(GAME, 0, 3));
    put(p, last);
    assert_refused(p, move_of(GAME, 2, 3), STORE_E_STATUS, "after the end");
    last.move.ply = 2;
    assert_refused(p, last, STORE_E_STATUS, "another end");
    last.move.ply = 1;
    assert_refused(p, last, STORE_E_STALE, "the same end again");
    commit(p);
    struct game_row got = game_read(p, GAME);
    assert_string_equal(got.moves, "43");
    assert_true(got.status == GAME_WIN && got.winner == 1 && got.reason == REASON_LINE);
    assert_true(got.finished_ms == last.move.moved_ms && got.updated_ms == last.move.moved_ms);
}

static void an_invalid_letter_is_refused(void **state)
{
    struct test_store *p = *state;
    struct row move = move_of(GAME, 0, 3);
    move.move.text[0] = 0;
    put_game(p);
    assert_refused(p, move, STORE_E_ROW, "no letter");
    static const char wrong[][ROW_MOVE_SIZE] = {"44", "-", "4-", "0", "~~", " "};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(move.move.text, wrong[i], sizeof wrong[i]);
        assert_refused(p, move, STORE_E_ROW, wrong[i]);
    }
    move.move.to_move = ROW_SEATS;
    memcpy(move.move.text, "4", 2);
    assert_refused(p, move, STORE_E_ROW, "no seat");
    move.move.to_move = 1;
    memcpy(move.move.text, "4", 2);
    move.move.status = 7;
    assert_refused(p, move, STORE_E_ROW, "no status");
    commit(p);
    assert_moves(p, GAME, "");
}

static void the_longest_game_has_all_its_moves_and_their_times(void **state)
{
    enum { MOVES = ROW_PLIES_MAX };
    struct test_store *p = *state;
    int64_t at_ms[MOVES] = {0};
    size_t count = 0;
    put_game(p);
    for (int ply = 0; ply < MOVES; ply++) {
        struct row move = move_of(GAME, ply, ply % 7);
        if (ply % 3 == 1) /* a pop */
            memcpy(move.move.text, (char[]){'-', (char)('1' + ply % 7)}, 2);
        if (ply % 3 == 2) /* the board is turned */
            move.move.text[0] = '>';
        move.move.to_move = ply % 3 == 0;
        move.move.moved_ms = START_MS + (int64_t)ply * ply * 1000000;
        put(p, move);
    }
    assert_refused(p, move_of(GAME, MOVES, 0), STORE_E_ROW, "one more than any game has");
    commit(p);
    struct game_row got = game_read(p, GAME);
    assert_int_equal(got.ply, MOVES);
    assert_int_equal(moves_count(got.moves), MOVES);
    assert_int_equal(got.to_move, (MOVES - 1) % 3 == 0);
    const char *move = got.moves;
    assert_done(p, store_game_times(p->store, GAME, at_ms, &count), "times");
    assert_int_equal(count, MOVES);
    for (int ply = 0; ply < MOVES; ply++) {
        assert_int_equal(at_ms[ply], START_MS + (int64_t)ply * ply * 1000000);
        assert_int_equal(move[ply % 3 == 1], ply % 3 == 2 ? '>' : '1' + ply % 7);
        assert_int_equal(moves_first(move), ply % 3 == 1 ? 2 : 1);
        move += moves_first(move);
    }
}

static void times_survive_a_clock_that_was_set_back_and_an_end_without_a_move(void **state)
{
    struct test_store *p = *state;
    const int64_t when[] = {START_MS + 70, START_MS - 4000, START_MS - 4000,
                            START_MS + 90000000000};
    int64_t at_ms[ROW_PLIES_MAX] = {0};
    size_t count = 77;
    put_game(p);
    assert_done(p, store_game_times(p->store, GAME, at_ms, &count), "no move yet");
    assert_int_equal(count, 0);
    for (int ply = 0; ply < 4; ply++) {
        struct row move = move_of(GAME, ply, ply);
        move.move.moved_ms = when[ply];
        put(p, move);
    }
    put(p, result_of(GAME, 4, GAME_WIN, START_MS + 100000000000));
    commit(p);
    assert_done(p, store_game_times(p->store, GAME, at_ms, &count), "times");
    assert_int_equal(count, 4);
    assert_memory_equal(at_ms, when, sizeof when);
}

static struct row join_of(int64_t id, uint8_t at, int64_t player)
{
    return (struct row){.kind = ROW_JOIN,
                        .join = {.game_id = id,
                                 .at = at,
                                 .seat = {.kind = SEAT_PLAYER, .player_id = player},
                                 .left_ms = {5, 6},
                                 .moved_ms = START_MS + 50,
                                 .deadline_ms = 0}};
}

static void a_joined_game_takes_moves_offers_and_a_result(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, waiting_of(7, ANN, "AAAAAA"));
    put(p, join_of(7, 1, BOB));
    struct row move = move_of(7, 0, 3), result = result_of(7, 1, GAME_DRAW, START_MS + 5000);
    move.move.version = 1;
    put(p, move);
    put(p, (struct row){.kind = ROW_OFFER,
                        .offer = {.game_id = 7, .version = 2, .ply = 1, .offer = 1}});
    commit(p);
    assert_moves(p, 7, "4");
    assert_int_equal(game_read(p, 7).offer, 1);
    result.result.version = 3;
    put(p, result);
    commit(p);
    assert_moves(p, 7, "4");
    assert_int_equal(game_read(p, 7).status, GAME_DRAW);
}

/* A database of schema 7 has running games with all their moves in the game's row. */
static void a_running_game_of_an_older_database_goes_on(void **state)
{
    struct test_store *p = *state;
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    const int64_t when[] = {START_MS + 10, START_MS + 30, START_MS + 1020, START_MS + 1030};
    int64_t at_ms[ROW_PLIES_MAX] = {0};
    size_t count = 0;
    put_game(p);
    assert_int_equal(sqlite_exec(db, "DELETE FROM live; UPDATE game SET moves = '45', ply = 2, "
                                     "times = '10 20 ', moved_ms = moved_ms + 30, offer = 1, "
                                     "left0_ms = 70, left1_ms = 80, deadline_ms = 90"),
                     SQLITE_OK);
    test_store_reopen(p);
    assert_moves(p, GAME, "45");
    assert_refused(p, move_of(GAME, 1, 3), STORE_E_STALE, "a ply of before");
    struct row offer = {.kind = ROW_OFFER, .offer = {.game_id = GAME, .ply = 2, .offer = 0}};
    put(p, offer);
    commit(p);
    struct game_row got = game_read(p, GAME);
    assert_true(got.left_ms[0] == 70 && got.left_ms[1] == 80 && got.deadline_ms == 90);
    assert_true(got.moved_ms == START_MS + 30 && got.offer == 0 && got.ply == 2);
    put(p, move_of(GAME, 2, 0));
    struct row last = move_of(GAME, 3, 1);
    last.move.status = GAME_WIN;
    put(p, last);
    commit(p);
    assert_moves(p, GAME, "4512");
    assert_done(p, store_game_times(p->store, GAME, at_ms, &count), "times");
    assert_int_equal(count, 4);
    assert_memory_equal(at_ms, when, sizeof when);
}

static void only_one_player_takes_the_open_seat(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, player_of(EVE, "Eve"));
    put(p, waiting_of(7, ANN, "AAAAAA"));
    assert_refused(p, join_of(7, 0, BOB), STORE_E_STATUS, "Ann sits there");
    assert_refused(p, join_of(7, 2, BOB), STORE_E_ROW, "no such seat");
    assert_refused(p, join_of(8, 1, BOB), STORE_E_MISSING, "no such game");
    assert_refused(p, join_of(7, 1, 12345), STORE_E_ROW, "no such player");
    assert_refused(p, move_of(7, 0, 0), STORE_E_STATUS, "a move before it begins");
    put(p, join_of(7, 1, BOB));
    assert_refused(p, join_of(7, 1, EVE), STORE_E_STATUS, "too late");
    commit(p);
    struct game_row got = game_read(p, 7);
    assert_true(got.status == GAME_PLAYING && got.seat[0].player_id == ANN);
    assert_true(got.seat[1].kind == SEAT_PLAYER && got.seat[1].player_id == BOB);
    assert_true(got.left_ms[0] == 5 && got.left_ms[1] == 6 && got.moved_ms == START_MS + 50);
    assert_true(got.updated_ms == START_MS + 50 && got.deadline_ms == 0);
}

static void the_first_seat_can_be_the_open_one(void **state)
{
    struct test_store *p = *state;
    struct row row = waiting_of(7, 0, "");
    row.game.seat[0] = (struct seat_row){.kind = SEAT_OPEN};
    row.game.seat[1] = (struct seat_row){.kind = SEAT_BOT, .level = 2, .style = 1};
    put_game(p);
    put(p, row);
    put(p, join_of(7, 0, BOB));
    commit(p);
    struct game_row got = game_read(p, 7);
    assert_true(got.seat[0].kind == SEAT_PLAYER && got.seat[0].player_id == BOB);
    assert_true(got.seat[1].kind == SEAT_BOT && got.seat[1].level == 2 && got.seat[1].style == 1);
}

static void a_result_needs_its_ply_and_its_status(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, waiting_of(7, ANN, ""));
    put(p, move_of(GAME, 0, 3));
    assert_refused(p, result_of(GAME, 0, GAME_WIN, 1), STORE_E_STALE, "another ply");
    assert_refused(p, result_of(9, 0, GAME_WIN, 1), STORE_E_MISSING, "no such game");
    assert_refused(p, result_of(GAME, 1, GAME_CANCELLED, 1), STORE_E_STATUS, "it is played");
    assert_refused(p, result_of(7, 0, GAME_WIN, 1), STORE_E_STATUS, "it waits");
    put(p, result_of(GAME, 1, GAME_WIN, START_MS + 9));
    put(p, result_of(7, 0, GAME_CANCELLED, START_MS + 9));
    assert_refused(p, result_of(GAME, 1, GAME_DRAW, 1), STORE_E_STATUS, "it is over");
    commit(p);
    struct game_row got = game_read(p, GAME);
    assert_true(got.status == GAME_WIN && got.winner == 0 && got.reason == REASON_RESIGN);
    assert_true(got.left_ms[0] == 7 && got.left_ms[1] == 8 && got.finished_ms == START_MS + 9);
    assert_true(got.updated_ms == START_MS + 9 && got.offer == ROW_NOBODY);
    assert_true(game_read(p, 7).deadline_ms == 0 && game_read(p, 7).status == GAME_CANCELLED);
}

static void an_offer_needs_its_ply_and_a_running_game(void **state)
{
    struct test_store *p = *state;
    struct row offer = {.kind = ROW_OFFER, .offer = {.game_id = GAME, .ply = 1, .offer = 0}};
    put_game(p);
    assert_refused(p, offer, STORE_E_STALE, "another ply");
    offer.offer.ply = 0;
    put(p, offer);
    commit(p);
    assert_int_equal(game_read(p, GAME).offer, 0);
    offer.offer.offer = ROW_NOBODY;
    offer.offer.version = 1;
    put(p, offer);
    struct row result = result_of(GAME, 0, GAME_WIN, 1);
    result.result.version = 2;
    put(p, result);
    assert_refused(p, offer, STORE_E_STATUS, "it is over");
    commit(p);
    assert_int_equal(game_read(p, GAME).offer, ROW_NOBODY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(a_game_is_read_as_it_was_written),
        ON_BOTH(a_game_is_inserted_once_and_without_moves),
        ON_BOTH(a_code_is_unique_among_waiting_games),
        ON_BOTH(a_move_changes_the_row_and_its_ply),
        ON_BOTH(a_move_is_stored_exactly_once_by_its_ply),
        ON_BOTH(the_last_move_finishes_the_game),
        ON_BOTH(an_invalid_letter_is_refused),
        ON_BOTH(the_longest_game_has_all_its_moves_and_their_times),
        ON_BOTH(times_survive_a_clock_that_was_set_back_and_an_end_without_a_move),
        ON_BOTH(a_joined_game_takes_moves_offers_and_a_result),
        ON_SQLITE(a_running_game_of_an_older_database_goes_on),
        ON_BOTH(only_one_player_takes_the_open_seat),
        ON_BOTH(the_first_seat_can_be_the_open_one),
        ON_BOTH(a_result_needs_its_ply_and_its_status),
        ON_BOTH(an_offer_needs_its_ply_and_a_running_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
