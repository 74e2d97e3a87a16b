/* Shared by pushes.c and push_note.c; not for other files. */
#ifndef SERVER_PUSHES_PARTS_H
#define SERVER_PUSHES_PARTS_H

#include "server/pushes.h"

enum {
    PUSH_FLIGHTS = 16,
    PUSH_NOTES_MAX = 1024, /* events whose devices are being looked up; further ones are left out */
    PUSH_PAGE = 256,
    PUSH_LOOKED_MAX = 64, /* messages prepared at a time */
    LOOK_AGAIN_MS = 500
};

/* A message that is due, and what is needed to send it. */
struct push_looked {
    struct push_due_row due;
    struct push_row to;
    enum store_err err; /* STORE_E_MISSING: there is nothing to tell any more */
    struct game_row game;
    char opponent[ROW_NAME_SIZE];
    int seat;
};

/* The look at the queue that is under way. */
struct push_look {
    struct store_question question; /* the first member: the question is the look */
    struct pushes *pushes;
    bool is_asking, is_outdated; /* is_outdated: a message was added meanwhile */
    int64_t wall_ms;
    int64_t flight[PUSH_FLIGHTS]; /* the players whose messages were being sent: theirs wait */
    int flight_count;
    enum store_err err;
    bool is_full;     /* more are due than could be prepared */
    int64_t later_ms; /* when the first is due that is not due yet */
    struct push_looked looked[PUSH_LOOKED_MAX];
    int count;
};

struct pushes {
    struct pushes_setup setup;
    struct push_senders senders;
    int64_t flight[PUSH_FLIGHTS]; /* the players whose messages are being sent, or noted as sent */
    int flight_count;
    int64_t next_ms; /* when to look at the queue; 0: at once */
    struct push_look look;
    struct push_note *notes; /* under way */
    int note_count;
};

/* Something is done with the store: devices are looked up, or rows are written. It ends by itself. */
struct push_note {
    struct store_question question; /* the first member: the question is the note */
    struct store_turn turn;
    struct push_note *next, **link;
    struct pushes *pushes;
    size_t count;   /* of `rows` */
    int64_t flight; /* the player whose flight ends with the write; 0: none */
    /* push_note.c: an event of a game, which seats should hear of it, and their devices. */
    int64_t game_id, wall_ms;
    enum push_kind kind;
    uint16_t ply;
    bool is_for[ROW_SEATS];
    enum store_err err;
    int64_t player_id[ROW_SEATS];
    size_t device_count[ROW_SEATS];
    /* Each game that ends makes a note. These 30 KiB, of which few are used, are not cleared for it. */
    struct row rows[ROW_SEATS * STORE_PUSHES_KEPT];
    struct push_row device[ROW_SEATS][STORE_PUSHES_KEPT];
};

/* Null, and a line of the log, if there is no memory or too much is under way. */
struct push_note *push_note_new(struct pushes *pushes);
void push_note_free(struct push_note *note);

/* Writes note->rows in a transaction of their own, and frees the note. A failure is logged. */
void push_note_write(struct push_note *note);

#endif
