/* The core for JavaScript: one game and one buffer for text. A call that takes text reads `len`
 * bytes from the buffer. A call that returns text writes it to the buffer and returns its length,
 * or -1 if there is none. A call named after a call of the library does the same and returns its
 * ff_err. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include "fourfall.h"

#define WASM_EXPORT __attribute__((visibility("default")))

WASM_EXPORT char *ff_wasm_buffer(void);
WASM_EXPORT int ff_wasm_buffer_size(void);

/* Starts a game between Player 1 and Player 2, on the board named in the buffer or from notation
 * like "5x5x5:mmgh"; or opens a state in JSON with its own players. After a failure the game is
 * unchanged, and ff_wasm_fault is the index of the offending move or byte, or -1. */
WASM_EXPORT int ff_wasm_new(int len);
WASM_EXPORT int ff_wasm_open(int len);
WASM_EXPORT int ff_wasm_read_state(int len);
WASM_EXPORT int ff_wasm_fault(void);

/* A player's name for status texts, pictures and the state; seat 0 is red, 1 yellow. */
WASM_EXPORT int ff_wasm_set_name(int seat, int len);

/* The current time in milliseconds since 1970, for the start of a game and for drops. */
WASM_EXPORT int ff_wasm_set_now(double ms);

/* FF_E_MOVE while a game read from JSON still waits for players. */
WASM_EXPORT int ff_wasm_drop(int column);
WASM_EXPORT int ff_wasm_undo(void);
WASM_EXPORT int ff_wasm_redo(void);
WASM_EXPORT int ff_wasm_seek(int ply);

/* The state of the game. Cells are counted row by row from the top, as in JSON. */
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

/* Called several times a millisecond during a search, except in ff_wasm_solve. Anything other than
 * 0 stops the search. It is the module's only import. */
#ifdef __wasm__
__attribute__((import_module("host"), import_name("should_stop")))
#endif
int ff_host_should_stop(void);

/* The exact score of the game's position. A slice is a few thousand nodes. After `slices` slices
 * the search returns FF_E_STOPPED with the bounds known so far, and another call continues; 0 means
 * no limit. */
WASM_EXPORT int ff_wasm_solver_open(void *memory, size_t size);
WASM_EXPORT int ff_wasm_solve(int slices);
WASM_EXPORT int ff_wasm_solution_low(void);
WASM_EXPORT int ff_wasm_solution_high(void);
WASM_EXPORT uint64_t ff_wasm_solution_nodes(void); /* a BigInt in JavaScript */

/* Opens an opening book from the bytes of its file, which the host may reuse afterwards. Solver and
 * bot use it from then on. */
WASM_EXPORT int ff_wasm_book_open(const void *data, size_t len, void *memory, size_t size);
WASM_EXPORT int ff_wasm_book_ply(void); /* -1: no book */

/* Scores all columns of the game's position. The other calls read the result of the last analysis.
 */
WASM_EXPORT int ff_wasm_analyse(void);
WASM_EXPORT int ff_wasm_analysis_scores(void); /* a signed byte a column, FF_COLUMN_CLOSED: none */
WASM_EXPORT int ff_wasm_analysis_best_columns(void); /* a bit a column */
WASM_EXPORT int ff_wasm_analysis_line(void);         /* a byte a move */
WASM_EXPORT int ff_wasm_explanation(void);           /* text, of the game's position */

/* The meaning of a score in the game's position: winner (0, 1, 2: draw), moves, plies; one byte
 * each. */
WASM_EXPORT int ff_wasm_outlook(int score);

/* Four bytes a threat: cell from the top, player, is odd, is playable. */
WASM_EXPORT int ff_wasm_threats(void);

/* Judges the moves up to the game's position: begin, then step backwards from the last move until
 * none is open. Eight bytes a move: column, better, best, score (both signed), verdict, quality, is
 * turning, 0. Accuracy in percent or -1. */
WASM_EXPORT void ff_wasm_review_begin(void);
WASM_EXPORT int ff_wasm_review_step(void);
WASM_EXPORT int ff_wasm_review_open(void);
WASM_EXPORT int ff_wasm_review_first(void);
WASM_EXPORT int ff_wasm_review_moves(void);
WASM_EXPORT int ff_wasm_review_accuracy(int player);
WASM_EXPORT int ff_wasm_verdict_text(int verdict);

/* A computer player. Choosing returns a column, or a negative error. */
WASM_EXPORT int ff_wasm_bot_open(int level, int style, void *memory, size_t size);
WASM_EXPORT int ff_wasm_bot_choose(uint64_t seed);
WASM_EXPORT int ff_wasm_bot_depth(void);
WASM_EXPORT int ff_wasm_bot_column(void);
WASM_EXPORT uint64_t ff_wasm_bot_nodes(void);

#endif
