/* How a node looks for what it has missed. The queue and the players are read when the look begins; the games when it ends,
 * as a server does which asks one after the other. In between, commits of this node and of others may come. */
#include <string.h>

#include "sim.h"

static bool can_read(const struct sim *sim, const struct node *node)
{
    return !node->is_cut && !sim->base.is_down;
}

void look_begin(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    struct base *base = &sim->base;
    struct look *look = &node->look;
    if (look->is_begun || !can_read(sim, node))
        return;
    look->is_begun = true;
    look->mark = service_mark(node->service);
    look->queued = base->queued;
    look->matches = base->matches;
    look->players = base->players;
    memcpy(look->queue, base->queue, (size_t)base->queued * sizeof *base->queue);
    memcpy(look->match, base->match, (size_t)base->matches * sizeof *base->match);
    memcpy(look->player, base->player, (size_t)base->players * sizeof *base->player);
}

void look_game(struct sim *sim, int at, const struct game_row *game)
{
    struct node *node = &sim->node[at];
    struct moment moment = node_moment(sim, node);
    struct player_rows players[ROW_SEATS];
    static const struct rated_row none = {0};
    enum refresh refresh = service_refresh_game(node->service, game, NULL, NULL, &moment);
    if (refresh == REFRESH_BUSY) {
        node_end_turn(sim, at);
        refresh = service_refresh_game(node->service, game, NULL, NULL, &moment);
    }
    if (refresh != REFRESH_NEED || !can_read(sim, node))
        return;
    memset(players, 0, sizeof players);
    for (int i = 0; i < ROW_SEATS; i++)
        if (game->seat[i].kind == SEAT_PLAYER)
            players[i] = base_player(&sim->base, game->seat[i].player_id)->rows;
    const struct rated_row *rated = base_rated(&sim->base, game->id);
    refresh = service_refresh_game(node->service, game, players, rated ? rated : &none, &moment);
    SIM_HOLDS(sim, refresh != REFRESH_NEED && refresh != REFRESH_BAD);
}

void look_chat(struct sim *sim, int at, int64_t game_id)
{
    struct node *node = &sim->node[at];
    if (!can_read(sim, node))
        return;
    for (int i = 0; i < sim->base.chats; i++) {
        const struct base_chat *chat = &sim->base.chat[i];
        const struct chat_row row = {.game_id = game_id,
                                     .seq = chat->seq,
                                     .channel = chat->channel,
                                     .player_id = chat->player_id,
                                     .quick = 1};
        if (chat->game_id == game_id &&
            service_refresh_chat(node->service, &row, "Somebody", true) == REFRESH_BUSY) {
            node_end_turn(sim, at);
            (void)service_refresh_chat(node->service, &row, "Somebody", true);
        }
    }
}

/* Games in memory that are not as stored, and games of this node's players that are not in memory. */
static void look_games(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    struct base *base = &sim->base;
    struct service_held held;
    int64_t changed[GAMES_MAX], chats[GAMES_MAX];
    int count = 0, chat_count = 0;
    for (int32_t i = service_next_game(node->service, -1, &held); i >= 0;
         i = service_next_game(node->service, i, &held)) {
        const struct game_row *game = base_game(base, held.game_id);
        SIM_HOLDS(sim, game != NULL);
        if (game && game->version != held.version)
            changed[count++] = game->id;
        if (game && game->chat_seq != held.chat_seq)
            chats[chat_count++] = game->id;
    }
    for (int i = 0; i < base->games; i++)
        if (service_must_hold(&base->game[i]) && !service_has_game(node->service, base->game[i].id))
            for (int k = 0; k < ROW_SEATS; k++)
                if (service_is_online(node->service, base->game[i].seat[k].player_id)) {
                    changed[count++] = base->game[i].id;
                    break;
                }
    for (int i = 0; i < count && count < GAMES_MAX; i++) {
        const struct game_row *game = base_game(base, changed[i]);
        look_game(sim, at, game);
        if (!service_has_game(node->service, game->id)) /* the copy was marked as old */
            (void)node_load_game(sim, node, game);
        node_end_turn(sim, at);
    }
    for (int i = 0; i < chat_count; i++)
        look_chat(sim, at, chats[i]);
}

static void look_players(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    struct service_known known;
    struct look *look = &node->look;
    struct moment moment = node_moment(sim, node);
    for (int32_t i = service_next_player(node->service, -1, &known); i >= 0;
         i = service_next_player(node->service, i, &known)) {
        const struct base_player *player = NULL;
        for (int k = 0; k < look->players; k++)
            if (look->player[k].rows.player.id == known.player_id)
                player = &look->player[k];
        if (!player)
            continue;
        if (player->stamp != known.stamp) {
            (void)service_refresh_player(node->service, &player->rows, player->stamp, NULL,
                                         look->mark, &moment);
        } else {
            (void)service_refresh_presence(node->service, &player->rows.presence, look->mark,
                                           &moment);
        }
        node_end_turn(sim, at);
    }
}

static void look_queue(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    struct look *look = &node->look;
    struct moment moment = node_moment(sim, node);
    const struct service_queue_read read = {.waiting = look->queue,
                                            .waiting_count = (size_t)look->queued,
                                            .match = look->match,
                                            .match_count = (size_t)look->matches,
                                            .mark = look->mark};
    if (service_refresh_queue(node->service, &read, &moment) == REFRESH_BUSY) {
        node_end_turn(sim, at);
        (void)service_refresh_queue(node->service, &read, &moment);
    }
    node_end_turn(sim, at);
}

void look_wanted(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    int64_t wanted;
    bool has_any = false;
    if (!can_read(sim, node))
        return;
    for (int32_t i = service_next_wanted(node->service, -1, &wanted); i >= 0;
         i = service_next_wanted(node->service, i, &wanted)) {
        node_load_player(sim, node, wanted, service_mark(node->service));
        has_any = true;
    }
    if (has_any)
        node_end_turn(sim, at);
}

/* Games over days that the keeper has begun. */
static void look_missing(struct sim *sim, int at)
{
    struct base *base = &sim->base;
    int64_t player_id;
    while (service_take_missing(sim->node[at].service, &player_id))
        for (int i = base->games - 1; i >= 0; i--) {
            const struct game_row *game = &base->game[i];
            bool is_own =
                game->seat[0].player_id == player_id || game->seat[1].player_id == player_id;
            if (is_own && game->status == GAME_PLAYING)
                look_game(sim, at, game);
            node_end_turn(sim, at);
        }
}

/* The keeper takes up games that no node looks after. */
static void look_orphans(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    struct base *base = &sim->base;
    for (int i = 0; i < base->games && node->is_keeper; i++) {
        const struct game_row *game = &base->game[i];
        struct player_rows players[ROW_SEATS];
        if (!base_is_orphan(base, game, sim->now_ms))
            continue;
        memset(players, 0, sizeof players);
        for (int k = 0; k < ROW_SEATS; k++)
            if (game->seat[k].kind == SEAT_PLAYER)
                players[k] = base_player(base, game->seat[k].player_id)->rows;
        struct moment moment = node_moment(sim, node);
        (void)service_take_game(node->service, game, players, &moment);
        node_end_turn(sim, at);
    }
}

/* Games whose deadline on the calendar has passed. */
static void look_due(struct sim *sim, int at)
{
    struct base *base = &sim->base;
    for (int i = 0; i < base->games && sim->node[at].is_keeper; i++) {
        struct service_command command = command_of(COMMAND_EXPIRE);
        const struct game_row *game = &base->game[i];
        command.game_id = game->id;
        if (game->status <= GAME_PLAYING && game->deadline_ms && game->deadline_ms <= sim->now_ms)
            node_give(sim, at, &command);
    }
}

void look_end(struct sim *sim, int at)
{
    struct node *node = &sim->node[at];
    if (!node->look.is_begun || node->is_committing)
        return;
    node->look.is_begun = false;
    if (!can_read(sim, node))
        return;
    node_end_turn(sim, at);
    look_games(sim, at);
    look_players(sim, at);
    look_queue(sim, at);
    look_missing(sim, at);
    look_orphans(sim, at);
    look_due(sim, at);
    node->look_ms = sim->now_ms;
}
