#include "server/cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/cluster_parts.h"
#include "server/log.h"

enum { BEAT_MS = 1000, LOOK_MS = 1000, LOOK_WITH_BUS_MS = 10000, US_PER_MS = 1000 };

static struct service *service_of(const struct cluster *cluster)
{
    return online_service(cluster->setup.online);
}

/* ---- the beat ---- */

static int64_t wall_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct cluster *of_beat(struct store_question *question)
{
    return (struct cluster *)(void *)((char *)question - offsetof(struct cluster, beat_question));
}

/* On the beat's thread, which nothing else uses: the loop leaves `beat` alone meanwhile. */
static void beat_run(struct store_question *question, struct store *store)
{
    struct cluster *cluster = of_beat(question);
    int64_t before_ms = wall_ms();
    cluster->beat_err = store_beat(store, &cluster->beat);
    (void)snprintf(cluster->beat_problem, sizeof cluster->beat_problem, "%s", store_problem(store));
    cluster->beat_local_ms = before_ms + (wall_ms() - before_ms) / 2;
}

/* The offset stays as it is while the measured one differs by no more than the measurement's error. */
static void set_clock(struct cluster *cluster)
{
    int64_t local_ms = cluster->beat_local_ms + cluster->setup.clock_shift_ms;
    int64_t offset_ms = cluster->beat.now_ms - local_ms;
    int64_t error_ms = cluster->beat.round_trip_us / US_PER_MS + 2;
    int64_t difference = offset_ms - cluster->clock_offset_ms;
    if (difference >= -error_ms && difference <= error_ms)
        return;
    cluster->clock_offset_ms = offset_ms;
    online_set_clock_offset(cluster->setup.online, offset_ms);
}

static void set_outages(struct cluster *cluster, int64_t now_ms)
{
    struct service_outage outages[STORE_OUTAGES_MAX];
    struct moment moment = online_moment(cluster->setup.online, now_ms);
    for (int i = 0; i < cluster->beat.outages; i++)
        outages[i] = (struct service_outage){cluster->beat.outage[i].began_ms,
                                             cluster->beat.outage[i].ended_ms};
    service_set_outages(service_of(cluster), outages, cluster->beat.outages, cluster->beat.now_ms,
                        &moment);
}

static void use_beat(struct cluster *cluster, int64_t now_ms)
{
    struct service *service = service_of(cluster);
    const struct store_beat *beat = &cluster->beat;
    set_clock(cluster);
    set_outages(cluster, now_ms);
    relay_use_nodes(cluster->setup.relay, beat);
    service_set_node(service, beat->node);
    service_set_keeper(service, beat->is_keeper);
    if (cluster->bus)
        bus_set_node(cluster->bus, beat->node);
    if (beat->node != cluster->node && cluster->node != 0) {
        struct moment moment = online_moment(cluster->setup.online, now_ms);
        service_claim_all(service, &moment);
    }
    if (beat->node != cluster->node)
        log_line("warn", "node", "number=%d nodes=%d", beat->node, beat->nodes);
    cluster->node = beat->node;
    cluster->online_elsewhere = beat->online_elsewhere;
    if (beat->buried > 0) {
        log_line("warn", "nodes-lost", "count=%d", beat->buried);
        cluster->next_look_ms = 0;
    }
    if (!online_is_ready(cluster->setup.online)) {
        struct moment moment = online_moment(cluster->setup.online, now_ms);
        service_claim_all(service, &moment);
        online_recover(cluster->setup.online, now_ms);
        cluster->next_look_ms = 0;
    }
}

static void beat_done(struct store_question *question)
{
    struct cluster *cluster = of_beat(question);
    cluster->is_beating = false;
    if (cluster->beat_err)
        online_fail(cluster->setup.online, cluster->beat_err, cluster->beat_problem);
    else
        cluster->has_beat = true; /* used between two turns */
}

static void beat(struct cluster *cluster, int64_t now_ms)
{
    if (cluster->is_beating || cluster->has_beat || now_ms < cluster->next_beat_ms)
        return;
    cluster->next_beat_ms = now_ms + BEAT_MS;
    cluster->is_beating = true;
    cluster->beat_err = STORE_E_MEMORY;
    cluster->beat_problem[0] = '\0';
    cluster->beat.online = service_count(service_of(cluster)).online;
    cluster->beat_question = (struct store_question){beat_run, beat_done};
    store_async_ask(cluster->setup.pulse, &cluster->beat_question);
}

/* ---- looking ---- */

static void look_done(struct store_question *question)
{
    struct look *look = (struct look *)question;
    struct cluster *cluster = look->cluster;
    cluster->look = NULL;
    cluster->learnt = look;
    cluster->walked_id = look->walk.after_id;
}

/* While every living node can be heard, looking finds only what was lost on the way. */
static int64_t look_period_ms(const struct cluster *cluster)
{
    bool hears_all =
        cluster->bus && bus_works(cluster->bus) && bus_nodes(cluster->bus) >= cluster->beat.nodes;
    return hears_all ? LOOK_WITH_BUS_MS : LOOK_MS;
}

/* The next page of the walk is due every second; a new walk is as rare as looking. */
static bool is_walk_due(const struct cluster *cluster, int64_t now_ms)
{
    int64_t period_ms = cluster->walked_id ? LOOK_MS : look_period_ms(cluster);
    return cluster->beat.is_keeper && now_ms >= cluster->walked_ms + period_ms;
}

static void look(struct cluster *cluster, int64_t now_ms)
{
    const struct service *service = service_of(cluster);
    int64_t wanted_player;
    bool has_wishes = cluster->wanted_games > 0 || cluster->wanted_players > 0 ||
                      service_next_wanted(service, -1, &wanted_player) >= 0;
    bool is_full = now_ms >= cluster->next_look_ms || service_doubts_queue(service);
    bool is_walk = is_walk_due(cluster, now_ms);
    if (cluster->look || cluster->learnt || (!is_full && !is_walk && !has_wishes) ||
        !online_is_ready(cluster->setup.online))
        return;
    struct look *look = look_new(cluster, is_full, is_walk, now_ms);
    if (!look)
        return;
    cluster->look = look;
    cluster->looks++;
    if (is_full)
        cluster->next_look_ms = now_ms + look_period_ms(cluster);
    if (is_walk)
        cluster->walked_ms = now_ms;
    look->question = (struct store_question){look_run, look_done};
    store_async_ask(cluster->setup.async, &look->question);
}

void cluster_tick(struct cluster *cluster, int64_t now_ms)
{
    beat(cluster, now_ms);
    int64_t latest_ms = now_ms + look_period_ms(cluster);
    if (cluster->next_look_ms > latest_ms)
        cluster->next_look_ms = latest_ms; /* the bus has failed since then */
    look(cluster, now_ms);
    if (cluster->bus)
        bus_tick(cluster->bus, now_ms);
}

void cluster_turn(struct cluster *cluster, int64_t now_ms)
{
    if (cluster->has_beat && !online_is_committing(cluster->setup.online)) {
        cluster->has_beat = false;
        use_beat(cluster, now_ms);
    }
    cluster_apply(cluster, now_ms);
    cluster_watchers_turn(cluster, now_ms);
    look(cluster, now_ms);
}

/* ---- the bus ---- */

static void on_message(void *context, const struct bus_message *message)
{
    struct cluster *cluster = context;
    if (message->kind == BUS_WATCHERS) {
        cluster_watchers_hear(cluster, message);
        return;
    }
    cluster->hints++;
    if (cluster->hint_count == HINTS_MAX) {
        cluster->dropped_hints++;
        cluster->next_look_ms = 0;
        return;
    }
    cluster->hint[(cluster->hint_first + cluster->hint_count++) % HINTS_MAX] = *message;
}

static void on_state(void *context, bool works, const char *why)
{
    struct cluster *cluster = context;
    cluster->next_look_ms = 0;
    if (works)
        log_line("warn", "bus-works", "works=true");
    else
        log_line("warn", "bus-failed", "problem=\"%s\"", why);
}

static void on_gap(void *context, int32_t node)
{
    struct cluster *cluster = context;
    (void)node;
    cluster->next_look_ms = 0;
}

const struct bus_handlers cluster_bus = {
    .on_message = on_message, .on_state = on_state, .on_gap = on_gap};

void cluster_use_bus(struct cluster *cluster, struct bus *bus)
{
    cluster->bus = bus;
    if (bus)
        bus_set_node(bus, cluster->beat.node);
}

static void publish_game(struct cluster *cluster, int64_t game_id)
{
    struct bus_message message = {.kind = BUS_GAME};
    if (service_game_row(service_of(cluster), game_id, &message.game))
        bus_publish(cluster->bus, &message);
}

static void publish_player(struct cluster *cluster, int64_t player_id, const uint8_t *ended_hash)
{
    struct bus_message message = {.kind = BUS_PLAYER, .player = {.player_id = player_id}};
    message.player.has_ended = ended_hash != NULL;
    if (ended_hash)
        memcpy(message.player.token_hash, ended_hash, ROW_HASH_BYTES);
    bus_publish(cluster->bus, &message);
}

/* Ratings need no message of their own: game-over brings them, and the stamp of the player has changed. */
static void publish_row(struct cluster *cluster, const struct row *row)
{
    struct bus_message message = {0};
    if (row_game(row)) {
        publish_game(cluster, row_game(row));
        return;
    }
    switch ((enum row_kind)row->kind) {
    case ROW_RATED:
        message.kind = BUS_RATED;
        message.rated = row->rated;
        break;
    case ROW_CHAT:
        message.kind = BUS_CHAT;
        message.chat = row->chat;
        break;
    case ROW_PRESENCE:
        message.kind = BUS_PRESENCE;
        message.presence = row->presence;
        break;
    case ROW_QUEUE:
        message.kind = BUS_QUEUE;
        message.queue = row->queue;
        break;
    case ROW_MATCH:
        message.kind = BUS_MATCH;
        message.match = row->match;
        break;
    case ROW_LOGOUT:
        publish_player(cluster, row->logout.player_id,
                       row->logout.is_everywhere ? NULL : row->logout.token_hash);
        return;
    case ROW_PLAYER:
        publish_player(cluster, row->player.id, NULL);
        return;
    case ROW_SANCTION:
        publish_player(cluster, row->sanction.player_id, NULL);
        return;
    case ROW_ACCOUNT:
        publish_player(cluster, row->account.player_id, NULL);
        return;
    case ROW_ERASE:
        publish_player(cluster, row->erase.player_id, NULL);
        return;
    default:
        return;
    }
    bus_publish(cluster->bus, &message);
}

/* The ratings of a game that has ended go before the game: who hears of the game needs them. */
void cluster_committed(struct cluster *cluster, const struct outbox *outbox)
{
    size_t count;
    const struct row *rows = outbox_rows(outbox, &count);
    if (!cluster->bus)
        return;
    for (size_t i = 0; i < count; i++)
        if (rows[i].kind == ROW_RATED)
            publish_row(cluster, &rows[i]);
    for (size_t i = 0; i < count; i++)
        if (rows[i].kind != ROW_RATED)
            publish_row(cluster, &rows[i]);
    bus_turn(cluster->bus);
}

/* ---- opening and closing ---- */

struct cluster *cluster_open(const struct cluster_setup *setup)
{
    struct cluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster)
        return NULL;
    cluster->setup = *setup;
    cluster->beat = setup->beat;
    cluster->node = setup->beat.node;
    cluster->hint = calloc(HINTS_MAX, sizeof *cluster->hint);
    if (!cluster->hint) {
        free(cluster);
        return NULL;
    }
    cluster->beat_local_ms = setup->beat_local_ms;
    cluster->has_beat = true;
    return cluster;
}

void cluster_close(struct cluster *cluster)
{
    if (!cluster)
        return;
    look_free(cluster->look);
    look_free(cluster->learnt);
    free(cluster->hint);
    free(cluster->watchers);
    free(cluster);
}

struct cluster_counts cluster_count(const struct cluster *cluster)
{
    struct cluster_counts counts = {.node = cluster->beat.node,
                                    .nodes = cluster->beat.nodes,
                                    .online_elsewhere = cluster->online_elsewhere,
                                    .is_keeper = cluster->beat.is_keeper,
                                    .bus_works = cluster->bus && bus_works(cluster->bus),
                                    .clock_offset_ms = cluster->clock_offset_ms,
                                    .looks = cluster->looks,
                                    .hints = cluster->hints,
                                    .dropped_hints = cluster->dropped_hints};
    if (cluster->bus)
        counts.bus = bus_counts(cluster->bus);
    return counts;
}
