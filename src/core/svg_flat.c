/* The upright board from the front: background, grid, discs, highlight and column letters. */
#include "core/svg.h"

enum { CELL = 100, MARGIN = 20, RADIUS = 40, LABELS = 44 };

static struct svg_point flat_place(const struct svg *svg, int cell)
{
    const ff_rules *rules = svg->position->rules;
    int from_top = rules->board.height - 1 - ff_cell_row(rules, cell);
    return (struct svg_point){MARGIN + CELL / 2 + CELL * ff_cell_column(rules, cell),
                              MARGIN + CELL / 2 + CELL * from_top};
}

static void flat_background(struct svg *svg, int width, int height)
{
    text_put(svg->out, "<g class=\"background\">\n<rect");
    svg_attribute(svg, "width", width);
    svg_attribute(svg, "height", height);
    text_put(svg->out, " rx=\"28\" fill=\"#0052CC\"/>\n</g>\n");
}

/* The dividers between columns and rows, one path. */
static void flat_grid(struct svg *svg, int width, int height)
{
    ff_board b = svg->position->rules->board;
    text_put(svg->out, "<g class=\"grid\" stroke=\"#0046B0\" stroke-width=\"3\">\n<path d=\"");
    for (int x = 1; x < b.width; x++) {
        svg_point(svg, "M", (struct svg_point){MARGIN + CELL * x, MARGIN});
        svg_number(svg, "V", height - MARGIN);
    }
    for (int y = 1; y < b.height; y++) {
        svg_point(svg, "M", (struct svg_point){MARGIN, MARGIN + CELL * y});
        svg_number(svg, "H", width - MARGIN);
    }
    text_put(svg->out, "\"/>\n</g>\n");
}

/* Arrows out of both sides, a pair for each row. */
static void flat_edges(struct svg *svg, int width)
{
    enum { ARROW = 7 };
    text_put(svg->out, "<g class=\"edges\" fill=\"none\" stroke=\"#9CC4FF\" stroke-width=\"4\""
                       " stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<path d=\"");
    for (int y = 0; y < svg->position->rules->board.height; y++) {
        int middle = MARGIN + CELL / 2 + CELL * y;
        svg_point(svg, "M", (struct svg_point){MARGIN - ARROW, middle - ARROW});
        text_put(svg->out, "l-7 7l7 7");
        svg_point(svg, "M", (struct svg_point){width - MARGIN + ARROW, middle - ARROW});
        text_put(svg->out, "l7 7l-7 7");
    }
    text_put(svg->out, "\"/>\n</g>\n");
}

static void flat_discs(struct svg *svg)
{
    static const char *const marks[] = {"m-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0",
                                        "m0-21l6 14 15 1-11 10 3 15-13-8-13 8 3-15-11-10 15-1z"};
    int cells = svg->position->rules->cells;
    text_put(svg->out, "<g class=\"discs\" stroke=\"#00000033\" stroke-width=\"5\">\n");
    for (int cell = 0; cell < cells; cell++)
        svg_disc(svg, cell, flat_place(svg, cell), RADIUS);
    text_put(svg->out, "</g>\n");
    svg_marks(svg, flat_place, marks, 5);
    svg->kind->specials(svg, flat_place, "");
}

static void flat_labels(struct svg *svg, int y)
{
    text_put(svg->out, "<g class=\"labels\" fill=\"#5B6785\" font-family=\"system-ui, sans-serif\""
                       " font-size=\"30\" text-anchor=\"middle\">\n");
    for (int column = 0; column < svg->position->rules->columns; column++)
        svg_letter(svg, column, (struct svg_point){MARGIN + CELL / 2 + CELL * column, y});
    text_put(svg->out, "</g>\n");
}

void svg_flat(struct svg *svg)
{
    ff_board b = svg->position->rules->board;
    int width = b.width * CELL + 2 * MARGIN, height = b.height * CELL + 2 * MARGIN;
    svg_open(svg, width, height + LABELS + svg->kind->strip_height(svg, width));
    flat_background(svg, width, height);
    flat_grid(svg, width, height);
    if (svg->is_round)
        flat_edges(svg, width);
    flat_discs(svg);
    svg_highlight(svg, flat_place, RADIUS + 4);
    flat_labels(svg, height + 34);
    svg->kind->strip(svg, width, height + LABELS);
}
