/* How many spectators games have on other nodes: what each node said last, until it has not said it for a while.
 *
 * A table of fixed size: 256 sets of 64 places, a place for each game and node, chosen by the game's id, which is random. If a
 * set is full, further nodes of its games are not counted. Age is counted in calls of watchers_second and not by a clock: a
 * process that was stopped for a while forgets nothing for that. */
#ifndef SERVER_WATCHERS_H
#define SERVER_WATCHERS_H

#include <stdbool.h>
#include <stdint.h>

enum { WATCHERS_SETS = 256, WATCHERS_PLACES = 64, WATCHERS_SECONDS = 10 };

struct watchers_place {
    int64_t game_id; /* 0: free */
    int32_t node, count;
    uint8_t age; /* in seconds */
    bool has_news;
};

struct watchers_set {
    int32_t news; /* places with news */
    struct watchers_place place[WATCHERS_PLACES];
};

/* All zero: empty. */
struct watchers {
    int32_t used, news;
    struct watchers_set set[WATCHERS_SETS];
};

/* A node says how many it has. That is news also if it is the same number as before. */
void watchers_hear(struct watchers *watchers, int64_t game_id, int32_t node, int32_t count);

/* Once a second: what was said last ten seconds ago is not believed any more. */
void watchers_second(struct watchers *watchers);

/* A game with news, and its number on all other nodes; false if there is none. Then watchers_told takes the news away. */
bool watchers_next(const struct watchers *watchers, int64_t *game_id, int32_t *count);
void watchers_told(struct watchers *watchers, int64_t game_id);

#endif
