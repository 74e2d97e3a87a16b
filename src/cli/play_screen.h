/* The screen game in two halves: play_screen.c turns keys into moves, play_draw.c shows what came
 * of them. Between them lies this state and nothing else. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "cli/board_view.h"
#include "cli/play_cpu.h"
#include "cli/terminal.h"
#include "fourfall.h"

enum { PLAY_FRAME_MAX = BOARD_VIEW_MAX + 16384 };

struct play_screen {
    struct terminal terminal;
    ff_game game;
    struct play_cpu *cpu;
    board_view view;     /* colours and characters; the rest follows the window */
    int column;          /* the chosen one */
    const char *message; /* why the last key was refused, a hint, or "" */
    char note[96];       /* for messages that are made up on the spot */
    int64_t drawn_ms;    /* when the picture was drawn last, while the computer thinks */
    bool is_help;
};

/* Draws the game, or the help, into the window as it is now. False if the terminal is gone. */
bool play_draw(const struct play_screen *screen);

/* Where columns are named by letters, commands are not: they have Ctrl and a letter. */
bool play_has_letters(const ff_rules *rules);

#endif
