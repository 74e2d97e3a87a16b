#include "server/online_read.h"

#include <sodium.h>
#include <stdlib.h>

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

static enum store_err read_game(struct online_read *read, struct store *store)
{
    enum store_err err = store_game(store, read->need.game_id, &read->game);
    for (int i = 0; i < ROW_SEATS && !err; i++)
        if (read->game.seat[i].kind == SEAT_PLAYER)
            err = store_player(store, read->game.seat[i].player_id, &read->player[i]);
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
    sodium_memzero(read, sizeof *read);
}

void online_read_free(struct online_read *read)
{
    if (read)
        online_read_clear(read);
    free(read);
}
