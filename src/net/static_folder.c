#include "net/static_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/static_rules.h"

enum { DEPTH_MAX = 16, FILES_MAX = 4096, BYTES_MAX = 64 * 1024 * 1024 };

struct walk {
    static_visit *visit;
    void *context;
    size_t bytes;
    int files;
    char path[STATIC_PATH_SIZE];
};

static enum static_err walk_folder(struct walk *walk, int fd, size_t path_len, int depth);

static bool read_all(int fd, char *into, size_t len)
{
    while (len > 0) {
        ssize_t got = read(fd, into, len);
        if (got <= 0)
            return false;
        into += got;
        len -= (size_t)got;
    }
    return true;
}

static enum static_err walk_file(struct walk *walk, int fd, size_t len)
{
    walk->bytes += len;
    if (++walk->files > FILES_MAX || walk->bytes > BYTES_MAX)
        return STATIC_E_TOO_MUCH;
    char *bytes = malloc(len + 1);
    if (!bytes)
        return STATIC_E_MEMORY;
    enum static_err err = read_all(fd, bytes, len)
                              ? walk->visit(walk->context, walk->path, bytes, len)
                              : STATIC_E_FILE;
    free(bytes);
    return err;
}

/* O_NOFOLLOW: a link may lead out of the folder, so none is followed. */
static enum static_err walk_entry(struct walk *walk, int folder, const char *name, size_t path_len,
                                  int depth)
{
    struct stat about;
    int added = snprintf(walk->path + path_len, STATIC_PATH_SIZE - path_len, "/%s", name);
    if (added < 0 || (size_t)added >= STATIC_PATH_SIZE - path_len)
        return STATIC_OK; /* no path of a request is that long */
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return STATIC_E_FILE;
    if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
        return STATIC_OK;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return STATIC_E_FILE;
    enum static_err err = STATIC_OK;
    if (S_ISREG(about.st_mode))
        err = walk_file(walk, fd, (size_t)about.st_size);
    else if (depth < DEPTH_MAX)
        return walk_folder(walk, fd, path_len + (size_t)added, depth + 1);
    (void)close(fd);
    return err;
}

/* Closes the descriptor. */
static enum static_err walk_folder(struct walk *walk, int fd, size_t path_len, int depth)
{
    enum static_err err = STATIC_OK;
    DIR *folder = fdopendir(fd);
    if (!folder) {
        (void)close(fd);
        return STATIC_E_FOLDER;
    }
    for (struct dirent *entry = readdir(folder); entry && !err; entry = readdir(folder))
        if (static_is_public(entry->d_name))
            err = walk_entry(walk, fd, entry->d_name, path_len, depth);
    (void)closedir(folder);
    return err;
}

enum static_err static_folder_read(const char *folder, static_visit *visit, void *context)
{
    struct walk walk = {.visit = visit, .context = context};
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? STATIC_E_FOLDER : walk_folder(&walk, fd, 0, 0);
}
