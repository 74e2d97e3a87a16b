/* The cursor of a list as text: clients send it back unchanged to get the next page. */
#ifndef REST_REST_CURSOR_H
#define REST_REST_CURSOR_H

#include "store/store.h"

enum { REST_CURSOR_SIZE = 34 }; /* two numbers of 16 hexadecimal digits, a hyphen, a zero byte */

void rest_cursor_write(char out[REST_CURSOR_SIZE], const struct store_cursor *cursor);

/* False, with *out untouched, unless rest_cursor_write could have written the text. */
bool rest_cursor_read(struct store_cursor *out, const char *text);

#endif
