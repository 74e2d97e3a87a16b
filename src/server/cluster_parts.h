/* Shared by the files cluster*.c; not for other files. */
#ifndef SERVER_CLUSTER_PARTS_H
#define SERVER_CLUSTER_PARTS_H

#include "play/service_shared.h"
#include "server/cluster.h"
#include "server/online_read.h"

struct watchers; /* watchers.h */

enum {
    HINTS_MAX =
        8192, /* hints that wait for the end of a turn; further ones are dropped, and looked for */
    WANTED_MAX = 512,    /* games and players to be read because a hint did not say enough */
    SESSIONS_READ = 200, /* of one player */
    CHAT_READ = 2 * STORE_CHAT_KEPT,
    QUEUE_READ = 4096,
    MATCHES_READ = 1024,
    ORPHANS_READ = 64,
    MISSING_MAX = 32,
    GAMES_WALKED = 5000 /* a page of the keeper's walk over all running games */
};

/* A game that was read: with its end's ratings, and the lines of chat that this node has not told. */
struct look_game {
    struct online_found found;
    struct rated_row rated; /* game_id 0: none */
    uint32_t chat_after;    /* the last line that was told; UINT32_MAX: chat is not wanted */
    struct chat_row *chat;  /* null: none */
    size_t chat_count;
    bool is_orphan;
    bool is_read;
};

struct look_player {
    int64_t player_id, had_stamp;
    struct store_stamp stamp;
    bool is_read; /* player and sessions: the stamp has changed */
    struct player_rows player;
    uint8_t (*session)[ROW_HASH_BYTES];
    size_t session_count;
    bool is_here;
    struct online_read *
        whole; /* a player who is not in memory, with games and place in the queue; null: not asked */
};

/* A question about everything that this node has in memory, or (partial) about some games and players. */
struct look {
    struct store_question question;
    struct cluster *cluster;
    bool is_full, is_walk; /* is_walk: the keeper's, for games that need a node */
    struct store_walk walk;
    uint64_t mark;
    int64_t wall_ms;
    enum store_err err;
    struct store_held *held; /* full: which of these have changed? */
    size_t held_count;
    struct look_game *game; /* to be read, and read */
    size_t game_count, game_max;
    struct look_player *player;
    size_t player_count;
    int64_t missing
        [MISSING_MAX]; /* players whose place in the queue is gone: which games have begun? */
    size_t missing_count;
    struct queue_row *queue;
    size_t queue_count;
    struct match_row *match;
    size_t match_count;
    /* How far it has been applied: */
    size_t games_done, players_done;
    bool is_queue_done;
};

struct cluster {
    struct cluster_setup setup;
    struct bus *bus;
    struct store_beat beat;
    int32_t node;             /* the number that this node has, as far as it knows */
    int32_t online_elsewhere; /* players connected to other nodes */
    struct store_question beat_question;
    enum store_err beat_err;
    char beat_problem[STORE_PROBLEM_SIZE]; /* what went wrong, for the log */
    int64_t beat_local_ms; /* the wall clock of this machine when the database told its own */
    int64_t clock_offset_ms;
    bool is_beating, has_beat; /* under way; answered, and not yet used */
    int64_t next_beat_ms, next_look_ms;
    int64_t walked_id, walked_ms; /* how far the keeper's walk has come, and when */
    struct look *look;            /* under way; null: none */
    struct look *learnt;          /* answered, and not yet applied; null: none */
    struct bus_message *hint;
    size_t hint_first, hint_count; /* a ring */
    struct rated_row rated[16];    /* the last ones heard, for the games they belong to */
    int rated_next;
    int64_t wanted_game[WANTED_MAX], wanted_player[WANTED_MAX];
    size_t wanted_games, wanted_players;
    uint64_t looks, hints, dropped_hints;
    struct watchers *watchers; /* on other nodes; null: none was heard yet */
    int64_t watchers_due_ms;
    uint32_t watchers_seconds;
};

/* cluster_look.c */
struct look *look_new(struct cluster *cluster, bool is_full, bool is_walk, int64_t now_ms);
void look_run(struct store_question *question, struct store *store);
void look_free(struct look *look); /* null is allowed */

/* cluster_apply.c: hints and what was looked up go to the service. */
void cluster_apply(struct cluster *cluster, int64_t now_ms);

/* cluster_watchers.c: spectators. BUS_WATCHERS goes there at once, and not to the hints. */
void cluster_watchers_hear(struct cluster *cluster, const struct bus_message *message);
void cluster_watchers_turn(struct cluster *cluster, int64_t now_ms);

/* A game or player is to be read soon. */
void cluster_want_game(struct cluster *cluster, int64_t game_id);
void cluster_want_player(struct cluster *cluster, int64_t player_id);

#endif
