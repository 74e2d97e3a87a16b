/* A picture of a game for link previews: the board, the players and the result, 1200 x 630 pixels, as PNG.
 *
 * Pure: no clock, no file, no socket. It takes some 35 ms, so a server draws on a worker thread. */
#ifndef PICTURE_PICTURE_H
#define PICTURE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "fourfall.h"

enum {
    PICTURE_WIDTH = 1200,
    PICTURE_HEIGHT = 630,
    PICTURE_MAX = 60000, /* bytes of the file: messengers skip large ones */
    PICTURE_PIXEL_BYTES = PICTURE_WIDTH * PICTURE_HEIGHT * 3
};

enum picture_kind {
    PICTURE_PAGE, /* no game in particular */
    PICTURE_WAITING,
    PICTURE_PLAYING,
    PICTURE_WON,
    PICTURE_DRAWN
};

enum picture_end {
    PICTURE_BY_BOARD,
    PICTURE_BY_RESIGNATION,
    PICTURE_BY_TIME,
    PICTURE_BY_LEAVING,
    PICTURE_BY_AGREEMENT
};

struct picture {
    const ff_position *position;
    const bool *is_winning; /* by cell, of a variant; null: the lines of `position` */
    int last_cell;          /* of the last move; -1: none */
    enum picture_kind kind;
    enum picture_end end;         /* of a game that is over */
    ff_color winner;              /* of PICTURE_WON */
    const char *name[FF_PLAYERS]; /* null: the name of the colour */
    bool is_german;
};

/* Draws into `pixels`, then writes the file. False if the file would be larger than PICTURE_MAX, or
 * there is no memory. */
bool picture_write(unsigned char out[PICTURE_MAX], size_t *len, const struct picture *picture,
                   unsigned char pixels[PICTURE_PIXEL_BYTES]);

#endif
