/* The service on a database that several servers (nodes) share: docs/scale.md.
 *
 * With setup.node > 0 no node owns a game. The row is the truth, memory is a copy, a message of another node is a hint.
 * wall_ms of every moment is the database's clock. A turn of the host is as in service.h, with one more way to end:
 *
 *   service_do, service_tick …
 *   (the host) writes the rows of outbox_rows in one transaction
 *     committed            service_settle(true), send, service_sent; then publish the rows, and service_game_row of each
 *                          changed game
 *     a row was refused    service_undo, then give the turn's commands again (command_again). After three attempts:
 *                          service_forget_turn, which refuses them all as retryable
 *     not written          service_settle(false)
 *     nobody knows         service_forget_turn: the connection broke during COMMIT
 *
 * What memory holds of a game or player may be old. A command that meets such a copy fails its compare-and-set; service_undo
 * marks the copy as old, and the next attempt asks for it (SERVICE_NEED). Clients stay attached to an old copy, and are told
 * what is different as soon as it was read.
 *
 * Refreshing: a hint, or a row that was read because it may be newer, goes to one of the service_refresh_ functions. They
 * tell clients of this node what is different, by the events that a decision here would have made. They write no rows:
 * what a node owes the database because of them, the next service_tick writes. They must not be called within a turn that
 * has decided something (REFRESH_BUSY). Their messages leave with the next turn, and stay even if that is undone.
 *
 * A read may be older than what this node has committed since it was begun. So the host takes service_mark before it
 * begins to read the queue, presences or players, and gives it with the result: what this node has changed since then
 * stays as it is. SERVICE_HINT stands for a hint, which is believed only where it proves to be newer. Rows of games need
 * no mark: they have versions. */
#ifndef PLAY_SERVICE_SHARED_H
#define PLAY_SERVICE_SHARED_H

#include "play/service.h"

enum refresh {
    REFRESH_DONE, /* applied, or nothing to do */
    REFRESH_NEED, /* a row that it needs was not given: read it and call again */
    REFRESH_GAP,  /* chat: earlier lines are missing: read them (store_chat_after) */
    REFRESH_BUSY, /* end the turn first, then call again */
    REFRESH_BAD   /* the rows contradict each other */
};

#define SERVICE_HINT UINT64_C(0) /* in place of a mark */

/* What this node has decided up to now. Never SERVICE_HINT. */
uint64_t service_mark(const struct service *service);

/* ---- the node ---- */

/* The number of this node from store_beat. If it is new, the presences of all connected players are owed again
 * (service_claim_all). */
void service_set_node(struct service *service, int32_t node);

/* The keeper pairs players of the queue and cancels matches that were not confirmed. */
void service_set_keeper(struct service *service, bool is_keeper);

/* A time in which no node could write: live clocks and grace times stood still. */
struct service_outage {
    int64_t began_ms, ended_ms;
};

enum { SERVICE_OUTAGES_MAX = 32 };

/* A silence of all nodes that is longer than this may become an outage (a second or two later, in the database). */
enum { SERVICE_UNHEARD_MS = 2500 };

/* All that are known to a beat, which the database answered at heard_ms; clocks in memory follow at once. While the store
 * fails, play time of this node stands still: the host calls service_pause when its beats fail, too, because a quiet node
 * writes nothing. Here service_settle does not call service_resume: the host does, after it has given the outages of a beat.
 * Without a beat for SERVICE_UNHEARD_MS nothing falls due, because there may be an outage that this node does not know. */
void service_set_outages(struct service *service, const struct service_outage *outages, int count,
                         int64_t heard_ms, const struct moment *moment);

/* The presences of all connected players are owed again: after the store has failed, or lost them. Players whom another
 * node has claimed since then stay there. */
void service_claim_all(struct service *service, const struct moment *moment);

/* ---- a turn that was refused ---- */

/* Takes the whole turn back, and its messages. `refused` are the indexes, in outbox_rows, of the rows that did not apply:
 * the copies that they were decided on are marked as old. Null: those of all rows. Then give the commands again. */
void service_undo(struct service *service, const size_t *refused, size_t count);

/* As service_settle(false), after a commit whose outcome is unknown, or that was refused too often: everything that the
 * turn has touched is read again before it is believed. */
void service_forget_turn(struct service *service, int64_t now_ms);

/* Marks the copy of a player as old: rows, presence and place in the queue. Only between turns. */
void service_forget_player(struct service *service, int64_t player_id);

/* ---- reading what a command needs ---- */

/* NEED_PLAYER: read the player, the running live games that this node does not know (store_look_players; give each to
 * service_load_game first), the place in the queue and the match. Read queue and match before the games: so a match that
 * is gone has left either its game or nothing. `stamp` is store_stamps's; 0: unknown. Null: there is no such row.
 * REFUSAL_SERVER_FULL: end the turn and try again. */
struct service_player_read {
    const struct player_rows *player;
    const struct queue_row *waiting;
    const struct match_row *match;
    int64_t stamp;
    uint64_t mark;
};

enum refusal service_load_player(struct service *service, const struct service_player_read *read,
                                 const struct moment *moment);

/* As service_load_game, for a game that needs a node (store_orphans): its computer is asked to move. Otherwise only the
 * node that committed the move before asks, and after SERVICE_ORPHAN_MS any node that loads the game. */
enum { SERVICE_ORPHAN_MS = 5000 };
enum refusal service_take_game(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS],
                               const struct moment *moment);

/* ---- refreshing ---- */

/* A game. Ignored if memory has this version or a newer one, or if nobody here plays or watches it. `players` may be null
 * if both are in memory, `rated` unless the game has ended and changed ratings; otherwise REFRESH_NEED. A rated row
 * with game_id 0: there is none. */
enum refresh service_refresh_game(struct service *service, const struct game_row *game,
                                  const struct player_rows players[ROW_SEATS],
                                  const struct rated_row *rated, const struct moment *moment);

/* A line of chat. Told if it is the next one; REFRESH_GAP if others are missing before it. is_read: all lines before it
 * were given already, and those still missing do not exist any more. `name` is the sender's; it may be null for a player
 * of the game, and for a sender in memory (otherwise REFRESH_NEED). */
enum refresh service_refresh_chat(struct service *service, const struct chat_row *chat,
                                  const char *name, bool is_read);

/* Where a player is connected. Another node's: the connections here are replaced. Nowhere, and there is a connection
 * here: this node claims the player. */
enum refresh service_refresh_presence(struct service *service, const struct presence_row *presence,
                                      uint64_t mark, const struct moment *moment);

/* One row of the queue or one match, as a hint. */
enum refresh service_hint_queue(struct service *service, const struct queue_row *row,
                                const struct moment *moment);
enum refresh service_hint_match(struct service *service, const struct match_row *row,
                                const struct moment *moment);

/* The whole queue and all matches, as read: entries that are missing there are over. Read the queue before the matches,
 * and both before the running games of this node's players (store_look_players), and give those games first. */
struct service_queue_read {
    const struct queue_row *waiting;
    size_t waiting_count;
    const struct match_row *match;
    size_t match_count;
    uint64_t mark;
};

enum refresh service_refresh_queue(struct service *service, const struct service_queue_read *read,
                                   const struct moment *moment);

/* A player whose stamp has changed. `live` are the token hashes of all stored sessions; sessions in memory that are not
 * among them are dropped. *ended lists those: their connections must be closed. If there are more than `max`, call again. */
struct service_sessions {
    const uint8_t (*live)[ROW_HASH_BYTES];
    size_t live_count;
    uint8_t (*ended)[ROW_HASH_BYTES];
    size_t max, ended_count;
};

/* Ignored if the player is not in memory. `sessions` may be null. */
enum refresh service_refresh_player(struct service *service, const struct player_rows *player,
                                    int64_t stamp, struct service_sessions *sessions, uint64_t mark,
                                    const struct moment *moment);

/* The number of spectators that a game has on all other nodes together. No row has it: the nodes tell each other, again and
 * again, and the host adds up. Ignored if the game is not in memory; a game that comes into memory starts with 0, so give
 * the number again from time to time. */
enum refresh service_set_elsewhere(struct service *service, int64_t game_id, int32_t count);

/* ---- what this node has ---- */

/* Iterates: from -1 until -1. */
struct service_held {
    int64_t game_id;
    uint32_t version;  /* UINT32_MAX: the copy is old */
    uint32_t chat_seq; /* the last line that clients were told */
    int32_t watchers;  /* spectators on this node */
};

int32_t service_next_game(const struct service *service, int32_t after, struct service_held *out);

struct service_known {
    int64_t player_id;
    int64_t stamp; /* as it was loaded; 0: unknown, or the copy is old */
    bool is_here;  /* has a connection to this node */
};

int32_t service_next_player(const struct service *service, int32_t after,
                            struct service_known *out);

/* Players who are not in memory, and without whom a match cannot be made or told: read each and give it to
 * service_load_player. */
int32_t service_next_wanted(const struct service *service, int32_t after, int64_t *player_id);

/* A player of this node whose place in the queue for games over days is gone: list the running games, newest first, and give
 * them to service_refresh_game. False: there is none (any more). */
bool service_take_missing(struct service *service, int64_t *player_id);

/* Is some place in the queue in doubt? Then read the queue soon. */
bool service_doubts_queue(const struct service *service);

/* A game whose spectators on this node have changed, and how many it has now; to be called between turns. False: there is none
 * (any more). If very many change at once some are left out, so the host also repeats the numbers of service_next_game. */
bool service_take_watched(struct service *service, int64_t *game_id, int32_t *count);

/* The row of a game in memory, to publish it; false if it is not there. */
bool service_game_row(const struct service *service, int64_t game_id, struct game_row *out);

#endif
