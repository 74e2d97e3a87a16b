/* Names that look alike, after Unicode Technical Standard 39, reduced to what names need.
 *
 * Two names look alike if they have the same skeleton: every character is replaced by the one it looks like, ignoring
 * case; rare marks, spaces and ASCII punctuation go. The characters i, I, l, 1 and | are one, and so are m and rn.
 * Texts are valid UTF-8. */
#ifndef BASE_SKELETON_H
#define BASE_SKELETON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SKELETON_SIZE = 512 }; /* enough for every name of rows.h */

/* Writes the skeleton, cut to SKELETON_SIZE, and a zero byte. That of a name without letters is the name itself. */
void skeleton_write(char out[SKELETON_SIZE], const char *text);

/* A hash of the skeleton, for the database: positive, the same in every version of the program. */
int64_t skeleton_hash(const char *text);

/* Are letters of several scripts mixed? Chinese, Japanese and Korean may be mixed with Latin as their readers do. */
bool skeleton_is_mixed(const char *text);

#endif
