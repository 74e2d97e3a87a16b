/* Which rated games count for leaderboards, and for which of their players. docs/ratings.md has the rules for people.
 *
 * Every rated game changes the ratings of its players. A game that counts also changes their second ratings, which
 * leaderboards show (struct counted_row). The verdict is stored with the ratings (struct rated_row). */
#ifndef PLAY_DISCOUNT_H
#define PLAY_DISCOUNT_H

#include "play/rows.h"

enum {
    DISCOUNT_PAIR_GAMES = 3,   /* rated games of the same two players in a day that may count */
    DISCOUNT_NEW_GAMES = 5,    /* counted games until a player is no longer new */
    DISCOUNT_SHORT_PLIES = 10, /* a game that ends without a line before this ply is short */
};

/* What the rules look at. */
struct discount_facts {
    uint32_t network[ROW_SEATS]; /* discount_network of both players at the start; 0: unknown */
    bool counts_same_network;    /* the server's setting: such games count, as in a school */
    uint8_t reason;              /* enum game_reason */
    int plies;
    int pair_games;                   /* discount_pair_games before this game */
    int32_t counted[ROW_SEATS];       /* counted games of each player before this game */
    uint32_t last_network[ROW_SEATS]; /* where each made the last move; 0: unknown */
};

struct discount_verdict {
    uint8_t discount; /* enum discount: the first rule that applies */
    bool counts[ROW_SEATS];
};

struct discount_verdict discount_judge(const struct discount_facts *facts);

/* "same-network"; "?" for a number that is no discount. */
const char *discount_name(uint8_t discount);

/* The part of an address hash that may be stored. It has 24 bits, so that even with the key it fits hundreds of IPv4
 * addresses; two players have the same by chance once in 16 million pairs. 0 for an unknown address (0). */
uint32_t discount_network(uint64_t address);

/* How many rated games the two players had with each other in the last day, as far as their rows remember. */
int discount_pair_games(const struct rating_row rows[ROW_SEATS], int64_t wall_ms);

/* Both rows remember the game. */
void discount_remember(struct rating_row rows[ROW_SEATS], int64_t wall_ms);

#endif
