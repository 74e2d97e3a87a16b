/* Rows as Fourfall never writes them: by another program, or by a disk that corrupts data silently. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/sqlite.h"
#include "store/store_fixture_test.h"

enum { UNTOUCHED = 77 };

static void put_moved_game(struct test_store *p, bool is_over)
{
    put_game(p);
    put(p, move_of(GAME, 0, 3));
    if (is_over)
        put(p, result_of(GAME, 1, GAME_WIN, START_MS + 9));
    commit(p);
}

static void damage(struct test_store *p, const char *sql)
{
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    assert_int_equal(sqlite_exec(db, sql), SQLITE_OK);
}

static void assert_damaged_times(struct test_store *p, const char *what)
{
    int64_t at_ms[ROW_PLIES_MAX];
    size_t count = UNTOUCHED;
    assert_store(store_game_times(p->store, GAME, at_ms, &count), STORE_E_CORRUPT, what);
    assert_int_equal(count, UNTOUCHED);
}

static void assert_damaged_game(struct test_store *p, const char *what)
{
    struct game_row game = {.id = UNTOUCHED};
    assert_store(store_game(p->store, GAME, &game), STORE_E_CORRUPT, what);
    assert_int_equal(game.id, UNTOUCHED);
}

static void a_value_that_fourfall_never_writes_is_reported_as_damage(void **state)
{
    static const char *const times[] = {
        "UPDATE game SET times = 'soon '",
        "UPDATE game SET times = '10'",
        "UPDATE game SET times = '10 20 '",
        "UPDATE game SET times = ''",
    };
    static const char *const games[] = {
        "UPDATE game SET board = '7x6 and much longer than any rules of a game'",
        "UPDATE game SET board = '7x6', winner = -1",
        "UPDATE game SET winner = 2, moves = '44'",
    };
    struct test_store *p = *state;
    put_moved_game(p, true);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        damage(p, times[i]);
        assert_damaged_times(p, times[i]);
    }
    damage(p, "PRAGMA ignore_check_constraints = ON");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        damage(p, games[i]);
        assert_damaged_game(p, games[i]);
    }
    assert_non_null(strstr(store_problem(p->store), "that Fourfall never writes"));
}

static void damage_of_a_live_row_is_reported(void **state)
{
    static const char *const rows[] = {
        /* the ply, bytes 41 and 42: more than this row has space for, more than any game has */
        "UPDATE live SET state = CAST(substr(state, 1, 40) || x'2B00' || substr(state, 43) AS "
        "BLOB)",
        "UPDATE live SET state = CAST(substr(state, 1, 40) || x'0103' || zeroblob(9000) AS BLOB)",
        "UPDATE live SET state = substr(state, 1, 42)",
        "UPDATE live SET state = x''",
    };
    struct test_store *p = *state;
    put_moved_game(p, false);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        damage(p, rows[i]);
        assert_damaged_game(p, rows[i]);
        assert_damaged_times(p, rows[i]);
    }
}

#define DAMAGE_TEST(name) \
    cmocka_unit_test_setup_teardown(name, test_store_setup, test_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DAMAGE_TEST(a_value_that_fourfall_never_writes_is_reported_as_damage),
        DAMAGE_TEST(damage_of_a_live_row_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
