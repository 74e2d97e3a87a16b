/*
 * A small server on src/net alone, with which net.test.mjs tests what net promises.
 *   net-echo [OPTION VALUE]…      options: cert, key, and the names of net_limits
 * Prints its port. Stops on SIGTERM.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/net.h"

enum { WAITING_MAX = 64, THREADS_MAX = 16 };

struct echo {
    struct net *net;
    struct net_request *waiting[WAITING_MAX];
    struct net_request *at_end_of_turn, *at_wake;
    struct net_socket *asked_turn;
    pthread_t threads[THREADS_MAX];
    int thread_count, waiting_count, opened, closed, last_code, gone, ticks;
    int in_turn, most_in_turn; /* messages and requests */
};

static void answer(struct net_request *request, const char *text)
{
    net_request_answer_text(request, 200, text);
}

static void answer_stats(struct echo *echo, struct net_request *request)
{
    char text[256];
    (void)snprintf(text, sizeof text,
                   "{\"opened\":%d,\"closed\":%d,\"code\":%d,\"gone\":%d,\"ticks\":%d,"
                   "\"waiting\":%d,\"connections\":%d,\"most\":%d,\"now\":%lld}",
                   echo->opened, echo->closed, echo->last_code, echo->gone, echo->ticks,
                   echo->waiting_count, net_connection_count(echo->net), echo->most_in_turn,
                   (long long)net_now_ms(echo->net));
    answer(request, text);
}

static void *wake_thread(void *context)
{
    struct echo *echo = context;
    net_wake(echo->net);
    return NULL;
}

static void *stop_thread(void *context)
{
    struct echo *echo = context;
    net_stop(echo->net);
    return NULL;
}

/* main joins all threads before net_close, because none may call net afterwards. */
static void thread_start(struct echo *echo, void *(*work)(void *context))
{
    if (echo->thread_count < THREADS_MAX &&
        pthread_create(&echo->threads[echo->thread_count], NULL, work, echo) == 0)
        echo->thread_count++;
}

static void threads_join(struct echo *echo)
{
    for (int i = 0; i < echo->thread_count; i++)
        (void)pthread_join(echo->threads[i], NULL);
}

static void wake_by_thread(struct echo *echo, struct net_request *request)
{
    echo->at_wake = request;
    thread_start(echo, wake_thread);
}

static void stop_by_thread(struct echo *echo, struct net_request *request)
{
    answer(request, "stopping");
    thread_start(echo, stop_thread);
}

static void answer_waiting(struct echo *echo, const char *text)
{
    for (int i = 0; i < echo->waiting_count; i++)
        answer(echo->waiting[i], text);
    echo->waiting_count = 0;
}

static void answer_facts(struct net_request *request)
{
    static const char none[] = "-";
    char text[1024];
    const char *a = net_request_query(request, "a"), *b = net_request_query(request, "b");
    const char *cookie = net_request_header(request, NET_COOKIE);
    const char *origin = net_request_header(request, NET_ORIGIN);
    (void)snprintf(text, sizeof text, "%s|%s|%s|%s|%s|%s|%s", net_request_path(request),
                   net_request_query_string(request), a ? a : none, b ? b : none,
                   cookie ? cookie : none, origin ? origin : none, net_request_peer(request));
    answer(request, text);
}

static void answer_headers(struct net_request *request)
{
    const struct net_header headers[] = {
        {"x-every", "replaced"}, {"x-own", "yes"}, {"x-bad", "one\r\nx-smuggled: two"}};
    const struct net_answer reply = {
        .status = 201, .headers = headers, .header_count = 3, .body = "made", .body_len = 4};
    net_request_answer(request, &reply);
}

static void answer_big(struct net_request *request)
{
    enum { BIG = 4 * 1024 * 1024 };
    char *bytes = malloc(BIG);
    struct net_answer reply = {.status = 200, .body = bytes, .body_len = bytes ? BIG : 0};
    for (size_t i = 0; bytes && i < BIG; i++)
        bytes[i] = (char)('a' + i % 26);
    net_request_answer(request, &reply);
    free(bytes);
}

static void on_upgrade(struct net_request *request)
{
    const char *path = net_request_path(request);
    if (strcmp(path, "/refuse") == 0)
        net_request_answer_text(request, 403, "not you");
    else if (strcmp(path, "/undecided") != 0)
        net_request_upgrade(request, NULL);
}

static void on_request(void *context, struct net_request *request)
{
    struct echo *echo = context;
    const char *path = net_request_path(request);
    size_t len;
    const char *body = net_request_body(request, &len);
    const struct net_answer echoed = {.status = 200, .body = body, .body_len = len};
    echo->in_turn++;
    if (net_request_is_upgrade(request))
        on_upgrade(request);
    else if (strcmp(path, "/body") == 0 || strcmp(path, "/small") == 0)
        net_request_answer(request, &echoed);
    else if (strcmp(path, "/wait") == 0 && echo->waiting_count < WAITING_MAX)
        echo->waiting[echo->waiting_count++] = request;
    else if (strcmp(path, "/stats") == 0)
        answer_stats(echo, request);
    else if (strcmp(path, "/turn") == 0)
        echo->at_end_of_turn = request;
    else if (strcmp(path, "/wake") == 0)
        wake_by_thread(echo, request);
    else if (strcmp(path, "/stop") == 0)
        stop_by_thread(echo, request);
    else if (strcmp(path, "/headers") == 0)
        answer_headers(request);
    else if (strcmp(path, "/big") == 0)
        answer_big(request);
    else if (strncmp(path, "/facts", 6) == 0)
        answer_facts(request);
    else if (strcmp(path, "/go") == 0) {
        answer_waiting(echo, "at last");
        answer(request, "gone");
    } else
        net_request_answer_text(request, 404, "nothing");
}

static size_t on_body_max(void *context, const struct net_request *request)
{
    (void)context;
    return strcmp(net_request_path(request), "/small") == 0 ? 10 : net_limits_default.body_max;
}

static void on_request_closed(void *context, struct net_request *request)
{
    struct echo *echo = context;
    echo->gone++;
    for (int i = 0; i < echo->waiting_count; i++)
        if (echo->waiting[i] == request)
            echo->waiting[i--] = echo->waiting[--echo->waiting_count];
}

static void on_opened(void *context, struct net_socket *socket)
{
    struct echo *echo = context;
    echo->opened++;
    net_socket_send(socket, NET_TEXT, "welcome", 7);
}

/* "flood N SIZE": sends one message of SIZE bytes N times. */
static void flood(struct net_socket *socket, char *rest)
{
    long count = strtol(rest, &rest, 10);
    size_t size = (size_t)strtol(rest, NULL, 10);
    char *bytes = calloc(1, size + 1);
    struct net_message *message = bytes ? net_message_new(NET_BINARY, bytes, size) : NULL;
    for (long i = 0; message && i < count; i++)
        net_socket_send_shared(socket, message);
    net_message_release(message);
    free(bytes);
}

static bool on_command(struct echo *echo, struct net_socket *socket, char *text)
{
    char *space = strchr(text, ' ');
    if (strncmp(text, "close ", 6) == 0) {
        char *reason = NULL;
        long code = strtol(space, &reason, 10);
        net_socket_close(socket, (int)code, *reason ? reason + 1 : NULL);
        net_socket_send(socket, NET_TEXT, "too late", 8);
    } else if (strcmp(text, "cut") == 0) {
        net_socket_cut(socket);
        net_socket_send(socket, NET_TEXT, "too late", 8);
    } else if (strncmp(text, "flood ", 6) == 0) {
        flood(socket, space);
    } else if (strcmp(text, "turn") == 0) {
        net_socket_send(socket, NET_TEXT, "handler", 7);
        echo->asked_turn = socket;
    } else {
        return false;
    }
    return true;
}

static void on_message(void *context, struct net_socket *socket, enum net_kind kind,
                       const char *data, size_t len)
{
    char text[64];
    ((struct echo *)context)->in_turn++;
    bool is_short = kind == NET_TEXT && len < sizeof text;
    (void)snprintf(text, sizeof text, "%.*s", is_short ? (int)len : 0, data ? data : "");
    if (!is_short || !on_command(context, socket, text))
        net_socket_send(socket, kind, data, len);
}

static void on_closed(void *context, struct net_socket *socket, int code)
{
    struct echo *echo = context;
    echo->closed++;
    echo->last_code = code;
    if (echo->asked_turn == socket)
        echo->asked_turn = NULL;
}

static void on_woken(void *context)
{
    struct echo *echo = context;
    if (echo->at_wake)
        answer(echo->at_wake, "woken");
    echo->at_wake = NULL;
}

static void on_tick(void *context, int64_t now_ms)
{
    struct echo *echo = context;
    (void)now_ms;
    echo->ticks++;
}

static void on_end_of_turn(void *context, int64_t now_ms)
{
    struct echo *echo = context;
    (void)now_ms;
    if (echo->in_turn > echo->most_in_turn)
        echo->most_in_turn = echo->in_turn;
    echo->in_turn = 0;
    if (echo->at_end_of_turn)
        answer(echo->at_end_of_turn, "end of turn");
    echo->at_end_of_turn = NULL;
    if (echo->asked_turn) {
        char text[32];
        (void)snprintf(text, sizeof text, "queued %zu", net_socket_queued(echo->asked_turn));
        net_socket_send(echo->asked_turn, NET_TEXT, text, strlen(text));
    }
    echo->asked_turn = NULL;
}

static void on_draining(void *context)
{
    answer_waiting(context, "draining");
}

static void option_read(struct net_config *config, const char *name, const char *value)
{
    long number = strtol(value, NULL, 10);
    if (strcmp(name, "message_max") == 0)
        config->limits.message_max = (size_t)number;
    else if (strcmp(name, "output_max") == 0)
        config->limits.output_max = (size_t)number;
    else if (strcmp(name, "request_ms") == 0)
        config->limits.request_ms = (int)number;
    else if (strcmp(name, "answer_ms") == 0)
        config->limits.answer_ms = (int)number;
    else if (strcmp(name, "idle_ms") == 0)
        config->limits.idle_ms = (int)number;
    else if (strcmp(name, "drain_ms") == 0)
        config->limits.drain_ms = (int)number;
    else if (strcmp(name, "connections_max") == 0)
        config->limits.connections_max = (int)number;
    else if (strcmp(name, "cert") == 0)
        config->certificate_path = value;
    else if (strcmp(name, "key") == 0)
        config->key_path = value;
}

int main(int argc, char **argv)
{
    static struct echo echo;
    const struct net_header every[] = {{"x-every", "response"}};
    struct net_config config = {
        .address = "127.0.0.1",
        .headers = every,
        .header_count = 1,
        .limits = net_limits_default,
        .handlers = {on_request, on_body_max, on_request_closed, on_opened, on_message, on_closed,
                     on_woken, on_tick, on_end_of_turn, NULL, NULL, on_draining, NULL},
        .context = &echo,
    };
    for (int i = 1; i + 1 < argc; i += 2)
        option_read(&config, argv[i], argv[i + 1]);
    enum net_err err = net_open(&echo.net, &config);
    if (err) {
        fprintf(stderr, "net-echo: %s\n", net_err_text(err));
        return 1;
    }
    printf("%d\n", net_port(echo.net));
    (void)fflush(stdout);
    net_run(echo.net);
    threads_join(&echo);
    net_close(echo.net);
    return 0;
}
