/* The text beside the board: result, players, our name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/font.h"
#include "picture/parts.h"

enum { LEFT = 712, WIDTH = 440, LINE_SIZE = 160, WORDS = 2 };
static const float weight = 0.16F; /* of a stroke, in heights of a capital */

/* English and German. */
typedef const char *const word[WORDS];
static word red = {"Red", "Rot"}, yellow = {"Yellow", "Gelb"};
static word wins = {"%s wins", "%s gewinnt"}, draw = {"Draw", "Unentschieden"};
static word in_moves = {"in %d moves", "in %d Zügen"},
            after = {"after %d discs", "nach %d Scheiben"};
static word live = {"Live", "Live"}, move = {"Move %d", "Zug %d"};
static word open_seat = {"Your move?", "Spielst du mit?"},
            waits = {"waits for an opponent", "wartet auf einen Gegner"};
static word slogan[] = {{"Connect four", "Vier gewinnt"},
                        {"on the board or in the cube", "auf dem Brett oder im Würfel"}};
static word ends[] = {[PICTURE_BY_RESIGNATION] = {"by resignation", "durch Aufgabe"},
                      [PICTURE_BY_TIME] = {"on time", "auf Zeit"},
                      [PICTURE_BY_LEAVING] = {"the opponent left", "Gegner hat verlassen"},
                      [PICTURE_BY_AGREEMENT] = {"agreed", "vereinbart"}};

static const char *say(const struct picture *picture, word text)
{
    return text[picture->is_german];
}

static struct font font_of(float size)
{
    return (struct font){size, size * weight};
}

/* The largest font up to `size` in which the text is not wider than `width`. */
static struct font font_for(const char *text, float size, float width)
{
    float wide = font_width(font_of(size), text);
    return font_of(wide > width ? size * width / wide : size);
}

static void draw_text(struct canvas *canvas, const char *text, struct point at, float size,
                      struct color color)
{
    font_draw(canvas, font_for(text, size, (float)(LEFT + WIDTH) - at.x), at, text,
              paint_plain(color));
}

/* A name in a script that our font does not have becomes the name of the colour. */
static const char *name_of(const struct picture *picture, ff_color color)
{
    const char *name = picture->name[color];
    return name && *name && font_has(name) ? name : say(picture, color == FF_RED ? red : yellow);
}

/* The logo: four discs on a rising line. */
static void draw_logo(struct canvas *canvas, struct point at, float size)
{
    canvas_box(canvas, at, (struct point){size, size}, size * 0.24F, paint_plain(color_board));
    for (int i = 0; i < 4; i++) {
        float step = size * (0.2F + 0.2F * (float)i);
        canvas_disc(canvas, (struct point){at.x + step, at.y + size - step}, size * 0.095F,
                    paint_plain(disc_color(FF_YELLOW)));
    }
    canvas_disc(canvas, (struct point){at.x + size * 0.8F, at.y + size * 0.8F}, size * 0.095F,
                paint_plain(disc_color(FF_RED)));
}

static void draw_brand(struct canvas *canvas)
{
    draw_logo(canvas, (struct point){LEFT, 524}, 46);
    draw_text(canvas, "Fourfall", (struct point){LEFT + 62, 560}, 25, color_white);
}

static void draw_player(struct canvas *canvas, const struct picture *picture, ff_color color,
                        float y)
{
    bool is_beaten = picture->kind == PICTURE_WON && picture->winner != color;
    disc_draw(canvas, (struct point){LEFT + 23, y}, 23, color, is_beaten ? DISC_DIM : DISC_PLAIN);
    draw_text(canvas, name_of(picture, color), (struct point){LEFT + 66, y + 14}, 28,
              is_beaten ? color_soft : color_white);
}

/* A game that waits has one player, of either colour. */
static void draw_players(struct canvas *canvas, const struct picture *picture)
{
    const char *red_name = picture->name[FF_RED];
    bool is_red = red_name && *red_name;
    if (picture->kind == PICTURE_WAITING) {
        draw_player(canvas, picture, is_red ? FF_RED : FF_YELLOW, 348);
        return;
    }
    draw_player(canvas, picture, FF_RED, 348);
    draw_player(canvas, picture, FF_YELLOW, 416);
}

/* %s and %d in our own words only; a longer text is cut. */
static void fill(char out[LINE_SIZE], const char *form, const char *name, int number)
{
    const char *mark = strchr(form, '%');
    if (!mark)
        (void)snprintf(out, LINE_SIZE, "%s", form);
    else if (mark[1] == 's')
        (void)snprintf(out, LINE_SIZE, "%.*s%s%s", (int)(mark - form), form, name, mark + 2);
    else
        (void)snprintf(out, LINE_SIZE, "%.*s%d%s", (int)(mark - form), form, number, mark + 2);
}

struct lines {
    const char *head, *below; /* forms */
};

static struct lines lines_of(const struct picture *picture)
{
    bool is_early = picture->end != PICTURE_BY_BOARD;
    switch (picture->kind) {
    case PICTURE_WAITING:
        return (struct lines){say(picture, open_seat), say(picture, waits)};
    case PICTURE_PLAYING:
        return (struct lines){say(picture, live), say(picture, move)};
    case PICTURE_WON:
        return (struct lines){say(picture, wins),
                              say(picture, is_early ? ends[picture->end] : in_moves)};
    case PICTURE_DRAWN:
        return (struct lines){say(picture, draw),
                              say(picture, is_early ? ends[picture->end] : after)};
    default:
        return (struct lines){say(picture, slogan[0]), say(picture, slogan[1])};
    }
}

static struct color accent_of(const struct picture *picture)
{
    return picture->kind == PICTURE_WON ? disc_color(picture->winner) : color_soft;
}

static void draw_headline(struct canvas *canvas, const struct picture *picture, float y)
{
    const struct lines lines = lines_of(picture);
    char text[LINE_SIZE];
    int moves = picture->position->ply + (picture->kind == PICTURE_PLAYING);
    fill(text, lines.head, picture->kind == PICTURE_WON ? name_of(picture, picture->winner) : "",
         moves);
    draw_text(canvas, text, (struct point){LEFT, y}, 58, color_white);
    /* "in 7 moves" counts the winner's own, as an analysis does. */
    fill(text, lines.below, "", picture->kind == PICTURE_WON ? (moves + 1) / 2 : moves);
    draw_text(canvas, text, (struct point){LEFT, y + 62}, 30, accent_of(picture));
}

void card_draw(struct canvas *canvas, const struct picture *picture)
{
    bool has_players = picture->kind != PICTURE_PAGE;
    draw_headline(canvas, picture, has_players ? 172 : 270);
    if (has_players) {
        const struct stroke rule = {{LEFT, 290}, {LEFT + WIDTH, 290}};
        canvas_lines(canvas, &rule, 1, 2, paint_faint(color_soft, 0.3F));
        draw_players(canvas, picture);
    }
    draw_brand(canvas);
}
