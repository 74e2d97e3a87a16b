/* Examples of docs/variants.md and every refusal. Random games are compared in tests/conformance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/fixture_test.h"
#include "core/variant.h"

static char picture[FF_SVG_MAX];

static ff_variant_game variant_game_of(ff_variant_rules *rules, const char *text)
{
    ff_variant_game game;
    assert_err(ff_variant_game_read(&game, rules, text, strlen(text), NULL), FF_OK, text);
    return game;
}

static void names_are_read_and_written(void **state)
{
    (void)state;
    for (int i = 0; i < FF_VARIANT_COUNT; i++) {
        ff_variant variant = FF_VARIANT_COUNT;
        const char *name = ff_variant_name((ff_variant)i);
        assert_err(ff_variant_read(&variant, name, strlen(name)), FF_OK, name);
        assert_int_equal(variant, i);
        assert_true(strlen(ff_variant_sentence((ff_variant)i)) > 10);
        assert_err(ff_board_check(ff_variant_board((ff_variant)i)), FF_OK, name);
    }
    ff_variant untouched = FF_TURN;
    assert_int_equal(ff_variant_read(&untouched, "pop", 3), FF_E_VARIANT);
    assert_int_equal(untouched, FF_TURN);
    assert_string_equal(ff_variant_name(FF_VARIANT_COUNT), "?");
    assert_string_equal(ff_variant_sentence(FF_VARIANT_COUNT), "?");
    assert_true(ff_board_equal(ff_variant_board(FF_VARIANT_COUNT), ff_classic));
    assert_string_equal(ff_action_name(FF_TURN_LEFT), "turn-left");
    assert_string_equal(ff_action_name(FF_ACTION_COUNT), "?");
    assert_false(ff_action_has_column(FF_ACTION_COUNT));
}

static void a_drop_is_the_number_of_its_column(void **state)
{
    (void)state;
    assert_int_equal(ff_move_of(FF_DROP, 6), 6);
    assert_int_equal(ff_move_action(ff_move_of(FF_BOMB, 51)), FF_BOMB);
    assert_int_equal(ff_move_column(ff_move_of(FF_BOMB, 51)), 51);
    assert_int_equal(variant_sign(FF_DROP), '\0');
    assert_int_equal(variant_sign(FF_BOMB), '@');
    assert_int_equal(ff_move_action(-1), FF_ACTION_COUNT);
    assert_int_equal(ff_move_action(FF_ACTION_COUNT * FF_ACTION_STEP), FF_ACTION_COUNT);
}

static void a_board_that_makes_no_sense_is_refused(void **state)
{
    static const struct {
        ff_variant variant;
        ff_board board;
        ff_err expected;
    } cases[] = {
        {FF_VARIANT_COUNT, {7, 6, 1, 4}, FF_E_VARIANT},
        {FF_POPOUT, {13, 6, 1, 4}, FF_E_WIDTH},
        {FF_POPOUT, {1, 1, 1, 3}, FF_OK},
        {FF_FIVE, {9, 6, 1, 4}, FF_E_FIVE_BOARD},
        {FF_FIVE, {9, 6, 2, 5}, FF_E_FIVE_BOARD},
        {FF_FIVE, {2, 6, 1, 5}, FF_E_FIVE_BOARD},
        {FF_FIVE, {3, 6, 1, 5}, FF_OK},
        {FF_POPTEN, {19, 1, 1, 4}, FF_E_WIDTH},
        {FF_POPTEN, {3, 6, 1, 4}, FF_E_POPTEN_BOARD},
        {FF_POPTEN, {5, 4, 1, 4}, FF_OK},
        {FF_CYLINDER, {3, 6, 1, 4}, FF_E_CYLINDER_BOARD},
        {FF_CYLINDER, {4, 1, 1, 4}, FF_OK},
        {FF_TURN, {4, 12, 5, 4}, FF_E_TURN_BOARD},
        {FF_TURN, {5, 5, 5, 4}, FF_OK},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_variant_rules rules;
        ff_err err = ff_variant_rules_init(&rules, cases[i].variant, cases[i].board, false);
        assert_err(err, cases[i].expected, ff_variant_name(cases[i].variant));
    }
}

/* The last move of each game is refused. */
static void a_move_against_the_rules_is_refused(void **state)
{
    static const struct {
        const char *game;
        size_t at;
        ff_err expected;
    } cases[] = {
        {"popout:8", 0, FF_E_LETTER},
        {"popout:-", 0, FF_E_LETTER},
        {"popout:4-", 1, FF_E_LETTER},
        {"popout:-8", 0, FF_E_LETTER},
        {"popout:-1", 0, FF_E_NOT_OWN},
        {"popout:44-4-4-4", 6, FF_E_NOT_OWN},
        {"popout:4444444", 6, FF_E_FULL},
        {"popout:12121211", 7, FF_E_OVER},
        {"popout:4~", 1, FF_E_NO_ACTION},
        {"popout:_4", 0, FF_E_NO_ACTION},
        {"standard:4-4", 1, FF_E_NO_ACTION},
        {"powerup:41-4", 2, FF_E_NO_ACTION},
        {"powerup:+4-4", 2, FF_E_UNFINISHED},
        {"powerup:+4+5", 2, FF_E_UNFINISHED},
        {"powerup:12@34", 4, FF_E_UNFINISHED},
        {"powerup:12@3-1", 4, FF_E_NOT_OWN},
        {"powerup:@4", 0, FF_E_NO_TARGET},
        {"powerup:_41_4", 3, FF_E_SPENT},
        {"powerup:444444_4", 6, FF_E_FULL},
        {"powerup:172737=64", 8, FF_E_QUIET},
        {"five:1", 0, FF_E_FULL},
        {"5x4-popten:11", 1, FF_E_ROW},
        {"5x4-popten:1-1", 1, FF_E_UNFILLED},
        {"4x5-popten:123412341234123412341", 20, FF_E_POP_FIRST},
        {"4x5-popten:12341234123412341234-2", 20, FF_E_NOT_OWN},
        {"4x5-popten:12341234123412341234-1-1-1-3", 26, FF_E_UNFINISHED},
        {"4x5-popten:12341234123412341234-1-1-12", 26, FF_E_FULL},
        {"4x5-popten:12341234123412341234-1-1-11-2-2-22", 33, FF_E_SAME_COLUMN},
        {"turn:<>><>", 4, FF_E_SPENT},
        {"turn:>7", 1, FF_E_LETTER},
        {"pie:~", 0, FF_E_SWAP},
        {"pie:44~", 2, FF_E_SWAP},
        {"pie:4~~", 2, FF_E_SWAP},
        {"powerup-pie:+4~", 2, FF_E_SWAP},
        {"powerup-pie:12+34~", 5, FF_E_SWAP},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_variant_game game;
        ff_variant_rules rules;
        size_t at = SIZE_MAX, len = strlen(cases[i].game);
        ff_err err = ff_variant_game_read(&game, &rules, cases[i].game, len, &at);
        assert_err(err, cases[i].expected, cases[i].game);
        assert_number((long)at, (long)cases[i].at, cases[i].game);
        assert_int_equal(ff_variant_game_read(&game, &rules, cases[i].game, len, NULL), err);
    }
}

static void numbers_that_are_no_move_are_refused(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game_of(&rules, "turn-pie:4");
    (void)state;
    assert_int_equal(ff_variant_game_play(&game, 7), FF_E_COLUMN);
    assert_int_equal(ff_variant_game_play(&game, -1), FF_E_NO_ACTION);
    assert_int_equal(ff_variant_game_play(&game, ff_move_of(FF_SWAP, 1)), FF_E_COLUMN);
    assert_int_equal(ff_variant_game_play(&game, ff_move_of(FF_ACTION_COUNT, 0)), FF_E_NO_ACTION);
    ff_text out = ff_text_on(NULL, 0);
    assert_int_equal(ff_variant_move_write(&out, &game.position, -1), FF_E_NO_ACTION);
}

static void games_end_as_the_rules_say(void **state)
{
    static const struct {
        const char *game, *status;
    } cases[] = {
        {"popout:44-4", "Bob's Turn"},
        {"popout:12-1-212-1-2", "It's a Draw!"},
        {"popout:12-1-212-1", "Bob's Turn"},
        {"popout:1212121", "Ann Wins!"},
        {"1x2c3-popout:11", "Ann's Turn"},
        {"1x1c3-popout:1", "It's a Draw!"},
        {"powerup:12@4-2", "Bob's Turn"},
        {"powerup:44_4", "Bob's Turn"},
        {"powerup:=1", "Ann's Turn"},
        {"powerup:=1234", "Bob's Turn"},
        {"powerup:1+2", "Bob's Turn"},
        {"powerup:1+23", "Ann's Turn"},
        {"powerup:172737+4", "Ann Wins!"},
        {"powerup:17272+74", "Ann's Turn"},
        {"1x1c3-powerup:+1", "It's a Draw!"},
        {"1x2c3-powerup:1=1", "It's a Draw!"},
        {"five:2", "Bob's Turn"},
        {"five:2425262", "Bob's Turn"},
        {"misere:1213141", "Bob Wins!"},
        {"cylinder:6677112", "Ann Wins!"},
        {"cylinder:667711", "Ann's Turn"},
        {"7x6:6677112", "Bob's Turn"},
        {"turn:11>", "Bob's Turn"},
        {"1x1-turn:>>>>1", "It's a Draw!"},
        {"1x1-turn:1><><", "It's a Draw!"},
        {"pie:4~3", "Bob's Turn"},
        {"pie:4~", "Ann's Turn"},
        {"pie:1~2121", "Ann's Turn"},
        {"pie:1~21212", "Bob's Turn"},
        {"pie:1~212121", "Bob Wins!"},
        {"4x5-popten:12341234123412341234-1-1-11", "Bob's Turn"},
        {"4x5-popten:12341234123412341234-1-1", "Ann's Turn"},
        {"2x10-popten:12212112121212121212-11", "Bob's Turn"},
        {"2x10-popten:12212112121212121212-11-11", "Bob's Turn"}, /* Red has nothing to pop */
    };
    static const char *const names[] = {"Ann", "Bob"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[32];
        ff_text text = ff_text_on(data, sizeof data);
        ff_variant_rules rules;
        ff_variant_game game = variant_game_of(&rules, cases[i].game);
        assert_int_equal(ff_variant_status_write(&text, &game.position, names), FF_OK);
        if (strcmp(data, cases[i].status) != 0)
            fail_msg("%s: %s instead of %s", cases[i].game, data, cases[i].status);
    }
}

/* Red's disc was at the bottom of the left column; the left edge goes up. */
static void a_turned_board_lets_discs_fall(void **state)
{
    ff_variant_rules rules;
    ff_variant_game right = variant_game_of(&rules, "turn:11>");
    (void)state;
    assert_int_equal(right.position.board.rules->board.width, 6);
    assert_int_equal(right.position.board.rules->board.height, 7);
    assert_int_equal(ff_position_cell(&right.position.board, 0), FF_RED);
    assert_int_equal(ff_position_cell(&right.position.board, 7), FF_YELLOW);
    ff_variant_game left = variant_game_of(&rules, "turn:11<");
    assert_int_equal(ff_position_cell(&left.position.board, 5 * 7), FF_RED);
    assert_int_equal(ff_position_cell(&left.position.board, 4 * 7), FF_YELLOW);
    assert_int_equal(ff_variant_game_undo(&left), FF_OK);
    assert_int_equal(left.position.board.rules->board.width, 7);
}

static void the_start_of_five_is_filled_at_the_edges(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game_of(&rules, "five:");
    (void)state;
    for (int row = 0; row < 6; row++) {
        assert_int_equal(ff_position_cell(&game.position.board, row), row % 2);
        assert_int_equal(ff_position_cell(&game.position.board, 48 + row), !(row % 2));
    }
    assert_int_equal(game.position.board.ply, 0);
}

static void the_front_of_a_game_is_read_and_written(void **state)
{
    static const struct {
        const char *text, *written;
        ff_err expected;
    } cases[] = {
        {"4453", "7x6:4453", FF_OK},
        {":", "", FF_E_VARIANT_TEXT},
        {"popout:44-4", "7x6-popout:44-4", FF_OK},
        {"standard:4", "7x6:4", FF_OK},
        {"cube-popout:mm-m", "5x5x5-popout:mm-m", FF_OK},
        {"pie:4~3", "7x6-pie:4~3", FF_OK},
        {"9x7-pie:5~", "9x7-pie:5~", FF_OK},
        {"five-pie:5~", "9x6c5-five-pie:5~", FF_OK},
        {"12x6-turn:ab<1>", "12x6-turn:ab<1>", FF_OK},
        {"powerup:_1@2-1=345+671", "7x6-powerup:_1@2-1=345+671", FF_OK},
        {"popout-7x6:4", "", FF_E_VARIANT_TEXT},
        {"pie-popout:4", "", FF_E_VARIANT_TEXT},
        {"popout-popout:4", "", FF_E_VARIANT_TEXT},
        {"pie-pie:4", "", FF_E_VARIANT_TEXT},
        {"7x6-7x6:4", "", FF_E_VARIANT_TEXT},
        {"7x6-:4", "", FF_E_VARIANT_TEXT},
        {"-popout:4", "", FF_E_VARIANT_TEXT},
        {"Popout:4", "", FF_E_VARIANT_TEXT},
        {"13x6-popout:4", "", FF_E_WIDTH},
        {"9x6-five:4", "", FF_E_FIVE_BOARD},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[64];
        ff_text text = ff_text_on(data, sizeof data);
        ff_variant_rules rules;
        ff_variant_game game;
        size_t at = 0, len = strlen(cases[i].text);
        ff_err err = ff_variant_game_read(&game, &rules, cases[i].text, len, &at);
        assert_err(err, cases[i].expected, cases[i].text);
        if (err) {
            assert_true(at == SIZE_MAX);
            assert_int_equal(ff_variant_game_read(&game, &rules, cases[i].text, len, NULL), err);
            continue;
        }
        assert_int_equal(ff_variant_game_write(&text, &game, true), FF_OK);
        assert_string_equal(data, cases[i].written);
        ff_text bare = ff_text_on(data, sizeof data);
        assert_int_equal(ff_variant_game_write(&bare, &game, false), FF_OK);
        assert_string_equal(data, strchr(cases[i].written, ':') + 1);
    }
}

static void history_has_ends(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game_of(&rules, "popout:44-4");
    (void)state;
    assert_int_equal(ff_variant_game_redo(&game), FF_E_NO_REDO);
    assert_int_equal(ff_variant_game_seek(&game, 4), FF_E_PLY);
    assert_int_equal(ff_variant_game_seek(&game, -1), FF_E_PLY);
    assert_int_equal(ff_variant_game_seek(&game, 0), FF_OK);
    assert_int_equal(ff_variant_game_undo(&game), FF_E_NO_UNDO);
    assert_int_equal(ff_variant_game_redo(&game), FF_OK);
    assert_int_equal(ff_variant_game_play(&game, 0), FF_OK);
    assert_int_equal(game.end, 2);
    assert_int_equal(ff_variant_perft(&game, 0), 1);
    ff_variant_game over = variant_game_of(&rules, "popout:1212121");
    assert_int_equal(ff_variant_perft(&over, 2), 0);
}

/* Random drops and pops up to a ply. Those that would end the game earlier are taken back; where all do,
 * the game begins anew. */
static ff_variant_game long_game(const ff_variant_rules *rules, int ply, uint32_t chance)
{
    ff_variant_game game = ff_variant_game_start(rules);
    for (int ends = 0; game.position.board.ply < ply;) {
        uint16_t moves[FF_MOVES_MAX];
        int count = ff_variant_moves(&game.position, moves);
        ff_variant_game before = game;
        chance = chance * 1664525 + 1013904223;
        assert_int_equal(ff_variant_game_play(&game, moves[(chance >> 16) % (uint32_t)count]),
                         FF_OK);
        if (game.position.board.status != FF_PLAYING && game.position.board.ply < FF_PLIES_MAX)
            game = ++ends % 1000 ? before : ff_variant_game_start(rules);
    }
    return game;
}

static bool last_ply_wins(ff_variant_game game)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(&game.position, moves);
    for (int i = 0; i < count; i++) {
        ff_variant_game next = game;
        assert_int_equal(ff_variant_game_play(&next, moves[i]), FF_OK);
        if (next.position.board.status == FF_WON)
            return true;
        assert_int_equal(next.position.board.status, FF_DRAWN);
    }
    return false;
}

static void the_last_ply_of_a_long_game_may_win(void **state)
{
    ff_variant_rules rules;
    (void)variant_game_of(&rules, "12x12c5-popout:");
    uint32_t chance = 1;
    (void)state;
    while (!last_ply_wins(long_game(&rules, FF_PLIES_MAX - 1, chance)))
        assert_true(++chance < 100);
}

static void a_game_of_512_plies_is_a_draw(void **state)
{
    ff_variant_rules rules;
    (void)variant_game_of(&rules, "12x12c8-popout:");
    ff_variant_game game = long_game(&rules, FF_PLIES_MAX, 1);
    (void)state;
    assert_int_equal(game.position.board.ply, FF_PLIES_MAX);
    assert_int_equal(game.position.board.status, FF_DRAWN);
    assert_int_equal(game.position.side, FF_YELLOW);
    ff_text out = ff_text_on(picture, sizeof picture);
    assert_int_equal(ff_variant_game_write(&out, &game, true), FF_OK);
}

static void a_picture_of_the_standard_game_is_the_plain_one(void **state)
{
    static char plain[FF_SVG_MAX];
    (void)state;
    for (const char *const *text = (const char *const[]){"4453", "cube:mmgh", "1212121", NULL};
         *text; text++) {
        ff_variant_rules rules;
        ff_variant_game game = variant_game_of(&rules, *text);
        ff_text out = ff_text_on(picture, sizeof picture), other = ff_text_on(plain, sizeof plain);
        assert_int_equal(ff_variant_svg_write(&out, &game.position, NULL), FF_OK);
        assert_int_equal(ff_svg_write(&other, &game.position.board, NULL), FF_OK);
        assert_string_equal(picture, plain);
    }
}

static void pictures_show_what_a_variant_has(void **state)
{
    static const char *const names[] = {"Ann", "Bob"};
    static const struct {
        const char *game, *part;
    } cases[] = {
        {"powerup:12@4-2", "<g class=\"bomb\" transform=\"translate(370 570)\">"},
        {"powerup:12@4-2", "<g class=\"anvil\" transform=\"translate(76 710) scale(0.6)\">"},
        {"powerup:12@4-2", "<g class=\"wall\" transform=\"translate(522 710) scale(0.6)\">"},
        {"3x6-powerup:12@3-2", "<g class=\"anvil\" transform=\"translate(76 762) scale(0.6)\">"},
        {"cube-powerup:_m", "class=\"anvil\" transform=\"translate(244 "},
        {"cylinder:", "<g class=\"edges\""},
        {"cube-cylinder:", "<g class=\"edges\""},
        {"4x5-popten:12341234123412341234-1", "cy=\"610\" r=\"7\" stroke=\"#5B6785\" "
                                              "stroke-width=\"2\" fill=\"#E63946\""},
        {"turn:1>", "<g class=\"turn\" transform=\"translate(396 "},
        {"cylinder:6677112", "<path d=\"M570 570L720 570M20 570L170 570\"/>"},
        {"cylinder:6677112", "on 7x6-cylinder: Ann Wins!</title>"},
        {"cylinder:7711223", "<path d=\"M670 570L720 570M20 570L270 570\"/>"},
        {"pie:4~", "<title>Bob (red) against Ann (yellow) on 7x6-pie: Ann's Turn"},
        {"turn:11>", "viewBox=\"0 0 640 836\""},
        {"popout:1212121", "<path d=\"M70 570L70 270\"/>"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_variant_rules rules;
        ff_variant_game game = variant_game_of(&rules, cases[i].game);
        ff_text text = ff_text_on(picture, sizeof picture);
        assert_int_equal(ff_variant_svg_write(&text, &game.position, names), FF_OK);
        if (!strstr(picture, cases[i].part))
            fail_msg("%s: no %s in %s", cases[i].game, cases[i].part, picture);
    }
    ff_variant_rules rules;
    ff_variant_game game = variant_game_of(&rules, "popout:");
    ff_text text = ff_text_on(picture, sizeof picture);
    static const char *const bad[] = {"Ann", "\n"};
    assert_int_equal(ff_variant_svg_write(&text, &game.position, bad), FF_E_NAME);
}

/* A game that goes on for as long as it can, by moves that do not end it. */
static void play_long(ff_variant_game *game)
{
    uint32_t chance = 1;
    for (int tries = 0; tries < 8 * FF_PLIES_MAX && game->position.board.ply < FF_PLIES_MAX - 1;
         tries++) {
        uint16_t moves[FF_MOVES_MAX];
        int count = ff_variant_moves(&game->position, moves);
        ff_variant_game next = *game;
        chance = chance * 1664525u + 1013904223u;
        assert_err(ff_variant_game_play(&next, moves[(chance >> 8) % (uint32_t)count]), FF_OK,
                   "a legal move");
        if (next.position.board.status == FF_PLAYING)
            *game = next;
    }
}

static void reading_a_game_does_not_play_it_again_for_every_move(void **state)
{
    (void)state;
    enum { TIMES = 10 };
    char text[3 * FF_PLIES_MAX];
    ff_variant_rules rules;
    ff_variant_game game = variant_game_of(&rules, "12x12c8-popout:"), again;
    play_long(&game);
    assert_true(game.end > FF_PLIES_MAX / 2);
    size_t len = 0;
    clock_t fastest_write = 0, fastest_read = 0;
    for (int i = 0; i < 5; i++) {
        clock_t at = clock();
        for (int k = 0; k < TIMES; k++) {
            ff_text out = ff_text_on(text, sizeof text);
            assert_err(ff_variant_game_write(&out, &game, false), FF_OK,
                       "writing plays the game once");
            len = strlen(text);
        }
        clock_t wrote = clock();
        for (int k = 0; k < TIMES; k++)
            assert_err(ff_variant_moves_read(&again, &rules, text, len, NULL), FF_OK, text);
        clock_t read = clock() - wrote;
        wrote -= at;
        fastest_write = i == 0 || wrote < fastest_write ? wrote : fastest_write;
        fastest_read = i == 0 || read < fastest_read ? read : fastest_read;
    }
    assert_int_equal(again.end, game.end);
    assert_true(variant_is_same(&again.position, &game.position));
    assert_true(fastest_read < 60 * fastest_write); /* a tenth of it, usually */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_and_written),
        cmocka_unit_test(a_drop_is_the_number_of_its_column),
        cmocka_unit_test(a_board_that_makes_no_sense_is_refused),
        cmocka_unit_test(a_move_against_the_rules_is_refused),
        cmocka_unit_test(numbers_that_are_no_move_are_refused),
        cmocka_unit_test(games_end_as_the_rules_say),
        cmocka_unit_test(a_turned_board_lets_discs_fall),
        cmocka_unit_test(the_start_of_five_is_filled_at_the_edges),
        cmocka_unit_test(the_front_of_a_game_is_read_and_written),
        cmocka_unit_test(history_has_ends),
        cmocka_unit_test(a_game_of_512_plies_is_a_draw),
        cmocka_unit_test(the_last_ply_of_a_long_game_may_win),
        cmocka_unit_test(a_picture_of_the_standard_game_is_the_plain_one),
        cmocka_unit_test(pictures_show_what_a_variant_has),
        cmocka_unit_test(reading_a_game_does_not_play_it_again_for_every_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
