/* Ratings after Glickman's Glicko-2: how strong a player is (rating), how sure we are of it
 * (deviation), and how erratic the results are (volatility).
 *
 * Kept per class of boards, updated after every game. Deviation grows while a player does not play:
 * by one step of the volatility a rating period, fractions counted. */
#ifndef PLAY_RATING_H
#define PLAY_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "fourfall.h"
#include "play/rows.h"

struct rating {
    double rating, deviation, volatility;
};

/* One result against an opponent: score 1 won, 0.5 drawn, 0 lost. */
struct rated_game {
    struct rating opponent;
    double score;
};

/* Which ratings a game on this board counts for. */
enum rating_class rating_class_of(ff_board board);

/* The rating after the games of one period; `periods` is how long it lasted (a week is 1). */
struct rating rating_after(const struct rating *before, const struct rated_game *games, int count,
                           double periods);

/* Periods between two moments of the calendar; 0 if the first is unknown (0) or later. */
double rating_periods(int64_t from_ms, int64_t to_ms);

/* True while too little is known for a place on a leaderboard. */
bool rating_is_provisional(const struct rating *rating);

/* A new player's rating for a row that was absent. */
struct rating rating_from_row(const struct rating_row *row);

/* Counts one game: both rows get their new ratings and results. The rows must carry their class and
 * player. winner: 0, 1 or ROW_NOBODY. */
void rating_settle(struct rating_row rows[ROW_SEATS], int winner, int64_t wall_ms);

#endif
