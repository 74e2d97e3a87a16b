/* A filter of common passwords: the 10,000 commonest of at least eight characters, ignoring case. The table is written
 * by a program, see tools/passwords. It has hashes of 32 bits, so of a million other passwords two or three are taken
 * for common ones. */
#ifndef REST_COMMON_H
#define REST_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const uint32_t common_table[];
extern const size_t common_count;

bool common_has(const char *password, size_t len);

#endif
