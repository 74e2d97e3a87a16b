#include "base/entropy.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

void entropy_fill(void *bytes, size_t len)
{
    char *at = bytes;
    while (len > 0) {
        ssize_t got = getrandom(at, len, 0);
        if (got < 0 && errno != EINTR)
            abort();
        if (got > 0) {
            at += got;
            len -= (size_t)got;
        }
    }
}
