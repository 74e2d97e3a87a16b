/* What a picture of a variant shows beside its discs. */
#include "core/status.h"
#include "core/svg.h"

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

static void variant_specials(struct svg *svg, svg_place *place, const char *scale)
{
    static const char *const icons[FF_POWERS] = {
        "M-22-14h30q10 0 14-6v14q-14 4-14 14h10v12h-36v-12h10q0-10-14-14z",
        "M-16 6a16 16 0 1 0 32 0a16 16 0 1 0-32 0M10-8l8-10M18-18l8-2M18-18l2-8",
        "M-22-16h44v32h-44zM-22 0h44M0-16v16M-11 0v16M11 0v16",
        "M-22-8l14 16M-8-8l-14 16M2-10q10-10 18 0q2 6-18 20h20",
    };
    text_put(svg->out, "<g class=\"specials\" fill=\"none\" stroke=\"#16213E\" "
                       "stroke-width=\"5\" stroke-linejoin=\"round\">\n");
    for (int cell = 0; cell < svg->position->rules->cells; cell++) {
        ff_action special = ff_variant_special(svg->variant, cell);
        if (special == FF_DROP)
            continue;
        text_put(svg->out, "<path class=\"");
        text_put(svg->out, ff_action_name(special));
        text_put(svg->out, "\" transform=\"");
        svg_point(svg, "translate(", place(svg, cell));
        text_put(svg->out, ")");
        text_put(svg->out, scale);
        text_put(svg->out, "\" d=\"");
        text_put(svg->out, icons[special - FF_ANVIL]);
        text_put(svg->out, "\"/>\n");
    }
    text_put(svg->out, "</g>\n");
}

ff_err ff_variant_svg_write(ff_text *out, const ff_variant_position *p,
                            const char *const names[FF_PLAYERS])
{
    static const struct svg_kind kind = {variant_line, variant_status, variant_name,
                                         variant_specials};
    struct svg svg = {.out = out, .kind = &kind, .position = &p->board, .variant = p};
    for (int i = 0; i < FF_PLAYERS; i++)
        svg.names[i] = status_name(names, (ff_color)ff_variant_player(p, (ff_color)i));
    return svg_draw(&svg);
}
