#include "server/online_read.h"

#include <sodium.h>
#include <stdlib.h>

#include "store/shared.h"

enum { MATCHES_MAX = 512 };

static enum store_err read_session(struct online_read *read, struct store *store)
{
    enum store_err err = store_session(store, read->need.token_hash, &read->session);
    if (!err)
        err = store_player(store, read->session.player_id, &read->player[0]);
    if (err)
        return err;
    const struct store_account_key key = {.by = STORE_BY_PLAYER,
                                          .player_id = read->session.player_id};
    err = store_account(store, &key, &read->account);
    return err == STORE_E_MISSING ? STORE_OK : err;
}

static enum store_err read_players(struct store *store, const struct game_row *game,
                                   struct player_rows out[ROW_SEATS])
{
    enum store_err err = STORE_OK;
    for (int i = 0; i < ROW_SEATS && !err; i++)
        if (game->seat[i].kind == SEAT_PLAYER)
            err = store_player(store, game->seat[i].player_id, &out[i]);
    return err;
}

enum store_err online_find(struct store *store, int64_t game_id, struct online_found *out)
{
    enum store_err err = store_game(store, game_id, &out->game);
    return err ? err : read_players(store, &out->game, out->player);
}

static enum store_err read_game(struct online_read *read, struct store *store)
{
    enum store_err err = store_game(store, read->need.game_id, &read->game);
    return err ? err : read_players(store, &read->game, read->player);
}

/* ---- a player of a shared database ---- */

static enum store_err read_waiting(struct online_read *read, struct store *store)
{
    enum store_err err = store_waiting(store, read->need.player_id, &read->waiting);
    read->has_waiting = !err;
    return err == STORE_E_MISSING ? STORE_OK : err;
}

static enum store_err read_match(struct online_read *read, struct store *store)
{
    size_t count = 0;
    struct match_row *matches = calloc(MATCHES_MAX, sizeof *matches);
    if (!matches)
        return STORE_E_MEMORY;
    enum store_err err = store_matches(store, matches, MATCHES_MAX, &count);
    for (size_t i = 0; i < count && !err; i++)
        for (int seat = 0; seat < ROW_SEATS; seat++)
            if (matches[i].player_id[seat] == read->need.player_id) {
                read->match = matches[i];
                read->has_match = true;
            }
    free(matches);
    return err;
}

static enum store_err read_running(struct online_read *read, struct store *store)
{
    int64_t id[ONLINE_FOUND_MAX];
    size_t count = 0;
    enum store_err err =
        store_look_players(store, &read->need.player_id, 1, NULL, 0, id, ONLINE_FOUND_MAX, &count);
    if (err || count == 0)
        return err;
    free(read->found);
    read->found_count = 0;
    read->found = calloc(count, sizeof *read->found);
    if (!read->found)
        return STORE_E_MEMORY;
    for (size_t i = 0; i < count && !err; i++) {
        err = online_find(store, id[i], &read->found[read->found_count]);
        read->found_count += !err;
        if (err == STORE_E_MISSING)
            err = STORE_OK;
    }
    return err;
}

/* The queue and the match are read before the games: a match that is gone by then has left its game, or nothing. */
static enum store_err read_player(struct online_read *read, struct store *store)
{
    struct store_stamp stamp = {.player_id = read->need.player_id};
    enum store_err err = read_waiting(read, store);
    if (!err)
        err = read_match(read, store);
    if (!err)
        err = read_running(read, store);
    if (!err)
        err = store_stamps(store, &stamp, 1);
    if (!err)
        err = store_player(store, read->need.player_id, &read->player[0]);
    read->stamp = stamp.stamp;
    return err;
}

static enum store_err read_name(struct online_read *read, struct store *store)
{
    enum store_err err = store_name_owner(store, read->need.skeleton, &read->owner);
    return err == STORE_E_MISSING ? STORE_OK : err;
}

static enum store_err read_need(struct online_read *read, struct store *store)
{
    switch ((enum need_kind)read->need.kind) {
    case NEED_SESSION:
        return read_session(read, store);
    case NEED_GAME:
        return read_game(read, store);
    case NEED_NAME:
        return read_name(read, store);
    case NEED_REQUEST:
        return store_request(store, read->need.player_id, read->need.request, &read->created_id);
    case NEED_PLAYER:
        return read_player(read, store);
    case NEED_CODE:
        break;
    }
    return read->need.code[0] ? store_game_by_code(store, read->need.code, &read->game)
                              : STORE_E_MISSING;
}

/* Without memory or an answer the chat stays away; the game is still shown. */
static void read_chat(struct online_read *read, struct store *store, enum chat_channel channel)
{
    struct chat_row *rows = calloc(STORE_CHAT_KEPT, sizeof *rows);
    if (rows && store_chat(store, read->need.game_id, channel, rows, STORE_CHAT_KEPT,
                           &read->chat_count[channel]) != STORE_OK)
        read->chat_count[channel] = 0;
    free(read->chat[channel]);
    read->chat[channel] = rows;
}

void online_read_run(struct store_question *question, struct store *store)
{
    struct online_read *read = (struct online_read *)question;
    read->err = read->wants_need ? read_need(read, store) : STORE_OK;
    if (read->wants_chat && !read->err) {
        read_chat(read, store, CHAT_PLAYERS);
        read_chat(read, store, CHAT_SPECTATORS);
    }
}

void online_read_clear(struct online_read *read)
{
    free(read->chat[CHAT_PLAYERS]);
    free(read->chat[CHAT_SPECTATORS]);
    free(read->found);
    sodium_memzero(read, sizeof *read);
}

void online_read_free(struct online_read *read)
{
    if (read)
        online_read_clear(read);
    free(read);
}
