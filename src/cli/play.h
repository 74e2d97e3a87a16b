/* A game for two on one keyboard, or for one against the computer, Red against Yellow: drawn on the
 * terminal's screen, or in plain lines where input or output is a file, a pipe or a terminal that
 * cannot draw. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/board_view.h"
#include "cli/play_cpu.h"
#include "fourfall.h"

/* Plays on from `start`, from stdin to stdout, and returns the exit status of the process. */
int play_run(const ff_game *start, struct play_cpu *cpu);

/* The two ways to play. The screen game is over with 0, or with 128 + the signal that ended it; it
 * returns false, having done nothing, if the terminal cannot be opened. The pipe game is over with
 * 1 if a line was refused, or if input or output failed. */
bool play_screen_run(const ff_game *start, struct play_cpu *cpu, int *status);
int play_pipe_run(const ff_game *start, struct play_cpu *cpu);

/* What both say alike: "Red's Turn", and the moves as one can type them in again, with the board in
 * front unless it is the classic one. */
void play_status_write(ff_text *out, const ff_game *game);
void play_moves_write(ff_text *out, const ff_game *game);

#endif
