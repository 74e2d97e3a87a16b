/* Lines of stdin. */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include <stddef.h>

enum line_result { LINE_OK, LINE_LONG, LINE_END };

/* Reads up to the next newline, which is not kept. The text is zero-terminated; *len may count zero bytes
 * in it. A line that does not fit is read to its end, and its first bytes are kept. LINE_END at the end
 * of the input and on an error, which ferror tells apart. */
enum line_result line_read(char *text, size_t size, size_t *len);

#endif
