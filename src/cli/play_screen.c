#include "cli/play_screen.h"

#include "cli/cli.h"
#include "cli/play.h"
#include "cli/play_words.h"
#include "core/text.h"
#include "core/variant.h"

enum {
    THOUGHT_MS = 100, /* between two drawings while the computer thinks */
    READ_MS = 1500,   /* a message stays this long before the progress replaces it */
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

/* The keys of every action. `digits` is for boards whose columns are digits. */
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

/* The middle column of the middle layer. */
static int column_middle(const ff_rules *rules)
{
    return rules->board.width / 2 + rules->board.width * (rules->board.depth / 2);
}

static const ff_rules *screen_rules(const struct play_screen *screen)
{
    return screen->game.position.board.rules;
}

/* The columns form a ring: after the last column of a layer comes the first of the next layer. */
static void screen_choose(struct play_screen *screen, int step)
{
    int columns = screen_rules(screen)->columns;
    screen->column = (screen->column + step + columns) % columns;
}

/* After a move, or where it was taken back: a turned board has other columns. */
static void screen_settle(struct play_screen *screen)
{
    screen->action = FF_DROP;
    if (screen->column >= screen_rules(screen)->columns)
        screen->column = column_middle(screen_rules(screen));
}

static bool can_play_any(const ff_variant_position *p, ff_action action)
{
    int columns = ff_action_has_column(action) ? p->board.rules->columns : 1;
    for (int column = 0; column < columns; column++)
        if (!ff_variant_can_play(p, ff_move_of(action, column)))
            return true;
    return false;
}

/* After a bomb, and once Pop Ten's board is full, nothing but a pop is legal. */
ff_action play_action(const struct play_screen *screen)
{
    const ff_variant_position *p = &screen->game.position;
    bool must_pop =
        screen->action == FF_DROP && !can_play_any(p, FF_DROP) && can_play_any(p, FF_POP);
    return must_pop ? FF_POP : screen->action;
}

static void screen_tell(struct play_screen *screen, ff_err err)
{
    screen->message = err ? ff_err_text(err) : "";
}

static void screen_note_thought(struct play_screen *screen)
{
    ff_text text = ff_text_on(screen->note, sizeof screen->note);
    ff_thought thought = play_cpu_thought(screen->cpu);
    play_thought_write(&text, &thought);
    screen->message = screen->note;
}

/* A key or a signal interrupts the computer; the search continues afterwards. Progress is drawn
 * meanwhile. */
static bool screen_should_stop(void *host)
{
    struct play_screen *screen = host;
    int64_t now = cli_now_ms();
    if (now - screen->drawn_ms >= THOUGHT_MS) {
        screen->drawn_ms = now;
        screen_note_thought(screen);
        if (!play_draw(screen))
            return true;
    }
    return terminal_has_input(&screen->terminal);
}

/* "The computer pops column 4", where a column is not all there is to say. */
static void screen_note_move(struct play_screen *screen, int move)
{
    ff_text text = ff_text_on(screen->note, sizeof screen->note);
    if (ff_move_action(move) == FF_DROP)
        return;
    text_put(&text, "The computer ");
    play_move_write(&text, screen_rules(screen), move);
    screen->message = screen->note;
}

/* Plays the computer's move; false if it was interrupted. */
static bool screen_reply(struct play_screen *screen)
{
    int move;
    const char *message = screen->message;
    screen->drawn_ms = cli_now_ms() + (*message ? READ_MS : 0);
    ff_err err = play_cpu_choose(screen->cpu, &screen->game, screen_should_stop, screen, &move);
    screen->message = err ? message : ""; /* a refusal made while it thought is outdated */
    if (!err) {
        if (ff_action_has_column(ff_move_action(move)))
            screen->column = ff_move_column(move);
        screen_note_move(screen, move);
        err = ff_variant_game_play(&screen->game, move);
        screen_settle(screen);
    } else if (err != FF_E_STOPPED) {
        screen_tell(screen, err);
    }
    return !err;
}

static void screen_play(struct play_screen *screen)
{
    ff_action action = play_action(screen);
    int column = ff_action_has_column(action) ? screen->column : 0;
    if (play_cpu_is_next(screen->cpu, &screen->game.position)) {
        screen->message = "It is the computer's turn";
        return;
    }
    screen_tell(screen, ff_variant_game_play(&screen->game, ff_move_of(action, column)));
    screen_settle(screen);
}

static void screen_undo(struct play_screen *screen)
{
    screen_tell(screen, play_undo(screen->cpu, &screen->game));
    screen_settle(screen);
}

static void screen_redo(struct play_screen *screen)
{
    screen_tell(screen, play_redo(screen->cpu, &screen->game));
    screen_settle(screen);
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
    ff_err err = play_cpu_hint(screen->cpu, &screen->game, screen_has_input, screen, &hint);
    screen_tell(screen, err);
    if (err)
        return;
    play_hint_write(&text, &screen->game.position, &hint);
    screen->message = screen->note;
    if (ff_action_has_column(ff_move_action(hint.column)))
        screen->column = ff_move_column(hint.column);
}

/* A new game is the old one undone to its beginning, so that redo brings it back. With the same seed
 * the computer would play the same game again. */
static void screen_begin(struct play_screen *screen)
{
    screen_tell(screen, ff_variant_game_seek(&screen->game, 0));
    screen->cpu->seed++;
    screen->column = column_middle(screen_rules(screen));
    screen->action = FF_DROP;
}

static void screen_act(struct play_screen *screen, enum action action)
{
    int layer = screen_rules(screen)->board.width;
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
        return screen_play(screen);
    case ACTION_UNDO:
        return screen_undo(screen);
    case ACTION_REDO:
        return screen_redo(screen);
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

/* The kind of move whose sign is this key; FF_DROP if there is none in this game. */
static ff_action key_sign(const ff_variant_rules *rules, int key)
{
    for (int action = FF_POP; action < FF_ACTION_COUNT; action++)
        if (variant_sign((ff_action)action) == key && variant_has_action(rules, (ff_action)action))
            return (ff_action)action;
    return FF_DROP;
}

/* A sign waits for its column or Enter; the same sign again takes it back. */
static void screen_sign(struct play_screen *screen, ff_action action)
{
    screen->action = screen->action == action ? FF_DROP : action;
}

/* False when the key ends the game. While the help is shown every key only hides it. */
static bool screen_key(struct play_screen *screen, int key)
{
    const ff_rules *rules = screen_rules(screen);
    enum action action = key_action(rules, key);
    bool is_text = key > ' ' && key <= '~';
    int column = is_text ? ff_column_read(rules, (char)key) : -1;
    ff_action sign = key_sign(screen->game.position.rules, key);
    screen->message = "";
    if (screen->is_help) {
        screen->is_help = false;
    } else if (action == ACTION_QUIT) {
        return false;
    } else if (sign != FF_DROP) {
        screen_sign(screen, sign);
    } else if (column >= 0) {
        screen->column = column;
        if (!ff_action_has_column(screen->action))
            screen->action = FF_DROP; /* only Enter turns the board or swaps */
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

/* The alternate screen is gone; prints the game below the shell's prompt, so that it is not lost. */
static bool screen_farewell(const struct play_screen *screen)
{
    char line[2 * FF_PLIES_MAX + 128];
    ff_text text = ff_text_on(line, sizeof line);
    play_status_write(&text, &screen->game);
    if (screen->game.position.board.ply > 0) {
        text_put(&text, "  ");
        play_moves_write(&text, &screen->game);
    }
    text_char(&text, '\n');
    return terminal_write(line, text.len);
}

bool play_screen_run(const ff_variant_game *start, struct play_cpu *cpu, int *status)
{
    int colours = terminal_colours();
    struct play_screen screen = {.game = *start, .cpu = cpu, .message = ""};
    screen.column = column_middle(start->position.board.rules);
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
