/* Shared by the flat and the stacked picture. Coordinates are integers, and a picture depends on
 * the position alone: it is the same, byte for byte, on every machine. */
#ifndef CORE_SVG_H
#define CORE_SVG_H

#include "core/text.h"

struct svg;

struct svg_point {
    int x, y;
};

typedef struct svg_point svg_place(const struct svg *svg, int cell);

/* What differs between pictures of plain games and of variants. A table, so that a program that
 * draws plain games only is linked without the variants. */
struct svg_kind {
    bool (*line)(const struct svg *svg, int *cursor, ff_line *out); /* *cursor starts with 0 */
    void (*status)(const struct svg *svg, ff_text *out);
    void (*name)(const struct svg *svg); /* of the board and its rules */
    /* Icons on special discs, drawn for discs of radius 40. */
    void (*specials)(struct svg *svg, svg_place *place, const char *scale);
    /* The strip below the picture with what each side has left or kept, and its height. */
    int (*strip_height)(const struct svg *svg, int width);
    void (*strip)(struct svg *svg, int width, int y);
};

struct svg {
    ff_text *out;
    const struct svg_kind *kind;
    const ff_position *position;
    const ff_variant_position *variant; /* null: a plain game */
    const char *names[FF_PLAYERS];      /* of the players of Red and Yellow */
    bool is_winning[FF_CELLS_MAX];
    bool has_lines;
    bool is_round;  /* the left and the right edge touch */
    ff_lines lines; /* of a plain game */
};

/* ` name="value"` */
void svg_attribute(struct svg *svg, const char *name, int value);

/* A command and its numbers, for paths: `V60`, `M40 60`. */
void svg_number(struct svg *svg, const char *command, int value);
void svg_point(struct svg *svg, const char *command, struct svg_point at);

/* `<circle class="disc red" data-cell="35" cx="70" cy="70" r="40" fill="#E63946"/>` */
void svg_disc(struct svg *svg, int cell, struct svg_point at, int radius);

/* A ring on red discs and a star on yellow ones, as paths by colour, so that discs differ in more
 * than colour. */
void svg_marks(struct svg *svg, svg_place *place, const char *const paths[2], int stroke);

/* A column's letter, centred. */
void svg_letter(struct svg *svg, int column, struct svg_point at);

/* The layer with the winning lines: a stroke along each line and a ring around each disc. Empty
 * unless the game is won. */
void svg_highlight(struct svg *svg, svg_place *place, int radius);

/* The whole picture. */
ff_err svg_draw(struct svg *svg);

void svg_flat(struct svg *svg);
void svg_stack(struct svg *svg);

/* The opening tag and the title of a picture of this size. */
void svg_open(struct svg *svg, int width, int height);

#endif
