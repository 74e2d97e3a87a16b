/* What the two halves of an engine_host share. */
#ifndef SERVER_ENGINE_INSIDE_H
#define SERVER_ENGINE_INSIDE_H

#include "server/engine_host.h"

enum { ANSWER_HEADERS = 4 };

int64_t engine_host_now(const struct engine_host *host);

/* Whether one more session may begin. */
bool engine_host_has_room(const struct engine_host *host);

/* A new session; NULL if there is no room for it, or memory is short. */
struct engine_client *engine_client_new(struct engine_host *host);

/* After anything that happened to it: when is it to be looked at next? */
void engine_client_settle(struct engine_client *client);

/* Fills in the headers all answers have and says how many. */
size_t engine_answer_headers(const struct engine_host *host, const struct net_request *request,
                             struct net_header headers[ANSWER_HEADERS]);

void engine_answer_request(const struct engine_host *host, struct net_request *request,
                           const struct engine_answer *answer);

#endif
