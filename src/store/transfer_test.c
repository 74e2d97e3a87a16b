/* A whole database goes to PostgreSQL and back. Every reading function answers the same on all three. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/compare_test.h"
#include "store/transfer_fixture_test.h"

static void a_copy_answers_every_question_as_the_original_there_and_back(void **state)
{
    struct club *club = *state;
    assert_store(copy_there(club), STORE_OK, club->problem);
    assert_true(club->facts.players == PEOPLE && club->facts.games == GAMES);
    assert_true(club->facts.rows > PEOPLE + GAMES);
    struct store *postgres = open_postgres(club);
    assert_store(test_store_open(club->sqlite, STORE_FULL), STORE_OK, club->sqlite->problem);
    compare_stores((struct pair){club->sqlite->store, postgres});
    store_close(postgres);
    assert_store(copy_back(club), STORE_OK, club->problem);
    assert_true(club->facts.players == PEOPLE && club->facts.games == GAMES);
    assert_int_equal(club->pauses.alive_ms, START_MS + 77);
    assert_int_equal(club->pauses.count, 2);
    assert_true(club->pauses.pause[0].from_ms == 5 && club->pauses.pause[1].to_ms == 30);
    assert_store(test_store_open(club->back, STORE_FULL), STORE_OK, club->back->problem);
    compare_stores((struct pair){club->sqlite->store, club->back->store});
}

static void both_go_on_alike_after_the_copy(void **state)
{
    struct club *club = *state;
    struct test_store right = {0};
    assert_store(copy_there(club), STORE_OK, club->problem);
    right.store = open_postgres(club);
    assert_store(test_store_open(club->sqlite, STORE_FULL), STORE_OK, club->sqlite->problem);
    struct test_store *stores[] = {club->sqlite, &right};
    for (int i = 0; i < 2; i++) {
        struct test_store *p = stores[i];
        int64_t running = 0;
        for (int64_t id = 1; id <= GAMES; id++) {
            struct game_row game = game_read(p, id);
            if (game.status != GAME_PLAYING || id % 3)
                continue;
            struct row move = move_of(id, game.ply, 2), end = result_of(id, game.ply, GAME_DRAW, 9);
            move.move.version = end.result.version = game.version;
            move.move.deadline_ms = game.deadline_ms;
            put(p, id % 2 ? move : end);
            if (id % 2)
                put(p, (struct row){.kind = ROW_OFFER,
                                    .offer = {id, game.version + 1, (uint16_t)(game.ply + 1), 1}});
            running++;
        }
        assert_true(running > 3);
        put(p, game_of(GAMES + 1, 1, 2));
        put(p, player_of(PEOPLE + 1, "Neu"));
        put(p, (struct row){.kind = ROW_AUDIT, .audit = {3, 8, AUDIT_WRONG, ""}});
        put_moderation(p, 20);
        put_push(p, 1,
                 (const uint8_t[ROW_HASH_BYTES]){0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                                 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        commit(p);
    }
    struct store_counts counts;
    assert_int_equal(store_counts(right.store, &counts), STORE_OK);
    assert_int_equal(counts.players, PEOPLE + 1);
    compare_stores((struct pair){club->sqlite->store, right.store});
    store_close(right.store);
}

static void players_of_an_open_match_for_correspondence_wait_again(void **state)
{
    struct club *club = *state;
    struct store_cursor cursor = {0};
    struct queue_row rows[16];
    size_t count;
    assert_store(copy_there(club), STORE_OK, club->problem);
    change(
        club,
        "DELETE FROM queue WHERE player_id IN (2, 3); "
        "INSERT INTO match VALUES (5, 2, 3, 111, 112, 86400000, 0, 900, 0, 0, 2, 1, true, '7x6'); "
        "UPDATE queue SET clock_kind = 1 WHERE player_id = 4");
    assert_store(copy_back(club), STORE_OK, club->problem);
    assert_store(test_store_open(club->back, STORE_FULL), STORE_OK, club->back->problem);
    assert_done(club->back, store_queue(club->back->store, &cursor, rows, 16, &count), "queue");
    assert_int_equal(count, 8);
    assert_true(rows[6].player_id == 2 && rows[6].since_ms == 111);
    assert_true(rows[7].player_id == 3 && rows[7].since_ms == 112);
    for (size_t i = 0; i < count; i++)
        assert_int_not_equal(rows[i].player_id, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUB_TEST(a_copy_answers_every_question_as_the_original_there_and_back),
        CLUB_TEST(both_go_on_alike_after_the_copy),
        CLUB_TEST(players_of_an_open_match_for_correspondence_wait_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
