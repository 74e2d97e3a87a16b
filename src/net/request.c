#include <stdio.h>
#include <stdlib.h>

#include "net/conn.h"
#include "net/url.h"

void request_free(struct net_request *request)
{
    if (!request)
        return;
    free(request->body);
    free(request);
}

/* Copies a slice to *at, terminates it, and moves *at behind it. */
static char *keep_text(char **at, struct http_text text)
{
    char *copy = *at;
    if (!text.at)
        return NULL;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    *at += text.len + 1;
    return copy;
}

/* Path and query; false if one cannot be decoded. */
static bool request_keep_target(struct net_request *request, char **at,
                                const struct http_head *head)
{
    request->path = *at;
    if (!url_decode(*at, head->path.at, head->path.len, false))
        return false;
    *at += head->path.len + 1;
    request->query = keep_text(at, head->query);
    request->parameters = *at;
    request->parameter_count = url_query_split(*at, head->query.at, head->query.len);
    *at += 2 * head->query.len + 2;
    return request->parameter_count >= 0;
}

/* Null if out of memory or, with *status set to 400, if path or query cannot be decoded. */
static struct net_request *request_new(struct conn *conn, const struct http_head *head, int *status)
{
    /* Every text is a slice of the head, so all of them with their terminators fit into this. */
    size_t space = head->size + 2 * head->query.len + HTTP_FIELD_COUNT + 4;
    struct net_request *request = calloc(1, sizeof *request + space);
    if (!request)
        return NULL;
    char *at = request->texts;
    request->conn = conn;
    request->begun_us = loop_clock_us();
    request->method = head->method;
    request->is_upgrade = head->is_upgrade;
    request->keeps_alive = head->keeps_alive;
    if (!request_keep_target(request, &at, head)) {
        *status = 400;
        request_free(request);
        return NULL;
    }
    for (int i = 0; i < HTTP_FIELD_COUNT; i++)
        request->fields[i] = keep_text(&at, head->fields[i]);
    return request;
}

/* Allocates the body; 0, or the status of the refusal. */
static int request_make_body(struct net_request *request, size_t len)
{
    struct net *net = request->conn->net;
    size_t max = net->handlers.body_max ? net->handlers.body_max(net->context, request)
                                        : net->limits.body_max;
    if (len > max)
        return 413;
    request->body = malloc(len + 1);
    if (!request->body)
        return 503;
    request->body_len = len;
    request->body[len] = '\0';
    return 0;
}

static void upgrade_settle(struct conn *conn)
{
    struct net *net = conn->net;
    if (conn->request) {
        net_request_answer_text(conn->request, 400, "There is no WebSocket here.");
    } else if (conn->phase == CONN_OPEN) {
        conn->is_socket = true;
        if (net->handlers.socket_opened)
            net->handlers.socket_opened(net->context, conn_socket(conn));
    }
}

static void request_deliver(struct conn *conn)
{
    struct net *net = conn->net;
    struct net_request *request = conn->request;
    bool is_upgrade = request->is_upgrade;
    int status = is_upgrade ? handshake_check(request) : 0;
    conn_enter(conn, CONN_HANDLING);
    if (status) {
        const struct net_header wanted[] = {{"sec-websocket-version", "13"},
                                            {"upgrade", "websocket"}};
        struct net_answer answer = {.status = status, .headers = wanted, .header_count = 2};
        net_request_answer(request, &answer);
        return;
    }
    net->has_acted = true;
    request->is_delivered = true;
    net->handlers.request(net->context, request);
    if (is_upgrade)
        upgrade_settle(conn);
}

static size_t request_read_body(struct conn *conn, const char *data, size_t len)
{
    struct net_request *request = conn->request;
    size_t missing = request->body_len - request->body_got;
    size_t taken = len < missing ? len : missing;
    memcpy(request->body + request->body_got, data, taken);
    request->body_got += taken;
    if (taken == missing)
        request_deliver(conn);
    return taken;
}

/* The program hears of every head; it may answer without waiting for the body. */
static void request_announce(struct conn *conn)
{
    struct net *net = conn->net;
    if (!net->handlers.request_begun)
        return;
    net->has_acted = true;
    net->handlers.request_begun(net->context, conn->request);
}

/* A head is complete. */
static void request_begin(struct conn *conn, const struct http_head *head, bool is_all_here)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    int status = 503;
    conn->request = request_new(conn, head, &status);
    if (conn->request)
        status = request_make_body(conn->request, head->body_len);
    if (!conn->request || status) {
        answer_refuse(conn, status);
        return;
    }
    request_announce(conn);
    if (conn->request && head->body_len == 0)
        request_deliver(conn);
    else if (conn->request && !is_all_here && head->expects_continue)
        (void)output_bytes(conn, go_on, sizeof go_on - 1);
}

size_t request_read(struct conn *conn, const char *data, size_t len)
{
    struct http_head head;
    if (conn->request)
        return request_read_body(conn, data, len);
    if (conn->phase == CONN_IDLE)
        conn_enter(conn, CONN_READING);
    if (data[0] == '\r' || data[0] == '\n') /* some clients end a body with an empty line */
        return 1;
    int status = http_head_read(&head, data, len, conn->net->limits.target_max,
                                conn->net->limits.headers_max);
    if (status == HTTP_MORE)
        return 0;
    if (status == HTTP_OK)
        request_begin(conn, &head, len - head.size >= head.body_len);
    else
        answer_refuse(conn, status);
    return status == HTTP_OK ? head.size : len;
}

enum net_method net_request_method(const struct net_request *request)
{
    return request->method;
}

const char *net_request_path(const struct net_request *request)
{
    return request->path;
}

const char *net_request_query_string(const struct net_request *request)
{
    return request->query;
}

const char *net_request_query(const struct net_request *request, const char *name)
{
    return url_query_find(request->parameters, request->parameter_count, name);
}

const char *net_request_header(const struct net_request *request, enum net_field field)
{
    return request->fields[field];
}

const char *net_request_peer(const struct net_request *request)
{
    return request->forwarded_peer[0] ? request->forwarded_peer : request->conn->peer;
}

const char *net_request_scheme(const struct net_request *request)
{
    return request->conn->tls ? "https" : request->forwarded_scheme;
}

bool net_request_forwarded(struct net_request *request, const char *peer, const char *scheme)
{
    (void)snprintf(request->forwarded_peer, sizeof request->forwarded_peer, "%s", peer);
    request->forwarded_scheme = scheme;
    return conn_belong(request->conn, peer);
}

void net_request_set_foreign(struct net_request *request, bool is_foreign)
{
    request->is_foreign = is_foreign;
}

void net_request_set_label(struct net_request *request, uint16_t label)
{
    request->conn->label = label;
}

uint16_t net_request_label(const struct net_request *request)
{
    return request->conn->label;
}

bool net_request_is_foreign(const struct net_request *request)
{
    return request->is_foreign;
}

const char *net_request_body(const struct net_request *request, size_t *len)
{
    *len = request->body_len;
    return request->body;
}

bool net_request_is_admin(const struct net_request *request)
{
    return request->conn->is_admin;
}

bool net_request_is_upgrade(const struct net_request *request)
{
    return request->is_upgrade;
}

void *net_request_user(const struct net_request *request)
{
    return request->user;
}

void net_request_set_user(struct net_request *request, void *user)
{
    request->user = user;
}
