#ifndef CORE_STATUS_H
#define CORE_STATUS_H

#include "core/text.h"

/* The name to show for a player; "Player 1" or "Player 2" where none is given. */
const char *status_name(const char *const names[FF_PLAYERS], ff_color color);

#endif
