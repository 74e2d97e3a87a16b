/* One path of a net and its clients: configuration, table, deadlines, stopping. */
#include <stdlib.h>

#include "base/entropy.h"
#include "sio/eio.h"

static const char *const main_namespace[] = {"/"};

const struct sio_config sio_config_default = {
    .namespaces = main_namespace,
    .namespace_count = 1,
    .ping_interval_ms = 25000,
    .ping_timeout_ms = 20000,
    .upgrade_timeout_ms = 10000,
    .close_timeout_ms = 30000,
    .connect_timeout_ms = 45000,
    .max_payload_bytes = 1000000,
    .queue_max_bytes = 4000000,
    .packets_max = 500000,
    .may_upgrade = true,
    .limits = {.json = {.bytes_max = 1000000, .depth_max = 30},
               .attachments_max = 10,
               .attachments_bytes_max = 1000000},
};

void sio_init(struct sio *sio, const struct sio_config *config)
{
    *sio = (struct sio){.config = *config};
}

void sio_attach(struct sio *sio, struct net *net)
{
    sio->net = net;
}

bool sio_is_full(const struct sio *sio)
{
    return sio->config.clients_max > 0 && sio->clients.count >= sio->config.clients_max;
}

static struct sio_client *client_of(const struct backlog_holder *holder)
{
    return LIST_OWNER(holder, struct sio_client, backlog);
}

static bool backlog_must_stay(const struct backlog_holder *holder)
{
    struct sio_client *client = client_of(holder);
    const struct sio_config *config = &client->sio->config;
    return config->handlers.must_stay && config->handlers.must_stay(config->context, client);
}

static void backlog_drop(struct backlog_holder *holder)
{
    eio_overflow(client_of(holder));
}

static const struct backlog_owner backlog_owner = {backlog_must_stay, backlog_drop};

void sio_client_account(struct sio_client *c)
{
    size_t bytes = c->queue.records.len;
    if (bytes != c->backlog.bytes && c->sio->config.backlog)
        backlog_set(c->sio->config.backlog, &c->backlog, bytes);
}

/* Counts the session for its address. False if that has too many. */
static bool client_take(struct sio_client *c, uint64_t address)
{
    struct backlog *backlog = c->sio->config.backlog;
    c->address = address;
    if (!backlog)
        return true;
    backlog_join(&c->backlog, &backlog_owner, c->address);
    return budgets_take(backlog->budgets, BUDGET_SESSIONS, c->address, 1);
}

static void client_give(struct sio_client *c)
{
    struct backlog *backlog = c->sio->config.backlog;
    if (!backlog)
        return;
    backlog_set(backlog, &c->backlog, 0);
    budgets_give(backlog->budgets, BUDGET_SESSIONS, c->address, 1);
}

/* The number is in three bytes of the id. The first character is for the letter. */
enum { NODE_BYTE = 3, NODE_MAX = 0xFFFFFF };

static void put_node(uint8_t bytes[ID_BYTES], int32_t node)
{
    bytes[NODE_BYTE] = (uint8_t)(node >> 16);
    bytes[NODE_BYTE + 1] = (uint8_t)(node >> 8);
    bytes[NODE_BYTE + 2] = (uint8_t)node;
}

void sio_set_node(struct sio *sio, int32_t node)
{
    sio->node = node <= NODE_MAX ? node : 0;
}

int32_t sio_sid_node(const char *sid)
{
    uint8_t bytes[ID_BYTES];
    if (!base64_id_read(bytes, sid))
        return 0;
    return bytes[NODE_BYTE] << 16 | bytes[NODE_BYTE + 1] << 8 | bytes[NODE_BYTE + 2];
}

struct sio_client *sio_client_new(struct sio *sio, uint64_t address)
{
    uint8_t bytes[ID_BYTES];
    char sid[ID_LEN + 1];
    struct sio_client *client =
        sio_is_full(sio) ? NULL : calloc(1, sizeof *client + sio->config.user_bytes);
    if (!client)
        return NULL;
    entropy_fill(bytes, sizeof bytes);
    if (sio->node)
        put_node(bytes, sio->node);
    base64_id(sid, bytes);
    if (sio->config.sid_letter)
        sid[0] = sio->config.sid_letter;
    eio_init(client, sio, sid);
    if (!client_take(client, address)) {
        free(client);
        return NULL;
    }
    if (!sio_clients_add(&sio->clients, client)) {
        client_give(client);
        free(client);
        return NULL;
    }
    return client;
}

/* Only an earlier deadline moves the client in the heap. */
void sio_client_schedule(struct sio_client *c)
{
    if (c->state == EIO_IS_CLOSED)
        return;
    int64_t due_ms = eio_due_ms(c);
    if (!c->has_left && c->connect_until_ms < due_ms)
        due_ms = c->connect_until_ms;
    if (due_ms < c->due_ms)
        sio_clients_schedule(&c->sio->clients, c, due_ms);
}

/* The next tick frees it, because callers may still use it. */
void sio_client_closed(struct sio_client *c, enum eio_reason reason)
{
    sio_clients_remove(&c->sio->clients, c);
    client_give(c);
    c->next = c->sio->closed;
    c->sio->closed = c;
    sio_session_closed(c, reason);
}

static void free_closed(struct sio *sio)
{
    struct sio_client **at = &sio->closed;
    while (*at) {
        struct sio_client *client = *at;
        if (client->socket_count > 0) {
            at = &client->next;
            continue;
        }
        *at = client->next;
        eio_free(client);
        free(client);
    }
}

void sio_free(struct sio *sio)
{
    while (sio->clients.count > 0)
        sio_client_closed(sio->clients.heap[0], EIO_BY_SERVER);
    free_closed(sio);
    sio_clients_free(&sio->clients);
}

void sio_close_all(struct sio *sio)
{
    size_t count = sio->clients.count;
    sio->is_stopping = true;
    /* A copy of the heap, because clients that close at once leave the heap. */
    struct sio_client **all = calloc(count + 1, sizeof(struct sio_client *));
    if (!all)
        return;
    if (count > 0)
        memcpy(all, sio->clients.heap, count * sizeof(struct sio_client *));
    for (size_t i = 0; i < count; i++)
        eio_close(all[i]);
    free(all);
}

void sio_tick(struct sio *sio)
{
    int64_t now_ms = net_now_ms(sio->net);
    struct sio_client *client;
    while ((client = sio_clients_due(&sio->clients, now_ms))) {
        /* sio_client_schedule below sets its real deadline. */
        sio_clients_schedule(&sio->clients, client, INT64_MAX);
        eio_tick(client);
        if (client->state != EIO_IS_CLOSED)
            sio_session_tick(client);
        sio_client_schedule(client);
    }
    free_closed(sio);
}

size_t sio_poll_count(const struct sio *sio)
{
    size_t polls = 0;
    for (size_t i = 0; i < sio->clients.count; i++)
        polls += sio->clients.heap[i]->poll != NULL;
    return polls;
}

uint16_t sio_label(const struct sio_client *client)
{
    if (client->socket)
        return net_socket_label(client->socket);
    return client->sio->post ? net_request_label(client->sio->post) : 0;
}
