#include "net/fetch.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* What the library's callbacks and the waiting loop share. */
struct fetching {
    struct fetch_answer *answer;
    bool is_over;
};

static void take_body(struct fetch_answer *answer, const void *bytes, size_t len)
{
    size_t room = FETCH_BODY_MAX - answer->body_len;
    size_t taken = len < room ? len : room;
    memcpy(answer->body + answer->body_len, bytes, taken);
    answer->body_len += taken;
    answer->body[answer->body_len] = '\0';
}

/* The library hands the body out only while it is being asked for it. */
static int ask_for_body(struct lws *wsi)
{
    char bytes[1024 + LWS_PRE], *at = bytes + LWS_PRE;
    int len = sizeof bytes - LWS_PRE;
    return lws_http_client_read(wsi, &at, &len) < 0 ? -1 : 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t len)
{
    struct lws_context *context = wsi ? lws_get_context(wsi) : NULL;
    struct fetching *fetching = context ? lws_context_user(context) : NULL;
    (void)user;
    if (!fetching)
        return 0;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        take_body(fetching->answer, in ? in : "no connection", in ? len : 13);
        fetching->is_over = true;
        break;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        fetching->answer->status = (int)lws_http_client_http_response(wsi);
        break;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        take_body(fetching->answer, in, len);
        break;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return ask_for_body(wsi);
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        fetching->is_over = true;
        break;
    default:
        break;
    }
    return 0;
}

static const struct lws_protocols protocols[] = {{.name = "fetch", .callback = on_event},
                                                 {.name = NULL}};

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void on_late(lws_sorted_usec_list_t *timer)
{
    (void)timer; /* that it woke the loop is enough */
}

static void ask(struct lws_context *context, struct fetching *fetching, const struct fetch_url *url,
                int timeout_ms)
{
    lws_sorted_usec_list_t timer = {0};
    int64_t late_ms = now_ms() + timeout_ms;
    struct lws_client_connect_info info = {
        .context = context,
        .address = url->host,
        .host = url->host,
        .port = url->port,
        .path = url->path,
        .method = "GET",
        .protocol = "fetch",
        .alpn = "http/1.1",
        .ssl_connection = url->is_encrypted
                              ? LCCSCF_USE_SSL | LCCSCF_ALLOW_SELFSIGNED | LCCSCF_ALLOW_EXPIRED |
                                    LCCSCF_ALLOW_INSECURE | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK
                              : 0,
    };
    lws_sul_schedule(context, 0, &timer, on_late, (lws_usec_t)timeout_ms * 1000);
    if (!lws_client_connect_via_info(&info) && !fetching->is_over)
        fetching->is_over = true;
    while (!fetching->is_over && now_ms() < late_ms && lws_service(context, 0) >= 0)
        ;
    lws_sul_cancel(&timer);
    if (!fetching->is_over && fetching->answer->status == 0)
        take_body(fetching->answer, "no answer in time", 17);
}

void fetch(struct fetch_answer *out, const struct fetch_url *url, int timeout_ms)
{
    struct fetching fetching = {.answer = out};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = url->is_encrypted ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .user = &fetching,
    };
    memset(out, 0, sizeof *out);
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    if (!context) {
        take_body(out, "out of memory", 13);
        return;
    }
    ask(context, &fetching, url, timeout_ms);
    fetching.answer = &(struct fetch_answer){0}; /* what closing tells is nothing new */
    lws_context_destroy(context);
}
