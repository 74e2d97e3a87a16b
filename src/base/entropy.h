/* Bytes nobody can guess, from the operating system. */
#ifndef BASE_ENTROPY_H
#define BASE_ENTROPY_H

#include <stddef.h>

/* Never fails: where the system has no randomness, nothing may go on. */
void entropy_fill(void *bytes, size_t len);

#endif
