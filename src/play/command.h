/* The commands of the service, decoded: one table of their kinds, one plain struct for all.
 *
 * A plain name is an event on the wire. A name with a slash comes from REST, one in brackets from
 * the host itself and never from a client. The number is the cost in tokens of the rate limit
 * (limits.h). */
#ifndef PLAY_COMMAND_H
#define PLAY_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fourfall.h"
#include "play/rows.h"
#include "play/ruleset.h"

#define COMMANDS(X)                          \
    X(CONNECT, "[connect]", 1)               \
    X(DISCONNECT, "[disconnect]", 0)         \
    X(SET_NAME, "set-name", 4)               \
    X(JOIN_QUEUE, "join-queue", 2)           \
    X(LEAVE_QUEUE, "leave-queue", 1)         \
    X(CONFIRM_MATCH, "confirm-match", 1)     \
    X(DECLINE_MATCH, "decline-match", 1)     \
    X(CREATE_GAME, "create-game", 8)         \
    X(JOIN_GAME, "join-game", 8)             \
    X(CANCEL_GAME, "cancel-game", 2)         \
    X(MAKE_MOVE, "make-move", 1)             \
    X(RESIGN, "resign", 1)                   \
    X(OFFER_DRAW, "offer-draw", 4)           \
    X(ACCEPT_DRAW, "accept-draw", 1)         \
    X(DECLINE_DRAW, "decline-draw", 1)       \
    X(REQUEST_REMATCH, "request-rematch", 4) \
    X(ACCEPT_REMATCH, "accept-rematch", 1)   \
    X(DECLINE_REMATCH, "decline-rematch", 1) \
    X(RESUME, "resume", 2)                   \
    X(CHAT_MESSAGE, "chat-message", 3)       \
    X(WATCH, "watch", 3)                     \
    X(UNWATCH, "unwatch", 1)                 \
    X(REST_ME, "/me", 1)                     \
    X(REST_CREATE, "/games", 8)              \
    X(REST_STATE, "/games/state", 1)         \
    X(REST_MOVE, "/games/moves", 1)          \
    X(REST_VALIDATE, "/games/validate", 1)   \
    X(REST_ACCOUNT, "/account", 4)           \
    X(REST_LOGIN, "/login", 1)               \
    X(REST_LOGOUT, "/logout", 1)             \
    X(REST_LOGOUT_ALL, "/logout-all", 4)     \
    X(REST_ERASE, "/me/delete", 8)           \
    X(REST_MODERATE, "/moderation", 4)       \
    X(BOT_MOVE, "[bot-move]", 0)             \
    X(EXPIRE, "[expire]", 0)

enum command_kind {
#define COMMAND_ENUM(name, text, cost) COMMAND_##name,
    COMMANDS(COMMAND_ENUM)
#undef COMMAND_ENUM
        COMMAND_COUNT
};

enum { CONN_NONE = -1, PLY_ANY = -1 };

/* The names that a command may bring: its own, and those of new guests on its seats. REST_ACCOUNT: the player's name
 * and the login. */
enum { NAME_OF_COMMAND, NAME_OF_SEATS, NAMES_OF_COMMAND = NAME_OF_SEATS + ROW_SEATS };

enum { NAME_RESERVED = -1 }; /* the owner of a name that nobody may have */

/* Who shall sit on a seat of a new game. */
enum seat_wish {
    WISH_ME,     /* the player who sends the command */
    WISH_ANYONE, /* the player who joins with the code */
    WISH_BOT,    /* the computer, with level and style */
    WISH_NEW     /* a new guest, with name and fresh token hash; REST only */
};

struct seat_order {
    uint8_t wish; /* enum seat_wish */
    uint8_t level, style;
    const char *name; /* WISH_NEW; may be null */
    size_t name_len;
    uint8_t fresh_hash[ROW_HASH_BYTES];
};

/* After SERVICE_NEED the host gives the same command again. */
enum attempt {
    ATTEMPT_FIRST,
    ATTEMPT_AGAIN, /* what was needed has been loaded */
    ATTEMPT_FINAL  /* what was needed does not exist */
};

/* One command. Each kind reads only its own fields. The texts are the caller's; they must live as
 * long as the call. */
struct service_command {
    uint8_t kind;     /* enum command_kind */
    uint8_t attempt;  /* enum attempt */
    bool has_session; /* ATTEMPT_FINAL: the sender's session exists; something else does not */
    uint64_t address; /* a keyed hash of the sender's address, for limits.h */
    int32_t conn;     /* the sender's connection; CONN_NONE: REST, and then … */
    bool has_token;   /* … the hash of the sender's token. CONNECT has both */
    uint8_t token_hash[ROW_HASH_BYTES];
    uint8_t fresh_hash[ROW_HASH_BYTES]; /* of a new token: CONNECT, REST_LOGIN, REST_LOGOUT_ALL */
    uint8_t ended_hash[ROW_HASH_BYTES]; /* REST_LOGOUT: of the token that ends … */
    bool ends_session;                  /* … or REST_LOGIN, which may end one, too */
    uint16_t agent;                     /* the sender's, see rows.h */
    uint64_t ack;                       /* the host's own; comes back in the reply */
    int64_t game_id, match_id;
    const char *name; /* JOIN_QUEUE, SET_NAME, CONNECT, REST_ERASE; null: none */
    size_t name_len;
    struct ruleset rules;   /* JOIN_QUEUE, CREATE_GAME, REST_CREATE */
    struct clock_row clock; /* … */
    bool is_rated, is_public, is_async;
    struct seat_order seat[ROW_SEATS]; /* CREATE_GAME, REST_CREATE */
    bool is_either_side;               /* … chance decides which of the two is red */
    int32_t column, ply;               /* moves; ply PLY_ANY: the current one */
    uint8_t action;                    /* … ff_action */
    bool knows_variants;               /* JOIN_GAME: the client can play all rules */
    const char *text;                  /* CHAT_MESSAGE; null: send the quick message instead */
    size_t text_len;
    uint16_t quick;
    char code[ROW_CODE_SIZE]; /* JOIN_GAME */
    /* CREATE_GAME, REST_CREATE: the client's own id of this request, empty for none. A player who
     * sends the same one again gets the game it made the first time. */
    char request[ROW_REQUEST_SIZE];
    int64_t created_id; /* that game; the host sets it for NEED_REQUEST */
    /* REST_ACCOUNT: the new row; the service sets its player. REST_LOGIN: what the login changes of the
     * account, or null. */
    const struct account_row *account;
    bool ends_sessions; /* REST_ACCOUNT: all sessions of the player end; fresh_hash is a new one */
    int64_t player_id;  /* REST_LOGIN: the player whose secret was verified */
    /* The host sets these for NEED_NAME: which names it has looked up, and whose accounts they belong to; 0: nobody's. */
    uint8_t looked_up;
    int64_t owner[NAMES_OF_COMMAND]; /* or NAME_RESERVED */
    bool has_device; /* REST_LOGIN, REST_ACCOUNT: remember this device of the player */
    uint8_t device_hash[ROW_HASH_BYTES];
    /* REST_MODERATE: what to do, and its player as stored. The host has checked that the sender is a
     * moderator; the service sets moderator_id and at_ms. */
    const struct moderation_row *moderation;
    const struct player_rows *moderated;
};

/* A command without a sender: CONN_NONE, PLY_ANY, the rest zero. */
struct service_command command_of(enum command_kind kind);

/* After what a command needs was looked for, sets its attempt. `is_session`: that was the sender's session. */
void command_looked(struct service_command *command, bool is_session, bool is_there);

/* Before a command is given again because its turn was refused: what was looked up for it may have changed. */
void command_again(struct service_command *command);

/* "make-move"; "?" for an unknown kind. */
const char *command_name(enum command_kind kind);
int command_cost(enum command_kind kind);

/* The kind of a client's event; false for unknown names and for commands of REST and the host. */
bool command_read(enum command_kind *out, const char *name, size_t len);

#endif
