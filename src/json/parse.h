/* The parser behind json_read: text in, jansson's values out.
 *
 * jansson's own parser reads a stream, one character at a time, and took most of the time of reading a move.
 * This one walks over bytes in memory. It accepts what jansson accepts with JSON_REJECT_DUPLICATES |
 * JSON_DECODE_ANY | JSON_ALLOW_NUL and makes the same values; the test compares both. Two kinds of values that
 * jansson refuses are legal JSON, so they are read here and refused where a field is asked for (read.h):
 *
 *   - a lone surrogate ("\ud800") becomes the three bytes that UTF-8 would have for it. These are not valid
 *     UTF-8, so such a text cannot be taken for another one;
 *   - a number that is too large for an integer becomes a real, at most DBL_MAX. */
#ifndef JSON_PARSE_H
#define JSON_PARSE_H

#include "json/read.h"

/* On success the caller owns *out; otherwise it is untouched and *at is the byte where the
 * problem was noticed. */
enum json_read_err json_parse(json_t **out, const char *text, size_t len, int depth_max,
                              size_t *at);

#endif
