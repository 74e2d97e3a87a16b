#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "picture/picture.h"

static unsigned char pixels[PICTURE_PIXEL_BYTES], file[PICTURE_MAX];
static size_t file_len;

/* The image as a reader of PNG sees it: index by index through the palette. */
static unsigned char rows[PICTURE_HEIGHT * (PICTURE_WIDTH + 1)];
static const unsigned char *palette;

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The body of a chunk; its check sum is verified. */
static const unsigned char *chunk_of(const char *type, size_t *len)
{
    for (size_t at = 8; at + 12 <= file_len;) {
        *len = number_at(file + at);
        assert_true(at + 12 + *len <= file_len);
        assert_int_equal(number_at(file + at + 8 + *len), crc32(0, file + at + 4, (uInt)*len + 4));
        if (memcmp(file + at + 4, type, 4) == 0)
            return file + at + 8;
        at += 12 + *len;
    }
    fail_msg("no chunk %s", type);
    return NULL;
}

static void read_file(void)
{
    size_t len;
    uLongf unpacked = sizeof rows;
    assert_memory_equal(file, "\x89PNG\r\n\x1A\n", 8);
    const unsigned char *header = chunk_of("IHDR", &len);
    assert_int_equal(number_at(header), PICTURE_WIDTH);
    assert_int_equal(number_at(header + 4), PICTURE_HEIGHT);
    assert_memory_equal(header + 8, "\x08\x03\x00\x00\x00", 5);
    palette = chunk_of("PLTE", &len);
    const unsigned char *packed = chunk_of("IDAT", &len);
    assert_int_equal(uncompress(rows, &unpacked, packed, (uLong)len), Z_OK);
    assert_int_equal(unpacked, sizeof rows);
    (void)chunk_of("IEND", &len);
}

static uint32_t color_at(int x, int y)
{
    const unsigned char *rgb = palette + 3 * rows[y * (PICTURE_WIDTH + 1) + 1 + x];
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

static ff_rules rules;
static ff_game game;

static struct picture picture_of(const char *notation, enum picture_kind kind)
{
    assert_int_equal(ff_notation_read(&game, &rules, notation, strlen(notation), NULL), FF_OK);
    return (struct picture){.position = &game.position,
                            .last_cell = -1,
                            .kind = kind,
                            .winner = ff_position_winner(&game.position),
                            .name = {"Ada", "Bob"}};
}

static void draw(const struct picture *picture)
{
    assert_true(picture_write(file, &file_len, picture, pixels));
    read_file();
}

/* How many pixels have this colour, in columns from..to-1. */
static int count_of(uint32_t color, int from, int to)
{
    int count = 0;
    for (int y = 0; y < PICTURE_HEIGHT; y++)
        for (int x = from; x < to; x++)
            count += color_at(x, y) == color;
    return count;
}

enum { RED = 0xE63946, YELLOW = 0xFFD60A, BLUE = 0x0052CC, WHITE = 0xFFFFFF, MIDDLE = 680 };

static void the_file_is_a_png_of_the_right_size(void **state)
{
    struct picture picture = picture_of("4453", PICTURE_PLAYING);
    (void)state;
    draw(&picture);
    assert_true(file_len < 40000);
}

static void the_colours_are_those_of_the_game(void **state)
{
    struct picture picture = picture_of("4453", PICTURE_PLAYING);
    (void)state;
    draw(&picture);
    assert_int_equal(color_at(0, 0), 0x1A1A2E);
    assert_int_equal(color_at(PICTURE_WIDTH - 1, PICTURE_HEIGHT - 1), 0x16213E);
    assert_true(count_of(RED, 0, MIDDLE) > 2000);
    assert_true(count_of(YELLOW, 0, MIDDLE) > 2000);
    assert_true(count_of(BLUE, 0, MIDDLE) > 50000);
}

static void an_empty_board_has_no_discs(void **state)
{
    struct picture flat = picture_of("", PICTURE_PLAYING);
    (void)state;
    draw(&flat);
    assert_int_equal(count_of(RED, 0, MIDDLE) + count_of(YELLOW, 0, MIDDLE), 0);
    struct picture deep = picture_of("5x5x5:", PICTURE_PLAYING);
    draw(&deep);
    assert_int_equal(count_of(RED, 0, MIDDLE) + count_of(YELLOW, 0, MIDDLE), 0);
}

/* The winning discs keep their colour and get a white rim; all others are dimmed. */
static void a_line_stands_out(void **state)
{
    struct picture before = picture_of("414243", PICTURE_PLAYING);
    (void)state;
    draw(&before);
    assert_true(count_of(YELLOW, 0, MIDDLE) > 2000);
    assert_int_equal(count_of(WHITE, 0, MIDDLE), 0);
    struct picture after = picture_of("4142434", PICTURE_WON);
    draw(&after);
    assert_int_equal(count_of(YELLOW, 0, MIDDLE), 0);
    assert_true(count_of(RED, 0, MIDDLE) > 4000);
    assert_true(count_of(WHITE, 0, MIDDLE) > 1000);
}

static void a_line_through_the_levels_of_a_cube_stands_out(void **state)
{
    struct picture picture = picture_of("5x5x5:mambmcm", PICTURE_WON);
    (void)state;
    draw(&picture);
    assert_int_equal(picture.winner, FF_RED);
    assert_true(count_of(WHITE, 0, MIDDLE) > 300);
    assert_int_equal(count_of(YELLOW, 0, MIDDLE), 0);
}

static void the_last_move_is_marked_while_no_line_is_shown(void **state)
{
    struct picture picture = picture_of("4453", PICTURE_PLAYING);
    (void)state;
    picture.last_cell = ff_cell_at(&rules, 2, 0, 0);
    draw(&picture);
    assert_true(count_of(WHITE, 0, MIDDLE) > 100);
}

/* The names are the only difference, so the boards are alike and the texts are not. */
static void the_names_are_drawn_beside_the_board(void **state)
{
    static unsigned char before[sizeof pixels];
    struct picture picture = picture_of("4453", PICTURE_PLAYING);
    bool is_same_board = true, is_same_text = true;
    (void)state;
    draw(&picture);
    memcpy(before, pixels, sizeof before);
    picture.name[0] = "Carl";
    draw(&picture);
    for (size_t i = 0; i < sizeof pixels; i++)
        if (before[i] != pixels[i] && i / 3 % PICTURE_WIDTH < MIDDLE)
            is_same_board = false;
        else if (before[i] != pixels[i])
            is_same_text = false;
    assert_true(is_same_board);
    assert_false(is_same_text);
}

static void a_name_that_cannot_be_drawn_is_the_colour(void **state)
{
    static unsigned char before[sizeof pixels];
    struct picture picture = picture_of("4453", PICTURE_PLAYING);
    (void)state;
    picture.name[0] = NULL;
    draw(&picture);
    memcpy(before, pixels, sizeof before);
    picture.name[0] = "中文";
    draw(&picture);
    assert_memory_equal(before, pixels, sizeof before);
}

static void draw_longest(enum picture_kind kind, enum picture_end end, bool is_german)
{
    static const char longest[] = "WWWWWWWWWWWWWWWWWWWW";
    struct picture picture = picture_of("4453", kind);
    picture.winner = FF_YELLOW;
    picture.end = end;
    picture.is_german = is_german;
    picture.name[0] = picture.name[1] = longest;
    draw(&picture);
    assert_int_equal(count_of(WHITE, 1160, PICTURE_WIDTH), 0);
}

static void a_waiting_game_shows_the_player_who_waits(void **state)
{
    struct picture picture = picture_of("", PICTURE_WAITING);
    (void)state;
    draw(&picture);
    assert_true(count_of(RED, MIDDLE, PICTURE_WIDTH) > 300);
    picture.name[0] = "";
    draw(&picture);
    assert_true(count_of(YELLOW, MIDDLE, PICTURE_WIDTH) > 500);
}

static void every_text_is_inside_the_picture(void **state)
{
    (void)state;
    for (int kind = PICTURE_PAGE; kind <= PICTURE_DRAWN; kind++)
        for (int german = 0; german < 2; german++)
            draw_longest((enum picture_kind)kind, PICTURE_BY_BOARD, german);
    for (int end = PICTURE_BY_RESIGNATION; end <= PICTURE_BY_AGREEMENT; end++)
        draw_longest(end == PICTURE_BY_AGREEMENT ? PICTURE_DRAWN : PICTURE_WON,
                     (enum picture_end)end, true);
}

/* Fills the board with a pattern that makes no line, as far as it goes. */
static struct picture full_picture(const char *board)
{
    ff_board size;
    assert_int_equal(ff_board_read(&size, board, strlen(board)), FF_OK);
    assert_int_equal(ff_rules_init(&rules, size), FF_OK);
    game = ff_game_start(&rules);
    for (unsigned seed = 1, tries = 0; game.position.status == FF_PLAYING && tries < 4000;
         tries++) {
        seed = seed * 1103515245 + 12345;
        (void)ff_game_drop(&game, (int)(seed >> 16) % rules.columns);
    }
    return (struct picture){.position = &game.position,
                            .last_cell = -1,
                            .kind = PICTURE_DRAWN,
                            .name = {"Jörg-Ölaf Äßmann", "WWWWWWWWWWWWWWWWWWWW"}};
}

static void every_board_fits_into_the_largest_file(void **state)
{
    static const char *const boards[] = {"12x12c8",  "7x6c8",     "9x7c8",   "7x5x7c8",
                                         "4x12x4c8", "12x5x4c8",  "5x5x5c8", "4x4x12c8",
                                         "12x1x4c8", "1x12x12c8", "1x1"};
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct picture picture = full_picture(boards[i]);
        draw(&picture);
        assert_true(file_len <= PICTURE_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_is_a_png_of_the_right_size),
        cmocka_unit_test(the_colours_are_those_of_the_game),
        cmocka_unit_test(an_empty_board_has_no_discs),
        cmocka_unit_test(a_line_stands_out),
        cmocka_unit_test(a_line_through_the_levels_of_a_cube_stands_out),
        cmocka_unit_test(the_last_move_is_marked_while_no_line_is_shown),
        cmocka_unit_test(the_names_are_drawn_beside_the_board),
        cmocka_unit_test(a_name_that_cannot_be_drawn_is_the_colour),
        cmocka_unit_test(a_waiting_game_shows_the_player_who_waits),
        cmocka_unit_test(every_text_is_inside_the_picture),
        cmocka_unit_test(every_board_fits_into_the_largest_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
