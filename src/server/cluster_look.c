/* Looking: what has changed of the things that this node has in memory? */
#include <stdlib.h>
#include <string.h>

#include "server/cluster_parts.h"

enum { NEW_GAMES_MAX = 256 };

/* ---- what to ask: on the loop's thread ---- */

static bool gather_held(struct look *look, const struct service *service)
{
    struct service_held held;
    size_t count = 0;
    for (int32_t at = service_next_game(service, -1, &held); at >= 0;
         at = service_next_game(service, at, &held))
        count++;
    look->held = calloc(count + 1, sizeof *look->held);
    if (!look->held)
        return false;
    for (int32_t at = service_next_game(service, -1, &held); at >= 0 && look->held_count < count;
         at = service_next_game(service, at, &held))
        look->held[look->held_count++] =
            (struct store_held){held.game_id, held.version, held.chat_seq, false};
    return true;
}

/* A player who is not in memory: everything is read, as for a command that needs them. */
static bool list_wanted(struct look *look, int64_t player_id)
{
    struct online_read *whole = calloc(1, sizeof *whole);
    if (!whole)
        return false;
    whole->wants_need = true;
    whole->need.kind = NEED_PLAYER;
    whole->need.player_id = player_id;
    whole->mark = look->mark;
    look->player[look->player_count++] =
        (struct look_player){.player_id = player_id, .whole = whole};
    return true;
}

static bool gather_players(struct look *look, const struct service *service)
{
    struct service_known known;
    int64_t wanted;
    size_t count = 0;
    for (int32_t at = service_next_player(service, -1, &known); at >= 0;
         at = service_next_player(service, at, &known))
        count++;
    look->player = calloc(count + WANTED_MAX + 1, sizeof *look->player);
    if (!look->player)
        return false;
    for (int32_t at = service_next_player(service, -1, &known);
         look->is_full && at >= 0 && look->player_count < count;
         at = service_next_player(service, at, &known))
        look->player[look->player_count++] = (struct look_player){
            .player_id = known.player_id, .had_stamp = known.stamp, .is_here = known.is_here};
    for (int32_t at = service_next_wanted(service, -1, &wanted);
         at >= 0 && look->player_count < count + WANTED_MAX;
         at = service_next_wanted(service, at, &wanted))
        if (!list_wanted(look, wanted))
            return false;
    return true;
}

static uint32_t chat_told(const struct service *service, int64_t game_id)
{
    struct service_held held;
    for (int32_t at = service_next_game(service, -1, &held); at >= 0;
         at = service_next_game(service, at, &held))
        if (held.game_id == game_id)
            return held.chat_seq;
    return UINT32_MAX;
}

static bool gather_wanted(struct look *look, const struct service *service)
{
    struct cluster *cluster = look->cluster;
    look->game_max = look->held_count + cluster->wanted_games + NEW_GAMES_MAX + ORPHANS_READ;
    look->game = calloc(look->game_max, sizeof *look->game);
    if (!look->game)
        return false;
    for (size_t i = 0; i < cluster->wanted_games; i++) {
        struct look_game *game = &look->game[look->game_count++];
        game->found.game.id = cluster->wanted_game[i];
        game->chat_after = chat_told(service, cluster->wanted_game[i]);
    }
    for (size_t i = 0; i < cluster->wanted_players; i++)
        look->player[look->player_count++] =
            (struct look_player){.player_id = cluster->wanted_player[i]};
    cluster->wanted_games = cluster->wanted_players = 0;
    return true;
}

struct look *look_new(struct cluster *cluster, bool is_full, bool is_walk, int64_t now_ms)
{
    struct service *service = online_service(cluster->setup.online);
    struct look *look = calloc(1, sizeof *look);
    if (!look)
        return NULL;
    look->cluster = cluster;
    look->is_full = is_full;
    look->is_walk = is_walk;
    look->mark = service_mark(service);
    look->wall_ms = online_moment(cluster->setup.online, now_ms).wall_ms;
    look->walk = (struct store_walk){look->wall_ms - SERVICE_ORPHAN_MS, look->wall_ms,
                                     cluster->walked_id, GAMES_WALKED};
    look->err = STORE_E_MEMORY;
    while (look->missing_count < MISSING_MAX &&
           service_take_missing(service, &look->missing[look->missing_count]))
        look->missing_count++;
    if ((is_full && !gather_held(look, service)) || !gather_players(look, service) ||
        !gather_wanted(look, service)) {
        look_free(look);
        return NULL;
    }
    return look;
}

void look_free(struct look *look)
{
    if (!look)
        return;
    for (size_t i = 0; i < look->game_count; i++)
        free(look->game[i].chat);
    for (size_t i = 0; i < look->player_count; i++) {
        free(look->player[i].session);
        online_read_free(look->player[i].whole);
    }
    free(look->held);
    free(look->game);
    free(look->player);
    free(look->queue);
    free(look->match);
    free(look);
}

/* ---- asking: on any thread ---- */

static enum store_err read_queue(struct look *look, struct store *store)
{
    struct store_cursor cursor = {0};
    look->queue = calloc(QUEUE_READ, sizeof *look->queue);
    look->match = calloc(MATCHES_READ, sizeof *look->match);
    if (!look->queue || !look->match)
        return STORE_E_MEMORY;
    enum store_err err = store_queue(store, &cursor, look->queue, QUEUE_READ, &look->queue_count);
    return err ? err : store_matches(store, look->match, MATCHES_READ, &look->match_count);
}

static bool is_listed(const struct look *look, int64_t game_id)
{
    for (size_t i = 0; i < look->game_count; i++)
        if (look->game[i].found.game.id == game_id)
            return true;
    return false;
}

static struct look_game *list_game(struct look *look, int64_t game_id, uint32_t chat_after)
{
    if (is_listed(look, game_id) || look->game_count == look->game_max)
        return NULL;
    struct look_game *game = &look->game[look->game_count++];
    game->found.game.id = game_id;
    game->chat_after = chat_after;
    return game;
}

static enum store_err list_changed(struct look *look, struct store *store)
{
    enum store_err err =
        look->held_count ? store_look_games(store, look->held, look->held_count) : STORE_OK;
    for (size_t i = 0; i < look->held_count && !err; i++)
        if (look->held[i].is_changed)
            (void)list_game(look, look->held[i].game_id, look->held[i].chat_seq);
    return err;
}

/* Games that began on another node, of players who are connected here. */
static enum store_err list_new(struct look *look, struct store *store)
{
    int64_t found[NEW_GAMES_MAX];
    size_t count = 0, here = 0;
    int64_t *player = calloc(look->player_count + 1, sizeof *player);
    int64_t *known = calloc(look->held_count + 1, sizeof *known);
    enum store_err err = player && known ? STORE_OK : STORE_E_MEMORY;
    for (size_t i = 0; i < look->player_count && !err; i++)
        if (look->player[i].is_here)
            player[here++] = look->player[i].player_id;
    for (size_t i = 0; i < look->held_count && !err; i++)
        known[i] = look->held[i].game_id;
    if (!err && here > 0)
        err = store_look_players(store, player, here, known, look->held_count, found, NEW_GAMES_MAX,
                                 &count);
    for (size_t i = 0; i < count && !err; i++)
        (void)list_game(look, found[i], UINT32_MAX);
    free(player);
    free(known);
    return err;
}

/* Games over days that the keeper has begun, of players of this node. */
static enum store_err list_missing(struct look *look, struct store *store)
{
    enum { NEWEST = 8 };
    struct store_listed *page = look->missing_count ? calloc(NEWEST, sizeof *page) : NULL;
    enum store_err err = look->missing_count && !page ? STORE_E_MEMORY : STORE_OK;
    for (size_t i = 0; i < look->missing_count && !err; i++) {
        const struct store_query query = {.list = STORE_PLAYER_RUNNING,
                                          .player_id = look->missing[i]};
        struct store_cursor first = {0};
        size_t count = 0;
        err = store_list(store, &query, &first, page, NEWEST, &count);
        for (size_t k = 0; k < count && !err; k++)
            (void)list_game(look, page[k].game.id, UINT32_MAX);
    }
    free(page);
    return err;
}

static enum store_err list_orphans(struct look *look, struct store *store)
{
    int64_t found[ORPHANS_READ];
    size_t count = 0;
    enum store_err err = store_orphans(store, &look->walk, found, ORPHANS_READ, &count);
    for (size_t i = 0; i < count && !err; i++) {
        struct look_game *game = list_game(look, found[i], UINT32_MAX);
        if (game)
            game->is_orphan = true;
    }
    return err;
}

static int by_seq(const void *a, const void *b)
{
    const struct chat_row *left = a, *right = b;
    return (left->seq > right->seq) - (left->seq < right->seq);
}

static enum store_err read_chat(struct look_game *game, struct store *store)
{
    size_t count[2] = {0};
    enum store_err err = STORE_OK;
    game->chat = calloc(CHAT_READ, sizeof *game->chat);
    if (!game->chat)
        return STORE_E_MEMORY;
    for (int channel = 0; channel < 2 && !err; channel++)
        err = store_chat_after(store, game->found.game.id, (enum chat_channel)channel,
                               game->chat_after, game->chat + count[0], STORE_CHAT_KEPT,
                               &count[channel]);
    game->chat_count = err ? 0 : count[0] + count[1];
    qsort(game->chat, game->chat_count, sizeof *game->chat, by_seq);
    return err;
}

static enum store_err read_one_game(struct look_game *game, struct store *store)
{
    enum store_err err = online_find(store, game->found.game.id, &game->found);
    if (err)
        return err == STORE_E_MISSING ? STORE_OK : err;
    game->is_read = true;
    if (game->found.game.status == GAME_WIN || game->found.game.status == GAME_DRAW) {
        err = store_rated(store, game->found.game.id, &game->rated);
        if (err == STORE_E_MISSING)
            err = STORE_OK;
    }
    bool has_chat = game->chat_after != UINT32_MAX && game->found.game.chat_seq > game->chat_after;
    return !err && has_chat ? read_chat(game, store) : err;
}

static enum store_err read_stamps(struct look *look, struct store *store)
{
    struct store_stamp *stamps = calloc(look->player_count + 1, sizeof *stamps);
    if (!stamps)
        return STORE_E_MEMORY;
    for (size_t i = 0; i < look->player_count; i++)
        stamps[i].player_id = look->player[i].player_id;
    enum store_err err =
        look->player_count ? store_stamps(store, stamps, look->player_count) : STORE_OK;
    for (size_t i = 0; i < look->player_count && !err; i++)
        look->player[i].stamp = stamps[i];
    free(stamps);
    return err;
}

static enum store_err read_one_player(struct look_player *player, struct store *store)
{
    size_t count = 0;
    struct session_row *sessions = calloc(SESSIONS_READ, sizeof *sessions);
    player->session = calloc(SESSIONS_READ, sizeof *player->session);
    enum store_err err = sessions && player->session ? STORE_OK : STORE_E_MEMORY;
    if (!err)
        err = store_player(store, player->player_id, &player->player);
    if (!err)
        err = store_sessions(store, player->player_id, sessions, SESSIONS_READ, &count);
    for (size_t i = 0; i < count && !err; i++)
        memcpy(player->session[i], sessions[i].token_hash, ROW_HASH_BYTES);
    player->session_count = err ? 0 : count;
    player->is_read = !err;
    free(sessions);
    return err == STORE_E_MISSING ? STORE_OK : err;
}

static enum store_err read_changed(struct look_player *player, struct store *store)
{
    if (player->whole) {
        online_read_run(&player->whole->question, store);
        return player->whole->err == STORE_E_MISSING ? STORE_OK : player->whole->err;
    }
    return player->stamp.stamp == player->had_stamp ? STORE_OK : read_one_player(player, store);
}

static enum store_err read_rows(struct look *look, struct store *store)
{
    enum store_err err = STORE_OK;
    for (size_t i = 0; i < look->game_count && !err; i++)
        err = read_one_game(&look->game[i], store);
    if (!err)
        err = read_stamps(look, store);
    for (size_t i = 0; i < look->player_count && !err; i++)
        err = read_changed(&look->player[i], store);
    return err;
}

/* The queue and the matches before the games that may have come of them: see service_refresh_queue. */
void look_run(struct store_question *question, struct store *store)
{
    struct look *look = (struct look *)question;
    enum store_err err = look->is_full ? read_queue(look, store) : STORE_OK;
    if (!err && look->is_full)
        err = list_changed(look, store);
    if (!err && look->is_full)
        err = list_new(look, store);
    if (!err && look->is_walk)
        err = list_orphans(look, store);
    if (!err)
        err = list_missing(look, store);
    if (!err)
        err = read_rows(look, store);
    look->err = err;
}
