/*
 * A strict reader of HTTP/1.x heads (RFC 9112): of requests, and of answers. Pure: bytes in, slices out, nothing is copied.
 * Everything that two readers could read differently is refused, because that is how requests are
 * smuggled past proxies: repeated lengths, blanks before a colon, folded lines, bare line feeds, control
 * characters.
 */
#ifndef NET_HTTP_HEAD_H
#define NET_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "net/net.h"

struct http_text {
    const char *at; /* null if absent */
    size_t len;
};

/* Headers that only net reads, numbered after those of enum net_field. */
enum http_field {
    HTTP_CONNECTION = NET_FIELD_COUNT,
    HTTP_UPGRADE,
    HTTP_SOCKET_KEY,
    HTTP_SOCKET_VERSION,
    HTTP_TRANSFER_ENCODING,
    HTTP_EXPECT,
    HTTP_FIELD_COUNT
};

struct http_head {
    enum net_method method;
    struct http_text path, query; /* as sent, still percent-encoded */
    struct http_text fields[HTTP_FIELD_COUNT];
    size_t body_len;
    size_t size; /* bytes of the head, including the empty line */
    bool keeps_alive, is_upgrade, expects_continue;
    bool says_close, says_keep_alive, says_upgrade, says_websocket; /* in any of its lines */
};

enum { HTTP_OK = 0, HTTP_MORE = -1, HTTP_BAD = -2 };

/*
 * HTTP_OK: *out is the head, its slices point into `data`. HTTP_MORE: the head is incomplete.
 * Otherwise the status of the refusal: 400, 411, 413, 414, 431, 501 or 505; *out is untouched.
 */
int http_head_read(struct http_head *out, const char *data, size_t len, size_t target_max,
                   size_t headers_max);

/* The head of an answer of another node, which is a program like this one: the body has a length and no encoding. */
struct http_answer {
    int status;            /* 200 to 599 */
    struct http_text type; /* of the body */
    size_t body_len;
    size_t size; /* bytes of the head, including the empty line */
};

/* HTTP_OK, HTTP_MORE, or HTTP_BAD, also for a head longer than head_max; *out is untouched unless HTTP_OK. */
int http_answer_read(struct http_answer *out, const char *data, size_t len, size_t head_max);

#endif
