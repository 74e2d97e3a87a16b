/* What a move of the computer is expected to cost. */
#ifndef SERVER_THINK_COST_H
#define SERVER_THINK_COST_H

#include <stdint.h>

#include "play/ruleset.h"

/* Quick: Easy, Medium, Hard and the like. Long: searches that use all the time they get. Each lane
 * has its own queue and threads, so a quick move never waits for a long one. */
enum think_lane { THINK_QUICK, THINK_LONG, THINK_LANES };

enum think_lane think_lane_of(ff_level level);

/* Microseconds on a core of 3 GHz. */
int32_t think_cost_us(const struct ruleset *rules, ff_level level);

#endif
