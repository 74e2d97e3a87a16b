#include "core/svg.h"
#include "core/status.h"

void svg_attribute(struct svg *svg, const char *name, int value)
{
    text_char(svg->out, ' ');
    text_put(svg->out, name);
    text_put(svg->out, "=\"");
    text_int(svg->out, value);
    text_char(svg->out, '"');
}

void svg_number(struct svg *svg, const char *command, int value)
{
    text_put(svg->out, command);
    text_int(svg->out, value);
}

void svg_point(struct svg *svg, const char *command, struct svg_point at)
{
    svg_number(svg, command, at.x);
    text_char(svg->out, ' ');
    text_int(svg->out, at.y);
}

static void svg_escaped(ff_text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '&')
            text_put(out, "&amp;");
        else if (*s == '<')
            text_put(out, "&lt;");
        else if (*s == '>')
            text_put(out, "&gt;");
        else
            text_char(out, *s);
    }
}

/* "Ann (red) against Bob (yellow) on 7x6: Ann Wins!", for screen readers. */
static void svg_title(struct svg *svg)
{
    char status[FF_NAME_MAX + 16];
    ff_text words = ff_text_on(status, sizeof status);
    svg->kind->status(svg, &words);
    text_put(svg->out, "<title>");
    svg_escaped(svg->out, svg->names[FF_RED]);
    text_put(svg->out, " (red) against ");
    svg_escaped(svg->out, svg->names[FF_YELLOW]);
    text_put(svg->out, " (yellow) on ");
    svg->kind->name(svg);
    text_put(svg->out, ": ");
    svg_escaped(svg->out, status);
    text_put(svg->out, "</title>\n");
}

void svg_open(struct svg *svg, int width, int height)
{
    text_put(svg->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    text_int(svg->out, width);
    text_char(svg->out, ' ');
    text_int(svg->out, height);
    text_char(svg->out, '"');
    svg_attribute(svg, "width", width);
    svg_attribute(svg, "height", height);
    text_put(svg->out, " role=\"img\">\n");
    svg_title(svg);
}

static void svg_circle(struct svg *svg, const char *class_name, int cell, struct svg_point at,
                       int radius)
{
    text_put(svg->out, "<circle class=\"");
    text_put(svg->out, class_name);
    text_char(svg->out, '"');
    svg_attribute(svg, "data-cell", ff_cell_from_top(svg->position->rules, cell));
    svg_attribute(svg, "cx", at.x);
    svg_attribute(svg, "cy", at.y);
    svg_attribute(svg, "r", radius);
}

void svg_disc(struct svg *svg, int cell, struct svg_point at, int radius)
{
    static const char *const classes[] = {"disc red", "disc yellow", "disc empty"};
    static const char *const fills[] = {"#E63946", "#FFD60A", "#FFFFFF"};
    ff_color color = ff_position_cell(svg->position, cell);
    svg_circle(svg, classes[color], cell, at, radius);
    text_put(svg->out, " fill=\"");
    text_put(svg->out, fills[color]);
    text_put(svg->out, "\"/>\n");
}

void svg_marks(struct svg *svg, svg_place *place, const char *const paths[2], int stroke)
{
    text_put(svg->out, "<g class=\"marks\" fill=\"none\" stroke=\"#00000040\"");
    svg_attribute(svg, "stroke-width", stroke);
    text_put(svg->out, ">\n");
    for (int cell = 0; cell < svg->position->rules->cells; cell++) {
        ff_color color = ff_position_cell(svg->position, cell);
        if (color == FF_NONE)
            continue;
        text_put(svg->out, "<path d=\"");
        svg_point(svg, "M", place(svg, cell));
        text_put(svg->out, paths[color]);
        text_put(svg->out, "\"/>\n");
    }
    text_put(svg->out, "</g>\n");
}

void svg_letter(struct svg *svg, int column, struct svg_point at)
{
    text_put(svg->out, "<text");
    svg_attribute(svg, "x", at.x);
    svg_attribute(svg, "y", at.y);
    text_char(svg->out, '>');
    text_char(svg->out, ff_column_letter(svg->position->rules, column));
    text_put(svg->out, "</text>\n");
}

/* Whether cell k of a line and the next one are at different edges of a cylinder. */
static bool svg_is_torn(const struct svg *svg, const ff_line *line, int k)
{
    const ff_rules *rules = svg->position->rules;
    int width = rules->board.width;
    int from = ff_cell_column(rules, line->cells[k]) % width;
    int to = ff_cell_column(rules, line->cells[k + 1]) % width;
    return to - from > 1 || from - to > 1;
}

/* A point half a step from a cell, along the first two cells of the line that are neighbours. */
static struct svg_point svg_half_way(const struct svg *svg, svg_place *place, const ff_line *line,
                                     int cell, int sign)
{
    int k = 0;
    while (svg_is_torn(svg, line, k))
        k++;
    struct svg_point a = place(svg, line->cells[k]), b = place(svg, line->cells[k + 1]);
    struct svg_point at = place(svg, cell);
    return (struct svg_point){at.x + sign * (b.x - a.x) / 2, at.y + sign * (b.y - a.y) / 2};
}

/* A stroke along a line. On a cylinder it leaves at one edge and comes back at the other. */
static void svg_stroke(struct svg *svg, svg_place *place, const ff_line *line)
{
    text_put(svg->out, "<path d=\"");
    svg_point(svg, "M", place(svg, line->cells[0]));
    for (int k = 0; k + 1 < line->count; k++) {
        if (!svg_is_torn(svg, line, k))
            continue;
        svg_point(svg, "L", svg_half_way(svg, place, line, line->cells[k], 1));
        svg_point(svg, "M", svg_half_way(svg, place, line, line->cells[k + 1], -1));
    }
    svg_point(svg, "L", place(svg, line->cells[line->count - 1]));
    text_put(svg->out, "\"/>\n");
}

static void svg_strokes(struct svg *svg, svg_place *place)
{
    ff_line line;
    for (int cursor = 0; svg->kind->line(svg, &cursor, &line);)
        svg_stroke(svg, place, &line);
}

void svg_highlight(struct svg *svg, svg_place *place, int radius)
{
    if (!svg->has_lines)
        return;
    text_put(svg->out,
             "<g class=\"highlight\" fill=\"none\" stroke=\"#16213E\" stroke-linecap=\"round\"");
    svg_attribute(svg, "stroke-width", radius / 6 + 1);
    text_put(svg->out, ">\n");
    svg_strokes(svg, place);
    for (int cell = 0; cell < svg->position->rules->cells; cell++) {
        if (svg->is_winning[cell]) {
            svg_circle(svg, "win", cell, place(svg, cell), radius);
            text_put(svg->out, "/>\n");
        }
    }
    text_put(svg->out, "</g>\n");
}

static void svg_find_winning(struct svg *svg)
{
    ff_line line;
    for (int cursor = 0; svg->kind->line(svg, &cursor, &line);) {
        svg->has_lines = true;
        for (int k = 0; k < line.count; k++)
            svg->is_winning[line.cells[k]] = true;
    }
}

ff_err svg_draw(struct svg *svg)
{
    for (int i = 0; i < FF_PLAYERS; i++)
        if (!text_is_clean(svg->names[i], FF_NAME_MAX))
            return FF_E_NAME;
    svg_find_winning(svg);
    if (svg->position->rules->board.depth == 1)
        svg_flat(svg);
    else
        svg_stack(svg);
    text_put(svg->out, "</svg>\n");
    return text_result(svg->out);
}

static bool plain_line(const struct svg *svg, int *cursor, ff_line *out)
{
    if (*cursor == svg->lines.count)
        return false;
    *out = svg->lines.line[(*cursor)++];
    return true;
}

static void plain_status(const struct svg *svg, ff_text *out)
{
    (void)ff_status_write(out, svg->position, svg->names);
}

static void plain_name(const struct svg *svg)
{
    (void)ff_board_write(svg->out, svg->position->rules->board);
}

static void plain_specials(struct svg *svg, svg_place *place, const char *scale)
{
    (void)svg;
    (void)place;
    (void)scale;
}

static int plain_strip_height(const struct svg *svg, int width)
{
    (void)svg;
    (void)width;
    return 0;
}

static void plain_strip(struct svg *svg, int width, int y)
{
    (void)svg;
    (void)width;
    (void)y;
}

ff_err ff_svg_write(ff_text *out, const ff_position *position, const char *const names[FF_PLAYERS])
{
    static const struct svg_kind plain = {plain_line,     plain_status,       plain_name,
                                          plain_specials, plain_strip_height, plain_strip};
    struct svg svg = {.out = out, .kind = &plain, .position = position};
    svg.lines = ff_position_lines(position);
    for (int i = 0; i < FF_PLAYERS; i++)
        svg.names[i] = status_name(names, (ff_color)i);
    return svg_draw(&svg);
}
