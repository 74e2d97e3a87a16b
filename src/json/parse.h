/* The parser behind json_read: text in, jansson's values out.
 *
 * jansson reads from a stream, a character at a time, and was the largest part of understanding a move;
 * this one walks over bytes that are all there. What it accepts, and what it makes of that, is what
 * jansson does with JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL; the test holds one against
 * the other. */
#ifndef JSON_PARSE_H
#define JSON_PARSE_H

#include "json/read.h"

/* On success the caller owns *out; otherwise it is untouched and *at is where the trouble was noticed. */
enum json_read_err json_parse(json_t **out, const char *text, size_t len, int depth_max,
                              size_t *at);

#endif
