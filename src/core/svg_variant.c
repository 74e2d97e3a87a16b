/* What a picture of a variant shows beside its discs. */
#include "core/status.h"
#include "core/svg.h"
#include "core/variant.h"

static bool variant_line(const struct svg *svg, int *cursor, ff_line *out)
{
    return ff_variant_line(svg->variant, cursor, out);
}

/* The names of a picture are by colour, those of a variant are by player. */
static void variant_status(const struct svg *svg, ff_text *out)
{
    const char *names[FF_PLAYERS];
    for (int side = 0; side < FF_PLAYERS; side++)
        names[ff_variant_player(svg->variant, (ff_color)side)] = svg->names[side];
    (void)ff_variant_status_write(out, svg->variant, names);
}

static void variant_name(const struct svg *svg)
{
    (void)ff_variant_rules_write(svg->out, svg->variant->rules);
}

static const char *const icons[FF_POWERS] = {
    "M-24-13h30q12 0 16-7v16q-15 3-15 13h11v11h-36v-11h11q0-9-17-12z",
    "M-18 6a17 17 0 1 0 34 0a17 17 0 1 0-34 0M8-8l8-9M16-17l8 1M16-17l1-8",
    "M-22-16h44v32h-44zM-22 0h44M0-16v16M-11 0v16M11 0v16",
    "M-26-7l14 15M-12-7l-14 15M0-9q2-10 12-10q11 0 11 10q0 7-22 26h24",
};

/* The plate below an icon: round for Red, square for Yellow, so that they differ in more than colour. */
static const char *const plates[2] = {
    "M-32 0a32 32 0 1 0 64 0a32 32 0 1 0-64 0",
    "M-22-27h44q5 0 5 5v44q0 5-5 5h-44q-5 0-5-5v-44q0-5 5-5z",
};

static const char icon_look[] = "fill=\"none\"";

static void icon_path(struct svg *svg, const char *look, const char *path)
{
    text_put(svg->out, "<path ");
    text_put(svg->out, look);
    text_put(svg->out, " d=\"");
    text_put(svg->out, path);
    text_put(svg->out, "\"/>");
}

/* A group that is drawn around its own origin. */
static void group_open(struct svg *svg, const char *class_name, struct svg_point at,
                       const char *scale)
{
    text_put(svg->out, "<g class=\"");
    text_put(svg->out, class_name);
    text_put(svg->out, "\" transform=\"");
    svg_point(svg, "translate(", at);
    text_put(svg->out, ")");
    text_put(svg->out, scale);
    text_put(svg->out, "\">");
}

static void special_icon(struct svg *svg, ff_action special, struct svg_point at, const char *scale)
{
    group_open(svg, ff_action_name(special), at, scale);
    icon_path(svg, icon_look, icons[variant_power(special)]);
    text_put(svg->out, "</g>\n");
}

static const char icon_strokes[] = " stroke=\"#16213E\" stroke-width=\"5\""
                                   " stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";

static void variant_specials(struct svg *svg, svg_place *place, const char *scale)
{
    if (!variant_of(svg->variant)->powers)
        return;
    text_put(svg->out, "<g class=\"specials\"");
    text_put(svg->out, icon_strokes);
    for (int cell = 0; cell < svg->position->rules->cells; cell++) {
        ff_action special = ff_variant_special(svg->variant, cell);
        if (special == FF_DROP)
            continue;
        group_open(svg, ff_action_name(special), place(svg, cell), scale);
        icon_path(svg, "fill=\"#FFFFFF\" stroke=\"none\"",
                  plates[ff_position_cell(svg->position, cell)]);
        icon_path(svg, icon_look, icons[variant_power(special)]);
        text_put(svg->out, "</g>\n");
    }
    text_put(svg->out, "</g>\n");
}

/* A place in the strip: a disc of the side, then what it has. */
enum { ROW = 52, ITEM = 38, SLOT = 17, SLOT_RADIUS = 7, WIDE = 520 };

static bool has_strip(const struct variant *v)
{
    return v->powers || v->turns || v->kept_to_win;
}

/* The sides are beside each other where there is room, else one below the other. */
static int strip_height(const struct svg *svg, int width)
{
    int rows = width >= WIDE ? 1 : 2;
    return has_strip(variant_of(svg->variant)) ? rows * ROW : 0;
}

static void strip_circle(struct svg *svg, struct svg_point at, int radius, const char *fill)
{
    text_put(svg->out, "<circle");
    svg_attribute(svg, "cx", at.x);
    svg_attribute(svg, "cy", at.y);
    svg_attribute(svg, "r", radius);
    text_put(svg->out, " stroke=\"#5B6785\" stroke-width=\"2\" fill=\"");
    text_put(svg->out, fill);
    text_put(svg->out, "\"/>\n");
}

static void strip_powers(struct svg *svg, int side, struct svg_point at)
{
    for (int power = 0; power < FF_POWERS; power++) {
        if (svg->variant->powers[side] >> power & 1)
            special_icon(svg, (ff_action)(FF_ANVIL + power), at, " scale(0.6)");
        at.x += ITEM;
    }
}

/* An arrow round for each turn that is left. */
static void strip_turns(struct svg *svg, int side, struct svg_point at)
{
    for (int i = 0; i < svg->variant->turns[side]; i++, at.x += ITEM) {
        group_open(svg, "turn", at, " scale(0.6)");
        icon_path(svg, icon_look, "M18-10a21 21 0 1 0 3 13M19-24v15h-15");
        text_put(svg->out, "</g>\n");
    }
}

static void strip_kept(struct svg *svg, int side, const char *fill, struct svg_point at)
{
    for (int i = 0; i < FF_VARIANT_KEPT; i++, at.x += SLOT)
        strip_circle(svg, at, SLOT_RADIUS, i < svg->variant->kept[side] ? fill : "none");
}

static void strip_side(struct svg *svg, int side, struct svg_point at)
{
    static const char *const fills[2] = {"#E63946", "#FFD60A"};
    const struct variant *v = variant_of(svg->variant);
    struct svg_point items = {at.x + ITEM, at.y};
    strip_circle(svg, at, SLOT_RADIUS + 5, fills[side]);
    if (v->powers)
        strip_powers(svg, side, items);
    if (v->turns)
        strip_turns(svg, side, items);
    if (v->kept_to_win)
        strip_kept(svg, side, fills[side], items);
}

static void strip_draw(struct svg *svg, int width, int y)
{
    bool is_wide = width >= WIDE;
    if (!has_strip(variant_of(svg->variant)))
        return;
    text_put(svg->out, "<g class=\"strip\"");
    text_put(svg->out, icon_strokes);
    strip_side(svg, FF_RED, (struct svg_point){ITEM, y + ROW / 2});
    strip_side(svg, FF_YELLOW,
               is_wide ? (struct svg_point){width / 2 + ITEM, y + ROW / 2}
                       : (struct svg_point){ITEM, y + ROW + ROW / 2});
    text_put(svg->out, "</g>\n");
}

ff_err ff_variant_svg_write(ff_text *out, const ff_variant_position *p,
                            const char *const names[FF_PLAYERS])
{
    static const struct svg_kind kind = {variant_line,     variant_status, variant_name,
                                         variant_specials, strip_height,   strip_draw};
    struct svg svg = {.out = out, .kind = &kind, .position = &p->board, .variant = p};
    svg.is_round = variant_is_round(p->rules);
    for (int i = 0; i < FF_PLAYERS; i++)
        svg.names[i] = status_name(names, (ff_color)ff_variant_player(p, (ff_color)i));
    return svg_draw(&svg);
}
