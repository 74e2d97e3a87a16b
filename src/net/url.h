/* Percent-encoding as paths and queries use it (RFC 3986, and '+' for a blank in queries). */
#ifndef NET_URL_H
#define NET_URL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Decodes `len` bytes once and ends them with a byte 0. `out` has room for len + 1. False if a percent
 * sign has no two hexadecimal digits behind it, or if a byte 0 would come out.
 */
bool url_decode(char *out, const char *text, size_t len, bool plus_is_blank);

/*
 * Decodes a query string into its parameters, each a name and a value, each ended by a byte 0, one
 * behind the other; a parameter without '=' has an empty value. `out` has room for 2 * len + 2.
 * Says how many there are, -1 if one cannot be decoded.
 */
int url_query_split(char *out, const char *query, size_t len);

/* The value of the first parameter of that name among `count`; null if there is none. */
const char *url_query_find(const char *parameters, int count, const char *name);

#endif
