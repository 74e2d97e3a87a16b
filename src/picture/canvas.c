#include "picture/canvas.h"

#include <math.h>
#include <stdbool.h>

/* Few levels make many pixels alike, so that the file is small; the eye sees no difference. */
enum { LEVELS = 16, GRADIENT_STEPS = 12 };

struct paint paint_plain(struct color color)
{
    return (struct paint){.from = color, .to = color, .bottom = 1, .alpha = 1, .edge = 1};
}

struct paint paint_faint(struct color color, float alpha)
{
    struct paint paint = paint_plain(color);
    paint.alpha = alpha;
    return paint;
}

struct paint paint_soft(struct color color, float alpha, float edge)
{
    struct paint paint = paint_faint(color, alpha);
    paint.edge = edge;
    return paint;
}

struct paint paint_down(struct color from, struct color to, float top, float bottom)
{
    return (struct paint){
        .from = from, .to = to, .top = top, .bottom = bottom, .alpha = 1, .edge = 1};
}

static uint8_t mix(uint8_t a, uint8_t b, float part)
{
    return (uint8_t)((float)a + ((float)b - (float)a) * part + 0.5F);
}

struct color color_mix(struct color a, struct color b, float part)
{
    return (struct color){mix(a.r, b.r, part), mix(a.g, b.g, part), mix(a.b, b.b, part)};
}

static float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

/* Soft edges fade smoothly at both ends. */
static float coverage_of(float distance, float edge)
{
    float part = clamp(0.5F - distance / edge, 0, 1);
    if (edge > 1)
        part = part * part * (3 - 2 * part);
    return floorf(part * LEVELS + 0.5F) / LEVELS;
}

static struct color color_at(const struct paint *paint, float y)
{
    float part = clamp((y - paint->top) / (paint->bottom - paint->top), 0, 1);
    return color_mix(paint->from, paint->to, floorf(part * GRADIENT_STEPS + 0.5F) / GRADIENT_STEPS);
}

typedef float distance_of(const void *shape, struct point at);

struct paint_bounds {
    struct point low, high;
};

static void blend(uint8_t *pixel, struct color color, float part)
{
    pixel[0] = mix(pixel[0], color.r, part);
    pixel[1] = mix(pixel[1], color.g, part);
    pixel[2] = mix(pixel[2], color.b, part);
}

/* Paints the shape on the pixels around its bounds. */
static void paint_shape(struct canvas *canvas, struct paint_bounds bounds, distance_of *distance,
                        const void *shape, const struct paint *paint)
{
    float margin = paint->edge / 2 + 1;
    int left = (int)clamp(bounds.low.x - margin, 0, (float)canvas->width);
    int right = (int)clamp(bounds.high.x + margin + 1, 0, (float)canvas->width);
    int top = (int)clamp(bounds.low.y - margin, 0, (float)canvas->height);
    int bottom = (int)clamp(bounds.high.y + margin + 1, 0, (float)canvas->height);
    for (int y = top; y < bottom; y++) {
        struct color color = color_at(paint, (float)y + 0.5F);
        uint8_t *pixel = canvas->rgb + 3 * ((long)y * canvas->width + left);
        for (int x = left; x < right; x++, pixel += 3) {
            struct point at = {(float)x + 0.5F, (float)y + 0.5F};
            float part = coverage_of(distance(shape, at), paint->edge);
            if (part > 0)
                blend(pixel, color, part * paint->alpha);
        }
    }
}

void canvas_fill(struct canvas *canvas, struct color top, struct color bottom)
{
    uint8_t *pixel = canvas->rgb;
    for (int y = 0; y < canvas->height; y++) {
        struct color color = color_mix(top, bottom, (float)y / (float)(canvas->height - 1));
        for (int x = 0; x < canvas->width; x++, pixel += 3)
            blend(pixel, color, 1);
    }
}

/* Discs, ellipses, rings */

struct round_shape {
    struct point at, radii;
    float half; /* of a ring's width; 0: filled */
};

static float round_distance(const void *shape, struct point at)
{
    const struct round_shape *s = shape;
    float x = (at.x - s->at.x) / s->radii.x, y = (at.y - s->at.y) / s->radii.y;
    float least = s->radii.x < s->radii.y ? s->radii.x : s->radii.y;
    float distance = (sqrtf(x * x + y * y) - 1) * least;
    return s->half > 0 ? fabsf(distance) - s->half : distance;
}

static void paint_round(struct canvas *canvas, const struct round_shape *s, struct paint paint)
{
    struct paint_bounds bounds = {{s->at.x - s->radii.x - s->half, s->at.y - s->radii.y - s->half},
                                  {s->at.x + s->radii.x + s->half, s->at.y + s->radii.y + s->half}};
    paint_shape(canvas, bounds, round_distance, s, &paint);
}

void canvas_disc(struct canvas *canvas, struct point at, float radius, struct paint paint)
{
    struct round_shape shape = {at, {radius, radius}, 0};
    paint_round(canvas, &shape, paint);
}

void canvas_ellipse(struct canvas *canvas, struct point at, struct point radii, struct paint paint)
{
    struct round_shape shape = {at, radii, 0};
    paint_round(canvas, &shape, paint);
}

void canvas_ring(struct canvas *canvas, struct point at, float radius, float width,
                 struct paint paint)
{
    struct round_shape shape = {at, {radius, radius}, width / 2};
    paint_round(canvas, &shape, paint);
}

/* Boxes */

struct box_shape {
    struct point center, half;
    float round;
};

static float box_distance(const void *shape, struct point at)
{
    const struct box_shape *s = shape;
    float x = fabsf(at.x - s->center.x) - s->half.x + s->round;
    float y = fabsf(at.y - s->center.y) - s->half.y + s->round;
    float outside = hypotf(x > 0 ? x : 0, y > 0 ? y : 0), inside = x > y ? x : y;
    return outside + (inside < 0 ? inside : 0) - s->round;
}

void canvas_box(struct canvas *canvas, struct point corner, struct point size, float round,
                struct paint paint)
{
    struct box_shape shape = {
        {corner.x + size.x / 2, corner.y + size.y / 2}, {size.x / 2, size.y / 2}, round};
    struct paint_bounds bounds = {corner, {corner.x + size.x, corner.y + size.y}};
    paint_shape(canvas, bounds, box_distance, &shape, &paint);
}

/* Lines and polygons */

struct line_shape {
    const struct stroke *lines;
    int count;
    float half;
};

static float to_line(struct stroke line, struct point at)
{
    float dx = line.b.x - line.a.x, dy = line.b.y - line.a.y;
    float px = at.x - line.a.x, py = at.y - line.a.y;
    float length = dx * dx + dy * dy;
    float along = length > 0 ? clamp((px * dx + py * dy) / length, 0, 1) : 0;
    float x = px - dx * along, y = py - dy * along;
    return x * x + y * y;
}

/* The distance to the nearest line. */
static float lines_distance(const void *shape, struct point at)
{
    const struct line_shape *s = shape;
    float least = to_line(s->lines[0], at);
    for (int i = 1; i < s->count; i++) {
        float distance = to_line(s->lines[i], at);
        if (distance < least)
            least = distance;
    }
    return sqrtf(least) - s->half;
}

/* Does the line cross the ray that goes right from this point? */
static bool is_crossed(struct stroke line, struct point at)
{
    bool is_between = (line.a.y > at.y) != (line.b.y > at.y);
    return is_between &&
           at.x < line.a.x + (at.y - line.a.y) / (line.b.y - line.a.y) * (line.b.x - line.a.x);
}

static float polygon_distance(const void *shape, struct point at)
{
    const struct line_shape *s = shape;
    const struct line_shape edges = {s->lines, s->count, 0};
    float distance = lines_distance(&edges, at);
    bool is_inside = false;
    for (int i = 0; i < s->count; i++)
        is_inside ^= is_crossed(s->lines[i], at);
    return (is_inside ? -distance : distance) - s->half;
}

static void grow(struct paint_bounds *bounds, struct point at, float by)
{
    bounds->low.x = fminf(bounds->low.x, at.x - by);
    bounds->low.y = fminf(bounds->low.y, at.y - by);
    bounds->high.x = fmaxf(bounds->high.x, at.x + by);
    bounds->high.y = fmaxf(bounds->high.y, at.y + by);
}

static struct paint_bounds bounds_of(const struct line_shape *s)
{
    struct paint_bounds bounds = {s->lines[0].a, s->lines[0].a};
    for (int i = 0; i < s->count; i++) {
        grow(&bounds, s->lines[i].a, s->half);
        grow(&bounds, s->lines[i].b, s->half);
    }
    return bounds;
}

void canvas_lines(struct canvas *canvas, const struct stroke *lines, int count, float width,
                  struct paint paint)
{
    struct line_shape shape = {lines, count, width / 2};
    if (count > 0)
        paint_shape(canvas, bounds_of(&shape), lines_distance, &shape, &paint);
}

void canvas_polygon(struct canvas *canvas, const struct point *corners, int count, float round,
                    struct paint paint)
{
    struct stroke lines[16];
    for (int i = 0; i < count; i++)
        lines[i] = (struct stroke){corners[i], corners[(i + 1) % count]};
    struct line_shape shape = {lines, count, round};
    paint_shape(canvas, bounds_of(&shape), polygon_distance, &shape, &paint);
}
