/* The picture: properties 20 to 24. */
#include "generators.h"
#include "oracle.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A match, its picture, and the circles of its discs by data-cell, the cell number counted from the
 * top. */
struct picture {
    struct match match;
    char svg[FF_SVG_MAX];
    peek_circle disc[FF_CELLS_MAX];
};

static struct picture picture;

/* Every cell has exactly one circle. On flat boards the layer of discs has no others. */
static verdict discs_collect(struct source *source)
{
    const char *cursor = picture.svg, *end = picture.svg + strlen(picture.svg);
    bool is_flat = picture.match.rules.board.depth == 1;
    int count = 0;
    peek_circle circle;
    if (is_flat)
        HOLD(source, (cursor = peek_layer(picture.svg, "discs", &end)) != NULL);
    memset(picture.disc, 0, sizeof picture.disc);
    while (peek_next_circle(&cursor, end, &circle)) {
        bool is_disc = strncmp(circle.class, "disc ", 5) == 0;
        HOLD(source, is_disc || !is_flat);
        if (!is_disc)
            continue;
        HOLD(source, circle.cell >= 0 && circle.cell < picture.match.rules.cells);
        HOLD(source, picture.disc[circle.cell].class[0] == 0);
        picture.disc[circle.cell] = circle;
        count++;
    }
    HOLD(source, count == picture.match.rules.cells);
    return CASE_HOLDS;
}

static verdict picture_take(struct source *source)
{
    ff_text text = ff_text_on(picture.svg, sizeof picture.svg);
    HOLD(source, ff_connect_four.render(&text, &picture.match.state) == FF_OK);
    HOLD(source, text.len == strlen(picture.svg) && text.len < FF_SVG_MAX);
    return discs_collect(source);
}

static verdict generate_picture(struct source *source)
{
    if (source_chance(source, 3))
        GIVEN(generate_match_over(source, &picture.match));
    else
        GIVEN(generate_match(source, &picture.match));
    return picture_take(source);
}

static bool is_near(double a, double b)
{
    return a - b < 0.01 && b - a < 0.01;
}

/* Columns and rows are evenly spaced, and neighbouring discs do not overlap. */
static verdict discs_form_a_grid(struct source *source, ff_board board)
{
    const peek_circle *disc = picture.disc;
    double step_x = board.width > 1 ? disc[1].cx - disc[0].cx : 1e9;
    double step_y = board.height > 1 ? disc[board.width].cy - disc[0].cy : 1e9;
    for (int cell = 0; cell < board.width * board.height; cell++) {
        int column = cell % board.width, row = cell / board.width;
        HOLD(source, is_near(disc[cell].cx, disc[0].cx + column * step_x));
        HOLD(source, is_near(disc[cell].cy, disc[0].cy + row * step_y));
        HOLD(source, is_near(disc[cell].r, disc[0].r));
    }
    HOLD(source, disc[0].r > 0);
    HOLD(source, step_x >= 2 * disc[0].r && step_y >= 2 * disc[0].r);
    return CASE_HOLDS;
}

/* Background, grid, discs, highlight: later layers are painted over earlier ones. */
static verdict layers_are_in_order(struct source *source)
{
    const char *end = picture.svg, *begin;
    static const char *const layers[] = {"background", "grid", "discs"};
    for (int i = 0; i < 3; i++) {
        const char *after = end;
        HOLD(source, (begin = peek_layer(picture.svg, layers[i], &end)) != NULL);
        HOLD(source, begin >= after);
    }
    const char *discs_end = end;
    begin = peek_layer(picture.svg, "highlight", &end);
    bool is_won = picture.match.state.game.position.status == FF_WON;
    HOLD(source, is_won ? begin != NULL && begin >= discs_end : begin == NULL);
    return CASE_HOLDS;
}

// Feature: connect-four, Property 20: Rendering produces valid SVG structure
PROPERTY(the_picture_is_valid_and_has_the_grid_of_the_board)
{
    GIVEN(generate_picture(source));
    ff_board board = picture.match.rules.board;
    HOLD(source, peek_is_well_formed(picture.svg));
    HOLD(source, strstr(picture.svg, "<svg ") != NULL);
    HOLD(source, strstr(picture.svg, "http://www.w3.org/2000/svg") != NULL);
    if (board.depth > 1)
        return CASE_HOLDS;
    GIVEN(layers_are_in_order(source));
    return discs_form_a_grid(source, board);
}

/* Exactly the cells of this colour are drawn with this class; on flat boards also in this colour.
 */
static verdict discs_look_like(struct source *source, ff_color color, const char *class,
                               const char *fill)
{
    const ff_position *position = &picture.match.state.game.position;
    for (int cell = 0; cell < position->rules->cells; cell++) {
        const peek_circle *disc = &picture.disc[ff_cell_from_top(position->rules, cell)];
        bool is_it = ff_position_cell(position, cell) == color;
        HOLD(source, (strcmp(disc->class, class) == 0) == is_it);
        if (position->rules->board.depth == 1)
            HOLD(source, (strcmp(disc->fill, fill) == 0) == is_it);
    }
    return CASE_HOLDS;
}

// Feature: connect-four, Property 21: Empty cells render as white circles
PROPERTY(empty_cells_are_white_circles)
{
    GIVEN(generate_picture(source));
    return discs_look_like(source, FF_NONE, "disc empty", "#FFFFFF");
}

// Feature: connect-four, Property 22: Red discs render correctly
PROPERTY(red_discs_are_red_circles)
{
    GIVEN(generate_picture(source));
    return discs_look_like(source, FF_RED, "disc red", "#E63946");
}

// Feature: connect-four, Property 23: Yellow discs render correctly
PROPERTY(yellow_discs_are_yellow_circles)
{
    GIVEN(generate_picture(source));
    return discs_look_like(source, FF_YELLOW, "disc yellow", "#FFD60A");
}

/* Exactly one circle of class "win" for every expected cell, at its disc. */
static verdict highlights_are(struct source *source, const bool is_expected[FF_CELLS_MAX], int left)
{
    const char *cursor = picture.svg, *end = picture.svg + strlen(picture.svg);
    bool is_seen[FF_CELLS_MAX] = {false};
    peek_circle circle;
    while (peek_next_circle(&cursor, end, &circle)) {
        if (strcmp(circle.class, "win") != 0)
            continue;
        HOLD(source, circle.cell >= 0 && circle.cell < picture.match.rules.cells);
        HOLD(source, is_expected[circle.cell] && !is_seen[circle.cell]);
        is_seen[circle.cell] = true;
        HOLD(source, is_near(circle.cx, picture.disc[circle.cell].cx));
        HOLD(source, is_near(circle.cy, picture.disc[circle.cell].cy));
        left--;
    }
    HOLD(source, left == 0);
    return CASE_HOLDS;
}

// Feature: connect-four, Property 24: Winning patterns are highlighted
PROPERTY(the_winning_discs_are_highlighted)
{
    if (source_chance(source, 8))
        GIVEN(generate_match(source, &picture.match));
    else
        GIVEN(generate_match_over(source, &picture.match));
    GIVEN(picture_take(source));
    const ff_position *position = &picture.match.state.game.position;
    bool is_winning[FF_CELLS_MAX], is_expected[FF_CELLS_MAX] = {false};
    int count = oracle_winning_cells(position, is_winning);
    for (int cell = 0; cell < position->rules->cells; cell++)
        if (is_winning[cell])
            is_expected[ff_cell_from_top(position->rules, cell)] = true;
    return highlights_are(source, is_expected, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_picture_is_valid_and_has_the_grid_of_the_board),
        cmocka_unit_test(empty_cells_are_white_circles),
        cmocka_unit_test(red_discs_are_red_circles),
        cmocka_unit_test(yellow_discs_are_yellow_circles),
        cmocka_unit_test(the_winning_discs_are_highlighted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
