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

/* What was done to names, in order: r for a rename, f for a folder made durable. */
static char events[EVENTS + 1];

static void note(char event)
{
    size_t len = strlen(events);
    if (len < EVENTS)
        events[len] = event;
}

int rename(const char *old, const char *new)
{
    note('r');
    return renameat(AT_FDCWD, old, AT_FDCWD, new);
}

int fsync(int fd)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode))
        note('f');
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

/* Visits what is in a folder; says how many names begin so, without those of logs. */
static int each_name(const char *path, const char *beginning, bool is_removed)
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
    (void)each_name(p->folder, "", true);
    (void)rmdir(p->folder);
    (void)each_name(p->home, "", true);
    return rmdir(p->home);
}

static bool restore(struct place *p)
{
    return backup_restore(p->file, p->folder, true, p->text, sizeof p->text);
}

static void what_is_restored_has_its_name_for_good(void **state)
{
    struct place *p = *state;
    memset(events, 0, sizeof events);
    assert_true(restore(p));
    size_t len = strlen(events);
    assert_true(len >= 2);
    assert_string_equal(events + len - 2, "rf");
}

static void whatever_was_there_is_kept_each_time(void **state)
{
    struct place *p = *state;
    for (int i = 1; i <= 3; i++) {
        assert_true(restore(p));
        assert_int_equal(each_name(p->folder, "fourfall.db.2", false), i);
    }
}

#define BACKUP_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BACKUP_TEST(what_is_restored_has_its_name_for_good),
        BACKUP_TEST(whatever_was_there_is_kept_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
