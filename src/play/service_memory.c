/* The memory of the service: defaults, layout, and questions about what is in it. */
#include "play/service_parts.h"

#include <string.h>

const struct service_setup service_default = {
    .conns = 12000,
    .players = 24000,
    .sessions = 32000,
    .rooms = SERVICE_ROOMS,
    .rooms_each = 1500,
    .rulesets = SERVICE_RULESETS,
    .lobby =
        {.players = 20000, .matches = 10000, .confirm_ms = 15000, .near = 150, .near_per_s = 25},
    /* A fast blitz player sends two or three events a second; a school behind one address, hundreds. */
    .limits = {.per_conn = {.token_ms = 50, .burst = 80},
               .per_address = {.token_ms = 2, .burst = 2000},
               .guests = {.token_ms = 200, .burst = 500},
               .games = {.token_ms = 200, .burst = 2000},
               .guesses = {.token_ms = 2000, .burst = 200},
               .addresses = 4096},
    .chat = {.token_ms = 2000, .burst = 5},
    .outbox = {.rows = 4096, .messages = 16384, .snapshots = 8192},
    .journal_bytes = (size_t)16 << 20,
    .grace_ms = 60000,
    .open_ms = INT64_C(24) * 60 * 60 * 1000,
    .open_async_ms = INT64_C(7) * 24 * 60 * 60 * 1000,
    .idle_ms = 300000,
};

/* Cuts one block of memory into parts. Without a block it only adds up their sizes. */
struct carver {
    unsigned char *memory;
    size_t used;
};

static void *carve(struct carver *carver, size_t size)
{
    unsigned char *part = carver->memory ? carver->memory + carver->used : NULL;
    carver->used += (size + 63) & ~(size_t)63;
    return part;
}

#define CARVE(carver, array, count) ((array) = carve(carver, (size_t)(count) * sizeof *(array)))

/* Where each part begins. Only the pointers of `parts` are set. */
struct layout {
    struct service *service;
    void *players, *sessions, *rooms, *lobby, *outbox, *limits;
    struct service parts;
};

static size_t lay_out(struct layout *out, void *memory, const struct service_setup *setup)
{
    struct carver carver = {memory, 0};
    struct service *parts = &out->parts;
    CARVE(&carver, out->service, 1);
    CARVE(&carver, parts->player, setup->players);
    parts->kept = (void *)parts->player;
    CARVE(&carver, parts->slot, setup->rooms);
    CARVE(&carver, parts->rules, setup->rulesets);
    CARVE(&carver, parts->presence, setup->conns);
    CARVE(&carver, parts->session, setup->sessions);
    CARVE(&carver, parts->due_ms, setup->rooms);
    CARVE(&carver, parts->creator, setup->rooms);
    out->players = carve(&carver, key_table_size(setup->players));
    out->sessions = carve(&carver, key_table_size(setup->sessions));
    out->rooms = carve(&carver, key_table_size(setup->rooms));
    out->lobby = carve(&carver, lobby_size(&setup->lobby));
    CARVE(&carver, parts->bucket, setup->conns);
    parts->kept_end = (void *)parts->bucket;
    CARVE(&carver, parts->closing, setup->conns);
    CARVE(&carver, parts->unsure, setup->players); /* untouched by a server alone */
    CARVE(&carver, parts->journal.bytes, setup->journal_bytes);
    out->outbox = carve(&carver, outbox_size(&setup->outbox));
    out->limits = carve(&carver, limits_size(&setup->limits));
    return carver.used;
}

size_t service_size(const struct service_setup *setup)
{
    struct layout layout = {0};
    return lay_out(&layout, NULL, setup);
}

struct service *service_open(void *memory, const struct service_setup *setup)
{
    struct layout layout = {0};
    (void)lay_out(&layout, memory, setup);
    struct service *service = layout.service;
    *service = layout.parts;
    service->setup = *setup;
    service->journal.max = setup->journal_bytes;
    service->turn = 1;
    service->state.first_owing = NONE;
    /* Players, games and rules come first. Each is set before it is used, so pages that nobody needs stay untouched. */
    unsigned char *zeroed = (unsigned char *)service->presence;
    memset(zeroed, 0, (size_t)(service->kept_end - zeroed));
    memset(service->bucket, 0, (size_t)setup->conns * sizeof *service->bucket);
    for (int32_t i = 0; i < setup->rooms; i++)
        service->due_ms[i] = INT64_MAX;
    key_table_open(&service->state.players, layout.players, setup->players);
    key_table_open(&service->state.sessions, layout.sessions, setup->sessions);
    key_table_open(&service->state.rooms, layout.rooms, setup->rooms);
    lobby_open(&service->state.lobby, layout.lobby, &setup->lobby);
    outbox_open(&service->outbox, layout.outbox, &setup->outbox);
    limits_open(&service->limits, layout.limits, &setup->limits);
    return service;
}

struct instant service_instant(const struct service *service, const struct moment *moment)
{
    int64_t now_ms = service->is_stopped ? service->stopped_ms : moment->now_ms;
    struct instant instant = {now_ms - service->lost_ms, moment->wall_ms};
    return instant;
}

bool service_has_space(const struct service *service)
{
    return journal_has_space(&service->journal, STEP_JOURNAL) &&
           outbox_has_space(&service->outbox, STEP_ROWS, STEP_MESSAGES, STEP_SNAPSHOTS);
}

bool service_has_conn(const struct service *service, int32_t conn)
{
    return conn >= 0 && conn < service->setup.conns && service->presence[conn].is_open;
}

bool service_has_game(const struct service *service, int64_t game_id)
{
    const struct slot *slot = slot_find(service, game_id);
    return slot && !slot->is_old;
}

bool service_may_last_days(const struct service *service, int64_t game_id)
{
    const struct slot *slot = slot_find(service, game_id);
    return !slot || slot->room.clock.setup.kind == CLOCK_DAYS;
}

int32_t service_spectator(const struct service *service, int64_t game_id, int32_t after)
{
    const struct slot *slot = slot_find(service, game_id);
    if (after != CONN_NONE)
        return service->presence[after].watch_next;
    return slot ? slot->first_watcher : CONN_NONE;
}

int64_t service_player_of(const struct service *service, int32_t conn)
{
    if (!service_has_conn(service, conn))
        return 0;
    return service->player[service->presence[conn].player].id;
}

struct service_counts service_count(const struct service *service)
{
    const struct state *state = &service->state;
    struct service_counts counts = {
        .conns = state->conns,
        .players = state->players.count,
        .sessions = state->sessions.count,
        .rooms = state->rooms.count,
        .waiting = state->lobby.by_player.count - 2 * state->lobby.by_match.count,
        .matches = state->lobby.by_match.count,
        .online = state->online,
        .refused_guests = service->limits.refused_guests,
        .refused_games = service->refused_games + service->limits.refused_games,
    };
    return counts;
}
