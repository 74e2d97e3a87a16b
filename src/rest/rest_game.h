/* Games as REST shows them: the state of the move contract, written by the core. */
#ifndef REST_REST_GAME_H
#define REST_REST_GAME_H

#include "base/buffer.h"
#include "fourfall.h"
#include "play/snapshot.h"
#include "store/store.h"

/* What a state is made of, from wherever the game was found. Texts are the caller's. */
struct rest_game {
    int64_t id;
    ff_board board;
    struct seat_row seat[ROW_SEATS];
    const char *name[ROW_SEATS];
    uint8_t status, winner, reason;
    const char *moves;
    int64_t created_ms, updated_ms;
};

struct rest_game rest_game_of_snapshot(const struct snapshot *snapshot);

/* FF_E_BOARD_TEXT if its board cannot be read. */
ff_err rest_game_of_listed(struct rest_game *out, const struct store_listed *listed);

/* The core's state of it, on rules of the caller's. Not FF_OK only for moves that cannot be. */
ff_err rest_game_state(ff_state *out, ff_rules *rules, const struct rest_game *game);

/* Appends the state as JSON. The core knows what the board says; a game that ended beside the board
 * (resigned, out of time, agreed, never begun) is completed all the same. False if it cannot be
 * written; the buffer is then as it was. */
bool rest_game_write(struct buffer *out, const struct rest_game *game);

/* The picture, likewise. */
bool rest_game_draw(struct buffer *out, const struct rest_game *game);

/* "waiting", "in_progress", "completed". */
const char *rest_game_status(const struct rest_game *game);

/* How it ended: "line", "draw", "resign", "time", "abandon", "agreed", "cancelled"; null: not yet. */
const char *rest_game_reason(const struct rest_game *game);

/* The id in the state of who sits there: a player's, or "computer". Empty for an open seat. */
void rest_game_player(char out[FF_ID_MAX + 1], const struct seat_row *seat);

#endif
