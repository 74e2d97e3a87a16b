#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "store/schema.h"
#include "store/sqlite.h"
#include "store/store_fixture_test.h"

/* Runs SQL on the file of a closed store. */
static void on_file(const struct test_store *p, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    assert_int_equal(sqlite_exec(db, sql), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static int64_t number_in(sqlite3 *db, const char *sql)
{
    int64_t value = -1;
    assert_int_equal(sqlite_number(db, sql, &value), SQLITE_OK);
    return value;
}

static int64_t number_on_file(const struct test_store *p, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    int64_t value = number_in(db, sql);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return value;
}

static void assert_refusal(struct test_store *p, enum store_err expected, const char *words)
{
    assert_store(test_store_open(p, STORE_FULL), expected, p->problem);
    assert_null(p->store);
    if (!strstr(p->problem, words) || !strstr(p->problem, p->path))
        fail_msg("\"%s\" does not say \"%s\" about %s", p->problem, words, p->path);
}

static void a_new_database_is_ours_private_and_durable(void **state)
{
    struct test_store *p = *state;
    struct stat info;
    assert_store(test_store_open(p, STORE_FULL), STORE_OK, "open");
    sqlite3 *db = ((struct sqlite_store *)p->store)->writer;
    assert_int_equal(number_in(db, "PRAGMA application_id"), SCHEMA_APPLICATION);
    assert_int_equal(number_in(db, "PRAGMA user_version"), schema_count);
    assert_int_equal(number_in(db, "PRAGMA synchronous"), 2);
    assert_int_equal(number_in(db, "PRAGMA foreign_keys"), 1);
    assert_int_equal(number_in(db, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
    assert_int_equal(stat(p->path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    test_store_close(p);
    assert_store(test_store_open(p, STORE_NORMAL), STORE_OK, "open again");
    db = ((struct sqlite_store *)p->store)->writer;
    assert_int_equal(number_in(db, "PRAGMA synchronous"), 1);
}

static void an_older_database_is_migrated_with_its_rows(void **state)
{
    struct test_store *p = *state;
    struct store_counts counts;
    on_file(p, schema_steps[0].sql);
    on_file(p, "INSERT INTO player VALUES (11, 'Ann', 5), (22, 'Bob', 6)");
    assert_int_equal(number_on_file(p, "PRAGMA user_version"), 1);
    assert_store(test_store_open(p, STORE_FULL), STORE_OK, p->problem);
    assert_done(p, store_counts(p->store, &counts), "counts");
    assert_int_equal(counts.players, 2);
    put(p, game_of(GAME, ANN, BOB));
    commit(p);
    test_store_close(p);
    assert_int_equal(number_on_file(p, "PRAGMA user_version"), schema_count);
}

static void a_newer_database_is_refused_with_both_versions(void **state)
{
    struct test_store *p = *state;
    char both[64];
    assert_store(test_store_open(p, STORE_FULL), STORE_OK, "open");
    test_store_close(p);
    on_file(p, "PRAGMA user_version = 4711");
    (void)snprintf(both, sizeof both, "version 4711, this program knows versions up to %d",
                   schema_count);
    assert_refusal(p, STORE_E_NEWER, both);
    assert_int_equal(number_on_file(p, "PRAGMA user_version"), 4711);
}

static void a_database_of_another_program_is_refused_and_left_untouched(void **state)
{
    struct test_store *p = *state;
    on_file(p, "CREATE TABLE recipe (cake); INSERT INTO recipe VALUES ('marble')");
    assert_refusal(p, STORE_E_NOT_OURS, "another program created it");
    on_file(p, "PRAGMA application_id = 5");
    assert_refusal(p, STORE_E_NOT_OURS, "another program created it");
    assert_int_equal(number_on_file(p, "SELECT count(*) FROM sqlite_schema"), 1);
    assert_int_equal(number_on_file(p, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"),
                     1);
}

static void a_file_that_is_not_a_database_is_refused_and_left_untouched(void **state)
{
    struct test_store *p = *state;
    static const char letter[] =
        "Dear Ann, this is a letter and by no means a database. Yours, Bob";
    char got[sizeof letter] = "";
    FILE *file = fopen(p->path, "w");
    assert_non_null(file);
    for (int i = 0; i < 100; i++)
        assert_int_equal(fwrite(letter, 1, sizeof letter, file), sizeof letter);
    assert_int_equal(fclose(file), 0);
    assert_refusal(p, STORE_E_NOT_OURS, "not an SQLite database");
    file = fopen(p->path, "r");
    assert_non_null(file);
    assert_int_equal(fread(got, 1, sizeof got, file), sizeof got);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(got, letter);
}

static void an_empty_file_becomes_a_database(void **state)
{
    struct test_store *p = *state;
    FILE *file = fopen(p->path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_store(test_store_open(p, STORE_FULL), STORE_OK, p->problem);
    put_game(p);
}

static void a_missing_folder_is_named_in_the_error(void **state)
{
    struct test_store *p = *state;
    (void)snprintf(p->path, sizeof p->path, "%s/no/four.db", p->folder);
    assert_refusal(p, STORE_E_OPEN, "No such file or directory");
    (void)snprintf(p->path, sizeof p->path, "%s", p->folder);
    assert_refusal(p, STORE_E_OPEN, "cannot be opened");
    (void)snprintf(p->problem, sizeof p->problem, "%s.lock", p->folder);
    assert_int_equal(unlink(p->problem), 0);
}

/* Starts a process that has the database open until it is killed or this process closes *end. */
static pid_t start_holder(struct test_store *p, int *end)
{
    int ready[2], hold[2];
    char byte = 0;
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(hold), 0);
    pid_t pid = fork();
    if (pid == 0) {
        (void)close(hold[1]);
        byte = test_store_open(p, STORE_FULL) == STORE_OK;
        if (write(ready[1], &byte, 1) == 1 && read(hold[0], &byte, 1) == 0)
            _exit(0);
        _exit(1);
    }
    (void)close(ready[1]);
    (void)close(hold[0]);
    *end = hold[1];
    assert_int_equal(read(ready[0], &byte, 1), 1);
    (void)close(ready[0]);
    assert_int_equal(byte, 1);
    return pid;
}

static void a_second_process_is_refused_until_the_first_ends(void **state)
{
    struct test_store *p = *state;
    char owner[64];
    int status, end;
    pid_t pid = start_holder(p, &end);
    (void)snprintf(owner, sizeof owner, "in use by another process (process id %d)", (int)pid);
    assert_refusal(p, STORE_E_IN_USE, owner);
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(close(end), 0);
    assert_store(test_store_open(p, STORE_FULL), STORE_OK, p->problem);
    put_game(p);
}

/* ---- failing migrations, on a raw connection ---- */

static sqlite3 *raw_open(const struct test_store *p)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    return db;
}

static void a_step_that_fails_leaves_the_version_before_it(void **state)
{
    struct test_store *p = *state;
    const struct schema_step steps[] = {
        {1, "001_a.sql", "CREATE TABLE a (x); PRAGMA user_version = 1;"},
        {2, "002_b.sql", "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1);"},
        {3, "003_c.sql", "CREATE TABLE c (x); PRAGMA user_version = 3;"},
    };
    sqlite3 *db = raw_open(p);
    assert_store(schema_migrate(db, steps, 3, p->path, p->problem), STORE_E_MIGRATE, "migrate");
    assert_non_null(strstr(p->problem, "stays at schema version 1, 002_b.sql failed: no such"));
    assert_int_equal(number_in(db, "PRAGMA user_version"), 1);
    assert_int_equal(number_in(db, "SELECT count(*) FROM sqlite_schema"), 1);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void a_step_that_does_not_set_its_version_fails(void **state)
{
    struct test_store *p = *state;
    const struct schema_step step = {1, "001_a.sql", "CREATE TABLE a (x);"};
    sqlite3 *db = raw_open(p);
    assert_store(schema_migrate(db, &step, 1, p->path, p->problem), STORE_E_MIGRATE, "migrate");
    assert_non_null(strstr(p->problem, "does not set its version"));
    assert_int_equal(number_in(db, "SELECT count(*) FROM sqlite_schema"), 0);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void a_step_on_a_locked_database_is_retryable(void **state)
{
    struct test_store *p = *state;
    const struct schema_step step = {1, "001_a.sql",
                                     "CREATE TABLE a (x); PRAGMA user_version = 1;"};
    sqlite3 *db = raw_open(p), *other = raw_open(p);
    assert_int_equal(sqlite_exec(other, "BEGIN EXCLUSIVE"), SQLITE_OK);
    assert_store(schema_migrate(db, &step, 1, p->path, p->problem), STORE_E_BUSY, "locked");
    assert_store(schema_check(db, &step, 1, p->path, p->problem), STORE_E_BUSY, "locked");
    assert_non_null(strstr(p->problem, "locked"));
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_store(schema_migrate(db, &step, 1, p->path, p->problem), STORE_OK, "again");
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void steps_are_numbered_without_a_gap(void **state)
{
    (void)state;
    for (int i = 0; i < schema_count; i++)
        assert_int_equal(schema_steps[i].version, i + 1);
}

#define OPEN_TEST(name) \
    cmocka_unit_test_setup_teardown(name, test_store_setup_closed, test_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OPEN_TEST(a_new_database_is_ours_private_and_durable),
        OPEN_TEST(an_older_database_is_migrated_with_its_rows),
        OPEN_TEST(a_newer_database_is_refused_with_both_versions),
        OPEN_TEST(a_database_of_another_program_is_refused_and_left_untouched),
        OPEN_TEST(a_file_that_is_not_a_database_is_refused_and_left_untouched),
        OPEN_TEST(an_empty_file_becomes_a_database),
        OPEN_TEST(a_missing_folder_is_named_in_the_error),
        OPEN_TEST(a_second_process_is_refused_until_the_first_ends),
        OPEN_TEST(a_step_that_fails_leaves_the_version_before_it),
        OPEN_TEST(a_step_that_does_not_set_its_version_fails),
        OPEN_TEST(a_step_on_a_locked_database_is_retryable),
        cmocka_unit_test(steps_are_numbered_without_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
