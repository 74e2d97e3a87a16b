/* The upright board from the front. */
#include <math.h>

#include "picture/parts.h"

enum { CELL_MAX = 96 };

struct flat {
    const struct scene *scene;
    struct point corner; /* of the cells, without the frame */
    float cell, frame;
};

static struct point place_of(const struct flat *flat, int cell)
{
    const ff_rules *rules = flat->scene->position->rules;
    int from_top = rules->board.height - 1 - ff_cell_row(rules, cell);
    return (struct point){flat->corner.x + flat->cell * ((float)ff_cell_column(rules, cell) + 0.5F),
                          flat->corner.y + flat->cell * ((float)from_top + 0.5F)};
}

/* The largest cells that fit, with the board in the middle. */
static struct flat flat_in(const struct scene *scene, struct area area)
{
    ff_board b = scene->position->rules->board;
    float width = (float)b.width, height = (float)b.height;
    float cell = fminf(area.width / (width + 0.4F), area.height / (height + 0.4F));
    cell = floorf(fminf(cell, CELL_MAX));
    return (struct flat){.scene = scene,
                         .corner = {floorf(area.left + (area.width - width * cell) / 2),
                                    floorf(area.top + (area.height - height * cell) / 2)},
                         .cell = cell,
                         .frame = 0.2F * cell};
}

static void draw_frame(const struct flat *flat)
{
    struct canvas *canvas = flat->scene->canvas;
    ff_board b = flat->scene->position->rules->board;
    struct point corner = {flat->corner.x - flat->frame, flat->corner.y - flat->frame};
    struct point size = {(float)b.width * flat->cell + 2 * flat->frame,
                         (float)b.height * flat->cell + 2 * flat->frame};
    struct color light = color_mix(color_board, color_white, 0.3F);
    struct color face = color_mix(color_board, color_black, 0.18F);
    float round = 0.36F * flat->cell, bottom = corner.y + size.y;
    canvas_box(canvas, (struct point){corner.x, corner.y + 14}, size, round,
               paint_soft(color_black, 0.5F, 44));
    canvas_box(canvas, corner, size, round, paint_down(light, face, corner.y, bottom));
    canvas_box(canvas, (struct point){corner.x + 3, corner.y + 3},
               (struct point){size.x - 6, size.y - 6}, round - 3, paint_plain(color_board));
}

/* An opening: its lower edge catches the light. */
static void draw_hole(const struct flat *flat, struct point at)
{
    struct canvas *canvas = flat->scene->canvas;
    float radius = 0.41F * flat->cell;
    struct color rim = color_mix(color_board, color_black, 0.45F);
    struct color glint = color_mix(color_board, color_white, 0.22F);
    canvas_disc(canvas, at, radius + 2, paint_down(rim, glint, at.y - radius, at.y + radius));
    canvas_disc(canvas, at, radius, paint_plain(color_mix(color_back, color_black, 0.2F)));
}

static void draw_lines(const struct flat *flat)
{
    const ff_lines *lines = &flat->scene->lines;
    for (int i = 0; i < lines->count; i++) {
        const ff_line *cells = &lines->line[i];
        struct stroke line = {place_of(flat, cells->cells[0]),
                              place_of(flat, cells->cells[cells->count - 1])};
        canvas_lines(flat->scene->canvas, &line, 1, flat->cell,
                     paint_soft(color_white, 0.42F, 0.5F * flat->cell));
    }
}

static void draw_disc(const struct flat *flat, int cell)
{
    const struct scene *scene = flat->scene;
    ff_color color = ff_position_cell(scene->position, cell);
    struct point at = place_of(flat, cell);
    if (color == FF_NONE)
        return;
    disc_draw(scene->canvas, at, 0.41F * flat->cell, color, scene_look(scene, cell));
    if (cell == scene->last_cell && !scene->has_line)
        canvas_ring(scene->canvas, at, 0.41F * flat->cell, 3, paint_plain(color_white));
}

void flat_draw(const struct scene *scene, struct area area)
{
    struct flat flat = flat_in(scene, area);
    int cells = scene->position->rules->cells;
    draw_frame(&flat);
    for (int cell = 0; cell < cells; cell++)
        draw_hole(&flat, place_of(&flat, cell));
    draw_lines(&flat);
    for (int cell = 0; cell < cells; cell++)
        draw_disc(&flat, cell);
}
