/* Many nodes of the service in one process, with virtual time, a model of the database and of the bus, and players who
 * queue, play, chat and come back on any node. A seed decides everything that happens: commands, delays, lost messages,
 * deaths. The promises are checked at every commit, at every answer and at the end (sim_check.c).
 *
 * sim_base.c   the database: rows.h says what it accepts
 * sim_bus.c    the bus
 * sim_node.c   a node: a small copy of the server's loop
 * sim_look.c   how a node looks for what it has missed
 * sim_people.c players and their windows
 * sim_check.c  the promises
 * sim_run.c    the schedule of a seed */
#ifndef SIM_H
#define SIM_H

#include <string.h>

#include "base/random.h"
#include "play/moves.h"
#include "play/service_parts.h"

enum {
    NODES = 3,
    PEOPLE = 5,
    WINDOWS = 2,
    GAMES_MAX = 96,
    PLAYERS_MAX = 24,
    CHATS_MAX = 256,
    RATED_MAX = 96,
    MATCHES_MAX = 16,
    INBOX_MAX = 64,
    BUS_MAX = 512,
    BATCH_MAX = 4,
    ASKS_MAX = 8192,
    KNOWN_MAX = 96,
    PICTURES_MAX = 96,
    ATTEMPTS_MAX = 3,
    LEASE_MS = 10000,
    SILENCE_MS = 3000,
    GRACE_MS = 20000,
    CONFIRM_MS = 6000,
    WORD_SIZE = 160
};

/* ---- the database ---- */

struct base_chat {
    int64_t game_id, player_id;
    uint32_t seq;
    uint8_t channel;
};

struct base_node {
    int32_t number;
    int64_t beat_ms;
};

/* A player's rows and their stamp. */
struct base_player {
    struct player_rows rows;
    int64_t stamp;
};

struct base {
    struct game_row game[GAMES_MAX];
    struct base_player player[PLAYERS_MAX];
    struct session_row session[PLAYERS_MAX];
    struct queue_row queue[PLAYERS_MAX];
    struct match_row match[MATCHES_MAX];
    struct base_chat chat[CHATS_MAX];
    struct rated_row rated[RATED_MAX];
    struct base_node node[NODES * 64];
    struct service_outage outage[SERVICE_OUTAGES_MAX];
    int games, players, sessions, queued, matches, chats, rateds, nodes, outages;
    int32_t last_number;
    int64_t last_stamp, last_beat_ms;
    bool is_down;
    struct journal journal; /* of the transaction under way */
    unsigned char undo[1 << 18];
};

enum outcome { WRITTEN, REFUSED, FAILED, UNKNOWN };

/* ---- the bus ---- */

enum sim_hint_kind {
    HINT_GAME,
    HINT_RATED,
    HINT_CHAT,
    HINT_PRESENCE,
    HINT_QUEUE,
    HINT_MATCH,
    HINT_PLAYER
};

struct sim_hint {
    uint8_t kind;
    int to; /* a node */
    union {
        struct game_row game;
        struct rated_row rated;
        struct base_chat chat;
        struct presence_row presence;
        struct queue_row queue;
        struct match_row match;
        int64_t player_id;
    };
};

/* ---- people ---- */

/* The last that a window was told of a game. */
struct picture {
    int64_t game_id;
    uint16_t ply;
    uint8_t status, offer, seat, current;
    struct ruleset rules;
    char moves[48];
    bool is_watched;
};

struct window {
    int node;            /* -1: closed */
    uint32_t generation; /* counts its connections */
    bool is_admitted;    /* the server has answered */
    bool is_active;      /* this is the window that plays, as far as it was told */
    bool is_outdated;    /* it has not asked for all games since it plays */
    bool must_ask;       /* again, because an answer was "later" */
    int64_t asked_ms;
    bool is_waiting; /* for a game of the queue */
    bool is_lasting; /* for a game over days */
    bool is_unsure;  /* whether it still waits: leaving failed, or another window may have left */
    int64_t match_id;
    int64_t opened_ms;
    struct picture picture[PICTURES_MAX];
    int pictures;
    uint32_t chat_seq; /* the highest seen */
};

struct person {
    int64_t player_id;
    struct window window[WINDOWS];
    int64_t known[KNOWN_MAX]; /* games */
    int knowns;
};

/* A command of a window, until it is answered. */
struct ask {
    int person, window;
    uint32_t generation;
    uint8_t kind;
    bool is_answered, is_follow;
    int64_t game_id;
    int ply;
    struct move_order order;
    uint8_t refusal;
};

/* ---- a node ---- */

struct order {
    struct service_command command;
    bool is_refused; /* answered already, because the database could not be read */
};

struct look {
    bool is_begun;
    uint64_t mark;
    struct queue_row queue[PLAYERS_MAX];
    struct match_row match[MATCHES_MAX];
    int queued, matches;
    struct base_player player[PLAYERS_MAX];
    int players;
};

struct bot_turn {
    int64_t game_id, due_ms;
    int ply;
};

struct node {
    struct service *service;
    void *memory;
    bool is_alive, is_cut, is_deaf; /* cut off from the database; from the bus */
    bool is_failing, is_committing;
    int64_t frozen_until_ms, troubled_ms;
    int64_t skew_ms, mono_ms; /* errors of its clocks */
    int32_t number;
    bool is_keeper;
    int64_t beat_ms, tick_ms, look_ms, submitted_ms;
    struct order inbox[INBOX_MAX], batch[BATCH_MAX];
    int inboxed, batched, attempt;
    struct look look;
    struct bot_turn bot[16];
    int bots;
};

struct sim {
    uint64_t seed, random;
    int64_t now_ms;
    bool is_calm; /* no faults, nothing is lost */
    struct base base;
    struct node node[NODES];
    struct sim_hint bus[BUS_MAX];
    int bused;
    struct person person[PEOPLE];
    struct ask ask[ASKS_MAX];
    int asks;
    int secret;
    const char *broken; /* the first promise that was broken */
    char word[WORD_SIZE];
    bool is_loud; /* tells what happens, for replays */
    uint64_t moves, commits, refusals, unknowns, games, kills;
};

#define SIM_HOLDS(sim, claim) sim_claim(sim, claim, #claim)
void sim_claim(struct sim *sim, bool is_true, const char *claim);
void sim_say(struct sim *sim, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline uint32_t sim_below(struct sim *sim, uint32_t below)
{
    return random_below(&sim->random, below);
}

static inline bool sim_chance(struct sim *sim, uint32_t of)
{
    return sim_below(sim, of) == 0;
}

/* A legal move after these moves; any drop if there is none. */
static inline struct move_order sim_order(struct sim *sim, const struct ruleset *rules,
                                          const char *moves)
{
    ff_variant_rules prepared;
    ff_variant_game game;
    uint16_t legal[FF_MOVES_MAX];
    int count = 0;
    if (ff_variant_rules_init(&prepared, (ff_variant)rules->variant, rules->board,
                              rules->has_pie) == FF_OK &&
        ff_variant_moves_read(&game, &prepared, moves, strlen(moves), NULL) == FF_OK)
        count = ff_variant_moves(&game.position, legal);
    int move = count ? legal[sim_below(sim, (uint32_t)count)] : 0;
    return (struct move_order){.column = ff_move_column(move),
                               .action = (uint8_t)ff_move_action(move)};
}

/* sim_base.c. base_write: refused rows are listed in `refused`, at most `max`. */
void base_open(struct base *base);
struct game_row *base_game(struct base *base, int64_t id);
struct base_player *base_player(struct base *base, int64_t id);
struct session_row *base_session(struct base *base, const uint8_t *hash);
struct queue_row *base_waiting(struct base *base, int64_t player_id);
struct match_row *base_match_of(struct base *base, int64_t player_id);
struct rated_row *base_rated(struct base *base, int64_t game_id);
bool base_write(struct base *base, const struct row *rows, size_t count, size_t *refused,
                size_t max, size_t *refused_count);
int32_t base_beat(struct base *base, int32_t number, int64_t now_ms, bool *is_keeper, bool *is_new);
int64_t base_outage_ms(const struct base *base, int64_t from_ms, int64_t to_ms);
bool base_is_orphan(struct base *base, const struct game_row *game, int64_t now_ms);

/* sim_bus.c */
void sim_publish(struct sim *sim, int from, const struct outbox *outbox);
void sim_deliver(struct sim *sim, int node); /* one message to this node */

/* sim_node.c */
struct moment node_moment(struct sim *sim, const struct node *node);
void node_start(struct sim *sim, int at);
void node_kill(struct sim *sim, int at);
bool node_runs(const struct sim *sim, const struct node *node);
void node_give(struct sim *sim, int at, const struct service_command *command);
void node_turn(struct sim *sim, int at, bool ticks);
void node_commit(struct sim *sim, int at);
void node_end_turn(struct sim *sim, int at); /* a turn without rows, to send what there is */
bool node_fetch(struct sim *sim, struct node *node, const struct need *need,
                struct service_command *command);
bool node_load_game(struct sim *sim, struct node *node, const struct game_row *game);
void node_load_player(struct sim *sim, struct node *node, int64_t player_id, uint64_t mark);
void node_beat(struct sim *sim, int at);

/* sim_look.c */
void look_begin(struct sim *sim, int at);
void look_end(struct sim *sim, int at);
void look_wanted(struct sim *sim, int at); /* players whom the queue needs */
void look_game(struct sim *sim, int at, const struct game_row *game);
void look_chat(struct sim *sim, int at, int64_t game_id);

/* sim_people.c */
void people_open(struct sim *sim);
void people_retry(struct sim *sim); /* asks again for games that could not be read */
void people_act(struct sim *sim, bool is_good);
void people_hear(struct sim *sim, int node, const struct message *message,
                 const struct outbox *outbox);
void people_lose(struct sim *sim, int node); /* all connections to this node */
void people_connect(struct sim *sim, int person, int window, int node);
void people_leave(struct sim *sim, int person, int window);
struct picture *window_picture(struct window *window, int64_t game_id);
bool people_play(struct sim *sim, int person, int window, struct picture *picture);

/* sim_check.c */
bool check_flag(struct sim *sim, const struct row *row); /* before it is written */
void check_row(struct sim *sim, const struct row *row);  /* after */
void check_base(struct sim *sim);                        /* after each commit */
void check_answer(struct sim *sim, const struct ask *ask, const struct message *reply);
void check_calm(struct sim *sim);  /* clients see what the rows say */
void check_empty(struct sim *sim); /* everybody has left for long: nothing is left open */

/* sim_run.c: null, or the promise that this seed breaks. */
const char *sim_run(struct sim *sim, uint64_t seed, bool is_loud);

#endif
