#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/data_folder.h"
#include "server/watched_store.h"

/* A real database, watched. */
struct fixture {
    struct data_folder data;
    struct metrics metrics;
    struct watched_store *watched;
    int64_t told[8];
    int told_count;
};

static void on_changed(void *context, int64_t game_id)
{
    struct fixture *f = context;
    f->told[f->told_count++] = game_id;
}

static int set_up(void **state)
{
    static struct fixture f;
    char why[1024];
    f = (struct fixture){.data = {.alive = {.file = -1}}};
    if (!data_folder_open(&f.data, NULL, STORE_NORMAL, why, sizeof why))
        return -1;
    const struct watched_setup setup = {f.data.store, &f.metrics, on_changed, &f};
    f.watched = watched_store_open(&setup);
    *state = &f;
    return f.watched ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    watched_store_close(f->watched);
    data_folder_close(&f->data);
    return 0;
}

static void begin_game(struct fixture *f, int64_t id)
{
    struct row rows[3] = {{.kind = ROW_PLAYER}, {.kind = ROW_PLAYER}, {.kind = ROW_GAME}};
    rows[0].player = (struct player_row){.id = 1, .name = "Ann", .created_ms = 1};
    rows[1].player = (struct player_row){.id = 2, .name = "Bob", .created_ms = 1};
    rows[2].game = (struct game_row){
        .id = id,
        .board = "7x6",
        .seat = {{.kind = SEAT_PLAYER, .player_id = 1}, {.kind = SEAT_PLAYER, .player_id = 2}},
        .status = GAME_PLAYING,
        .winner = ROW_NOBODY,
        .offer = ROW_NOBODY,
        .moved_ms = 1,
        .created_ms = 1,
        .updated_ms = 1};
    assert_int_equal(store_write_turn(watched_store_of(f->watched), rows, 3, NULL), STORE_OK);
}

static struct row move_of(int64_t id, uint16_t ply)
{
    struct row row = {.kind = ROW_MOVE};
    row.move = (struct move_row){.game_id = id,
                                 .ply = ply,
                                 .column = 3,
                                 .letter = '4',
                                 .status = GAME_PLAYING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .moved_ms = 2};
    return row;
}

static void a_committed_move_is_counted_and_told(void **state)
{
    struct fixture *f = *state;
    struct store *store = watched_store_of(f->watched);
    struct row row = move_of(7, 0);
    begin_game(f, 7);
    assert_int_equal(f->told_count, 0);
    assert_int_equal(store_write(store, &row), STORE_OK);
    assert_int_equal(f->told_count, 0);
    assert_int_equal(f->metrics.moves, 0);
    assert_int_equal(store_commit(store), STORE_OK);
    assert_int_equal(f->told_count, 1);
    assert_int_equal(f->told[0], 7);
    assert_int_equal(f->metrics.moves, 1);
    assert_int_equal(f->metrics.commits, 2);
}

static void a_turn_that_is_given_up_is_not_told(void **state)
{
    struct fixture *f = *state;
    struct store *store = watched_store_of(f->watched);
    struct row rows[2] = {move_of(7, 0), move_of(7, 5)};
    begin_game(f, 7);
    assert_int_equal(store_write_turn(store, rows, 2, NULL), STORE_E_STALE);
    assert_int_equal(f->told_count, 0);
    assert_int_equal(f->metrics.moves, 0);
    assert_int_equal(f->metrics.commit_failures, 1);
    assert_int_equal(store_write_turn(store, rows, 1, NULL), STORE_OK);
    assert_int_equal(f->told_count, 1);
    assert_int_equal(f->metrics.moves, 1);
}

static void what_is_read_is_the_real_ones(void **state)
{
    struct fixture *f = *state;
    struct store *store = watched_store_of(f->watched);
    struct store_query query = {.list = STORE_PLAYER_RUNNING, .player_id = 1};
    struct store_cursor cursor = {0};
    struct store_listed page[2];
    struct game_row game;
    size_t count = 0;
    begin_game(f, 7);
    assert_int_equal(store_game(store, 7, &game), STORE_OK);
    assert_int_equal(store_game(store, 8, &game), STORE_E_MISSING);
    assert_int_equal(store_list(store, &query, &cursor, page, 2, &count), STORE_OK);
    assert_int_equal(count, 1);
    assert_string_equal(page[0].name[1], "Bob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_committed_move_is_counted_and_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_turn_that_is_given_up_is_not_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_read_is_the_real_ones, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
