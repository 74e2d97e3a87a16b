#include "sio/eio.h"

#include <stdlib.h>

enum { FIRST_CHAINS = 64 };

/* FNV-1a. Session ids are random and made by the server, so a simple hash is enough. */
static size_t hash_of(const char *sid)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *sid; sid++)
        hash = (hash ^ (uint8_t)*sid) * UINT64_C(0x100000001B3);
    return (size_t)(hash ^ hash >> 32);
}

static struct sio_client **chain_of(const struct sio_clients *c, const char *sid)
{
    return &c->chains[hash_of(sid) & (c->chain_count - 1)];
}

static void chain_add(struct sio_clients *c, struct sio_client *client)
{
    struct sio_client **chain = chain_of(c, client->sid);
    client->next = *chain;
    *chain = client;
}

/* Doubles the hash table and the heap. */
static bool grow(struct sio_clients *c)
{
    size_t count = c->chain_count ? 2 * c->chain_count : FIRST_CHAINS;
    struct sio_client **chains = calloc(count, sizeof(struct sio_client *));
    struct sio_client **heap = calloc(count, sizeof(struct sio_client *));
    if (!chains || !heap) {
        free(chains);
        free(heap);
        return false;
    }
    if (c->count > 0)
        memcpy(heap, c->heap, c->count * sizeof(struct sio_client *));
    free(c->chains);
    free(c->heap);
    c->chains = chains;
    c->heap = heap;
    c->chain_count = count;
    for (size_t i = 0; i < c->count; i++)
        chain_add(c, heap[i]);
    return true;
}

static void put_at(struct sio_clients *c, struct sio_client *client, size_t at)
{
    c->heap[at] = client;
    client->heap_at = at;
}

static void sift_up(struct sio_clients *c, struct sio_client *client)
{
    size_t at = client->heap_at;
    for (; at > 0 && c->heap[(at - 1) / 2]->due_ms > client->due_ms; at = (at - 1) / 2)
        put_at(c, c->heap[(at - 1) / 2], at);
    put_at(c, client, at);
}

static void sift_down(struct sio_clients *c, struct sio_client *client)
{
    size_t at = client->heap_at;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < c->count && c->heap[child + 1]->due_ms < c->heap[child]->due_ms)
            child++;
        if (child >= c->count || c->heap[child]->due_ms >= client->due_ms)
            break;
        put_at(c, c->heap[child], at);
        at = child;
    }
    put_at(c, client, at);
}

bool sio_clients_add(struct sio_clients *c, struct sio_client *client)
{
    if (c->count == c->chain_count && !grow(c))
        return false;
    chain_add(c, client);
    client->due_ms = INT64_MAX;
    put_at(c, client, c->count++);
    return true;
}

void sio_clients_remove(struct sio_clients *c, struct sio_client *client)
{
    struct sio_client **at = chain_of(c, client->sid);
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    struct sio_client *last = c->heap[--c->count];
    if (last == client)
        return;
    put_at(c, last, client->heap_at);
    sift_up(c, last);
    sift_down(c, last);
}

struct sio_client *sio_clients_find(const struct sio_clients *c, const char *sid)
{
    struct sio_client *client = c->count > 0 ? *chain_of(c, sid) : NULL;
    while (client && strcmp(client->sid, sid) != 0)
        client = client->next;
    return client;
}

void sio_clients_schedule(struct sio_clients *c, struct sio_client *client, int64_t due_ms)
{
    bool is_earlier = due_ms < client->due_ms;
    client->due_ms = due_ms;
    if (is_earlier)
        sift_up(c, client);
    else
        sift_down(c, client);
}

struct sio_client *sio_clients_due(const struct sio_clients *c, int64_t now_ms)
{
    return c->count > 0 && c->heap[0]->due_ms <= now_ms ? c->heap[0] : NULL;
}

void sio_clients_free(struct sio_clients *c)
{
    free(c->chains);
    free(c->heap);
    *c = (struct sio_clients){.count = 0};
}
