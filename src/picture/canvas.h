/* A small rasteriser with antialiasing. Every shape is a signed distance: negative inside, positive outside, in
 * pixels. A pixel's coverage follows from the distance at its centre, so edges are smooth without supersampling,
 * and a soft edge (a shadow, a glow) is the same shape with a wider transition. */
#ifndef PICTURE_CANVAS_H
#define PICTURE_CANVAS_H

#include <stdint.h>

struct color {
    uint8_t r, g, b;
};

/* 8-bit RGB, row by row from the top. The pixels belong to the caller. */
struct canvas {
    int width, height;
    uint8_t *rgb;
};

struct point {
    float x, y;
};

/* A vertical gradient from one colour at `top` to another at `bottom`; the same colour twice for a plain one. */
struct paint {
    struct color from, to;
    float top, bottom;
    float alpha; /* 0..1 */
    float edge;  /* width of the transition from inside to outside; 1: crisp */
};

struct paint paint_plain(struct color color);
struct paint paint_faint(struct color color, float alpha);
struct paint paint_soft(struct color color, float alpha, float edge);
struct paint paint_down(struct color from, struct color to, float top, float bottom);

/* A mixture of two colours; 0 is all of the first. */
struct color color_mix(struct color a, struct color b, float part);

/* Fills everything, from the top to the bottom. */
void canvas_fill(struct canvas *canvas, struct color top, struct color bottom);

void canvas_disc(struct canvas *canvas, struct point at, float radius, struct paint paint);
void canvas_ellipse(struct canvas *canvas, struct point at, struct point radii, struct paint paint);
void canvas_ring(struct canvas *canvas, struct point at, float radius, float width,
                 struct paint paint);

/* A rectangle with round corners. */
void canvas_box(struct canvas *canvas, struct point corner, struct point size, float round,
                struct paint paint);

/* A closed polygon of up to 16 corners. Its edges move outwards by `round`, which rounds its corners. */
void canvas_polygon(struct canvas *canvas, const struct point *corners, int count, float round,
                    struct paint paint);

/* Lines with round ends, as one shape: overlapping parts are painted once. */
struct stroke {
    struct point a, b;
};
void canvas_lines(struct canvas *canvas, const struct stroke *lines, int count, float width,
                  struct paint paint);

#endif
