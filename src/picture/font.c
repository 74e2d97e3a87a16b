#include "picture/font.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "picture/glyphs.h"

enum { LINES_MAX = 96, ARC_STEP = 12 };

/* One letter on the canvas: its lines so far, and where the pen is. */
struct glyph_pen {
    struct point origin;
    float scale;
    struct point at;
    bool is_down;
    struct stroke lines[LINES_MAX];
    int count;
};

static void pen_line(struct glyph_pen *pen, struct point to)
{
    if (pen->is_down && pen->count < LINES_MAX)
        pen->lines[pen->count++] = (struct stroke){pen->at, to};
    pen->at = to;
    pen->is_down = true;
}

static struct point pen_place(const struct glyph_pen *pen, float x, float y)
{
    return (struct point){pen->origin.x + x * pen->scale, pen->origin.y - y * pen->scale};
}

/* x, y, rx, ry, from, to */
static void pen_arc(struct glyph_pen *pen, const int arc[6])
{
    static const float degree = 0.01745329252F;
    int turn = arc[5] - arc[4], steps = (turn < 0 ? -turn : turn) / ARC_STEP + 1;
    for (int i = 0; i <= steps; i++) {
        float angle = degree * ((float)arc[4] + (float)turn * (float)i / (float)steps);
        pen_line(pen, pen_place(pen, (float)arc[0] + (float)arc[2] * cosf(angle),
                                (float)arc[1] + (float)arc[3] * sinf(angle)));
    }
}

static const char *read_number(const char *path, int *out)
{
    bool is_negative;
    while (*path == ' ')
        path++;
    is_negative = *path == '-';
    path += is_negative;
    for (*out = 0; *path >= '0' && *path <= '9'; path++)
        *out = *out * 10 + (*path - '0');
    if (is_negative)
        *out = -*out;
    return path;
}

static void pen_follow(struct glyph_pen *pen, const char *path)
{
    int number[6] = {0};
    pen->is_down = false;
    while (*path) {
        char command = *path++;
        int count = command == 'e' ? 6 : command == ' ' ? 0 : 2;
        for (int i = 0; i < count; i++)
            path = read_number(path, &number[i]);
        if (command == 'm')
            pen->is_down = false;
        if (command == 'e')
            pen_arc(pen, number);
        else if (count)
            pen_line(pen, pen_place(pen, (float)number[0], (float)number[1]));
    }
}

/* A letter and its mark, ready to be drawn. */
struct letter {
    const struct glyph *glyph; /* null: the font does not have it */
    enum glyph_mark mark;
    bool is_tall;
};

static struct letter letter_of(uint32_t code)
{
    struct letter letter;
    uint32_t plain = glyph_plain(code, &letter.mark);
    letter.glyph = glyph_find(plain);
    letter.is_tall =
        plain < 'a' || plain == 'd' || plain == 'l' || plain == 'h' || plain == 'k' || plain == 't';
    return letter;
}

/* Marks stand above the letter, below it, or across it. */
static void pen_mark(struct glyph_pen *pen, const struct letter *letter)
{
    int height = letter->mark >= MARK_CEDILLA ? 0 : letter->is_tall ? GLYPH_CAP : GLYPH_SMALL;
    pen->origin.x += (float)letter->glyph->width / 2 * pen->scale;
    pen->origin.y -= (float)height * pen->scale;
    pen_follow(pen, glyph_mark_path(letter->mark));
}

static float advance_of(struct font font, const struct letter *letter)
{
    return letter->glyph
               ? (float)(letter->glyph->width + GLYPH_SPACING) * font.size / (float)GLYPH_CAP
               : 0;
}

/* The next letter of a text; false at its end, and at a malformed character. */
static bool next_letter(const char **text, struct letter *out)
{
    uint32_t code;
    size_t used = utf8_next(*text, strlen(*text), &code);
    if (used == 0)
        return false;
    *text += used;
    *out = letter_of(code);
    return true;
}

bool font_has(const char *text)
{
    struct letter letter;
    while (next_letter(&text, &letter))
        if (!letter.glyph)
            return false;
    return *text == '\0';
}

float font_width(struct font font, const char *text)
{
    float width = 0, last = 0;
    struct letter letter;
    while (next_letter(&text, &letter)) {
        last = letter.glyph ? (float)GLYPH_SPACING * font.size / (float)GLYPH_CAP : last;
        width += advance_of(font, &letter);
    }
    return width - last;
}

void font_draw(struct canvas *canvas, struct font font, struct point at, const char *text,
               struct paint paint)
{
    struct letter letter;
    while (next_letter(&text, &letter)) {
        struct glyph_pen pen = {.origin = at, .scale = font.size / (float)GLYPH_CAP};
        if (!letter.glyph)
            continue;
        pen_follow(&pen, letter.glyph->path);
        if (letter.mark)
            pen_mark(&pen, &letter);
        canvas_lines(canvas, pen.lines, pen.count, font.weight, paint);
        at.x += advance_of(font, &letter);
    }
}
