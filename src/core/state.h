#ifndef CORE_STATE_H
#define CORE_STATE_H

#include "fourfall.h"

extern const char *const state_phase_names[3]; /* the names in JSON, by ff_phase */

ff_err state_check_player(const ff_player *player);
bool state_has_id(const ff_state *state, const char *player_id);

#endif
