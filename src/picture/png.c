/* PNG (ISO/IEC 15948) with a palette: signature, IHDR, PLTE, IDAT, IEND. Rows have no filter: with a palette, filters
 * make files larger. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "picture/palette.h"
#include "picture/parts.h"

enum { LEVEL = 6 }; /* 9 makes files 7 % smaller, and takes twice the time */

struct png_out {
    unsigned char *at;
    size_t left;
};

static bool put(struct png_out *out, const void *bytes, size_t len)
{
    if (len > out->left)
        return false;
    if (len > 0)
        memcpy(out->at, bytes, len);
    out->at += len;
    out->left -= len;
    return true;
}

static void number_write(unsigned char out[4], uint32_t number)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(number >> (24 - 8 * i));
}

static bool put_chunk(struct png_out *out, const char type[4], const void *body, size_t len)
{
    unsigned char length[4], check[4];
    uLong sum = crc32(0, (const unsigned char *)type, 4);
    if (len > 0) /* with no bytes crc32 begins anew */
        sum = crc32(sum, body, (uInt)len);
    number_write(length, (uint32_t)len);
    number_write(check, (uint32_t)sum);
    return put(out, length, 4) && put(out, type, 4) && put(out, body, len) && put(out, check, 4);
}

static bool put_header(struct png_out *out, const struct canvas *canvas)
{
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    unsigned char header[13] = {[8] = 8, [9] = 3}; /* 8 bits, palette, not interlaced */
    number_write(header, (uint32_t)canvas->width);
    number_write(header + 4, (uint32_t)canvas->height);
    return put(out, signature, sizeof signature) && put_chunk(out, "IHDR", header, sizeof header);
}

static bool put_palette(struct png_out *out, const struct palette *palette)
{
    unsigned char rgb[3 * PALETTE_MAX];
    for (int i = 0; i < palette->count; i++) {
        const struct color c = palette->color[i];
        memcpy(rgb + (size_t)3 * (size_t)i, (unsigned char[]){c.r, c.g, c.b}, 3);
    }
    return put_chunk(out, "PLTE", rgb, (size_t)palette->count * 3);
}

/* Every row begins with the number of its filter: 0, none. */
static void rows_write(unsigned char *out, const struct canvas *canvas,
                       const struct palette *palette)
{
    const unsigned char *pixel = canvas->rgb;
    for (int y = 0; y < canvas->height; y++) {
        *out++ = 0;
        for (int x = 0; x < canvas->width; x++, pixel += 3)
            *out++ = palette_index(palette, pixel);
    }
}

static bool put_pixels(struct png_out *out, const struct canvas *canvas,
                       const struct palette *palette)
{
    size_t size = (size_t)canvas->height * ((size_t)canvas->width + 1);
    uLongf packed_len = compressBound((uLong)size);
    unsigned char *rows = malloc(size), *packed = malloc(packed_len);
    bool is_done = rows && packed;
    if (is_done) {
        rows_write(rows, canvas, palette);
        is_done = compress2(packed, &packed_len, rows, (uLong)size, LEVEL) == Z_OK &&
                  put_chunk(out, "IDAT", packed, packed_len);
    }
    free(rows);
    free(packed);
    return is_done;
}

bool png_write(unsigned char *out, size_t max, size_t *len, const struct canvas *canvas)
{
    struct palette *palette = malloc(sizeof *palette);
    struct png_out at = {.left = max};
    at.at = out;
    bool is_done = palette && palette_make(palette, canvas) && put_header(&at, canvas) &&
                   put_palette(&at, palette) && put_pixels(&at, canvas, palette) &&
                   put_chunk(&at, "IEND", NULL, 0);
    free(palette);
    if (is_done)
        *len = (size_t)(at.at - out);
    return is_done;
}
