/* Answers to the HTTP requests of Engine.IO. */
#include "sio/eio.h"

enum { ANSWER_HEADERS = 4, REFUSAL_MAX = 128 };

/* Answers are never cached. Pages of allowed origins may read them. */
static size_t answer_headers(const struct net_request *request,
                             struct net_header headers[ANSWER_HEADERS])
{
    const char *origin = net_request_header(request, NET_ORIGIN);
    headers[0] = (struct net_header){"cache-control", "no-store"};
    headers[1] = (struct net_header){"vary", "origin"};
    if (!origin || net_request_is_foreign(request))
        return 2;
    headers[2] = (struct net_header){"access-control-allow-origin", origin};
    headers[3] = (struct net_header){"cross-origin-resource-policy", "cross-origin"};
    return 4;
}

static void answer_as(struct net_request *request, int status, const char *type, const char *body,
                      size_t len)
{
    struct net_header headers[ANSWER_HEADERS];
    const struct net_answer answer = {.status = status,
                                      .content_type = len ? type : NULL,
                                      .headers = headers,
                                      .header_count = answer_headers(request, headers),
                                      .body = body,
                                      .body_len = len};
    net_request_answer(request, &answer);
}

void eio_answer(struct net_request *request, int status, const char *body, size_t len)
{
    answer_as(request, status, "text/plain; charset=UTF-8", body, len);
}

void eio_refuse(struct net_request *request, enum eio_refusal refusal)
{
    struct buffer b = buffer_with_max(REFUSAL_MAX);
    (void)eio_refusal_encode(&b, refusal); /* if memory is short, the body is empty */
    answer_as(request, eio_refusal_status(refusal), "application/json", b.bytes, b.len);
    buffer_free(&b);
}

void sio_answer_stray(struct net_request *request, const struct sio_stray_answer *answer)
{
    if (answer)
        answer_as(request, answer->status, answer->type, answer->body, answer->len);
    else
        eio_refuse(request, EIO_REFUSE_SID);
}

/* The CORS preflight of a browser. */
void eio_answer_preflight(struct net_request *request)
{
    struct net_header headers[ANSWER_HEADERS + 3];
    size_t count = answer_headers(request, headers);
    headers[count++] = (struct net_header){"access-control-allow-methods", "GET, POST"};
    headers[count++] = (struct net_header){"access-control-allow-headers", "content-type"};
    headers[count++] = (struct net_header){"access-control-max-age", "600"};
    const struct net_answer answer = {.status = 204, .headers = headers, .header_count = count};
    net_request_answer(request, &answer);
}
