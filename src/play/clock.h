/* The clock of one game: none, live (time for all moves, plus an increment after each) or
 * correspondence (new time for every move).
 *
 * Time is an argument and only compared with itself. The service runs live clocks on play time, which
 * stands still while moves cannot be stored, and correspondence clocks on the calendar. There is no
 * compensation for a slow connection. */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "play/rows.h"

/* `running`: the side whose time runs since started_ms; ROW_NOBODY: the clock is stopped. */
struct clock {
    struct clock_row setup;
    int64_t left_ms[ROW_SEATS];
    int64_t started_ms;
    uint8_t running;
};

/* Legal: no clock; live with 1 s to 3 h and an increment up to 3 min; correspondence with 1 minute to
 * 30 days a move. */
bool clock_setup_is_legal(const struct clock_row *setup);
bool clock_setup_equal(const struct clock_row *a, const struct clock_row *b);

/* A stopped clock with full time on both sides. */
struct clock clock_of(const struct clock_row *setup);

/* Starts the time of a side, as if it had started spent_ms ago. */
void clock_start(struct clock *clock, int side, int64_t now_ms, int64_t spent_ms);

/* The time a side has left; never negative. 0 for both sides without a clock. */
int64_t clock_left_ms(const struct clock *clock, int side, int64_t now_ms);

/* True if the running side has no time left. Always false without a clock. */
bool clock_has_fallen(const struct clock *clock, int64_t now_ms);

/* When the flag of the running side falls; INT64_MAX for never. */
int64_t clock_deadline_ms(const struct clock *clock);

/* The running side has moved: it gets its increment, and the other side's time runs. False, and
 * nothing changed, if its flag has fallen. */
bool clock_press(struct clock *clock, int64_t now_ms);

/* The running side has moved and has to move again: its time runs on. No increment. The flag must not have fallen. */
void clock_run_on(struct clock *clock, int64_t now_ms);

/* Stops the clock. */
void clock_stop(struct clock *clock, int64_t now_ms);

#endif
