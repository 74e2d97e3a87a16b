#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/fault_vfs_test.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

static sqlite3 *writer_of(const struct test_store *p)
{
    return ((struct sqlite_store *)p->store)->writer;
}

/* One turn on two games: both get a move at this ply, the first also a chat message. */
static enum store_err turn(struct test_store *p, int ply)
{
    const struct row rows[] = {move_of(GAME, ply, ply % 7),
                               chat_of(GAME, (uint32_t)ply + 1, CHAT_PLAYERS, "hello"),
                               move_of(GAME + 1, ply, 6 - ply % 7)};
    return store_write_turn(p->store, rows, 3, NULL);
}

/* Both games are at this ply and have as many messages, so no turn was stored by half. */
static void assert_ply(struct test_store *p, int ply)
{
    static struct chat_row lines[STORE_CHAT_KEPT];
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        struct game_row game = game_read(p, GAME + i);
        assert_int_equal(game.ply, ply);
        for (int at = 0; at < ply; at++)
            assert_int_equal(game.moves[at], '1' + (i ? 6 - at % 7 : at % 7));
    }
    assert_done(p, store_chat(p->store, GAME, CHAT_PLAYERS, lines, STORE_CHAT_KEPT, &count),
                "chat");
    assert_int_equal(count, ply < STORE_CHAT_KEPT ? ply : STORE_CHAT_KEPT);
}

static int setup_faulty(void **state)
{
    fault = (struct fault){.calls_left = -1};
    if (fault_install() || test_store_setup(state))
        return -1;
    struct test_store *p = *state;
    put_game(p);
    put(p, game_of(GAME + 1, BOB, ANN));
    commit(p);
    return 0;
}

static void assert_retry(enum store_err err, const char *what)
{
    if (store_err_class(err) != STORE_RETRY)
        fail_msg("%s: %s is not to be tried again", what, store_err_name(err));
}

/* Fails the n-th write or sync of a turn for every n until a turn does not reach it. The checkpoint
 * after every few pages is among them; it may fail without harm, for the log has everything. */
static void fail_everywhere(struct test_store *p, int code, enum store_err expected)
{
    int ply = 0, failures = 0;
    assert_int_equal(sqlite_exec(writer_of(p), "PRAGMA wal_autocheckpoint = 8"), SQLITE_OK);
    for (int n = 0; n < 24; n++) {
        fault = (struct fault){.calls_left = n, .code = code};
        enum store_err err = turn(p, ply);
        bool was_hit = fault.hits > 0;
        fault = (struct fault){.calls_left = -1};
        if (err) {
            assert_true(was_hit);
            assert_store(err, expected, store_problem(p->store));
            assert_ply(p, ply);
            assert_store(turn(p, ply), STORE_OK, store_problem(p->store));
            failures++;
        }
        assert_ply(p, ++ply);
    }
    assert_true(failures >= 3);
    test_store_reopen(p);
    assert_ply(p, ply);
}

static void a_turn_survives_a_disk_that_is_full_at_any_moment(void **state)
{
    fail_everywhere(*state, SQLITE_FULL, STORE_E_FULL);
}

static void a_turn_survives_a_failure_of_the_disk_at_any_moment(void **state)
{
    fail_everywhere(*state, SQLITE_IOERR_WRITE, STORE_E_IO);
}

static void a_turn_survives_a_failing_sync_at_any_moment(void **state)
{
    fail_everywhere(*state, SQLITE_IOERR_FSYNC, STORE_E_IO);
}

static void a_turn_survives_a_disk_that_becomes_read_only(void **state)
{
    fail_everywhere(*state, SQLITE_READONLY, STORE_E_READONLY);
}

/* After this error SQLite leaves the transaction open for another try. */
static void a_turn_survives_a_lock_at_any_moment(void **state)
{
    fail_everywhere(*state, SQLITE_BUSY, STORE_E_BUSY);
}

static void a_store_survives_a_long_failure(void **state)
{
    struct test_store *p = *state;
    assert_store(turn(p, 0), STORE_OK, "before");
    fault = (struct fault){.calls_left = 0, .code = SQLITE_FULL, .is_lasting = true};
    for (int i = 0; i < 20; i++) {
        assert_store(turn(p, 1), STORE_E_FULL, "full");
        assert_ply(p, 1);
    }
    assert_non_null(strstr(store_problem(p->store), "full"));
    fault = (struct fault){.calls_left = -1};
    for (int ply = 1; ply < 40; ply++)
        assert_store(turn(p, ply), STORE_OK, "after");
    test_store_reopen(p);
    assert_ply(p, 40);
}

/* After a failed sync the file may have the turn or not, but never half of it. */
static void a_process_that_ends_after_a_failure_leaves_whole_turns(void **state)
{
    struct test_store *p = *state;
    int ply = 0;
    for (int n = 0; n < 24; n++) {
        fault = (struct fault){.calls_left = n, .code = SQLITE_IOERR_FSYNC, .is_lasting = true};
        bool is_kept = turn(p, ply) == STORE_OK;
        test_store_close(p); /* while all writes fail */
        fault = (struct fault){.calls_left = -1};
        assert_store(test_store_open(p, STORE_FULL), STORE_OK, p->problem);
        int found = game_read(p, GAME).ply;
        assert_true(found == ply + 1 || (found == ply && !is_kept));
        assert_ply(p, found);
        ply = found;
    }
}

static void a_failure_within_a_turn_fails_the_whole_turn(void **state)
{
    struct test_store *p = *state;
    struct row first = move_of(GAME, 0, 0), second = move_of(GAME + 1, 0, 6);
    /* Without a page cache every change goes to the disk at once. */
    assert_int_equal(sqlite_exec(writer_of(p), "PRAGMA cache_size = 1; PRAGMA cache_spill = 1"),
                     SQLITE_OK);
    put(p, first);
    fault = (struct fault){.calls_left = 0, .code = SQLITE_FULL};
    enum store_err err = STORE_OK;
    for (uint32_t seq = 1; !err && seq < 2000; seq++) {
        struct row line = chat_of(GAME, seq, (enum chat_channel)(seq % 2), "a long line of chat");
        err = store_write(p->store, &line);
    }
    assert_store(err, STORE_E_FULL, "inside the turn");
    assert_store(store_write(p->store, &second), STORE_E_FULL, "the turn is lost already");
    assert_store(store_commit(p->store), STORE_E_FULL, "and its commit says so");
    assert_ply(p, 0);
    assert_store(turn(p, 0), STORE_OK, "the next turn");
    assert_ply(p, 1);
}

static void a_lock_of_another_program_fails_only_the_turn(void **state)
{
    struct test_store *p = *state;
    sqlite3 *other = NULL;
    struct row move = move_of(GAME, 0, 0);
    assert_int_equal(sqlite3_open(p->path, &other), SQLITE_OK);
    assert_int_equal(sqlite_exec(other, "BEGIN IMMEDIATE; UPDATE player SET name = 'Al'"),
                     SQLITE_OK);
    assert_store(store_write(p->store, &move), STORE_E_BUSY, "first");
    assert_store(store_write(p->store, &move), STORE_E_BUSY, "second, without waiting again");
    assert_ply(p, 0);
    assert_store(store_commit(p->store), STORE_E_BUSY, "commit");
    assert_store(store_commit(p->store), STORE_OK, "a turn of nothing");
    assert_store(turn(p, 0), STORE_E_BUSY, "still");
    assert_int_equal(sqlite_exec(other, "ROLLBACK"), SQLITE_OK);
    assert_store(turn(p, 0), STORE_OK, "free again");
    assert_ply(p, 1);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
}

static void a_long_reader_does_not_block_a_turn(void **state)
{
    struct test_store *p = *state;
    sqlite3 *other = NULL;
    int64_t count = 0;
    assert_int_equal(sqlite3_open(p->path, &other), SQLITE_OK);
    assert_int_equal(sqlite_exec(other, "BEGIN"), SQLITE_OK);
    assert_int_equal(sqlite_number(other, "SELECT sum(ply) FROM game", &count), SQLITE_OK);
    assert_int_equal(sqlite_exec(writer_of(p), "PRAGMA wal_autocheckpoint = 2"), SQLITE_OK);
    for (int ply = 0; ply < 20; ply++)
        assert_store(turn(p, ply), STORE_OK, "turn");
    assert_int_equal(sqlite_number(other, "SELECT sum(ply) FROM game", &count), SQLITE_OK);
    assert_int_equal(count, 0);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_ply(p, 20);
}

static void every_sqlite_error_has_its_class(void **state)
{
    static const struct {
        int code;
        enum store_err err;
    } cases[] = {
        {SQLITE_OK, STORE_OK},
        {SQLITE_FULL, STORE_E_FULL},
        {SQLITE_BUSY_SNAPSHOT, STORE_E_BUSY},
        {SQLITE_LOCKED, STORE_E_BUSY},
        {SQLITE_READONLY_DBMOVED, STORE_E_READONLY},
        {SQLITE_IOERR_READ, STORE_E_IO},
        {SQLITE_IOERR_NOMEM, STORE_E_MEMORY},
        {SQLITE_CANTOPEN, STORE_E_IO},
        {SQLITE_NOMEM, STORE_E_MEMORY},
        {SQLITE_CORRUPT_INDEX, STORE_E_CORRUPT},
        {SQLITE_NOTADB, STORE_E_CORRUPT},
        {SQLITE_CONSTRAINT_CHECK, STORE_E_ROW},
        {SQLITE_CONSTRAINT_UNIQUE, STORE_E_EXISTS},
        {SQLITE_MISUSE, STORE_E_BROKEN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_store(sqlite_err(cases[i].code), cases[i].err, sqlite3_errstr(cases[i].code));
    assert_retry(STORE_E_BUSY, "busy");
    assert_retry(STORE_E_READONLY, "read-only");
    assert_int_equal(store_err_class(STORE_E_BROKEN), STORE_FATAL);
}

#define FAULT_TEST(name) cmocka_unit_test_setup_teardown(name, setup_faulty, test_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FAULT_TEST(a_turn_survives_a_disk_that_is_full_at_any_moment),
        FAULT_TEST(a_turn_survives_a_failure_of_the_disk_at_any_moment),
        FAULT_TEST(a_turn_survives_a_failing_sync_at_any_moment),
        FAULT_TEST(a_turn_survives_a_disk_that_becomes_read_only),
        FAULT_TEST(a_turn_survives_a_lock_at_any_moment),
        FAULT_TEST(a_store_survives_a_long_failure),
        FAULT_TEST(a_process_that_ends_after_a_failure_leaves_whole_turns),
        FAULT_TEST(a_failure_within_a_turn_fails_the_whole_turn),
        FAULT_TEST(a_lock_of_another_program_fails_only_the_turn),
        FAULT_TEST(a_long_reader_does_not_block_a_turn),
        cmocka_unit_test(every_sqlite_error_has_its_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
