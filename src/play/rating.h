/* Glicko-2 ratings: strength (rating), uncertainty (deviation) and how erratic the results are
 * (volatility).
 *
 * One rating per class of boards, updated after every game. While a player does not play, the
 * deviation grows by the volatility, once a rating period, fractions included. */
#ifndef PLAY_RATING_H
#define PLAY_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "fourfall.h"
#include "play/rows.h"
#include "play/ruleset.h"

struct rating {
    double rating, deviation, volatility;
};

/* One result against an opponent: score 1 won, 0.5 drawn, 0 lost. */
struct rated_game {
    struct rating opponent;
    double score;
};

/* The rating class of a board. */
/* Standard games by their board, with or without the pie rule; the others by their family. */
enum rating_class rating_class_of(const struct ruleset *rules);

/* The rating after the games of one period of this length (a week is 1). */
struct rating rating_after(const struct rating *before, const struct rated_game *games, int count,
                           double periods);

/* The rating periods between two times; 0 if the first is unknown (0) or later. */
double rating_periods(int64_t from_ms, int64_t to_ms);

/* True while the deviation is too large for the leaderboard. */
bool rating_is_provisional(const struct rating *rating);

/* The rating of a row; a new player's if there is no such row. */
struct rating rating_from_row(const struct rating_row *row);

/* The row with the counted rating and results in place of all, as leaderboards show it. */
struct rating_row rating_counted_row(const struct rating_row *row);

/* Updates ratings and results of both players after a game. The rows must have their class and player.
 * winner: 0, 1 or ROW_NOBODY. */
void rating_settle(struct rating_row rows[ROW_SEATS], int winner, int64_t wall_ms);

/* The same for the ratings by counted games, of the players for whom this one counts. */
void rating_settle_counted(struct rating_row rows[ROW_SEATS], const bool counts[ROW_SEATS],
                           int winner, int64_t wall_ms);

#endif
