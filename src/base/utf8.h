/* UTF-8 (Unicode, table 3-7): checks text, counts characters, cleans names and chat. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length in bytes of the well-formed character at the beginning of `text`, 0 if there is none.
 * The character goes to `code` unless that is NULL. */
size_t utf8_next(const char *text, size_t len, uint32_t *code);

bool utf8_is_valid(const char *text, size_t len);

/* Characters (code points) of a valid text. */
size_t utf8_count(const char *text, size_t len);

/* Cleans a name or a line of chat in place and returns its new length, which is never larger.
 * Removes malformed bytes, control characters, invisible characters and spaces at both ends;
 * several spaces in a row become one. */
size_t utf8_clean(char *text, size_t len);

#endif
