#include "picture/parts.h"

#include <math.h>

enum { STAR_POINTS = 5 };

struct color disc_color(ff_color color)
{
    static const struct color colors[FF_PLAYERS] = {{0xE6, 0x39, 0x46}, {0xFF, 0xD6, 0x0A}};
    return colors[color];
}

static void star_draw(struct canvas *canvas, struct point at, float radius, struct paint paint)
{
    struct point corners[2 * STAR_POINTS];
    for (int i = 0; i < 2 * STAR_POINTS; i++) {
        float angle = (float)i * 3.14159265F / STAR_POINTS, r = i % 2 ? radius * 0.45F : radius;
        corners[i] = (struct point){at.x + r * sinf(angle), at.y - r * cosf(angle)};
    }
    canvas_polygon(canvas, corners, 2 * STAR_POINTS, radius * 0.06F, paint);
}

static void mark_draw(struct canvas *canvas, struct point at, float radius, ff_color color,
                      struct paint paint)
{
    if (color == FF_RED)
        canvas_ring(canvas, at, radius * 0.42F, radius * 0.17F, paint);
    else
        star_draw(canvas, at, radius * 0.52F, paint);
}

/* The rim is a little lighter above and darker below, the mark a relief of the same colour. */
void disc_draw(struct canvas *canvas, struct point at, float radius, ff_color color,
               enum disc_look look)
{
    struct color plain = disc_color(color);
    if (look == DISC_DIM)
        plain = color_mix(plain, color_back, 0.45F);
    struct color light = color_mix(plain, color_white, 0.28F);
    struct color dark = color_mix(plain, color_black, 0.3F);
    canvas_disc(canvas, at, radius, paint_down(light, dark, at.y - radius, at.y + radius));
    canvas_disc(canvas, at, radius * 0.86F, paint_plain(plain));
    mark_draw(canvas, (struct point){at.x, at.y + radius * 0.04F}, radius, color,
              paint_plain(light));
    mark_draw(canvas, at, radius, color, paint_plain(color_mix(plain, color_black, 0.22F)));
    if (look == DISC_WINNING)
        canvas_ring(canvas, at, radius * 1.02F, fmaxf(radius * 0.14F, 2.5F),
                    paint_plain(color_white));
}

enum disc_look scene_look(const struct scene *scene, int cell)
{
    if (!scene->has_line)
        return DISC_PLAIN;
    return scene->is_winning[cell] ? DISC_WINNING : DISC_DIM;
}
