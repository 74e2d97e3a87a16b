#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

static void nothing_of_a_turn_is_read_before_its_commit(void **state)
{
    struct test_store *p = *state;
    struct game_row game;
    struct player_rows player;
    put_game(p);
    put(p, move_of(GAME, 0, 3));
    put(p, game_of(2, ANN, BOB));
    put(p, player_of(EVE, "Eve"));
    assert_moves(p, GAME, "");
    assert_store(store_game(p->store, 2, &game), STORE_E_MISSING, "a game of this turn");
    assert_store(store_player(p->store, EVE, &player), STORE_E_MISSING, "a player of this turn");
    commit(p);
    assert_moves(p, GAME, "4");
    assert_done(p, store_game(p->store, 2, &game), "after the commit");
    assert_done(p, store_player(p->store, EVE, &player), "after the commit");
}

static void a_rolled_back_turn_leaves_nothing(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, move_of(GAME, 0, 3));
    put(p, move_of(GAME, 1, 3));
    store_rollback(p->store);
    put(p, move_of(GAME, 0, 5));
    commit(p);
    assert_moves(p, GAME, "6");
}

static void a_rolled_back_game_is_not_mistaken_for_the_one_with_its_seq(void **state)
{
    struct test_store *p = *state;
    struct row lost = move_of(2, 0, 3);
    put_game(p);
    commit(p);
    put(p, game_of(2, ANN, BOB));
    put(p, lost);
    store_rollback(p->store);
    put(p, game_of(3, ANN, BOB));
    commit(p);
    assert_store(store_write(p->store, &lost), STORE_E_MISSING, "a move of a game given up");
    commit(p);
    assert_moves(p, 3, "");
    put(p, game_of(2, ANN, BOB));
    put(p, lost);
    put(p, move_of(3, 0, 4));
    commit(p);
    assert_moves(p, 2, "4");
    assert_moves(p, 3, "5");
}

/* Their ids collide in the cache of row numbers. */
static void games_with_similar_ids_keep_their_moves_apart(void **state)
{
    enum { GAMES = 5, APART = 1 << 20 };
    struct test_store *p = *state;
    put_game(p);
    for (int i = 0; i < GAMES; i++)
        put(p, game_of(7 + i * APART, ANN, BOB));
    for (int ply = 0; ply < 3; ply++)
        for (int i = 0; i < GAMES; i++)
            put(p, move_of(7 + i * APART, ply, i));
    commit(p);
    for (int i = 0; i < GAMES; i++) {
        const char moves[] = {(char)('1' + i), (char)('1' + i), (char)('1' + i), 0};
        assert_moves(p, 7 + i * APART, moves);
    }
}

static void closing_the_store_rolls_back_the_turn(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, move_of(GAME, 0, 3));
    test_store_reopen(p);
    assert_moves(p, GAME, "");
    put(p, move_of(GAME, 0, 5));
    commit(p);
    test_store_reopen(p);
    assert_moves(p, GAME, "6");
}

static void a_refused_row_leaves_the_other_rows_of_its_turn(void **state)
{
    struct test_store *p = *state;
    struct row stale = move_of(GAME, 7, 0), again = player_of(ANN, "Anna");
    put_game(p);
    put(p, move_of(GAME, 0, 3));
    assert_store(store_write(p->store, &stale), STORE_E_STALE, "stale");
    put(p, again);
    commit(p);
    struct player_rows player;
    assert_moves(p, GAME, "4");
    assert_done(p, store_player(p->store, ANN, &player), "read");
    assert_string_equal(player.player.name, "Anna");
}

static void a_turn_without_rows_needs_no_transaction(void **state)
{
    struct test_store *p = *state;
    assert_done(p, store_commit(p->store), "nothing");
    store_rollback(p->store);
    assert_done(p, store_commit(p->store), "nothing again");
}

static void rows_of_one_turn_are_written_all_or_none(void **state)
{
    struct test_store *p = *state;
    size_t at = 77;
    struct row rows[] = {move_of(GAME, 0, 0), chat_of(GAME, 1, CHAT_PLAYERS, "hi"),
                         move_of(GAME, 1, 1), move_of(GAME, 1, 2), move_of(GAME, 2, 3)};
    put_game(p);
    assert_store(store_write_turn(p->store, rows, 5, &at), STORE_E_STALE, "the fourth is stale");
    assert_int_equal(at, 3);
    assert_moves(p, GAME, "");
    assert_store(store_write_turn(p->store, rows, 5, NULL), STORE_E_STALE, "without asking where");
    rows[3] = rows[4];
    at = 77;
    assert_done(p, store_write_turn(p->store, rows, 4, &at), "all good");
    assert_int_equal(at, 77);
    assert_moves(p, GAME, "124");
    assert_done(p, store_write_turn(p->store, rows, 0, &at), "none");
}

static void a_null_store_can_be_closed(void **state)
{
    (void)state;
    store_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(nothing_of_a_turn_is_read_before_its_commit),
        ON_BOTH(a_rolled_back_turn_leaves_nothing),
        ON_SQLITE(a_rolled_back_game_is_not_mistaken_for_the_one_with_its_seq),
        ON_BOTH(games_with_similar_ids_keep_their_moves_apart),
        ON_BOTH(closing_the_store_rolls_back_the_turn),
        ON_BOTH(a_refused_row_leaves_the_other_rows_of_its_turn),
        ON_BOTH(a_turn_without_rows_needs_no_transaction),
        ON_BOTH(rows_of_one_turn_are_written_all_or_none),
        cmocka_unit_test(a_null_store_can_be_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
