/* What was learnt from other nodes goes to the service, between two turns. */
#include <string.h>

#include "server/cluster_parts.h"
#include "server/log.h"

enum { ENDED_MAX = 16 };

static struct service *service_of(const struct cluster *cluster)
{
    return online_service(cluster->setup.online);
}

static void want(int64_t *list, size_t *count, int64_t id)
{
    for (size_t i = 0; i < *count; i++)
        if (list[i] == id)
            return;
    if (*count < WANTED_MAX)
        list[(*count)++] = id;
}

void cluster_want_game(struct cluster *cluster, int64_t game_id)
{
    want(cluster->wanted_game, &cluster->wanted_games, game_id);
}

void cluster_want_player(struct cluster *cluster, int64_t player_id)
{
    want(cluster->wanted_player, &cluster->wanted_players, player_id);
}

/* ---- hints ---- */

static const struct rated_row *rated_of(const struct cluster *cluster, int64_t game_id)
{
    for (size_t i = 0; i < sizeof cluster->rated / sizeof *cluster->rated; i++)
        if (cluster->rated[i].game_id == game_id)
            return &cluster->rated[i];
    return NULL;
}

static void note_rated(struct cluster *cluster, const struct rated_row *rated)
{
    int places = (int)(sizeof cluster->rated / sizeof *cluster->rated);
    cluster->rated[cluster->rated_next] = *rated;
    cluster->rated_next = (cluster->rated_next + 1) % places;
}

static void changed(struct cluster *cluster, int64_t game_id)
{
    if (cluster->setup.changed)
        cluster->setup.changed(cluster->setup.context, game_id);
}

static enum refresh hint_game(struct cluster *cluster, const struct game_row *game,
                              const struct moment *moment)
{
    enum refresh refresh =
        service_refresh_game(service_of(cluster), game, NULL, rated_of(cluster, game->id), moment);
    if (refresh == REFRESH_DONE)
        changed(cluster, game->id);
    else if (refresh != REFRESH_BUSY)
        cluster_want_game(cluster, game->id);
    return refresh;
}

static enum refresh hint_chat(struct cluster *cluster, const struct chat_row *chat)
{
    enum refresh refresh = service_refresh_chat(service_of(cluster), chat, NULL, false);
    if (refresh != REFRESH_DONE && refresh != REFRESH_BUSY)
        cluster_want_game(cluster, chat->game_id);
    return refresh;
}

static void hint_player(struct cluster *cluster, const struct bus_player *player)
{
    if (player->has_ended)
        online_end_session(cluster->setup.online, player->player_id, player->token_hash);
    cluster_want_player(cluster, player->player_id);
}

static enum refresh apply_hint(struct cluster *cluster, const struct bus_message *hint,
                               const struct moment *moment)
{
    struct service *service = service_of(cluster);
    enum refresh refresh = REFRESH_DONE;
    switch ((enum bus_kind)hint->kind) {
    case BUS_GAME:
        return hint_game(cluster, &hint->game, moment);
    case BUS_CHAT:
        return hint_chat(cluster, &hint->chat);
    case BUS_RATED:
        note_rated(cluster, &hint->rated);
        break;
    case BUS_PRESENCE:
        refresh = service_refresh_presence(service, &hint->presence, SERVICE_HINT, moment);
        break;
    case BUS_QUEUE:
        refresh = service_hint_queue(service, &hint->queue, moment);
        break;
    case BUS_MATCH:
        refresh = service_hint_match(service, &hint->match, moment);
        break;
    case BUS_PLAYER:
        hint_player(cluster, &hint->player);
        break;
    case BUS_NONE:
    case BUS_WATCHERS: /* never a hint: cluster_watchers.c */
    case BUS_KINDS:
        break;
    }
    if (refresh == REFRESH_NEED)
        cluster->next_look_ms = 0;
    return refresh;
}

/* False if the turn must end first. */
static bool apply_hints(struct cluster *cluster, int64_t now_ms)
{
    struct moment moment = online_moment(cluster->setup.online, now_ms);
    while (cluster->hint_count > 0) {
        if (apply_hint(cluster, &cluster->hint[cluster->hint_first], &moment) == REFRESH_BUSY)
            return false;
        cluster->hint_first = (cluster->hint_first + 1) % HINTS_MAX;
        cluster->hint_count--;
    }
    return true;
}

/* ---- what was looked up ---- */

static enum refresh apply_chat(struct cluster *cluster, struct look_game *game)
{
    enum refresh refresh = REFRESH_DONE;
    size_t done = 0;
    while (done < game->chat_count && refresh != REFRESH_BUSY) {
        refresh = service_refresh_chat(service_of(cluster), &game->chat[done], NULL, true);
        if (refresh == REFRESH_NEED) /* the sender has left memory: their name is not known here */
            refresh = service_refresh_chat(service_of(cluster), &game->chat[done], "?", true);
        done += refresh != REFRESH_BUSY;
    }
    memmove(game->chat, game->chat + done, (game->chat_count - done) * sizeof *game->chat);
    game->chat_count -= done;
    return refresh == REFRESH_BUSY ? REFRESH_BUSY : REFRESH_DONE;
}

static enum refresh apply_game(struct cluster *cluster, struct look_game *game,
                               const struct moment *moment)
{
    struct service *service = service_of(cluster);
    const struct online_found *found = &game->found;
    if (!game->is_read)
        return REFRESH_DONE;
    enum refresh refresh =
        service_refresh_game(service, &found->game, found->player, &game->rated, moment);
    if (refresh == REFRESH_BUSY)
        return refresh;
    if (game->is_orphan)
        (void)service_take_game(service, &found->game, found->player, moment);
    changed(cluster, found->game.id);
    return game->chat_count ? apply_chat(cluster, game) : REFRESH_DONE;
}

static void end_sessions(struct cluster *cluster, int64_t player_id,
                         const struct service_sessions *sessions)
{
    for (size_t i = 0; i < sessions->ended_count; i++)
        online_end_session(cluster->setup.online, player_id, sessions->ended[i]);
}

/* A player who was not in memory. If memory is full the match is made later. */
static void load_player(struct cluster *cluster, const struct look_player *player, int64_t now_ms)
{
    struct service_command none = command_of(COMMAND_EXPIRE);
    if (!player->whole->err)
        (void)online_use(cluster->setup.online, player->whole, &none, now_ms);
}

static enum refresh apply_player(struct cluster *cluster, const struct look *look,
                                 const struct look_player *player, const struct moment *moment)
{
    struct service *service = service_of(cluster);
    if (player->whole) {
        load_player(cluster, player, moment->now_ms);
        return REFRESH_DONE;
    }
    uint8_t ended[ENDED_MAX][ROW_HASH_BYTES];
    struct service_sessions sessions = {.live = player->session,
                                        .live_count = player->session_count,
                                        .ended = ended,
                                        .max = ENDED_MAX};
    enum refresh refresh =
        service_refresh_presence(service, &player->stamp.presence, look->mark, moment);
    if (refresh == REFRESH_BUSY || !player->is_read)
        return refresh == REFRESH_BUSY ? refresh : REFRESH_DONE;
    bool has_all = player->session_count < SESSIONS_READ;
    refresh = service_refresh_player(service, &player->player, player->stamp.stamp,
                                     has_all ? &sessions : NULL, look->mark, moment);
    if (refresh == REFRESH_BUSY)
        return refresh;
    if (player->player.player.erased_ms)
        online_end_player(cluster->setup.online, player->player_id, true);
    else
        end_sessions(cluster, player->player_id, &sessions);
    if (player->player.sanction.ban_ms > moment->wall_ms)
        online_close_player(cluster->setup.online, player->player_id);
    return REFRESH_DONE;
}

static enum refresh apply_queue(struct cluster *cluster, struct look *look,
                                const struct moment *moment)
{
    const struct service_queue_read read = {.waiting = look->queue,
                                            .waiting_count = look->queue_count,
                                            .match = look->match,
                                            .match_count = look->match_count,
                                            .mark = look->mark};
    if (!look->is_full || look->is_queue_done)
        return REFRESH_DONE;
    enum refresh refresh = service_refresh_queue(service_of(cluster), &read, moment);
    look->is_queue_done = refresh != REFRESH_BUSY;
    return refresh;
}

/* False if the turn must end first; then it goes on where it stopped. */
static bool apply_look(struct cluster *cluster, struct look *look, int64_t now_ms)
{
    struct moment moment = online_moment(cluster->setup.online, now_ms);
    for (; look->games_done < look->game_count; look->games_done++)
        if (apply_game(cluster, &look->game[look->games_done], &moment) == REFRESH_BUSY)
            return false;
    for (; look->players_done < look->player_count; look->players_done++)
        if (apply_player(cluster, look, &look->player[look->players_done], &moment) == REFRESH_BUSY)
            return false;
    return apply_queue(cluster, look, &moment) != REFRESH_BUSY;
}

void cluster_apply(struct cluster *cluster, int64_t now_ms)
{
    struct look *look = cluster->learnt;
    if (online_is_committing(cluster->setup.online) || (!look && cluster->hint_count == 0))
        return;
    online_touch(cluster->setup.online); /* messages of what is applied leave with the next turn */
    if (!apply_hints(cluster, now_ms) || !look)
        return;
    if (!look->err && !apply_look(cluster, look, now_ms))
        return;
    cluster->learnt = NULL;
    look_free(look);
}
