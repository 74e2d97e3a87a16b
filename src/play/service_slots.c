/* Games in memory: finding them, the games of a player, when the tick has to look at one. */
#include "play/service_parts.h"

#include <string.h>

#include "base/budgets.h"

int32_t slot_index(const struct service *service, const struct slot *slot)
{
    return (int32_t)(slot - service->slot);
}

struct slot *slot_find(const struct service *service, int64_t game_id)
{
    int32_t at = key_table_find(&service->state.rooms, (uint64_t)game_id);
    return at == KEY_TABLE_NONE ? NULL : &service->slot[at];
}

struct player *slot_player(struct service *service, const struct slot *slot, int seat)
{
    const struct seat_row *who = &slot->room.seat[seat].who;
    return who->kind == SEAT_PLAYER ? people_find(service, who->player_id) : NULL;
}

struct slot *slot_next_of(struct service *service, const struct player *player, struct slot *slot)
{
    int32_t at = slot ? slot->next_of[room_seat_of(&slot->room, player->id)] : player->first_room;
    return at == NONE ? NULL : &service->slot[at];
}

void slot_link(struct service *service, struct slot *slot, int seat)
{
    struct player *player = slot_player(service, slot, seat);
    if (!player)
        return;
    KEEP(service, &player->first_room);
    KEEP(service, &slot->next_of[seat]);
    slot->next_of[seat] = player->first_room;
    player->first_room = slot_index(service, slot);
}

/* One array of addresses is read faster than counters of each address could be kept in step with the
 * journal: some microseconds for a new game. */
static bool slot_has_share(const struct service *service, uint64_t address)
{
    const struct budget_limit limit = {service->setup.rooms, service->setup.rooms_each,
                                       SERVICE_SCHOOL};
    int64_t own = 0, others = 0;
    if (service->limits.setup.is_off || address == 0)
        return true;
    for (int32_t i = 0; i < service->setup.rooms; i++) {
        own += service->creator[i] == address;
        others += service->creator[i] != 0;
    }
    return own < budget_share(limit, others - own);
}

enum refusal slot_check_new(struct service *service, const struct command_context *ctx)
{
    uint64_t address = ctx->command->address;
    if (slot_has_share(service, address))
        return limits_charge_game(&service->limits, address, ctx->now_ms);
    service->refused_games++;
    return REFUSAL_TOO_MANY_GAMES;
}

void slot_set_creator(struct service *service, const struct slot *slot, uint64_t address)
{
    uint64_t *creator = &service->creator[slot_index(service, slot)];
    KEEP(service, creator);
    *creator = address;
}

static void slot_unlink(struct service *service, struct slot *slot, int seat)
{
    struct player *player = slot_player(service, slot, seat);
    if (!player)
        return;
    int32_t *from = &player->first_room, at = slot_index(service, slot);
    while (*from != at) {
        struct slot *other = &service->slot[*from];
        from = &other->next_of[room_seat_of(&other->room, player->id)];
    }
    KEEP(service, from);
    *from = slot->next_of[seat];
}

/* The index of prepared rules; those that no game has make place for new ones. The search is as long as there were games
 * with rules of their own at a time. */
static int32_t rules_find(struct service *service, const struct ruleset *wanted)
{
    int32_t place = NONE, count = service->state.rulesets;
    for (int32_t i = 0; i < count; i++) {
        const struct ruleset known = ruleset_of(&service->rules[i].rules);
        if (ruleset_equal(&known, wanted))
            return i;
        if (service->rules[i].uses == 0 && place == NONE)
            place = i;
    }
    if (place == NONE && count < service->setup.rulesets)
        place = count;
    if (place == NONE)
        return NONE;
    KEEP(service, &service->rules[place]);
    KEEP(service, &service->state.rulesets);
    if (ff_variant_rules_init(&service->rules[place].rules, (ff_variant)wanted->variant,
                              wanted->board, wanted->has_pie) != FF_OK)
        return NONE;
    service->rules[place].uses = 0;
    service->state.rulesets += place == count;
    return place;
}

bool slot_is_live(const struct room *room)
{
    return room->status == GAME_PLAYING && !(room->flags & GAME_ASYNC);
}

bool slot_must_stay(const struct room *room)
{
    return slot_is_live(room) ||
           (room->status == GAME_PLAYING && room->clock.setup.kind == CLOCK_LIVE);
}

int slot_count_busy(struct service *service, const struct player *player)
{
    int count = 0;
    for (struct slot *slot = slot_next_of(service, player, NULL); slot;
         slot = slot_next_of(service, player, slot))
        count += slot_must_stay(&slot->room);
    return count;
}

bool slot_has_live(struct service *service, const struct player *player)
{
    struct slot *slot = slot_next_of(service, player, NULL);
    while (slot && !slot_is_live(&slot->room))
        slot = slot_next_of(service, player, slot);
    return slot != NULL;
}

bool slot_has_client(struct service *service, const struct slot *slot)
{
    bool has_client = slot->watchers > 0;
    for (int seat = 0; seat < ROW_SEATS; seat++) {
        const struct player *player = slot_player(service, slot, seat);
        has_client |= player && people_is_connected(player);
    }
    return has_client;
}

/* On a shared database other nodes hold the games that nobody here plays. */
bool slot_is_evictable(struct service *service, const struct slot *slot)
{
    bool must_stay = slot_must_stay(&slot->room) &&
                     (!service_is_shared(service) || slot_has_client(service, slot));
    return !must_stay && slot->watchers == 0 && slot->used_ms != SLOT_PINNED;
}

/* Makes space for one more game, if need be by evicting the game unused for longest. */
static bool slots_have_space(struct service *service)
{
    struct key_table *rooms = &service->state.rooms;
    struct slot *oldest = NULL;
    if (rooms->count < rooms->max)
        return true;
    for (int32_t i = 0; i < rooms->max; i++)
        if (slot_is_evictable(service, &service->slot[i]) &&
            (!oldest || service->slot[i].used_ms < oldest->used_ms))
            oldest = &service->slot[i];
    if (oldest)
        slot_remove(service, oldest);
    return oldest != NULL;
}

enum refusal slot_add(struct service *service, int64_t game_id, const struct ruleset *wanted,
                      struct slot **out)
{
    int32_t rules = rules_find(service, wanted), at;
    if (rules == NONE || !slots_have_space(service))
        return REFUSAL_SERVER_FULL;
    at = key_table_add(&service->state.rooms, &service->journal, (uint64_t)game_id);
    if (at == KEY_TABLE_NONE)
        return REFUSAL_SERVER_FULL;
    KEEP(service, &service->slot[at]);
    KEEP(service, &service->rules[rules].uses);
    service->rules[rules].uses++;
    memset(&service->slot[at], 0, sizeof service->slot[at]);
    service->slot[at].rules = rules;
    service->slot[at].first_watcher = NONE;
    service->slot[at].next_of[0] = service->slot[at].next_of[1] = NONE;
    *out = &service->slot[at];
    return REFUSAL_OK;
}

void slot_remove(struct service *service, struct slot *slot)
{
    struct shared_rules *shared = &service->rules[slot->rules];
    for (int seat = 0; seat < ROW_SEATS; seat++)
        slot_unlink(service, slot, seat);
    KEEP(service, &shared->uses);
    shared->uses--;
    KEEP(service, &service->due_ms[slot_index(service, slot)]);
    service->due_ms[slot_index(service, slot)] = INT64_MAX;
    slot_set_creator(service, slot, 0);
    key_table_remove(&service->state.rooms, &service->journal, slot_index(service, slot));
}

/* When a live game ends because a player stays away. If both are away, the later one's time counts. */
static int64_t slot_abandon_ms(struct service *service, const struct slot *slot)
{
    int64_t gone_ms = INT64_MAX;
    for (int seat = 0; seat < ROW_SEATS; seat++) {
        const struct player *player = slot_player(service, slot, seat);
        if (player && player->is_gone && (gone_ms == INT64_MAX || player->gone_ms > gone_ms))
            gone_ms = player->gone_ms;
    }
    return gone_ms == INT64_MAX ? INT64_MAX : gone_ms + service->setup.grace_ms;
}

/* Every node that has the game may end it, but only one needs to: that of the first player who is connected. The others
 * wait a little, in case it has died. */
static int64_t slot_delay_ms(struct service *service, const struct slot *slot)
{
    enum { SECOND_MS = 500, OTHERS_MS = 2000 };
    bool is_first = true;
    for (int seat = 0; seat < ROW_SEATS && service_is_shared(service); seat++) {
        const struct player *player = slot_player(service, slot, seat);
        if (player && player->node == service->setup.node)
            return is_first ? 0 : SECOND_MS;
        is_first &= !player || player->node == 0;
    }
    return service_is_shared(service) ? OTHERS_MS : 0;
}

void slot_schedule(struct service *service, struct slot *slot, struct instant now)
{
    int32_t at = slot_index(service, slot);
    int64_t due_ms = now.play_ms + service->setup.idle_ms;
    if (slot_must_stay(&slot->room)) {
        int64_t flag_ms = clock_deadline_ms(&slot->room.clock);
        due_ms = slot_is_live(&slot->room) ? slot_abandon_ms(service, slot) : INT64_MAX;
        due_ms = flag_ms < due_ms ? flag_ms : due_ms;
        if (due_ms != INT64_MAX)
            due_ms += slot_delay_ms(service, slot);
    }
    if (service->creator[at] && room_is_over(&slot->room))
        slot_set_creator(service, slot, 0);
    KEEP(service, &service->due_ms[at]);
    service->due_ms[at] = due_ms;
    KEEP(service, &slot->used_ms);
    slot->used_ms = now.play_ms;
}
