/* The game that options and notation of a command line name. */
#include <string.h>

#include "cli/cli.h"

bool cli_is_plain(const ff_variant_rules *rules)
{
    return rules->variant == FF_STANDARD && !rules->has_pie;
}

ff_game cli_plain_game(const ff_variant_game *game)
{
    ff_game plain = ff_game_start(&game->position.rules->upright);
    for (int ply = 0; ply < game->end; ply++)
        (void)ff_game_drop(&plain, game->moves[ply]); /* cannot fail: the rules are the same */
    (void)ff_game_seek(&plain, game->position.board.ply);
    return plain;
}

static int head_read(ff_variant_head *out, const char *text)
{
    ff_err err = ff_variant_head_read(out, text, strlen(text));
    if (!err && out->has_board)
        err = ff_board_check(out->board);
    if (!err)
        return 0;
    return cli_fail(CLI_BAD_INPUT, err == FF_E_VARIANT_TEXT ? "'%s': %s" : "board of '%s': %s",
                    text, ff_err_text(err));
}

static int head_add_variant(ff_variant_head *head, const struct game_words *words)
{
    ff_variant variant = head->variant;
    if (!words->variant)
        return 0;
    ff_err err = ff_variant_read(&variant, words->variant, strlen(words->variant));
    if (err)
        return cli_fail(CLI_BAD_USAGE, "--variant '%s': %s (see --help)", words->variant,
                        ff_err_text(err));
    if (head->variant != FF_STANDARD && head->variant != variant)
        return cli_fail(CLI_BAD_INPUT, "'%s' names another variant than --variant", words->moves);
    head->variant = variant;
    return 0;
}

static int head_add_board(ff_variant_head *head, const struct game_words *words)
{
    ff_board board = head->has_board ? head->board : ff_variant_board(head->variant);
    if (words->board) {
        ff_err err = ff_board_read(&board, words->board, strlen(words->board));
        if (err)
            return cli_fail(CLI_BAD_USAGE, "board '%s': %s", words->board, ff_err_text(err));
        if (head->has_board && !ff_board_equal(board, head->board))
            return cli_fail(CLI_BAD_INPUT, "'%s' names another board than --board", words->moves);
    }
    head->board = board;
    return 0;
}

static int rules_of(ff_variant_rules *rules, const ff_variant_head *head)
{
    char board[FF_BOARD_TEXT_MAX];
    ff_text text = ff_text_on(board, sizeof board);
    ff_err err = ff_variant_rules_init(rules, head->variant, head->board, head->has_pie);
    if (!err)
        return 0;
    (void)ff_board_write(&text, head->board);
    return cli_fail(CLI_BAD_USAGE, "%s cannot be played on %s: %s", ff_variant_name(head->variant),
                    board, ff_err_text(err));
}

/* A byte beyond ASCII is printed as a number, because it is only a part of a character. */
static int move_fail(bool is_plain, const char *moves, size_t at, ff_err err)
{
    unsigned char c = (unsigned char)moves[at];
    const char *format = c < 0x80 ? "%s %zu ('%c'): %s" : "%s %zu ('\\x%02x'): %s";
    return cli_fail(CLI_BAD_INPUT, format, is_plain ? "move" : "character", at + 1, c,
                    ff_err_text(err));
}

int cli_variant_game(ff_variant_game *game, ff_variant_rules *rules, const struct game_words *words)
{
    ff_variant_head head;
    size_t at;
    int status = head_read(&head, words->moves);
    if (!status)
        status = head_add_variant(&head, words);
    if (!status)
        status = head_add_board(&head, words);
    if (status)
        return status;
    head.has_pie |= words->has_pie;
    status = rules_of(rules, &head);
    if (status)
        return status;
    const char *moves = words->moves + head.moves_at;
    ff_err err = ff_variant_moves_read(game, rules, moves, strlen(moves), &at);
    return err ? move_fail(cli_is_plain(rules), moves, at, err) : 0;
}
