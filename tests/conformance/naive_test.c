/* The library, compared with the naive game after every drop and every undo. */
#include "agree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Games per test. Together they visit at least POSITIONS_MIN positions. */
enum {
    GAMES_CLASSIC = 30000,
    GAMES_CUBE = 2500,
    GAMES_FLAT = 4,
    GAMES_DEEP = 8000,
    POSITIONS_MIN = 3000000,
};

static uint64_t dice;
static long positions;

static void agree(const struct naive *naive, const ff_position *position)
{
    assert_agree(naive, position);
    positions++;
}

/* A refused drop gives the reason and leaves the position unchanged. */
static void refusal_changes_nothing(const struct naive *naive, ff_position *position)
{
    ff_position before;
    memcpy(&before, position, sizeof before);
    int column = dice_roll(&dice, naive->width * naive->depth + 2) - 1;
    if (naive_can_drop(naive, column))
        return;
    assert_int_equal(ff_position_drop(position, column), ff_position_can_drop(&before, column));
    assert_memory_equal(&before, position, sizeof before);
}

/* Takes the last disc back and drops it again. */
static void lift_and_drop(struct naive *naive, ff_position *position)
{
    int column = naive->moves[naive->ply - 1];
    naive_undo(naive);
    assert_int_equal(ff_position_lift(position, column), FF_OK);
    agree(naive, position);
    naive_drop(naive, column);
    assert_int_equal(ff_position_drop(position, column), FF_OK);
    agree(naive, position);
}

static void take_all_back(struct naive *naive, ff_game *game)
{
    while (naive->ply > 0) {
        naive_undo(naive);
        assert_int_equal(ff_game_undo(game), FF_OK);
        agree(naive, &game->position);
    }
    assert_int_equal(ff_game_undo(game), FF_E_NO_UNDO);
}

static void game_agrees(ff_board board, bool is_quiet)
{
    ff_rules rules;
    assert_int_equal(ff_rules_init(&rules, board), FF_OK);
    struct naive naive = naive_on(board);
    ff_game game = ff_game_start(&rules);
    agree(&naive, &game.position);
    while (naive.outcome == NAIVE_PLAYING) {
        int column = dice_move(&dice, &naive, is_quiet);
        naive_drop(&naive, column);
        assert_int_equal(ff_game_drop(&game, column), FF_OK);
        agree(&naive, &game.position);
        if (dice_roll(&dice, 8) == 0)
            lift_and_drop(&naive, &game.position);
        refusal_changes_nothing(&naive, &game.position);
    }
    lift_and_drop(&naive, &game.position);
    take_all_back(&naive, &game);
}

static void classic_games_agree(void **state)
{
    (void)state;
    for (int i = 0; i < dice_cases(GAMES_CLASSIC); i++)
        game_agrees(ff_classic, i % 2);
}

static void cube_games_agree(void **state)
{
    (void)state;
    for (int i = 0; i < dice_cases(GAMES_CUBE); i++)
        game_agrees(ff_cube, i % 2);
}

static void games_on_every_flat_board_agree(void **state)
{
    (void)state;
    int games = is_short_run() ? 1 : GAMES_FLAT;
    for (int width = 1; width <= 12; width++)
        for (int height = 1; height <= 12; height++)
            for (int connect = 3; connect <= 8; connect++)
                for (int i = 0; i < games; i++)
                    game_agrees((ff_board){width, height, 1, connect}, i % 2);
}

static void games_on_random_deep_boards_agree(void **state)
{
    (void)state;
    for (int i = 0; i < dice_cases(GAMES_DEEP); i++)
        game_agrees(dice_deep_board(&dice), i % 2);
}

static void enough_positions_were_compared(void **state)
{
    (void)state;
    if (!is_short_run() && positions < POSITIONS_MIN) {
        (void)fprintf(stderr, "only %ld positions were compared\n", positions);
        fail();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_games_agree),
        cmocka_unit_test(cube_games_agree),
        cmocka_unit_test(games_on_every_flat_board_agree),
        cmocka_unit_test(games_on_random_deep_boards_agree),
        cmocka_unit_test(enough_positions_were_compared),
    };
    dice = dice_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
