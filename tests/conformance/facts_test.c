/* The library, compared with published counts: move sequences, distinct positions, lines. */
#include "agree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static ff_rules rules_for(ff_board board)
{
    ff_rules rules;
    assert_int_equal(ff_rules_init(&rules, board), FF_OK);
    return rules;
}

static void perft_of_the_classic_board_is_as_published(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1,     7,      49,     343,     2401,
                                        16807, 117649, 823536, 5673234, 39394572};
    ff_rules rules = rules_for(ff_classic);
    ff_position start = ff_position_start(&rules);
    int plies = is_short_run() ? 7 : 9;
    for (int ply = 0; ply <= plies; ply++)
        assert_true(ff_perft(&start, ply) == expected[ply]);
}

static void perft_agrees(ff_board board, int depth)
{
    ff_rules rules = rules_for(board);
    ff_position start = ff_position_start(&rules);
    struct naive naive = naive_on(board);
    for (int ply = 0; ply <= depth; ply++) {
        if (ff_perft(&start, ply) == naive_perft(&naive, ply))
            continue;
        (void)fprintf(stderr, "perft %d of %dx%dx%dc%d differs\n", ply, board.width, board.height,
                      board.depth, board.connect);
        fail();
    }
}

static void perft_of_other_boards_agrees_with_the_naive_game(void **state)
{
    (void)state;
    static const struct {
        ff_board board;
        int depth;
    } cases[] = {
        {{1, 1, 1, 4}, 3},  {{3, 3, 1, 3}, 9},  {{4, 4, 1, 4}, 9},   {{4, 4, 1, 3}, 10},
        {{5, 4, 1, 4}, 8},  {{7, 6, 1, 3}, 7},  {{12, 12, 1, 5}, 4}, {{2, 12, 1, 8}, 17},
        {{2, 2, 2, 3}, 9},  {{3, 3, 3, 3}, 6},  {{5, 5, 5, 4}, 4},   {{5, 5, 5, 3}, 4},
        {{12, 4, 4, 4}, 3}, {{1, 8, 12, 4}, 4}, {{4, 4, 4, 4}, 4},   {{12, 4, 1, 3}, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        perft_agrees(cases[i].board, cases[i].depth - (is_short_run() && cases[i].depth > 3));
}

/* A set of positions, each as one number: the columns side by side, each with a bit below its
 * discs. */
struct seen {
    uint64_t *slots;
    size_t mask, count;
    size_t per_ply[FF_CELLS_MAX + 1];
};

static uint64_t position_key(const ff_position *position)
{
    const ff_rules *rules = position->rules;
    uint64_t key = 0;
    for (int column = 0; column < rules->columns; column++) {
        uint64_t discs = 1;
        for (int row = 0; row < position->height[column]; row++) {
            int cell = row + rules->board.height * column;
            discs = discs << 1 | (ff_position_cell(position, cell) == FF_RED);
        }
        key = key << (rules->board.height + 1) | discs;
    }
    return key;
}

/* No key is 0, because even an empty column has its bit. */
static bool seen_add(struct seen *seen, uint64_t key)
{
    size_t at = (key * 0x9E3779B97F4A7C15u >> 32) & seen->mask;
    while (seen->slots[at]) {
        if (seen->slots[at] == key)
            return false;
        at = (at + 1) & seen->mask;
    }
    assert_true(++seen->count <= seen->mask);
    seen->slots[at] = key;
    return true;
}

static void seen_visit(struct seen *seen, const ff_position *position, int plies)
{
    if (!seen_add(seen, position_key(position)))
        return;
    seen->per_ply[position->ply]++;
    uint8_t moves[FF_COLUMNS_MAX];
    int count = position->ply < plies ? ff_position_moves(position, moves) : 0;
    for (int i = 0; i < count; i++) {
        ff_position next = *position;
        assert_int_equal(ff_position_drop(&next, moves[i]), FF_OK);
        seen_visit(seen, &next, plies);
    }
}

/* Counts the distinct positions of a small board up to a ply; a game stops at a win. */
static struct seen positions_count(ff_board board, int plies, int size_log2)
{
    ff_rules rules = rules_for(board);
    ff_position start = ff_position_start(&rules);
    size_t size = (size_t)1 << size_log2;
    struct seen seen = {.slots = calloc(size, sizeof(uint64_t)), .mask = size - 1};
    assert_non_null(seen.slots);
    seen_visit(&seen, &start, plies);
    free(seen.slots);
    return seen;
}

static void distinct_positions_of_the_classic_board_are_as_published(void **state)
{
    (void)state;
    static const size_t expected[] = {1,     7,     49,     238,    1120,   4263,
                                      16422, 54859, 184275, 558186, 1662623};
    int plies = is_short_run() ? 7 : 10;
    struct seen seen = positions_count(ff_classic, plies, is_short_run() ? 18 : 22);
    for (int ply = 0; ply <= plies; ply++)
        assert_int_equal(seen.per_ply[ply], expected[ply]);
}

static void all_positions_of_4x4_are_161029(void **state)
{
    (void)state;
    assert_int_equal(positions_count((ff_board){4, 4, 1, 4}, 16, 19).count, 161029);
}

static void all_positions_of_5x4_are_3945711(void **state)
{
    (void)state;
    if (is_short_run()) /* cmocka's skip() would print "not ok" in TAP */
        return;
    assert_int_equal(positions_count((ff_board){5, 4, 1, 4}, 20, 23).count, 3945711);
}

static int bits_count(const uint64_t words[FF_WORDS])
{
    int bits = 0;
    for (int i = 0; i < FF_WORDS; i++)
        for (uint64_t word = words[i]; word; word &= word - 1)
            bits++;
    return bits;
}

/* The number of lines along one axis, in a plane, and through space. */
static void lines_by_kind(int kinds[4], const ff_rules *rules)
{
    for (int i = 0; i < rules->directions; i++) {
        const ff_direction *d = &rules->direction[i];
        kinds[(d->dx != 0) + (d->dy != 0) + (d->dz != 0)] += bits_count(d->starts);
    }
}

static void the_cube_has_302_lines_of_three_kinds(void **state)
{
    (void)state;
    ff_rules rules = rules_for(ff_cube);
    int kinds[4] = {0};
    lines_by_kind(kinds, &rules);
    assert_int_equal(ff_rules_lines(&rules), 302);
    assert_int_equal(rules.directions, 13);
    assert_int_equal(kinds[0], 0);
    assert_int_equal(kinds[1], 150);
    assert_int_equal(kinds[2], 120);
    assert_int_equal(kinds[3], 32);
}

static void the_classic_board_has_69_lines(void **state)
{
    (void)state;
    ff_rules rules = rules_for(ff_classic);
    int kinds[4] = {0};
    lines_by_kind(kinds, &rules);
    assert_int_equal(ff_rules_lines(&rules), 69);
    assert_int_equal(rules.directions, 4);
    assert_int_equal(kinds[1], 24 + 21);
    assert_int_equal(kinds[2], 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_of_the_classic_board_is_as_published),
        cmocka_unit_test(perft_of_other_boards_agrees_with_the_naive_game),
        cmocka_unit_test(distinct_positions_of_the_classic_board_are_as_published),
        cmocka_unit_test(all_positions_of_4x4_are_161029),
        cmocka_unit_test(all_positions_of_5x4_are_3945711),
        cmocka_unit_test(the_cube_has_302_lines_of_three_kinds),
        cmocka_unit_test(the_classic_board_has_69_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
