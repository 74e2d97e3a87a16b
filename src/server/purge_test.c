#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "server/purge.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

enum { DAY = 24 * 60 * 60 * 1000, PLAYED = 101, FRESH, PLAYING, OWNER, HELD, UNPLAYED, GONE };

static const int64_t now_ms = INT64_C(1000) * DAY;

static bool is_held(void *context, int64_t player_id)
{
    const int64_t *returned = context;
    return player_id == HELD || (returned && player_id == *returned);
}

/* The store answers when the test collects. */
static struct store_async *async;

static void on_wake(void *context)
{
    (void)context;
}

static int set_up(void **state)
{
    if (test_store_setup(state) != 0)
        return -1;
    const struct test_store *p = *state;
    const struct store_async_setup setup = {.store = p->store, .is_late = true, .wake = on_wake};
    async = store_async_open(&setup);
    return async ? 0 : -1;
}

static int tear_down(void **state)
{
    store_async_close(async);
    return test_store_teardown(state);
}

static struct purge purge_new(void)
{
    return (struct purge){.setup = {.async = async,
                                    .unplayed_ms = DAY,
                                    .guest_ms = 90 * (int64_t)DAY,
                                    .session_ms = 365 * (int64_t)DAY,
                                    .log_ms = 90 * (int64_t)DAY,
                                    .is_in_memory = is_held}};
}

/* Ticks until nothing is left to do; returns the longest step in milliseconds. */
static double sweep(struct purge *purge)
{
    struct timespec from, to;
    int64_t wall_ms = now_ms;
    double longest = 0;
    do {
        wall_ms = purge->next_ms ? purge->next_ms : wall_ms;
        (void)clock_gettime(CLOCK_MONOTONIC, &from);
        purge_tick(purge, wall_ms);
        while (purge->is_busy || purge->is_log_busy)
            store_async_collect(async);
        (void)clock_gettime(CLOCK_MONOTONIC, &to);
        double ms =
            (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
        longest = ms > longest ? ms : longest;
    } while (purge->next_ms - wall_ms < 1000);
    return longest;
}

static void put_guest(struct test_store *p, int64_t id, int64_t days_ago)
{
    struct row row = {.kind = ROW_SESSION,
                      .session = {.player_id = id, .seen_ms = now_ms - days_ago * DAY - 1}};
    memcpy(row.session.token_hash, &id, sizeof id);
    put(p, player_of(id, "Somebody"));
    put(p, row);
}

static bool has_session(struct test_store *p, int64_t id)
{
    uint8_t hash[ROW_HASH_BYTES] = {0};
    struct session_row row;
    memcpy(hash, &id, sizeof id);
    return store_session(p->store, hash, &row) == STORE_OK;
}

static enum store_err player_read(struct test_store *p, int64_t id, struct player_rows *out)
{
    return store_player(p->store, id, out);
}

static void put_people(struct test_store *p)
{
    struct row account = {.kind = ROW_ACCOUNT, .account = {.player_id = OWNER, .login = "owner"}};
    (void)snprintf(account.account.password, sizeof account.account.password, "$hash");
    put_guest(p, PLAYED, 91);
    put_guest(p, FRESH, 89);
    put_guest(p, PLAYING, 200);
    put_guest(p, OWNER, 400);
    put_guest(p, HELD, 200);
    put_guest(p, UNPLAYED, 1);
    put_guest(p, GONE, 0);
    put(p, account);
    put(p, game_of(1, PLAYED, FRESH));
    put(p, result_of(1, 0, GAME_WIN, 50));
    put(p, game_of(2, PLAYING, OWNER));
    commit(p);
}

static void guests_and_sessions_expire_and_games_stay(void **state)
{
    struct test_store *p = *state;
    struct purge purge = purge_new();
    struct player_rows player;
    struct game_row game;
    put_people(p);
    (void)sweep(&purge);
    assert_store(player_read(p, UNPLAYED, &player), STORE_E_MISSING,
                 "never played, away for a day");
    assert_false(has_session(p, UNPLAYED));
    assert_done(p, player_read(p, GONE, &player), "never played, here today");
    assert_true(has_session(p, GONE));
    assert_done(p, player_read(p, PLAYED, &player), "has played, away for 91 days");
    assert_string_equal(player.player.name, "Deleted player");
    assert_true(player.player.erased_ms > 0 && !has_session(p, PLAYED));
    assert_done(p, store_game(p->store, 1, &game), "its game");
    assert_int_equal(game.seat[0].player_id, PLAYED);
    assert_done(p, player_read(p, FRESH, &player), "has played, away for 89 days");
    assert_true(player.player.erased_ms == 0 && has_session(p, FRESH));
    assert_true(has_session(p, PLAYING)); /* its game is not over */
    assert_true(has_session(p, HELD));    /* it is in memory */
    assert_done(p, player_read(p, OWNER, &player), "an account");
    assert_true(player.player.erased_ms == 0 && !has_session(p, OWNER));
}

static void a_player_who_comes_back_before_the_row_is_read_stays(void **state)
{
    struct test_store *p = *state;
    struct purge purge = purge_new();
    int64_t returned = 0;
    purge.setup.context = &returned;
    put_people(p);
    purge_tick(&purge, now_ms);
    purge_tick(&purge, now_ms + DAY); /* nothing is begun twice */
    assert_true(has_session(p, UNPLAYED));
    returned = UNPLAYED;
    while (purge.is_busy)
        store_async_collect(async);
    assert_true(has_session(p, UNPLAYED));
    assert_false(has_session(p, PLAYED));
}

static int64_t number(struct test_store *p, const char *sql)
{
    int64_t value = -1;
    assert_int_equal(sqlite_number(((struct sqlite_store *)p->store)->writer, sql, &value),
                     SQLITE_OK);
    return value;
}

/* FF_ROWS=1000000 tries it among a million. */
static void among_many_rows_each_step_is_small(void **state)
{
    struct test_store *p = *state;
    struct purge purge = purge_new();
    const char *given = getenv("FF_ROWS");
    long rows = given ? strtol(given, NULL, 10) : 20000;
    char sql[800];
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    (void)snprintf(
        sql, sizeof sql,
        "BEGIN; WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %ld) "
        "INSERT INTO player (id, name, created_ms) SELECT 1000 + i, 'Guest ' || i, 1 FROM n; "
        "INSERT INTO session (token_hash, player_id, created_ms, seen_ms) "
        "SELECT CAST(printf('%%032d', id) AS BLOB), id, 1, iif(id %% 1000 = 0, 0, %lld) FROM "
        "player; COMMIT",
        rows, (long long)now_ms);
    assert_int_equal(sqlite_exec(db, sql), SQLITE_OK);
    assert_int_equal(sqlite_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)"), SQLITE_OK);
    double longest = sweep(&purge);
    print_message("%ld rows: %lld purged, the longest step took %.2f ms\n", rows,
                  (long long)purge.purged, longest);
    assert_int_equal(number(p, "SELECT count(*) FROM session WHERE seen_ms = 0"), 0);
    assert_int_equal(number(p, "SELECT count(*) FROM player"), rows - rows / 1000);
    assert_int_equal(number(p, "SELECT count FROM tally WHERE what = 'player'"),
                     rows - rows / 1000);
}

static void statements_walk_along_an_index(void **state)
{
    static const enum sql all[] = {SQL_STALE, SQL_PURGEABLE, SQL_DROP_AUDIT, SQL_AUDIT_OF,
                                   SQL_AUDIT};
    struct test_store *p = *state;
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char sql[1500];
        sqlite3_stmt *plan = NULL;
        (void)snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", sqlite_sql[all[i]]);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(plan, 3);
            if (strstr(step, "SCAN ") == step || strstr(step, "TEMP B-TREE"))
                fail_msg("%s: %s", sqlite_sql[all[i]], step);
        }
        assert_int_equal(sqlite3_finalize(plan), SQLITE_OK);
    }
}

static void old_lines_of_the_log_go(void **state)
{
    struct test_store *p = *state;
    struct purge purge = purge_new();
    struct audit_row lines[4];
    struct store_cursor cursor = {0}, again = {0};
    size_t count = 0;
    for (int i = 0; i < 4; i++)
        put(p, (struct row){.kind = ROW_AUDIT,
                            .audit = {.player_id = i < 3 ? ANN : BOB,
                                      .at_ms = i ? now_ms : now_ms - 91 * (int64_t)DAY,
                                      .kind = (uint8_t)i,
                                      .address = "10.0.0.0/24"}});
    commit(p);
    assert_done(p, store_audit(p->store, 0, &cursor, lines, 4, &count), "all");
    assert_int_equal(count, 4);
    (void)sweep(&purge);
    assert_done(p, store_audit(p->store, ANN, &again, lines, 4, &count), "Ann's");
    assert_int_equal(count, 2);
    assert_int_equal(lines[0].kind, 2);
    assert_string_equal(lines[0].address, "10.0.0.0/24");
}

#define PURGE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PURGE_TEST(guests_and_sessions_expire_and_games_stay),
        PURGE_TEST(a_player_who_comes_back_before_the_row_is_read_stays),
        PURGE_TEST(among_many_rows_each_step_is_small),
        PURGE_TEST(statements_walk_along_an_index),
        PURGE_TEST(old_lines_of_the_log_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
