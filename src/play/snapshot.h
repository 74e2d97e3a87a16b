/* All that clients are told about a game at one moment: game-start, game-update and game-over are
 * written from it. It is the same for all clients; a client's own side follows from its seat. Players are named by their
 * seats, discs by their colours; snapshot_side has what belongs together. */
#ifndef PLAY_SNAPSHOT_H
#define PLAY_SNAPSHOT_H

#include "play/room.h"

struct snapshot {
    int64_t game_id;
    struct ruleset rules;
    ff_board board;  /* as it stands: a turned one has other sides than that of the rules */
    bool is_swapped; /* seat 0 is O, yellow */
    uint8_t task;    /* ff_task: what finishes the turn that has begun */
    uint16_t cell_count;
    uint8_t status, winner, reason, offer, flags;
    uint8_t current; /* the seat to move; after the end the one that moved last */
    uint16_t line_count;
    uint16_t ply;
    int16_t last_column, last_cell; /* -1 before the first move, and of a move that has none */
    uint8_t last_action, last_seat; /* ff_action; ROW_NOBODY before the first move */
    struct room_seat seat[ROW_SEATS];
    struct clock_row clock;
    int64_t left_ms[ROW_SEATS];
    uint8_t running;     /* the seat whose clock runs, or ROW_NOBODY */
    int64_t deadline_ms; /* when a correspondence move is due (calendar); 0: never */
    char code[ROW_CODE_SIZE];
    int64_t rematch_of, created_ms, updated_ms, finished_ms;
    /* The service fills in: */
    int32_t spectators;
    bool is_connected[ROW_SEATS];
    int64_t grace_ms[ROW_SEATS]; /* how long the game still waits for an absent player; 0: not */
    /* Only as long as they say: */
    uint8_t cells[FF_CELLS_MAX]; /* ff_color; row by row from the top, layer by layer */
    uint8_t line[FF_CELLS_MAX];  /* the cells of all winning lines, ascending, from the top */
    char moves[ROW_MOVES_SIZE];
};

void snapshot_take(struct snapshot *out, const struct room *room, struct instant now);

/* The colour of the player on a seat: 0 X and red, 1 O and yellow; ROW_NOBODY stays. */
static inline int snapshot_side(const struct snapshot *snapshot, int seat)
{
    return seat < ROW_SEATS ? seat ^ snapshot->is_swapped : seat;
}

/* Is the player on this seat to move? */
bool snapshot_is_to_move(const struct snapshot *snapshot, int seat);

#endif
