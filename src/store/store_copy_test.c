#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <sys/stat.h>

#include "store/copy.h"
#include "store/store_fixture_test.h"

/* The path of a file in the folder of the test. Valid until the call after the next. */
static const char *beside(struct test_store *p, const char *name)
{
    static char path[2][300];
    static int turn;
    turn = !turn;
    (void)snprintf(path[turn], sizeof path[turn], "%.250s/%.40s", p->folder, name);
    return path[turn];
}

static const struct copy_note note = {.taken_ms = 4711, .len = 3, .bytes = {7, 8, 9}};

static enum store_err out(struct test_store *p, const char *name, struct copy_facts *facts)
{
    return copy_out(p->path, beside(p, name), &note, facts, p->problem);
}

static void play(struct test_store *p, int count)
{
    for (int ply = 0; ply < count; ply++)
        put(p, move_of(GAME, ply, ply % 7));
    commit(p);
}

static void a_copy_is_made_while_the_store_is_open(void **state)
{
    struct test_store *p = *state;
    struct copy_facts facts;
    struct stat info;
    put_game(p);
    play(p, 3);
    put(p, move_of(GAME, 3, 3)); /* not committed, so not in the copy */
    assert_store(out(p, "copy.db", &facts), STORE_OK, p->problem);
    commit(p);
    assert_true(facts.games == 1 && facts.players == 2 && facts.version > 0);
    assert_int_equal(stat(beside(p, "copy.db"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(access(beside(p, "copy.db.part"), F_OK), -1);
    assert_int_equal(access(beside(p, "copy.db-wal"), F_OK), -1);
}

static void a_copy_is_restored_with_its_note_and_without_the_table_of_the_note(void **state)
{
    struct test_store *p = *state, copy;
    struct copy_facts facts;
    struct copy_note read = {0};
    put_game(p);
    play(p, 3);
    assert_store(out(p, "copy.db", &facts), STORE_OK, p->problem);
    assert_store(copy_in(beside(p, "copy.db"), beside(p, "back.db"), &read, &facts, p->problem),
                 STORE_OK, p->problem);
    assert_true(read.taken_ms == 4711 && read.len == 3);
    assert_memory_equal(read.bytes, note.bytes, 3);
    copy = *p;
    copy.store = NULL;
    (void)snprintf(copy.path, sizeof copy.path, "%s", beside(p, "back.db"));
    assert_store(test_store_open(&copy, STORE_FULL), STORE_OK, copy.problem);
    assert_moves(&copy, GAME, "123");
    test_store_close(&copy);
    assert_store(copy_in(beside(p, "back.db"), beside(p, "again.db"), &read, &facts, p->problem),
                 STORE_OK, p->problem);
    assert_true(read.taken_ms == 0 && read.len == 0);
}

static void a_copy_replaces_no_file_and_a_failed_copy_leaves_none(void **state)
{
    struct test_store *p = *state;
    struct copy_facts facts;
    struct copy_note read;
    char longest[5000] = "";
    memset(longest, 'x', sizeof longest - 1);
    put_game(p);
    assert_store(out(p, "copy.db", &facts), STORE_OK, p->problem);
    assert_store(out(p, "copy.db", &facts), STORE_E_EXISTS, p->problem);
    assert_store(out(p, "no/folder.db", &facts), STORE_E_IO, p->problem);
    assert_store(copy_out(p->path, longest, &note, &facts, p->problem), STORE_E_IO, p->problem);
    assert_store(copy_out(p->path, p->path, &note, &facts, p->problem), STORE_E_EXISTS, "itself");
    FILE *file = fopen(beside(p, "text"), "w");
    assert_non_null(file);
    assert_true(fputs("this is no database at all", file) >= 0 && fclose(file) == 0);
    assert_store(copy_in(beside(p, "text"), beside(p, "new.db"), &read, &facts, p->problem),
                 STORE_E_NOT_OURS, p->problem);
    assert_store(copy_in(beside(p, "none"), beside(p, "new.db"), &read, &facts, p->problem),
                 STORE_E_IO, p->problem);
    assert_int_equal(access(beside(p, "new.db"), F_OK), -1);
    assert_int_equal(access(beside(p, "new.db.part"), F_OK), -1);
}

/* Every page can be read, but an index is wrong. */
static void a_damaged_database_is_not_copied(void **state)
{
    struct test_store *p = *state;
    struct copy_facts facts;
    struct copy_note read;
    sqlite3 *db;
    put_game(p);
    assert_store(out(p, "copy.db", &facts), STORE_OK, p->problem);
    assert_int_equal(sqlite3_open(beside(p, "copy.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA ignore_check_constraints = ON;"
                                  "UPDATE game SET status = 99",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_store(copy_in(beside(p, "copy.db"), beside(p, "new.db"), &read, &facts, p->problem),
                 STORE_E_CORRUPT, p->problem);
    assert_int_equal(access(beside(p, "new.db"), F_OK), -1);
}

#define COPY_TEST(name) cmocka_unit_test_setup_teardown(name, test_store_setup, test_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        COPY_TEST(a_copy_is_made_while_the_store_is_open),
        COPY_TEST(a_copy_is_restored_with_its_note_and_without_the_table_of_the_note),
        COPY_TEST(a_copy_replaces_no_file_and_a_failed_copy_leaves_none),
        COPY_TEST(a_damaged_database_is_not_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
