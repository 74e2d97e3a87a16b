/* How the board looks in a terminal: its colours, and the marks it is made of. */
#ifndef CLI_BOARD_LOOK_H
#define CLI_BOARD_LOOK_H

#include "cli/board_view.h"

enum style {
    STYLE_PLAIN,
    STYLE_FRAME,
    STYLE_DOT,  /* an empty cell as a point */
    STYLE_HOLE, /* an empty cell as a patch of shade */
    STYLE_LETTER,
    STYLE_CHOSEN,
    STYLE_DISC, /* this and the following stand for Red, the next one up for Yellow */
    STYLE_DISC_YELLOW,
    STYLE_HELD, /* above the board, so on the terminal's own background */
    STYLE_HELD_YELLOW,
    STYLE_FAINT,
    STYLE_FAINT_YELLOW,
    STYLE_WON,
    STYLE_WON_YELLOW,
    STYLE_COUNT
};

enum mark { MARK_RED, MARK_YELLOW, MARK_HOLE, MARK_RED_FAINT, MARK_YELLOW_FAINT, MARK_COUNT };

/* How the marks look: by character set and size. Between them a cell keeps one column on each side,
 * which takes the brackets of a winning line. */
struct glyphs {
    int width, lines;
    const char *mark[MARK_COUNT][3];
    enum style hole;
    const char *corner[4]; /* top left, top right, bottom left, bottom right */
    const char *across, *down;
};

/* What stands between ESC [ and m for a style; not for BOARD_VIEW_MONO, which has none. */
const char *board_look_code(board_view_colour colour, enum style style);

const struct glyphs *board_look_glyphs(const board_view *view);

#endif
