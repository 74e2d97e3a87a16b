/* Matches between two computer players. */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "fourfall.h"

enum { MATCH_GAMES_MAX = 1000000, MATCH_THREADS_MAX = 64 };

enum match_first { MATCH_ALTERNATE, MATCH_A_FIRST, MATCH_B_FIRST };

struct match_seat {
    ff_level level;
    ff_style style;
};

struct match_settings {
    const ff_game *start;
    const ff_variant_game
        *variant;            /* instead: the start of a variant's game; null: the classic rules */
    const ff_game *openings; /* instead of the start: each for one pair of games, in turn */
    long opening_count;      /* 0: none */
    struct match_seat seats[2];   /* A and B */
    enum match_first first;       /* the player who moves first from the start */
    long games, threads, opening; /* opening: random plies before the players take over; the two
                                      games of a pair have the same */
    uint64_t seed;
    const ff_book *book;                        /* for Perfect; may be null */
    const ff_network *network;                  /* for boards without exact scores; may be null */
    void (*on_progress)(void *host, long done); /* on the caller's thread; may be null */
    void *host;
    const volatile sig_atomic_t *interrupted; /* when set, no further game begins; may be null */
};

/* The result for A. Only the times, which are CPU times, differ from run to run. */
struct match_result {
    long games; /* played; fewer than wanted if the match was interrupted */
    long wins, draws, losses, distinct;
    double mean_ms[2], longest_ms[2]; /* a move of A and of B */
};

/* Plays all games. The same settings give the same counts with any number of threads. Null, or why it
 * failed. */
const char *match_run(const struct match_settings *settings, struct match_result *out);

/* A's share of the points and the Elo difference it stands for, with the bounds of its 95 % interval.
 * A bound is infinite if the games exclude no difference on its side. When
 * every game was won or lost, elo itself is infinite and the other bound is one-sided. */
struct match_rating {
    double share, elo, elo_low, elo_high;
};

struct match_rating match_rate(const struct match_result *result);

#endif
