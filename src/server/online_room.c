/* Room for players when all places are taken: idle clients go before players in a game. */
#include "server/log.h"
#include "server/online_parts.h"

enum { FREED_AT_ONCE = 8, IDLE_MS = 1000 };

bool online_must_stay(const struct online *online, struct sio_client *client)
{
    const struct online_client *own = online_client_of(client);
    return own->has_number && service_is_busy(online->service, own->number);
}

/* The client that has sent nothing for longest, of those that neither play nor wait for a game. */
static struct sio_client *idlest(struct online *online, int64_t now_ms)
{
    struct sio_client *found = NULL;
    int64_t found_ms = now_ms - IDLE_MS;
    for (int32_t i = 0; i < online->clients.used; i++) {
        struct sio_client *client = online_clients_at(&online->clients, i);
        int64_t active_ms = client ? online_client_of(client)->active_ms : INT64_MAX;
        if (active_ms < found_ms && !online_must_stay(online, client)) {
            found = client;
            found_ms = active_ms;
        }
    }
    return found;
}

void online_make_room(struct online *online, int64_t now_ms)
{
    struct sio_client *client;
    int count = 0;
    while (count < FREED_AT_ONCE && (client = idlest(online, now_ms))) {
        count++;
        sio_defer(client); /* its `gone` tells the service */
    }
    if (count > 0)
        log_line("warn", "idle-clients-deferred", "count=%d", count);
}
