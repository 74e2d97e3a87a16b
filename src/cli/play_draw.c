#include "cli/play_screen.h"
#include "cli/play_words.h"
#include "core/text.h"
#include "core/variant.h"

enum {
    TEXT_LINES = 5, /* title, status, message, moves and keys */
    NARROWEST = 24, /* columns needed by these lines in their shortest form */
    WIDEST = 999,   /* no board needs more columns */
    HELP_WIDTH = 56,
    HELP_KEYS = 9,
};

/* One drawing of the screen: the window, its next free row, and the text so far. */
struct screen_drawing {
    const struct play_screen *screen;
    struct terminal_size window;
    int row;
    ff_text text;
};

static const struct hint {
    const char *digits, *letters, *label, *help;
} hints[] = {
    {"Arrows", "Arrows", "choose", "choose a column; up and down change the layer"},
    {"Enter", "Enter", "drop", "drops the disc, as Space does"},
    {"u", "^U", "undo", "takes the last move back, as Backspace does"},
    {"r", "^R", "redo", "plays it again"},
    {"n", "^N", "new", "begins a new game; redo brings the old one back"},
    {"Tab", "Tab", "hint", "names a good move and goes to its column"},
    {"?", "?", "help", "shows this and hides it"},
    {"q", "Esc", "quit", "ends the game and prints its moves"},
};

enum {
    HINT_COUNT = sizeof hints / sizeof *hints,
    HINT_HELP = HINT_COUNT - 2, /* from here on: shown in a narrow window, too */
};

static const ff_rules *frame_rules(const struct screen_drawing *frame)
{
    return frame->screen->game.position.board.rules;
}

static const ff_variant_rules *frame_variant(const struct screen_drawing *frame)
{
    return frame->screen->game.position.rules;
}

static void frame_move(struct screen_drawing *frame, int row, int column)
{
    text_put(&frame->text, "\x1b[");
    text_int(&frame->text, row);
    text_char(&frame->text, ';');
    text_int(&frame->text, column);
    text_char(&frame->text, 'H');
}

/* Begins the next line, `width` wide and centred; false if the window has no line left. */
static bool frame_begin(struct screen_drawing *frame, int width)
{
    int left = (frame->window.columns - width) / 2;
    if (frame->row > frame->window.rows)
        return false;
    frame_move(frame, frame->row, 1);
    text_put(&frame->text, "\x1b[K");
    frame_move(frame, frame->row++, left > 0 ? left + 1 : 1);
    return true;
}

/* The text, or as much of it as the window is wide; "..." ends it then, where that fits. */
static void frame_put(struct screen_drawing *frame, const char *text)
{
    size_t width = (size_t)frame->window.columns, len = text_length(text);
    size_t dots = len > width && width >= 8 ? 3 : 0;
    for (size_t i = 0; i < len && i < width; i++)
        text_char(&frame->text, i + dots < width ? text[i] : '.');
}

/* A line of ASCII text in one style ("1;31"). */
static void frame_line(struct screen_drawing *frame, const char *style, const char *text)
{
    bool has_style = frame->screen->view.colour != BOARD_VIEW_MONO && *style;
    if (!frame_begin(frame, (int)text_length(text)))
        return;
    if (has_style) {
        text_put(&frame->text, "\x1b[");
        text_put(&frame->text, style);
        text_char(&frame->text, 'm');
    }
    frame_put(frame, text);
    if (has_style)
        text_put(&frame->text, "\x1b[0m");
}

static void frame_gap(struct screen_drawing *frame, int lines)
{
    for (int i = 0; i < lines; i++)
        (void)frame_begin(frame, 0);
}

static void draw_title(struct screen_drawing *frame)
{
    char title[FF_VARIANT_TEXT_MAX + 16];
    ff_text text = ff_text_on(title, sizeof title);
    text_put(&text, "Fourfall ");
    (void)ff_variant_rules_write(&text, frame_variant(frame));
    frame_line(frame, "1", title);
}

static void draw_board(struct screen_drawing *frame, const board_view *view)
{
    char board[BOARD_VIEW_MAX];
    ff_text text = ff_text_on(board, sizeof board);
    int width = board_view_measure(frame_rules(frame), view).width;
    (void)board_view_write_variant(&text, &frame->screen->game.position, view);
    for (const char *c = board; *c; c++) {
        if (!frame_begin(frame, width))
            return;
        for (; *c != '\n'; c++)
            text_char(&frame->text, *c);
    }
}

/* In the colour of the winner or of the side to move. */
static void draw_status(struct screen_drawing *frame)
{
    char status[64];
    ff_text text = ff_text_on(status, sizeof status);
    const ff_variant_position *position = &frame->screen->game.position;
    ff_color turn = ff_variant_side_to_move(position);
    ff_color who = turn == FF_NONE ? (ff_color)position->winner : turn;
    play_status_write(&text, &frame->screen->game);
    frame_line(frame, who == FF_RED ? "1;31" : who == FF_YELLOW ? "1;33" : "1", status);
}

static void draw_extras(struct screen_drawing *frame)
{
    char extras[96];
    ff_text text = ff_text_on(extras, sizeof extras);
    if (!play_has_extras(frame_variant(frame)))
        return;
    play_extras_write(&text, &frame->screen->game.position);
    frame_line(frame, "", extras);
}

/* The question for the column, or for Enter, after the sign of a special move. */
static void prompt_write(ff_text *out, ff_action action)
{
    static const char *const prompts[FF_ACTION_COUNT] = {
        [FF_DROP] = "",
        [FF_POP] = "Pop which column?",
        [FF_ANVIL] = "Anvil: which column?",
        [FF_BOMB] = "Bomb: which column?",
        [FF_WALL] = "Wall: which column?",
        [FF_DOUBLE] = "Double: which column?",
        [FF_TURN_LEFT] = "Enter turns left",
        [FF_TURN_RIGHT] = "Enter turns right",
        [FF_SWAP] = "Enter swaps sides",
    };
    text_put(out, prompts[action]);
    if (action == FF_DROP)
        return;
    text_put(out, " (");
    text_char(out, variant_sign(action));
    text_put(out, " takes it back)");
}

static void draw_message(struct screen_drawing *frame)
{
    char prompt[48];
    ff_text text = ff_text_on(prompt, sizeof prompt);
    prompt_write(&text, frame->screen->action);
    frame_line(frame, "1", *frame->screen->message ? frame->screen->message : prompt);
}

/* Shows the last moves if the window is too narrow for all. */
static void draw_moves(struct screen_drawing *frame)
{
    char moves[2 * FF_PLIES_MAX + FF_VARIANT_TEXT_MAX + 2], line[sizeof moves + 16];
    ff_text text = ff_text_on(moves, sizeof moves), out = ff_text_on(line, sizeof line);
    size_t space = (size_t)frame->window.columns - sizeof "Moves: ...";
    bool is_long = false;
    play_moves_write(&text, &frame->screen->game);
    is_long = text.len > space;
    text_put(&out, is_long ? "Moves: ..." : "Moves: ");
    if (frame->screen->game.position.board.ply == 0)
        text_put(&out, "none yet");
    else
        text_put(&out, is_long ? moves + text.len - space : moves);
    frame_line(frame, "", line);
}

static void draw_keys(struct screen_drawing *frame)
{
    bool has_letters = play_has_letters(frame_rules(frame));
    char line[128];
    for (int first = 0; first <= HINT_HELP; first += HINT_HELP) {
        ff_text text = ff_text_on(line, sizeof line);
        for (int i = first; i < HINT_COUNT; i++) {
            text_put(&text, i == first ? "" : first ? "   " : "  ");
            text_put(&text, has_letters ? hints[i].letters : hints[i].digits);
            text_char(&text, ' ');
            text_put(&text, hints[i].label);
        }
        if (text.len <= (size_t)frame->window.columns)
            break;
    }
    frame_line(frame, "2", line);
}

/* The signs of the variant, if it has some: "_ anvil  @ bomb  = wall  + double  - pop". */
static void draw_signs(struct screen_drawing *frame)
{
    static const char *const labels[FF_ACTION_COUNT] = {
        [FF_DROP] = "",
        [FF_POP] = "pop",
        [FF_ANVIL] = "anvil",
        [FF_BOMB] = "bomb",
        [FF_WALL] = "wall",
        [FF_DOUBLE] = "double",
        [FF_TURN_LEFT] = "turn left",
        [FF_TURN_RIGHT] = "turn right",
        [FF_SWAP] = "swap",
    };
    char line[96];
    ff_text text = ff_text_on(line, sizeof line);
    for (int action = FF_POP; action < FF_ACTION_COUNT; action++) {
        if (!variant_has_action(frame_variant(frame), (ff_action)action))
            continue;
        text_put(&text, text.len ? "  " : "");
        text_char(&text, variant_sign((ff_action)action));
        text_char(&text, ' ');
        text_put(&text, labels[action]);
    }
    if (text.len)
        frame_line(frame, "2", line);
}

static bool has_signs(const ff_variant_rules *rules)
{
    bool has_any = false;
    for (int action = FF_POP; action < FF_ACTION_COUNT; action++)
        has_any |= variant_has_action(rules, (ff_action)action);
    return has_any;
}

/* The lines beside the board. */
static int frame_text_lines(const struct screen_drawing *frame)
{
    const ff_variant_rules *rules = frame_variant(frame);
    return TEXT_LINES + play_has_extras(rules) + has_signs(rules);
}

static void draw_game(struct screen_drawing *frame, const board_view *view)
{
    int spare = frame->window.rows - frame_text_lines(frame);
    spare -= board_view_measure(frame_rules(frame), view).height;
    int gap = spare >= 2;
    frame_gap(frame, (spare - 2 * gap) / 2);
    draw_title(frame);
    draw_board(frame, view);
    frame_gap(frame, gap);
    draw_status(frame);
    draw_extras(frame);
    draw_message(frame);
    draw_moves(frame);
    frame_gap(frame, gap);
    draw_signs(frame);
    draw_keys(frame);
}

/* All lines are padded to the same width, so that they start in the same column when centred. */
static void draw_help_line(struct screen_drawing *frame, const char *keys, const char *help)
{
    char line[HELP_WIDTH + 1];
    ff_text text = ff_text_on(line, sizeof line);
    text_put(&text, keys);
    while (text.len < HELP_KEYS)
        text_char(&text, ' ');
    text_put(&text, help);
    while (text.len < HELP_WIDTH)
        text_char(&text, ' ');
    frame_line(frame, "", line);
}

static void draw_help_sign(struct screen_drawing *frame, ff_action action)
{
    char keys[] = {variant_sign(action), ' ', ff_action_has_column(action) ? '4' : '\0', '\0'};
    const ff_rules *rules = frame_rules(frame);
    if (ff_action_has_column(action))
        keys[2] = ff_column_letter(rules, rules->columns / 2);
    draw_help_line(frame, keys, play_action_help(frame_variant(frame), action));
}

static int draw_help_signs(struct screen_drawing *frame, bool is_drawn)
{
    int count = 0;
    for (int action = FF_POP; action < FF_ACTION_COUNT; action++) {
        if (!variant_has_action(frame_variant(frame), (ff_action)action))
            continue;
        count++;
        if (is_drawn)
            draw_help_sign(frame, (ff_action)action);
    }
    return count;
}

/* What wins in a plain game; what is special in a variant. */
static void draw_help_title(struct screen_drawing *frame)
{
    char title[32];
    ff_text text = ff_text_on(title, sizeof title);
    ff_variant variant = (ff_variant)frame_variant(frame)->variant;
    text_int(&text, frame_rules(frame)->board.connect);
    text_put(&text, " in a line win");
    frame_line(frame, "1", variant == FF_STANDARD ? title : ff_variant_sentence(variant));
}

static void draw_help(struct screen_drawing *frame)
{
    const ff_rules *rules = frame_rules(frame);
    char keys[] = {ff_column_letter(rules, 0), '.', '.',
                   ff_column_letter(rules, rules->columns - 1), '\0'};
    int lines = HINT_COUNT + 3 + draw_help_signs(frame, false);
    frame_gap(frame, (frame->window.rows - lines) / 2);
    draw_help_title(frame);
    frame_gap(frame, frame->window.rows > lines);
    draw_help_line(frame, keys, "drops a disc into that column at once");
    (void)draw_help_signs(frame, true);
    for (int i = 0; i < HINT_COUNT; i++) {
        bool has_letters = play_has_letters(rules);
        draw_help_line(frame, has_letters ? hints[i].letters : hints[i].digits, hints[i].help);
    }
}

/* The size that is needed, with as many words around it as the window has space for. */
static void draw_too_small(struct screen_drawing *frame, board_size need)
{
    static const char *const words[] = {"Window too small: need ", "Too small: need ", "Need ", ""};
    char message[48];
    size_t i = 0, len;
    do {
        ff_text text = ff_text_on(message, sizeof message);
        text_put(&text, words[i]);
        text_int(&text, need.width);
        text_char(&text, 'x');
        text_int(&text, need.height);
        len = text.len;
    } while (len > (size_t)frame->window.columns && ++i < sizeof words / sizeof *words);
    frame_gap(frame, (frame->window.rows - 1) / 2);
    frame_line(frame, "1", message);
}

static board_size frame_need(const struct screen_drawing *frame, const board_view *view)
{
    board_size size = board_view_measure(frame_rules(frame), view);
    size.height += frame_text_lines(frame);
    if (size.width < NARROWEST)
        size.width = NARROWEST;
    return size;
}

static bool frame_fits(const struct screen_drawing *frame, board_size size)
{
    return size.width <= frame->window.columns && size.height <= frame->window.rows;
}

/* Chooses large discs if they fit, else small ones. If neither fits, *need is a size that would: a wider
 * window in which layers share a line, if that is enough, else a higher one. */
static bool frame_choose(const struct screen_drawing *frame, board_view *view, board_size *need)
{
    for (int is_large = 1; is_large >= 0; is_large--) {
        view->is_large = is_large;
        *need = frame_need(frame, view);
        if (frame_fits(frame, *need))
            return true;
    }
    board_view wide = *view;
    while (wide.columns++ < WIDEST) {
        board_size size = frame_need(frame, &wide);
        if (size.width <= wide.columns && size.height <= frame->window.rows) {
            *need = size;
            break;
        }
    }
    return false;
}

bool play_draw(const struct play_screen *screen)
{
    char data[PLAY_FRAME_MAX];
    struct screen_drawing frame = {.screen = screen, .window = terminal_measure(), .row = 1};
    board_view view = screen->view;
    board_size need;
    frame.text = ff_text_on(data, sizeof data);
    view.columns = frame.window.columns;
    view.chosen = screen->column;
    view.action = play_action(screen);
    if (!frame_choose(&frame, &view, &need))
        draw_too_small(&frame, need);
    else if (screen->is_help)
        draw_help(&frame);
    else
        draw_game(&frame, &view);
    if (frame.row <= frame.window.rows) {
        frame_move(&frame, frame.row, 1);
        text_put(&frame.text, "\x1b[J");
    }
    return terminal_write(data, frame.text.len);
}
