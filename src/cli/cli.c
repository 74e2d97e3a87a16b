#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"

enum { LINE_BYTES = 1024, TAIL_BYTES = 300 };

/* Of a line that is too long the middle is left out: an argument may be long, and what is wrong with it
 * stands behind it. */
static void line_write(char line[LINE_BYTES], const char *format, va_list arguments)
{
    static const char gap[] = " ... ";
    va_list again;
    va_copy(again, arguments);
    int len = vsnprintf(line, LINE_BYTES, format, arguments);
    char *whole = len >= LINE_BYTES ? malloc((size_t)len + 1) : NULL;
    if (whole) {
        (void)vsnprintf(whole, (size_t)len + 1, format, again);
        char *tail = line + LINE_BYTES - TAIL_BYTES;
        memcpy(tail, whole + len + 1 - TAIL_BYTES, TAIL_BYTES);
        memcpy(tail - (sizeof gap - 1), gap, sizeof gap - 1);
    }
    free(whole);
    va_end(again);
}

/* Control characters and malformed bytes of an argument must not reach the terminal. */
static void line_clean(char *line)
{
    const char *end = line + strlen(line);
    while (line < end) {
        uint32_t code = 0;
        size_t len = utf8_next(line, (size_t)(end - line), &code);
        bool is_plain = len > 0 && code >= ' ' && (code < 0x7F || code > 0x9F);
        len = len > 0 ? len : 1;
        if (!is_plain)
            memset(line, '?', len);
        line += len;
    }
}

int cli_fail(int status, const char *format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    line_write(line, format, arguments);
    va_end(arguments);
    line_clean(line);
    fprintf(stderr, "fourfall: %s\n", line);
    return status;
}

int cli_print(const char *text, size_t len)
{
    if (fwrite(text, 1, len, stdout) != len || fflush(stdout) != 0)
        return cli_fail(CLI_BAD_INPUT, "cannot write: %s", strerror(errno));
    return 0;
}

int64_t cli_now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

const char *cli_s(long count)
{
    return count == 1 ? "" : "s";
}

const char *cli_beside_program(char *path, size_t size, const char *file)
{
    ssize_t len = readlink("/proc/self/exe", path, size - 1);
    if (len < 0)
        return NULL;
    path[len] = '\0';
    char *slash = strrchr(path, '/');
    size_t space = size - (size_t)(slash + 1 - path);
    if ((size_t)snprintf(slash + 1, space, "%s", file) >= space || access(path, R_OK) != 0)
        return NULL;
    return path;
}

int cli_rules(ff_rules *rules, const char *board)
{
    ff_board parsed = ff_classic;
    ff_err err = board ? ff_board_read(&parsed, board, strlen(board)) : FF_OK;
    if (err)
        return cli_fail(CLI_BAD_USAGE, "board '%s': %s", board, ff_err_text(err));
    (void)ff_rules_init(rules, parsed);
    return 0;
}

/* Skips the board at the beginning of a text; it must be the board wanted. */
static int named_board_is(size_t *moves_at, ff_board wanted, const char *text)
{
    ff_board named;
    ff_err err = ff_notation_board(&named, moves_at, text, strlen(text));
    if (err)
        return cli_fail(CLI_BAD_INPUT, "board of '%s': %s", text, ff_err_text(err));
    if (*moves_at > 0 && !ff_board_equal(named, wanted))
        return cli_fail(CLI_BAD_INPUT, "'%s' names another board than --board", text);
    return 0;
}

/* A byte beyond ASCII is printed as a number, because it is only a part of a character. */
static int move_fail(const char *moves, size_t at, ff_err err)
{
    unsigned char c = (unsigned char)moves[at];
    const char *format = c < 0x80 ? "move %zu ('%c'): %s" : "move %zu ('\\x%02x'): %s";
    return cli_fail(CLI_BAD_INPUT, format, at + 1, c, ff_err_text(err));
}

int cli_game(ff_game *game, ff_rules *rules, const char *board, const char *moves)
{
    size_t moves_at, at;
    ff_board named;
    int status = cli_rules(rules, board);
    if (status)
        return status;
    if (!board && !ff_notation_board(&named, &moves_at, moves, strlen(moves)))
        (void)ff_rules_init(rules, named);
    status = named_board_is(&moves_at, rules->board, moves);
    if (status)
        return status;
    moves += moves_at;
    ff_err err = ff_game_read(game, rules, moves, strlen(moves), &at);
    if (err)
        return move_fail(moves, at, err);
    return 0;
}
