#include "server/http_counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const durations_bounds bounds_us = {100,    500,    1000,    5000,    25000,   100000,
                                           250000, 500000, 1000000, 5000000, 25000000};

static const char *const names[HTTP_GROUPS] = {
    [HTTP_PAGE] = "page", [HTTP_GAME] = "game",     [HTTP_API] = "api",
    [HTTP_WAIT] = "wait", [HTTP_SOCKET] = "socket", [HTTP_OPERATOR] = "operator",
    [HTTP_BAD] = "bad",
};

static bool begins(const char *path, const char *with)
{
    return strncmp(path, with, strlen(with)) == 0;
}

static enum http_group group_of(const struct net_request *request)
{
    const char *path = request ? net_request_path(request) : NULL;
    if (!path)
        return HTTP_BAD;
    if (begins(path, "/socket.io/"))
        return HTTP_SOCKET;
    if (begins(path, "/api/"))
        return net_request_query(request, "wait") ? HTTP_WAIT : HTTP_API;
    if (begins(path, "/game/") || begins(path, "/embed/"))
        return HTTP_GAME;
    bool is_operator = strcmp(path, "/metrics") == 0 || strcmp(path, "/healthz") == 0 ||
                       strcmp(path, "/readyz") == 0;
    return is_operator ? HTTP_OPERATOR : HTTP_PAGE;
}

void http_counts_add(struct http_counts *counts, const struct net_request *request, int status,
                     int64_t took_us)
{
    enum http_group group = group_of(request);
    int class = status / 100 - 1;
    if (class >= 0 && class < HTTP_STATUS_CLASSES)
        counts->answers[group][class]++;
    if (request)
        durations_add(&counts->took[group], bounds_us, took_us);
}

static enum buffer_err write_answers(struct buffer *out, const struct http_counts *counts)
{
    char line[128];
    enum buffer_err err = buffer_text(
        out, "# HELP fourfall_http_responses_total Answers to HTTP requests, by part of "
             "the server and class of status.\n"
             "# TYPE fourfall_http_responses_total counter\n");
    for (int group = 0; group < HTTP_GROUPS; group++)
        for (int class = 0; class < HTTP_STATUS_CLASSES && !err; class ++) {
            (void)snprintf(line, sizeof line,
                           "fourfall_http_responses_total{route=\"%s\",status=\"%dxx\"} %" PRIu64
                           "\n",
                           names[group], class + 1, counts->answers[group][class]);
            err = buffer_text(out, line);
        }
    return err;
}

enum buffer_err http_counts_write(struct buffer *out, const struct http_counts *counts)
{
    static const char name[] = "fourfall_http_seconds";
    char label[32];
    enum buffer_err err = write_answers(out, counts);
    if (!err)
        err =
            buffer_text(out, "# HELP fourfall_http_seconds Time from the head of a request to its "
                             "answer.\n# TYPE fourfall_http_seconds histogram\n");
    for (int group = 0; group < HTTP_BAD && !err; group++) {
        (void)snprintf(label, sizeof label, "route=\"%s\"", names[group]);
        err = durations_write(out, &counts->took[group], bounds_us, name, label);
    }
    return err;
}
