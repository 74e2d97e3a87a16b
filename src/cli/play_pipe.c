#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/line.h"
#include "cli/play.h"
#include "cli/play_words.h"
#include "cli/terminal.h"
#include "core/text.h"
#include "core/variant.h"

enum {
    LINE_MAX_BYTES = 1280, /* more than the longest game with its board and variant */
    PIPE_COLUMNS = 80,     /* a pipe has no width; deep boards wrap as in a usual window */
};

/* A move of the computer, and the board on which it was made. */
struct reply {
    const ff_rules *rules;
    int move;
};

struct pipe {
    ff_variant_game game;
    struct play_cpu *cpu;
    board_view view;
    int line;
    bool is_over, has_refused, has_failed;
    int replies; /* moves of the computer since the board was shown last */
    struct reply reply[FF_PLIES_MAX];
    char text[BOARD_VIEW_MAX + 64 * FF_PLIES_MAX];
};

/* A line without its newline; begin and end exclude the blanks around it. */
struct line {
    char data[LINE_MAX_BYTES + 1];
    size_t begin, end;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static enum line_result pipe_read(struct line *line)
{
    enum line_result result = line_read(line->data, sizeof line->data, &line->end);
    line->begin = 0;
    while (result == LINE_OK && line->end > 0 && is_blank(line->data[line->end - 1]))
        line->end--;
    while (result == LINE_OK && line->begin < line->end && is_blank(line->data[line->begin]))
        line->begin++;
    return result;
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
        text_put(&text, "The computer ");
        play_move_write(&text, pipe->reply[i].rules, pipe->reply[i].move);
        text_char(&text, '\n');
    }
    pipe->replies = 0;
    (void)board_view_write_variant(&text, &pipe->game.position, &pipe->view);
    play_status_write(&text, &pipe->game);
    text_char(&text, '\n');
    size_t before = text.len;
    play_extras_write(&text, &pipe->game.position);
    if (text.len > before)
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

/* The computer's moves in this game, while it is the side to move: a turn may have two. */
static ff_err game_reply(struct pipe *pipe, ff_variant_game *game)
{
    int move;
    while (play_cpu_is_next(pipe->cpu, &game->position)) {
        ff_err err = play_cpu_choose(pipe->cpu, game, NULL, NULL, &move);
        if (err)
            return err;
        pipe->reply[pipe->replies++] = (struct reply){game->position.board.rules, move};
        (void)ff_variant_game_play(game, move); /* cannot fail: the computer knows the rules */
    }
    return FF_OK;
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
    pipe->game = ff_variant_game_start(pipe->game.position.rules);
    pipe->cpu->seed++;
    pipe_answer(pipe, FF_OK);
}

static void pipe_hint(struct pipe *pipe)
{
    ff_text text = ff_text_on(pipe->text, sizeof pipe->text);
    ff_thought hint;
    ff_err err = play_cpu_hint(pipe->cpu, &pipe->game, NULL, NULL, &hint);
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
    const ff_variant_position *position = &pipe->game.position;
    bool is_plain = cli_is_plain(position->rules);
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(position, moves);
    ff_text text = ff_text_on(pipe->text, sizeof pipe->text);
    text_put(&text, is_plain ? "Columns:" : "Moves:");
    text_put(&text, count ? "" : " none");
    for (int i = 0; i < count; i++) {
        text_char(&text, ' ');
        (void)ff_variant_move_write(&text, position, moves[i]);
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
    {"hint", pipe_hint, "names a good move"},
    {"moves", pipe_moves, "lists the legal moves"},
    {"help", pipe_help, "shows this"},
    {"quit", pipe_quit, "ends the game, as the end of input does"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void help_line(ff_text *out, const char *name, const char *help)
{
    text_put(out, name);
    for (size_t pad = strlen(name); pad < 7; pad++)
        text_char(out, ' ');
    text_put(out, help);
    text_char(out, '\n');
}

/* "-4     pops your disc at the bottom of a column" */
static void help_action(ff_text *out, const ff_variant_rules *rules, ff_action action)
{
    char name[] = {variant_sign(action), '\0', '\0'};
    if (ff_action_has_column(action))
        name[1] = ff_column_letter(&rules->upright, rules->upright.columns / 2);
    if (variant_has_action(rules, action))
        help_line(out, name, play_action_help(rules, action));
}

/* Commands have precedence: on boards whose columns are letters, "new" could also be three moves. */
static void pipe_help(struct pipe *pipe)
{
    const ff_rules *rules = pipe->game.position.board.rules;
    char columns[] = {ff_column_letter(rules, 0), '.', '.',
                      ff_column_letter(rules, rules->columns - 1), '\0'};
    ff_text text = ff_text_on(pipe->text, sizeof pipe->text);
    help_line(&text, columns, "drops a disc into that column; several in a row are several moves");
    for (int action = FF_POP; action < FF_ACTION_COUNT; action++)
        help_action(&text, pipe->game.position.rules, (ff_action)action);
    for (int i = 0; i < COMMAND_COUNT; i++)
        help_line(&text, commands[i].name, commands[i].help);
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

/* A board alone stands for the game that is being played. */
static bool head_fits(const ff_variant_head *head, const ff_variant_rules *rules)
{
    bool is_board_alone = head->has_board && head->variant == FF_STANDARD && !head->has_pie;
    return ff_board_equal(head->board, rules->upright.board) &&
           (is_board_alone ||
            (head->variant == (ff_variant)rules->variant && head->has_pie == rules->has_pie));
}

/* Skips what is in front of the moves, which must name this game. */
static bool pipe_skip_head(struct pipe *pipe, const struct line *line, size_t *moves_at)
{
    const char *text = line->data + line->begin;
    size_t len = line->end - line->begin;
    ff_variant_head head;
    *moves_at = line->begin;
    if (!memchr(text, ':', len))
        return true;
    ff_err err = ff_variant_head_read(&head, text, len);
    if (err) {
        pipe_refuse(pipe, ff_err_text(err));
        return false;
    }
    *moves_at += head.moves_at;
    if (head_fits(&head, pipe->game.position.rules))
        return true;
    pipe_refuse(pipe, "This game is played on another board, or by other rules");
    return false;
}

/* Plays all moves of the line or none; the computer answers each. */
static void pipe_play(struct pipe *pipe, const struct line *line)
{
    ff_variant_game game = pipe->game;
    size_t at;
    if (!pipe_skip_head(pipe, line, &at))
        return;
    while (at < line->end) {
        size_t from = at;
        int move = variant_move_read(game.position.board.rules, line->data, line->end, &at);
        ff_err err = move < 0 ? FF_E_LETTER : ff_variant_game_play(&game, move);
        if (!err)
            err = game_reply(pipe, &game);
        if (err) {
            pipe->replies = 0;
            pipe_refuse_at(pipe, line, from, err);
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
        pipe_play(pipe, line);
}

static void pipe_loop(struct pipe *pipe)
{
    struct line line;
    enum line_result result;
    while (!pipe->is_over && !pipe->has_failed && (result = pipe_read(&line)) != LINE_END) {
        pipe->line++;
        if (result == LINE_LONG)
            pipe_refuse(pipe, "The line is longer than 1280 bytes");
        else
            pipe_line(pipe, &line);
    }
    if (ferror(stdin)) {
        fprintf(stderr, "fourfall: cannot read: %s\n", strerror(errno));
        pipe->has_failed = true;
    }
}

int play_pipe_run(const ff_variant_game *start, struct play_cpu *cpu)
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
