#include "cli/board_view.h"

#include "core/text.h"

enum {
    GAP = 2, /* columns between two layers */
};

enum style {
    STYLE_PLAIN,
    STYLE_FRAME,
    STYLE_DOT,  /* an empty cell as a point */
    STYLE_HOLE, /* an empty cell as a patch of shade */
    STYLE_LETTER,
    STYLE_CHOSEN,
    STYLE_DISC, /* this and the following stand for Red, the next one up for Yellow */
    STYLE_DISC_YELLOW,
    STYLE_HELD, /* above the board, so on the terminal's own background */
    STYLE_HELD_YELLOW,
    STYLE_FAINT,
    STYLE_FAINT_YELLOW,
    STYLE_WON,
    STYLE_WON_YELLOW,
    STYLE_COUNT
};

/* The board is a blue slab with its own background, so that discs look alike on dark and on light
 * terminals. */
static const char *const palette[][STYLE_COUNT] = {
    [BOARD_VIEW_BASIC] =
        {
            [STYLE_PLAIN] = "0",
            [STYLE_FRAME] = "0;96;44",
            [STYLE_DOT] = "0;96;44",
            [STYLE_LETTER] = "0;36",
            [STYLE_CHOSEN] = "0;1;4",
            [STYLE_DISC] = "0;1;91;44",
            [STYLE_DISC_YELLOW] = "0;1;93;44",
            [STYLE_HELD] = "0;1;31",
            [STYLE_HELD_YELLOW] = "0;1;33",
            [STYLE_FAINT] = "0;31;44",
            [STYLE_FAINT_YELLOW] = "0;33;44",
            [STYLE_WON] = "0;1;97;41",
            [STYLE_WON_YELLOW] = "0;30;43",
        },
    [BOARD_VIEW_RICH] =
        {
            [STYLE_PLAIN] = "0",
            [STYLE_FRAME] = "0;38;5;75;48;5;18",
            [STYLE_DOT] = "0;38;5;67;48;5;18",
            [STYLE_HOLE] = "0;38;5;17;48;5;18",
            [STYLE_LETTER] = "0;38;5;67",
            [STYLE_CHOSEN] = "0;1;4",
            [STYLE_DISC] = "0;38;5;203;48;5;18",
            [STYLE_DISC_YELLOW] = "0;38;5;221;48;5;18",
            [STYLE_HELD] = "0;38;5;203",
            [STYLE_HELD_YELLOW] = "0;38;5;178",
            [STYLE_FAINT] = "0;38;5;95;48;5;18",
            [STYLE_FAINT_YELLOW] = "0;38;5;101;48;5;18",
            [STYLE_WON] = "0;1;38;5;160;48;5;255",
            [STYLE_WON_YELLOW] = "0;1;38;5;136;48;5;255",
        },
};

enum mark { MARK_RED, MARK_YELLOW, MARK_HOLE, MARK_RED_FAINT, MARK_YELLOW_FAINT, MARK_COUNT };

/* How the marks look: by character set and size. Between them a cell keeps one column on each side,
 * which takes the brackets of a winning line. */
struct glyphs {
    int width, lines;
    const char *mark[MARK_COUNT][3];
    enum style hole;
    const char *corner[4]; /* top left, top right, bottom left, bottom right */
    const char *across, *down;
};

static const struct glyphs glyphs_ascii = {
    .width = 1,
    .lines = 1,
    .mark = {{"X"}, {"O"}, {"."}, {"x"}, {"o"}},
    .hole = STYLE_DOT,
    .corner = {"+", "+", "+", "+"},
    .across = "-",
    .down = "|",
};

static const struct glyphs glyphs_utf8 = {
    .width = 1,
    .lines = 1,
    .mark = {{"●"}, {"○"}, {"·"}, {"◌"}, {"◌"}},
    .hole = STYLE_DOT,
    .corner = {"┌", "┐", "└", "┘"},
    .across = "─",
    .down = "│",
};

static const struct glyphs glyphs_large = {
    .width = 4,
    .lines = 3,
    .mark = {{"▗▄▄▖", "████", "▝▀▀▘"},
             {"▗▄▄▖", "█  █", "▝▀▀▘"},
             {"    ", " ██ ", "    "},
             {"▗▄▄▖", "████", "▝▀▀▘"},
             {"▗▄▄▖", "█  █", "▝▀▀▘"}},
    .hole = STYLE_HOLE,
    .corner = {"┌", "┐", "└", "┘"},
    .across = "─",
    .down = "│",
};

/* One text being written. Blanks wait until something follows them, so no line ends with any, and a
 * style is sent only where it changes. */
struct pen {
    ff_text *out;
    const ff_position *position;
    const ff_rules *rules;
    const board_view *view;
    const struct glyphs *glyphs;
    uint64_t won[FF_WORDS];
    int landing; /* the cell of the preview, or -1 */
    int per_line, inner, margin;
    int blanks;
    enum style style;
};

static const struct glyphs *view_glyphs(const board_view *view)
{
    if (!view->is_utf8)
        return &glyphs_ascii;
    return view->is_large && view->colour == BOARD_VIEW_RICH ? &glyphs_large : &glyphs_utf8;
}

/* Columns between the two sides of a layer's frame: its cells, or its title where that is wider. */
static int view_inner(const ff_rules *rules, const struct glyphs *glyphs)
{
    int cells = rules->board.width * (glyphs->width + 2);
    int title = rules->board.depth == 1 ? 0 : rules->board.depth < 10 ? 11 : 12;
    return cells > title ? cells : title;
}

/* Layers beside each other: as few lines of layers as fit, and these evenly filled. */
static int view_per_line(const ff_rules *rules, const board_view *view)
{
    int depth = rules->board.depth;
    int block = view_inner(rules, view_glyphs(view)) + 2;
    int fit = (view->columns + GAP) / (block + GAP);
    if (fit < 1)
        fit = 1;
    int lines = (depth + fit - 1) / fit;
    return (depth + lines - 1) / lines;
}

board_size board_view_measure(const ff_rules *rules, const board_view *view)
{
    const struct glyphs *glyphs = view_glyphs(view);
    int per_line = view_per_line(rules, view);
    int lines = (rules->board.depth + per_line - 1) / per_line;
    int height = rules->board.height * glyphs->lines + 3;
    board_size size = {.width = per_line * (view_inner(rules, glyphs) + 2 + GAP) - GAP};
    if (view->chosen >= 0)
        size.height = lines * (height + glyphs->lines);
    else
        size.height = lines * (height + 1) - 1;
    return size;
}

static void pen_style(struct pen *pen, enum style style)
{
    if (pen->view->colour == BOARD_VIEW_MONO || pen->style == style)
        return;
    text_put(pen->out, "\x1b[");
    text_put(pen->out, palette[pen->view->colour][style]);
    text_char(pen->out, 'm');
    pen->style = style;
}

static void pen_put(struct pen *pen, enum style style, const char *text)
{
    if (pen->blanks > 0)
        pen_style(pen, STYLE_PLAIN);
    for (; pen->blanks > 0; pen->blanks--)
        text_char(pen->out, ' ');
    pen_style(pen, style);
    text_put(pen->out, text);
}

static void pen_repeat(struct pen *pen, enum style style, const char *text, int count)
{
    for (int i = 0; i < count; i++)
        pen_put(pen, style, text);
}

static void pen_end_line(struct pen *pen)
{
    pen->blanks = 0;
    pen_style(pen, STYLE_PLAIN);
    text_char(pen->out, '\n');
}

/* The line above the board: the disc to drop over the chosen column, nothing elsewhere. */
static void layer_hover(struct pen *pen, int z, int line)
{
    int width = pen->rules->board.width;
    int x = pen->view->chosen - z * width;
    ff_color turn = ff_position_turn(pen->position);
    int block = pen->inner + 2;
    if (x < 0 || x >= width || turn == FF_NONE) {
        pen->blanks += block;
        return;
    }
    int before = 2 + pen->margin + x * (pen->glyphs->width + 2);
    pen->blanks += before;
    pen_put(pen, STYLE_HELD + turn, pen->glyphs->mark[turn][line]);
    pen->blanks += block - before - pen->glyphs->width;
}

static void layer_top(struct pen *pen, int z, int line)
{
    (void)line;
    int rest = pen->inner;
    pen_put(pen, STYLE_FRAME, pen->glyphs->corner[0]);
    if (pen->rules->board.depth > 1) {
        char title[16];
        ff_text text = ff_text_on(title, sizeof title);
        text_put(&text, " Layer ");
        text_int(&text, z + 1);
        text_char(&text, ' ');
        pen_put(pen, STYLE_FRAME, pen->glyphs->across);
        pen_put(pen, STYLE_FRAME, title);
        rest -= 1 + (int)text.len;
    }
    pen_repeat(pen, STYLE_FRAME, pen->glyphs->across, rest);
    pen_put(pen, STYLE_FRAME, pen->glyphs->corner[1]);
}

static void layer_bottom(struct pen *pen, int z, int line)
{
    (void)z;
    (void)line;
    pen_put(pen, STYLE_FRAME, pen->glyphs->corner[2]);
    pen_repeat(pen, STYLE_FRAME, pen->glyphs->across, pen->inner);
    pen_put(pen, STYLE_FRAME, pen->glyphs->corner[3]);
}

static void layer_letters(struct pen *pen, int z, int line)
{
    (void)line;
    int width = pen->rules->board.width, pitch = pen->glyphs->width + 2;
    int before = (pitch - 1) / 2;
    pen->blanks += 1 + pen->margin;
    for (int x = 0; x < width; x++) {
        int column = x + width * z;
        char letter[2] = {ff_column_letter(pen->rules, column), '\0'};
        pen->blanks += before;
        pen_put(pen, column == pen->view->chosen ? STYLE_CHOSEN : STYLE_LETTER, letter);
        pen->blanks += pitch - 1 - before;
    }
    pen->blanks += pen->inner + 1 - pen->margin - width * pitch;
}

static bool cell_is_won(const struct pen *pen, int cell)
{
    return pen->won[cell / 64] >> (cell % 64) & 1;
}

static void cell_write(struct pen *pen, int cell, int line)
{
    ff_color color = ff_position_cell(pen->position, cell);
    enum mark mark = MARK_RED + color;
    enum style style = color == FF_NONE ? pen->glyphs->hole : STYLE_DISC + color;
    bool is_won = cell_is_won(pen, cell);
    if (cell == pen->landing) {
        mark = MARK_RED_FAINT + ff_position_turn(pen->position);
        style = STYLE_FAINT + ff_position_turn(pen->position);
    }
    if (is_won)
        style = STYLE_WON + color;
    bool has_brackets = is_won && line == pen->glyphs->lines / 2;
    pen_put(pen, style, has_brackets ? "[" : " ");
    pen_put(pen, style, pen->glyphs->mark[mark][line]);
    pen_put(pen, style, has_brackets ? "]" : " ");
}

/* Lines are counted from the top of the board, rows from its bottom. */
static void layer_row(struct pen *pen, int z, int line)
{
    const ff_board *board = &pen->rules->board;
    int lines = pen->glyphs->lines;
    int y = board->height - 1 - line / lines;
    int pitch = pen->glyphs->width + 2;
    pen_put(pen, STYLE_FRAME, pen->glyphs->down);
    pen_repeat(pen, STYLE_FRAME, " ", pen->margin);
    for (int x = 0; x < board->width; x++)
        cell_write(pen, ff_cell_at(pen->rules, x, y, z), line % lines);
    pen_repeat(pen, STYLE_FRAME, " ", pen->inner - pen->margin - board->width * pitch);
    pen_put(pen, STYLE_FRAME, pen->glyphs->down);
}

/* `count` lines of text through all layers that stand beside layer `first`. */
static void band_write(struct pen *pen, int first, int count, void (*part)(struct pen *, int, int))
{
    int depth = pen->rules->board.depth;
    for (int line = 0; line < count; line++) {
        for (int z = first; z < depth && z < first + pen->per_line; z++) {
            if (z > first)
                pen->blanks += GAP;
            part(pen, z, line);
        }
        pen_end_line(pen);
    }
}

static void pen_mark_won(struct pen *pen)
{
    ff_lines lines = ff_position_lines(pen->position);
    for (int i = 0; i < lines.count; i++) {
        for (int k = 0; k < lines.line[i].count; k++) {
            int cell = lines.line[i].cells[k];
            pen->won[cell / 64] |= (uint64_t)1 << (cell % 64);
        }
    }
}

static int view_landing(const ff_position *position, const board_view *view)
{
    if (!view->has_preview || ff_position_can_drop(position, view->chosen) != FF_OK)
        return -1;
    return position->height[view->chosen] + position->rules->board.height * view->chosen;
}

ff_err board_view_write(ff_text *out, const ff_position *position, const board_view *view)
{
    const ff_rules *rules = position->rules;
    const struct glyphs *glyphs = view_glyphs(view);
    struct pen pen = {
        .out = out, .position = position, .rules = rules, .view = view, .glyphs = glyphs};
    pen.landing = view_landing(position, view);
    pen.per_line = view_per_line(rules, view);
    pen.inner = view_inner(rules, glyphs);
    pen.margin = (pen.inner - rules->board.width * (glyphs->width + 2)) / 2;
    pen_mark_won(&pen);

    for (int first = 0; first < rules->board.depth; first += pen.per_line) {
        if (view->chosen >= 0)
            band_write(&pen, first, glyphs->lines, layer_hover);
        else if (first > 0)
            pen_end_line(&pen);
        band_write(&pen, first, 1, layer_top);
        band_write(&pen, first, rules->board.height * glyphs->lines, layer_row);
        band_write(&pen, first, 1, layer_bottom);
        band_write(&pen, first, 1, layer_letters);
    }
    return text_result(out);
}
