#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

#define LONG_64 "0123456789012345678901234567890123456789012345678901234567890123"

static char picture[FF_SVG_MAX];

static const char *draw(const char *notation, const char *const names[FF_PLAYERS])
{
    ff_rules rules;
    ff_position p = game_of(&rules, notation).position;
    ff_text text = ff_text_on(picture, sizeof picture);
    assert_err(ff_svg_write(&text, &p, names), FF_OK, notation);
    assert_int_equal(strlen(picture), text.len);
    return picture;
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}

static void a_picture_is_one_svg_element_of_layers(void **state)
{
    static const char *const layers[] = {"<g class=\"background\">", "<g class=\"grid\"",
                                         "<g class=\"discs\"", "<g class=\"highlight\"",
                                         "<g class=\"labels\""};
    static const char *const games[] = {"7x6:1212121", "5x5x5:abababa"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        const char *svg = draw(games[i], NULL), *last = svg;
        assert_ptr_equal(strstr(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "),
                         svg);
        assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
        for (size_t k = 0; k < COUNT_OF(layers); k++) {
            const char *layer = strstr(svg, layers[k]);
            assert_true(layer && layer > last);
            last = layer;
        }
        assert_int_equal(count_of(svg, "<g "), count_of(svg, "</g>"));
    }
}

static void discs_and_letters_are_counted(void **state)
{
    static const struct {
        const char *game;
        int red, yellow, empty, letters, wins, strokes;
    } cases[] = {
        {"7x6:", 0, 0, 42, 7, 0, 0},
        {"7x6:444", 2, 1, 39, 7, 0, 0},
        {"7x6:1212121", 4, 3, 35, 7, 4, 1},
        {"7x6:1122335566774", 7, 6, 29, 7, 7, 1},
        {"3x3:123123123", 5, 4, 0, 3, 0, 0},
        {"5x5x5:mm", 1, 1, 123, 25, 0, 0},
        {"5x5x5:abababa", 4, 3, 118, 25, 4, 1},
        {"1x1:1", 1, 0, 0, 1, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *svg = draw(cases[i].game, NULL), *game = cases[i].game;
        const char *highlight = strstr(svg, "<g class=\"highlight\"");
        assert_number(count_of(svg, "class=\"disc red\""), cases[i].red, game);
        assert_number(count_of(svg, "class=\"disc yellow\""), cases[i].yellow, game);
        assert_number(count_of(svg, "class=\"disc empty\""), cases[i].empty, game);
        assert_number(count_of(svg, "<text "), cases[i].letters, game);
        assert_number(count_of(svg, "class=\"win\""), cases[i].wins, game);
        assert_number(highlight ? count_of(highlight, "<path ") : 0, cases[i].strokes, game);
    }
}

static void a_disc_has_the_cell_number_counted_from_the_top(void **state)
{
    const char *svg = draw("7x6:1", NULL);
    (void)state;
    assert_non_null(strstr(svg, "<circle class=\"disc red\" data-cell=\"35\" cx=\"70\" cy=\"570\" "
                                "r=\"40\" fill=\"#E63946\"/>"));
    assert_non_null(strstr(svg, "<circle class=\"disc empty\" data-cell=\"0\" cx=\"70\" cy=\"70\" "
                                "r=\"40\" fill=\"#FFFFFF\"/>"));
    svg = draw("7x6:17", NULL);
    assert_non_null(strstr(svg, "<circle class=\"disc yellow\" data-cell=\"41\" cx=\"670\" "
                                "cy=\"570\" r=\"40\" fill=\"#FFD60A\"/>"));
}

static void names_are_escaped_in_the_title(void **state)
{
    static const char *const names[] = {"<Ann> & \"A\"", "]]>'"};
    static const char *const plain[] = {NULL, LONG_64};
    (void)state;
    assert_non_null(strstr(draw("7x6:", names),
                           "<title>&lt;Ann&gt; &amp; \"A\" (red) against ]]&gt;' (yellow) on 7x6: "
                           "&lt;Ann&gt; &amp; \"A\"'s Turn</title>"));
    assert_non_null(strstr(draw("7x6:71212121", plain),
                           "<title>Player 1 (red) against " LONG_64 " (yellow) on 7x6: " LONG_64
                           " Wins!</title>"));
    assert_non_null(strstr(draw("5x5x5:", NULL), "<title>Player 1 (red) against Player 2 (yellow) "
                                                 "on 5x5x5: Player 1's Turn</title>"));
}

static void an_invalid_name_draws_nothing(void **state)
{
    static const char *const bad[] = {"", "a\n", "\xFF", "\xF8\x90\x80\x80", (LONG_64 "4")};
    ff_rules rules = rules_of("7x6");
    ff_position p = ff_position_start(&rules);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const char *first[] = {bad[i], "Bob"}, *second[] = {NULL, bad[i]};
        ff_text text = ff_text_on(picture, sizeof picture);
        assert_int_equal(ff_svg_write(&text, &p, first), FF_E_NAME);
        assert_int_equal(ff_svg_write(&text, &p, second), FF_E_NAME);
        assert_int_equal(text.len, 0);
    }
}

static void a_picture_that_does_not_fit_its_buffer_is_an_error(void **state)
{
    static const char *const boards[] = {"7x6", "5x5x5"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        ff_position p = ff_position_start(&rules);
        ff_text asked = ff_text_on(NULL, 0);
        assert_int_equal(ff_svg_write(&asked, &p, NULL), FF_E_SPACE);
        ff_text tight = ff_text_on(picture, asked.len);
        ff_text exact = ff_text_on(picture, asked.len + 1);
        assert_int_equal(ff_svg_write(&tight, &p, NULL), FF_E_SPACE);
        assert_int_equal(ff_svg_write(&exact, &p, NULL), FF_OK);
        assert_int_equal(exact.len, asked.len);
    }
}

/* The longest names, every cell full, and as many winning lines as one disc can complete. */
static size_t largest_picture(const ff_rules *rules)
{
    char name[FF_NAME_MAX + 1] = {0};
    const char *names[] = {name, name};
    memset(name, '&', FF_NAME_MAX);
    ff_board b = rules->board;
    ff_position p = star_position(rules, b.width / 2, b.height / 2, b.depth / 2);
    ff_text text = ff_text_on(NULL, 0);
    assert_int_equal(ff_svg_write(&text, &p, names), FF_E_SPACE);
    return text.len;
}

static void every_legal_board_fits_the_largest_picture(void **state)
{
    size_t largest = 0;
    (void)state;
    for (int size = 0; size < FF_SIDE_MAX * FF_SIDE_MAX * FF_SIDE_MAX; size++) {
        ff_board board = {1 + size % FF_SIDE_MAX, 1 + size / FF_SIDE_MAX % FF_SIDE_MAX,
                          1 + size / (FF_SIDE_MAX * FF_SIDE_MAX), 4};
        ff_rules rules;
        if (ff_rules_init(&rules, board))
            continue;
        size_t len = largest_picture(&rules);
        largest = len > largest ? len : largest;
    }
    assert_in_range(largest, FF_SVG_MAX / 2, FF_SVG_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_one_svg_element_of_layers),
        cmocka_unit_test(discs_and_letters_are_counted),
        cmocka_unit_test(a_disc_has_the_cell_number_counted_from_the_top),
        cmocka_unit_test(names_are_escaped_in_the_title),
        cmocka_unit_test(an_invalid_name_draws_nothing),
        cmocka_unit_test(a_picture_that_does_not_fit_its_buffer_is_an_error),
        cmocka_unit_test(every_legal_board_fits_the_largest_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
