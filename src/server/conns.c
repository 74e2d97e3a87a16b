#include "server/conns.h"

#include <stdlib.h>

bool conns_open(struct conns *conns, int32_t max)
{
    size_t count = (size_t)max;
    *conns = (struct conns){.conn = calloc(count, sizeof(struct online_conn)),
                            .free = calloc(count, sizeof(int32_t)),
                            .left = calloc(count, sizeof(int32_t)),
                            .max = max};
    if (conns->conn && conns->free && conns->left)
        return true;
    conns_close(conns);
    return false;
}

void conns_close(struct conns *conns)
{
    free(conns->conn);
    free(conns->free);
    free(conns->left);
    *conns = (struct conns){0};
}

/* Numbers never given before come last, so that memory nobody needs is not touched. */
static int32_t number_take(struct conns *conns)
{
    if (conns->free_count > 0)
        return conns->free[--conns->free_count];
    return conns->used < conns->max ? conns->used++ : CONN_NONE;
}

struct online_conn *conns_add(struct conns *conns, struct sio_client *client)
{
    int32_t number = number_take(conns);
    if (number == CONN_NONE)
        return NULL;
    struct online_conn *conn = &conns->conn[number];
    *conn = (struct online_conn){.client = client};
    client->user = conn;
    return conn;
}

void conns_remove(struct conns *conns, struct online_conn *conn)
{
    conn->client->user = NULL;
    *conn = (struct online_conn){0};
    conns->left[conns->left_count++] = conns_number(conns, conn);
}

void conns_recycle(struct conns *conns, bool (*is_open)(void *context, int32_t number),
                   void *context)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < conns->left_count; i++) {
        if (is_open(context, conns->left[i]))
            conns->left[kept++] = conns->left[i];
        else
            conns->free[conns->free_count++] = conns->left[i];
    }
    conns->left_count = kept;
}

struct online_conn *conns_at(const struct conns *conns, int32_t number)
{
    bool is_there = number >= 0 && number < conns->used && conns->conn[number].client;
    return is_there ? &conns->conn[number] : NULL;
}

struct online_conn *conns_of(const struct sio_client *client)
{
    return client->user;
}

int32_t conns_number(const struct conns *conns, const struct online_conn *conn)
{
    return (int32_t)(conn - conns->conn);
}
