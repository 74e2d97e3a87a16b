/* What rows depend on, and in which order a group of them takes its locks. */
#include <string.h>

#include "store/postgres_write.h"

/* Ids of different things may be equal. */
enum key_space { KEY_PLAYER = 1, KEY_GAME, KEY_QUEUE, KEY_PRESENCE, KEY_PUSH, KEY_ROW };

struct key_list {
    struct pg_key *keys;
    int count;
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < len; i++)
        hash = mix(hash, at[i]);
    return hash;
}

static void add_key(struct key_list *list, uint64_t hash, bool is_change)
{
    list->keys[list->count++] = (struct pg_key){hash ? hash : 1, is_change};
}

static void change(struct key_list *list, enum key_space space, int64_t id)
{
    add_key(list, mix(space, (uint64_t)id), true);
}

static void need(struct key_list *list, enum key_space space, int64_t id)
{
    if (id)
        add_key(list, mix(space, (uint64_t)id), false);
}

/* A row whose key has several parts, or is text or bytes. */
static void change_row(struct key_list *list, int64_t id, const void *bytes, size_t len)
{
    add_key(list, mix_bytes(mix(KEY_ROW, (uint64_t)id), bytes, len), true);
}

static int64_t game_of(const struct row *row)
{
    switch (row->kind) {
    case ROW_GAME:
        return row->game.id;
    case ROW_JOIN:
        return row->join.game_id;
    case ROW_MOVE:
        return row->move.game_id;
    case ROW_RESULT:
        return row->result.game_id;
    case ROW_OFFER:
        return row->offer.game_id;
    case ROW_REMATCH:
        return row->rematch.game_id;
    case ROW_RATED:
        return row->rated.game_id;
    default:
        return 0;
    }
}

/* The player that a row is about, or belongs to. */
static int64_t player_of(const struct row *row)
{
    switch (row->kind) {
    case ROW_PLAYER:
        return row->player.id;
    case ROW_RATING:
        return row->rating.player_id;
    case ROW_SESSION:
        return row->session.player_id;
    case ROW_JOIN:
        return row->join.seat.player_id;
    case ROW_QUEUE:
        return row->queue.player_id;
    case ROW_ACCOUNT:
        return row->account.player_id;
    case ROW_LOGOUT:
        return row->logout.player_id;
    case ROW_ERASE:
        return row->erase.player_id;
    case ROW_REQUEST:
        return row->request.player_id;
    case ROW_PUSH:
        return row->push.player_id;
    case ROW_DEVICE:
        return row->device.player_id;
    case ROW_SANCTION:
        return row->sanction.player_id;
    case ROW_REPORT:
        return row->report.player_id;
    case ROW_PASSKEY:
        return row->passkey.player_id;
    case ROW_PASSKEY_GONE:
        return row->passkey_gone.player_id;
    case ROW_PURGE:
        return row->purge.player_id;
    case ROW_PRESENCE:
        return row->presence.player_id;
    case ROW_CODE:
        return row->code.player_id;
    default:
        return 0;
    }
}

static bool changes_player(const struct row *row)
{
    return row->kind == ROW_PLAYER || row->kind == ROW_ACCOUNT || row->kind == ROW_LOGOUT ||
           row->kind == ROW_SANCTION || row->kind == ROW_ERASE || row->kind == ROW_PURGE ||
           row->kind == ROW_CODE;
}

/* Keys of its own table: no group may have the same row twice. */
static void add_own(struct key_list *list, const struct row *row)
{
    switch (row->kind) {
    case ROW_RATING:
        change_row(list, row->rating.player_id, &row->rating.class, sizeof row->rating.class);
        break;
    case ROW_SESSION:
        change_row(list, 0, row->session.token_hash, ROW_HASH_BYTES);
        break;
    case ROW_GAME:
        need(list, KEY_PLAYER, row->game.seat[0].player_id);
        need(list, KEY_PLAYER, row->game.seat[1].player_id);
        break;
    case ROW_CHAT:
        need(list, KEY_GAME, row->chat.game_id);
        break;
    case ROW_QUEUE:
        change(list, KEY_QUEUE, row->queue.player_id);
        break;
    case ROW_REQUEST:
        change_row(list, row->request.player_id, row->request.request,
                   strlen(row->request.request));
        break;
    case ROW_PUSH:
        change_row(list, 0, row->push.endpoint, strlen(row->push.endpoint));
        break;
    case ROW_PUSH_GONE:
        change(list, KEY_PUSH, row->push_gone.id);
        change_row(list, 0, row->push_gone.endpoint, strlen(row->push_gone.endpoint));
        break;
    case ROW_PUSH_DUE:
        need(list, KEY_PUSH, row->push_due.push_id);
        change_row(list, row->push_due.push_id, &row->push_due.game_id,
                   sizeof row->push_due.game_id);
        break;
    case ROW_DEVICE:
        change_row(list, row->device.player_id, row->device.hash, ROW_HASH_BYTES);
        break;
    case ROW_REPORT:
        need(list, KEY_PLAYER, row->report.sender_id);
        break;
    case ROW_REPORT_CLOSED:
        change_row(list, row->report_closed.id, "report", 6);
        break;
    case ROW_PASSKEY:
        change_row(list, 0, row->passkey.id, row->passkey.id_len);
        break;
    case ROW_PASSKEY_GONE:
        change_row(list, 0, row->passkey_gone.id, row->passkey_gone.id_len);
        break;
    case ROW_PRESENCE:
        change(list, KEY_PRESENCE, row->presence.player_id);
        break;
    default:
        break;
    }
}

static void add_match(struct key_list *list, const struct match_row *m)
{
    change_row(list, m->id, "match", 5);
    change(list, KEY_QUEUE, m->player_id[0]);
    change(list, KEY_QUEUE, m->player_id[1]);
}

int pg_keys_of(const struct row *row, struct pg_key keys[PG_KEYS_MAX])
{
    struct key_list list = {keys, 0};
    int64_t game = game_of(row), player = player_of(row);
    if (game)
        change(&list, KEY_GAME, game);
    if (player && changes_player(row))
        change(&list, KEY_PLAYER, player);
    else
        need(&list, KEY_PLAYER, player);
    if (row->kind == ROW_MATCH)
        add_match(&list, &row->match);
    else
        add_own(&list, row);
    return list.count;
}

/* New games stay in the order in which they were created. */
int64_t pg_lock_of(const struct row *row)
{
    if (row->kind == ROW_GAME || row->kind == ROW_CHAT)
        return 0;
    int64_t game = game_of(row);
    return game ? game : player_of(row);
}
