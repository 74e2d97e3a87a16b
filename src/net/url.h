/* Percent-encoding as paths and queries use it (RFC 3986, and '+' for a blank in queries). */
#ifndef NET_URL_H
#define NET_URL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Decodes `len` bytes once and terminates them. `out` has space for len + 1. False if a percent sign is
 * not followed by two hexadecimal digits, or if a byte 0 would result.
 */
bool url_decode(char *out, const char *text, size_t len, bool plus_is_blank);

/*
 * Decodes a query string into its parameters: name, value, name, value, each terminated; a parameter
 * without '=' has an empty value. `out` has space for 2 * len + 2. Returns the number of parameters, -1
 * if one cannot be decoded.
 */
int url_query_split(char *out, const char *query, size_t len);

/* The value of the first parameter of that name among `count`; null if there is none. */
const char *url_query_find(const char *parameters, int count, const char *name);

#endif
