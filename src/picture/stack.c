/* Deep boards: every level is a plate seen at an angle. The plates are far enough apart that no bead hides one of
 * another level. */
#include <math.h>

#include "picture/parts.h"

enum { THICKNESS = 8 };
static const float rim = 0.7F; /* of a plate around its outer beads, in steps */

/* `right` leads to the next bead of a row, `front` to the next row; both are in pixels. `gap` leads to the level below. */
struct stack {
    const struct scene *scene;
    struct point origin, front;
    float right, gap, radius;
};

static struct point at_of(const struct stack *stack, float x, float z, int level)
{
    return (struct point){stack->origin.x + stack->right * x + stack->front.x * z,
                          stack->origin.y + stack->front.y * z - stack->gap * (float)level};
}

/* The middle of a bead, which lies on its plate. */
static struct point bead_at(const struct stack *stack, int cell)
{
    const ff_rules *rules = stack->scene->position->rules;
    int column = ff_cell_column(rules, cell);
    int x = column % rules->board.width, z = column / rules->board.width;
    struct point at = at_of(stack, (float)x, (float)z, ff_cell_row(rules, cell));
    at.y -= floorf(0.6F * stack->radius);
    return at;
}

/* Rows are as far apart as the height allows, beads as large as they fit between their neighbours. Whole pixels make
 * all beads alike, and the file smaller. */
static struct stack stack_in(const struct scene *scene, struct area area)
{
    ff_board b = scene->position->rules->board;
    float rows = (float)b.depth - 1, beads = (float)b.width - 1, levels = (float)b.height;
    struct stack stack = {.scene = scene, .gap = floorf(fminf(area.height / levels, 150))};
    /* The beads of the last row rise above their plate; the next one has a thickness. */
    stack.front.y = floorf(fminf((stack.gap - THICKNESS) / (rows + 2 * rim + 0.75F), 34));
    stack.front.x = -floorf(1.5F * stack.front.y);
    stack.right =
        floorf(fminf((area.width + stack.front.x * (rows + 2 * rim)) / (beads + 2 * rim), 100));
    stack.radius = fminf(0.5F * hypotf(stack.front.x, stack.front.y), 0.42F * stack.right);
    float width = stack.right * beads + stack.front.x * rows;
    float height = stack.front.y * rows - stack.gap * (levels - 1);
    stack.origin.x = floorf(area.left + (area.width - width) / 2);
    stack.origin.y = floorf(area.top + (area.height - height) / 2);
    return stack;
}

/* The corners of a plate: back, right, front, left. */
static void corners_of(const struct stack *stack, int level, struct point corners[4])
{
    ff_board b = stack->scene->position->rules->board;
    float right = (float)b.width - 1 + rim, front = (float)b.depth - 1 + rim;
    corners[0] = at_of(stack, -rim, -rim, level);
    corners[1] = at_of(stack, right, -rim, level);
    corners[2] = at_of(stack, right, front, level);
    corners[3] = at_of(stack, -rim, front, level);
}

static void draw_edges(const struct stack *stack, const struct point corners[4], int first,
                       int count, struct paint paint)
{
    struct stroke edges[4];
    for (int i = 0; i < count; i++)
        edges[i] = (struct stroke){corners[first + i], corners[(first + i + 1) % 4]};
    canvas_lines(stack->scene->canvas, edges, count, 2.5F, paint);
}

static void draw_plate(const struct stack *stack, int level)
{
    struct canvas *canvas = stack->scene->canvas;
    struct point corners[4], under[4];
    corners_of(stack, level, corners);
    for (int i = 0; i < 4; i++)
        under[i] = (struct point){corners[i].x, corners[i].y + THICKNESS - 1};
    canvas_polygon(canvas, under, 4, 2, paint_plain(color_mix(color_board, color_black, 0.5F)));
    canvas_polygon(canvas, corners, 4, 2,
                   paint_down(color_mix(color_board, color_black, 0.2F), color_board, corners[0].y,
                              corners[2].y));
    draw_edges(stack, corners, 2, 1, paint_faint(color_mix(color_board, color_white, 0.5F), 0.7F));
}

/* The poles at the corners lead the eye from level to level. */
static void draw_poles(const struct stack *stack)
{
    int top = stack->scene->position->rules->board.height - 1;
    struct point low[4], high[4];
    corners_of(stack, 0, low);
    corners_of(stack, top, high);
    for (int i = 0; i < 4; i++) {
        struct stroke pole = {low[i], high[i]};
        canvas_lines(stack->scene->canvas, &pole, 1, 3,
                     paint_faint(color_soft, i == 2 ? 0 : 0.28F));
    }
}

static void draw_hole(const struct stack *stack, float x, float z, int level)
{
    struct point radii = {0.36F * stack->radius, 0.18F * stack->radius};
    canvas_ellipse(stack->scene->canvas, at_of(stack, x, z, level), radii,
                   paint_faint(color_back, 0.75F));
}

static void draw_bead(const struct stack *stack, int cell, struct point foot)
{
    const struct scene *scene = stack->scene;
    struct point at = bead_at(stack, cell);
    ff_color color = ff_position_cell(scene->position, cell);
    struct point shadow = {stack->radius, 0.5F * stack->radius};
    canvas_ellipse(scene->canvas, foot, shadow, paint_soft(color_black, 0.5F, stack->radius));
    disc_draw(scene->canvas, at, stack->radius, color, scene_look(scene, cell));
    if (cell == scene->last_cell && !scene->has_line)
        canvas_ring(scene->canvas, at, stack->radius, 2.5F, paint_plain(color_white));
}

/* From the back to the front. */
static void draw_level(const struct stack *stack, int level)
{
    const ff_rules *rules = stack->scene->position->rules;
    draw_plate(stack, level);
    for (int column = 0; column < rules->columns; column++) {
        int x = column % rules->board.width, z = column / rules->board.width;
        int cell = ff_cell_at(rules, x, level, z);
        if (ff_position_cell(stack->scene->position, cell) == FF_NONE)
            draw_hole(stack, (float)x, (float)z, level);
        else
            draw_bead(stack, cell, at_of(stack, (float)x, (float)z, level));
    }
}

/* A line may pass through several levels, so it lies over all of them, and its beads over it. */
static void draw_lines(const struct stack *stack)
{
    const struct scene *scene = stack->scene;
    for (int i = 0; i < scene->lines.count; i++) {
        const ff_line *cells = &scene->lines.line[i];
        struct stroke line = {bead_at(stack, cells->cells[0]),
                              bead_at(stack, cells->cells[cells->count - 1])};
        canvas_lines(scene->canvas, &line, 1, stack->radius,
                     paint_soft(color_white, 0.6F, stack->radius));
        canvas_lines(scene->canvas, &line, 1, 3, paint_plain(color_white));
        for (int k = 0; k < cells->count; k++)
            disc_draw(scene->canvas, bead_at(stack, cells->cells[k]), stack->radius,
                      ff_position_cell(scene->position, cells->cells[k]), DISC_WINNING);
    }
}

void stack_draw(const struct scene *scene, struct area area)
{
    struct stack stack = stack_in(scene, area);
    draw_poles(&stack);
    for (int level = 0; level < scene->position->rules->board.height; level++)
        draw_level(&stack, level);
    draw_lines(&stack);
}
