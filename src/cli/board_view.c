#include "cli/board_view.h"

#include "cli/board_look.h"
#include "core/text.h"
#include "core/variant.h"

enum {
    GAP = 2, /* columns between two layers */
};

/* The state of one text being written. Blanks are counted and written only before other characters,
 * so that no line ends with blanks; a style is written only where it changes. */
struct pen {
    ff_text *out;
    const ff_position *position;
    const ff_variant_position *variant; /* null: a plain game */
    const ff_rules *rules;
    const board_view *view;
    const struct glyphs *glyphs;
    uint64_t won[FF_WORDS];
    ff_color turn;
    int landing; /* the cell of the preview, or -1 */
    int popped;  /* the cell of the disc that would be popped, or -1 */
    int per_line, inner, margin;
    int blanks;
    enum board_style style;
};

/* The width inside a layer's frame: its cells, or its title if that is wider. */
static int view_inner(const ff_rules *rules, const struct glyphs *glyphs)
{
    int cells = rules->board.width * (glyphs->width + 2);
    int title = rules->board.depth == 1 ? 0 : rules->board.depth < 10 ? 11 : 12;
    return cells > title ? cells : title;
}

/* How many layers share a line: as few lines as possible, evenly filled. */
static int view_per_line(const ff_rules *rules, const board_view *view)
{
    int depth = rules->board.depth;
    int block = view_inner(rules, board_look_glyphs(view)) + 2;
    int fit = (view->columns + GAP) / (block + GAP);
    if (fit < 1)
        fit = 1;
    int lines = (depth + fit - 1) / fit;
    return (depth + lines - 1) / lines;
}

board_size board_view_measure(const ff_rules *rules, const board_view *view)
{
    const struct glyphs *glyphs = board_look_glyphs(view);
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

static void pen_style(struct pen *pen, enum board_style style)
{
    if (pen->view->colour == BOARD_VIEW_MONO || pen->style == style)
        return;
    text_put(pen->out, "\x1b[");
    text_put(pen->out, board_look_code(pen->view->colour, style));
    text_char(pen->out, 'm');
    pen->style = style;
}

static void pen_put(struct pen *pen, enum board_style style, const char *text)
{
    if (pen->blanks > 0)
        pen_style(pen, STYLE_PLAIN);
    for (; pen->blanks > 0; pen->blanks--)
        text_char(pen->out, ' ');
    pen_style(pen, style);
    text_put(pen->out, text);
}

static void pen_repeat(struct pen *pen, enum board_style style, const char *text, int count)
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

/* Whether the chosen move puts a disc into a column. */
static bool has_disc(const board_view *view)
{
    return ff_action_has_column(view->action) && view->action != FF_POP;
}

/* A sign in one column; a blank instead of none. */
static void pen_sign(struct pen *pen, enum board_style style, ff_action action)
{
    char sign[] = {variant_sign(action), '\0'};
    pen_put(pen, style, *sign ? sign : " ");
}

/* The line above the board: the disc to drop, above the chosen column. */
static void layer_hover(struct pen *pen, int z, int line)
{
    int width = pen->rules->board.width;
    int x = pen->view->chosen - z * width;
    int block = pen->inner + 2;
    if (x < 0 || x >= width || pen->turn == FF_NONE || !has_disc(pen->view)) {
        pen->blanks += block;
        return;
    }
    int before = 2 + pen->margin + x * (pen->glyphs->width + 2);
    pen->blanks += before;
    pen_put(pen, STYLE_HELD + pen->turn, pen->glyphs->mark[pen->turn][line]);
    int after = block - before - pen->glyphs->width;
    if (pen->view->action != FF_DROP && line == pen->glyphs->lines / 2) {
        pen_sign(pen, STYLE_HELD + pen->turn, pen->view->action);
        after--;
    }
    pen->blanks += after;
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

static const char *cell_left(const struct pen *pen, int cell)
{
    return cell_is_won(pen, cell) ? "[" : cell == pen->popped ? "-" : " ";
}

static void cell_right(struct pen *pen, enum board_style style, int cell)
{
    ff_action special = pen->variant ? ff_variant_special(pen->variant, cell) : FF_DROP;
    if (special != FF_DROP)
        pen_sign(pen, style, special);
    else
        pen_put(pen, style, cell_is_won(pen, cell) ? "]" : " ");
}

static void cell_write(struct pen *pen, int cell, int line)
{
    ff_color color = ff_position_cell(pen->position, cell);
    enum mark mark = MARK_RED + color;
    enum board_style style = color == FF_NONE ? pen->glyphs->hole : STYLE_DISC + color;
    bool is_middle = line == pen->glyphs->lines / 2;
    if (cell == pen->landing) {
        mark = MARK_RED_FAINT + pen->turn;
        style = STYLE_FAINT + pen->turn;
    }
    if (cell_is_won(pen, cell))
        style = STYLE_WON + color;
    pen_put(pen, style, is_middle ? cell_left(pen, cell) : " ");
    pen_put(pen, style, pen->glyphs->mark[mark][line]);
    if (is_middle)
        cell_right(pen, style, cell);
    else
        pen_put(pen, style, " ");
}

static const char *pen_edge(const struct pen *pen)
{
    bool is_round = pen->variant && variant_is_round(pen->variant->rules);
    return is_round ? pen->glyphs->open : pen->glyphs->down;
}

/* `line` counts from the top of the board, rows count from its bottom. */
static void layer_row(struct pen *pen, int z, int line)
{
    const ff_board *board = &pen->rules->board;
    int lines = pen->glyphs->lines;
    int y = board->height - 1 - line / lines;
    int pitch = pen->glyphs->width + 2;
    pen_put(pen, STYLE_FRAME, pen_edge(pen));
    pen_repeat(pen, STYLE_FRAME, " ", pen->margin);
    for (int x = 0; x < board->width; x++)
        cell_write(pen, ff_cell_at(pen->rules, x, y, z), line % lines);
    pen_repeat(pen, STYLE_FRAME, " ", pen->inner - pen->margin - board->width * pitch);
    pen_put(pen, STYLE_FRAME, pen_edge(pen));
}

/* Writes `count` lines across all layers that share a line with layer `first`. */
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

static void pen_mark_line(struct pen *pen, const ff_line *line)
{
    for (int k = 0; k < line->count; k++)
        pen->won[line->cells[k] / 64] |= (uint64_t)1 << (line->cells[k] % 64);
}

static void pen_mark_plain(struct pen *pen)
{
    ff_lines lines = ff_position_lines(pen->position);
    for (int i = 0; i < lines.count; i++)
        pen_mark_line(pen, &lines.line[i]);
}

static void pen_mark_variant(struct pen *pen)
{
    ff_line line;
    for (int cursor = 0; ff_variant_line(pen->variant, &cursor, &line);)
        pen_mark_line(pen, &line);
}

static bool can_play(const struct pen *pen)
{
    const board_view *view = pen->view;
    if (!view->has_preview || view->chosen < 0 || !ff_action_has_column(view->action))
        return false;
    if (!pen->variant)
        return ff_position_can_drop(pen->position, view->chosen) == FF_OK;
    return ff_variant_can_play(pen->variant, ff_move_of(view->action, view->chosen)) == FF_OK;
}

/* An anvil lands at the bottom. */
static void pen_preview(struct pen *pen)
{
    int column = pen->view->chosen, bottom = pen->rules->board.height * column;
    pen->landing = pen->popped = -1;
    if (!can_play(pen))
        return;
    if (pen->view->action == FF_POP)
        pen->popped = bottom;
    else
        pen->landing = bottom + (pen->view->action == FF_ANVIL ? 0 : pen->position->height[column]);
}

static ff_err view_write(struct pen *pen)
{
    const board_view *view = pen->view;
    const ff_rules *rules = pen->rules = pen->position->rules;
    const struct glyphs *glyphs = pen->glyphs = board_look_glyphs(view);
    pen->per_line = view_per_line(rules, view);
    pen->inner = view_inner(rules, glyphs);
    pen->margin = (pen->inner - rules->board.width * (glyphs->width + 2)) / 2;
    pen_preview(pen);
    if (pen->variant)
        pen_mark_variant(pen);
    else
        pen_mark_plain(pen);

    for (int first = 0; first < rules->board.depth; first += pen->per_line) {
        if (view->chosen >= 0)
            band_write(pen, first, glyphs->lines, layer_hover);
        else if (first > 0)
            pen_end_line(pen);
        band_write(pen, first, 1, layer_top);
        band_write(pen, first, rules->board.height * glyphs->lines, layer_row);
        band_write(pen, first, 1, layer_bottom);
        band_write(pen, first, 1, layer_letters);
    }
    return text_result(pen->out);
}

ff_err board_view_write(ff_text *out, const ff_position *position, const board_view *view)
{
    struct pen pen = {.out = out, .position = position, .view = view};
    pen.turn = ff_position_side_to_move(position);
    return view_write(&pen);
}

ff_err board_view_write_variant(ff_text *out, const ff_variant_position *position,
                                const board_view *view)
{
    struct pen pen = {.out = out, .position = &position->board, .variant = position, .view = view};
    pen.turn = ff_variant_side_to_move(position);
    return view_write(&pen);
}
