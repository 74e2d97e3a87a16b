/* Who waits for an opponent, and pairs that were asked to confirm.
 *
 * Players who want the same game (board, clock, rated or not) wait in one line, in order. Rated
 * players are paired with the nearest rating, within a distance that grows while they wait; others
 * with whoever waits longest. A player is in the lobby at most once: waiting, or in one match that
 * waits for both to confirm. Whoever was left alone by the other goes back to the front.
 *
 * Changes are kept in the journal given (null: none), so a failed commit undoes them. Time is the
 * service's play time. */
#ifndef PLAY_LOBBY_H
#define PLAY_LOBBY_H

#include "fourfall.h"
#include "play/key_table.h"
#include "play/refusal.h"
#include "play/rows.h"

struct lobby_setup {
    int32_t players, matches;
    int64_t confirm_ms;       /* how long a match waits for both */
    int32_t near, near_per_s; /* the distance accepted at first, and its growth */
};

struct lobby_key {
    ff_board board;
    struct clock_row clock;
    bool is_rated;
};

struct lobby_entry {
    int64_t player_id;
    struct lobby_key key;
    int64_t since_ms;
    int32_t rating;
    int32_t match;      /* KEY_TABLE_NONE: waiting, and then in the list */
    int32_t prev, next; /* in the list; the front first */
    int32_t told;       /* the size of the line the player was told last */
};

struct lobby_match {
    int64_t id;
    int32_t entry[ROW_SEATS]; /* the one who waited longer first */
    bool is_confirmed[ROW_SEATS];
    int64_t deadline_ms;
};

struct lobby {
    struct lobby_setup setup;
    struct key_table by_player, by_match;
    struct lobby_entry *entry;
    struct lobby_match *match;
    int32_t first, last, cursor;
};

size_t lobby_size(const struct lobby_setup *setup);
void lobby_open(struct lobby *lobby, void *memory, const struct lobby_setup *setup);

/* A player begins to wait, at the end. REFUSAL_ALREADY_QUEUED, REFUSAL_SERVER_FULL. */
enum refusal lobby_join(struct lobby *lobby, struct journal *journal, int64_t player_id,
                        const struct lobby_key *key, int32_t rating, int64_t now_ms);

/* The place of a player, or null. */
struct lobby_entry *lobby_find(const struct lobby *lobby, int64_t player_id);
struct lobby_match *lobby_match_find(const struct lobby *lobby, int64_t match_id);

/* How many wait for the same game. */
int32_t lobby_line(const struct lobby *lobby, const struct lobby_key *key);

/* Pairs this waiting player with the best partner there is now; the match, or null. */
struct lobby_match *lobby_pair(struct lobby *lobby, struct journal *journal, int64_t player_id,
                               int64_t match_id, int64_t now_ms);

/* The same for the players in turn, a few a call, because distances grow: the first match found. */
struct lobby_match *lobby_pair_any(struct lobby *lobby, struct journal *journal, int64_t match_id,
                                   int64_t now_ms);

/* A player of a match says yes. REFUSAL_NO_SUCH_MATCH unless it is his and open; saying it twice is
 * fine. */
enum refusal lobby_confirm(struct lobby *lobby, struct journal *journal, int64_t match_id,
                           int64_t player_id);
bool lobby_is_agreed(const struct lobby_match *match);

/* Takes a waiting player out. He must not be in a match. */
void lobby_leave(struct lobby *lobby, struct journal *journal, struct lobby_entry *entry);

/* The match is made: both leave the lobby. */
void lobby_fulfil(struct lobby *lobby, struct journal *journal, struct lobby_match *match);

enum { LOBBY_UNCONFIRMED = 2, LOBBY_NONE = 3 };

/* The match will not be: the leaver goes (an index; or all who have not confirmed; or none), the
 * others return to the front. */
void lobby_break(struct lobby *lobby, struct journal *journal, struct lobby_match *match,
                 int leaver);

/* A match whose time to confirm is over, or null. */
struct lobby_match *lobby_overdue(const struct lobby *lobby, int64_t now_ms);

#endif
