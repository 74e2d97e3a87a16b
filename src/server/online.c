#include "server/online.h"

#include <stdlib.h>
#include <time.h>

#include "base/entropy.h"
#include "base/large.h"
#include "server/online_parts.h"

/* The largest frame is a game of 256 cells with a hundred lines of chat. */
enum { FRAME_MAX = 512 * 1024, SECOND_MS = 1000 };

struct online *online_open(const struct online_setup *setup)
{
    struct online *online = calloc(1, sizeof *online);
    if (!online)
        return NULL;
    online->setup = *setup;
    online->out = buffer_with_max(FRAME_MAX);
    online->update = buffer_with_max(FRAME_MAX);
    online->update_of = -1;
    /* Games, players and connections are read at random: huge pages save a twentieth of a move. */
    online->memory = large_alloc(service_size(&setup->service));
    online->waits = calloc((size_t)setup->service.conns, sizeof *online->waits);
    if (!online->memory || !online->waits ||
        !online_clients_open(&online->clients, setup->service.conns)) {
        online_close(online);
        return NULL;
    }
    online->is_inline = store_async_is_inline(setup->async);
    online->is_shared = setup->service.node > 0;
    online->clients.budgets = setup->budgets;
    online->service = service_open(online->memory, &setup->service);
    return online;
}

void online_close(struct online *online)
{
    if (!online)
        return;
    pending_free_all(&online->waiting);
    pending_free_all(&online->ready);
    pending_free_all(&online->decided);
    free(online->waits);
    online_clients_close(&online->clients);
    buffer_free(&online->out);
    buffer_free(&online->update);
    free(online->retries);
    free(online->memory);
    free(online);
}

void online_use_thinkers(struct online *online, struct thinkers *thinkers)
{
    online->thinkers = thinkers;
}

void online_set_clock_offset(struct online *online, int64_t offset_ms)
{
    online->clock_offset_ms = offset_ms;
}

void online_touch(struct online *online)
{
    online->is_dirty = true;
}

struct service *online_service(struct online *online)
{
    return online->service;
}

bool online_is_ready(const struct online *online)
{
    return !online->is_failing;
}

static uint64_t random_bits(struct online *online)
{
    if (online->entropy_left == 0) {
        entropy_fill(online->entropy, sizeof online->entropy);
        online->entropy_left = ENTROPY_POOL;
    }
    uint64_t bits = online->entropy[--online->entropy_left];
    online->entropy[online->entropy_left] = 0;
    return bits;
}

struct moment online_moment(struct online *online, int64_t now_ms)
{
    struct timespec wall;
    (void)clock_gettime(CLOCK_REALTIME, &wall); /* this clock always exists */
    return (struct moment){
        .now_ms = now_ms,
        .wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000 +
                   online->setup.clock_shift_ms + online->clock_offset_ms,
        .random = {random_bits(online), random_bits(online), random_bits(online)}};
}

void online_tick(struct online *online, int64_t now_ms)
{
    online->now_ms = now_ms;
    online->is_tick_due = online->is_committing;
    if (online->is_committing)
        return; /* it comes when the commit has ended */
    struct moment moment = online_moment(online, now_ms);
    while (service_tick(online->service, &moment) == SERVICE_FULL) {
        online->is_dirty = true;
        online_turn(online, now_ms);
        if (online->is_committing)
            return;
        moment = online_moment(online, now_ms);
    }
    online->is_dirty = true;
    if (now_ms < online->next_check_ms)
        return;
    online->next_check_ms = now_ms + SECOND_MS;
    if (!online->is_failing)
        online_expire(online, now_ms);
    else if (!online->is_shared) /* of a shared database the beat shows whether it works */
        online_probe(online, now_ms);
}

static void move_bot(struct online *online, int64_t game_id, int32_t ply, int32_t move,
                     int64_t now_ms)
{
    struct service_command command = command_of(COMMAND_BOT_MOVE);
    command.game_id = game_id;
    command.ply = ply;
    command.action = (uint8_t)ff_move_action(move);
    command.column = ff_move_column(move);
    command.ack = (uint64_t)ply << 32 | (uint32_t)move;
    online_do(online, &command, now_ms);
}

void online_collect(struct online *online, int64_t now_ms)
{
    struct bot_task task;
    online->now_ms = now_ms;
    while (online->thinkers && thinkers_collect(online->thinkers, &task)) {
        metrics_thought(online->setup.metrics, &task);
        move_bot(online, task.game_id, task.ply, task.move, now_ms);
    }
    if (online->is_failing)
        return;
    /* Each is tried once; those that fail are added to the array again. */
    for (size_t left = online->retry_count; left > 0 && online->retry_count > 0; left--) {
        struct retry_move again = online->retries[--online->retry_count];
        move_bot(online, again.game_id, again.ply, again.move, now_ms);
    }
}
