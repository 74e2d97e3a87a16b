/* Pictures are drawn on a thread of their own: one takes some 35 ms, and the loop must not wait for it.
 * base/workers.h explains how the loop submits tasks and collects results. */
#ifndef REST_PAINTER_H
#define REST_PAINTER_H

#include "api/preview.h"
#include "base/workers.h"
#include "picture/picture.h"

enum { PAINTER_WAITING_MAX = 32 };

/* The game as it was when the task was made, and the file that shows it. */
struct paint_task {
    char tag[PREVIEW_TAG_SIZE]; /* the caller's own */
    char board[ROW_BOARD_SIZE];
    char moves[ROW_MOVES_SIZE];
    char name[ROW_SEATS][ROW_NAME_SIZE]; /* empty: the name of the colour */
    uint8_t kind, end, winner;           /* as in struct picture */
    bool is_german;
    size_t len; /* the result: bytes of the file; 0 if it could not be drawn */
    unsigned char file[PICTURE_MAX];
};

/* The task for a preview; without a game, for the page itself. */
void painter_task(struct paint_task *out, const struct preview *preview);

/* Workers for struct paint_task, PAINTER_WAITING_MAX of which may wait. Null if there is no memory or no thread. */
struct workers *painter_open(void (*wake)(void *wake_context), void *wake_context);

#endif
