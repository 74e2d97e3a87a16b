#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/stat.h>

#include "store/store_fixture_test.h"

/* The path of a backup in the folder of the test. */
static const char *beside(struct place *p, const char *name)
{
    static char path[300];
    (void)snprintf(path, sizeof path, "%.250s/%.40s", p->folder, name);
    return path;
}

/* Another store on a backup, which is how it is restored: a file like any other. */
static struct place restored(struct place *p, const char *name)
{
    struct place copy = *p;
    copy.store = NULL;
    (void)snprintf(copy.path, sizeof copy.path, "%s", beside(p, name));
    assert_store(place_open(&copy, STORE_FULL), STORE_OK, copy.problem);
    return copy;
}

static void fill(struct place *p, int first, int count)
{
    for (int id = first; id < first + count; id++) {
        put(p, game_of(id, ANN, BOB));
        put(p, move_of(id, 0, id % 7));
        put(p, chat_of(id, 1, CHAT_PLAYERS, "a line of chat that makes the database longer"));
    }
    commit(p);
}

static void a_backup_is_restored_with_every_committed_row(void **state)
{
    struct place *p = *state;
    struct stat info;
    put_game(p);
    fill(p, 2000, 1000);
    put(p, move_of(GAME, 0, 3));
    assert_done(p, store_backup(p->store, beside(p, "backup.db")), "backup");
    commit(p);
    assert_int_equal(stat(beside(p, "backup.db"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(access(beside(p, "backup.db.part"), F_OK), -1);
    struct place copy = restored(p, "backup.db");
    assert_moves(&copy, GAME, "");
    for (int id = 2000; id < 3000; id++)
        assert_int_equal(game_read(&copy, id).moves[0], '1' + id % 7);
    put(&copy, move_of(GAME, 0, 5));
    commit(&copy);
    assert_moves(&copy, GAME, "6");
    assert_moves(p, GAME, "4");
    place_close(&copy);
}

static void play_goes_on_between_the_steps_and_the_copy_is_of_its_beginning(void **state)
{
    struct place *p = *state;
    struct store_backup *backup;
    bool is_done = false;
    int steps = 0;
    put_game(p);
    fill(p, 2000, 600);
    assert_done(p, store_backup_begin(p->store, beside(p, "backup.db"), &backup), "begin");
    for (; !is_done; steps++) {
        assert_done(p, store_backup_step(backup, 1, &is_done), "step");
        put(p, move_of(GAME, steps, 3));
        fill(p, 5000 + steps, 1);
        assert_int_equal(access(beside(p, "backup.db"), F_OK), is_done ? 0 : -1);
        assert_true(steps < 250);
    }
    store_backup_end(backup);
    assert_true(steps > 20);
    assert_int_equal(game_read(p, GAME).ply, steps);
    struct place copy = restored(p, "backup.db");
    struct game_row game;
    assert_moves(&copy, GAME, "");
    assert_store(store_game(copy.store, 5000, &game), STORE_E_MISSING, "came later");
    place_close(&copy);
}

static void a_backup_does_not_replace_a_file(void **state)
{
    struct place *p = *state;
    put_game(p);
    assert_done(p, store_backup(p->store, beside(p, "backup.db")), "backup");
    assert_store(store_backup(p->store, beside(p, "backup.db")), STORE_E_EXISTS, "again");
    assert_non_null(strstr(store_problem(p->store), "backup.db: File exists"));
    assert_store(store_backup(p->store, p->path), STORE_E_EXISTS, "onto itself");
    struct place copy = restored(p, "backup.db");
    assert_moves(&copy, GAME, "");
    place_close(&copy);
}

static void a_backup_into_no_folder_says_so(void **state)
{
    struct place *p = *state;
    char longest[5000];
    assert_store(store_backup(p->store, beside(p, "no/backup.db")), STORE_E_IO, "no folder");
    assert_non_null(strstr(store_problem(p->store), "No such file or directory"));
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_store(store_backup(p->store, longest), STORE_E_IO, "too long");
}

static void a_backup_given_up_leaves_nothing(void **state)
{
    struct place *p = *state;
    struct store_backup *backup;
    bool is_done = true;
    put_game(p);
    assert_done(p, store_backup_begin(p->store, beside(p, "backup.db"), &backup), "begin");
    assert_done(p, store_backup_step(backup, 1, &is_done), "step");
    assert_false(is_done);
    store_backup_end(backup);
    assert_int_equal(access(beside(p, "backup.db"), F_OK), -1);
    assert_int_equal(access(beside(p, "backup.db.part"), F_OK), -1);
    assert_done(p, store_backup(p->store, beside(p, "backup.db")), "another");
}

#define BACKUP_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup, place_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BACKUP_TEST(a_backup_is_restored_with_every_committed_row),
        BACKUP_TEST(play_goes_on_between_the_steps_and_the_copy_is_of_its_beginning),
        BACKUP_TEST(a_backup_does_not_replace_a_file),
        BACKUP_TEST(a_backup_into_no_folder_says_so),
        BACKUP_TEST(a_backup_given_up_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
