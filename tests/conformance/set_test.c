/* ff_position_set: every reachable position is accepted, and an unreachable one is refused for a
 * true reason. */
#include "agree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 4000 };

static uint64_t dice;
static int refused[FF_ERR_COUNT];

/* The cells of the naive board in the library's order. */
static void cells_list(ff_color cells[FF_CELLS_MAX], const struct naive *naive)
{
    int at = 0;
    for (int z = 0; z < naive->depth; z++)
        for (int x = 0; x < naive->width; x++)
            for (int y = 0; y < naive->height; y++)
                cells[at++] = color_of(naive->cell[x][y][z]);
}

static int discs_of(const struct naive *naive, enum naive_color color)
{
    int count = 0;
    for (int x = 0; x < naive->width; x++)
        for (int y = 0; y < naive->height; y++)
            for (int z = 0; z < naive->depth; z++)
                count += naive->cell[x][y][z] == color;
    return count;
}

static bool has_floating(const struct naive *naive)
{
    for (int x = 0; x < naive->width; x++)
        for (int y = 1; y < naive->height; y++)
            for (int z = 0; z < naive->depth; z++)
                if (naive->cell[x][y][z] && !naive->cell[x][y - 1][z])
                    return true;
    return false;
}

static bool has_wrong_counts(const struct naive *naive)
{
    int more = discs_of(naive, NAIVE_RED) - discs_of(naive, NAIVE_YELLOW);
    return more != 0 && more != 1;
}

/* Whether removing one top disc leaves its colour without a line. */
static bool has_last_move(const struct naive *naive, enum naive_color color)
{
    for (int column = 0; column < naive->width * naive->depth; column++) {
        int x = column % naive->width, z = column / naive->width;
        int y = naive_landing(naive, column) - 1;
        if (y < 0 || naive->cell[x][y][z] != color)
            continue;
        struct naive before = *naive;
        before.cell[x][y][z] = NAIVE_EMPTY;
        if (!naive_has_line(&before, color))
            return true;
    }
    return false;
}

/* Whether a reason to refuse the position is true. Reasons about lines assume that no disc floats
 * and the counts are right. If several are true, any may be reported. */
static bool reason_is_true(const struct naive *naive, ff_err reason)
{
    bool red = naive_has_line(naive, NAIVE_RED), yellow = naive_has_line(naive, NAIVE_YELLOW);
    int more = discs_of(naive, NAIVE_RED) - discs_of(naive, NAIVE_YELLOW);
    switch (reason) {
    case FF_E_FLOATING:
        return has_floating(naive);
    case FF_E_COUNTS:
        return has_wrong_counts(naive);
    case FF_E_TWO_WINNERS:
        return red && yellow;
    case FF_E_WINNER_TURN:
        return (red && more != 1) || (yellow && more != 0);
    case FF_E_LATE_WIN:
        return (red && !has_last_move(naive, NAIVE_RED)) ||
               (yellow && !has_last_move(naive, NAIVE_YELLOW));
    default:
        return false;
    }
}

static bool is_reachable(const struct naive *naive)
{
    static const ff_err reasons[] = {FF_E_FLOATING, FF_E_COUNTS, FF_E_TWO_WINNERS, FF_E_WINNER_TURN,
                                     FF_E_LATE_WIN};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reason_is_true(naive, reasons[i]))
            return false;
    return true;
}

static void fail_with(const struct naive *naive, const char *what)
{
    (void)fprintf(stderr, "%s: %dx%dx%d connect %d, cells from number 0:", what, naive->width,
                  naive->height, naive->depth, naive->connect);
    ff_color cells[FF_CELLS_MAX] = {FF_RED};
    cells_list(cells, naive);
    for (int i = 0; i < naive->width * naive->height * naive->depth; i++)
        (void)fprintf(stderr, "%s%c", i % naive->height ? "" : " ", "ry."[cells[i]]);
    (void)fprintf(stderr, "\n");
    fail_msg("%s", what);
}

/* A position reached by play is accepted and equals the played one. */
static void played_is_accepted(const struct naive *naive, const ff_position *played)
{
    ff_color cells[FF_CELLS_MAX];
    ff_position set;
    cells_list(cells, naive);
    if (ff_position_set(&set, played->rules, cells) != FF_OK)
        fail_with(naive, "a position reached by play is refused");
    assert_agree(naive, &set);
    assert_memory_equal(set.discs, played->discs, sizeof set.discs);
    assert_memory_equal(set.height, played->height, played->rules->columns);
    assert_ptr_equal(set.rules, played->rules);
}

/* Any contents of the cells get the right answer, and a refusal does not change the result. */
static void content_is_judged(const struct naive *naive, const ff_rules *rules)
{
    ff_color cells[FF_CELLS_MAX];
    ff_position set, before;
    cells_list(cells, naive);
    memset(&set, 0x5A, sizeof set);
    memcpy(&before, &set, sizeof set);
    ff_err err = ff_position_set(&set, rules, cells);
    refused[err]++;
    if (err == FF_OK ? !is_reachable(naive) : !reason_is_true(naive, err))
        fail_with(naive, ff_err_name(err));
    if (err != FF_OK)
        assert_memory_equal(&set, &before, sizeof set);
}

static unsigned char *cell_any(struct naive *naive)
{
    return &naive->cell[dice_roll(&dice, naive->width)][dice_roll(&dice, naive->height)]
                       [dice_roll(&dice, naive->depth)];
}

static unsigned char *cell_last(struct naive *naive)
{
    int column = naive->moves[naive->ply - 1];
    int y = naive_landing(naive, column) - 1;
    return &naive->cell[column % naive->width][y][column / naive->width];
}

/* Adds a disc on top of a column, without checking the side to move or the end of the game. */
static void disc_add(struct naive *naive, enum naive_color color)
{
    int column = dice_roll(&dice, naive->width * naive->depth);
    int y = naive_landing(naive, column);
    if (y < naive->height)
        naive->cell[column % naive->width][y][column / naive->width] = (unsigned char)color;
}

/* Modifies a position reached by play. */
static void naive_mutate(struct naive *naive)
{
    unsigned char *a = cell_any(naive), *b = cell_any(naive), kept = *a;
    switch (dice_roll(&dice, 6)) {
    case 0:
        *a = NAIVE_EMPTY;
        break;
    case 1:
        *a = (unsigned char)dice_roll(&dice, 3);
        break;
    case 2:
        *a = *b;
        *b = kept;
        break;
    case 3:
        *cell_last(naive) ^= NAIVE_RED ^ NAIVE_YELLOW;
        break;
    case 4:
        disc_add(naive, (enum naive_color)(1 + dice_roll(&dice, 2)));
        break;
    default:
        /* One disc of each colour: the counts stay right, so a win can be too late or double. */
        disc_add(naive, naive_mover(naive->ply));
        disc_add(naive, naive_mover(naive->ply + 1));
    }
}

/* Plays a game and tests every position and several modified copies of it. */
static void game_is_set(ff_board board, bool is_quiet)
{
    ff_rules rules;
    assert_int_equal(ff_rules_init(&rules, board), FF_OK);
    struct naive naive = naive_on(board);
    ff_position position = ff_position_start(&rules);
    played_is_accepted(&naive, &position);
    while (naive.outcome == NAIVE_PLAYING) {
        int column = dice_move(&dice, &naive, is_quiet);
        naive_drop(&naive, column);
        assert_int_equal(ff_position_drop(&position, column), FF_OK);
        played_is_accepted(&naive, &position);
        bool is_end = naive.outcome != NAIVE_PLAYING;
        for (int i = is_end ? 8 : dice_roll(&dice, 8) == 0; i > 0; i--) {
            struct naive spoiled = naive;
            naive_mutate(&spoiled);
            content_is_judged(&spoiled, &rules);
        }
    }
}

static void classic_positions_are_judged_correctly(void **state)
{
    (void)state;
    for (int i = 0; i < dice_cases(GAMES); i++)
        game_is_set(ff_classic, i % 2);
}

static void positions_of_other_boards_are_judged_correctly(void **state)
{
    (void)state;
    for (int i = 0; i < dice_cases(GAMES / 4); i++) {
        ff_board flat = {1 + dice_roll(&dice, 12), 1 + dice_roll(&dice, 12), 1,
                         3 + dice_roll(&dice, 6)};
        game_is_set(i % 2 ? flat : dice_deep_board(&dice), i / 2 % 2);
    }
}

static void every_kind_of_refusal_occurred(void **state)
{
    (void)state;
    static const ff_err kinds[] = {
        FF_OK, FF_E_FLOATING, FF_E_COUNTS, FF_E_TWO_WINNERS, FF_E_WINNER_TURN, FF_E_LATE_WIN};
    if (is_short_run())
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (refused[kinds[i]] < 20) {
            (void)fprintf(stderr, "%s occurred %d times\n", ff_err_name(kinds[i]),
                          refused[kinds[i]]);
            fail();
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_positions_are_judged_correctly),
        cmocka_unit_test(positions_of_other_boards_are_judged_correctly),
        cmocka_unit_test(every_kind_of_refusal_occurred),
    };
    dice = dice_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
