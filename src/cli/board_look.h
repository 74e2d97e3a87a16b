/* The board in a terminal: colours and characters. */
#ifndef CLI_BOARD_LOOK_H
#define CLI_BOARD_LOOK_H

#include "cli/board_view.h"

enum board_style {
    STYLE_PLAIN,
    STYLE_FRAME,
    STYLE_DOT,  /* an empty cell drawn as a point */
    STYLE_HOLE, /* an empty cell drawn as a dark area */
    STYLE_LETTER,
    STYLE_CHOSEN,
    STYLE_DISC, /* from here on Red's style is followed by Yellow's */
    STYLE_DISC_YELLOW,
    STYLE_HELD, /* above the board, on the terminal's background */
    STYLE_HELD_YELLOW,
    STYLE_FAINT,
    STYLE_FAINT_YELLOW,
    STYLE_WON,
    STYLE_WON_YELLOW,
    STYLE_COUNT
};

enum mark { MARK_RED, MARK_YELLOW, MARK_HOLE, MARK_RED_FAINT, MARK_YELLOW_FAINT, MARK_COUNT };

/* The characters of one character set and size. A cell has one more column on each side, for the
 * brackets of a winning line. */
struct glyphs {
    int width, lines;
    const char *mark[MARK_COUNT][3];
    enum board_style hole;
    const char *corner[4]; /* top left, top right, bottom left, bottom right */
    const char *across, *down;
    const char *open; /* an edge that touches the opposite one */
};

/* The parameters of a style's escape sequence, between ESC [ and m. Not for BOARD_VIEW_MONO. */
const char *board_look_code(board_view_colour colour, enum board_style style);

const struct glyphs *board_look_glyphs(const board_view *view);

#endif
