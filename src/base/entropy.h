/* Unpredictable bytes from the operating system. */
#ifndef BASE_ENTROPY_H
#define BASE_ENTROPY_H

#include <stddef.h>

/* Never fails: if the system gives no random bytes, the program aborts. */
void entropy_fill(void *bytes, size_t len);

#endif
