/* Runs a fuzzing target on every given file, and on every file of a given folder, without
 * libFuzzer. Reports in TAP. A violated property aborts; the plan, which is printed last, is then
 * missing. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096, FILE_BYTES = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int count, failures;

static void report(bool is_ok, const char *name, const char *why)
{
    count++;
    failures += !is_ok;
    printf("%s %d - %s%s%s\n", is_ok ? "ok" : "not ok", count, name, is_ok ? "" : ": ",
           is_ok ? "" : why);
    fflush(stdout);
}

/* The target gets a copy of exactly the file's size, so that a sanitizer detects a read
 * beyond it. */
static bool replay_bytes(const uint8_t *bytes, size_t size)
{
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact)
        return false;
    memcpy(exact, bytes, size);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return true;
}

static void replay_file(const char *path)
{
    static uint8_t bytes[FILE_BYTES];
    FILE *file = fopen(path, "rb");
    if (!file) {
        report(false, path, "cannot be opened");
        return;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    bool is_whole = !ferror(file) && size < sizeof bytes;
    fclose(file);
    if (!is_whole)
        report(false, path, "cannot be read, or is too large");
    else
        report(replay_bytes(bytes, size), path, "out of memory");
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay_folder(const char *folder)
{
    struct dirent **entries;
    int found = scandir(folder, &entries, is_visible, alphasort);
    if (found < 0) {
        report(false, folder, "cannot be read");
        return;
    }
    if (found == 0)
        report(false, folder, "is empty");
    for (int i = 0; i < found; i++) {
        char path[PATH_BYTES];
        int len = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (len < 0 || (size_t)len >= sizeof path)
            report(false, folder, "has a name that is too long");
        else
            replay_file(path);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct stat about;
        if (stat(argv[i], &about) != 0)
            report(false, argv[i], "is missing");
        else if (S_ISDIR(about.st_mode))
            replay_folder(argv[i]);
        else
            replay_file(argv[i]);
    }
    if (argc < 2)
        report(false, "arguments", "no folder or file given");
    printf("1..%d\n", count);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
