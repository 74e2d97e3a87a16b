/* Databases that are not copied, and that a copy that fails leaves nothing behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/transfer_fixture_test.h"

/* The same rows are written to both; ids that the store gives must not be given twice. */
static int64_t count_players(struct club *club)
{
    char count[32];
    PGconn *conn = postgres_connect(club->database);
    (void)postgres_run(conn, "SELECT count(*) FROM player", count, sizeof count);
    PQfinish(conn);
    return strtoll(count, NULL, 10);
}

static void a_target_that_has_rows_is_left_alone(void **state)
{
    struct club *club = *state;
    struct store *postgres = open_postgres(club);
    struct row row = player_of(99, "First");
    assert_int_equal(store_write_turn(postgres, &row, 1, NULL), STORE_OK);
    store_close(postgres);
    assert_store(copy_there(club), STORE_E_EXISTS, "not empty");
    assert_non_null(strstr(club->problem, "not empty"));
    assert_int_equal(count_players(club), 1);
    FILE *file = fopen(club->back->path, "w");
    assert_non_null(file);
    (void)fclose(file);
    assert_store(copy_back(club), STORE_E_EXISTS, "a file");
    assert_non_null(strstr(club->problem, "exists already"));
}

static void databases_that_servers_use_are_not_copied(void **state)
{
    struct club *club = *state;
    struct store_beat beat = {.secret = 5};
    assert_store(test_store_open(club->sqlite, STORE_FULL), STORE_OK, club->sqlite->problem);
    test_store_close(club->sqlite);
    struct store *postgres = open_postgres(club);
    assert_int_equal(store_beat(postgres, &beat), STORE_OK);
    assert_store(copy_there(club), STORE_E_IN_USE, "the target");
    assert_non_null(strstr(club->problem, "server"));
    assert_store(copy_back(club), STORE_E_IN_USE, "the source");
    assert_int_equal(store_leave(postgres, beat.node), STORE_OK);
    store_close(postgres);
    assert_store(copy_there(club), STORE_OK, club->problem);
    /* A lock of this process does not keep itself out: another process holds it. */
    int ready[2] = {-1, -1}, end[2] = {-1, -1};
    assert_true(pipe(ready) == 0 && pipe(end) == 0);
    pid_t child = fork();
    if (child == 0) {
        char byte = (char)test_store_open(club->sqlite, STORE_FULL);
        (void)!write(ready[1], &byte, 1);
        (void)close(end[1]);
        (void)!read(end[0], &byte, 1);
        _exit(0);
    }
    char byte = 1;
    assert_true(read(ready[0], &byte, 1) == 1 && byte == STORE_OK);
    assert_store(copy_there(club), STORE_E_IN_USE, "a server has the file");
    (void)close(end[1]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    (void)close(ready[0]);
    (void)close(ready[1]);
    (void)close(end[0]);
}

static void a_schema_that_is_newer_or_not_ours_is_refused(void **state)
{
    struct club *club = *state;
    assert_store(copy_back(club), STORE_E_MIGRATE, "an empty source");
    assert_store(copy_there(club), STORE_OK, club->problem);
    change(club, "UPDATE fourfall_schema SET version = 999");
    assert_store(copy_back(club), STORE_E_NEWER, "newer");
    assert_non_null(strstr(club->problem, "999"));
    assert_int_not_equal(access(club->back->path, F_OK), 0);
    (void)snprintf(club->sqlite->path, sizeof club->sqlite->path, "%s/none.db",
                   club->sqlite->folder);
    assert_store(copy_there(club), STORE_E_OPEN, "no file");
    assert_int_not_equal(access(club->sqlite->path, F_OK), 0);
}

/* The comparison reads what the target made of the rows. */
static void a_copy_that_differs_is_not_kept(void **state)
{
    struct club *club = *state;
    store_close(open_postgres(club)); /* creates the tables */
    change(club,
           "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
           "IF new.id = 7 THEN new.created_ms := 1; END IF; RETURN new; END $$; "
           "CREATE TRIGGER spoil BEFORE INSERT ON player FOR EACH ROW EXECUTE FUNCTION spoil()");
    assert_store(copy_there(club), STORE_E_CORRUPT, "spoilt");
    assert_non_null(strstr(club->problem, "player: row 7"));
    assert_int_equal(count_players(club), 0);
    change(club, "DROP TRIGGER spoil ON player");
    assert_store(copy_there(club), STORE_OK, club->problem);
}

static void a_value_that_the_target_cannot_hold_is_named(void **state)
{
    struct club *club = *state;
    assert_store(copy_there(club), STORE_OK, club->problem);
    change(club, "ALTER TABLE report DROP CONSTRAINT report_pkey; "
                 "ALTER TABLE report ALTER id DROP IDENTITY; UPDATE report SET id = 1");
    assert_store(copy_back(club), STORE_E_EXISTS, "two with one id");
    assert_non_null(strstr(club->problem, "report: "));
    assert_int_not_equal(access(club->back->path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUB_TEST(a_target_that_has_rows_is_left_alone),
        CLUB_TEST(databases_that_servers_use_are_not_copied),
        CLUB_TEST(a_schema_that_is_newer_or_not_ours_is_refused),
        CLUB_TEST(a_copy_that_differs_is_not_kept),
        CLUB_TEST(a_value_that_the_target_cannot_hold_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
