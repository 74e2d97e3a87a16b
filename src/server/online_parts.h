/* Shared by the files online*.c; not for other files. */
#ifndef SERVER_ONLINE_PARTS_H
#define SERVER_ONLINE_PARTS_H

#include "api/event_write.h"
#include "server/online.h"

enum { ENTROPY_POOL = 256, CHAT_SENT = STORE_CHAT_KEPT };

/* A move of the computer that could not be stored. It is tried again once the store works. */
struct retry_move {
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
    struct buffer update;           /* the last game-update, as spectators get it */
    size_t update_turn_at;          /* where a player's copy of it has `isYourTurn` */
    int32_t update_of;              /* the snapshot it was written from; -1: none of this turn */
    uint64_t entropy[ENTROPY_POOL]; /* fresh random bits, each used once */
    int entropy_left;
    bool is_dirty;         /* this turn has something to commit or to send */
    bool is_failing;       /* the last write to the store failed */
    int64_t next_check_ms; /* when to look for overdue games, or to probe a failing store */
    struct row probe;      /* a player's row as it is in the store; the probe writes it again */
    bool has_probe;
    struct store_cursor overdue; /* how far the list of overdue games has been read */
    struct retry_move *retries;  /* a growing array */
    size_t retry_count, retry_capacity;
    struct chat_row chat[CHAT_SENT];
};

struct moment online_moment(struct online *online, int64_t now_ms);

/* online_load.c: reads from the store what a command needs. FETCH_FAILED: the store does not
 * answer. FETCH_FULL: the service has no space for it in this turn. */
enum fetch { FETCH_DONE, FETCH_MISSING, FETCH_FAILED, FETCH_FULL };

enum fetch online_fetch(struct online *online, const struct need *need,
                        struct service_command *command, int64_t now_ms);

/* Ends games whose deadline on the calendar has passed, a page at a time. */
void online_expire(struct online *online, int64_t now_ms);

/* online_send.c: sends one message of the service to its receiver. */
void online_send(struct online *online, const struct message *message, const struct outbox *outbox,
                 int64_t now_ms);

/* online_turn.c: checks whether a failing store works again. */
void online_probe(struct online *online, int64_t now_ms);

/* This row is in the store, so the next probe may write it again. */
void online_set_probe(struct online *online, const struct player_row *player);

#endif
