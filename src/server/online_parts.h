/* What the files of the online service share; nobody else includes this. */
#ifndef SERVER_ONLINE_PARTS_H
#define SERVER_ONLINE_PARTS_H

#include "api/event_write.h"
#include "server/online.h"

enum { ENTROPY_POOL = 256, CHAT_SENT = STORE_CHAT_KEPT };

/* A move of the computer's that could not be stored. */
struct again {
    int64_t game_id;
    int32_t ply, column;
};

struct online {
    struct online_setup setup;
    struct service *service;
    void *memory;
    struct online_clients clients;
    struct thinkers *thinkers;
    struct buffer out;              /* each frame is written here, then sent */
    struct buffer update;           /* game-update as spectators get it, and where the */
    size_t update_turn_at;          /* players' `isYourTurn` belongs */
    int32_t update_of;              /* the snapshot in it; -1: none of this turn */
    uint64_t entropy[ENTROPY_POOL]; /* fresh random bits, each used once */
    int entropy_left;
    bool is_dirty;            /* something happened in this turn */
    bool is_failing;          /* the last write to the store failed */
    int64_t probe_ms, due_ms; /* when to try the store again, when to look for games overdue */
    struct row probe;         /* a row that is in the store just like this */
    bool has_probe;
    struct store_cursor due;
    struct again *again; /* to be tried once the store works; grows */
    size_t again_count, again_room;
    struct chat_row chat[CHAT_SENT];
};

struct moment online_moment(struct online *online, int64_t now_ms);

/* online_load.c: what a command needs. FETCH_FAILED: the store does not answer. FETCH_FULL: there is
 * no place for it now. */
enum fetch { FETCH_DONE, FETCH_MISSING, FETCH_FAILED, FETCH_FULL };

enum fetch online_fetch(struct online *online, const struct need *need,
                        struct service_command *command, int64_t now_ms);

/* Games whose time on the calendar is over. */
void online_expire(struct online *online, int64_t now_ms);

/* online_send.c */
void online_send(struct online *online, const struct message *message, const struct outbox *outbox,
                 int64_t now_ms);

/* online_turn.c */
void online_probe(struct online *online, int64_t now_ms);
void online_remember(struct online *online, const struct player_row *player);

#endif
