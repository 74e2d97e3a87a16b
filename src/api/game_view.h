/* A game as the REST interface shows it, whether it came from the service's memory or from the store. */
#ifndef API_GAME_VIEW_H
#define API_GAME_VIEW_H

#include "base/buffer.h"
#include "fourfall.h"
#include "play/snapshot.h"

/* Texts and cells belong to the caller. */
struct game_view {
    int64_t id;
    struct ruleset rules;
    ff_board board; /* as it stands */
    bool is_swapped;
    struct seat_row seat[ROW_SEATS];
    const char *name[ROW_SEATS];
    uint8_t status, winner, reason;
    uint8_t current;                /* the seat to move; after the end the one that moved last */
    int16_t last_column, last_cell; /* -1 before the first move, and of a move that has none */
    uint8_t last_action, last_seat; /* ff_action; ROW_NOBODY before the first move */
    uint16_t ply;
    const uint8_t *cells; /* ff_color; row by row from the top, layer by layer */
    const char *moves;
    int64_t created_ms, updated_ms, finished_ms;
    bool is_rated;
    struct clock_row clock;
    const int64_t *left_ms; /* what each seat has left now; null: not known */
    uint8_t running;        /* the seat whose clock runs, or ROW_NOBODY */
    int64_t deadline_ms;    /* when a correspondence move is due; 0: never */
};

/* Points into the snapshot. */
struct game_view game_view_of_snapshot(const struct snapshot *snapshot);

/* Plays the row's moves once, to fill in `cells`. Points into the row, the names and the cells. Fails,
 * with *out untouched, if the row's board or moves are not legal. */
ff_err game_view_of_row(struct game_view *out, uint8_t cells[FF_CELLS_MAX],
                        const struct game_row *row, const char *const name[ROW_SEATS]);

/* "waiting", "in_progress", "completed". */
const char *game_view_status(const struct game_view *game);

/* How a game ended: "line", "draw", "resign", "time", "abandon", "agreed", "cancelled"; null before
 * the end. */
const char *game_reason_name(uint8_t status, uint8_t reason);

/* The player's id, or "computer". Empty for an open seat. */
void game_view_player(char out[FF_ID_MAX + 1], const struct seat_row *seat);

/* The name shown for a seat; null for an open one. */
const char *game_view_name(const struct game_view *game, int seat);

/* One of the game's `ply` moves. */
struct view_move {
    uint8_t action, column, seat; /* ff_action; 0 where it has no column */
};

/* All of them. */
void game_view_moves(struct view_move out[ROW_PLIES_MAX], const struct game_view *game);

/* Appends the SVG picture. False, with the buffer as it was, if there is no memory. */
bool game_view_draw(struct buffer *out, const struct game_view *game);

/* Appends the game in our notation and a line feed: "4453", on other boards "5x5x5:mmgh", "7x6-popout:44-4". */
bool game_view_notation(struct buffer *out, const struct game_view *game);

#endif
