#include "store/lock_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

static int owner_of(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? (int)lock.l_pid : 0;
}

enum lock_answer lock_file_take(const char *path, int *file, int *owner)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (opened < 0)
        return LOCK_FAILED;
    if (fcntl(opened, F_SETLK, &lock) == 0) {
        *file = opened;
        return LOCK_HELD;
    }
    int reason = errno;
    bool is_taken = reason == EACCES || reason == EAGAIN;
    if (is_taken)
        *owner = owner_of(opened);
    (void)close(opened);
    errno = reason;
    return is_taken ? LOCK_TAKEN : LOCK_FAILED;
}

void lock_file_give_back(int file)
{
    if (file >= 0)
        (void)close(file);
}
