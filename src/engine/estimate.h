#ifndef ENGINE_ESTIMATE_H
#define ENGINE_ESTIMATE_H

#include "fourfall.h"

/* As ff_bot_estimate, with so many simulations. */
ff_err estimate_within(ff_bot *bot, const ff_position *position, uint32_t simulations,
                       ff_estimate *out);

#endif
