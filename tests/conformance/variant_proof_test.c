/* Known values of small boards, and what the computer players of variants call proven, against retrograde
 * analysis (variant_table.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chance.h"
#include "variant_table.h"

#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

enum { POSITIONS_MAX = 800000, GAMES = 30, TEXT_MAX = FF_VARIANT_TEXT_MAX + 2 * FF_PLIES_MAX };

static uint8_t memory[FF_VARIANT_BOT_GOOD];
static ff_variant_analysis analysis;
static long checked[FF_CERTAINTY_COUNT];

static ff_variant_game game_of(ff_variant_rules *rules, const char *text)
{
    ff_variant_game game;
    assert_int_equal(ff_variant_game_read(&game, rules, text, strlen(text), NULL), FF_OK);
    return game;
}

static struct variant_table *table_of(const ff_variant_game *game)
{
    struct variant_table *table = variant_table_open(&game->position, POSITIONS_MAX, NULL, 0);
    if (!table)
        fail_msg("more than %d positions", POSITIONS_MAX);
    return table;
}

/* The rows of docs/variants.md that are quick; +n: the first player wins with ply n, -n: the second does. */
static const struct {
    const char *game;
    int value;
} values[] = {
    {"3x3c3-misere:", 8}, {"4x3c3-misere:", -11}, {"4x4c3-misere:", -13}, {"4x4-misere:", -13},
    {"4x4-cylinder:", 0}, {"3x3c3-popout:", 10},  {"4x3c3-popout:", 9},   {"3x4c3-popout:", -16},
    {"4x4c3-popout:", 9}, {"3x3c3-turn:", 11},
};

static void small_boards_have_their_known_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        ff_variant_rules rules;
        ff_variant_game game = game_of(&rules, values[i].game);
        struct variant_table *table = table_of(&game);
        int value = variant_table_value(table, &game.position);
        variant_table_close(table);
        if (value != values[i].value)
            fail_msg("%s: %d, not %d", values[i].game, value, values[i].value);
    }
}

static void say_wrong(const ff_variant_game *game, const ff_variant_option *o, int value)
{
    char text[TEXT_MAX];
    ff_text out = ff_text_on(text, sizeof text);
    (void)ff_variant_game_write(&out, game, true);
    fail_msg("%s: move %d is called %d within %d plies, but its value is %d", text, o->move,
             o->certainty, o->plies, value);
}

/* A bound may be too large, but no shorter than the truth. */
static bool is_true(const ff_variant_option *o, int value)
{
    switch (o->certainty) {
    case FF_PROVEN_WIN:
        return value > 0 && value <= o->plies;
    case FF_PROVEN_LOSS:
        return value < 0 && -value <= o->plies;
    case FF_PROVEN_DRAW:
        return value == 0;
    default:
        return o->certainty == FF_ESTIMATED;
    }
}

/* By the third repetition, which a table without a history does not know, or as the table says. */
static int value_of(const struct variant_table *table, const ff_variant_game *game, int move)
{
    ff_variant_game next = *game;
    assert_int_equal(ff_variant_game_play(&next, move), FF_OK);
    bool is_draw = next.position.board.status == FF_DRAWN;
    return is_draw ? 0 : variant_table_move_value(table, &game->position, move);
}

static void check_options(const struct variant_table *table, const ff_variant_game *game)
{
    uint16_t moves[FF_MOVES_MAX];
    assert_int_equal(analysis.count, ff_variant_moves(&game->position, moves));
    for (int i = 0; i < analysis.count; i++) {
        const ff_variant_option *o = &analysis.options[i];
        int value = value_of(table, game, o->move);
        if (!is_true(o, value))
            say_wrong(game, o, value);
        checked[o->certainty]++;
    }
}

/* Every option of every position of random games. */
static void check_games(ff_variant_bot *bot, const struct variant_table *table,
                        const ff_variant_game *start, uint64_t *chance)
{
    for (int i = 0; i < GAMES; i++) {
        ff_variant_game game = *start;
        while (game.position.board.status == FF_PLAYING && game.position.board.ply < 60) {
            assert_int_equal(ff_variant_bot_analyse(bot, &game, &analysis), FF_OK);
            check_options(table, &game);
            int move = analysis.options[chance_below(chance, analysis.count)].move;
            assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
        }
    }
}

static const char *const proof_games[] = {
    "3x3c3-pie:",        "4x3c3-popout:",   "4x4c3-popout:",
    "3x3c3-popout-pie:", "3x3c3-powerup:",  "4x4c3-misere-pie:",
    "4x4-misere:",       "4x4-cylinder:",   "4x3c3-cylinder-pie:",
    "3x3c3-turn:",       "2x4c3-turn-pie:", "3x2x2c3-misere:",
    "2x2x3c3-popout:",   "5x3c5-five:",     "4x5-popten:12341234123412341234",
};

static void nothing_is_called_proven_that_is_wrong(void **state)
{
    uint64_t chance = 1;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(proof_games); i++) {
        ff_variant_rules rules;
        ff_variant_bot *bot;
        ff_variant_game game = game_of(&rules, proof_games[i]);
        struct variant_table *table = variant_table_open(&game.position, POSITIONS_MAX, NULL, 0);
        if (!table) {
            print_message("%s is too large\n", proof_games[i]);
            continue;
        }
        assert_int_equal(
            ff_variant_bot_open(&bot, &rules, FF_MEDIUM, FF_BALANCED, memory, sizeof memory),
            FF_OK);
        check_games(bot, table, &game, &chance);
        print_message("%s: %zu positions; %ld estimated, %ld won, %ld lost, %ld drawn\n",
                      proof_games[i], variant_table_count(table), checked[FF_ESTIMATED],
                      checked[FF_PROVEN_WIN], checked[FF_PROVEN_LOSS], checked[FF_PROVEN_DRAW]);
        variant_table_close(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_have_their_known_values),
        cmocka_unit_test(nothing_is_called_proven_that_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
