/* The games under way, by id: both players of a game share one, so that a move can be timed from the
 * client that sends it to the client that hears of it. */
#ifndef BENCH_LOAD_GAMES_H
#define BENCH_LOAD_GAMES_H

#include <stdint.h>

enum { GAME_ID_SIZE = 96, GAME_BUCKETS = 32768 };

struct client;

struct game {
    char id[GAME_ID_SIZE]; /* as JSON, quotes included */
    const struct client *mover;
    uint64_t sent_us;  /* when the mover sent the last move; 0: its update has arrived */
    int discs_before;  /* on the board before that move */
    int players;       /* clients that play this game */
    struct game *next; /* in the same bucket */
};

struct game_table {
    struct game *bucket[GAME_BUCKETS];
};

/* The game with this id, made if it is not there, with one player more; null without memory. */
struct game *games_join(struct game_table *table, const char *id);

/* One player less; a game without players is freed. Null is allowed. */
void games_leave(struct game_table *table, struct game *game);

#endif
