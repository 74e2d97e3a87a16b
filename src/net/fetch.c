#include "net/fetch.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <poll.h>
#include <resolv.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "net/address.h"
#include "net/fetch_tls.h"

enum {
    HEAD_MAX = 16 * 1024,
    LOOK_MS = 200,
    REQUEST_HEAD_MAX = 4096,
    RETRY_AFTER_MAX_S = 86400,
    RESOLVE_S = 2
};

struct fetching {
    struct fetch_answer *answer;
    const struct fetch_url *url;
    const struct fetch_trust *trust;
    const struct fetch_post *post; /* null: a GET */
    int64_t late_ms;
    bool is_late;
    int fd;
    BIO *bio; /* plain or encrypted */
};

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool fail(struct fetching *f, const char *why)
{
    struct fetch_answer *answer = f->answer;
    answer->status = 0;
    (void)snprintf(answer->body, sizeof answer->body, "%s", f->is_late ? "no answer in time" : why);
    answer->body_len = strlen(answer->body);
    return false;
}

static bool must_stop(const struct fetching *f)
{
    return f->post && f->post->must_stop && f->post->must_stop(f->post->context);
}

static bool wait_for(struct fetching *f, short events)
{
    struct pollfd waiting = {.fd = f->fd, .events = events};
    int64_t left_ms = f->late_ms - now_ms();
    while (left_ms > 0 && !must_stop(f)) {
        int ready = poll(&waiting, 1, (int)(left_ms < LOOK_MS ? left_ms : LOOK_MS));
        if (ready > 0 || (ready < 0 && errno == EINTR))
            return true;
        left_ms = f->late_ms - now_ms();
    }
    f->is_late = true;
    return fail(f, "");
}

/* A BIO operation did not succeed: waits if it only has to be repeated. */
static bool may_repeat(struct fetching *f)
{
    return BIO_should_retry(f->bio) && wait_for(f, BIO_should_read(f->bio) ? POLLIN : POLLOUT);
}

static bool connect_to(struct fetching *f, const struct addrinfo *to)
{
    int number = 0;
    socklen_t len = sizeof number;
    f->fd = socket(to->ai_family, SOCK_STREAM, 0);
    if (f->fd < 0 || fcntl(f->fd, F_SETFL, O_NONBLOCK) != 0)
        return false;
    if (connect(f->fd, to->ai_addr, to->ai_addrlen) != 0)
        number = errno;
    if (number == EINPROGRESS &&
        (!wait_for(f, POLLOUT) || getsockopt(f->fd, SOL_SOCKET, SO_ERROR, &number, &len) != 0))
        number = ETIMEDOUT;
    if (number == 0)
        return true;
    errno = number;
    return false;
}

/* With the resolver's own limits a name server that never answers holds the thread for half a minute. These are for this
 * thread: one attempt at each name server (three at most), for the whole name only. */
static void limit_resolver(void)
{
    if (!(_res.options & RES_INIT) && res_init() != 0)
        return;
    _res.retrans = RESOLVE_S;
    _res.retry = 1;
    _res.options &= ~(unsigned long)(RES_DNSRCH | RES_DEFNAMES);
}

/* A name may have several addresses; the server may listen on one of them only. */
static bool connect_any(struct fetching *f)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char port[8];
    bool is_connected = false;
    (void)snprintf(port, sizeof port, "%d", f->url->port);
    if (f->post)
        limit_resolver();
    int err = getaddrinfo(f->url->host, port, &hints, &found);
    if (err)
        return fail(f, gai_strerror(err));
    errno = EACCES; /* if no address may be used */
    for (const struct addrinfo *to = found; to && !is_connected; to = to->ai_next) {
        if (f->post && f->post->is_public_only && !address_is_public(to->ai_addr))
            continue;
        is_connected = connect_to(f, to);
        if (!is_connected && f->fd >= 0) {
            int number = errno;
            (void)close(f->fd);
            f->fd = -1;
            errno = number;
        }
    }
    freeaddrinfo(found);
    return is_connected || fail(f, strerror(errno));
}

static bool encrypt(struct fetching *f)
{
    char why[FETCH_WHY_SIZE];
    f->bio = fetch_tls_open(f->fd, f->url, f->trust, why);
    if (!f->bio)
        return fail(f, why);
    while (BIO_do_handshake(f->bio) != 1)
        if (!may_repeat(f))
            break;
    if (f->is_late)
        return false;
    enum fetch_tls result = fetch_tls_check(f->bio, f->trust, why);
    f->answer->is_untrusted = result == FETCH_TLS_UNTRUSTED;
    return result == FETCH_TLS_OK || fail(f, why);
}

static bool open_bio(struct fetching *f)
{
    if (f->url->is_encrypted)
        return encrypt(f);
    f->bio = BIO_new_socket(f->fd, BIO_NOCLOSE);
    return f->bio || fail(f, "out of memory");
}

static bool send_bytes(struct fetching *f, const char *bytes, size_t len)
{
    for (size_t sent = 0; sent < len;) {
        int step = BIO_write(f->bio, bytes + sent, (int)(len - sent));
        if (step <= 0 && !may_repeat(f))
            return fail(f, "the connection was closed");
        sent += step > 0 ? (size_t)step : 0;
    }
    return true;
}

/* A GET is HTTP/1.0, so that the answer ends with the connection and is not sent in chunks. */
static bool send_request(struct fetching *f)
{
    char text[REQUEST_HEAD_MAX];
    const struct fetch_post *post = f->post;
    const char *six = strchr(f->url->host, ':');
    int len = snprintf(text, sizeof text, "%s %s HTTP/1.%c\r\nHost: %s%s%s:%d\r\n",
                       post ? "POST" : "GET", f->url->path, post ? '1' : '0', six ? "[" : "",
                       f->url->host, six ? "]" : "", f->url->port);
    size_t at = (size_t)len, space = sizeof text - at;
    if (post)
        len = snprintf(text + at, space, "Connection: close\r\nContent-Length: %zu\r\n%s\r\n",
                       post->body_len, post->headers);
    else
        len = snprintf(text + at, space, "\r\n");
    if ((size_t)len >= space)
        return fail(f, "the request is too long");
    return send_bytes(f, text, at + (size_t)len) &&
           (!post || send_bytes(f, post->body, post->body_len));
}

/* "HTTP/1.1 200 OK": 200; 0 if it is something else. */
static int status_read(const char *text)
{
    bool is_http = strncmp(text, "HTTP/1.", 7) == 0 && strlen(text) > 12 && text[8] == ' ';
    return is_http ? (int)strtol(text + 9, NULL, 10) : 0;
}

/* The seconds of a header Retry-After; 0 without one, and for a date. */
static int retry_after_read(const char *text, const char *end)
{
    static const char name[] = "\r\nretry-after:";
    for (const char *at = text; at < end; at++)
        if (strncasecmp(at, name, sizeof name - 1) == 0) {
            long seconds = strtol(at + sizeof name - 1, NULL, 10);
            return seconds > 0 && seconds < RETRY_AFTER_MAX_S ? (int)seconds : 0;
        }
    return 0;
}

/* True once the head and as much of the body as is wanted have come. */
static bool answer_read(struct fetch_answer *answer, const char *text, size_t len, bool is_head)
{
    const char *end = strstr(text, "\r\n\r\n");
    answer->status = end ? status_read(text) : 0;
    if (!answer->status)
        return false;
    size_t body_len = len - (size_t)(end + 4 - text);
    answer->body_len = body_len < FETCH_BODY_MAX ? body_len : FETCH_BODY_MAX;
    memcpy(answer->body, end + 4, answer->body_len);
    answer->body[answer->body_len] = '\0';
    answer->retry_after_s = retry_after_read(text, end);
    return is_head || answer->body_len == FETCH_BODY_MAX;
}

static void receive_answer(struct fetching *f)
{
    static const char other[] = "the answer is not HTTP";
    char text[HEAD_MAX + 1] = "";
    size_t len = 0;
    bool is_done = false;
    while (!is_done && len < HEAD_MAX) {
        int got = BIO_read(f->bio, text + len, (int)(HEAD_MAX - len));
        if (got <= 0 && !may_repeat(f))
            break;
        len += got > 0 ? (size_t)got : 0;
        text[len] = '\0';
        is_done = answer_read(f->answer, text, len, f->post != NULL);
    }
    if (f->is_late || !f->answer->status)
        (void)fail(f, len > 0 ? other : "the connection was closed");
}

static void run(struct fetching *f, int timeout_ms)
{
    struct sigaction before;
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    memset(f->answer, 0, sizeof *f->answer);
    f->late_ms = now_ms() + timeout_ms;
    f->fd = -1;
    (void)sigaction(SIGPIPE, &ignore, &before); /* OpenSSL writes with write() */
    if (connect_any(f) && open_bio(f) && send_request(f))
        receive_answer(f);
    BIO_free_all(f->bio);
    if (f->fd >= 0)
        (void)close(f->fd);
    ERR_clear_error();
    (void)sigaction(SIGPIPE, &before, NULL);
}

void fetch(struct fetch_answer *out, const struct fetch_url *url, const struct fetch_trust *trust,
           int timeout_ms)
{
    struct fetching f = {.answer = out, .url = url, .trust = trust};
    run(&f, timeout_ms);
}

void fetch_post(struct fetch_answer *out, const struct fetch_url *url,
                const struct fetch_trust *trust, const struct fetch_post *post, int timeout_ms)
{
    struct fetching f = {.answer = out, .url = url, .trust = trust, .post = post};
    run(&f, timeout_ms);
}
