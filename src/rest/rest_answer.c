/* The way out: bodies, headers, refusals. */
#include <stdio.h>

#include "play/id.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { HEADERS_MAX = 8 };

/* Pages of other sites may read the answer where the configuration allows them to ask at all. */
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

/* What a status asks for besides. */
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

/* Nothing of ours is too large for its buffer, so it must be memory that is short. */
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

/* {error: {code, message}}; the object stays open. */
static struct json_write error_begin(struct rest *rest, const char *code, const char *text)
{
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    json_write_key(&w, "error");
    json_write_object(&w);
    pair_text(&w, "code", code);
    pair_text(&w, "message", text);
    json_write_object_end(&w);
    return w;
}

void rest_refuse_text(struct rest *rest, struct net_request *request, int status, const char *code,
                      const char *text)
{
    struct json_write w = error_begin(rest, code, text);
    json_write_object_end(&w);
    answer_written(request, status, &w, NULL);
}

/* Who is behind gets the state along with the refusal. */
static void write_state(struct json_write *w, const struct snapshot *snapshot)
{
    struct buffer json = buffer_with_max(FF_STATE_JSON_MAX);
    struct rest_game game = rest_game_of_snapshot(snapshot);
    if (rest_game_write(&json, &game)) {
        json_write_key(w, "game");
        json_write_raw(w, json.bytes, json.len);
    }
    buffer_free(&json);
}

void rest_refuse(struct rest *rest, struct net_request *request, enum refusal refusal,
                 const struct refusal_detail *detail, const struct snapshot *snapshot)
{
    static const struct refusal_detail none = {0};
    char text[REFUSAL_TEXT_SIZE];
    (void)refusal_write(text, sizeof text, refusal, detail ? detail : &none);
    if (refusal == REFUSAL_NO_SESSION) /* which here means something else than a connection */
        (void)snprintf(text, sizeof text, "A valid token is required");
    struct json_write w = error_begin(rest, refusal_code(refusal), text);
    if (refusal == REFUSAL_STALE && snapshot)
        write_state(&w, snapshot);
    json_write_object_end(&w);
    answer_written(request, refusal_http(refusal), &w, NULL);
}

/* Slow down for as long as this. */
void rest_refuse_wait(struct rest *rest, struct net_request *request, int seconds)
{
    char number[16];
    const struct net_header more[] = {{"retry-after", number}, {NULL, NULL}};
    struct json_write w =
        error_begin(rest, refusal_code(REFUSAL_SLOW_DOWN), "Too many attempts; try again later");
    json_write_object_end(&w);
    (void)snprintf(number, sizeof number, "%d", seconds);
    rest->setup.host.refused(rest->setup.host.context, REFUSAL_SLOW_DOWN);
    answer_written(request, 429, &w, more);
}

void rest_refuse_method(struct rest *rest, struct net_request *request, const char *allow)
{
    const struct net_header more[] = {{"allow", allow}, {NULL, NULL}};
    struct json_write w = error_begin(rest, "method-not-allowed", "Method not allowed here");
    json_write_object_end(&w);
    answer_written(request, 405, &w, more);
}

/* What a browser asks before it sends a request to another origin. */
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
