/* Known values of small boards, and what the computer players of variants call proven, against retrograde
 * analysis (variant_table.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/variant.h"
#include "engine/chance.h"
#include "engine/variant_bot.h"
#include "variant_table.h"

#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

enum {
    POSITIONS_MAX = 800000,
    NODES = 4000,
    GAMES = 10,
    REPEATING_GAMES = 150,
    POPTEN_GAMES = 10,
    TEXT_MAX = FF_VARIANT_TEXT_MAX + 2 * FF_PLIES_MAX
};

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
    {"3x3c3-misere:", 8},   {"4x3c3-misere:", -11}, {"4x4c3-misere:", -13},
    {"4x4-misere:", -13},   {"3x3c3-popout:", 10},  {"4x3c3-popout:", 9},
    {"3x4c3-popout:", -16}, {"4x4c3-popout:", 9},   {"3x3c3-turn:", 11},
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

/* With FF_NODES=80000 as much as Medium does. */
static void analyse(ff_variant_bot *bot, const ff_variant_game *game)
{
    const char *nodes = getenv("FF_NODES");
    assert_int_equal(
        variant_bot_analyse_within(bot, game, nodes ? strtoul(nodes, NULL, 10) : NODES, &analysis),
        FF_OK);
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
            analyse(bot, &game);
            check_options(table, &game);
            int move = analysis.options[chance_below(chance, analysis.count)].move;
            assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
        }
    }
}

static ff_variant_bot *bot_of(const ff_variant_rules *rules)
{
    ff_variant_bot *bot = NULL;
    assert_int_equal(
        ff_variant_bot_open(&bot, rules, FF_MEDIUM, FF_BALANCED, memory, sizeof memory), FF_OK);
    return bot;
}

/* So small that all their positions can be listed. */
static const char *const proof_games[] = {
    "3x3c3-pie:",        "4x3c3-popout:",
    "3x3c3-popout-pie:", "4x2c3-powerup:",
    "4x4c3-misere-pie:", "4x3c3-misere:",
    "4x4c3-cylinder:",   "4x3c3-cylinder-pie:",
    "3x3c3-turn:",       "2x4c3-turn-pie:",
    "3x2x2c3-misere:",   "2x2x3c3-popout:",
    "5x3c5-five:",       "5x4c5-cylinder:1234512345",
};

static void nothing_is_called_proven_that_is_wrong(void **state)
{
    uint64_t chance = 1;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(proof_games); i++) {
        ff_variant_rules rules;
        ff_variant_game game = game_of(&rules, proof_games[i]);
        struct variant_table *table = table_of(&game);
        check_games(bot_of(&rules), table, &game, &chance);
        variant_table_close(table);
    }
    for (int certainty = FF_ESTIMATED; certainty < FF_CERTAINTY_COUNT; certainty++)
        assert_true(checked[certainty] > 0);
}

/* A game of Pop Ten by the best moves, mostly, until few discs are left; or until it ends. */
static ff_variant_game popten_late(const ff_variant_rules *rules, ff_variant_bot *bot,
                                   uint64_t *chance)
{
    enum { LATE = 8 };
    ff_variant_game game = ff_variant_game_start(rules);
    const ff_variant_position *p = &game.position;
    while (p->board.status == FF_PLAYING &&
           (!p->is_filled || p->kept[0] + p->kept[1] < rules->upright.cells - LATE)) {
        uint16_t moves[FF_MOVES_MAX];
        int count = ff_variant_moves(p, moves), move = moves[chance_below(chance, count)];
        if (p->is_filled && chance_below(chance, 4) > 0)
            assert_int_equal(ff_variant_bot_choose(bot, &game, chance_next(chance), &move), FF_OK);
        assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
    }
    return game;
}

static void proofs_in_pop_ten_hold_to_the_last_disc(void **state)
{
    uint64_t chance = 3;
    ff_variant_rules rules;
    int seen = 0;
    (void)state;
    (void)game_of(&rules, "4x5c3-popten:");
    for (int i = 0; i < POPTEN_GAMES; i++) {
        ff_variant_bot *bot = bot_of(&rules);
        ff_variant_game game = popten_late(&rules, bot, &chance);
        struct variant_table *table = NULL;
        if (game.position.board.status == FF_PLAYING)
            table = variant_table_open(&game.position, POSITIONS_MAX, NULL, 0);
        if (!table)
            continue;
        for (int plies = 0; plies < 40 && game.position.board.status == FF_PLAYING; plies++) {
            analyse(bot, &game);
            check_options(table, &game);
            int move = analysis.options[chance_below(&chance, analysis.count)].move;
            assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
            seen++;
        }
        variant_table_close(table);
    }
    assert_true(seen > 50);
}

/* The positions that came up twice in this game; returns how many. */
static int repeated_in(const ff_variant_game *game, ff_variant_position *out)
{
    static ff_variant_position past[FF_PLIES_MAX];
    ff_variant_game at = *game;
    int count = 0;
    for (int ply = 0; ply <= game->position.board.ply; ply++) {
        assert_int_equal(ff_variant_game_seek(&at, ply), FF_OK);
        past[ply] = at.position;
        for (int before = 0; before < ply; before++)
            if (variant_is_same(&past[before], &past[ply]))
                out[count++] = past[ply];
    }
    return count;
}

/* Here a table knows the history, too: positions that came up twice are drawn. */
static void proofs_hold_where_positions_have_come_up_twice(void **state)
{
    static ff_variant_position repeated[FF_PLIES_MAX];
    uint64_t chance = 2;
    int seen = 0;
    (void)state;
    for (int i = 0; i < REPEATING_GAMES; i++) {
        ff_variant_rules rules;
        ff_variant_game game = game_of(&rules, i % 2 ? "3x3c3-popout:" : "3x2c3-popout:");
        ff_variant_bot *bot = bot_of(&rules);
        while (game.position.board.status == FF_PLAYING && game.position.board.ply < 60) {
            int count = repeated_in(&game, repeated);
            analyse(bot, &game);
            if (count > 0) {
                struct variant_table *table =
                    variant_table_open(&game.position, POSITIONS_MAX, repeated, count);
                assert_non_null(table);
                check_options(table, &game);
                variant_table_close(table);
                seen++;
            }
            int move = analysis.options[chance_below(&chance, analysis.count)].move;
            assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
        }
    }
    assert_true(seen > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_have_their_known_values),
        cmocka_unit_test(nothing_is_called_proven_that_is_wrong),
        cmocka_unit_test(proofs_in_pop_ten_hold_to_the_last_disc),
        cmocka_unit_test(proofs_hold_where_positions_have_come_up_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
