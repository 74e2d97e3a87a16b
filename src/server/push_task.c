#include "server/push_task.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "net/fetch.h"
#include "push/ece.h"

enum { THREADS = 4, WAITING_MAX = 32, TIMEOUT_MS = 10000, TOKEN_S = 12 * 60 * 60 };

static bool fail(struct push_task *task, const char *why)
{
    (void)snprintf(task->problem, sizeof task->problem, "%s", why);
    return false;
}

/* Each message has its own key and salt. */
static bool encrypt(struct push_task *task, uint8_t body[ECE_BODY_MAX], size_t *len)
{
    uint8_t salt[ECE_SALT_BYTES];
    struct ece_receiver receiver;
    EVP_PKEY *sender = ece_key_new();
    memcpy(receiver.key, task->to.key, sizeof receiver.key);
    memcpy(receiver.auth, task->to.auth, sizeof receiver.auth);
    randombytes_buf(salt, sizeof salt);
    enum ece_err err =
        sender ? ece_encrypt(body, len, &receiver, sender, salt, task->text, strlen(task->text))
               : ECE_E_CRYPTO;
    EVP_PKEY_free(sender);
    return !err || fail(task, "it cannot be encrypted");
}

static bool must_stop(const void *context)
{
    const struct push_senders *senders = context;
    return workers_must_stop(senders->workers);
}

/* The origin of the endpoint: its text up to the path. */
static void write_origin(char out[FETCH_HOST_SIZE + 16], const char *endpoint)
{
    const char *host = strstr(endpoint, "//") + 2;
    size_t len = (size_t)(host - endpoint) + strcspn(host, "/?#");
    (void)snprintf(out, FETCH_HOST_SIZE + 16, "%.*s", (int)len, endpoint);
}

static bool write_headers(char *out, size_t size, const struct push_senders *senders,
                          struct push_task *task)
{
    char authorization[VAPID_HEADER_SIZE], origin[FETCH_HOST_SIZE + 16];
    write_origin(origin, task->to.endpoint);
    if (!vapid_write(authorization, &senders->vapid, origin, senders->contact,
                     (int64_t)time(NULL) + TOKEN_S))
        return fail(task, "it cannot be signed");
    (void)snprintf(out, size,
                   "Authorization: %s\r\nContent-Encoding: aes128gcm\r\n"
                   "Content-Type: application/octet-stream\r\nTTL: %d\r\nUrgency: normal\r\n"
                   "Topic: %s\r\n",
                   authorization, task->ttl_s, task->topic);
    return true;
}

static void work(void *context, void *state, void *bytes)
{
    static const struct fetch_trust system_trust = {0};
    const struct push_senders *senders = context;
    struct push_task *task = bytes;
    struct fetch_url url;
    struct fetch_answer answer;
    char headers[VAPID_HEADER_SIZE + 256];
    uint8_t body[ECE_BODY_MAX];
    size_t len = 0;
    (void)state;
    task->status = 0;
    if (!fetch_url_read(&url, task->to.endpoint) || !encrypt(task, body, &len) ||
        !write_headers(headers, sizeof headers, senders, task))
        return;
    const struct fetch_post post = {.headers = headers,
                                    .body = body,
                                    .body_len = len,
                                    .is_public_only = !senders->is_local,
                                    .must_stop = must_stop,
                                    .context = senders};
    fetch_post(&answer, &url, &system_trust, &post, TIMEOUT_MS);
    task->status = answer.status;
    task->retry_after_s = answer.retry_after_s;
    if (!answer.status)
        (void)fail(task, answer.body);
}

bool push_senders_open(struct push_senders *senders, void (*wake)(void *context), void *context)
{
    const struct workers_setup setup = {.threads = THREADS,
                                        .task_bytes = sizeof(struct push_task),
                                        .waiting_max = WAITING_MAX,
                                        .work = work,
                                        .wake = wake,
                                        .context = senders,
                                        .wake_context = context};
    senders->workers = workers_open(&setup);
    return senders->workers != NULL;
}
