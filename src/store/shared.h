/* What several servers (nodes) of one database need beside rows and lists: docs/scale.md. PostgreSQL only:
 * SQLite answers E_ROW.
 *
 * A node calls store_beat every second, on a connection of its own. All times are the database's. */
#ifndef STORE_SHARED_H
#define STORE_SHARED_H

#include "store/store.h"

enum {
    STORE_NODES_MAX = 256, /* that a beat names */
    STORE_ADDRESS_SIZE = 128,
    STORE_LEASE_MS = 10000,
    STORE_OUTAGES_MAX = 32
};

/* A time in which no node could write: live clocks stood still. */
struct store_outage {
    int64_t began_ms, ended_ms;
};

/* A node that lives, and where other nodes reach it: "10.0.0.11:8080"; "": nowhere. */
struct store_node {
    int32_t node;
    char address[STORE_ADDRESS_SIZE];
};

struct store_beat {
    int32_t node; /* in: 0 to get a number; out: the number, 1 or more, of this node */
    uint64_t
        secret; /* in: random; a node that lost its lease and number to another gets a new one */
    char address[STORE_ADDRESS_SIZE]; /* in: of this node, as in store_node */
    int32_t online;                   /* in: players connected to this node */
    int32_t online_elsewhere;         /* out: to the other nodes, as they last said */
    int64_t now_ms;                   /* out: the database's clock … */
    int64_t round_trip_us; /* … and how long it took to ask, an upper bound of its error */
    bool is_keeper;        /* out: this node has the lowest number of those that live */
    bool
        is_new; /* out: the number is new: the presence of all connected players must be written again */
    int32_t nodes;  /* out: how many live */
    int32_t buried; /* out: nodes that this call found dead and buried */
    struct store_outage outage[STORE_OUTAGES_MAX]; /* out: the latest, oldest first */
    int32_t outages;
    struct store_node living[STORE_NODES_MAX]; /* out: this node and the others, the newest first */
    int32_t livings;
};

/* Renews the lease, buries dead nodes, notes outages: if no node has beaten for more than 3 s, the time since then is one. */
enum store_err store_beat(struct store *store, struct store_beat *beat);

/* Gives the number back: the presences of this node become "gone since now", its live queue entries are deleted. */
enum store_err store_leave(struct store *store, int32_t node);

/* Which of these games have another version or a newer chat than the caller? Sets is_changed of each. A game that does not exist has not changed. */
struct store_held {
    int64_t game_id;
    uint32_t version, chat_seq;
    bool is_changed;
};

enum store_err store_look_games(struct store *store, struct store_held *held, size_t count);

/* Which running live games do these players have that the caller does not know? Fills up to `max` ids of games. */
enum store_err store_look_players(struct store *store, const int64_t *player_id, size_t players,
                                  const int64_t *known, size_t known_count, int64_t *out,
                                  size_t max, size_t *count);

/* What the node has of a player: is it still so? `stamp` changes with every change of the player's row, ratings, sanctions,
 * account and sessions. */
struct store_stamp {
    int64_t player_id;
    int64_t stamp;
    struct presence_row presence;
};

/* Fills stamp and presence by player_id; stamp 0: there is no such player. */
enum store_err store_stamps(struct store *store, struct store_stamp *stamps, size_t count);

/* All matches that wait for confirmation, oldest first, at most `max`. The queue: store_queue. */
enum store_err store_matches(struct store *store, struct match_row *out, size_t max, size_t *count);

/* Chat of a game after `seq`, oldest first. */
enum store_err store_chat_after(struct store *store, int64_t game_id, enum chat_channel channel,
                                uint32_t seq, struct chat_row *out, size_t max, size_t *count);

/* Running games that need a node: those without a move since until_ms that have a computer to move, or are live and have no
 * player who is connected; and those with a live clock that has run out by now_ms.
 * A call looks at the next `games` running games after *after_id, by id, and gives at most `max` ids. It sets *after_id
 * for the next call: 0 at the beginning, and again when all games were seen. */
struct store_walk {
    int64_t until_ms, now_ms;
    int64_t after_id;
    size_t games;
};

enum store_err store_orphans(struct store *store, struct store_walk *walk, int64_t *out, size_t max,
                             size_t *count);

/* ---- for implementations: the functions above without their prefix ---- */

struct store_shared_ops {
    enum store_err (*beat)(struct store *store, struct store_beat *beat);
    enum store_err (*leave)(struct store *store, int32_t node);
    enum store_err (*look_games)(struct store *store, struct store_held *held, size_t count);
    enum store_err (*look_players)(struct store *store, const int64_t *player_id, size_t players,
                                   const int64_t *known, size_t known_count, int64_t *out,
                                   size_t max, size_t *count);
    enum store_err (*stamps)(struct store *store, struct store_stamp *stamps, size_t count);
    enum store_err (*matches)(struct store *store, struct match_row *out, size_t max,
                              size_t *count);
    enum store_err (*chat_after)(struct store *store, int64_t game_id, enum chat_channel channel,
                                 uint32_t seq, struct chat_row *out, size_t max, size_t *count);
    enum store_err (*orphans)(struct store *store, struct store_walk *walk, int64_t *out,
                              size_t max, size_t *count);
};

#endif
