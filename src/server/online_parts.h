/* Shared by the files online*.c; not for other files. */
#ifndef SERVER_ONLINE_PARTS_H
#define SERVER_ONLINE_PARTS_H

#include "api/event_write.h"
#include "server/online.h"
#include "server/online_pending.h"

enum { ENTROPY_POOL = 256, OVERDUE_PAGE = 32 };

/* A move of the computer that could not be stored. It is tried again once the store works. */
struct retry_move {
    int64_t game_id;
    int32_t ply, move;
};

/* A page of the games whose deadline on the calendar has passed, and how far that list has been read. */
struct overdue_games {
    struct store_question question;
    struct online *online;
    bool is_asking;
    int64_t wall_ms;
    struct store_cursor cursor;
    struct store_listed page[OVERDUE_PAGE];
    size_t count;
};

/* Commands of one connection that are not decided: all of them, and those whose rows are being read. */
struct conn_waits {
    uint16_t all, reading;
};

struct online {
    struct online_setup setup;
    bool is_inline; /* the store does everything inside the call: nothing ever waits */
    bool is_shared; /* with other nodes */
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
    int64_t now_ms;          /* of the last call */
    int64_t clock_offset_ms; /* added to the wall clock */
    int repeats;             /* how often the turn was decided again */
    struct store_turn turn;
    bool is_committing; /* the turn is on its way: nothing is decided before its outcome is known */
    bool is_tick_due;   /* the tick came during a commit */
    struct pending_list waiting, ready; /* for the end of the turn; ready: their rows are there */
    struct pending_list decided;        /* in this turn; only with a database server */
    int32_t reading;                    /* commands whose rows are being read */
    struct conn_waits *waits;           /* by connection */
    bool is_dirty;                      /* this turn has something to commit or to send */
    bool is_failing;                    /* the last write to the store failed */
    int64_t next_check_ms; /* when to look for overdue games, or to probe a failing store */
    struct row probe;      /* a player's row as it is in the store; the probe writes it again */
    bool has_probe, is_probing;
    struct store_turn probe_turn;
    struct overdue_games overdue;
    struct retry_move *retries; /* a growing array */
    size_t retry_count, retry_capacity;
    struct online_read chat; /* of the reply that is being sent */
};

/* online_decide.c: the turn has ended; decides the commands that have waited for it. */
void online_resume(struct online *online, int64_t now_ms);

/* Replies to a command that the service has not decided. */
void online_refuse(struct online *online, const struct service_command *command,
                   enum refusal refusal, int64_t now_ms);

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
