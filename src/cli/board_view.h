/* A position as lines of text: the board in the terminal game, in a pipe and in `fourfall state`.
 *
 * Pure: the text depends on the arguments alone. Every line ends with '\n' and has no blanks before
 * it. Red and Yellow always have different marks; without colour there are no escape codes.
 */
#ifndef CLI_BOARD_VIEW_H
#define CLI_BOARD_VIEW_H

#include "fourfall.h"

enum {
    BOARD_VIEW_MAX = 65536,  /* enough for the text of any legal board */
    BOARD_VIEW_REPORT = 100, /* columns of a report, which may go to a file or a pipe */
};

typedef enum board_view_colour {
    BOARD_VIEW_MONO,
    BOARD_VIEW_BASIC, /* the 16 colours of every terminal */
    BOARD_VIEW_RICH,  /* 256 colours */
} board_view_colour;

typedef struct board_view {
    board_view_colour colour;
    bool is_utf8;
    bool is_large;    /* discs of three lines; only with 256 colours and UTF-8 */
    bool has_preview; /* marks the cell where a disc in the chosen column would land */
    int columns;      /* the width available; the layers of a deep board wrap to fit it */
    int chosen;       /* the next disc is drawn above this column; -1: no line for it */
    ff_action action; /* of a variant: the kind of move that is drawn there */
} board_view;

/* The size of the text in terminal columns and lines. It is wider than view->columns only if a single
 * layer is. */
typedef struct board_size {
    int width, height;
} board_size;

board_size board_view_measure(const ff_rules *rules, const board_view *view);

/* Appends the board; FF_E_SPACE if the text is full. */
ff_err board_view_write(ff_text *out, const ff_position *position, const board_view *view);

/* The same for a variant. The sign of a special disc stands to its right; a cell that would be popped has
 * the sign of a pop to its left. The open edges of a cylinder are broken lines. */
ff_err board_view_write_variant(ff_text *out, const ff_variant_position *position,
                                const board_view *view);

#endif
