/* Spectators on all nodes: this node tells the others how many it has, and adds up what they tell (docs/scale.md). */
#include <stdlib.h>

#include "server/cluster_parts.h"
#include "server/watchers.h"

enum { SECOND_MS = 1000, REPEAT_SECONDS = 3 };

static struct service *service_of(const struct cluster *cluster)
{
    return online_service(cluster->setup.online);
}

/* Of games that are not in memory nothing is kept: if one comes, the next repetition tells its number. A node without a number
 * cannot be told from another, and repeats the message when it has one. */
void cluster_watchers_hear(struct cluster *cluster, const struct bus_message *message)
{
    const struct bus_watchers *heard = &message->watchers;
    if (message->node <= 0 || !service_has_game(service_of(cluster), heard->game_id))
        return;
    if (!cluster->watchers)
        cluster->watchers = calloc(1, sizeof *cluster->watchers);
    if (cluster->watchers)
        watchers_hear(cluster->watchers, heard->game_id, message->node, heard->count);
}

static void publish(struct cluster *cluster, int64_t game_id, int32_t count)
{
    const struct bus_message message = {.kind = BUS_WATCHERS,
                                        .watchers = {.game_id = game_id, .count = count}};
    if (cluster->bus && bus_works(cluster->bus))
        bus_publish(cluster->bus, &message);
}

static void publish_changed(struct cluster *cluster)
{
    int64_t game_id;
    int32_t count;
    while (service_take_watched(service_of(cluster), &game_id, &count))
        publish(cluster, game_id, count);
}

static void publish_all(struct cluster *cluster)
{
    const struct service *service = service_of(cluster);
    struct service_held held;
    for (int32_t at = service_next_game(service, -1, &held); at >= 0;
         at = service_next_game(service, at, &held))
        if (held.watchers > 0)
            publish(cluster, held.game_id, held.watchers);
}

static void pass_second(struct cluster *cluster, int64_t now_ms)
{
    if (now_ms < cluster->watchers_due_ms)
        return;
    cluster->watchers_due_ms = now_ms + SECOND_MS;
    if (cluster->watchers)
        watchers_second(cluster->watchers);
    if (++cluster->watchers_seconds % REPEAT_SECONDS == 0)
        publish_all(cluster);
}

static void tell(struct cluster *cluster)
{
    struct watchers *watchers = cluster->watchers;
    int64_t game_id;
    int32_t count;
    while (watchers && watchers_next(watchers, &game_id, &count)) {
        online_touch(cluster->setup.online);
        if (service_set_elsewhere(service_of(cluster), game_id, count) == REFRESH_BUSY)
            return;
        watchers_told(watchers, game_id);
    }
}

void cluster_watchers_turn(struct cluster *cluster, int64_t now_ms)
{
    if (!cluster->bus || online_is_committing(cluster->setup.online))
        return;
    publish_changed(cluster);
    pass_second(cluster, now_ms);
    bus_turn(cluster->bus);
    tell(cluster);
}
