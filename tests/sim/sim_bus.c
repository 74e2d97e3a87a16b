/* The bus of the simulation: each message has a copy for each node, and each copy may be lost, late, double or early. */
#include <string.h>

#include "sim.h"

static void post(struct sim *sim, int from, const struct sim_hint *message)
{
    for (int to = 0; to < NODES; to++) {
        if (to == from || (!sim->is_calm && sim_chance(sim, 6)))
            continue;
        for (int copies = !sim->is_calm && sim_chance(sim, 8) ? 2 : 1; copies > 0; copies--) {
            if (sim->bused == BUS_MAX)
                return;
            sim->bus[sim->bused] = *message;
            sim->bus[sim->bused++].to = to;
        }
    }
}

static void post_game(struct sim *sim, int from, int64_t game_id)
{
    struct sim_hint message = {.kind = HINT_GAME};
    if (service_game_row(sim->node[from].service, game_id, &message.game))
        post(sim, from, &message);
}

static void post_player(struct sim *sim, int from, int64_t player_id)
{
    struct sim_hint message = {.kind = HINT_PLAYER, .player_id = player_id};
    post(sim, from, &message);
}

static void post_row(struct sim *sim, int from, const struct row *row)
{
    struct sim_hint message;
    memset(&message, 0, sizeof message);
    switch ((enum row_kind)row->kind) {
    case ROW_GAME:
        post_game(sim, from, row->game.id);
        return;
    case ROW_JOIN:
        post_game(sim, from, row->join.game_id);
        return;
    case ROW_MOVE:
        post_game(sim, from, row->move.game_id);
        return;
    case ROW_RESULT:
        post_game(sim, from, row->result.game_id);
        return;
    case ROW_OFFER:
        post_game(sim, from, row->offer.game_id);
        return;
    case ROW_REMATCH:
        post_game(sim, from, row->rematch.game_id);
        return;
    case ROW_PLAYER:
        post_player(sim, from, row->player.id);
        return;
    case ROW_RATING:
        post_player(sim, from, row->rating.player_id);
        return;
    case ROW_CHAT:
        message.kind = HINT_CHAT;
        message.chat = (struct base_chat){row->chat.game_id, row->chat.player_id, row->chat.seq,
                                          row->chat.channel};
        break;
    case ROW_PRESENCE:
        message.kind = HINT_PRESENCE;
        message.presence = row->presence;
        break;
    case ROW_QUEUE:
        message.kind = HINT_QUEUE;
        message.queue = row->queue;
        break;
    case ROW_MATCH:
        message.kind = HINT_MATCH;
        message.match = row->match;
        break;
    default:
        return;
    }
    post(sim, from, &message);
}

void sim_publish(struct sim *sim, int from, const struct outbox *outbox)
{
    size_t count;
    const struct row *rows = outbox_rows(outbox, &count);
    for (size_t i = 0; i < count && !sim->node[from].is_deaf; i++)
        post_row(sim, from, &rows[i]);
}

static void hear_chat(struct sim *sim, int at, const struct base_chat *chat)
{
    const struct chat_row row = {.game_id = chat->game_id,
                                 .seq = chat->seq,
                                 .channel = chat->channel,
                                 .player_id = chat->player_id,
                                 .quick = 1};
    if (service_refresh_chat(sim->node[at].service, &row, "Somebody", false) == REFRESH_GAP)
        look_chat(sim, at, chat->game_id);
}

static void hear_player(struct sim *sim, struct node *node, int64_t player_id)
{
    struct moment moment = node_moment(sim, node);
    uint64_t mark = service_mark(node->service);
    const struct base_player *player = base_player(&sim->base, player_id);
    if (player && !node->is_cut && !sim->base.is_down)
        (void)service_refresh_player(node->service, &player->rows, player->stamp, NULL, mark,
                                     &moment);
}

static void hear(struct sim *sim, int at, const struct sim_hint *message)
{
    struct node *node = &sim->node[at];
    struct moment moment = node_moment(sim, node);
    switch ((enum sim_hint_kind)message->kind) {
    case HINT_GAME:
        look_game(sim, at, &message->game);
        break;
    case HINT_CHAT:
        hear_chat(sim, at, &message->chat);
        break;
    case HINT_PRESENCE:
        (void)service_refresh_presence(node->service, &message->presence, SERVICE_HINT, &moment);
        break;
    case HINT_QUEUE:
        (void)service_hint_queue(node->service, &message->queue, &moment);
        break;
    case HINT_MATCH:
        (void)service_hint_match(node->service, &message->match, &moment);
        break;
    case HINT_PLAYER:
        hear_player(sim, node, message->player_id);
        break;
    default:
        break;
    }
}

void sim_deliver(struct sim *sim, int node)
{
    int mine[BUS_MAX], count = 0;
    for (int i = 0; i < sim->bused; i++)
        if (sim->bus[i].to == node)
            mine[count++] = i;
    if (count == 0)
        return;
    int at = mine[sim->is_calm || !sim_chance(sim, 3) ? 0 : (int)sim_below(sim, (uint32_t)count)];
    struct sim_hint message = sim->bus[at];
    memmove(&sim->bus[at], &sim->bus[at + 1], (size_t)(--sim->bused - at) * sizeof sim->bus[0]);
    if (!sim->node[node].is_deaf)
        hear(sim, node, &message);
}
