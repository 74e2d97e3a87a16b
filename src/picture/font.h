/* A font of our own: strokes with round ends, for Latin letters with and without marks, digits and punctuation.
 * Text is UTF-8. */
#ifndef PICTURE_FONT_H
#define PICTURE_FONT_H

#include <stdbool.h>

#include "picture/canvas.h"

struct font {
    float size;   /* height of a capital letter, in pixels */
    float weight; /* width of a stroke, in pixels */
};

/* Does the font have every character of this text? False for malformed UTF-8, too. */
bool font_has(const char *text);

/* The width in pixels. Characters that the font does not have are left out. */
float font_width(struct font font, const char *text);

/* Draws one line of text. `at` is the left end of its baseline. */
void font_draw(struct canvas *canvas, struct font font, struct point at, const char *text,
               struct paint paint);

#endif
