#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "picture/canvas.h"

enum { SIDE = 40 };

static uint8_t pixels[SIDE * SIDE * 3];
static const struct color black = {0, 0, 0}, white = {255, 255, 255}, blue = {0, 82, 204};

static struct canvas fresh(void)
{
    struct canvas canvas = {SIDE, SIDE, pixels};
    canvas_fill(&canvas, black, black);
    return canvas;
}

static int level_at(int x, int y)
{
    return pixels[3 * (y * SIDE + x)];
}

static void a_disc_covers_its_inside_and_nothing_else(void **state)
{
    struct canvas canvas = fresh();
    (void)state;
    canvas_disc(&canvas, (struct point){20, 20}, 10, paint_plain(white));
    assert_int_equal(level_at(20, 20), 255);
    assert_int_equal(level_at(12, 20), 255);
    assert_int_equal(level_at(8, 20), 0);
    assert_int_equal(level_at(12, 12), 0);
}

/* The sum of all coverages is the area, to a percent: edges are antialiased, not jagged. */
static void edges_have_the_coverage_of_the_shape(void **state)
{
    struct canvas canvas = fresh();
    long sum = 0;
    int mixed = 0;
    (void)state;
    canvas_disc(&canvas, (struct point){20.3F, 19.6F}, 10, paint_plain(white));
    for (int i = 0; i < SIDE * SIDE; i++) {
        sum += pixels[3 * i];
        mixed += pixels[3 * i] > 0 && pixels[3 * i] < 255;
    }
    assert_in_range(sum, (long)(255 * 314.16 * 0.99), (long)(255 * 314.16 * 1.01));
    assert_true(mixed > 40);
}

static void a_ring_is_open_in_the_middle(void **state)
{
    struct canvas canvas = fresh();
    (void)state;
    canvas_ring(&canvas, (struct point){20, 20}, 10, 4, paint_plain(white));
    assert_int_equal(level_at(20, 20), 0);
    assert_int_equal(level_at(29, 20), 255);
    assert_int_equal(level_at(34, 20), 0);
}

static void a_box_has_round_corners(void **state)
{
    struct canvas canvas = fresh();
    (void)state;
    canvas_box(&canvas, (struct point){5, 5}, (struct point){30, 20}, 8, paint_plain(white));
    assert_int_equal(level_at(20, 5), 255);
    assert_int_equal(level_at(5, 15), 255);
    assert_int_equal(level_at(5, 5), 0);
    assert_int_equal(level_at(34, 24), 0);
    assert_int_equal(level_at(20, 25), 0);
}

static void a_polygon_may_have_corners_that_point_inwards(void **state)
{
    static const struct point arrow[] = {{5, 5}, {35, 20}, {5, 35}, {18, 20}};
    struct canvas canvas = fresh();
    (void)state;
    canvas_polygon(&canvas, arrow, 4, 0, paint_plain(white));
    assert_int_equal(level_at(25, 20), 255);
    assert_int_equal(level_at(8, 20), 0);
    assert_int_equal(level_at(14, 10), 255);
}

static void lines_that_cross_are_painted_once(void **state)
{
    static const struct stroke cross[] = {{{5, 20}, {35, 20}}, {{20, 5}, {20, 35}}};
    struct canvas canvas = fresh();
    (void)state;
    canvas_lines(&canvas, cross, 2, 4, paint_faint(white, 0.5F));
    assert_int_equal(level_at(20, 20), level_at(10, 20));
    assert_int_equal(level_at(10, 10), 0);
    canvas_lines(&canvas, cross, 0, 4, paint_plain(white));
    assert_int_equal(level_at(20, 20), level_at(10, 20));
}

static void a_gradient_goes_from_top_to_bottom(void **state)
{
    struct canvas canvas = fresh();
    (void)state;
    canvas_fill(&canvas, white, blue);
    assert_memory_equal(pixels, &white, 3);
    assert_memory_equal(pixels + sizeof pixels - 3, &blue, 3);
    canvas_box(&canvas, (struct point){0, 0}, (struct point){SIDE, SIDE}, 0,
               paint_down(black, white, 10, 30));
    assert_int_equal(level_at(20, 5), 0);
    assert_in_range(level_at(20, 20), 110, 150);
    assert_int_equal(level_at(20, 35), 255);
}

static void a_soft_edge_fades_over_its_width(void **state)
{
    struct canvas canvas = fresh();
    int before = 256;
    (void)state;
    canvas_disc(&canvas, (struct point){0, 20}, 20, paint_soft(white, 1, 20));
    for (int x = 8; x < 32; x++) {
        assert_true(level_at(x, 20) <= before);
        before = level_at(x, 20);
    }
    assert_in_range(level_at(20, 20), 90, 150);
    assert_int_equal(level_at(31, 20), 0);
}

/* The guard bytes around the image stay as they are. */
static void nothing_is_painted_outside_the_canvas(void **state)
{
    static uint8_t guarded[30 + 10 * 10 * 3 + 30];
    struct canvas canvas = {10, 10, guarded + 30};
    static const struct stroke far = {{-50, -50}, {70, 90}};
    (void)state;
    memset(guarded, 7, sizeof guarded);
    canvas_fill(&canvas, black, black);
    canvas_disc(&canvas, (struct point){-3, 5}, 40, paint_plain(white));
    canvas_disc(&canvas, (struct point){500, 500}, 4, paint_plain(white));
    canvas_ellipse(&canvas, (struct point){9, 9}, (struct point){20, 3}, paint_plain(white));
    canvas_lines(&canvas, &far, 1, 9, paint_plain(white));
    for (int i = 0; i < 30; i++) {
        assert_int_equal(guarded[i], 7);
        assert_int_equal(guarded[sizeof guarded - 1 - (size_t)i], 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_covers_its_inside_and_nothing_else),
        cmocka_unit_test(edges_have_the_coverage_of_the_shape),
        cmocka_unit_test(a_ring_is_open_in_the_middle),
        cmocka_unit_test(a_box_has_round_corners),
        cmocka_unit_test(a_polygon_may_have_corners_that_point_inwards),
        cmocka_unit_test(lines_that_cross_are_painted_once),
        cmocka_unit_test(a_gradient_goes_from_top_to_bottom),
        cmocka_unit_test(a_soft_edge_fades_over_its_width),
        cmocka_unit_test(nothing_is_painted_outside_the_canvas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
