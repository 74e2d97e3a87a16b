/* Answers to HTTP requests, counted by the part of the server that gave them. */
#ifndef SERVER_HTTP_COUNTS_H
#define SERVER_HTTP_COUNTS_H

#include "net/net.h"
#include "server/durations.h"

/* HTTP_WAIT: requests that wait for a move; HTTP_SOCKET: Socket.IO, long polls included; HTTP_BAD:
 * heads that could not be read. */
enum http_group {
    HTTP_PAGE,
    HTTP_GAME,
    HTTP_API,
    HTTP_WAIT,
    HTTP_SOCKET,
    HTTP_OPERATOR,
    HTTP_BAD,
    HTTP_GROUPS
};

enum { HTTP_STATUS_CLASSES = 5 }; /* 1xx to 5xx */

struct http_counts {
    uint64_t answers[HTTP_GROUPS][HTTP_STATUS_CLASSES];
    struct durations took[HTTP_GROUPS];
};

/* `request` may be null, as in net_handlers. */
void http_counts_add(struct http_counts *counts, const struct net_request *request, int status,
                     int64_t took_us);

enum buffer_err http_counts_write(struct buffer *out, const struct http_counts *counts);

#endif
