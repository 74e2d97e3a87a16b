/* Reduces an image to 256 colours, so that a pixel is one byte and the file small. Used by png.c only.
 *
 * Our pictures have few plain colours and many mixtures of them at edges. The most frequent colours are kept exactly;
 * each of the others becomes the nearest of those. */
#ifndef PICTURE_PALETTE_H
#define PICTURE_PALETTE_H

#include <stdbool.h>

#include "picture/canvas.h"

enum { PALETTE_MAX = 256, PALETTE_SLOTS = 32768 };

struct palette_slot {
    uint32_t rgb, count; /* count 0: the slot is free */
    uint8_t index;
};

struct palette_rank {
    uint32_t rgb, count;
    uint16_t slot;
};

/* All colours of an image, in a hash table. */
struct palette {
    struct palette_slot slot[PALETTE_SLOTS];
    int used;
    struct palette_rank order[PALETTE_SLOTS / 2]; /* the most frequent first */
    struct color color[PALETTE_MAX];
    int count;
};

/* False if the image has more colours than half of the slots. */
bool palette_make(struct palette *out, const struct canvas *canvas);

/* The index of a colour of that image. */
uint8_t palette_index(const struct palette *palette, const uint8_t rgb[3]);

#endif
