#include "agree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct naive naive_on(ff_board board)
{
    return naive_start(board.width, board.height, board.depth, board.connect);
}

ff_color color_of(enum naive_color color)
{
    return color == NAIVE_RED ? FF_RED : color == NAIVE_YELLOW ? FF_YELLOW : FF_NONE;
}

/* The header's numbering of cells, computed independently. */
static int cell_number(const struct naive *naive, struct naive_cell at)
{
    return at.y + naive->height * (at.x + naive->width * at.z);
}

static const char *cells_differ(const struct naive *naive, const ff_position *position)
{
    for (int z = 0; z < naive->depth; z++)
        for (int x = 0; x < naive->width; x++)
            for (int y = 0; y < naive->height; y++) {
                int cell = cell_number(naive, (struct naive_cell){x, y, z});
                if (ff_position_cell(position, cell) != color_of(naive->cell[x][y][z]))
                    return "the content of a cell";
            }
    return NULL;
}

/* In a finished game a full column may be refused for either reason. */
static bool answer_fits(const struct naive *naive, int column, ff_err answer)
{
    if (column < 0 || column >= naive->width * naive->depth)
        return answer == FF_E_COLUMN;
    bool is_over = naive->outcome != NAIVE_PLAYING;
    bool is_full = naive_landing(naive, column) == naive->height;
    if (is_over || is_full)
        return (is_over && answer == FF_E_OVER) || (is_full && answer == FF_E_FULL);
    return answer == FF_OK;
}

static const char *moves_differ(const struct naive *naive, const ff_position *position)
{
    uint8_t moves[FF_COLUMNS_MAX];
    int count = ff_position_moves(position, moves), at = 0;
    int columns = naive->width * naive->depth;
    for (int column = -1; column <= columns; column++) {
        if (!answer_fits(naive, column, ff_position_can_drop(position, column)))
            return "whether a column takes a disc";
        if (naive_can_drop(naive, column) && (at == count || moves[at++] != column))
            return "the list of moves";
    }
    return at == count ? NULL : "the number of moves";
}

static const char *status_differs(const struct naive *naive, const ff_position *position)
{
    static const ff_status status[] = {FF_PLAYING, FF_WON, FF_DRAWN};
    ff_color turn = FF_NONE, winner = FF_NONE;
    if (naive->outcome == NAIVE_PLAYING)
        turn = color_of(naive_mover(naive->ply));
    if (naive->outcome == NAIVE_WON)
        winner = color_of(naive_mover(naive->ply - 1));
    if (position->status != status[naive->outcome])
        return "the status";
    if (position->ply != naive->ply)
        return "the ply";
    if (ff_position_side_to_move(position) != turn)
        return "whose turn it is";
    return ff_position_winner(position) == winner ? NULL : "the winner";
}

static bool line_is(const struct naive *naive, const struct naive_line *a, const ff_line *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++) {
        int cell = cell_number(naive, a->cell[i]), at = 0;
        while (at < b->count && b->cells[at] != cell)
            at++;
        if (at == b->count)
            return false;
    }
    return true;
}

static bool lines_have(const struct naive *naive, const ff_lines *lines,
                       const struct naive_line *wanted)
{
    for (int i = 0; i < lines->count; i++)
        if (line_is(naive, wanted, &lines->line[i]))
            return true;
    return false;
}

static bool lines_ascend(const ff_lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        for (int j = 1; j < lines->line[i].count; j++)
            if (lines->line[i].cells[j - 1] >= lines->line[i].cells[j])
                return false;
    return true;
}

/* Searching the whole board for lines is slow, so quiet positions are searched only sometimes. */
static const char *lines_differ(const struct naive *naive, const ff_position *position)
{
    static struct naive_lines expected;
    ff_lines lines = ff_position_lines(position);
    expected.count = 0;
    if (naive->outcome == NAIVE_WON || naive->ply % 16 == 0)
        naive_find_lines(&expected, naive);
    if (lines.count != expected.count)
        return "the number of lines";
    for (int i = 0; i < expected.count; i++)
        if (!lines_have(naive, &lines, &expected.line[i]))
            return "the cells of a line";
    return lines_ascend(&lines) ? NULL : "the order of a line's cells";
}

const char *disagreement(const struct naive *naive, const ff_position *position)
{
    const char *what = cells_differ(naive, position);
    what = what ? what : moves_differ(naive, position);
    what = what ? what : status_differs(naive, position);
    return what ? what : lines_differ(naive, position);
}

void assert_agree(const struct naive *naive, const ff_position *position)
{
    const char *what = disagreement(naive, position);
    if (!what)
        return;
    (void)fprintf(stderr, "%dx%dx%d connect %d, columns from 0:", naive->width, naive->height,
                  naive->depth, naive->connect);
    for (int i = 0; i < naive->ply; i++)
        (void)fprintf(stderr, " %d", naive->moves[i]);
    (void)fprintf(stderr, "\n  the library disagrees about %s\n", what);
    fail_msg("%s", what);
}

int dice_roll(uint64_t *dice, int count)
{
    uint64_t z = (*dice += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (int)((z >> 32) * (uint64_t)count >> 32);
}

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    uint64_t number = text ? strtoull(text, NULL, 0) : 0;
    return number ? number : otherwise;
}

uint64_t dice_seed(void)
{
    return number_from("FF_SEED", 0x1974);
}

int dice_cases(int otherwise)
{
    return (int)(number_from("FF_CASES", (uint64_t)otherwise) & 0x7FFFFFFF);
}

bool is_short_run(void)
{
    return number_from("FF_CASES", 1000) < 1000;
}

ff_board dice_deep_board(uint64_t *dice)
{
    ff_board board;
    do {
        board = (ff_board){1 + dice_roll(dice, 12), 1 + dice_roll(dice, 12),
                           2 + dice_roll(dice, 11), 3 + dice_roll(dice, 6)};
    } while (board.width * board.depth > 52 || board.width * board.depth * board.height > 256);
    return board;
}

int dice_move(uint64_t *dice, struct naive *naive, bool is_quiet)
{
    int columns = naive->width * naive->depth, column = 0, tries = is_quiet ? 4 : 1;
    while (tries-- > 0) {
        column = dice_roll(dice, columns);
        while (!naive_can_drop(naive, column))
            column = (column + 1) % columns;
        if (!tries)
            break;
        naive_drop(naive, column);
        bool is_won = naive->outcome == NAIVE_WON;
        naive_undo(naive);
        if (!is_won)
            break;
    }
    return column;
}
