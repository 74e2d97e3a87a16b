#include "server/relay.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/list.h"
#include "net/http_head.h"
#include "net/link.h"
#include "server/config.h"

enum {
    WAITING_MAX = 256,            /* trips to nodes that are not known yet */
    ANSWER_MAX = 2 * 1024 * 1024, /* more than may wait for a client */
    REQUEST_MAX = 128 * 1024,     /* net's limits of a head and a body together */
    HEAD_MAX = 16 * 1024,
    TYPE_SIZE = 64,
    CONNECT_MS = 5000,
    LEARN_MS = STORE_LEASE_MS /* a node that has not beaten for so long is dead */
};

/* One request under way: it waits until its node is known, or has a connection of its own to it. A new connection for each
 * request costs a round trip, and cannot fail because the other side has just closed it. */
struct trip {
    struct relay *relay;
    struct net_request *request; /* null: this place is free */
    int32_t node;
    struct wire *wire; /* null: the node is not known yet */
    bool is_open;
    int64_t until_ms;     /* in all … */
    int64_t connected_ms; /* … and until the connection must be open */
    struct buffer answer;
    size_t bytes;     /* counted in relay->bytes */
    struct link link; /* among the active or the free ones */
};

struct relay {
    struct relay_setup setup;
    struct wire_maker wires;
    struct store_node node[STORE_NODES_MAX]; /* those that live, the newest first */
    int32_t nodes, own, newest;
    struct link active, free;
    int used; /* places of the table that were ever used */
    int waiting;
    size_t bytes;
    struct relay_counts counts;
    struct trip trip[];
};

/* ---- the end of a trip ---- */

static void trip_end(struct trip *trip)
{
    struct relay *relay = trip->relay;
    relay->wires.close(trip->wire);
    buffer_free(&trip->answer);
    relay->waiting -= !trip->wire;
    relay->bytes -= trip->bytes;
    relay->counts.under_way--;
    list_remove(&trip->link);
    list_append(&relay->free, &trip->link);
    trip->request = NULL;
    trip->wire = NULL;
}

static void trip_fail(struct trip *trip)
{
    struct net_request *request = trip->request;
    trip->relay->counts.failed++;
    trip_end(trip);
    sio_answer_stray(request, NULL);
}

static void trip_answer(struct trip *trip, const struct http_answer *head)
{
    char type[TYPE_SIZE];
    (void)snprintf(type, sizeof type, "%.*s", (int)head->type.len,
                   head->type.at ? head->type.at : "");
    const struct sio_stray_answer answer = {.status = head->status,
                                            .type = type[0] ? type : NULL,
                                            .body = trip->answer.bytes + head->size,
                                            .len = head->body_len};
    trip->relay->counts.answered++;
    sio_answer_stray(trip->request, &answer);
    trip_end(trip);
}

/* ---- bytes to and from the other node ---- */

/* False if all trips together would hold too much. */
static bool trip_count(struct trip *trip, size_t more)
{
    if (more > trip->relay->setup.bytes_max - trip->relay->bytes)
        return false;
    trip->relay->bytes += more;
    trip->bytes += more;
    return true;
}

/* The other node needs no Origin, Host or proxy's header: this one has checked them. Net has read all values strictly, so none
 * has a line break. */
static bool send_request(struct trip *trip)
{
    const struct relay *relay = trip->relay;
    const struct net_request *request = trip->request;
    const char *query = net_request_query_string(request);
    const char *agent = net_request_header(request, NET_USER_AGENT);
    const char *type = net_request_header(request, NET_CONTENT_TYPE);
    enum net_method method = net_request_method(request);
    char head[HEAD_MAX], mark[RELAY_MARK_SIZE];
    size_t body_len;
    const char *body = net_request_body(request, &body_len);
    relay_mark_write(mark, relay->setup.key, method, query, net_request_peer(request));
    int len = snprintf(head, sizeof head,
                       "%s %s?%s HTTP/1.1\r\nhost: node\r\nconnection: close\r\n"
                       "x-fourfall-relayed: %s\r\nuser-agent: %s\r\ncontent-type: %s\r\n"
                       "content-length: %zu\r\n\r\n",
                       method == NET_POST ? "POST" : "GET", relay->setup.sio->config.path, query,
                       mark, agent ? agent : "", type ? type : "", body_len);
    return len > 0 && (size_t)len < sizeof head &&
           relay->wires.send(trip->wire, head, (size_t)len, REQUEST_MAX) &&
           (body_len == 0 || relay->wires.send(trip->wire, body, body_len, REQUEST_MAX));
}

static void on_opened(void *user)
{
    struct trip *trip = user;
    trip->is_open = true;
    if (!send_request(trip))
        trip_fail(trip);
}

static void on_received(void *user, const char *bytes, size_t len)
{
    struct trip *trip = user;
    struct http_answer head;
    int status = HTTP_BAD;
    if (trip_count(trip, len) && buffer_append(&trip->answer, bytes, len) == BUFFER_OK)
        status = http_answer_read(&head, trip->answer.bytes, trip->answer.len, HEAD_MAX);
    if (status == HTTP_BAD || (status == HTTP_OK && head.body_len > ANSWER_MAX - head.size))
        trip_fail(trip);
    else if (status == HTTP_OK && trip->answer.len - head.size >= head.body_len)
        trip_answer(trip, &head);
}

static void on_closed(void *user, const char *why)
{
    (void)why;
    trip_fail(user);
}

static const struct wire_events wire_events = {on_opened, on_received, on_closed};

/* ---- the beginning of a trip ---- */

static const struct store_node *node_find(const struct relay *relay, int32_t number)
{
    for (int32_t i = 0; i < relay->nodes; i++)
        if (relay->node[i].node == number)
            return &relay->node[i];
    return NULL;
}

/* False if it cannot be reached: it has no address, or memory is short. */
static bool trip_connect(struct trip *trip, const struct store_node *node)
{
    struct relay *relay = trip->relay;
    struct config_listen at;
    if (!config_listen_read(&at, node->address))
        return false;
    const struct wire_address to = {.host = at.address, .port = at.port};
    trip->wire = relay->wires.open(relay->wires.context, &to, &wire_events, trip);
    if (!trip->wire)
        return false;
    relay->waiting--;
    trip->connected_ms = net_now_ms(relay->setup.net) + CONNECT_MS;
    return true;
}

/* A free place of the table; null if there is none. */
static struct trip *trip_place(struct relay *relay)
{
    if (list_is_empty(&relay->free)) {
        if (relay->used == relay->setup.trips_max)
            return NULL;
        return &relay->trip[relay->used++];
    }
    struct trip *trip = LIST_OWNER(relay->free.next, struct trip, link);
    list_remove(&trip->link);
    return trip;
}

/* Null if too many are under way, or hold too many bytes. */
static struct trip *trip_new(struct relay *relay, struct net_request *request, int32_t node)
{
    size_t body_len;
    int64_t now_ms = net_now_ms(relay->setup.net);
    bool is_post = net_request_method(request) == NET_POST;
    (void)net_request_body(request, &body_len);
    struct trip *trip =
        body_len <= relay->setup.bytes_max - relay->bytes ? trip_place(relay) : NULL;
    if (!trip)
        return NULL;
    *trip =
        (struct trip){.relay = relay,
                      .request = request,
                      .node = node,
                      .until_ms = now_ms + (is_post ? relay->setup.post_ms : relay->setup.poll_ms),
                      .connected_ms = now_ms + LEARN_MS,
                      .answer = buffer_with_max(ANSWER_MAX),
                      .bytes = body_len};
    list_append(&relay->active, &trip->link);
    relay->bytes += body_len;
    relay->counts.under_way++;
    relay->waiting++;
    net_request_set_user(request, trip);
    return trip;
}

/* A number higher than all known ones: a node that has just joined, and the next beat will tell its address. */
bool relay_take(struct relay *relay, struct net_request *request)
{
    int32_t number = sio_sid_node(net_request_query(request, "sid"));
    const struct store_node *node = node_find(relay, number);
    bool may_come = number > relay->newest && relay->waiting < WAITING_MAX;
    if (number == relay->own || net_request_header(request, NET_RELAYED) || (!node && !may_come))
        return false;
    struct trip *trip = trip_new(relay, request, number);
    if (!trip)
        relay->counts.failed++;
    else if (node && !trip_connect(trip, node))
        trip_fail(trip);
    return trip != NULL;
}

/* ---- from outside ---- */

/* The user of a request under way is its place in the table; that of other requests is a client of sio, or null. */
bool relay_forget(struct relay *relay, struct net_request *request)
{
    const struct trip *user = net_request_user(request);
    uintptr_t at = (uintptr_t)user, first = (uintptr_t)relay->trip;
    if (at < first || at >= (uintptr_t)(relay->trip + relay->used))
        return false;
    trip_end(&relay->trip[(at - first) / sizeof *relay->trip]);
    return true;
}

bool relay_is_for(const struct relay *relay, const struct net_request *request,
                  char address[PROXY_ADDRESS_SIZE])
{
    const char *mark = net_request_header(request, NET_RELAYED);
    return mark && relay_mark_read(address, relay->setup.key, net_request_method(request),
                                   net_request_query_string(request), mark);
}

/* Calls `must_end` for each trip, and ends those for which it is true. */
static void end_some(struct relay *relay, bool (*must_end)(struct trip *trip, int64_t now_ms),
                     int64_t now_ms)
{
    for (struct link *at = relay->active.next, *next; at != &relay->active; at = next) {
        struct trip *trip = LIST_OWNER(at, struct trip, link);
        next = at->next;
        if (must_end(trip, now_ms))
            trip_fail(trip);
    }
}

static bool is_late(struct trip *trip, int64_t now_ms)
{
    return now_ms >= trip->until_ms || (!trip->is_open && now_ms >= trip->connected_ms);
}

void relay_tick(struct relay *relay, int64_t now_ms)
{
    end_some(relay, is_late, now_ms);
}

static bool is_poll(struct trip *trip, int64_t now_ms)
{
    (void)now_ms;
    return net_request_method(trip->request) == NET_GET;
}

void relay_drain(struct relay *relay)
{
    end_some(relay, is_poll, 0);
}

/* Its node is dead, or has become known and cannot be reached. */
static bool is_lost(struct trip *trip, int64_t now_ms)
{
    const struct store_node *node = node_find(trip->relay, trip->node);
    (void)now_ms;
    if (!node)
        return trip->node <= trip->relay->newest;
    return !trip->wire && !trip_connect(trip, node);
}

void relay_use_nodes(struct relay *relay, const struct store_beat *beat)
{
    relay->own = beat->node;
    relay->nodes = beat->livings;
    memcpy(relay->node, beat->living, sizeof relay->node);
    if (relay->nodes > 0 && relay->node[0].node > relay->newest)
        relay->newest = relay->node[0].node;
    sio_set_node(relay->setup.sio, beat->node);
    end_some(relay, is_lost, 0);
}

struct relay_counts relay_count(const struct relay *relay)
{
    return relay->counts;
}

struct relay *relay_open(const struct relay_setup *setup)
{
    struct relay *relay = calloc(1, sizeof *relay + (size_t)setup->trips_max * sizeof(struct trip));
    if (!relay)
        return NULL;
    relay->setup = *setup;
    relay->wires = net_wires(setup->net);
    list_init(&relay->active);
    list_init(&relay->free);
    return relay;
}

void relay_close(struct relay *relay)
{
    if (!relay)
        return;
    while (!list_is_empty(&relay->active)) {
        struct trip *trip = LIST_OWNER(relay->active.next, struct trip, link);
        net_request_set_user(trip->request, NULL);
        trip_end(trip);
    }
    free(relay);
}
