/* Deep boards. Every level of cells is a plate seen at an angle. The plates are far enough apart
 * that no bead hides another, and the ground below them shows the column letters. */
#include "core/svg.h"

/* The rim of a plate is parallel to its rows. */
enum {
    STEP_X = 42,
    STEP_Y = 15,
    RIM_X = 56,
    RIM_Y = 20,
    MARGIN = 76,
    RADIUS = 13,
    HOLE = 5,
    GROUND = -1
};

static int stack_gap(const ff_rules *rules)
{
    return STEP_Y * (rules->board.width + rules->board.depth - 2) + 2 * RIM_Y + 6;
}

static struct svg_point stack_at(const ff_rules *rules, int x, int y, int z)
{
    ff_board b = rules->board;
    return (struct svg_point){MARGIN + STEP_X * (b.depth - 1 + x - z),
                              MARGIN / 2 + RIM_Y + STEP_Y * (x + z) +
                                  stack_gap(rules) * (b.height - 1 - y)};
}

static struct svg_point stack_place(const struct svg *svg, int cell)
{
    const ff_rules *rules = svg->position->rules;
    int column = ff_cell_column(rules, cell), width = rules->board.width;
    return stack_at(rules, column % width, ff_cell_row(rules, cell), column / width);
}

static void stack_background(struct svg *svg, int width, int height)
{
    text_put(svg->out, "<g class=\"background\">\n<rect");
    svg_attribute(svg, "width", width);
    svg_attribute(svg, "height", height);
    text_put(svg->out, " rx=\"28\" fill=\"#EEF3FB\"/>\n</g>\n");
}

/* The four corners of a plate: back, right, front, left. */
static void stack_corners(const ff_rules *rules, int y, struct svg_point corners[4])
{
    int right = rules->board.width - 1, front = rules->board.depth - 1;
    corners[0] = stack_at(rules, 0, y, 0);
    corners[1] = stack_at(rules, right, y, 0);
    corners[2] = stack_at(rules, right, y, front);
    corners[3] = stack_at(rules, 0, y, front);
    corners[0].y -= RIM_Y;
    corners[1].x += RIM_X;
    corners[2].y += RIM_Y;
    corners[3].x -= RIM_X;
}

static void stack_plate(struct svg *svg, int y)
{
    struct svg_point corners[4];
    stack_corners(svg->position->rules, y, corners);
    text_put(svg->out, "<path d=\"");
    for (int i = 0; i < 4; i++)
        svg_point(svg, i ? "L" : "M", corners[i]);
    text_put(svg->out, "Z\"/>\n");
}

/* The left and right edges of the cage, from the ground to the top. */
static void stack_cage(struct svg *svg)
{
    const ff_rules *rules = svg->position->rules;
    struct svg_point low[4], high[4];
    stack_corners(rules, GROUND, low);
    stack_corners(rules, rules->board.height - 1, high);
    text_put(svg->out, "<path stroke-dasharray=\"2 6\" d=\"");
    for (int i = 1; i < 4; i += 2) {
        svg_point(svg, "M", low[i]);
        svg_number(svg, "V", high[i].y);
    }
    text_put(svg->out, "\"/>\n");
}

/* A plate whose left and right edges touch has both of them dashed. */
static void stack_edges(struct svg *svg)
{
    const ff_rules *rules = svg->position->rules;
    struct svg_point corners[4];
    text_put(svg->out, "<g class=\"edges\" fill=\"none\" stroke=\"#0052CC\" stroke-width=\"6\""
                       " stroke-dasharray=\"3 9\" stroke-linecap=\"round\">\n<path d=\"");
    for (int y = 0; y < rules->board.height; y++) {
        stack_corners(rules, y, corners);
        svg_point(svg, "M", corners[0]);
        svg_point(svg, "L", corners[3]);
        svg_point(svg, "M", corners[1]);
        svg_point(svg, "L", corners[2]);
    }
    text_put(svg->out, "\"/>\n</g>\n");
}

static void stack_grid(struct svg *svg)
{
    text_put(svg->out, "<g class=\"grid\" fill=\"#0052CC\" fill-opacity=\"0.2\" stroke=\"#0052CC\""
                       " stroke-width=\"2\" stroke-linejoin=\"round\">\n");
    for (int y = GROUND; y < svg->position->rules->board.height; y++)
        stack_plate(svg, y);
    stack_cage(svg);
    text_put(svg->out, "</g>\n");
}

/* The highlight that makes a circle look like a bead. */
static void stack_glint(struct svg *svg, int cell)
{
    struct svg_point at = stack_place(svg, cell);
    if (ff_position_cell(svg->position, cell) == FF_NONE)
        return;
    text_put(svg->out, "<ellipse");
    svg_attribute(svg, "cx", at.x - RADIUS / 3);
    svg_attribute(svg, "cy", at.y - RADIUS / 2);
    text_put(svg->out, " rx=\"5\" ry=\"3\"/>\n");
}

static void stack_discs(struct svg *svg)
{
    static const char *const marks[] = {"m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
                                        "m0-7l2 5h5l-4 3 2 5-5-3-5 3 2-5-4-3h5z"};
    int cells = svg->position->rules->cells;
    text_put(svg->out, "<g class=\"discs\" stroke=\"#00000055\" stroke-width=\"2\">\n");
    for (int cell = 0; cell < cells; cell++) {
        bool is_empty = ff_position_cell(svg->position, cell) == FF_NONE;
        svg_disc(svg, cell, stack_place(svg, cell), is_empty ? HOLE : RADIUS);
    }
    text_put(svg->out, "</g>\n");
    svg_marks(svg, stack_place, marks, 2);
    svg->kind->specials(svg, stack_place, " scale(0.33)");
    text_put(svg->out, "<g class=\"glints\" fill=\"#FFFFFF\" fill-opacity=\"0.6\">\n");
    for (int cell = 0; cell < cells; cell++)
        stack_glint(svg, cell);
    text_put(svg->out, "</g>\n");
}

static void stack_labels(struct svg *svg)
{
    const ff_rules *rules = svg->position->rules;
    text_put(svg->out, "<g class=\"labels\" fill=\"#3B4A6B\" font-family=\"system-ui, sans-serif\""
                       " font-size=\"16\" text-anchor=\"middle\">\n");
    for (int column = 0; column < rules->columns; column++) {
        int x = column % rules->board.width, z = column / rules->board.width;
        struct svg_point at = stack_at(rules, x, GROUND, z);
        svg_letter(svg, column, (struct svg_point){at.x, at.y + 5});
    }
    text_put(svg->out, "</g>\n");
}

void svg_stack(struct svg *svg)
{
    const ff_rules *rules = svg->position->rules;
    ff_board b = rules->board;
    struct svg_point corner = stack_at(rules, b.width - 1, GROUND, b.depth - 1);
    int width = stack_at(rules, b.width - 1, 0, 0).x + MARGIN;
    int height = corner.y + RIM_Y + MARGIN / 2;
    svg_open(svg, width, height + svg->kind->strip_height(svg, width));
    stack_background(svg, width, height);
    stack_grid(svg);
    if (svg->is_round)
        stack_edges(svg);
    stack_discs(svg);
    svg_highlight(svg, stack_place, RADIUS + 3);
    stack_labels(svg);
    svg->kind->strip(svg, width, height);
}
