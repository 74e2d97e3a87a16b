/* The result of one turn of the loop: rows to write, and messages to send once they are committed.
 *
 * The order is the promise: the host writes and commits all rows, tells the service the outcome
 * (service_settle), and only then sends the messages, in their order. So a message never tells
 * anything that is not committed. */
#ifndef PLAY_OUTBOX_H
#define PLAY_OUTBOX_H

#include "play/command.h"
#include "play/refusal.h"
#include "play/rows.h"
#include "play/snapshot.h"

/* Events by their names on the wire. Those in brackets go to the host. */
#define EVENTS(X)                                     \
    X(REPLY, "[reply]")                               \
    X(BOT_WANTED, "[bot-wanted]")                     \
    X(SESSION, "session")                             \
    X(SESSION_REPLACED, "session-replaced")           \
    X(SESSION_ENDED, "session-ended")                 \
    X(QUEUE_UPDATE, "queue-update")                   \
    X(MATCH_FOUND, "match-found")                     \
    X(MATCH_CANCELLED, "match-cancelled")             \
    X(GAME_CANCELLED, "game-cancelled")               \
    X(GAME_START, "game-start")                       \
    X(GAME_UPDATE, "game-update")                     \
    X(GAME_OVER, "game-over")                         \
    X(OPPONENT_DISCONNECTED, "opponent-disconnected") \
    X(OPPONENT_RECONNECTED, "opponent-reconnected")   \
    X(DRAW_OFFERED, "draw-offered")                   \
    X(DRAW_DECLINED, "draw-declined")                 \
    X(REMATCH_OFFERED, "rematch-offered")             \
    X(REMATCH_DECLINED, "rematch-declined")           \
    X(CHAT_MESSAGE, "chat-message")                   \
    X(SPECTATORS, "spectators")

enum event {
#define EVENT_ENUM(name, text) EVENT_##name,
    EVENTS(EVENT_ENUM)
#undef EVENT_ENUM
        EVENT_COUNT
};

enum audience {
    TO_CONN,       /* one connection */
    TO_SPECTATORS, /* all spectators of game_id; service_spectator lists them */
    TO_HOST
};

#define MATCH_REASONS(X)                                            \
    X(DECLINED, "declined")         /* the other player declined */ \
    X(TIMEOUT, "timeout")           /* a player did not answer */   \
    X(DISCONNECTED, "disconnected") /* the other player left */     \
    X(ELSEWHERE, "elsewhere")       /* the other player began another game */

enum match_reason {
#define MATCH_REASON_ENUM(name, text) MATCH_##name,
    MATCH_REASONS(MATCH_REASON_ENUM)
#undef MATCH_REASON_ENUM
        MATCH_REASON_COUNT
};

/* The fields that are set, by event:
 *   all of games game_id, seat (the receiver's, or ROW_NOBODY), snapshot
 *   REPLY        command, ack, refusal, detail, and the command's result: snapshot, game_id, ply,
 *                size (JOIN_QUEUE), player_id and name (CONNECT, SET_NAME, REST_ME), is_repeat
 *                (the move or the game of an earlier copy of the command)
 *   SESSION      player_id, name; the host adds the token
 *   SESSION_ENDED is_erased; made by the host, which closes the connection afterwards
 *   QUEUE_UPDATE size          MATCH_FOUND  match_id, name, rating, is_provisional, wait_ms
 *   MATCH_CANCELLED match_id, reason, is_waiting (back in the queue), wait_ms (until the
 *                receiver may queue again)
 *   GAME_OVER    snapshot; has_rating, before, after, counts (for leaderboards)
 *   OPPONENT_*   seat, wait_ms  DRAW_*, REMATCH_*  seat
 *   CHAT_MESSAGE row (a chat row of this outbox), name, from (a seat or ROW_NOBODY)
 *   SPECTATORS   size           BOT_WANTED  snapshot, ply, level, style,
 *                address (of the player who made the computer think; 0: unknown) */
struct message {
    uint8_t event, to, command, refusal, seat, from, reason, level, style;
    bool is_repeat, is_waiting, is_provisional, has_rating, is_erased;
    bool is_swapped;             /* of messages about a game: seat 0 is O, as in its snapshot */
    int32_t conn, snapshot, row; /* -1: none */
    int32_t ply, size, rating;
    uint64_t ack, address;
    int64_t game_id, match_id, player_id, wait_ms;
    struct refusal_detail detail;
    double before[ROW_SEATS], after[ROW_SEATS];
    bool counts[ROW_SEATS];
    char name[ROW_NAME_SIZE];
};

struct outbox_setup {
    int32_t rows, messages, snapshots;
};

/* The first rows, messages and snapshots may come from refreshing (service_shared.h) or from a disconnect: those rows are
 * stored already, and those messages stay when the turn fails. */
struct outbox {
    struct outbox_setup max;
    struct outbox_setup refreshed; /* how many */
    struct row *row;
    struct message *message;
    struct snapshot *snapshot;
    int32_t row_count, message_count, snapshot_count;
};

size_t outbox_size(const struct outbox_setup *setup);
void outbox_open(struct outbox *outbox, void *memory, const struct outbox_setup *setup);

/* The game that a row changes; 0: none. */
int64_t row_game(const struct row *row);

/* The rows to write. */
const struct row *outbox_rows(const struct outbox *outbox, size_t *count);

bool outbox_has_space(const struct outbox *outbox, int rows, int messages, int snapshots);

/* The next free one, all zero (a message: without receiver, snapshot and row). There must be space. */
struct row *outbox_row(struct outbox *outbox, enum row_kind kind);
struct message *outbox_message(struct outbox *outbox, enum event event);
struct snapshot *outbox_snapshot(struct outbox *outbox, int32_t *index);

/* After a failed commit: only the replies stay, and all become REFUSAL_STORE. That includes commands
 * that were refused already, because the reason may have been undone with the turn. */
void outbox_fail(struct outbox *outbox);

/* Only what came from refreshing stays; and: all that is there now has come from refreshing. */
void outbox_undo(struct outbox *outbox);
void outbox_keep(struct outbox *outbox);
void outbox_clear(struct outbox *outbox);

const char *event_name(enum event event);
const char *match_reason_name(enum match_reason reason);

#endif
