#include "picture/palette.h"

#include <stdlib.h>
#include <string.h>

static uint32_t packed(const uint8_t rgb[3])
{
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

/* The slot of a colour, or the free one where it belongs. */
static size_t slot_of(const struct palette *palette, uint32_t rgb)
{
    size_t at = (rgb * UINT32_C(2654435761)) >> 17;
    while (palette->slot[at].count && palette->slot[at].rgb != rgb)
        at = (at + 1) % PALETTE_SLOTS;
    return at;
}

static bool count_colors(struct palette *palette, const struct canvas *canvas)
{
    size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < pixels; i++) {
        uint32_t rgb = packed(canvas->rgb + 3 * i);
        struct palette_slot *slot = &palette->slot[slot_of(palette, rgb)];
        if (slot->count++ == 0 && ++palette->used > PALETTE_SLOTS / 2)
            return false;
        slot->rgb = rgb;
    }
    return true;
}

/* The most frequent colour first; of two alike the smaller one, so that a picture is always the same file. */
static int by_count(const void *a, const void *b)
{
    const struct palette_rank *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return x->rgb < y->rgb ? -1 : 1;
}

static int squared(int a)
{
    return a * a;
}

static uint8_t nearest(const struct palette *palette, uint32_t rgb)
{
    int best = 0, least = INT32_MAX;
    for (int i = 0; i < palette->count; i++) {
        struct color c = palette->color[i];
        int distance = squared((int)(rgb >> 16) - c.r) + squared((int)(rgb >> 8 & 255) - c.g) +
                       squared((int)(rgb & 255) - c.b);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

static void order_colors(struct palette *palette)
{
    int found = 0;
    for (size_t i = 0; i < PALETTE_SLOTS; i++) {
        const struct palette_slot *slot = &palette->slot[i];
        if (slot->count)
            palette->order[found++] = (struct palette_rank){slot->rgb, slot->count, (uint16_t)i};
    }
    qsort(palette->order, (size_t)found, sizeof palette->order[0], by_count);
}

bool palette_make(struct palette *out, const struct canvas *canvas)
{
    memset(out, 0, sizeof *out);
    if (!count_colors(out, canvas))
        return false;
    order_colors(out);
    out->count = out->used < PALETTE_MAX ? out->used : PALETTE_MAX;
    for (int i = 0; i < out->count; i++) {
        uint32_t rgb = out->order[i].rgb;
        out->color[i] = (struct color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
    }
    for (int i = 0; i < out->used; i++) {
        const struct palette_rank *rank = &out->order[i];
        out->slot[rank->slot].index = i < out->count ? (uint8_t)i : nearest(out, rank->rgb);
    }
    return true;
}

uint8_t palette_index(const struct palette *palette, const uint8_t rgb[3])
{
    return palette->slot[slot_of(palette, packed(rgb))].index;
}
