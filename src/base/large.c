#define _DEFAULT_SOURCE /* madvise; NOLINT(bugprone-reserved-identifier) */
#include "base/large.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20 };

void *large_alloc(size_t size)
{
    void *memory;
    if (size < LARGE_PAGE)
        return malloc(size);
    if (posix_memalign(&memory, LARGE_PAGE, size) != 0)
        return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, size - size % LARGE_PAGE, MADV_HUGEPAGE); /* only a hint: it may fail */
#endif
    return memory;
}
