#include "core/text.h"

enum { DIGIT_COLUMNS = 9, LETTERS = 26 };

char ff_column_letter(const ff_rules *rules, int column)
{
    if (rules->columns <= DIGIT_COLUMNS)
        return (char)('1' + column);
    return (char)(column < LETTERS ? 'a' + column : 'A' + column - LETTERS);
}

int ff_column_read(const ff_rules *rules, char letter)
{
    for (int column = 0; column < rules->columns; column++)
        if (ff_column_letter(rules, column) == letter)
            return column;
    return -1;
}

ff_err ff_game_read(ff_game *out, const ff_rules *rules, const char *moves, size_t len, size_t *at)
{
    ff_game game = ff_game_start(rules);
    for (size_t i = 0; i < len; i++) {
        int column = ff_column_read(rules, moves[i]);
        ff_err err = column < 0 ? FF_E_LETTER : ff_game_drop(&game, column);
        if (err) {
            if (at)
                *at = i;
            return err;
        }
    }
    *out = game;
    return FF_OK;
}

ff_err ff_notation_board(ff_board *out, size_t *moves_at, const char *text, size_t len)
{
    size_t colon = 0;
    while (colon < len && text[colon] != ':')
        colon++;
    if (colon == len) {
        *out = ff_classic;
        *moves_at = 0;
        return FF_OK;
    }
    ff_err err = ff_board_read(out, text, colon);
    if (!err)
        *moves_at = colon + 1;
    return err;
}

ff_err ff_notation_read(ff_game *out, ff_rules *rules, const char *text, size_t len, size_t *at)
{
    ff_board board;
    size_t moves_at;
    ff_rules prepared;
    ff_err err = ff_notation_board(&board, &moves_at, text, len);
    if (err) {
        if (at)
            *at = SIZE_MAX;
        return err;
    }
    (void)ff_rules_init(&prepared, board); /* cannot fail: ff_board_read checked the board */
    ff_game game;
    err = ff_game_read(&game, &prepared, text + moves_at, len - moves_at, at);
    if (err)
        return err;
    *rules = prepared;
    game.position.rules = rules;
    *out = game;
    return FF_OK;
}

ff_err ff_game_write(ff_text *out, const ff_game *game, bool with_board)
{
    const ff_rules *rules = game->position.rules;
    if (game->first > 0)
        return FF_E_NO_HISTORY;
    if (with_board) {
        (void)ff_board_write(out, rules->board);
        text_char(out, ':');
    }
    for (int i = 0; i < game->position.ply; i++)
        text_char(out, ff_column_letter(rules, game->moves[i]));
    return text_result(out);
}
