/* Rows that a command needs, read from the store.
 *
 * online_read_run asks the store, on any thread; what it found is used on the loop's thread (online_load.c). */
#ifndef SERVER_ONLINE_READ_H
#define SERVER_ONLINE_READ_H

#include "play/service.h"
#include "store/async.h"

struct online;
struct pending;

/* A game as read, with its players. */
struct online_found {
    struct game_row game;
    struct player_rows player[ROW_SEATS];
};

enum { ONLINE_FOUND_MAX = 16 };

/* Reads a game with its players. */
enum store_err online_find(struct store *store, int64_t game_id, struct online_found *out);

struct online_read {
    struct store_question question;
    struct pending *pending; /* the command that asks; null: none */
    /* What to read: */
    bool wants_need;
    struct need need;
    bool wants_chat; /* of need.game_id, both channels */
    /* What was read: */
    enum store_err err; /* of the need; E_MISSING: there is no such row */
    struct session_row session;
    struct account_row account; /* of the session's player; its player_id is 0 if there is none */
    struct game_row game;
    struct player_rows player[ROW_SEATS]; /* of the game; the first: of the session or the need */
    /* NEED_PLAYER: */
    uint64_t mark; /* service_mark before the question was asked */
    int64_t stamp;
    bool has_waiting, has_match;
    struct queue_row waiting;
    struct match_row match;
    struct online_found *found; /* running games of the player; null: none */
    size_t found_count;
    int64_t owner, created_id;
    struct chat_row *chat[2]; /* by enum chat_channel; null: not read */
    size_t chat_count[2];
};

/* As store_question's `run`; `question` must be the first member of a struct online_read. */
void online_read_run(struct store_question *question, struct store *store);

/* Gives the service what was read. FETCH_FAILED: the store does not answer. FETCH_FULL: the service has no
 * space for it in this turn. */
enum fetch { FETCH_DONE, FETCH_MISSING, FETCH_FAILED, FETCH_FULL };

enum fetch online_use(struct online *online, const struct online_read *read,
                      struct service_command *command, int64_t now_ms);

/* Wipes what was read; frees the chat, and with online_read_free also `read` itself. Null is allowed there. */
void online_read_clear(struct online_read *read);
void online_read_free(struct online_read *read);

#endif
