/* A health check of a running server, for container supervisors. */
#ifndef SERVER_HEALTH_H
#define SERVER_HEALTH_H

#include <stdbool.h>
#include <stddef.h>

#include "net/fetch.h"

enum { HEALTH_PATH_SIZE = 4096 };

struct health {
    const char *url;         /* null: /healthz of the server that the settings describe */
    const char *config_file; /* settings file; may be null */
    const char *ca_file;     /* issuers; null: the system's, or the settings' certificate */
    struct fetch_url target;
    char certificate[HEALTH_PATH_SIZE]; /* from the settings; "": verify chain and host name */
};

/* Finds the target. False with the reason in `why`. */
bool health_prepare(struct health *health, char *why, size_t why_size);

/* True with the server's answer in `text`, or false with the problem. */
bool health_ask(const struct health *health, int timeout_ms, char *text, size_t size);

#endif
