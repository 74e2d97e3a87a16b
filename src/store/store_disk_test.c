/* Real disks that are full, read-only or damaged. */
#define _GNU_SOURCE /* unshare; NOLINT(bugprone-reserved-identifier) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "store/store_fixture_test.h"

/* ---- in a child process, because mounts and privileges belong to a process ---- */

enum { CHILD_GOOD, CHILD_BAD, CHILD_CANNOT };

#define CHECK(condition)                                                             \
    do {                                                                             \
        if (!(condition)) {                                                          \
            (void)fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, \
                          p->store ? store_problem(p->store) : p->problem);          \
            return CHILD_BAD;                                                        \
        }                                                                            \
    } while (0)

static void in_child(struct test_store *p, int (*run)(struct test_store *p))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0)
        _exit(run(p));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == CHILD_CANNOT)
        skip();
    assert_int_equal(WEXITSTATUS(status), CHILD_GOOD);
}

/* A file system of one megabyte in the folder of the test, seen by this process only. */
static bool mount_small(const struct test_store *p)
{
    int flags = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;
    return unshare(flags) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", p->folder, "tmpfs", 0, "size=1m") == 0;
}

static void write_ballast(const char *path)
{
    static const char block[4096];
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    while (write(file, block, sizeof block) > 0)
        ;
    (void)close(file);
}

static enum store_err chat_turn(struct test_store *p, uint32_t seq)
{
    struct row line = chat_of(GAME, seq, CHAT_PLAYERS, "");
    memset(line.chat.text, 'x', sizeof line.chat.text - 1);
    return store_write_turn(p->store, &line, 1, NULL);
}

static int run_full_disk(struct test_store *p)
{
    char ballast[400];
    uint32_t seq = 1;
    enum store_err err = STORE_OK;
    struct chat_row line;
    struct row first[] = {player_of(ANN, "Ann"), player_of(BOB, "Bob"), game_of(GAME, ANN, BOB)};
    size_t count = 0;
    if (!mount_small(p))
        return CHILD_CANNOT;
    CHECK(test_store_open(p, STORE_FULL) == STORE_OK);
    CHECK(store_write_turn(p->store, first, 3, NULL) == STORE_OK);
    (void)snprintf(ballast, sizeof ballast, "%s/ballast", p->folder);
    write_ballast(ballast);
    while (!(err = chat_turn(p, seq)))
        seq++;
    CHECK(err == STORE_E_FULL);
    for (int i = 0; i < 5; i++)
        CHECK(chat_turn(p, seq) == STORE_E_FULL);
    CHECK(store_chat(p->store, GAME, CHAT_PLAYERS, &line, 1, &count) == STORE_OK);
    CHECK(count == (seq > 1) && (count == 0 || line.seq == seq - 1));
    CHECK(unlink(ballast) == 0);
    for (uint32_t end = seq + 20; seq < end; seq++)
        CHECK(chat_turn(p, seq) == STORE_OK);
    test_store_close(p);
    CHECK(test_store_open(p, STORE_FULL) == STORE_OK);
    CHECK(store_chat(p->store, GAME, CHAT_PLAYERS, &line, 1, &count) == STORE_OK);
    CHECK(count == 1 && line.seq == seq - 1);
    test_store_close(p);
    return CHILD_GOOD;
}

static void a_full_disk_refuses_turns_until_there_is_space(void **state)
{
    in_child(*state, run_full_disk);
}

static int run_read_only_system(struct test_store *p)
{
    if (!mount_small(p))
        return CHILD_CANNOT;
    CHECK(test_store_open(p, STORE_FULL) == STORE_OK);
    test_store_close(p);
    CHECK(mount("none", p->folder, "tmpfs", MS_REMOUNT | MS_RDONLY, NULL) == 0);
    CHECK(test_store_open(p, STORE_FULL) == STORE_E_READONLY);
    CHECK(strstr(p->problem, "Read-only file system"));
    CHECK(mount("none", p->folder, "tmpfs", MS_REMOUNT, NULL) == 0);
    CHECK(test_store_open(p, STORE_FULL) == STORE_OK);
    test_store_close(p);
    return CHILD_GOOD;
}

static void a_read_only_file_system_is_reported_and_works_once_it_is_writable(void **state)
{
    in_child(*state, run_read_only_system);
}

/* Root ignores permissions, so the test drops its privileges. */
static bool become_nobody(void)
{
    enum { NOBODY = 65534 };
    return geteuid() != 0 || (setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
}

static int run_read_only_file(struct test_store *p)
{
    char lock[400];
    (void)snprintf(lock, sizeof lock, "%s.lock", p->path);
    if (chmod(p->folder, 0777) != 0 || !become_nobody())
        return CHILD_CANNOT;
    CHECK(test_store_open(p, STORE_FULL) == STORE_OK);
    test_store_close(p);
    CHECK(chmod(p->path, 0400) == 0);
    CHECK(test_store_open(p, STORE_FULL) == STORE_E_READONLY);
    CHECK(strstr(p->problem, "read-only"));
    CHECK(chmod(p->path, 0) == 0);
    CHECK(test_store_open(p, STORE_FULL) == STORE_E_OPEN);
    CHECK(chmod(p->path, 0600) == 0 && chmod(lock, 0) == 0);
    CHECK(test_store_open(p, STORE_FULL) == STORE_E_READONLY);
    CHECK(strstr(p->problem, "Permission denied"));
    CHECK(chmod(lock, 0600) == 0);
    CHECK(test_store_open(p, STORE_FULL) == STORE_OK);
    test_store_close(p);
    return CHILD_GOOD;
}

static void a_read_only_file_is_reported_and_works_once_it_is_writable(void **state)
{
    in_child(*state, run_read_only_file);
}

/* ---- in this process ---- */

static void a_limit_on_file_sizes_refuses_turns_until_it_is_lifted(void **state)
{
    struct test_store *p = *state;
    struct rlimit before, tight;
    struct stat log;
    char name[400];
    enum store_err err = STORE_OK;
    uint32_t seq = 1;
    put_game(p);
    (void)snprintf(name, sizeof name, "%s-wal", p->path);
    assert_int_equal(stat(name, &log), 0);
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    tight = (struct rlimit){(rlim_t)log.st_size + 20000, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    while (seq < 1000 && !(err = chat_turn(p, seq)))
        seq++;
    enum store_err again = chat_turn(p, seq);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_store(err, STORE_E_IO, "at the limit");
    assert_store(again, STORE_E_IO, "and again");
    for (uint32_t end = seq + 10; seq < end; seq++)
        assert_done(p, chat_turn(p, seq), "lifted");
    struct chat_row line;
    size_t count;
    test_store_reopen(p);
    assert_done(p, store_chat(p->store, GAME, CHAT_PLAYERS, &line, 1, &count), "chat");
    assert_true(count == 1 && line.seq == seq - 1);
}

/* Overwrites all pages but the first, which has the schema. */
static void damage(const struct test_store *p)
{
    char noise[4096];
    struct stat info;
    memset(noise, 0xA7, sizeof noise);
    int file = open(p->path, O_WRONLY | O_CLOEXEC);
    assert_int_equal(fstat(file, &info), 0);
    for (off_t at = 4096; at < info.st_size; at += 4096)
        assert_int_equal(pwrite(file, noise, sizeof noise, at), sizeof noise);
    assert_int_equal(close(file), 0);
}

static void a_damaged_database_is_a_fatal_error(void **state)
{
    struct test_store *p = *state;
    struct game_row game = {.id = 77};
    struct row move = move_of(GAME, 0, 0);
    put_game(p);
    test_store_close(p);
    damage(p);
    enum store_err err = test_store_open(p, STORE_FULL);
    if (!err) {
        err = store_game(p->store, GAME, &game);
        assert_store(store_write(p->store, &move), STORE_E_CORRUPT, "a move");
        assert_store(store_commit(p->store), STORE_E_CORRUPT, "its turn");
        assert_non_null(strstr(store_problem(p->store), "damaged"));
    }
    assert_store(err, STORE_E_CORRUPT, "damaged");
    assert_int_equal(store_err_class(err), STORE_FATAL);
    assert_int_equal(game.id, 77);
}

#define DISK_TEST(name) \
    cmocka_unit_test_setup_teardown(name, test_store_setup_closed, test_store_teardown)
#define OPEN_DISK_TEST(name) \
    cmocka_unit_test_setup_teardown(name, test_store_setup, test_store_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DISK_TEST(a_full_disk_refuses_turns_until_there_is_space),
        DISK_TEST(a_read_only_file_system_is_reported_and_works_once_it_is_writable),
        DISK_TEST(a_read_only_file_is_reported_and_works_once_it_is_writable),
        OPEN_DISK_TEST(a_limit_on_file_sizes_refuses_turns_until_it_is_lifted),
        OPEN_DISK_TEST(a_damaged_database_is_a_fatal_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
