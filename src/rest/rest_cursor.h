/* Where the next page of a list begins, as text that clients hand back as they got it. */
#ifndef REST_REST_CURSOR_H
#define REST_REST_CURSOR_H

#include "store/store.h"

enum { REST_CURSOR_SIZE = 34 }; /* two numbers of 16 hexadecimal digits, a hyphen, the end */

void rest_cursor_write(char out[REST_CURSOR_SIZE], const struct store_cursor *cursor);

/* False, and *out untouched, unless it is exactly what rest_cursor_write gives for some cursor. */
bool rest_cursor_read(struct store_cursor *out, const char *text);

#endif
