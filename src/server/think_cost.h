/* What a move of the computer is expected to cost, for the queue of questions. */
#ifndef SERVER_THINK_COST_H
#define SERVER_THINK_COST_H

#include "fourfall.h"
#include "server/think_queue.h"

enum think_lane think_lane_of(ff_level level);

/* Microseconds on a core of 3 GHz. */
int32_t think_cost_us(ff_board board, ff_level level);

#endif
