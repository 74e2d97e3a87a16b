/* All that clients are told about a game at one moment: game-start, game-update and game-over are
 * written from it. It is the same for all clients; a client's own side follows from its seat. */
#ifndef PLAY_SNAPSHOT_H
#define PLAY_SNAPSHOT_H

#include "play/room.h"

struct snapshot {
    int64_t game_id;
    ff_board board;
    uint16_t cell_count;
    uint8_t status, winner, reason, offer, flags;
    uint8_t current; /* the side to move; after the end the side that moved last */
    uint16_t line_count;
    uint16_t ply;
    int16_t last_column, last_cell; /* -1 before the first move */
    struct room_seat seat[ROW_SEATS];
    struct clock_row clock;
    int64_t left_ms[ROW_SEATS];
    uint8_t running;     /* the side whose clock runs, or ROW_NOBODY */
    int64_t deadline_ms; /* when a correspondence move is due (calendar); 0: never */
    char code[ROW_CODE_SIZE];
    int64_t rematch_of, created_ms, updated_ms, finished_ms;
    /* The service fills in: */
    int32_t spectators;
    bool is_connected[ROW_SEATS];
    int64_t grace_ms[ROW_SEATS]; /* how long the game still waits for an absent player; 0: not */
    /* Only as long as they say: */
    uint8_t cells[FF_CELLS_MAX]; /* a seat or ROW_NOBODY; row by row from the top, layer by layer */
    uint8_t line[FF_CELLS_MAX];  /* the cells of all winning lines, ascending, from the top */
    char moves[ROW_MOVES_SIZE];
};

void snapshot_take(struct snapshot *out, const struct room *room, struct instant now);

/* Is the player on this seat to move? */
bool snapshot_is_to_move(const struct snapshot *snapshot, int seat);

#endif
