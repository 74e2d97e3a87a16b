/* The clock of one game: none, live (a budget for all moves, plus an increment after each) or
 * correspondence (a new budget for every move).
 *
 * Time is an argument and only ever compared with itself, so the host chooses the axis. The service
 * runs live clocks on its own time, which stands still while moves cannot be stored, and
 * correspondence clocks on the calendar. Nothing is given for a slow connection. */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "play/rows.h"

/* `running` is the side whose time flows since started_ms; ROW_NOBODY when the clock stands. */
struct clock {
    struct clock_row setup;
    int64_t left_ms[ROW_SEATS];
    int64_t started_ms;
    uint8_t running;
};

/* No clock; live: 1 s to 3 h and up to 3 min a move; correspondence: 1 minute to 30 days a move. */
bool clock_setup_is_legal(const struct clock_row *setup);
bool clock_setup_equal(const struct clock_row *a, const struct clock_row *b);

/* A clock that stands, with full time on both sides. */
struct clock clock_of(const struct clock_row *setup);

/* Lets a side's time flow, as if it had begun spent_ms ago. */
void clock_start(struct clock *clock, int side, int64_t now_ms, int64_t spent_ms);

/* What a side has left; never negative. 0 for both sides without a clock. */
int64_t clock_left_ms(const struct clock *clock, int side, int64_t now_ms);

/* True when the running side has nothing left. Never without a clock. */
bool clock_has_fallen(const struct clock *clock, int64_t now_ms);

/* When that will be; INT64_MAX for never. */
int64_t clock_deadline_ms(const struct clock *clock);

/* The running side has moved: it gets its increment, the other side's time flows. False, and
 * nothing changed, if its flag has fallen before. */
bool clock_press(struct clock *clock, int64_t now_ms);

/* Stops both sides where they are. */
void clock_stop(struct clock *clock, int64_t now_ms);

#endif
