/* The kinds of games that players wait for, in the body of /api/lobby. */
#ifndef API_LOBBY_WRITE_H
#define API_LOBBY_WRITE_H

#include "play/service.h"
#include "json/write.h"

/* One entry: the game, how many players wait for it, and the typical wait (null: unknown). */
void lobby_kind_write(struct json_write *w, const struct service_kind *kind);

#endif
