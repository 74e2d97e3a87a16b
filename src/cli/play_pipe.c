#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/play.h"
#include "cli/terminal.h"
#include "core/text.h"

enum {
    LINE_MAX_BYTES = 512, /* more than the longest game with its board */
    PIPE_COLUMNS = 80,    /* a pipe has no width; deep boards wrap as in a usual window */
};

struct pipe {
    ff_game game;
    struct play_cpu *cpu;
    board_view view;
    int line;
    bool is_over, has_refused, has_failed;
    int replies; /* moves of the computer since the board was shown last */
    char reply[FF_CELLS_MAX];
    char text[BOARD_VIEW_MAX + 32 * FF_CELLS_MAX];
};

/* A line without its newline; begin and end exclude the blanks around it. */
struct line {
    char data[LINE_MAX_BYTES];
    size_t begin, end;
};

enum line_result { LINE_OK, LINE_LONG, LINE_END };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Reads up to the next newline. A line that is too long is read to its end but not kept. */
static enum line_result line_read(struct line *line)
{
    size_t len = 0;
    int c = getc(stdin);
    if (c == EOF)
        return LINE_END;
    for (; c != EOF && c != '\n'; c = getc(stdin)) {
        if (len < sizeof line->data)
            line->data[len] = (char)c;
        len += len <= sizeof line->data;
    }
    if (len > sizeof line->data)
        return LINE_LONG;
    line->begin = 0;
    line->end = len;
    while (line->end > 0 && is_blank(line->data[line->end - 1]))
        line->end--;
    while (line->begin < line->end && is_blank(line->data[line->begin]))
        line->begin++;
    return LINE_OK;
}

static void pipe_say(struct pipe *pipe, const ff_text *text)
{
    if (fwrite(text->data, 1, text->len, stdout) == text->len && fflush(stdout) == 0)
        return;
    fprintf(stderr, "fourfall: cannot write: %s\n", strerror(errno));
    pipe->has_failed = true;
}

static void pipe_show(struct pipe *pipe)
{
    ff_text text = ff_text_on(pipe->text, sizeof pipe->text);
    for (int i = 0; i < pipe->replies; i++) {
        text_put(&text, "The computer plays column ");
        text_char(&text, pipe->reply[i]);
        text_char(&text, '\n');
    }
    pipe->replies = 0;
    (void)board_view_write(&text, &pipe->game.position, &pipe->view);
    play_status_write(&text, &pipe->game);
    text_char(&text, '\n');
    pipe_say(pipe, &text);
}

static void pipe_refuse(struct pipe *pipe, const char *reason)
{
    fprintf(stderr, "line %d: %s\n", pipe->line, reason);
    pipe->has_refused = true;
}

/* Also names the character; control characters and bytes beyond ASCII as a number. */
static void pipe_refuse_at(struct pipe *pipe, const struct line *line, size_t at, ff_err err)
{
    unsigned char c = (unsigned char)line->data[at];
    const char *format = c >= ' ' && c <= '~' ? "line %d, character %zu, '%c': %s\n"
                                              : "line %d, character %zu, \\x%02x: %s\n";
    fprintf(stderr, format, pipe->line, at + 1, c, ff_err_text(err));
    pipe->has_refused = true;
}

/* The computer's move in this game, if it is the side to move. */
static ff_err game_reply(struct pipe *pipe, ff_game *game)
{
    int column;
    if (!play_cpu_is_next(pipe->cpu, &game->position))
        return FF_OK;
    ff_err err = play_cpu_choose(pipe->cpu, &game->position, NULL, NULL, &column);
    if (err)
        return err;
    pipe->reply[pipe->replies++] = ff_column_letter(game->position.rules, column);
    return ff_game_drop(game, column);
}

static void pipe_answer(struct pipe *pipe, ff_err err)
{
    if (!err)
        err = game_reply(pipe, &pipe->game);
    if (err)
        pipe_refuse(pipe, ff_err_text(err));
    else
        pipe_show(pipe);
}

static void pipe_undo(struct pipe *pipe)
{
    pipe_answer(pipe, play_undo(pipe->cpu, &pipe->game));
}

static void pipe_redo(struct pipe *pipe)
{
    pipe_answer(pipe, play_redo(pipe->cpu, &pipe->game));
}

/* With the same seed the computer would play the same game again. */
static void pipe_new(struct pipe *pipe)
{
    pipe->game = ff_game_start(pipe->game.position.rules);
    pipe->cpu->seed++;
    pipe_answer(pipe, FF_OK);
}

static void pipe_hint(struct pipe *pipe)
{
    ff_text text = ff_text_on(pipe->text, sizeof pipe->text);
    ff_thought hint;
    ff_err err = play_cpu_hint(pipe->cpu, &pipe->game.position, NULL, NULL, &hint);
    if (err) {
        pipe_refuse(pipe, ff_err_text(err));
        return;
    }
    play_hint_write(&text, &pipe->game.position, &hint);
    text_char(&text, '\n');
    pipe_say(pipe, &text);
}

static void pipe_moves(struct pipe *pipe)
{
    const ff_position *position = &pipe->game.position;
    uint8_t columns[FF_COLUMNS_MAX];
    int count = ff_position_moves(position, columns);
    ff_text text = ff_text_on(pipe->text, sizeof pipe->text);
    text_put(&text, count ? "Columns:" : "Columns: none");
    for (int i = 0; i < count; i++) {
        text_char(&text, ' ');
        text_char(&text, ff_column_letter(position->rules, columns[i]));
    }
    text_char(&text, '\n');
    pipe_say(pipe, &text);
}

static void pipe_quit(struct pipe *pipe)
{
    pipe->is_over = true;
}

static void pipe_help(struct pipe *pipe);

static const struct pipe_command {
    const char *name;
    void (*run)(struct pipe *);
    const char *help;
} commands[] = {
    {"undo", pipe_undo, "takes the last move back"},
    {"redo", pipe_redo, "plays it again"},
    {"new", pipe_new, "begins a new game"},
    {"hint", pipe_hint, "names a good column"},
    {"moves", pipe_moves, "lists the columns that take a disc"},
    {"help", pipe_help, "shows this"},
    {"quit", pipe_quit, "ends the game, as the end of input does"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* Commands have precedence: on boards whose columns are letters, "new" could also be three moves. */
static void pipe_help(struct pipe *pipe)
{
    const ff_rules *rules = pipe->game.position.rules;
    char last = ff_column_letter(rules, rules->columns - 1);
    ff_text text = ff_text_on(pipe->text, sizeof pipe->text);
    text_char(&text, ff_column_letter(rules, 0));
    text_put(&text, "..");
    text_char(&text, last);
    text_put(&text, "   drops a disc into that column; several in a row are several moves\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        text_put(&text, commands[i].name);
        for (size_t pad = strlen(commands[i].name); pad < 7; pad++)
            text_char(&text, ' ');
        text_put(&text, commands[i].help);
        text_char(&text, '\n');
    }
    if (rules->columns > 9)
        text_put(&text, "A board in front makes moves of these words too: 5x5x5:new\n");
    pipe_say(pipe, &text);
}

static const struct pipe_command *command_find(const struct line *line)
{
    size_t len = line->end - line->begin;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strlen(commands[i].name) == len &&
            !memcmp(commands[i].name, line->data + line->begin, len))
            return &commands[i];
    }
    return NULL;
}

/* Skips the board before the moves, if there is one; it must be the board of this game. */
static bool pipe_skip_board(struct pipe *pipe, const struct line *line, size_t *moves_at)
{
    const char *text = line->data + line->begin;
    size_t len = line->end - line->begin, after = 0;
    ff_board board;
    *moves_at = line->begin;
    if (!memchr(text, ':', len))
        return true;
    ff_err err = ff_notation_board(&board, &after, text, len);
    if (err) {
        pipe_refuse(pipe, ff_err_text(err));
        return false;
    }
    *moves_at += after;
    if (ff_board_equal(board, pipe->game.position.rules->board))
        return true;
    pipe_refuse(pipe, "This game is played on another board");
    return false;
}

/* Plays all moves of the line or none; the computer answers each. */
static void pipe_drop(struct pipe *pipe, const struct line *line)
{
    ff_game game = pipe->game;
    size_t at;
    if (!pipe_skip_board(pipe, line, &at))
        return;
    for (; at < line->end; at++) {
        int column = ff_column_read(game.position.rules, line->data[at]);
        ff_err err = column < 0 ? FF_E_LETTER : ff_game_drop(&game, column);
        if (!err)
            err = game_reply(pipe, &game);
        if (err) {
            pipe->replies = 0;
            pipe_refuse_at(pipe, line, at, err);
            return;
        }
    }
    pipe->game = game;
    pipe_show(pipe);
}

static void pipe_line(struct pipe *pipe, const struct line *line)
{
    const struct pipe_command *command = command_find(line);
    if (command)
        command->run(pipe);
    else if (line->begin < line->end)
        pipe_drop(pipe, line);
}

static void pipe_loop(struct pipe *pipe)
{
    struct line line;
    enum line_result result;
    while (!pipe->is_over && !pipe->has_failed && (result = line_read(&line)) != LINE_END) {
        pipe->line++;
        if (result == LINE_LONG)
            pipe_refuse(pipe, "The line is longer than 512 bytes");
        else
            pipe_line(pipe, &line);
    }
    if (ferror(stdin)) {
        fprintf(stderr, "fourfall: cannot read: %s\n", strerror(errno));
        pipe->has_failed = true;
    }
}

int play_pipe_run(const ff_game *start, struct play_cpu *cpu)
{
    struct pipe pipe = {.game = *start, .cpu = cpu};
    pipe.view = (board_view){
        .is_utf8 = terminal_is_utf8(),
        .columns = PIPE_COLUMNS,
        .chosen = -1,
    };
    if (isatty(STDIN_FILENO) || play_cpu_is_next(cpu, &start->position))
        pipe_answer(&pipe, FF_OK);
    pipe_loop(&pipe);
    return pipe.has_refused || pipe.has_failed;
}
