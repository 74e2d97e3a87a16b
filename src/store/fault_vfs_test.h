/* A file system layer (VFS) that fails on request: it passes all calls on to SQLite's own, except the
 * write or sync it was told to fail. It can also keep an image of every file as of its last sync, which
 * is all that survives a power loss. */
#ifndef STORE_FAULT_VFS_TEST_H
#define STORE_FAULT_VFS_TEST_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAULT_IMAGE ".synced"

struct fault {
    long calls_left; /* so many writes and syncs succeed; -1: all */
    int code;        /* the result of the next one */
    bool is_lasting; /* all following calls fail too */
    bool keeps_images;
    long hits;
};

static struct fault fault = {.calls_left = -1};

struct fault_file {
    sqlite3_file base;
    const char *path;
    sqlite3_file *real;
};

static sqlite3_vfs *fault_real(void)
{
    static sqlite3_vfs *real;
    if (!real)
        real = sqlite3_vfs_find(NULL);
    return real;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct fault_file *)file)->real;
}

static int fault_due(void)
{
    if (fault.calls_left < 0)
        return SQLITE_OK;
    if (fault.calls_left > 0) {
        fault.calls_left--;
        return SQLITE_OK;
    }
    fault.hits++;
    if (!fault.is_lasting)
        fault.calls_left = -1;
    return fault.code;
}

/* A failing write reaches the disk by half. */
static int fault_write(sqlite3_file *file, const void *bytes, int len, sqlite3_int64 at)
{
    sqlite3_file *real = real_of(file);
    int code = fault_due();
    if (!code)
        return real->pMethods->xWrite(real, bytes, len, at);
    (void)real->pMethods->xWrite(real, bytes, len / 2, at); /* the call fails anyway */
    return code;
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = fault_due();
    return code ? code : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

/* Writes to a temporary name first, so that a process killed here leaves the previous image. */
static int keep_image(const struct fault_file *file)
{
    char name[600], fresh[620];
    sqlite3_int64 size = 0;
    int code = file->real->pMethods->xFileSize(file->real, &size);
    char *bytes = malloc((size_t)size + 1);
    (void)snprintf(name, sizeof name, "%s" FAULT_IMAGE, file->path);
    (void)snprintf(fresh, sizeof fresh, "%s.new", name);
    if (!code && bytes && size)
        code = file->real->pMethods->xRead(file->real, bytes, (int)size, 0);
    FILE *out = bytes && !code ? fopen(fresh, "wb") : NULL;
    bool is_kept = out && fwrite(bytes, 1, (size_t)size, out) == (size_t)size;
    is_kept = out && fclose(out) == 0 && is_kept && rename(fresh, name) == 0;
    free(bytes);
    return is_kept ? SQLITE_OK : SQLITE_IOERR;
}

static int fault_sync(sqlite3_file *file, int flags)
{
    int code = fault_due();
    if (code)
        return code;
    if (fault.keeps_images)
        return keep_image((struct fault_file *)file);
    return real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int fault_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int fault_read(sqlite3_file *file, void *bytes, int len, sqlite3_int64 at)
{
    return real_of(file)->pMethods->xRead(real_of(file), bytes, len, at);
}

static int fault_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int fault_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int fault_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int fault_reserved(sqlite3_file *file, int *out)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int fault_control(sqlite3_file *file, int op, void *arg)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), op, arg);
}

static int fault_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int fault_traits(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int fault_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **out)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, out);
}

static int fault_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, n, flags);
}

static void fault_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int fault_shm_unmap(sqlite3_file *file, int is_deleted)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), is_deleted);
}

static int fault_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                      int *flags_out)
{
    static const sqlite3_io_methods methods = {2,
                                               fault_close,
                                               fault_read,
                                               fault_write,
                                               fault_truncate,
                                               fault_sync,
                                               fault_size,
                                               fault_lock,
                                               fault_unlock,
                                               fault_reserved,
                                               fault_control,
                                               fault_sector,
                                               fault_traits,
                                               fault_shm_map,
                                               fault_shm_lock,
                                               fault_shm_barrier,
                                               fault_shm_unmap,
                                               NULL,
                                               NULL};
    (void)vfs;
    struct fault_file *ours = (struct fault_file *)file;
    ours->path = path; /* valid as long as the file is open */
    ours->real = (sqlite3_file *)(ours + 1);
    int code = fault_real()->xOpen(fault_real(), path, ours->real, flags, flags_out);
    ours->base.pMethods = code ? NULL : &methods;
    return code;
}

static int fault_delete(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
    char name[600];
    (void)vfs;
    (void)snprintf(name, sizeof name, "%s" FAULT_IMAGE, path);
    if (fault.keeps_images)
        (void)unlink(name); /* there is none if it was never synced */
    return fault_real()->xDelete(fault_real(), path, sync_folder);
}

/* Makes SQLite use this VFS for every file it opens in this process. */
static inline int fault_install(void)
{
    static sqlite3_vfs vfs;
    vfs = *fault_real();
    vfs.zName = "fault";
    vfs.szOsFile += (int)sizeof(struct fault_file);
    vfs.xOpen = fault_open;
    vfs.xDelete = fault_delete;
    return sqlite3_vfs_register(&vfs, 1);
}

#endif
