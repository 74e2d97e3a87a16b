/* The host of the tests and its store: plain arrays of rows. */
#ifndef PLAY_HOST_STORE_TEST_H
#define PLAY_HOST_STORE_TEST_H

#include "play/fixture_test.h"
#include "play/model_test.h"
#include "play/service.h"
#include "play/service_parts.h"

enum { STORED_MAX = 500, HEARD_MAX = 600, CONNS = 12 };

struct heard {
    struct message message;
    struct snapshot snapshot; /* zero if none */
    struct chat_row chat;
};

struct host {
    struct service *service;
    void *memory;
    struct service_setup setup;
    struct moment now;
    uint64_t random;
    bool fails;
    int turns_failed;
    struct game_row game[STORED_MAX];
    struct player_rows player[STORED_MAX];
    struct session_row session[STORED_MAX];
    struct queue_row queue[STORED_MAX];
    struct request_row request[STORED_MAX];
    struct account_row account;       /* the last one written */
    int64_t owner, owned_skeleton;    /* the only name that belongs to an account */
    struct moderation_row moderation; /* the last one written */
    struct rated_row last_rated;
    struct match_row match;       /* the last one written, and … */
    struct presence_row presence; /* … the last presence, and … */
    int presences;                /* … how many; of a shared database */
    int games, players, sessions, queued, requests, chats, rated;
    struct heard heard[HEARD_MAX]; /* in the last turn */
    int heard_count;
    struct need need;
    bool has_fetched;   /* rows were loaded in this turn */
    bool is_over;       /* the turn has ended */
    const char *broken; /* the first claim that was false */
};

static inline void host_claim(struct host *host, bool is_true, const char *claim)
{
    if (!is_true && !host->broken)
        host->broken = claim;
}

#define HOST_CLAIM(host, claim) host_claim(host, claim, #claim)

static inline struct game_row *host_game(struct host *host, int64_t id)
{
    for (int i = 0; i < host->games; i++)
        if (host->game[i].id == id)
            return &host->game[i];
    return NULL;
}

static inline struct player_rows *host_player(struct host *host, int64_t id)
{
    for (int i = 0; i < host->players; i++)
        if (host->player[i].player.id == id)
            return &host->player[i];
    return NULL;
}

static inline struct session_row *host_session(struct host *host, const uint8_t *hash)
{
    for (int i = 0; i < host->sessions; i++)
        if (memcmp(host->session[i].token_hash, hash, ROW_HASH_BYTES) == 0)
            return &host->session[i];
    return NULL;
}

static inline void host_write_player(struct host *host, const struct player_row *row)
{
    struct player_rows *known = host_player(host, row->id);
    HOST_CLAIM(host, host->players < STORED_MAX);
    bool has_account = known && known->player.has_account;
    (known ? known : &host->player[host->players++])->player = *row;
    host_player(host, row->id)->player.has_account = has_account;
}

static inline void host_write_session(struct host *host, const struct session_row *row)
{
    struct session_row *known = host_session(host, row->token_hash);
    HOST_CLAIM(host, host->sessions < STORED_MAX);
    if (row->is_use && !known)
        return;
    *(known ? known : &host->session[host->sessions++]) = *row;
}

static inline void host_write_logout(struct host *host, const struct logout_row *row)
{
    for (int i = host->sessions; i-- > 0;)
        if (host->session[i].player_id == row->player_id &&
            (row->is_everywhere ||
             memcmp(host->session[i].token_hash, row->token_hash, ROW_HASH_BYTES) == 0))
            host->session[i] = host->session[--host->sessions];
}

static inline void host_write_queue(struct host *host, const struct queue_row *row)
{
    for (int i = 0; i < host->queued; i++)
        if (host->queue[i].player_id == row->player_id)
            host->queue[i] = host->queue[--host->queued];
    if (row->is_waiting)
        host->queue[host->queued++] = *row;
}

static inline void host_write_sanction(struct sanction_row *known, const struct sanction_row *row)
{
    known->player_id = row->player_id;
    if (row->mute_ms != SANCTION_KEEP)
        known->mute_ms = row->mute_ms;
    if (row->ban_ms != SANCTION_KEEP)
        known->ban_ms = row->ban_ms;
}

static inline struct request_row *host_request(struct host *host, int64_t player_id,
                                               const char *request)
{
    for (int i = 0; i < host->requests; i++)
        if (host->request[i].player_id == player_id &&
            strcmp(host->request[i].request, request) == 0)
            return &host->request[i];
    return NULL;
}

static inline void host_write(struct host *host, const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_PLAYER:
        host_write_player(host, &row->player);
        break;
    case ROW_RATING:
        host_player(host, row->rating.player_id)->rating[row->rating.class] = row->rating;
        break;
    case ROW_SESSION:
        host_write_session(host, &row->session);
        break;
    case ROW_GAME:
        HOST_CLAIM(host, host->games < STORED_MAX && !host_game(host, row->game.id));
        host->game[host->games++] = row->game;
        break;
    case ROW_JOIN:
        HOST_CLAIM(host, model_join(host_game(host, row->join.game_id), &row->join));
        break;
    case ROW_MOVE:
        HOST_CLAIM(host, model_move(host_game(host, row->move.game_id), &row->move));
        break;
    case ROW_RESULT:
        HOST_CLAIM(host, model_result(host_game(host, row->result.game_id), &row->result));
        break;
    case ROW_OFFER:
        HOST_CLAIM(host, model_offer(host_game(host, row->offer.game_id), &row->offer));
        break;
    case ROW_CHAT:
        HOST_CLAIM(host, row->chat.seq == host_game(host, row->chat.game_id)->chat_seq + 1);
        host_game(host, row->chat.game_id)->chat_seq++;
        host->chats++;
        break;
    case ROW_QUEUE:
        host_write_queue(host, &row->queue);
        break;
    case ROW_ACCOUNT:
        host->account = row->account;
        host_player(host, row->account.player_id)->player.has_account = true;
        break;
    case ROW_LOGOUT:
        host_write_logout(host, &row->logout);
        break;
    case ROW_ERASE:
        host_write_logout(host, &(struct logout_row){row->erase.player_id, true, {0}});
        host_player(host, row->erase.player_id)->player.erased_ms = row->erase.erased_ms;
        break;
    case ROW_REQUEST:
        HOST_CLAIM(host, host->requests < STORED_MAX && host_game(host, row->request.game_id));
        HOST_CLAIM(host, !host_request(host, row->request.player_id, row->request.request));
        host->request[host->requests++] = row->request;
        break;
    case ROW_SANCTION:
        host_write_sanction(&host_player(host, row->sanction.player_id)->sanction, &row->sanction);
        break;
    case ROW_MODERATION:
        host->moderation = row->moderation;
        break;
    case ROW_REMATCH:
        host_game(host, row->rematch.game_id)->rematch = row->rematch.rematch;
        host_game(host, row->rematch.game_id)->version++;
        break;
    case ROW_PRESENCE:
        host->presence = row->presence;
        host->presences++;
        if (host_player(host, row->presence.player_id))
            host_player(host, row->presence.player_id)->presence = row->presence;
        break;
    case ROW_MATCH:
        host->match = row->match;
        break;
    default:
        HOST_CLAIM(host, row->kind == ROW_RATED);
        host->last_rated = row->rated;
        host->rated++;
    }
}

#endif
