/* The online service: players, sessions, lobby and games as one state machine, without a socket, a
 * file or a clock. The host is the server around it. One turn of the host's event loop:
 *
 *   service_do       for every command: decides it in memory and fills the outbox
 *   service_tick     does what is due by time
 *   (the host)       writes the outbox's rows in one transaction
 *   service_settle   committed: keeps the changes. Failed: undoes the whole turn, and every reply
 *                    becomes REFUSAL_STORE
 *   (the host)       sends the outbox's messages
 *   service_sent     empties the outbox
 *
 * Nothing is announced before its rows are committed, because messages are sent last. After
 * service_settle, memory is never ahead of the database, because of the journal (journal.h). A
 * repeated move (same player, ply and column) is answered as accepted; any other move with an old
 * ply is refused and gets a snapshot.
 *
 * While rows cannot be written, play time stands still, and with it live clocks, the time to confirm
 * a match and the grace time of absent players. A game that is not in memory is asked for
 * (SERVICE_NEED). Games that are over or in correspondence leave memory when they were not used for a
 * while.
 *
 * One thread. All memory is one block of the caller's with tables of fixed size: a full service
 * refuses with REFUSAL_SERVER_FULL, it does not grow. */
#ifndef PLAY_SERVICE_H
#define PLAY_SERVICE_H

#include "play/command.h"
#include "play/limits.h"
#include "play/lobby.h"
#include "play/outbox.h"
#include "play/rows.h"
#include "play/waits.h"

/* People behind one address who must be able to play, however small the server is. */
enum { SERVICE_SCHOOL = 200 };

/* Each game in memory may have rules of its own, so nobody can keep others from theirs by playing many. */
enum { SERVICE_ROOMS = 12000, SERVICE_RULESETS = SERVICE_ROOMS + 1 };

struct service_setup {
    int32_t node; /* of a shared database (service_shared.h); 0: alone */
    int32_t conns, players, sessions, rooms, rulesets; /* capacity of memory */
    int32_t rooms_each; /* open games in memory that one address may have created */
    struct lobby_setup lobby;
    struct limits_setup limits;
    struct bucket_rate chat; /* chat messages of one player */
    struct outbox_setup outbox;
    size_t journal_bytes;
    int64_t grace_ms;         /* how long a live game waits for an absent player */
    int64_t open_ms;          /* how long a live game waits to be joined with its code */
    int64_t open_async_ms;    /* … and a correspondence game */
    int64_t idle_ms;          /* how long an unused game stays in memory */
    bool counts_same_network; /* discount.h */
    int64_t opened_ms;        /* wall clock: when this server started … */
    int64_t alive_ms;         /* … and when the one before was last known to run; 0: unknown */
};

extern const struct service_setup service_default;

/* What the host brings to each call. now_ms is monotonic, wall_ms the calendar. random has fresh secret
 * bits; the first two become ids (id.h), the third a join code. */
struct moment {
    int64_t now_ms, wall_ms;
    uint64_t random[3];
};

struct service;

size_t service_size(const struct service_setup *setup);

/* Makes the service in `memory`: service_size bytes, aligned as by malloc. */
struct service *service_open(void *memory, const struct service_setup *setup);

enum service_answer {
    SERVICE_DONE, /* decided; the reply is in the outbox */
    SERVICE_NEED, /* load what *need says, set the attempt, and do it again */
    SERVICE_FULL  /* end this turn first, then do it again */
};

enum need_kind { NEED_SESSION, NEED_GAME, NEED_CODE, NEED_REQUEST, NEED_NAME, NEED_PLAYER };

/* NEED_SESSION: service_load_session. NEED_GAME: service_load_game. NEED_CODE: set the command's
 * game_id to that of the waiting game with this code. NEED_REQUEST: set the command's created_id to
 * the game of this player's request. If the store does not have it: ATTEMPT_FINAL. NEED_NAME: set owner[at] to the
 * player whose account has this name or login, or 0, and bit `at` of looked_up; an ATTEMPT_FINAL stays. NEED_PLAYER, only
 * of a shared database: service_load_player. */
struct need {
    uint8_t kind; /* enum need_kind */
    int64_t game_id, player_id;
    uint8_t token_hash[ROW_HASH_BYTES];
    char code[ROW_CODE_SIZE];
    char request[ROW_REQUEST_SIZE];
    uint8_t at;
    int64_t skeleton; /* base/skeleton.h */
};

/* A connection is a number of the host's below setup.conns, in use from COMMAND_CONNECT to
 * COMMAND_DISCONNECT and free again after the next service_settle. COMMAND_DISCONNECT is never undone,
 * so within a turn that has changed something it waits for service_settle. Each command but
 * COMMAND_DISCONNECT and COMMAND_EXPIRE gets exactly one EVENT_REPLY. After REFUSAL_STORE the host
 * gives a bot's move again. */
enum service_answer service_do(struct service *service, const struct service_command *command,
                               const struct moment *moment, struct need *need);

/* Ends games on time and games of players who stay away, cancels matches that were not confirmed,
 * pairs players whose rating range has grown wide enough, removes unused games from memory. Ten times
 * a second is enough. Games with a deadline_ms on the calendar are listed by the store: the host
 * gives COMMAND_EXPIRE for each. */
enum service_answer service_tick(struct service *service, const struct moment *moment);

const struct outbox *service_outbox(const struct service *service);
void service_settle(struct service *service, bool is_committed, int64_t now_ms);
void service_sent(struct service *service);

/* Stop and restart play time, when the host's probe finds the store failing or working again.
 * service_settle calls them by itself. */
void service_pause(struct service *service, int64_t now_ms);
void service_resume(struct service *service, int64_t now_ms);

/* Load rows from the store. A player or game that is in memory already stays as it is.
 * REFUSAL_SERVER_FULL: end the turn and try again; the second time, memory is full. Inconsistent rows:
 * REFUSAL_NO_SUCH_GAME, REFUSAL_BAD_BOARD, REFUSAL_BAD_TOKEN. On start the host loads every game that
 * service_must_hold and the correspondence queue; everything else when it is needed. */
bool service_must_hold(const struct game_row *game);
enum refusal service_load_session(struct service *service, const struct session_row *session,
                                  const struct player_rows *player);
enum refusal service_load_game(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS],
                               const struct moment *moment);
enum refusal service_load_queue(struct service *service, const struct queue_row *queue,
                                const struct player_rows *player, const struct moment *moment);

/* After a failed compare-and-set the table is ahead of memory: the game will be loaded again before it is used, and its
 * players and spectators are told what is different. Only between turns. */
void service_forget_game(struct service *service, int64_t game_id);

bool service_has_game(const struct service *service, int64_t game_id);

/* False if the game is in memory and is not played over days. */
bool service_may_last_days(const struct service *service, int64_t game_id);

/* Iterates over the connections that watch a game: from CONN_NONE until CONN_NONE. */
int32_t service_spectator(const struct service *service, int64_t game_id, int32_t after);

/* Has the player a connection now, to this server; and, as far as memory knows, to any node? */
bool service_is_online(const struct service *service, int64_t player_id);
bool service_is_present(const struct service *service, int64_t player_id);

/* Is the player in memory? */
bool service_has_player(const struct service *service, int64_t player_id);

/* The player of a connection; 0: none. */
int64_t service_player_of(const struct service *service, int32_t conn);

/* Is the player of this connection in a live game, or waiting for one? */
bool service_is_busy(const struct service *service, int32_t conn);

/* Has this token's player, as far as memory knows, a live game? */
bool service_is_awaited(const struct service *service, const uint8_t token_hash[ROW_HASH_BYTES]);

struct service_counts {
    int32_t conns, players, sessions, rooms, waiting, matches;
    int32_t online; /* connected players */
    uint64_t refused_guests, refused_games;
};

struct service_counts service_count(const struct service *service);

enum { SERVICE_KINDS_MAX = 16 };

/* What the lobby shows. typical_ms: as waits_typical. */
struct service_life {
    int32_t online; /* players connected to this server */
    int32_t kinds;
    struct service_kind {
        struct lobby_key key;
        int32_t waiting;
        int64_t typical_ms;
    } kind[SERVICE_KINDS_MAX];
};

void service_life(const struct service *service, int64_t now_ms, struct service_life *out);

#endif
