/* The online service: players, sessions, lobby and games as one state machine, without a socket, a
 * file or a clock. A host makes it a server with a loop like this:
 *
 *   for every command that came in this turn
 *       service_do            decides at once, in memory; fills the outbox
 *   service_tick              what time alone brings about
 *   write the outbox's rows   one transaction
 *   service_settle            committed: memory stays as it is. Failed: memory goes back to where it
 *                             was before the turn, and every reply of it says REFUSAL_STORE
 *   send the outbox's messages
 *   service_sent
 *
 * Nothing is announced before its rows are committed, because messages are sent last. Memory is
 * never ahead of the database after service_settle, because of the journal (journal.h). A repeated
 * move (same player, ply and column) is answered as accepted; any other with an old ply is refused
 * and gets a snapshot.
 *
 * While rows cannot be written the service's own time stands still, and with it live clocks, the
 * time to confirm a match and the time to come back. Games that are not in memory are asked for
 * (SERVICE_NEED); those that are finished, or that nobody need be connected for, leave memory when
 * they were not used for a while.
 *
 * One thread. All memory is one block of the caller's, and every table in it has a fixed size: a
 * full service refuses (REFUSAL_SERVER_FULL), it does not grow. */
#ifndef PLAY_SERVICE_H
#define PLAY_SERVICE_H

#include "play/command.h"
#include "play/limits.h"
#include "play/lobby.h"
#include "play/outbox.h"
#include "play/rows.h"

struct service_setup {
    int32_t conns, players, sessions, rooms, boards; /* how many there can be in memory */
    struct lobby_setup lobby;
    struct limits_setup limits;
    struct bucket_rate chat; /* what a player may say */
    struct outbox_setup outbox;
    size_t journal_bytes;
    int64_t grace_ms;      /* how long a live game waits for a player to come back */
    int64_t open_ms;       /* how long a live game waits for somebody to join with its code */
    int64_t open_async_ms; /* … and one to be played over days */
    int64_t idle_ms;       /* how long an unused game stays in memory */
    int64_t opened_ms;     /* wall clock: when this server began … */
    int64_t alive_ms;      /* … and when the one before was last known to run; 0: not known */
};

extern const struct service_setup service_default;

/* now_ms is monotonic and wall_ms the calendar. random: fresh secret bits at every call; the first
 * become ids, the second a private game's code. */
struct moment {
    int64_t now_ms, wall_ms;
    uint64_t random[2];
};

struct service;

size_t service_size(const struct service_setup *setup);

/* Memory of service_size bytes, aligned as malloc does; it is the service from now on. */
struct service *service_open(void *memory, const struct service_setup *setup);

enum service_answer {
    SERVICE_DONE, /* decided; the reply is in the outbox */
    SERVICE_NEED, /* load what *need says and do it again, with its attempt set */
    SERVICE_FULL  /* settle and send this turn first, then do it again */
};

enum need_kind { NEED_SESSION, NEED_GAME, NEED_CODE, NEED_REQUEST };

/* NEED_SESSION: service_load_session. NEED_GAME: service_load_game. NEED_CODE: set the command's
 * game_id to that of the waiting game with this code. NEED_REQUEST: set the command's created_id to
 * the game of this player's request. If the store does not have it: ATTEMPT_FINAL. */
struct need {
    uint8_t kind; /* enum need_kind */
    int64_t game_id, player_id;
    uint8_t token_hash[ROW_HASH_BYTES];
    char code[ROW_CODE_SIZE];
    char request[ROW_REQUEST_SIZE];
};

/* A connection is a number of the host's below setup.conns: in use from COMMAND_CONNECT to
 * COMMAND_DISCONNECT, and free again after the next service_settle. COMMAND_DISCONNECT is a fact and
 * never undone, so within a turn that has changed something it waits for service_settle.
 * Each command but COMMAND_DISCONNECT and COMMAND_EXPIRE gets exactly one EVENT_REPLY. A bot's move
 * that gets REFUSAL_STORE is to be given again. */
enum service_answer service_do(struct service *service, const struct service_command *command,
                               const struct moment *moment, struct need *need);

/* Flags that fall, players who do not come back, matches nobody confirms, pairs whose ratings have
 * come near enough, games that leave memory. Ten times a second is enough. Games whose deadline_ms
 * is on the calendar are found by the store; give each a COMMAND_EXPIRE. */
enum service_answer service_tick(struct service *service, const struct moment *moment);

const struct outbox *service_outbox(const struct service *service);
void service_settle(struct service *service, bool is_committed, int64_t now_ms);
void service_sent(struct service *service);

/* The host's probe found the store working again, or not. service_settle knows by itself. */
void service_pause(struct service *service, int64_t now_ms);
void service_resume(struct service *service, int64_t now_ms);

/* What the store had. A player or game already in memory is left as it is. REFUSAL_SERVER_FULL:
 * settle and send the turn and try again; if it says so again, there is no place. For rows that make
 * no sense: REFUSAL_NO_SUCH_GAME, REFUSAL_BAD_BOARD, REFUSAL_BAD_TOKEN. On start: every game
 * that service_must_hold, and the queue of correspondence games; all else when needed. */
bool service_must_hold(const struct game_row *game);
enum refusal service_load_session(struct service *service, const struct session_row *session,
                                  const struct player_rows *player);
enum refusal service_load_game(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS],
                               const struct moment *moment);
enum refusal service_load_queue(struct service *service, const struct queue_row *queue,
                                const struct player_rows *player, const struct moment *moment);

/* The table has moved on without us (a compare-and-set failed): memory forgets the game and will ask
 * for it. Only between turns. */
void service_forget_game(struct service *service, int64_t game_id);

bool service_has_game(const struct service *service, int64_t game_id);

/* The connections that watch a game: begin with CONN_NONE, until CONN_NONE comes back. */
int32_t service_spectator(const struct service *service, int64_t game_id, int32_t after);

/* The player behind a connection, 0: none. */
int64_t service_player_of(const struct service *service, int32_t conn);

struct service_counts {
    int32_t conns, players, sessions, rooms, waiting, matches;
};

struct service_counts service_count(const struct service *service);

#endif
