#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/sqlite.h"
#include "store/store_fixture_test.h"

static void a_rating_is_stored_with_its_counted_part_and_its_last_games(void **state)
{
    struct test_store *p = *state;
    struct player_rows got;
    struct row row = {.kind = ROW_RATING,
                      .rating = {.player_id = ANN,
                                 .class = RATING_CUBE,
                                 .rating = 1612.5,
                                 .deviation = 90,
                                 .volatility = 0.06,
                                 .games = 30,
                                 .counted = {1550.25, 100, 0.05, 9, 5, 1, 3, 77}}};
    put_game(p);
    put(p, row); /* without a game that it remembers */
    for (uint32_t i = 0; i < ROW_RECENT; i++)
        row.rating.recent[i] = (struct recent_game){UINT32_MAX - i, 28333333 + i};
    row.rating.games++;
    put(p, row);
    commit(p);
    test_store_reopen(p);
    assert_done(p, store_player(p->store, ANN, &got), "player");
    const struct rating_row *rating = &got.rating[RATING_CUBE];
    assert_true(rating->rating == 1612.5 && rating->games == 31);
    assert_true(rating->counted.rating == 1550.25 && rating->counted.deviation == 100);
    assert_true(rating->counted.volatility == 0.05 && rating->counted.updated_ms == 77);
    assert_int_equal(rating->counted.games, 9);
    assert_int_equal(rating->counted.wins, 5);
    assert_int_equal(rating->counted.draws, 1);
    assert_int_equal(rating->counted.losses, 3);
    assert_memory_equal(rating->recent, row.rating.recent, sizeof rating->recent);
}

static void a_damaged_memory_of_games_is_noticed(void **state)
{
    struct test_store *p = *state;
    struct player_rows got;
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    put_game(p);
    put(p, (struct row){.kind = ROW_RATING, .rating = {.player_id = ANN}});
    commit(p);
    assert_int_equal(sqlite_exec(db, "UPDATE rating SET recent = x'010203'"), SQLITE_OK);
    assert_store(store_player(p->store, ANN, &got), STORE_E_CORRUPT, "three bytes");
}

/* Where a player is, is stored only as long as a game needs it. */
static void networks_are_deleted_when_a_game_ends_or_is_cancelled(void **state)
{
    struct test_store *p = *state;
    struct row begun = game_of(GAME + 1, ANN, BOB), waiting = waiting_of(GAME + 2, ANN, "ABCDEF"),
               unjoined = waiting_of(GAME + 3, ANN, "GHJKLM");
    put_game(p);
    begun.game.seat[0].network = 7;
    begun.game.seat[1].network = (1 << 24) - 1;
    waiting.game.seat[0].network = unjoined.game.seat[0].network = 9;
    put(p, begun);
    put(p, waiting);
    put(p, unjoined);
    put(p, (struct row){.kind = ROW_JOIN,
                        .join = {.game_id = GAME + 2,
                                 .at = 1,
                                 .seat = {.kind = SEAT_PLAYER, .player_id = BOB, .network = 8}}});
    commit(p);
    assert_int_equal(game_read(p, GAME + 1).seat[0].network, 7);
    assert_int_equal(game_read(p, GAME + 1).seat[1].network, (1 << 24) - 1);
    assert_int_equal(game_read(p, GAME + 2).seat[0].network, 9);
    assert_int_equal(game_read(p, GAME + 2).seat[1].network, 8);
    struct row last = move_of(GAME + 2, 0, 3);
    last.move.status = GAME_DRAW;
    last.move.version = 1;
    put(p, result_of(GAME + 1, 0, GAME_WIN, START_MS + 1));
    put(p, last);
    put(p, result_of(GAME + 3, 0, GAME_CANCELLED, START_MS + 1));
    commit(p);
    for (int i = 1; i <= 3; i++)
        for (int seat = 0; seat < ROW_SEATS; seat++)
            assert_int_equal(game_read(p, GAME + i).seat[seat].network, 0);
}

static void a_place_in_the_queue_has_its_network(void **state)
{
    struct test_store *p = *state;
    struct queue_row got;
    put_game(p);
    put(p, (struct row){.kind = ROW_QUEUE,
                        .queue = {.player_id = ANN,
                                  .is_waiting = true,
                                  .board = "7x6",
                                  .clock = {CLOCK_DAYS, 86400000, 0},
                                  .is_rated = true,
                                  .network = 4711,
                                  .since_ms = 5}});
    commit(p);
    assert_done(p, store_waiting(p->store, ANN, &got), "waiting");
    assert_true(got.network == 4711 && got.is_rated && got.since_ms == 5);
}

static void put_rated(struct test_store *p, int64_t id, int64_t at_ms, enum discount discount)
{
    put(p, game_of(id, ANN, BOB));
    put(p, result_of(id, 0, GAME_WIN, at_ms));
    put(p, (struct row){.kind = ROW_RATED,
                        .rated = {.game_id = id, .at_ms = at_ms, .discount = (uint8_t)discount}});
}

static void discounts_are_listed_newest_first_page_by_page(void **state)
{
    static const int64_t expected[] = {4, 7, 5, 2};
    struct test_store *p = *state;
    struct store_cursor cursor = {0};
    struct store_discount line;
    size_t count = 0;
    put_game(p);
    put_rated(p, 2, 100, DISCOUNT_SHORT);
    put_rated(p, 5, 300, DISCOUNT_REPEATED);
    put_rated(p, 7, 300, DISCOUNT_SAME_NETWORK); /* at the same time */
    put_rated(p, 3, 350, DISCOUNT_NONE);
    put_rated(p, 4, 400, DISCOUNT_NEW_OPPONENT);
    commit(p);
    for (size_t i = 0; i < 4; i++) {
        assert_done(p, store_discounts(p->store, &cursor, &line, 1, &count), "page");
        assert_int_equal(count, 1);
        assert_int_equal(line.rated.game_id, expected[i]);
        assert_true(line.player_id[0] == ANN && line.winner == 0 && line.reason == REASON_RESIGN);
        assert_string_equal(line.name[1], "Bob");
    }
    assert_done(p, store_discounts(p->store, &cursor, &line, 1, &count), "end");
    assert_int_equal(count, 0);
}

static void a_database_keeps_its_secret_and_has_its_own(void **state)
{
    struct test_store *p = *state;
    uint8_t key[STORE_SECRET_BYTES], again[STORE_SECRET_BYTES] = {0};
    void *other = NULL;
    assert_done(p, store_secret(p->store, "address", key), "secret");
    assert_store(store_secret(p->store, "other", again), STORE_E_MISSING, "another name");
    test_store_reopen(p);
    assert_done(p, store_secret(p->store, "address", again), "again");
    assert_memory_equal(key, again, sizeof key);
    assert_int_equal(test_store_setup(&other), 0);
    if (!other)
        return;
    assert_done(other, store_secret(((struct test_store *)other)->store, "address", again), "own");
    assert_memory_not_equal(key, again, sizeof key);
    (void)test_store_teardown(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(a_rating_is_stored_with_its_counted_part_and_its_last_games),
        ON_SQLITE(a_damaged_memory_of_games_is_noticed),
        ON_BOTH(networks_are_deleted_when_a_game_ends_or_is_cancelled),
        ON_BOTH(a_place_in_the_queue_has_its_network),
        ON_BOTH(discounts_are_listed_newest_first_page_by_page),
        ON_BOTH(a_database_keeps_its_secret_and_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
