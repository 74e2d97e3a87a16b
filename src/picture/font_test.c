#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "picture/font.h"
#include "picture/glyphs.h"

enum { WIDTH = 200, HEIGHT = 60 };

static const struct font font = {30, 4};
static uint8_t pixels[WIDTH * HEIGHT * 3];

/* The number of pixels that the text covers, at least in part. */
static int drawn(const char *text)
{
    static const struct color black = {0, 0, 0}, white = {255, 255, 255};
    struct canvas canvas = {WIDTH, HEIGHT, pixels};
    int count = 0;
    canvas_fill(&canvas, black, black);
    font_draw(&canvas, font, (struct point){10, 45}, text, paint_plain(white));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += pixels[3 * i] > 0;
    return count;
}

static void it_has_every_printable_character_of_ascii(void **state)
{
    (void)state;
    for (int c = ' '; c <= '~'; c++) {
        const char text[] = {(char)c, '\0'};
        assert_true(font_has(text));
        assert_int_equal(drawn(text) > 0, c != ' ');
    }
}

static void it_has_the_letters_of_european_names(void **state)
{
    (void)state;
    assert_true(
        font_has("Zoë Łukasz Jürgen Großmann Çağan Ørsted Žižek Ångström Ñandú Æsir œuvre Őry"));
    assert_true(font_has("a – b · c × d … ’"));
}

static void it_does_not_have_other_scripts_nor_malformed_text(void **state)
{
    (void)state;
    assert_false(font_has("Ωmega"));
    assert_false(font_has("中"));
    assert_false(font_has("\xF0\x9F\x98\x80"));
    assert_false(font_has("a\xFF"));
    assert_false(font_has("\x01"));
    assert_true(font_has(""));
}

static void a_mark_is_drawn_with_its_letter(void **state)
{
    (void)state;
    assert_true(drawn("ä") > drawn("a"));
    assert_true(drawn("Å") > drawn("A"));
    assert_true(drawn("ç") > drawn("c"));
    assert_true(drawn("ø") > drawn("o"));
    assert_true(drawn("í") != drawn("i"));
}

static void letters_of_one_kind_differ(void **state)
{
    (void)state;
    assert_int_not_equal(drawn("O"), drawn("Q"));
    assert_int_not_equal(drawn("I"), drawn("l"));
}

static void the_width_grows_with_the_text_and_its_size(void **state)
{
    static const struct font large = {60, 8};
    (void)state;
    assert_true(font_width(font, "ii") > font_width(font, "i"));
    assert_true(font_width(font, "W") > font_width(font, "i"));
    float twice = 2 * font_width(font, "Fourfall");
    assert_true(font_width(large, "Fourfall") - twice < 0.01F);
    assert_true(twice - font_width(large, "Fourfall") < 0.01F);
    assert_true(font_width(font, "") <= 0);
}

static void what_it_does_not_have_is_left_out(void **state)
{
    (void)state;
    assert_int_equal(drawn("a中b"), drawn("ab"));
    assert_true(font_width(font, "a中b") == font_width(font, "ab"));
}

static void a_letter_is_split_into_its_plain_one_and_its_mark(void **state)
{
    enum glyph_mark mark;
    (void)state;
    assert_int_equal(glyph_plain(0xFC, &mark), 'u');
    assert_int_equal(mark, MARK_DIAERESIS);
    assert_int_equal(glyph_plain(0x17E, &mark), 'z');
    assert_int_equal(mark, MARK_CARON);
    assert_int_equal(glyph_plain(0x151, &mark), 'o');
    assert_int_equal(mark, MARK_DOUBLE_ACUTE);
    assert_int_equal(glyph_plain(0x141, &mark), 'L');
    assert_int_equal(mark, MARK_SLASH);
    assert_int_equal(glyph_plain(0xDF, &mark), 0xDF);
    assert_int_equal(mark, MARK_NONE);
    assert_int_equal(glyph_plain(0x17F, &mark), 0x17F);
    assert_int_equal(mark, MARK_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_has_every_printable_character_of_ascii),
        cmocka_unit_test(it_has_the_letters_of_european_names),
        cmocka_unit_test(it_does_not_have_other_scripts_nor_malformed_text),
        cmocka_unit_test(a_mark_is_drawn_with_its_letter),
        cmocka_unit_test(letters_of_one_kind_differ),
        cmocka_unit_test(the_width_grows_with_the_text_and_its_size),
        cmocka_unit_test(what_it_does_not_have_is_left_out),
        cmocka_unit_test(a_letter_is_split_into_its_plain_one_and_its_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
