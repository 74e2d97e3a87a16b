/* The generators: their promises hold, and every kind of result occurs often enough. */
#include "generators.h"
#include "oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 1974, SAMPLES = 4000, SAMPLES_DEAR = 1500 };

static struct source source;

/* Runs a generator through the kit; the statics below count what it saw. */
static int samples_take(property *look, int family, int samples)
{
    uint64_t seed = SEED;
    int made = 0;
    for (int i = 0; i < samples; i++) {
        verdict answer = source_run(&source, look, family, source_random(&seed));
        if (answer == CASE_FAILS)
            fail_msg("%s %s", source.reason, source.note);
        made += answer == CASE_HOLDS;
    }
    return made;
}

static struct {
    int flat, deep, cube, connect[FF_CONNECT_MAX + 1];
    int width[FF_SIDE_MAX + 1], height[FF_SIDE_MAX + 1], depth[FF_SIDE_MAX + 1];
} seen_boards;

static verdict look_at_board(struct source *from)
{
    ff_board board = generate_board(from);
    HOLD(from, ff_board_check(board) == FF_OK);
    seen_boards.flat += board.depth == 1;
    seen_boards.deep += board.depth > 1;
    seen_boards.cube += memcmp(&board, &ff_cube, sizeof board) == 0;
    seen_boards.connect[board.connect]++;
    seen_boards.width[board.width]++;
    seen_boards.height[board.height]++;
    seen_boards.depth[board.depth]++;
    return CASE_HOLDS;
}

static void boards_are_legal_and_of_every_kind(void **state)
{
    (void)state;
    assert_int_equal(samples_take(look_at_board, FAMILY_ANY, SAMPLES), SAMPLES);
    assert_true(seen_boards.flat > SAMPLES / 10 && seen_boards.deep > SAMPLES / 10);
    assert_true(seen_boards.cube > SAMPLES / 100);
    for (int connect = FF_CONNECT_MIN; connect <= FF_CONNECT_MAX; connect++)
        assert_true(seen_boards.connect[connect] > 0);
    for (int side = 1; side <= FF_SIDE_MAX; side++) {
        assert_true(seen_boards.width[side] > 0);
        assert_true(seen_boards.height[side] > 0);
        assert_true(seen_boards.depth[side] > 0);
    }
}

static struct {
    int discs[FF_CELLS_MAX + 1], status[3];
} seen_games;

static verdict look_at_game(struct source *from)
{
    ff_rules rules;
    ff_game game;
    HOLD(from, ff_rules_init(&rules, generate_board(from)) == FF_OK);
    GIVEN(generate_game(from, &game, &rules));
    seen_games.discs[game.position.ply]++;
    seen_games.status[game.position.status]++;
    return CASE_HOLDS;
}

static void games_have_every_fill_level_and_outcome(void **state)
{
    (void)state;
    assert_int_equal(samples_take(look_at_game, FAMILY_CLASSIC, SAMPLES), SAMPLES);
    for (int discs = 0; discs <= 42; discs++)
        assert_true(seen_games.discs[discs] > 0);
    assert_true(seen_games.status[FF_PLAYING] > SAMPLES / 4);
    assert_true(seen_games.status[FF_WON] > SAMPLES / 10);
    assert_true(seen_games.status[FF_DRAWN] > 0);
}

/* Whether discs of one colour fill the whole target in this direction. */
static bool target_runs(const ff_position *position, const struct target *target, int direction)
{
    int last = position->rules->board.connect - 1;
    return oracle_step(position->rules, target->cells[0], oracle_direction[direction], last) ==
           target->cells[last];
}

static int seen_wins[ORACLE_DIRECTIONS][2];

static verdict look_at_win(struct source *from)
{
    ff_rules rules;
    ff_game game;
    struct target target;
    HOLD(from, ff_rules_init(&rules, from->family == FAMILY_ANY ? ff_cube : ff_classic) == FF_OK);
    pattern wanted = (pattern)source_choose(from, PATTERNS);
    GIVEN(generate_win(from, &game, &rules, wanted, &target));
    for (int i = 0; i < rules.board.connect; i++)
        HOLD(from, ff_position_cell(&game.position, target.cells[i]) == target.color);
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++)
        seen_wins[direction][target.color] += target_runs(&game.position, &target, direction);
    return CASE_HOLDS;
}

static void wins_come_in_every_direction_and_colour(void **state)
{
    (void)state;
    memset(seen_wins, 0, sizeof seen_wins);
    assert_true(samples_take(look_at_win, FAMILY_CLASSIC, SAMPLES_DEAR) > SAMPLES_DEAR * 9 / 10);
    for (int direction = 0; direction < 4; direction++)
        assert_true(seen_wins[direction][FF_RED] > 20 && seen_wins[direction][FF_YELLOW] > 20);
    memset(seen_wins, 0, sizeof seen_wins);
    assert_true(samples_take(look_at_win, FAMILY_ANY, SAMPLES_DEAR) > SAMPLES_DEAR * 9 / 10);
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++)
        assert_true(seen_wins[direction][FF_RED] > 10 && seen_wins[direction][FF_YELLOW] > 10);
}

static char last_draw[NOTE_MAX];
static int different_draws;

static verdict look_at_draw(struct source *from)
{
    ff_rules rules;
    ff_game game;
    bool is_winning[FF_CELLS_MAX];
    HOLD(from, ff_rules_init(&rules, ff_classic) == FF_OK);
    GIVEN(generate_draw(from, &game, &rules));
    HOLD(from, game.position.ply == rules.cells);
    HOLD(from, oracle_winning_cells(&game.position, is_winning) == 0);
    different_draws += strcmp(last_draw, from->note) != 0;
    memcpy(last_draw, from->note, sizeof last_draw);
    return CASE_HOLDS;
}

static void draws_are_full_boards_without_a_line(void **state)
{
    (void)state;
    assert_true(samples_take(look_at_draw, FAMILY_CLASSIC, SAMPLES_DEAR) > SAMPLES_DEAR * 9 / 10);
    assert_true(different_draws > SAMPLES_DEAR * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_legal_and_of_every_kind),
        cmocka_unit_test(games_have_every_fill_level_and_outcome),
        cmocka_unit_test(wins_come_in_every_direction_and_colour),
        cmocka_unit_test(draws_are_full_boards_without_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
