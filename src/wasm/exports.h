/* The core for JavaScript: one game, one buffer for text in and out. Every call that takes text
 * reads `len` bytes from the buffer; every call that gives text writes it there and returns its
 * length, or -1 if there is none. Calls named after a call of the library do the same and return
 * its ff_err. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include "fourfall.h"

#define WASM_EXPORT __attribute__((visibility("default")))

enum { WASM_BUFFER = 131072 };

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

/* The exact score of the game's position. The host hands over memory that nobody else uses (it grows
 * the module's memory first), for the board of the current game; a new board needs a new solver. A
 * slice is a few thousand nodes: after `slices` of them the search answers FF_E_STOPPED with the bounds
 * known so far, and asking again goes on; 0 is no limit. */
WASM_EXPORT int ff_wasm_solver_open(void *memory, size_t size);
WASM_EXPORT int ff_wasm_solve(int slices);
WASM_EXPORT int ff_wasm_solution_low(void);
WASM_EXPORT int ff_wasm_solution_high(void);
WASM_EXPORT uint64_t ff_wasm_solution_nodes(void); /* a BigInt in JavaScript */

#endif
