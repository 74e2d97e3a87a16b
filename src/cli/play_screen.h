/* The screen game in two halves, which share this state: play_screen.c turns keys into moves,
 * play_draw.c draws the result. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "cli/board_view.h"
#include "cli/play_cpu.h"
#include "cli/terminal.h"
#include "fourfall.h"

enum { PLAY_FRAME_MAX = BOARD_VIEW_MAX + 16384 };

struct play_screen {
    struct terminal terminal;
    ff_variant_game game;
    struct play_cpu *cpu;
    board_view view;     /* colours and characters; the rest depends on the window */
    int column;          /* the chosen column */
    ff_action action;    /* the kind of move that is played there */
    const char *message; /* why the last key was refused, a hint, or "" */
    char note[96];       /* space for a composed message */
    int64_t drawn_ms;    /* time of the last drawing while the computer thinks */
    bool is_help;
};

/* Draws the game, or the help, at the current size of the window. False if the terminal is gone. */
bool play_draw(const struct play_screen *screen);

/* The kind of move that a column's key plays now: the one chosen, or the only kind that is legal. */
ff_action play_action(const struct play_screen *screen);

/* Whether columns are letters; commands are then Ctrl and a letter. */
bool play_has_letters(const ff_rules *rules);

#endif
