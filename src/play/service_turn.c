/* The frame of a turn: memory, settling, time that stands still. */
#include "play/service_parts.h"

#include <string.h>

/* Parts of the one block of memory, one after the other; with no memory, only their size. */
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

struct layout {
    struct service *service;
    void *players, *sessions, *rooms, *lobby, *outbox, *limits;
    struct service parts; /* only its pointers */
};

static size_t lay_out(struct layout *out, void *memory, const struct service_setup *setup)
{
    struct carver carver = {memory, 0};
    struct service *parts = &out->parts;
    CARVE(&carver, out->service, 1);
    CARVE(&carver, parts->presence, setup->conns);
    parts->kept = (void *)parts->presence;
    CARVE(&carver, parts->player, setup->players);
    CARVE(&carver, parts->session, setup->sessions);
    CARVE(&carver, parts->slot, setup->rooms);
    CARVE(&carver, parts->rules, setup->boards);
    CARVE(&carver, parts->due_ms, setup->rooms);
    out->players = carve(&carver, key_table_size(setup->players));
    out->sessions = carve(&carver, key_table_size(setup->sessions));
    out->rooms = carve(&carver, key_table_size(setup->rooms));
    out->lobby = carve(&carver, lobby_size(&setup->lobby));
    CARVE(&carver, parts->bucket, setup->conns);
    parts->kept_end = (void *)parts->bucket;
    CARVE(&carver, parts->closing, setup->conns);
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
    memset(service->kept, 0, (size_t)(service->kept_end - service->kept));
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

void service_pause(struct service *service, int64_t now_ms)
{
    if (service->is_stopped)
        return;
    service->is_stopped = true;
    service->stopped_ms = now_ms;
}

void service_resume(struct service *service, int64_t now_ms)
{
    if (!service->is_stopped)
        return;
    service->is_stopped = false;
    service->lost_ms += now_ms - service->stopped_ms;
}

/* Connections that closed within the turn are gone whatever became of it. What the outbox has no
 * room for waits for the next turn. */
static void close_all(struct service *service, int64_t now_ms)
{
    const struct moment moment = {.now_ms = now_ms};
    int32_t done = 0;
    for (; done < service->closing_count && service_has_space(service); done++) {
        presence_disconnect(service, service->closing[done], service_instant(service, &moment));
        journal_forget(&service->journal);
    }
    service->closing_count -= done;
    memmove(service->closing, service->closing + done,
            (size_t)service->closing_count * sizeof *service->closing);
}

void service_settle(struct service *service, bool is_committed, int64_t now_ms)
{
    bool had_rows = service->outbox.row_count > 0;
    if (!is_committed) {
        journal_undo(&service->journal, 0);
        outbox_fail(&service->outbox);
        service_pause(service, now_ms);
    } else if (had_rows) {
        service_resume(service, now_ms);
    }
    journal_forget(&service->journal);
    close_all(service, now_ms);
}

void service_sent(struct service *service)
{
    outbox_clear(&service->outbox);
}

bool service_has_game(const struct service *service, int64_t game_id)
{
    return slot_find(service, game_id) != NULL;
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
    bool is_open = conn >= 0 && conn < service->setup.conns && service->presence[conn].is_open;
    return is_open ? service->player[service->presence[conn].player].id : 0;
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
    };
    return counts;
}
