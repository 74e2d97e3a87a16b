/* Answers: bodies, headers, refusals. */
#include <stdio.h>

#include "api/answer_write.h"
#include "rest/rest_parts.h"

enum { HEADERS_MAX = 8 };

/* Pages of the listed origins may read the answer. */
static size_t common_headers(const struct net_request *request,
                             struct net_header headers[HEADERS_MAX])
{
    const char *origin = net_request_header(request, NET_ORIGIN);
    size_t count = 0;
    headers[count++] = (struct net_header){"cache-control", "no-store"};
    headers[count++] = (struct net_header){"vary", "origin"};
    if (origin && !net_request_is_foreign(request)) {
        headers[count++] = (struct net_header){"access-control-allow-origin", origin};
        headers[count++] = (struct net_header){"cross-origin-resource-policy", "cross-origin"};
    }
    return count;
}

/* Headers that belong to a status. */
static size_t status_headers(int status, struct net_header *headers)
{
    if (status == 429 || status == 503)
        *headers = (struct net_header){"retry-after", "1"};
    else if (status == 401)
        *headers = (struct net_header){"www-authenticate", "Bearer"};
    return status == 429 || status == 503 || status == 401;
}

static void answer(struct net_request *request, struct net_answer whole,
                   const struct net_header *more)
{
    struct net_header headers[HEADERS_MAX];
    if (!request)
        return;
    size_t count = common_headers(request, headers);
    if (!more)
        count += status_headers(whole.status, &headers[count]);
    for (; more && more->name; more++)
        headers[count++] = *more;
    whole.headers = headers;
    whole.header_count = count;
    net_request_answer(request, &whole);
}

void rest_answer_bytes(struct net_request *request, int status, const char *type,
                       const struct buffer *body)
{
    struct net_answer whole = {
        .status = status, .content_type = type, .body = body->bytes, .body_len = body->len};
    answer(request, whole, NULL);
}

void rest_answer_file(struct net_request *request, const char *type, const char *name,
                      const struct buffer *body)
{
    char disposition[96];
    const struct net_header more[] = {{"content-disposition", disposition}, {NULL, NULL}};
    struct net_answer whole = {
        .status = 200, .content_type = type, .body = body->bytes, .body_len = body->len};
    (void)snprintf(disposition, sizeof disposition, "attachment; filename=\"%s\"", name);
    answer(request, whole, more);
}

/* Every answer fits its buffer, so only a lack of memory can stop one from being written. */
static void answer_memory(struct net_request *request)
{
    static const char text[] =
        "{\"error\":{\"code\":\"out-of-memory\",\"message\":\"Out of memory\"}}";
    struct net_answer whole = {.status = 503,
                               .content_type = "application/json",
                               .body = text,
                               .body_len = sizeof text - 1};
    answer(request, whole, NULL);
}

static void answer_written(struct net_request *request, int status, struct json_write *w,
                           const struct net_header *more)
{
    if (json_write_finish(w) != JSON_WRITE_OK) {
        answer_memory(request);
        return;
    }
    struct net_answer whole = {.status = status,
                               .content_type = "application/json",
                               .body = w->out->bytes + w->start,
                               .body_len = w->out->len - w->start};
    answer(request, whole, more);
}

void rest_answer_json(struct net_request *request, int status, struct json_write *w)
{
    answer_written(request, status, w, NULL);
}

static struct json_write body_begin(struct rest *rest)
{
    buffer_clear(&rest->out);
    return json_write_on(&rest->out);
}

void rest_refuse_text(struct rest *rest, struct net_request *request, int status, const char *code,
                      const char *text)
{
    struct json_write w = body_begin(rest);
    answer_write_error(&w, code, text, NULL);
    answer_written(request, status, &w, NULL);
}

/* A client that is behind gets the state along with the refusal. */
int rest_refusal_write(struct json_write *w, enum refusal refusal,
                       const struct refusal_detail *detail, const struct snapshot *snapshot)
{
    static const struct refusal_detail none = {0};
    char text[REFUSAL_TEXT_SIZE];
    struct game_view game;
    bool is_behind = refusal == REFUSAL_STALE && snapshot;
    if (is_behind)
        game = game_view_of_snapshot(snapshot);
    (void)refusal_write(text, sizeof text, refusal, detail ? detail : &none);
    if (refusal == REFUSAL_NO_SESSION) /* its sentence speaks of a connection */
        (void)snprintf(text, sizeof text, "A valid token is required");
    answer_write_error(w, refusal_code(refusal), text, is_behind ? &game : NULL);
    return refusal_http(refusal);
}

void rest_refuse(struct rest *rest, struct net_request *request, enum refusal refusal,
                 const struct refusal_detail *detail, const struct snapshot *snapshot)
{
    struct json_write w = body_begin(rest);
    int status = rest_refusal_write(&w, refusal, detail, snapshot);
    answer_written(request, status, &w, NULL);
}

void rest_refuse_wait(struct rest *rest, struct net_request *request, int seconds)
{
    char number[16];
    const struct net_header more[] = {{"retry-after", number}, {NULL, NULL}};
    struct json_write w = body_begin(rest);
    answer_write_error(&w, refusal_code(REFUSAL_SLOW_DOWN), "Too many attempts; try again later",
                       NULL);
    (void)snprintf(number, sizeof number, "%d", seconds);
    rest->setup.host.refused(rest->setup.host.context, REFUSAL_SLOW_DOWN);
    answer_written(request, 429, &w, more);
}

void rest_refuse_method(struct rest *rest, struct net_request *request, const char *allow)
{
    const struct net_header more[] = {{"allow", allow}, {NULL, NULL}};
    struct json_write w = body_begin(rest);
    answer_write_error(&w, "method-not-allowed", "Method not allowed here", NULL);
    answer_written(request, 405, &w, more);
}

/* CORS: a browser asks before it sends a request to another origin. */
void rest_answer_preflight(struct net_request *request, const char *allow)
{
    const struct net_header more[] = {
        {"access-control-allow-methods", allow},
        {"access-control-allow-headers", "authorization, content-type"},
        {"access-control-max-age", "600"},
        {NULL, NULL}};
    struct net_answer whole = {.status = 204};
    answer(request, whole, more);
}

void rest_answer_ok(struct rest *rest, struct net_request *request)
{
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    answer_write_ok(&w);
    rest_answer_json(request, 200, &w);
}
