/* Key and value of an object in one call. The keys are literals of letters and digits. */
#ifndef JSON_PAIR_H
#define JSON_PAIR_H

#include <string.h>

#include "json/write.h"

/* Inline, so that the compiler computes the length of a literal key. */
static inline void pair_name(struct json_write *w, const char *name)
{
    json_write_name(w, name, strlen(name));
}

static inline void pair_int(struct json_write *w, const char *key, int64_t number)
{
    pair_name(w, key);
    json_write_int(w, number);
}

static inline void pair_bool(struct json_write *w, const char *key, bool value)
{
    pair_name(w, key);
    json_write_bool(w, value);
}

/* A null pointer becomes null. */
static inline void pair_text(struct json_write *w, const char *key, const char *text)
{
    pair_name(w, key);
    if (text)
        json_write_string(w, text);
    else
        json_write_null(w);
}

#endif
