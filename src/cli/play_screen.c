#include "cli/play_screen.h"

#include <time.h>

#include "cli/play.h"
#include "core/text.h"

enum {
    THOUGHT_MS = 100, /* between two pictures of what the computer thinks */
    READ_MS = 1500,   /* a message stays so long before they take its place */
};

enum action {
    ACTION_NONE,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_UP,
    ACTION_DOWN,
    ACTION_DROP,
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_NEW,
    ACTION_HINT,
    ACTION_HELP,
    ACTION_QUIT,
};

#define CTRL(letter) ((letter)&31)

/* The keys of every action. Those of `digits` hold only where no column is named by a letter. */
static const struct binding {
    int any[4];
    int digits;
    enum action action;
} bindings[] = {
    {{TERMINAL_LEFT}, 'h', ACTION_LEFT},
    {{TERMINAL_RIGHT}, 'l', ACTION_RIGHT},
    {{TERMINAL_UP}, 'k', ACTION_UP},
    {{TERMINAL_DOWN}, 'j', ACTION_DOWN},
    {{'\r', '\n', ' '}, 0, ACTION_DROP},
    {{CTRL('U'), CTRL('H'), 127}, 'u', ACTION_UNDO},
    {{CTRL('R')}, 'r', ACTION_REDO},
    {{CTRL('N')}, 'n', ACTION_NEW},
    {{'\t'}, 0, ACTION_HINT},
    {{'?'}, 0, ACTION_HELP},
    {{CTRL('['), CTRL('D')}, 'q', ACTION_QUIT},
};

enum { BINDING_COUNT = sizeof bindings / sizeof *bindings };

bool play_has_letters(const ff_rules *rules)
{
    return ff_column_letter(rules, 0) == 'a';
}

static enum action key_action(const ff_rules *rules, int key)
{
    bool has_letters = play_has_letters(rules);
    for (int i = 0; i < BINDING_COUNT; i++) {
        for (int k = 0; k < 4 && bindings[i].any[k]; k++) {
            if (bindings[i].any[k] == key)
                return bindings[i].action;
        }
        if (!has_letters && bindings[i].digits == key)
            return bindings[i].action;
    }
    return ACTION_NONE;
}

/* The column in the middle of the board, of its middle layer. */
static int column_middle(const ff_rules *rules)
{
    return rules->board.width / 2 + rules->board.width * (rules->board.depth / 2);
}

/* All columns lie in one ring: right of a layer's last column is the first one of the next layer.
 */
static void screen_choose(struct play_screen *screen, int step)
{
    int columns = screen->game.position.rules->columns;
    screen->column = (screen->column + step + columns) % columns;
}

static void screen_tell(struct play_screen *screen, ff_err err)
{
    screen->message = err ? ff_err_text(err) : "";
}

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void screen_note_thought(struct play_screen *screen)
{
    ff_text text = ff_text_on(screen->note, sizeof screen->note);
    ff_thought thought = play_cpu_thought(screen->cpu);
    text_put(&text, "The computer thinks: ");
    text_int(&text, thought.depth);
    text_put(&text, " moves ahead, ");
    text_int(&text, (int)(thought.nodes / 1000));
    text_put(&text, " thousand positions");
    screen->message = screen->note;
}

/* A key or a signal interrupts the computer; it thinks on when that is dealt with. Meanwhile the
 * picture shows that something happens. */
static bool screen_should_stop(void *host)
{
    struct play_screen *screen = host;
    int64_t now = now_ms();
    if (now - screen->drawn_ms >= THOUGHT_MS) {
        screen->drawn_ms = now;
        screen_note_thought(screen);
        if (!play_draw(screen))
            return true;
    }
    return terminal_has_input(&screen->terminal);
}

/* The computer's move; false if something came in between. */
static bool screen_reply(struct play_screen *screen)
{
    int column;
    const char *message = screen->message;
    screen->drawn_ms = now_ms() + (*message ? READ_MS : 0);
    ff_err err =
        play_cpu_choose(screen->cpu, &screen->game.position, screen_should_stop, screen, &column);
    screen->message = err ? message : ""; /* what was refused while it thought is no longer so */
    if (!err) {
        screen->column = column;
        err = ff_game_drop(&screen->game, column);
    } else if (err != FF_E_STOPPED) {
        screen_tell(screen, err);
    }
    return !err;
}

static void screen_drop(struct play_screen *screen)
{
    if (play_cpu_is_next(screen->cpu, &screen->game.position))
        screen->message = "It is the computer's turn";
    else
        screen_tell(screen, ff_game_drop(&screen->game, screen->column));
}

static bool screen_has_input(void *host)
{
    struct play_screen *screen = host;
    return terminal_has_input(&screen->terminal);
}

static void screen_hint(struct play_screen *screen)
{
    ff_text text = ff_text_on(screen->note, sizeof screen->note);
    ff_thought hint;
    ff_err err =
        play_cpu_hint(screen->cpu, &screen->game.position, screen_has_input, screen, &hint);
    screen_tell(screen, err);
    if (err)
        return;
    play_hint_write(&text, &screen->game.position, &hint);
    screen->message = screen->note;
    screen->column = hint.column;
}

/* A new game is the old one taken back to its beginning: whoever came here by accident plays the
 * moves again. Another seed, or the computer would play the same game. */
static void screen_begin(struct play_screen *screen)
{
    screen_tell(screen, ff_game_seek(&screen->game, 0));
    screen->cpu->seed++;
    screen->column = column_middle(screen->game.position.rules);
}

static void screen_act(struct play_screen *screen, enum action action)
{
    int layer = screen->game.position.rules->board.width;
    switch (action) {
    case ACTION_LEFT:
        return screen_choose(screen, -1);
    case ACTION_RIGHT:
        return screen_choose(screen, 1);
    case ACTION_UP:
        return screen_choose(screen, -layer);
    case ACTION_DOWN:
        return screen_choose(screen, layer);
    case ACTION_DROP:
        return screen_drop(screen);
    case ACTION_UNDO:
        return screen_tell(screen, play_undo(screen->cpu, &screen->game));
    case ACTION_REDO:
        return screen_tell(screen, play_redo(screen->cpu, &screen->game));
    case ACTION_NEW:
        return screen_begin(screen);
    case ACTION_HINT:
        return screen_hint(screen);
    case ACTION_HELP:
        screen->is_help = true;
        return;
    case ACTION_NONE:
    case ACTION_QUIT:
        return;
    }
}

/* False when the key ends the game. While the help is shown every key only hides it. */
static bool screen_key(struct play_screen *screen, int key)
{
    const ff_rules *rules = screen->game.position.rules;
    enum action action = key_action(rules, key);
    bool is_text = key > ' ' && key <= '~';
    int column = is_text ? ff_column_read(rules, (char)key) : -1;
    screen->message = "";
    if (screen->is_help) {
        screen->is_help = false;
    } else if (action == ACTION_QUIT) {
        return false;
    } else if (column >= 0) {
        screen->column = column;
        screen_act(screen, ACTION_DROP);
    } else if (action == ACTION_NONE && is_text) {
        screen_tell(screen, FF_E_LETTER);
    } else {
        screen_act(screen, action);
    }
    return true;
}

static void screen_loop(struct play_screen *screen)
{
    bool goes_on = true;
    while (goes_on && play_draw(screen)) {
        if (play_cpu_is_next(screen->cpu, &screen->game.position) && screen_reply(screen))
            continue;
        int key = terminal_read(&screen->terminal);
        if (key == TERMINAL_END)
            return;
        goes_on = key == TERMINAL_REDRAW || key == TERMINAL_OTHER || screen_key(screen, key);
    }
}

/* The screen is gone, so the game goes to where the shell's lines stay: nothing played is lost. */
static bool screen_farewell(const struct play_screen *screen)
{
    char line[FF_CELLS_MAX + 128];
    ff_text text = ff_text_on(line, sizeof line);
    play_status_write(&text, &screen->game);
    if (screen->game.position.ply > 0) {
        text_put(&text, "  ");
        play_moves_write(&text, &screen->game);
    }
    text_char(&text, '\n');
    return terminal_write(line, text.len);
}

bool play_screen_run(const ff_game *start, struct play_cpu *cpu, int *status)
{
    int colours = terminal_colours();
    struct play_screen screen = {.game = *start, .cpu = cpu, .message = ""};
    screen.column = column_middle(start->position.rules);
    screen.view.is_utf8 = terminal_is_utf8();
    screen.view.has_preview = true;
    screen.view.colour = colours >= 256 ? BOARD_VIEW_RICH
                         : colours > 0  ? BOARD_VIEW_BASIC
                                        : BOARD_VIEW_MONO;
    if (!terminal_open(&screen.terminal))
        return false;
    screen_loop(&screen);
    terminal_close(&screen.terminal);
    bool is_told = screen_farewell(&screen);
    *status = screen.terminal.end_signal ? 128 + screen.terminal.end_signal : !is_told;
    return true;
}
