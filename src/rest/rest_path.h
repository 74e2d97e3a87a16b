/* The routes of the API. */
#ifndef REST_REST_PATH_H
#define REST_REST_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"

enum rest_method { REST_GET, REST_POST };

struct rest_route {
    const char *path; /* "{id}" stands for a game's or a player's id */
    uint8_t method;   /* enum rest_method; GET includes HEAD */
    uint8_t action;   /* enum rest_action */
    bool needs_token;
};

enum { REST_ALLOW_SIZE = 40 };

/* The route of a path and a method. If there is none: null, and `allow` lists the methods that the path accepts ("" if
 * there is no such path). *id is 0 for a path without an id, and -1 if the text in its place is not an id. */
const struct rest_route *rest_path_find(const char *path, enum net_method method, int64_t *id,
                                        char allow[REST_ALLOW_SIZE]);

#endif
