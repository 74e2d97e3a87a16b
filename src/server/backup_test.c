#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/backup.h"
#include "server/data_folder.h"

enum { EVENTS = 64, PATH_BYTES = 300, TEXT_BYTES = 1024 };

/* The calls that matter here, in order: r for a rename, f for an fsync of a folder. */
static char events[EVENTS + 1];

static void record(char event)
{
    size_t len = strlen(events);
    if (len < EVENTS)
        events[len] = event;
}

int rename(const char *old, const char *new)
{
    record('r');
    return renameat(AT_FDCWD, old, AT_FDCWD, new);
}

int fsync(int fd)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode))
        record('f');
    return fdatasync(fd);
}

struct place {
    char home[PATH_BYTES], folder[PATH_BYTES + 8], file[PATH_BYTES + 8];
    char text[TEXT_BYTES];
};

static int set_up(void **state)
{
    static struct place p;
    struct data_folder data;
    p = (struct place){.home = "/tmp/fourfall-backup-XXXXXX"};
    if (!mkdtemp(p.home))
        return -1;
    (void)snprintf(p.folder, sizeof p.folder, "%s/data", p.home);
    (void)snprintf(p.file, sizeof p.file, "%s/copy", p.home);
    *state = &p;
    if (!data_folder_open(&data, p.folder, STORE_FULL, p.text, sizeof p.text))
        return -1;
    data_folder_close(&data);
    return backup_write(p.folder, p.file, p.text, sizeof p.text) ? 0 : -1;
}

/* Counts the files whose names begin like this, without write-ahead logs. May remove all files. */
static int count_names(const char *path, const char *beginning, bool is_removed)
{
    int count = 0, folder = open(path, O_RDONLY | O_DIRECTORY);
    DIR *names = fdopendir(folder);
    assert_non_null(names);
    for (struct dirent *entry = readdir(names); entry; entry = readdir(names)) {
        count += strncmp(entry->d_name, beginning, strlen(beginning)) == 0 &&
                 !strstr(entry->d_name, "-wal");
        if (is_removed)
            (void)unlinkat(folder, entry->d_name, 0);
    }
    (void)closedir(names);
    return count;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    (void)count_names(p->folder, "", true);
    (void)rmdir(p->folder);
    (void)count_names(p->home, "", true);
    return rmdir(p->home);
}

static bool restore(struct place *p)
{
    return backup_restore(p->file, p->folder, true, p->text, sizeof p->text);
}

static void a_restored_database_is_renamed_durably(void **state)
{
    struct place *p = *state;
    memset(events, 0, sizeof events);
    assert_true(restore(p));
    size_t len = strlen(events);
    assert_true(len >= 2);
    assert_string_equal(events + len - 2, "rf");
}

static void every_restore_keeps_the_old_database(void **state)
{
    struct place *p = *state;
    for (int i = 1; i <= 3; i++) {
        assert_true(restore(p));
        assert_int_equal(count_names(p->folder, "fourfall.db.2", false), i);
    }
}

static void write_key(const struct place *p, const char *text)
{
    char path[PATH_BYTES + 32];
    (void)snprintf(path, sizeof path, "%s/" DATA_PUSH_KEY, p->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_key(const struct place *p, const char *text)
{
    char path[PATH_BYTES + 32], found[64] = "";
    struct stat status;
    (void)snprintf(path, sizeof path, "%s/" DATA_PUSH_KEY, p->folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    (void)!fread(found, 1, sizeof found - 1, file);
    assert_int_equal(fstat(fileno(file), &status), 0);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(found, text);
    assert_int_equal(status.st_mode & 0777, 0600);
}

static void the_key_of_push_messages_comes_back_and_replaces_another(void **state)
{
    struct place *p = *state;
    write_key(p, "the key of the subscriptions");
    assert_int_equal(unlink(p->file), 0);
    assert_true(backup_write(p->folder, p->file, p->text, sizeof p->text));
    write_key(p, "another");
    assert_true(restore(p));
    assert_key(p, "the key of the subscriptions");
}

static void a_backup_without_a_key_leaves_the_one_of_the_folder(void **state)
{
    struct place *p = *state;
    write_key(p, "mine");
    assert_true(restore(p));
    char path[PATH_BYTES + 32];
    (void)snprintf(path, sizeof path, "%s/" DATA_PUSH_KEY, p->folder);
    assert_int_equal(chmod(path, 0600), 0);
    assert_key(p, "mine");
}

#define BACKUP_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BACKUP_TEST(a_restored_database_is_renamed_durably),
        BACKUP_TEST(every_restore_keeps_the_old_database),
        BACKUP_TEST(the_key_of_push_messages_comes_back_and_replaces_another),
        BACKUP_TEST(a_backup_without_a_key_leaves_the_one_of_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
