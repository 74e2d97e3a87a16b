/* What this node owes a shared database: rows that follow from connections which came and went, and from what other nodes
 * did. Ticks write them. If a commit fails, the journal puts the player back into the list, and a later tick tries again. */
#include "play/service_parts.h"

void owe(struct service *service, struct player *player)
{
    if (player->owes)
        return;
    KEEP(service, player);
    KEEP(service, &service->state.first_owing);
    player->owes = true;
    player->next_owing = service->state.first_owing;
    service->state.first_owing = (int32_t)(player - service->player);
}

/* A connect whose commit may or may not have been written. If the list is full, the row stays as it is until this node is
 * buried. */
void owe_unsure(struct service *service, int64_t player_id)
{
    if (service->state.unsure < service->setup.players)
        service->unsure[service->state.unsure++] = player_id;
}

static void pay_unsure(struct service *service, struct instant now)
{
    struct state *state = &service->state;
    while (state->unsure > 0 && service_has_space(service)) {
        KEEP(service, &state->unsure);
        int64_t player_id = service->unsure[--state->unsure];
        const struct player *player = people_find(service, player_id);
        if (!player || !people_is_connected(player))
            outbox_row(&service->outbox, ROW_PRESENCE)->presence = (struct presence_row){
                .player_id = player_id, .from = service->setup.node, .since_ms = now.wall_ms};
    }
}

static void pay_presence(struct service *service, const struct player *player, int64_t wall_ms)
{
    bool has_conn = people_is_connected(player);
    struct presence_row row = {.player_id = player->id, .since_ms = player->since_ms};
    if (has_conn && presence_is_here(service, player)) {
        row.node = service->setup.node;
        row.from = player->claimed_from ? player->claimed_from : service->setup.node;
    } else if (!has_conn) {
        row.from = service->setup.node;
        row.since_ms = player->node == 0 ? player->since_ms : wall_ms;
    } else {
        return; /* another node has the player by now */
    }
    outbox_row(&service->outbox, ROW_PRESENCE)->presence = row;
}

/* A player who has left, plays or is banned does not wait. A place in the queue that was lost comes back. */
static void pay_queue(struct service *service, struct player *player, struct instant now)
{
    struct lobby_entry *entry = lobby_find(&service->state.lobby, player->id);
    if (!entry || entry->is_doubtful)
        return;
    bool has_left = !people_is_connected(player) && player->node == 0;
    if (player->ban_ms > now.wall_ms) {
        queue_remove(service, entry, MATCH_DECLINED, now.wall_ms);
    } else if (!queue_is_lasting(&entry->key) && (has_left || slot_has_live(service, player))) {
        queue_drop(service, player, has_left ? MATCH_DISCONNECTED : MATCH_ELSEWHERE);
    } else if (entry->is_lost && entry->match == KEY_TABLE_NONE) {
        KEEP(service, entry);
        entry->is_lost = false;
        queue_write(service, entry, true, now.wall_ms);
    }
}

void owe_pay(struct service *service, struct instant now)
{
    struct state *state = &service->state;
    pay_unsure(service, now);
    while (state->first_owing != NONE && service_has_space(service)) {
        struct player *player = &service->player[state->first_owing];
        KEEP(service, &state->first_owing);
        KEEP(service, player);
        state->first_owing = player->next_owing;
        player->owes = false;
        player->changed = service->turn;
        pay_presence(service, player, now.wall_ms);
        pay_queue(service, player, now);
    }
}
