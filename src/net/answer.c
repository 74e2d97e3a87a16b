#include <stdio.h>
#include <strings.h>
#include <time.h>

#include "net/conn.h"

enum { HEAD_MAX = 16 * 1024 };

static const struct {
    int status;
    const char *text;
} statuses[] = {
    {101, "Switching Protocols"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

static const char *status_text(int status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status)
            return statuses[i].text;
    return "Status";
}

/* A line break in a value could add headers: such a header is left out. */
static void put_header(struct buffer *head, const char *name, const char *value)
{
    if (strpbrk(name, "\r\n:") || strpbrk(value, "\r\n"))
        return;
    size_t before = head->len;
    if (buffer_text(head, name) || buffer_text(head, ": ") || buffer_text(head, value) ||
        buffer_text(head, "\r\n"))
        head->len = before; /* whole or not at all */
}

static bool is_given(const struct net_answer *answer, const char *name)
{
    for (size_t i = 0; i < answer->header_count; i++)
        if (strcasecmp(answer->headers[i].name, name) == 0)
            return true;
    return false;
}

static const char *date_text(struct net *net)
{
    struct tm utc;
    time_t now = time(NULL);
    if (now != net->date_s && gmtime_r(&now, &utc)) {
        (void)strftime(net->date, sizeof net->date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
        net->date_s = now;
    }
    return net->date;
}

static bool has_body(int status)
{
    return status >= 200 && status != 204 && status != 304;
}

static bool put_line(struct buffer *head, int status)
{
    char line[64];
    (void)snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\n", status, status_text(status));
    return buffer_text(head, line) == BUFFER_OK;
}

/* Everything in front of the body; false if the first or the last line does not fit. */
static bool put_head(struct buffer *head, struct net *net, const struct net_answer *answer,
                     size_t body_len, const char *connection)
{
    char number[24];
    if (!put_line(head, answer->status))
        return false;
    put_header(head, "date", date_text(net));
    put_header(head, "connection", connection);
    if (has_body(answer->status)) {
        (void)snprintf(number, sizeof number, "%zu", body_len);
        put_header(head, "content-length", number);
    }
    if (answer->content_type)
        put_header(head, "content-type", answer->content_type);
    for (size_t i = 0; i < answer->header_count; i++)
        put_header(head, answer->headers[i].name, answer->headers[i].value);
    for (size_t i = 0; i < net->header_count; i++)
        if (!is_given(answer, net->headers[i].name))
            put_header(head, net->headers[i].name, net->headers[i].value);
    return buffer_text(head, "\r\n") == BUFFER_OK;
}

static bool send_body(struct conn *conn, const struct net_answer *answer)
{
    struct net_message *shared = answer->shared;
    conn->out_lent = shared ? shared->len - shared->header_len : 0;
    if (shared)
        return shared->len == shared->header_len ||
               output_add(conn, shared, shared->header_len, shared->len);
    return answer->body_len == 0 || output_bytes(conn, answer->body, answer->body_len);
}

/* The counter sees every answer, net's own refusals included. */
static void answer_count(const struct conn *conn, int status)
{
    const struct net *net = conn->net;
    const struct net_request *request = conn->request;
    if (net->handlers.answered)
        net->handlers.answered(net->context, request, status,
                               request ? loop_clock_us() - request->begun_us : 0);
}

static void answer_send(struct conn *conn, const struct net_answer *answer, bool is_head,
                        const char *connection)
{
    struct buffer head = buffer_with_max(HEAD_MAX);
    answer_count(conn, answer->status);
    size_t body_len =
        answer->shared ? answer->shared->len - answer->shared->header_len : answer->body_len;
    bool is_sent = put_head(&head, conn->net, answer, body_len, connection) &&
                   output_bytes(conn, head.bytes, head.len);
    if (is_sent && !is_head && has_body(answer->status))
        is_sent = send_body(conn, answer);
    buffer_free(&head);
    if (!is_sent)
        conn_drop(conn); /* too long or out of memory: half an answer is worse than none */
}

void net_request_answer(struct net_request *request, const struct net_answer *answer)
{
    struct conn *conn = request->conn;
    /* The rest of a body must not be read as the next request. */
    bool is_whole = request->body_got == request->body_len;
    bool keeps_alive = request->keeps_alive && is_whole && !conn->net->is_draining;
    conn_enter(conn, CONN_ANSWERING);
    conn->ends_after_output = !keeps_alive;
    answer_send(conn, answer, request->method == NET_HEAD, keeps_alive ? "keep-alive" : "close");
    conn->request = NULL;
    request_free(request);
}

void net_request_answer_text(struct net_request *request, int status, const char *text)
{
    struct net_answer answer = {.status = status,
                                .content_type = "text/plain; charset=utf-8",
                                .body = text,
                                .body_len = strlen(text)};
    net_request_answer(request, &answer);
}

void net_request_refuse_text(struct net_request *request, int status, const char *text)
{
    request->keeps_alive = false;
    net_request_answer_text(request, status, text);
}

void answer_refuse(struct conn *conn, int status)
{
    const char *text = status_text(status);
    struct net_answer answer = {.status = status,
                                .content_type = "text/plain; charset=utf-8",
                                .body = text,
                                .body_len = strlen(text)};
    request_free(conn->request);
    conn->request = NULL;
    conn_enter(conn, CONN_ANSWERING);
    conn->ends_after_output = true;
    answer_send(conn, &answer, false, "close");
}

void net_request_upgrade(struct net_request *request, void *user)
{
    struct conn *conn = request->conn;
    char accept[HANDSHAKE_ACCEPT_SIZE];
    if (!request->is_upgrade) {
        net_request_answer_text(request, 400, "No WebSocket.");
        return;
    }
    handshake_accept(accept, request->fields[HTTP_SOCKET_KEY]);
    const struct net_header headers[] = {{"upgrade", "websocket"},
                                         {"sec-websocket-accept", accept}};
    struct net_answer answer = {.status = 101, .headers = headers, .header_count = 2};
    conn->user = user;
    conn->close_code = NET_CLOSE_ABNORMAL;
    if (request->forwarded_peer[0]) /* the proxy uses this connection for one client only */
        memcpy(conn->peer, request->forwarded_peer, sizeof conn->peer);
    conn_enter(conn, CONN_OPEN);
    answer_send(conn, &answer, false, "upgrade");
    conn->request = NULL;
    request_free(request);
}
