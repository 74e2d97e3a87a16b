#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

#include "net/link_parts.h"

enum { NAME_SIZE = 256 };
_Static_assert(sizeof(struct link_places) <= PIPE_BUF, "an answer is written whole or not at all");

/* A question, which belongs to its thread. */
struct link_question {
    char host[NAME_SIZE];
    int port, pipe;
};

static void places_find(struct link_places *out, const char *host, int port, int flags)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
    struct addrinfo *found = NULL;
    char port_text[8];
    memset(out, 0, sizeof *out); /* all of it goes through the pipe */
    (void)snprintf(port_text, sizeof port_text, "%d", port);
    out->error = getaddrinfo(host, port_text, &hints, &found);
    for (struct addrinfo *at = found; at && out->count < LINK_PLACES_MAX; at = at->ai_next) {
        struct link_place *place = &out->place[out->count++];
        place->len = at->ai_addrlen;
        memcpy(&place->address, at->ai_addr, at->ai_addrlen);
    }
    if (found)
        freeaddrinfo(found);
}

bool link_name_numeric(struct link_places *out, const char *host, int port)
{
    places_find(out, host, port, AI_NUMERICHOST);
    return out->error == 0;
}

bool link_name_path(struct link_places *out, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t len = strlen(path);
    memset(out, 0, sizeof *out);
    if (len >= sizeof address.sun_path)
        return false;
    memcpy(address.sun_path, path, len);
    memcpy(&out->place[0].address, &address, sizeof address);
    out->place[0].len = sizeof address;
    out->count = 1;
    return true;
}

static void *question_answer(void *argument)
{
    struct link_question *question = argument;
    struct link_places places;
    places_find(&places, question->host, question->port, 0);
    (void)!write(question->pipe, &places, sizeof places); /* fails if nobody waits any more */
    (void)close(question->pipe);
    free(question);
    return NULL;
}

static bool question_start(struct link_question *question)
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the loop's thread */
    bool is_started = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                      pthread_create(&thread, &attributes, question_answer, question) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return is_started;
}

int link_name_ask(const char *host, int port)
{
    int ends[2];
    struct link_question *question = calloc(1, sizeof *question);
    if (!question || strlen(host) >= sizeof question->host || pipe(ends) != 0) {
        free(question);
        return -1;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    (void)snprintf(question->host, sizeof question->host, "%s", host);
    question->port = port;
    question->pipe = ends[1];
    if (question_start(question))
        return ends[0];
    (void)close(ends[0]);
    (void)close(ends[1]);
    free(question);
    return -1;
}
