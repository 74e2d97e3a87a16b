/* Notation: any bytes are either one game, which is written as the same text, or are refused. A
 * refusal changes nothing and names the first illegal move. */
#include <string.h>

#include "check.h"
#include "fourfall.h"

enum { TEXT_MAX = FF_BOARD_TEXT_MAX + FF_CELLS_MAX + 2 };

static void check_same_position(const ff_position *a, const ff_position *b)
{
    size_t columns = a->rules->columns;
    check(memcmp(&a->rules->board, &b->rules->board, sizeof a->rules->board) == 0);
    check(memcmp(a->discs, b->discs, sizeof a->discs) == 0);
    check(a->ply == b->ply && a->status == b->status);
    check(memcmp(a->height, b->height, columns) == 0);
}

static void check_same_game(const ff_game *a, const ff_game *b)
{
    check_same_position(&a->position, &b->position);
    check(a->first == b->first && a->end == b->end);
    check(memcmp(a->moves, b->moves, a->end) == 0);
}

static void check_replay(const ff_game *game)
{
    ff_game replayed = *game;
    ff_position start = ff_position_start(game->position.rules);
    check(ff_game_seek(&replayed, 0) == FF_OK && ff_game_undo(&replayed) == FF_E_NO_UNDO);
    check_same_position(&replayed.position, &start);
    check(ff_game_seek(&replayed, game->end) == FF_OK && ff_game_redo(&replayed) == FF_E_NO_REDO);
    check_same_game(&replayed, game);
}

/* The moves are written exactly as they were read; the board in its shortest form. */
static void check_accepted(const ff_game *game, const char *moves, size_t moves_len)
{
    char written[TEXT_MAX];
    ff_text text = ff_text_on(written, sizeof written), measured = ff_text_on(NULL, 0);
    ff_rules rules;
    ff_game again;
    size_t at;
    check(ff_game_write(&text, game, true) == FF_OK);
    check(ff_game_write(&measured, game, true) == FF_E_SPACE && measured.len == text.len);
    check(text.len > moves_len && written[text.len - moves_len - 1] == ':');
    check(moves_len == 0 || memcmp(written + text.len - moves_len, moves, moves_len) == 0);
    check(ff_notation_read(&again, &rules, written, text.len, &at) == FF_OK);
    check_same_game(&again, game);
    check_replay(game);
}

/* The column that a character names, computed independently of the library. */
static int letter_column(const ff_rules *rules, char letter)
{
    static const char digits[] = "123456789",
                      letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *names = rules->columns > 9 ? letters : digits;
    const char *found = memchr(names, letter, rules->columns);
    return found ? (int)(found - names) : -1;
}

/* The moves before the illegal one are a valid game, and that game refuses the next move. */
static void check_fault(ff_err err, ff_board board, const char *moves, size_t at)
{
    ff_rules rules;
    ff_game game;
    check(ff_rules_init(&rules, board) == FF_OK);
    check(ff_game_read(&game, &rules, moves, at, NULL) == FF_OK);
    int column = letter_column(&rules, moves[at]);
    check(err == (column < 0 ? FF_E_LETTER : ff_position_can_drop(&game.position, column)));
}

static void check_refused(ff_err err, const char *text, size_t len, size_t at)
{
    size_t moves_at;
    ff_board board;
    memset(&moves_at, PATTERN, sizeof moves_at);
    memset(&board, PATTERN, sizeof board);
    ff_err board_err = ff_notation_board(&board, &moves_at, text, len);
    if (board_err) {
        check(board_err == err && at == SIZE_MAX);
        check(is_pattern(&board, sizeof board) && is_pattern(&moves_at, sizeof moves_at));
        return;
    }
    check(moves_at <= len && at < len - moves_at);
    check_fault(err, board, text + moves_at, at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *colon = size ? memchr(text, ':', size) : NULL;
    const char *moves = colon ? colon + 1 : text;
    ff_rules rules;
    ff_game game;
    size_t at = SIZE_MAX - 1;
    memset(&rules, PATTERN, sizeof rules);
    memset(&game, PATTERN, sizeof game);
    ff_err err = ff_notation_read(&game, &rules, text, size, &at);
    if (err) {
        check(is_pattern(&rules, sizeof rules) && is_pattern(&game, sizeof game));
        check(ff_notation_read(&game, &rules, text, size, NULL) == err);
        check_refused(err, text, size, at);
    } else {
        check(game.position.rules == &rules);
        check_accepted(&game, moves, size - (size_t)(moves - text));
    }
    return 0;
}
