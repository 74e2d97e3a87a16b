#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/seed_test.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

enum { ROOM = 64 };

static struct store_listed page[ROOM];
static const struct store_leaderboard by_rating = {STORE_BY_RATING, RATING_CLASSIC};

/* Reads a whole list page by page; the ids go to *ids, their number is returned. */
static size_t list_ids(struct test_store *p, struct store_query query, size_t room, int64_t *ids)
{
    struct store_cursor cursor = {0};
    size_t total = 0, count;
    do {
        count = SIZE_MAX;
        assert_done(p, store_list(p->store, &query, &cursor, page, room, &count), "list");
        assert_true(count <= room && total + count <= ROOM);
        for (size_t i = 0; i < count; i++)
            ids[total++] = page[i].game.id;
    } while (count == room);
    return total;
}

static void assert_list(struct test_store *p, struct store_query query, const char *expected)
{
    for (size_t room = 1; room <= 5; room++) {
        int64_t ids[ROOM];
        char text[ROOM * 8] = "";
        size_t count = list_ids(p, query, room, ids), len = 0;
        for (size_t i = 0; i < count; i++)
            len +=
                (size_t)snprintf(text + len, sizeof text - len, "%s%d", i ? " " : "", (int)ids[i]);
        if (strcmp(text, expected) != 0)
            fail_msg("list %d by %zu: \"%s\" instead of \"%s\"", query.list, room, text, expected);
    }
}

/* 1, 2: running; 3: waiting; 4, 5, 6: finished, the first two at the same time; 7: cancelled; 8:
 * running, not public, Eve on both seats; 9: correspondence. */
static void put_some(struct test_store *p)
{
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(BOB, "Bob"));
    put(p, player_of(EVE, "Eve"));
    put(p, game_of(1, ANN, BOB));
    put(p, game_of(2, BOB, ANN));
    put(p, waiting_of(3, ANN, "CCCCCC"));
    for (int id = 4; id <= 6; id++) {
        put(p, game_of(id, id == 5 ? BOB : ANN, id == 5 ? ANN : BOB));
        put(p, result_of(id, 0, id == 6 ? GAME_DRAW : GAME_WIN, START_MS + (id == 6 ? 5 : 9)));
    }
    put(p, waiting_of(7, ANN, ""));
    put(p, result_of(7, 0, GAME_CANCELLED, START_MS));
    struct row alone = game_of(8, EVE, EVE), days = game_of(9, BOB, EVE);
    alone.game.flags = 0;
    days.game.clock.kind = CLOCK_DAYS;
    days.game.deadline_ms = START_MS + 500;
    put(p, alone);
    put(p, days);
    put(p, move_of(1, 0, 3));
    commit(p);
}

static void every_list_has_its_games_in_order_on_pages_of_any_size(void **state)
{
    struct test_store *p = *state;
    put_some(p);
    assert_list(p, (struct store_query){.list = STORE_RUNNING}, "1 2 3 8 9");
    assert_list(p, (struct store_query){.list = STORE_PUBLIC}, "9 2 1");
    assert_list(p, (struct store_query){.list = STORE_DONE}, "5 4 6");
    assert_list(p, (struct store_query){.list = STORE_DUE, .now_ms = START_MS + 999}, "9");
    assert_list(p, (struct store_query){.list = STORE_DUE, .now_ms = START_MS + 1000}, "9 3");
    assert_list(p, (struct store_query){.list = STORE_DUE, .now_ms = START_MS}, "");
    assert_list(p, (struct store_query){.list = STORE_PLAYER_RUNNING, .player_id = ANN}, "3 2 1");
    assert_list(p, (struct store_query){.list = STORE_PLAYER_RUNNING, .player_id = EVE}, "9 8");
    assert_list(p, (struct store_query){.list = STORE_PLAYER_RUNNING, .player_id = 99}, "");
    assert_list(p, (struct store_query){.list = STORE_PLAYER_DONE, .player_id = ANN}, "5 4 6");
    assert_list(p, (struct store_query){.list = STORE_PLAYER_DONE, .player_id = EVE}, "");
}

static void games_to_move_are_those_where_the_ply_is_the_players(void **state)
{
    struct test_store *p = *state;
    put_some(p);
    assert_list(p, (struct store_query){.list = STORE_PLAYER_TO_MOVE, .player_id = ANN}, "");
    assert_list(p, (struct store_query){.list = STORE_PLAYER_TO_MOVE, .player_id = BOB}, "9 2 1");
    put(p, move_of(2, 0, 3));
    commit(p);
    assert_list(p, (struct store_query){.list = STORE_PLAYER_TO_MOVE, .player_id = ANN}, "2");
    assert_list(p, (struct store_query){.list = STORE_PLAYER_TO_MOVE, .player_id = BOB}, "9 1");
}

/* Somebody may have thousands of games in which the others are to move: one request must not read them all. */
static void games_to_move_are_looked_for_among_500(void **state)
{
    struct test_store *p = *state;
    const struct store_query to_move = {.list = STORE_PLAYER_TO_MOVE, .player_id = ANN};
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(BOB, "Bob"));
    put(p, game_of(1, ANN, BOB));
    for (int id = 2; id <= 500; id++) {
        put(p, game_of(id, BOB, ANN));
        if (id % 20 == 0)
            commit(p);
    }
    commit(p);
    assert_list(p, to_move, "1");
    put(p, game_of(501, BOB, ANN));
    commit(p);
    assert_list(p, to_move, "");
}

static void a_move_of_a_correspondence_game_sets_when_the_next_is_due(void **state)
{
    struct test_store *p = *state;
    struct store_query due = {.list = STORE_DUE, .now_ms = START_MS + 500};
    struct row game = game_of(5, ANN, BOB), move = move_of(5, 0, 3);
    game.game.deadline_ms = START_MS + 100;
    move.move.deadline_ms = START_MS + 600;
    put(p, player_of(ANN, "Ann"));
    put(p, player_of(BOB, "Bob"));
    put(p, game);
    commit(p);
    assert_list(p, due, "5");
    put(p, move);
    commit(p);
    assert_list(p, due, "");
    due.now_ms = START_MS + 600;
    assert_list(p, due, "5");
    put(p, result_of(5, 1, GAME_WIN, START_MS + 601));
    commit(p);
    assert_list(p, due, "");
}

static void a_listed_game_has_the_names_of_its_players(void **state)
{
    struct test_store *p = *state;
    struct store_query query = {.list = STORE_RUNNING};
    struct store_cursor cursor = {0};
    size_t count;
    put_some(p);
    assert_done(p, store_list(p->store, &query, &cursor, page, 3, &count), "list");
    assert_string_equal(page[1].name[0], "Bob");
    assert_string_equal(page[1].name[1], "Ann");
    assert_string_equal(page[0].game.moves, "4");
    assert_string_equal(page[2].name[1], "");
}

static void a_cursor_stays_valid_while_games_begin_and_end(void **state)
{
    struct test_store *p = *state;
    struct store_query query = {.list = STORE_PUBLIC};
    struct store_cursor cursor = {0};
    size_t count;
    put_some(p);
    assert_done(p, store_list(p->store, &query, &cursor, page, 1, &count), "first");
    assert_int_equal(page[0].game.id, 9);
    put(p, game_of(10, ANN, BOB));
    put(p, result_of(9, 0, GAME_WIN, START_MS + 77));
    commit(p);
    assert_done(p, store_list(p->store, &query, &cursor, page, 1, &count), "second");
    assert_true(count == 1 && page[0].game.id == 2);
    struct store_cursor before = cursor;
    assert_done(p, store_list(p->store, &query, &cursor, page, 5, &count), "the rest");
    assert_true(count == 1 && page[0].game.id == 1);
    assert_done(p, store_list(p->store, &query, &cursor, page, 5, &count), "nothing more");
    assert_true(count == 0 && cursor.tie < before.tie);
    query.list = STORE_LISTS;
    assert_store(store_list(p->store, &query, &cursor, page, 5, &count), STORE_E_ROW, "no list");
}

static void leaders_are_sorted_by_rating_and_have_names(void **state)
{
    struct test_store *p = *state;
    struct store_leader leaders[4];
    struct store_cursor cursor = {0};
    size_t count;
    put_some(p);
    const int64_t who[] = {ANN, BOB, EVE};
    const double rating[] = {1500.5, 1500.5, 1700};
    for (int i = 0; i < 3; i++)
        put(p, (struct row){.kind = ROW_RATING,
                            .rating = {.player_id = who[i],
                                       .rating = 1600 - i,
                                       .games = 1,
                                       .counted = {.rating = rating[i], .games = 1}}});
    put(p, (struct row){.kind = ROW_RATING,
                        .rating = {.player_id = ANN,
                                   .class = RATING_CUBE,
                                   .counted = {.rating = 9999, .games = 1}}});
    commit(p);
    assert_done(p, store_leaders(p->store, &by_rating, &cursor, leaders, 2, &count), "two");
    assert_true(count == 2 && leaders[0].rating.player_id == EVE);
    assert_true(leaders[0].rating.counted.rating == 1700 && leaders[1].rating.player_id == BOB);
    assert_string_equal(leaders[0].name, "Eve");
    assert_done(p, store_leaders(p->store, &by_rating, &cursor, leaders, 4, &count), "rest");
    assert_true(count == 1 && leaders[0].rating.player_id == ANN);
}

/* SQLite's plan says SCAN for a walk over a whole table or index. */
static void no_statement_scans_a_table_or_sorts(void **state)
{
    struct test_store *p = *state;
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    for (int i = SQL_PUT_PLAYER; i < SQL_COUNT; i++) {
        char sql[4000];
        sqlite3_stmt *plan = NULL;
        (void)snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", sqlite_sql[i]);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *line = (const char *)sqlite3_column_text(plan, 3);
            if (strncmp(line, "SCAN", 4) == 0 || strstr(line, "TEMP B-TREE"))
                fail_msg("%s\n  %s", sqlite_sql[i], line);
        }
        (void)sqlite3_finalize(plan);
    }
}

/* How many tables and indexes a statement opens for writing. */
static int written_by(sqlite3 *db, const char *sql)
{
    char explain[4000];
    sqlite3_stmt *program = NULL;
    int count = 0;
    (void)snprintf(explain, sizeof explain, "EXPLAIN %s", sql);
    assert_int_equal(sqlite3_prepare_v2(db, explain, -1, &program, NULL), SQLITE_OK);
    while (sqlite3_step(program) == SQLITE_ROW)
        count += strcmp((const char *)sqlite3_column_text(program, 1), "OpenWrite") == 0;
    (void)sqlite3_finalize(program);
    return count;
}

static void a_move_updates_no_index_but_the_one_of_deadlines(void **state)
{
    struct test_store *p = *state;
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    int64_t indexes = -1;
    /* A move writes into the live row. A deadline opens the game and its index. */
    assert_int_equal(sqlite_number(db,
                                   "SELECT count(*) FROM sqlite_schema "
                                   "WHERE type = 'index' AND tbl_name = 'live'",
                                   &indexes),
                     SQLITE_OK);
    assert_int_equal(indexes, 0);
    assert_int_equal(written_by(db, sqlite_sql[SQL_DEADLINE]), 2);
    assert_int_equal(written_by(db, sqlite_sql[SQL_END]), 10); /* all of them, but not the ids */
}

/* The cost of a page in SQLite's steps, which are the same on every machine. */
static void assert_cheap(struct test_store *p, enum sql which, const char *what)
{
    enum { STEPS_FOR_A_ROW = 200 };
    sqlite3_stmt *statement = ((struct sqlite_store *)p->store)->prepared[which];
    assert_non_null(statement);
    assert_int_equal(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1), 0);
    assert_int_equal(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_SORT, 1), 0);
    int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
    if (steps > ROOM * STEPS_FOR_A_ROW)
        fail_msg("%s: %d steps for a page of %d", what, steps, ROOM);
}

/* Filled once for all tests that need it; with fewer games under a sanitizer, where FF_CASES is set. */
static int large_games(void)
{
    return getenv("FF_CASES") ? 20000 : 100000;
}

static int setup_large(void **state)
{
    static struct test_store *large;
    if (!large) {
        if (test_store_setup((void **)&large) != 0)
            return -1;
        test_store_close(large);
        if (seed_database(large->path, large_games(), 1000))
            return -1;
    }
    *state = large;
    return test_store_open(large, STORE_NORMAL) ? -1 : 0;
}

static int teardown_large(void **state)
{
    test_store_close(*state);
    return 0;
}

static void a_page_of_a_large_list_costs_few_steps(void **state)
{
    struct test_store *p = *state;
    for (int list = 0; list < STORE_LISTS; list++) {
        struct store_query query = {
            .list = (enum store_list)list, .player_id = 1, .now_ms = 30000000};
        struct store_cursor cursor = {0};
        size_t count = 0;
        for (int i = 0; i < 3; i++) {
            assert_done(p, store_list(p->store, &query, &cursor, page, ROOM, &count), "list");
            assert_true(i > 0 || count > 0);
            assert_cheap(p, (enum sql)(SQL_LISTS + list), "list");
        }
    }
    struct store_counts counts;
    assert_done(p, store_counts(p->store, &counts), "counts");
    assert_cheap(p, SQL_COUNTS, "counts");
    assert_int_equal(counts.games[GAME_PLAYING], large_games() / 1000);
    assert_int_equal(counts.games[GAME_WIN] + counts.games[GAME_DRAW], large_games() / 1000 * 998);
}

static void all_pages_together_are_the_whole_list(void **state)
{
    struct test_store *p = *state;
    struct store_query query = {.list = STORE_PLAYER_DONE, .player_id = 1};
    struct store_cursor cursor = {0};
    int64_t last_ms = INT64_MAX, last_id = 0, want = 0;
    size_t total = 0, count;
    do {
        assert_done(p, store_list(p->store, &query, &cursor, page, ROOM, &count), "list");
        for (size_t i = 0; i < count; i++) {
            const struct game_row *game = &page[i].game;
            assert_true(game->finished_ms <= last_ms && game->id != last_id);
            assert_true(game->seat[0].player_id == 1 || game->seat[1].player_id == 1);
            last_ms = game->finished_ms;
            last_id = game->id;
        }
        total += count;
    } while (count == ROOM);
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    assert_int_equal(sqlite_number(db,
                                   "SELECT count(*) FROM game WHERE 1 IN (player0, player1) "
                                   "AND status IN (2, 3)",
                                   &want),
                     SQLITE_OK);
    assert_true(want > large_games() / 50);
    assert_int_equal(total, want);
}

#define LARGE_TEST(name) cmocka_unit_test_setup_teardown(name, setup_large, teardown_large)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(every_list_has_its_games_in_order_on_pages_of_any_size),
        ON_BOTH(games_to_move_are_those_where_the_ply_is_the_players),
        ON_SQLITE(games_to_move_are_looked_for_among_500),
        ON_BOTH(a_move_of_a_correspondence_game_sets_when_the_next_is_due),
        ON_BOTH(a_listed_game_has_the_names_of_its_players),
        ON_BOTH(a_cursor_stays_valid_while_games_begin_and_end),
        ON_BOTH(leaders_are_sorted_by_rating_and_have_names),
        ON_SQLITE(no_statement_scans_a_table_or_sorts),
        ON_SQLITE(a_move_updates_no_index_but_the_one_of_deadlines),
        LARGE_TEST(a_page_of_a_large_list_costs_few_steps),
        /* The last test removes the shared folder. */
        cmocka_unit_test_setup_teardown(all_pages_together_are_the_whole_list, setup_large,
                                        test_store_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
