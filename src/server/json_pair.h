/* Key and value of an object in one line. */
#ifndef SERVER_JSON_PAIR_H
#define SERVER_JSON_PAIR_H

#include "wire/json_write.h"

static inline void pair_int(struct json_write *w, const char *key, int64_t number)
{
    json_write_key(w, key);
    json_write_int(w, number);
}

static inline void pair_bool(struct json_write *w, const char *key, bool value)
{
    json_write_key(w, key);
    json_write_bool(w, value);
}

/* A null pointer becomes null. */
static inline void pair_text(struct json_write *w, const char *key, const char *text)
{
    json_write_key(w, key);
    if (text)
        json_write_string(w, text);
    else
        json_write_null(w);
}

#endif
