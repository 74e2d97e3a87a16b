#include "bus/bus_local.h"

#include <stdlib.h>

#include "base/list.h"
#include "bus/bus_parts.h"

struct bus_hub {
    struct bus_fates fates;
    struct link buses;
};

struct bus_local {
    struct bus bus;
    struct bus_hub *hub;
    struct link link;           /* in hub->buses */
    struct bus_letter *letters; /* by time, then in the order sent */
    bool is_connected;
};

/* A batch on its way to one bus. */
struct bus_letter {
    struct bus_letter *next;
    int64_t due_ms;
    size_t len;
    uint8_t bytes[];
};

static struct bus_local *local_of(struct bus *bus)
{
    return (struct bus_local *)bus;
}

static void letter_post(struct bus_local *to, const void *bytes, size_t len, int64_t due_ms)
{
    struct bus_letter *letter = malloc(sizeof *letter + len);
    if (!letter)
        return; /* as lost as any other: messages may be */
    letter->due_ms = due_ms;
    letter->len = len;
    memcpy(letter->bytes, bytes, len);
    struct bus_letter **at = &to->letters;
    while (*at && (*at)->due_ms <= due_ms)
        at = &(*at)->next;
    letter->next = *at;
    *at = letter;
}

static void letters_drop(struct bus_local *local)
{
    while (local->letters) {
        struct bus_letter *letter = local->letters;
        local->letters = letter->next;
        free(letter);
    }
}

static bool local_send(struct bus *bus, const void *batch, size_t len)
{
    struct bus_local *from = local_of(bus);
    if (!from->is_connected)
        return false;
    const struct link *ring = &from->hub->buses;
    for (struct link *link = ring->next; link != ring; link = link->next) {
        struct bus_local *to = LIST_OWNER(link, struct bus_local, link);
        struct bus_fate fate = {.copies = 1};
        const struct bus_fates *fates = &from->hub->fates;
        if (to == from || !to->is_connected)
            continue;
        if (fates->decide)
            fates->decide(fates->context, bus->node, to->bus.node, &fate);
        for (int i = 0; i < fate.copies && i < BUS_COPIES_MAX; i++)
            letter_post(to, batch, len, bus->now_ms + fate.delay_ms[i]);
    }
    return true;
}

static void local_tick(struct bus *bus)
{
    struct bus_local *local = local_of(bus);
    if (!local->is_connected)
        bus_say_fails(bus, BUS_LOST, "cut off from the hub");
    else if (!bus->works) {
        bus_say_works(bus);
        bus_beat(bus);
    }
    while (local->letters && local->letters->due_ms <= bus->now_ms) {
        struct bus_letter *letter = local->letters;
        local->letters = letter->next;
        (void)bus_receive(bus, letter->bytes, letter->len);
        free(letter);
    }
}

static void local_close(struct bus *bus)
{
    struct bus_local *local = local_of(bus);
    letters_drop(local);
    list_remove(&local->link);
    bus_end(bus);
    free(local);
}

static const struct bus_carrier local_carrier = {local_send, local_tick, local_close};

struct bus_hub *bus_hub_open(const struct bus_fates *fates)
{
    struct bus_hub *hub = calloc(1, sizeof *hub);
    if (!hub)
        return NULL;
    if (fates)
        hub->fates = *fates;
    list_init(&hub->buses);
    return hub;
}

void bus_hub_close(struct bus_hub *hub)
{
    free(hub);
}

struct bus *bus_local_open(struct bus_hub *hub, uint64_t sender,
                           const struct bus_handlers *handlers)
{
    struct bus_local *local = calloc(1, sizeof *local);
    if (!local)
        return NULL;
    bus_begin(&local->bus, &local_carrier, sender, handlers);
    local->hub = hub;
    local->is_connected = true;
    list_init(&local->link);
    list_append(&hub->buses, &local->link);
    return &local->bus;
}

void bus_local_connect(struct bus *bus, bool is_connected)
{
    struct bus_local *local = local_of(bus);
    local->is_connected = is_connected;
    if (!is_connected) {
        bus->counts.failures++;
        letters_drop(local);
    }
}

int64_t bus_local_due_ms(const struct bus *bus)
{
    const struct bus_local *local = (const struct bus_local *)bus;
    return local->letters ? local->letters->due_ms : INT64_MAX;
}
