/* What is decided about a static file from texts alone. */
#ifndef NET_STATIC_RULES_H
#define NET_STATIC_RULES_H

#include <stdbool.h>
#include <stddef.h>

enum static_coding { STATIC_PLAIN, STATIC_GZIP, STATIC_BROTLI, STATIC_CODING_COUNT };

/* The Content-Type of a file by the end of its name; "application/octet-stream" if it is unknown. */
const char *static_type(const char *name);

/* A name whose content never changes: one of its parts between dots is a hash, eight or more of A-Z
 * and 0-9, as in app.5KQ2RZ7M.js. */
bool static_is_hashed(const char *name);

const char *static_cache_control(const char *name);

/*
 * The coding to send, of those that exist, for an Accept-Encoding header (null if there was none): the
 * one with the largest weight, of equal ones the smaller file, which is Brotli's.
 */
enum static_coding static_choose(const char *accept_encoding, bool has_gzip, bool has_brotli);

/* Does an If-None-Match header name this entity tag, weakly or strongly, or all with "*"? */
bool static_tag_matches(const char *if_none_match, const char *tag);

/* The end of the names of precompressed variants, with its dot; "" for STATIC_PLAIN. */
const char *static_suffix(enum static_coding coding);

/* Is a file or folder of this name anybody's business? Hidden ones are not, nor are names with
 * characters that no address of ours has. */
bool static_is_public(const char *name);

#endif
