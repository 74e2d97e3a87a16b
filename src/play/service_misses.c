/* Matches that players did not confirm. */
#include "play/service_parts.h"

#include <string.h>

void queue_miss(struct service *service, struct player *player)
{
    if (!player)
        return; /* on another node, and not known here */
    KEEP(service, &player->misses);
    people_touch(service, player);
    player->misses = misses_after(player->misses, service->wall_ms);
    if (service->missed_count < MISSED_MAX)
        service->missed[service->missed_count++] = player->id;
}

/* The rows may not fit into this turn; the rest is stored in the next one. A player whose commit failed has lost the miss
 * with it, and the row says so. */
void queue_store_misses(struct service *service)
{
    while (service->missed_count > 0 && service_has_space(service)) {
        struct player *player = people_find(service, service->missed[--service->missed_count]);
        if (!player)
            continue;
        people_touch(service, player);
        struct player_row *row = &outbox_row(&service->outbox, ROW_PLAYER)->player;
        *row = player_row_of(player);
        if (service_is_shared(service)) /* another node may have changed the name */
            memset(row->name, 0, sizeof row->name);
    }
}
