/* Which address of the API is meant. */
#ifndef REST_REST_PATH_H
#define REST_REST_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"

enum rest_method { REST_GET, REST_POST };

struct rest_route {
    const char *path; /* "{id}" stands for a game's or a player's id */
    uint8_t method;   /* enum rest_method; who may GET may HEAD */
    uint8_t action;   /* enum rest_action */
    bool needs_token;
};

enum { REST_ALLOW_SIZE = 40 };

/* The route of a path and a method; null if there is none, and then `allow` lists the methods the path
 * does take ("" if there is no such path). *id is 0 for a path without one, and -1 for a text
 * that is no id and so names nothing. */
const struct rest_route *rest_path_find(const char *path, enum net_method method, int64_t *id,
                                        char allow[REST_ALLOW_SIZE]);

#endif
