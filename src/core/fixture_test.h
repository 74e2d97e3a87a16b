/* Helpers of the core's unit tests. Include cmocka.h and string.h before this file. */
#ifndef CORE_FIXTURE_TEST_H
#define CORE_FIXTURE_TEST_H

#include "fourfall.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* The failure message names the case of the table. */
static inline void assert_err(ff_err got, ff_err expected, const char *what)
{
    if (got != expected)
        fail_msg("%s: %s instead of %s", what, ff_err_name(got), ff_err_name(expected));
}

static inline void assert_number(long got, long expected, const char *what)
{
    if (got != expected)
        fail_msg("%s: %ld instead of %ld", what, got, expected);
}

static inline ff_rules rules_of(const char *board_text)
{
    ff_board board;
    ff_rules rules;
    assert_err(ff_board_read(&board, board_text, strlen(board_text)), FF_OK, board_text);
    assert_err(ff_rules_init(&rules, board), FF_OK, board_text);
    return rules;
}

/* The game of a text like "5x5x5:mmgh". */
static inline ff_game game_of(ff_rules *rules, const char *notation)
{
    ff_game game;
    assert_err(ff_notation_read(&game, rules, notation, strlen(notation), NULL), FF_OK, notation);
    return game;
}

/* Compares field by field, because padding bytes may differ. */
static inline void assert_same_position(const ff_position *a, const ff_position *b)
{
    assert_ptr_equal(a->rules, b->rules);
    assert_memory_equal(a->discs, b->discs, sizeof a->discs);
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->status, b->status);
    assert_memory_equal(a->height, b->height, sizeof a->height);
}

static inline void assert_same_game(const ff_game *a, const ff_game *b)
{
    assert_same_position(&a->position, &b->position);
    assert_int_equal(a->first, b->first);
    assert_int_equal(a->end, b->end);
    assert_memory_equal(a->moves, b->moves, sizeof a->moves);
}

/* Cells from a picture of the rows, the top row first, one layer after the other: "..../RY..
 * R.../YR..". Slashes and blanks are ignored. */
static inline void cells_of(ff_color cells[FF_CELLS_MAX], const ff_rules *rules,
                            const char *picture)
{
    ff_color shown[FF_CELLS_MAX] = {FF_RED};
    int count = 0;
    for (; *picture; picture++)
        if (*picture != '/' && *picture != ' ')
            shown[count++] = *picture == 'R' ? FF_RED : *picture == 'Y' ? FF_YELLOW : FF_NONE;
    assert_int_equal(count, rules->cells);
    for (int cell = 0; cell < rules->cells; cell++)
        cells[cell] = shown[ff_cell_from_top(rules, cell)];
}

static inline void disc_put(ff_position *p, int x, int y, int z, ff_color color)
{
    int slot = p->rules->base[x + p->rules->board.width * z] + y;
    p->discs[color][slot / 64] |= UINT64_C(1) << slot % 64;
}

/* A full board that the last disc has won, with every line through its cell. The winner has all
 * cells on the 26 rays from there, the other player has all others. If connect is at least 4, the
 * winner has no other lines. */
static inline ff_position star_position(const ff_rules *rules, int x, int y, int z)
{
    ff_board b = rules->board;
    ff_position p = ff_position_start(rules);
    p.ply = rules->cells;
    p.status = FF_WON;
    ff_color mover = ff_position_winner(&p);
    for (int cell = 0; cell < rules->cells; cell++) {
        int column = ff_cell_column(rules, cell), row = ff_cell_row(rules, cell);
        int dx = abs(column % b.width - x), dy = abs(row - y), dz = abs(column / b.width - z);
        int far = dx > dy ? dx : dy;
        far = far > dz ? far : dz;
        bool is_seen = dx % (far + !far) == 0 && dy % (far + !far) == 0 && dz % (far + !far) == 0;
        disc_put(&p, column % b.width, row, column / b.width, is_seen ? mover : (ff_color)!mover);
        p.height[column] = (uint8_t)b.height;
    }
    return p;
}

#endif
