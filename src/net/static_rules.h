/* Decisions about static files that depend on names and headers only. */
#ifndef NET_STATIC_RULES_H
#define NET_STATIC_RULES_H

#include <stdbool.h>
#include <stddef.h>

enum static_coding { STATIC_PLAIN, STATIC_GZIP, STATIC_BROTLI, STATIC_CODING_COUNT };

/* The Content-Type by file extension; "application/octet-stream" if that is unknown. */
const char *static_type(const char *name);

/* Does the name hold a hash of the content, so that it never changes? A hash is eight or more of A-Z and
 * 0-9 between two dots, as in app.5KQ2RZ7M.js. */
bool static_is_hashed(const char *name);

const char *static_cache_control(const char *name);

/*
 * The existing coding to send for an Accept-Encoding header (null: absent): the one with the largest
 * weight; among equals Brotli, because its files are smaller.
 */
enum static_coding static_choose(const char *accept_encoding, bool has_gzip, bool has_brotli);

/* Does an Accept-Language header (null: absent) prefer German to English, the default? */
bool static_is_german(const char *accept_language);

/* Does an Accept header (null: absent) take HTML? */
bool static_takes_html(const char *accept);

/* Does an If-None-Match header have this entity tag, weak or strong, or "*"? */
bool static_tag_matches(const char *if_none_match, const char *tag);

/* The extension of compressed variants, with its dot; "" for STATIC_PLAIN. */
const char *static_suffix(enum static_coding coding);

/* May a file or folder of this name be served? Not if it is hidden or has characters that our paths do
 * not use. */
bool static_is_public(const char *name);

#endif
