/* Replaces net in tests of rest without a network: a request is a struct that the test fills, and that gets the answer. */
#ifndef REST_NET_DOUBLE_TEST_H
#define REST_NET_DOUBLE_TEST_H

#include <stdio.h>
#include <string.h>

#include "net/net.h"

struct net_request {
    enum net_method method;
    const char *path, *body; /* body may be null */
    const char *peer;        /* null: 127.0.0.1 */
    char authorization[80];  /* empty: none */
    void *user;
    int status; /* of the answer; 0: none yet */
    char retry_after[16], answer[8192];
};

static int64_t net_double_now_ms = 1000;

int64_t net_now_ms(const struct net *net)
{
    (void)net;
    return net_double_now_ms;
}

void net_wake(struct net *net)
{
    (void)net;
}

enum net_method net_request_method(const struct net_request *request)
{
    return request->method;
}

const char *net_request_path(const struct net_request *request)
{
    return request->path;
}

const char *net_request_query(const struct net_request *request, const char *name)
{
    (void)request, (void)name;
    return NULL;
}

const char *net_request_header(const struct net_request *request, enum net_field field)
{
    if (field == NET_AUTHORIZATION && request->authorization[0])
        return request->authorization;
    return field == NET_CONTENT_TYPE && request->body ? "application/json" : NULL;
}

const char *net_request_peer(const struct net_request *request)
{
    return request->peer ? request->peer : "127.0.0.1";
}

const char *net_request_scheme(const struct net_request *request)
{
    (void)request;
    return NULL;
}

bool net_request_is_foreign(const struct net_request *request)
{
    (void)request;
    return false;
}

const char *net_request_body(const struct net_request *request, size_t *len)
{
    *len = request->body ? strlen(request->body) : 0;
    return request->body;
}

void *net_request_user(const struct net_request *request)
{
    return request->user;
}

void net_request_set_user(struct net_request *request, void *user)
{
    request->user = user;
}

void net_request_answer(struct net_request *request, const struct net_answer *answer)
{
    assert_int_equal(request->status, 0);
    request->status = answer->status;
    (void)snprintf(request->answer, sizeof request->answer, "%.*s", (int)answer->body_len,
                   answer->body ? (const char *)answer->body : "");
    for (size_t i = 0; i < answer->header_count; i++)
        if (strcmp(answer->headers[i].name, "retry-after") == 0)
            (void)snprintf(request->retry_after, sizeof request->retry_after, "%s",
                           answer->headers[i].value);
}

struct net_message *net_message_new(enum net_kind kind, const void *data, size_t len)
{
    (void)kind, (void)data, (void)len;
    return NULL;
}

void net_message_release(struct net_message *message)
{
    (void)message;
}

#endif
