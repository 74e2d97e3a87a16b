#include "bus/bus_parts.h"

void bus_begin(struct bus *bus, const struct bus_carrier *carrier, uint64_t sender,
               const struct bus_handlers *handlers)
{
    bus->carrier = carrier;
    bus->handlers = *handlers;
    bus->sender = sender;
    bus->batch = buffer_with_max(BUS_BATCH_MAX);
}

void bus_end(struct bus *bus)
{
    buffer_free(&bus->batch);
}

void bus_close(struct bus *bus)
{
    if (bus)
        bus->carrier->close(bus);
}

void bus_set_node(struct bus *bus, int32_t node)
{
    bus->node = node;
}

/* The next number is used up also if nothing leaves: that is how others notice what they miss. */
static bool send_batch(struct bus *bus, void *batch, size_t len)
{
    const struct bus_head head = {.node = bus->node, .sender = bus->sender, .seq = bus->seq++};
    bus_head_encode(batch, &head);
    return bus->carrier->send(bus, batch, len);
}

/* Nobody misses a beat that did not leave: the next one takes its number. */
void bus_beat(struct bus *bus)
{
    uint8_t batch[BUS_HEAD_BYTES];
    bus->beat_ms = bus->now_ms;
    if (!send_batch(bus, batch, sizeof batch))
        bus->seq--;
}

void bus_turn(struct bus *bus)
{
    if (bus->batch_count == 0)
        return;
    if (send_batch(bus, bus->batch.bytes, bus->batch.len))
        bus->counts.published += bus->batch_count;
    else
        bus->counts.dropped += bus->batch_count;
    buffer_clear(&bus->batch);
    bus->batch_count = 0;
}

static bool batch_add(struct bus *bus, const uint8_t *bytes, size_t len)
{
    if (bus->batch.len + len > BUS_BATCH_MAX)
        bus_turn(bus);
    size_t head = bus->batch.len == 0 ? BUS_HEAD_BYTES : 0;
    char *at = buffer_extend(&bus->batch, head + len);
    if (!at)
        return false;
    memcpy(at + head, bytes, len);
    bus->batch_count++;
    return true;
}

void bus_publish(struct bus *bus, const struct bus_message *message)
{
    uint8_t bytes[BUS_MESSAGE_MAX];
    size_t len = bus->works ? bus_encode(bytes, message) : 0;
    if (len > 0 && batch_add(bus, bytes, len))
        return;
    bus->counts.dropped++;
    bus->seq++;
}

/* A process that was stopped for a while has heard nothing, but that does not mean that nobody spoke: what came
 * meanwhile will be read in this turn or the next. So such a time does not count as silence. */
static void forgive_pause(struct bus *bus, int64_t now_ms)
{
    int64_t pause = now_ms - bus->now_ms;
    bus->pause_ms = bus->now_ms != 0 && pause >= BUS_PAUSE_MS ? pause : 0;
    for (int i = 0; i < bus->peer_count; i++)
        bus->peers[i].heard_ms += bus->pause_ms;
}

void bus_tick(struct bus *bus, int64_t now_ms)
{
    forgive_pause(bus, now_ms);
    bus->now_ms = now_ms;
    bus->carrier->tick(bus);
    if (now_ms - bus->beat_ms >= BUS_BEAT_MS)
        bus_beat(bus);
}

/* The place of a node: its own, a free one, or that of the node that has been silent for longest. */
static struct bus_peer *peer_find(struct bus *bus, int32_t node)
{
    struct bus_peer *oldest = &bus->peers[0];
    for (int i = 0; i < bus->peer_count; i++) {
        if (bus->peers[i].node == node)
            return &bus->peers[i];
        if (bus->peers[i].heard_ms < oldest->heard_ms)
            oldest = &bus->peers[i];
    }
    if (bus->peer_count < BUS_PEERS_MAX)
        oldest = &bus->peers[bus->peer_count++];
    *oldest = (struct bus_peer){.node = node};
    return oldest;
}

/* True if batches before this one are missing. A new life of a node begins with batch 0. */
static bool peer_heard(struct bus *bus, const struct bus_head *head)
{
    struct bus_peer *peer = peer_find(bus, head->node);
    bool is_same = peer->is_heard && peer->sender == head->sender;
    int32_t ahead = (int32_t)(head->seq - (is_same ? peer->seq + 1 : 0));
    peer->is_heard = true;
    peer->heard_ms = bus->now_ms;
    if (is_same && ahead < 0) /* late, or a copy */
        return false;
    peer->sender = head->sender;
    peer->seq = head->seq;
    return ahead != 0;
}

static void deliver(struct bus *bus, struct bus_batch *batch)
{
    struct bus_message message;
    enum bus_read read;
    while ((read = bus_batch_next(batch, &message)) != BUS_READ_END) {
        if (read == BUS_READ_OK) {
            bus->counts.received++;
            bus->handlers.on_message(bus->handlers.context, &message);
        } else {
            bus->counts.refused++;
        }
    }
}

bool bus_receive(struct bus *bus, const void *bytes, size_t len)
{
    struct bus_batch batch;
    if (!bus_batch_begin(&batch, bytes, len)) {
        bus->counts.refused++;
        return false;
    }
    if (batch.head.sender == bus->sender)
        return true;
    bool is_gap = batch.head.node > 0 && peer_heard(bus, &batch.head);
    deliver(bus, &batch);
    if (is_gap) {
        bus->counts.gaps++;
        bus->handlers.on_gap(bus->handlers.context, batch.head.node);
    }
    return false;
}

void bus_say_works(struct bus *bus)
{
    bus->told = 0;
    if (bus->works)
        return;
    bus->works = true;
    bus->handlers.on_state(bus->handlers.context, true, "");
}

void bus_say_fails(struct bus *bus, enum bus_cause cause, const char *why)
{
    uint32_t bit = UINT32_C(1) << cause;
    bool is_known = !bus->works && (bus->told & bit);
    bus->told |= bit;
    bus->works = false;
    if (!is_known)
        bus->handlers.on_state(bus->handlers.context, false, why);
}

bool bus_works(const struct bus *bus)
{
    return bus->works;
}

int bus_nodes(const struct bus *bus)
{
    int count = 1;
    for (int i = 0; i < bus->peer_count; i++) {
        const struct bus_peer *peer = &bus->peers[i];
        count += peer->node != bus->node && bus->now_ms - peer->heard_ms < BUS_HEARD_MS;
    }
    return bus->works ? count : 0;
}

struct bus_counts bus_counts(const struct bus *bus)
{
    return bus->counts;
}
