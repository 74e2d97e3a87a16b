/* How nodes tell each other what they have changed (docs/scale.md).
 *
 * The bus is a hint: a message may be lost, come late, twice or out of order. So every message is a whole row, with the
 * version by which the receiver knows whether it is newer than its own copy, and publishing cannot fail. What a node
 * misses it finds in the database: it looks every ten seconds while it hears all other nodes, every second otherwise.
 * Only the number of spectators is in no row: BUS_WATCHERS is repeated instead, and forgotten when it is not.
 *
 * All nodes use one channel, and all messages that a node publishes in one turn of its loop leave in one PUBLISH (up to
 * 64 KiB), with a head of 17 bytes. A channel for each game would spare receivers what they do not need, but it would
 * cost Redis a command a message instead of a command a turn, and a subscription whenever a player or spectator comes
 * or goes. docs/scale.md ("The bus") has the figures: a receiver spends well under a microsecond on a row it does
 * not need.
 *
 * One loop, one thread: nothing here may be called from another. Handlers are called by bus_tick and by the wires'
 * events, never by bus_publish, bus_turn or bus_close. */
#ifndef BUS_BUS_H
#define BUS_BUS_H

#include "play/rows.h"

struct bus;
struct bus_hub;    /* bus_local.h */
struct bus_url;    /* bus_url.h */
struct wire_maker; /* base/wire.h */

/* These numbers are sent: append, never reorder. */
enum bus_kind {
    BUS_NONE,
    BUS_GAME,     /* the whole row after the change */
    BUS_RATED,    /* of a game that has ended */
    BUS_CHAT,     /* a new line */
    BUS_PRESENCE, /* a player came or went */
    BUS_QUEUE,    /* a player waits, or waits no longer */
    BUS_MATCH,    /* opened, confirmed, closed */
    BUS_PLAYER, /* a player's name, sanctions, ratings, account or sessions have changed: read them again */
    BUS_WATCHERS, /* how many spectators the sender has; no row says it, so it is repeated */
    BUS_KINDS
};

/* With has_ended the session of this hash is over, too: its connections must be closed. */
struct bus_player {
    int64_t player_id;
    bool has_ended;
    uint8_t token_hash[ROW_HASH_BYTES];
};

enum { BUS_WATCHERS_MAX = 1000000 };

struct bus_watchers {
    int64_t game_id;
    int32_t count; /* 0..BUS_WATCHERS_MAX */
};

struct bus_message {
    uint8_t kind; /* enum bus_kind */
    int32_t node; /* the sender; set by the bus */
    union {
        struct game_row game;
        struct rated_row rated;
        struct chat_row chat;
        struct presence_row presence;
        struct queue_row queue;
        struct match_row match;
        struct bus_player player;
        struct bus_watchers watchers;
    };
};

/* on_message  Another node's message, valid until return. Texts are valid UTF-8, and numbers are within their ranges.
 * on_state    The bus works, or does not. At first it does not. `why`, for the log, is a sentence without secrets; empty
 *             if it works. Called when `works` changes, and again while it does not work for another cause, but once
 *             for each cause: so a log of all calls stays short. When it works again, look at the database once:
 *             messages were missed.
 * on_gap      Messages of this other node were lost on the way: look at the database once. */
struct bus_handlers {
    void (*on_message)(void *context, const struct bus_message *message);
    void (*on_state)(void *context, bool works, const char *why);
    void (*on_gap)(void *context, int32_t node);
    void *context;
};

/* Since it was opened. */
struct bus_counts {
    uint64_t published; /* messages handed to the connection */
    uint64_t dropped;   /* messages not sent: no connection, or its output buffer is full */
    uint64_t received;  /* messages of other nodes, given to on_message */
    uint64_t refused;   /* messages that could not be read: malformed, or of another version */
    uint64_t gaps;      /* calls of on_gap */
    uint64_t failures;  /* connections that ended or could not be made */
};

/* Redis. Connects in the background, again and again. Null if memory is short. The maker must outlive the bus. */
struct bus *bus_redis_open(const struct bus_url *url, const struct wire_maker *maker,
                           const struct bus_handlers *handlers);

void bus_close(struct bus *bus); /* null is allowed */

/* This node's number, as soon as it is known, and when it changes. Until then it is 0: other nodes get its messages,
 * but do not count it. */
void bus_set_node(struct bus *bus, int32_t node);

/* After the commit of what the message says. Never blocks; `node` of the message is ignored. */
void bus_publish(struct bus *bus, const struct bus_message *message);

/* At the end of each turn: sends what was published in it. */
void bus_turn(struct bus *bus);

/* About ten times a second: connects, beats, notices silence. now_ms is monotonic. */
void bus_tick(struct bus *bus, int64_t now_ms);

bool bus_works(const struct bus *bus);

/* How many nodes were heard within three seconds, this one included; 0 while it does not work. If the database knows
 * more living nodes, one of them cannot publish, and all must look every second. */
int bus_nodes(const struct bus *bus);

struct bus_counts bus_counts(const struct bus *bus);

#endif
