/* Shared by the files of src/picture only. */
#ifndef PICTURE_PARTS_H
#define PICTURE_PARTS_H

#include "picture/canvas.h"
#include "picture/picture.h"

static const struct color color_board = {0x00, 0x52, 0xCC};
static const struct color color_back = {0x1A, 0x1A, 0x2E}, color_low = {0x16, 0x21, 0x3E};
static const struct color color_white = {0xFF, 0xFF, 0xFF}, color_black = {0, 0, 0};
static const struct color color_soft = {0xA9, 0xB4, 0xD0}; /* of text that matters less */

/* Red and yellow. */
struct color disc_color(ff_color color);

/* How a disc stands out from the others. */
enum disc_look { DISC_PLAIN, DISC_DIM, DISC_WINNING };

/* A disc with its rim and its mark: a ring for red, a star for yellow. */
void disc_draw(struct canvas *canvas, struct point at, float radius, ff_color color,
               enum disc_look look);

/* What both kinds of boards need to know of the position. */
struct scene {
    struct canvas *canvas;
    const ff_position *position;
    int last_cell;
    ff_lines lines; /* none in a variant, where one may go on at the other edge */
    bool has_line, is_winning[FF_CELLS_MAX];
};

/* The look of the disc in this cell: while a line is shown, all others are dimmed. */
enum disc_look scene_look(const struct scene *scene, int cell);

/* Each draws its board between (left, top) and (left + width, top + height). */
struct area {
    float left, top, width, height;
};
void flat_draw(const struct scene *scene, struct area area);
void stack_draw(const struct scene *scene, struct area area);

/* card.c: the text beside the board. */
void card_draw(struct canvas *canvas, const struct picture *picture);

/* png.c: an 8-bit RGB image. False if it does not fit, or there is no memory. */
bool png_write(unsigned char *out, size_t max, size_t *len, const struct canvas *canvas);

#endif
