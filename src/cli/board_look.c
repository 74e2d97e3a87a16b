#include "cli/board_look.h"

/* The board has a blue background of its own, so that discs look the same on dark and on light
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

static const struct glyphs glyphs_ascii = {
    .width = 1,
    .lines = 1,
    .mark = {{"X"}, {"O"}, {"."}, {"x"}, {"o"}},
    .hole = STYLE_DOT,
    .corner = {"+", "+", "+", "+"},
    .across = "-",
    .down = "|",
    .open = ":",
};

static const struct glyphs glyphs_utf8 = {
    .width = 1,
    .lines = 1,
    .mark = {{"●"}, {"○"}, {"·"}, {"◌"}, {"◌"}},
    .hole = STYLE_DOT,
    .corner = {"┌", "┐", "└", "┘"},
    .across = "─",
    .down = "│",
    .open = "┊",
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
    .open = "┊",
};

const char *board_look_code(board_view_colour colour, enum board_style style)
{
    return palette[colour][style];
}

const struct glyphs *board_look_glyphs(const board_view *view)
{
    if (!view->is_utf8)
        return &glyphs_ascii;
    return view->is_large && view->colour == BOARD_VIEW_RICH ? &glyphs_large : &glyphs_utf8;
}
