/* A game for two on one keyboard, or against the computer: drawn on the screen of a terminal, or as
 * plain lines if input or output is a file, a pipe or a terminal without a screen. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/board_view.h"
#include "cli/play_cpu.h"
#include "fourfall.h"

/* Plays from `start`, reading stdin and writing stdout. Returns the exit status of the process. */
int play_run(const ff_variant_game *start, struct play_cpu *cpu);

/* The two ways to play. The screen game sets *status to 0, or to 128 + the signal that ended it; it
 * returns false and does nothing if the terminal cannot be opened. The pipe game returns 1 if a line
 * was refused, or if input or output failed. */
bool play_screen_run(const ff_variant_game *start, struct play_cpu *cpu, int *status);
int play_pipe_run(const ff_variant_game *start, struct play_cpu *cpu);

#endif
