/* The limits of client addresses: rates of new sessions and of requests, and what an address may
 * hold. */
#include <stdio.h>
#include <stdlib.h>

#include "server/server_parts.h"

int server_limits_begin(struct server *server, const struct server_config *config, char *why,
                        size_t why_size)
{
    struct limits_setup setup = service_default.limits;
    setup.is_off = !config->is_limited;
    setup.per_address = config->per_address;
    server->handshakes_memory = malloc(limits_size(&setup));
    if (!server->handshakes_memory) {
        (void)snprintf(why, why_size, "out of memory");
        return -1;
    }
    limits_open(&server->handshakes, server->handshakes_memory, &setup);
    return 0;
}

/* A school opens the page at once: 200 people, 50 files each. Then 1,000 requests a second. */
static const struct bucket_rate requests_of_address = {.token_ms = 1, .burst = 20000};

/* Places for every address that may hold something. */
static int32_t addresses_of(const struct server_config *config)
{
    int64_t count = (int64_t)config->connections_max + 2 * (int64_t)config->clients_max +
                    REST_POLLS_MAX + REST_READS_MAX;
    return config->is_limited ? (int32_t)count : 1;
}

int server_budgets_begin(struct server *server, const struct server_config *config, char *why,
                         size_t why_size)
{
    int64_t queued = (int64_t)config->queued_mib * 1024 * 1024, clients = config->clients_max;
    const struct budgets_setup setup = {
        .is_off = !config->is_limited,
        .limit = {[BUDGET_CONNECTIONS] = {config->connections_max, config->connections_each,
                                          SERVICE_SCHOOL},
                  [BUDGET_SESSIONS] = {2 * clients, config->clients_each, SERVICE_SCHOOL},
                  [BUDGET_CLIENTS] = {clients, config->clients_each, SERVICE_SCHOOL},
                  [BUDGET_QUEUED] = {queued, queued / 4, 0},
                  [BUDGET_POLLS] = {REST_POLLS_MAX, config->polls_each, 0},
                  [BUDGET_READS] = {REST_READS_MAX, REST_READS_EACH, 0}},
        .addresses = addresses_of(config)};
    struct limits_setup requests = service_default.limits;
    requests.is_off = !config->is_limited;
    requests.per_address = requests_of_address;
    server->requests_memory = malloc(limits_size(&requests));
    if (!server->requests_memory || !budgets_open(&server->budgets, &setup)) {
        (void)snprintf(why, why_size, "out of memory");
        return -1;
    }
    limits_open(&server->requests, server->requests_memory, &requests);
    backlog_open(&server->backlog, &server->budgets);
    return 0;
}
