/* The lobby: players who wait for an opponent, and matches that wait for confirmation.
 *
 * Players who want the same game (rules, clock, rated or not) form one queue. A rated player is paired
 * with the nearest rating, within a distance that grows with waiting; an unrated one with the player
 * who waits longest. A player is in the lobby at most once: waiting, or in one match. If a match
 * fails, the player who did not cause it goes back to the front of the queue.
 *
 * Changes go to the journal given (null: none), so a failed commit undoes them. Time is play time. */
#ifndef PLAY_LOBBY_H
#define PLAY_LOBBY_H

#include "fourfall.h"
#include "play/key_table.h"
#include "play/refusal.h"
#include "play/rows.h"
#include "play/ruleset.h"

struct lobby_setup {
    int32_t players, matches;
    int64_t confirm_ms;       /* how long a match waits for both to confirm */
    int32_t near, near_per_s; /* the rating distance accepted at first, and its growth */
};

struct lobby_key {
    struct ruleset rules;
    struct clock_row clock;
    bool is_rated;
};

struct lobby_entry {
    int64_t player_id;
    struct lobby_key key;
    int64_t since_ms;
    int32_t rating;
    int32_t match;      /* KEY_TABLE_NONE: waiting in the list */
    int32_t prev, next; /* in the list, front first */
    int32_t told;       /* the queue size the player was told last */
    uint64_t address;   /* of the player when they joined; 0: unknown */
    /* A shared database only: */
    int64_t waiting_ms; /* since_ms as a wall time */
    uint32_t network;   /* as in the row */
    bool is_unknown;    /* the player is not in memory, so the rating is not known */
    bool is_doubtful;   /* the row may be otherwise: it must be read */
    bool is_lost;       /* waiting, but there is no row */
    uint64_t seen;      /* by the reading of the queue with this number */
};

struct lobby_match {
    int64_t id;
    int32_t entry[ROW_SEATS]; /* the player who waited longer comes first */
    bool is_confirmed[ROW_SEATS];
    int64_t deadline_ms;
    bool is_told[ROW_SEATS]; /* shared: the player is here and has heard of it … */
    int64_t due_ms;          /* … deadline_ms as a wall time */
};

struct lobby {
    struct lobby_setup setup;
    struct key_table by_player, by_match;
    struct lobby_entry *entry;
    struct lobby_match *match;
    int32_t first, last, cursor;
};

bool lobby_key_equal(const struct lobby_key *a, const struct lobby_key *b);

size_t lobby_size(const struct lobby_setup *setup);
void lobby_open(struct lobby *lobby, void *memory, const struct lobby_setup *setup);

/* Puts a player at the end of the queue. REFUSAL_ALREADY_QUEUED, REFUSAL_SERVER_FULL. */
enum refusal lobby_join(struct lobby *lobby, struct journal *journal, int64_t player_id,
                        const struct lobby_key *key, int32_t rating, int64_t now_ms);

/* A player's entry or a match; null: none. */
struct lobby_entry *lobby_find(const struct lobby *lobby, int64_t player_id);
struct lobby_match *lobby_match_find(const struct lobby *lobby, int64_t match_id);

/* How many players wait for the same game. */
int32_t lobby_queue_size(const struct lobby *lobby, const struct lobby_key *key);

/* Pairs this waiting player with the best opponent there is now; null if there is none. */
struct lobby_match *lobby_pair(struct lobby *lobby, struct journal *journal, int64_t player_id,
                               int64_t match_id, int64_t now_ms);

/* The same for a few waiting players, other ones at each call, because distances grow. Returns the
 * first match found, or null. */
struct lobby_match *lobby_pair_any(struct lobby *lobby, struct journal *journal, int64_t match_id,
                                   int64_t now_ms);

/* A shared database: a match of these two as another node has made it. Waiting entries are taken from the list; a player
 * without an entry gets one. Null if the lobby is full, or one of them is in another match. */
struct lobby_match *lobby_mirror(struct lobby *lobby, struct journal *journal, int64_t match_id,
                                 const struct lobby_entry players[ROW_SEATS], int64_t deadline_ms);

/* A shared database: a player waits since since_ms, in the place that this gives. */
enum refusal lobby_place(struct lobby *lobby, struct journal *journal,
                         const struct lobby_entry *entry);

/* A player confirms their match; twice is fine. REFUSAL_NO_SUCH_MATCH if it is not theirs or not open. */
enum refusal lobby_confirm(struct lobby *lobby, struct journal *journal, int64_t match_id,
                           int64_t player_id);
bool lobby_is_agreed(const struct lobby_match *match);

/* Removes a waiting player, who must not be in a match. */
void lobby_leave(struct lobby *lobby, struct journal *journal, struct lobby_entry *entry);

/* The game begins: both leave the lobby. */
void lobby_finish_match(struct lobby *lobby, struct journal *journal, struct lobby_match *match);

enum { LOBBY_UNCONFIRMED = 2, LOBBY_NONE = 3, LOBBY_BOTH = 4 };

/* Does this player of the match leave, too? */
bool lobby_leaves(const struct lobby_match *match, int member, int leaver);

/* Cancels a match. The leaver (an index of the match; or LOBBY_UNCONFIRMED: all who have not
 * confirmed; or LOBBY_NONE or LOBBY_BOTH) leaves the lobby; the others return to the front. */
void lobby_cancel_match(struct lobby *lobby, struct journal *journal, struct lobby_match *match,
                        int leaver);

/* A match that was not confirmed in time, or null. */
struct lobby_match *lobby_overdue(const struct lobby *lobby, int64_t now_ms);

#endif
