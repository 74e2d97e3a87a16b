#include "core/text.h"

const ff_board ff_classic = {7, 6, 1, 4};
const ff_board ff_cube = {5, 5, 5, 4};

bool ff_board_equal(ff_board a, ff_board b)
{
    return a.width == b.width && a.height == b.height && a.depth == b.depth &&
           a.connect == b.connect;
}

static bool is_side(int n)
{
    return n >= 1 && n <= FF_SIDE_MAX;
}

ff_err ff_board_check(ff_board board)
{
    if (!is_side(board.width))
        return FF_E_WIDTH;
    if (!is_side(board.height))
        return FF_E_HEIGHT;
    if (!is_side(board.depth))
        return FF_E_DEPTH;
    if (board.connect < FF_CONNECT_MIN || board.connect > FF_CONNECT_MAX)
        return FF_E_CONNECT;
    if (board.width * board.depth > FF_COLUMNS_MAX)
        return FF_E_COLUMNS;
    if (board.width * board.depth * board.height > FF_CELLS_MAX)
        return FF_E_CELLS;
    return FF_OK;
}

/* A number of one to three digits without a leading zero. Three digits are more than any side has,
 * so "100x6" is refused for its width and not as unreadable. */
static bool board_number(int *out, const char *text, size_t len, size_t *at)
{
    int n = 0, digits = 0;
    while (*at < len && text[*at] >= '0' && text[*at] <= '9' && digits < 3) {
        n = 10 * n + (text[(*at)++] - '0');
        digits++;
    }
    bool has_leading_zero = digits > 1 && text[*at - (size_t)digits] == '0';
    *out = n;
    return digits > 0 && !has_leading_zero;
}

/* An optional mark with a number after it. Returns false if the number is missing. */
static bool board_part(int *out, char mark, const char *text, size_t len, size_t *at)
{
    if (*at == len || text[*at] != mark)
        return true;
    (*at)++;
    return board_number(out, text, len, at);
}

ff_err ff_board_read(ff_board *out, const char *text, size_t len)
{
    ff_board board = {0, -1, 1, 4};
    size_t at = 0;
    if (text_is("classic", text, len))
        board = ff_classic;
    else if (text_is("cube", text, len))
        board = ff_cube;
    else if (!board_number(&board.width, text, len, &at) ||
             !board_part(&board.height, 'x', text, len, &at) || board.height < 0 ||
             !board_part(&board.depth, 'x', text, len, &at) ||
             !board_part(&board.connect, 'c', text, len, &at) || at < len)
        return FF_E_BOARD_TEXT;
    ff_err err = ff_board_check(board);
    if (!err)
        *out = board;
    return err;
}

ff_err ff_board_write(ff_text *out, ff_board board)
{
    text_int(out, board.width);
    text_char(out, 'x');
    text_int(out, board.height);
    if (board.depth > 1) {
        text_char(out, 'x');
        text_int(out, board.depth);
    }
    if (board.connect != 4) {
        text_char(out, 'c');
        text_int(out, board.connect);
    }
    return text_result(out);
}
