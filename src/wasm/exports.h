/* The core for JavaScript: one game, one buffer for text in and out. Every call that takes text
 * reads `len` bytes from the buffer; every call that gives text writes it there and returns its
 * length, or -1 if there is none. Calls named after a call of the library do the same and return
 * its ff_err. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include "fourfall.h"

#define WASM_EXPORT __attribute__((visibility("default")))

WASM_EXPORT char *ff_wasm_buffer(void);
WASM_EXPORT int ff_wasm_buffer_size(void);

/* A new game between Player 1 and Player 2: on the board whose name is in the buffer, or by
 * notation like "5x5x5:mmgh"; or a state in JSON with players of its own. After a failure
 * ff_wasm_fault is the index of the offending move or byte, -1 where there is none; the game stays
 * as it was. */
WASM_EXPORT int ff_wasm_new(int len);
WASM_EXPORT int ff_wasm_open(int len);
WASM_EXPORT int ff_wasm_read_state(int len);
WASM_EXPORT int ff_wasm_fault(void);

/* A player's name for status texts, pictures and the state; seat 0 is red, 1 yellow. */
WASM_EXPORT int ff_wasm_set_name(int seat, int len);

/* The time in milliseconds since 1970: when a game begins, and when a disc is dropped. */
WASM_EXPORT int ff_wasm_set_now(double ms);

/* FF_E_MOVE while a game read from JSON still waits for players. */
WASM_EXPORT int ff_wasm_drop(int column);
WASM_EXPORT int ff_wasm_undo(void);
WASM_EXPORT int ff_wasm_redo(void);
WASM_EXPORT int ff_wasm_seek(int ply);

/* What there is to know about the game. Cells are counted row by row from the top, as in JSON. */
WASM_EXPORT int ff_wasm_width(void);
WASM_EXPORT int ff_wasm_height(void);
WASM_EXPORT int ff_wasm_depth(void);
WASM_EXPORT int ff_wasm_connect(void);
WASM_EXPORT int ff_wasm_ply(void);
WASM_EXPORT int ff_wasm_first(void); /* undo goes back to this ply */
WASM_EXPORT int ff_wasm_end(void);   /* redo goes up to this ply */
WASM_EXPORT int ff_wasm_status(void);
WASM_EXPORT int ff_wasm_turn(void);
WASM_EXPORT int ff_wasm_winner(void);
WASM_EXPORT int ff_wasm_can_drop(int column);
WASM_EXPORT int ff_wasm_column_height(int column);
WASM_EXPORT int ff_wasm_column_letter(int column); /* its character, or -1 */
WASM_EXPORT int ff_wasm_column_read(int letter);   /* the column a character names, or -1 */

/* One byte a cell (0 red, 1 yellow, 2 none), and one byte a move. */
WASM_EXPORT int ff_wasm_cells(void);
WASM_EXPORT int ff_wasm_moves(void);

/* The winning lines: for each its length, then its cells, a byte each. */
WASM_EXPORT int ff_wasm_lines(void);

WASM_EXPORT int ff_wasm_notation(void);
WASM_EXPORT int ff_wasm_status_text(void);
WASM_EXPORT int ff_wasm_svg(void);
WASM_EXPORT int ff_wasm_write_state(void);
WASM_EXPORT int ff_wasm_error_name(int err);
WASM_EXPORT int ff_wasm_error_text(int err);
WASM_EXPORT uint64_t ff_wasm_perft(int depth); /* a BigInt in JavaScript */

/* ---- thinking: each part lives in memory that the host hands over (it grows the module's memory
 * first) and that nobody else uses. A new board needs new parts. ---- */

/* Asked every fraction of a millisecond while a part thinks, except in ff_wasm_solve: other than 0
 * stops it. The only thing the module wants of its host. */
#ifdef __wasm__
__attribute__((import_module("host"), import_name("should_stop")))
#endif
int ff_host_should_stop(void);

/* The exact score of the game's position. A slice is a few thousand nodes: after `slices` of them
 * the search answers FF_E_STOPPED with the bounds known so far, and asking again goes on; 0 is no
 * limit. */
WASM_EXPORT int ff_wasm_solver_open(void *memory, size_t size);
WASM_EXPORT int ff_wasm_solve(int slices);
WASM_EXPORT int ff_wasm_solution_low(void);
WASM_EXPORT int ff_wasm_solution_high(void);
WASM_EXPORT uint64_t ff_wasm_solution_nodes(void); /* a BigInt in JavaScript */

/* An opening book from the bytes of its file, which the host may use again afterwards. Solver and
 * bot use it from then on. */
WASM_EXPORT int ff_wasm_book_open(const void *data, size_t len, void *memory, size_t size);
WASM_EXPORT int ff_wasm_book_ply(void); /* -1: no book */

/* All scores of the game's position; the rest tells what the last analysis found. */
WASM_EXPORT int ff_wasm_analyse(void);
WASM_EXPORT int ff_wasm_analysis_scores(void); /* a signed byte a column, FF_COLUMN_CLOSED: none */
WASM_EXPORT int ff_wasm_analysis_best_columns(void); /* a bit a column */
WASM_EXPORT int ff_wasm_analysis_line(void);         /* a byte a move */
WASM_EXPORT int ff_wasm_explanation(void);           /* text, of the game's position */

/* What a score means in the game's position: winner (0, 1, 2: draw), moves, plies, a byte each. */
WASM_EXPORT int ff_wasm_outlook(int score);

/* Four bytes a threat: cell from the top, player, is odd, is playable. */
WASM_EXPORT int ff_wasm_threats(void);

/* Judges the moves up to the game's position: begin, then step from the last one back until none is
 * open. Eight bytes a move: column, better, best, score (both signed), verdict, quality, is turning,
 * 0. Accuracy in percent or -1. */
WASM_EXPORT void ff_wasm_review_begin(void);
WASM_EXPORT int ff_wasm_review_step(void);
WASM_EXPORT int ff_wasm_review_open(void);
WASM_EXPORT int ff_wasm_review_first(void);
WASM_EXPORT int ff_wasm_review_moves(void);
WASM_EXPORT int ff_wasm_review_accuracy(int player);
WASM_EXPORT int ff_wasm_verdict_text(int verdict);

/* A computer player. Choosing gives a column, or the negative of an error. */
WASM_EXPORT int ff_wasm_bot_open(int level, int style, void *memory, size_t size);
WASM_EXPORT int ff_wasm_bot_choose(uint64_t seed);
WASM_EXPORT int ff_wasm_bot_depth(void);
WASM_EXPORT int ff_wasm_bot_column(void);
WASM_EXPORT uint64_t ff_wasm_bot_nodes(void);

#endif
