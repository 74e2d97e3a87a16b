/* What the files of the service share. Only they and their tests include it.
 *
 * If a commit fails, `state` and the arrays between kept and kept_end go back to what they were:
 * KEEP a byte there before changing it. The rest never goes back: rate limits, closed connections,
 * time. */
#ifndef PLAY_SERVICE_PARTS_H
#define PLAY_SERVICE_PARTS_H

#include "play/authority.h"
#include "play/id.h"
#include "play/player.h"
#include "play/room.h"
#include "play/service.h"
#include "play/service_shared.h"

enum {
    /* The most that one command, or one step of a tick, may use. */
    STEP_JOURNAL = 96 * 1024,
    STEP_ROWS = 16,
    STEP_MESSAGES = 96,
    STEP_SNAPSHOTS = 24,
    BUSY_MAX = 8,      /* running live games of one player; a returning player gets all of them */
    RENAMED_MAX = 200, /* games in memory that show a new name at once; others when read again */
    MISSED_MAX = 64,   /* players whose misses wait to be stored */
    SESSIONS_HELD = 4, /* sessions of one player in memory */
    RECENT_MAX = 512,  /* places in the queue and matches that changed lately */
    WATCHED_MAX = 256, /* games whose spectators have changed, and no other node knows yet */
    NONE = -1
};

/* One connection: its player, and the game it watches. A player's connections are a list, the newest
 * first; so are the spectators of a game. */
struct presence {
    int32_t player, older;
    int32_t room, watch_prev, watch_next;
    bool is_open;
};

/* The hash of a token, which proves who the player is. The first eight bytes of the hash are
 * the key in the table. */
struct session {
    uint8_t hash[ROW_HASH_BYTES];
    int32_t player;
    int32_t next; /* of the same player */
    int64_t created_ms, seen_ms;
    uint16_t agent;
    uint64_t added; /* shared: the turn in which it came into memory */
};

#define SLOT_PINNED INT64_MAX /* as used_ms: must not leave memory now */

/* A game in memory. next_of: the next game of the player on this seat. */
struct slot {
    struct room room;
    int32_t rules;
    int32_t next_of[ROW_SEATS];
    int32_t first_watcher, watchers; /* on this node … */
    int32_t elsewhere;               /* … and, shared, on other nodes */
    int64_t used_ms;
    uint64_t asker; /* the address of the last command that made the computer think; 0: unknown */
    bool is_old;    /* the row may be otherwise: it must be read before the game is used */
    uint32_t heard; /* shared: the last line of chat that clients here were told */
    uint64_t read;  /* shared: the turn in which the row was read for a command */
};

/* Rules, shared by all games that have them. */
struct shared_rules {
    ff_variant_rules rules;
    int32_t uses;
};

struct state {
    struct key_table players, sessions, rooms;
    struct lobby lobby;
    struct waits waits;
    int32_t rulesets;    /* of service->rules that are prepared: the first ones */
    int32_t sweep;       /* the next player that people_sweep looks at */
    int32_t conns;       /* open connections */
    int32_t online;      /* players with a connection; shared: whose newest one is here */
    int32_t first_owing; /* shared: players whose presence or place in the queue is to be written */
    int32_t unsure;      /* shared: how many are in service->unsure */
};

/* Shared: a player's place in the queue, or a match, has changed in this turn. */
struct recent_change {
    int64_t id;
    uint64_t turn;
};

struct service {
    struct service_setup setup;
    struct state state;
    unsigned char *kept, *kept_end;
    struct presence *presence; /* by connection */
    struct player *player;
    struct session *session;
    struct slot *slot;
    struct shared_rules *rules;
    int64_t *due_ms;   /* by slot: when the tick has to look at it */
    uint64_t *creator; /* by slot: the address that created this open game; 0: not counted */
    uint64_t refused_games;
    int64_t *
        unsure; /* shared: players who are not in memory, but whose row may say that they are here */
    struct journal journal;
    struct outbox outbox;
    uint64_t asking; /* the address of the command under way; 0: none */
    struct limits limits;
    struct bucket *bucket; /* by connection */
    int32_t *closing;      /* connections to close in service_settle */
    int32_t closing_count;
    bool is_stopped;             /* play time stands still, since stopped_ms … */
    int64_t stopped_ms, lost_ms; /* … and stood still for lost_ms before */
    struct message absent;       /* sink for messages to absent players */
    int64_t wall_ms, play_ms;    /* of the last command or tick */
    int64_t missed[MISSED_MAX];  /* players whose misses the next tick stores */
    int32_t missed_count;
    /* A shared database only: */
    bool is_keeper;
    uint64_t turn;                           /* the one under way; the first is 1 */
    uint64_t reading;                        /* how often the queue was read */
    struct recent_change recent[RECENT_MAX]; /* a ring */
    int32_t recent_next;
    struct service_outage outage[SERVICE_OUTAGES_MAX];
    int32_t outages;
    int64_t heard_ms; /* when the database answered the last beat, by its own clock; 0: none yet */
    int64_t watched[WATCHED_MAX];
    int32_t watched_count;
};

#define KEEP(service, object) JOURNAL_KEEP(&(service)->journal, object)
#define KEEP_ROOM(service, room) journal_keep(&(service)->journal, room, room_size(room))

static inline bool service_is_shared(const struct service *service)
{
    return service->setup.node > 0;
}

/* One command being decided. */
struct command_context {
    const struct service_command *command;
    struct instant now;
    int64_t now_ms;
    struct id_source ids;
    uint64_t code;         /* random bits of a join code */
    struct player *player; /* null: no session */
    struct slot *slot;     /* the game; null: none */
    int seat;              /* of the player in that game, or ROW_NOBODY */
    struct message *reply;
};

/* service_memory.c: what is in memory, and whether one more step fits. */
struct instant service_instant(const struct service *service, const struct moment *moment);
bool service_has_space(const struct service *service);
bool service_has_conn(const struct service *service, int32_t conn);

/* service_find.c: what a command is about. False: ask the store for *need first. find_created: the
 * game that an earlier copy of this create request made. */
/* service_name.c */
bool find_names(struct service *service, const struct command_context *ctx, struct need *need);

/* Reads the name that a command brings: cleaned, allowed, and not another account's. */
enum refusal name_read(struct service *service, const struct command_context *ctx, int at,
                       char out[ROW_NAME_SIZE]);

bool find_player(struct service *service, struct command_context *ctx, struct need *need);
bool find_game(struct service *service, struct command_context *ctx, struct need *need);
bool find_created(struct service *service, struct command_context *ctx, struct need *need);
enum role find_role(struct service *service, const struct command_context *ctx);

/* service_tell.c: messages. A pointer returned is never null; for an absent player it is a sink. */
struct message *tell_player(struct service *service, enum event event, const struct player *player);
struct message *tell_seat(struct service *service, enum event event, const struct slot *slot,
                          int seat);
int32_t tell_snapshot(struct service *service, const struct slot *slot, struct instant now);
void tell_game(struct service *service, enum event event, const struct slot *slot,
               int32_t snapshot);
void tell_bot(struct service *service, struct slot *slot, struct instant now);

/* service_people.c: players and sessions in memory. session_touch stores once an hour that a
 * session is in use, and where. */
uint64_t session_key(const uint8_t hash[ROW_HASH_BYTES]);
bool session_is(const struct session *session, const uint8_t hash[ROW_HASH_BYTES]);
void session_touch(struct service *service, const uint8_t hash[ROW_HASH_BYTES], uint16_t agent,
                   int64_t wall_ms);
struct player *people_find(struct service *service, int64_t player_id);
struct player *people_by_token(struct service *service, const uint8_t hash[ROW_HASH_BYTES]);
struct player *people_add(struct service *service, const struct player *player);
enum refusal people_add_session(struct service *service, const struct session_row *row);
void people_drop_session(struct service *service, struct player *player, int32_t at);
enum refusal people_new(struct service *service, struct command_context *ctx, const char *name,
                        size_t name_len, const uint8_t fresh_hash[ROW_HASH_BYTES],
                        struct player **out);
/* Call when a command writes the player's row: a read that began before its commit must not undo it. */
void people_touch(struct service *service, struct player *player);
/* people_rename writes nothing if the player has the name already; people_write_name always writes it, for on a shared
 * database the row may have another one by now. */
void people_rename(struct service *service, struct player *player, const char *name);
void people_write_name(struct service *service, struct player *player, const char *name);
void people_sweep(struct service *service, int32_t count, struct instant now);
bool people_is_connected(const struct player *player); /* connected */

/* The player of the command is where it comes from. */
void people_set_network(struct service *service, const struct command_context *ctx);

/* service_slots.c: games in memory. */
/* May the address of this command create one more? The games that a client creates, rematches too, count until they are
 * over. */
enum refusal slot_check_new(struct service *service, const struct command_context *ctx);
void slot_set_creator(struct service *service, const struct slot *slot, uint64_t address);
int32_t slot_index(const struct service *service, const struct slot *slot);
struct slot *slot_find(const struct service *service, int64_t game_id);
struct player *slot_player(struct service *service, const struct slot *slot, int seat);
struct slot *slot_next_of(struct service *service, const struct player *player, struct slot *slot);
enum refusal slot_add(struct service *service, int64_t game_id, const struct ruleset *rules,
                      struct slot **out);
void slot_link(struct service *service, struct slot *slot, int seat);
void slot_remove(struct service *service, struct slot *slot);
bool slot_is_evictable(struct service *service, const struct slot *slot);
bool slot_has_client(struct service *service, const struct slot *slot); /* a player or spectator */
bool slot_is_live(const struct room *room); /* playing, and its players must be connected */
bool slot_has_live(struct service *service, const struct player *player); /* has such a game */
bool slot_must_stay(const struct room *room); /* in memory, because its clock may run out */
int slot_count_busy(struct service *service,
                    const struct player *player); /* games that must stay */
void slot_schedule(struct service *service, struct slot *slot, struct instant now);

/* service_games.c: moves, offers and the end of a game. */
void game_begin(struct service *service, struct slot *slot, const struct command_context *ctx);
void game_end(struct service *service, struct slot *slot, int winner, enum game_reason reason,
              struct instant now);
/* On a shared database: the flag seems to have fallen, but there may have been an outage that this node, whose store
 * fails, has not heard of. */
bool game_is_unsure(const struct service *service, const struct slot *slot, struct instant now);
bool game_expire(struct service *service, struct slot *slot, struct instant now);
enum refusal game_move(struct service *service, struct command_context *ctx);
enum refusal game_validate(struct service *service, struct command_context *ctx);
enum refusal game_bot_move(struct service *service, struct command_context *ctx);
enum refusal game_resign(struct service *service, struct command_context *ctx);
enum refusal game_offer_draw(struct service *service, struct command_context *ctx);
enum refusal game_accept_draw(struct service *service, struct command_context *ctx);
enum refusal game_decline_draw(struct service *service, struct command_context *ctx);
enum refusal game_state(struct service *service, struct command_context *ctx);

/* service_start.c: creating, joining and cancelling games. */
enum refusal start_game(struct service *service, struct command_context *ctx,
                        const struct room_setup *setup, const struct ruleset *rules,
                        struct slot **out);
struct room_seat start_seat(const struct player *player, const struct ruleset *rules);
/* Can these rules be played? */
enum refusal start_check_rules(const struct command_context *ctx);
enum refusal start_create(struct service *service, struct command_context *ctx);
enum refusal start_join(struct service *service, struct command_context *ctx);
enum refusal start_wrong_code(struct service *service, const struct command_context *ctx);
enum refusal start_cancel(struct service *service, struct command_context *ctx);

/* service_rematch.c */
enum refusal rematch_request(struct service *service, struct command_context *ctx);
enum refusal rematch_accept(struct service *service, struct command_context *ctx);
enum refusal rematch_decline(struct service *service, struct command_context *ctx);

/* service_queue.c: matchmaking. queue_drop: the player leaves every queue but the correspondence one;
 * queue_expire: that one, too, if they have waited for too long and are away.
 * queue_drop_forgotten: removes players who disconnected while another node put them back into the queue (shared database).
 * queue_offer_match: asks both to confirm, or starts a correspondence game at once. */
enum refusal queue_join(struct service *service, struct command_context *ctx);
enum refusal queue_leave(struct service *service, struct command_context *ctx);
enum refusal queue_confirm(struct service *service, struct command_context *ctx);
enum refusal queue_decline(struct service *service, struct command_context *ctx);
bool queue_has_match(const struct service *service, const struct player *player);
void queue_drop(struct service *service, const struct player *player, enum match_reason reason);
void queue_expire(struct service *service, const struct player *player, struct instant now);
void queue_drop_forgotten(struct service *service, struct instant now);
enum refusal queue_offer_match(struct service *service, struct command_context *ctx,
                               struct lobby_match *match);
void queue_timeout(struct service *service, struct lobby_match *match);
void queue_tell_sizes(struct service *service);

/* service_misses.c: queue_miss: the player did not confirm a match, or did not begin its game. A disconnect has no rows of
 * its own, so the tick stores them (queue_store_misses). */
void queue_miss(struct service *service, struct player *player);
void queue_store_misses(struct service *service);

/* service_presence.c: connections. presence_start_grace: players of a live game who are absent have the
 * grace time to connect. */
enum refusal presence_connect(struct service *service, struct command_context *ctx);
void presence_disconnect(struct service *service, int32_t at, struct instant now);
enum refusal presence_name(struct service *service, struct command_context *ctx);
enum refusal presence_me(struct service *service, struct command_context *ctx);
enum refusal presence_resume(struct service *service, struct command_context *ctx);
void presence_start_grace(struct service *service, struct slot *slot, struct instant now);

/* service_account.c: accounts, logging in and out, deletion. */
enum refusal account_put(struct service *service, struct command_context *ctx);
enum refusal account_login(struct service *service, struct command_context *ctx);
enum refusal account_logout(struct service *service, struct command_context *ctx);
enum refusal account_logout_all(struct service *service, struct command_context *ctx);
enum refusal account_erase(struct service *service, struct command_context *ctx);

/* service_moderation.c: what moderators do, and whether they have muted or banned the sender. */
enum refusal moderation_do(struct service *service, struct command_context *ctx);
bool moderation_is_muted(const struct command_context *ctx);
bool moderation_is_banned(const struct command_context *ctx);

/* service_watch.c: spectators and chat. */
enum refusal watch_begin(struct service *service, struct command_context *ctx);
enum refusal watch_end(struct service *service, struct command_context *ctx);
void watch_stop(struct service *service, int32_t at);
int32_t watch_total(const struct slot *slot); /* spectators on all nodes */
enum refusal watch_chat(struct service *service, struct command_context *ctx);

/* ---- a shared database ---- */

/* service_find.c: false: a player must be read first. */
bool find_known(struct service *service, const struct command_context *ctx, struct need *need);

/* service_load.c: a player in memory, loaded if need be; null if memory is full. And: the room of a game in memory becomes
 * what the row says, and clients are told what is different. `rated` may be null. */
struct player *load_player(struct service *service, const struct player_rows *rows);
void update_player(struct service *service, struct player *player, const struct player_rows *rows);
/* A game that came into memory on a shared database: a live one is new to its players here; of another they may know all
 * but the last move. */
void game_tell_new(struct service *service, struct slot *slot, const struct rated_row *rated,
                   struct instant now);
ff_err game_replace(struct service *service, struct slot *slot, const struct game_row *row,
                    const struct rated_row *rated, struct instant now);
enum refusal load_game(struct service *service, const struct game_row *game,
                       const struct player_rows players[ROW_SEATS], struct instant now,
                       struct slot **out);

/* service_shared.c: time in which no node could write, between two wall times; the play time of a wall time. */
int64_t shared_outage_ms(const struct service *service, int64_t from_ms, int64_t to_ms);
int64_t shared_play_ms(const struct service *service, int64_t wall_ms, struct instant now);
bool shared_is_unheard(const struct service *service, int64_t wall_ms); /* no beat for too long */
void shared_note(struct service *service, int64_t id); /* its place in the queue has changed */
bool shared_is_recent(const struct service *service, int64_t id, uint64_t mark);
void shared_forget_row(struct service *service, const struct row *row);

/* service_owe.c: what the next tick writes: presences, and places in the queue that have to change with them. */
void owe(struct service *service, struct player *player);
void owe_unsure(struct service *service, int64_t player_id);
void owe_pay(struct service *service, struct instant now);

/* service_presence.c: where the player is connected, as far as known; tells the opponents here. */
bool presence_is_here(const struct service *service, const struct player *player);
bool presence_is_known(const struct service *service, const struct player *player);
void presence_put(struct service *service, struct player *player, int32_t node, int64_t since_ms,
                  struct instant now);
void presence_show(struct service *service, struct player *player, struct instant now);
void presence_read(struct service *service, struct player *player, const struct presence_row *row,
                   uint64_t mark, struct instant now);

/* service_mirror.c: the queue as other nodes have it. */
void mirror_player(struct service *service, struct player *player, const struct queue_row *waiting,
                   const struct match_row *match, uint64_t mark, struct instant now);
void mirror_begin(struct service *service, const struct slot *slot);
void mirror_tell(struct service *service, struct instant now);
void mirror_retell(struct service *service, const struct player *player); /* to a new window */
void mirror_know(struct service *service, const struct player *player);
void mirror_keep(struct service *service,
                 const struct lobby_match *match); /* it has changed here */

/* service_queue.c */
void queue_write(struct service *service, const struct lobby_entry *entry, bool is_waiting,
                 int64_t wall_ms);
void queue_remove(struct service *service, struct lobby_entry *entry, enum match_reason reason,
                  int64_t wall_ms);
bool queue_is_lasting(const struct lobby_key *key);

#endif
