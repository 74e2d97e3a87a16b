/* The core for JavaScript: one game, one buffer for text in and out. A call that takes text reads
 * `len` bytes from the buffer. A call that gives text writes it there and returns its length, or -1
 * if there is none. A call named after a function of the library does the same as that function and
 * returns its ff_err. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include "wasm/snapshot.h"

#define WASM_EXPORT __attribute__((visibility("default")))

WASM_EXPORT char *ff_wasm_buffer(void);
WASM_EXPORT int ff_wasm_buffer_size(void);

/* The buffer holds the name of a board (new), notation like "5x5x5:mmgh" (open) or a state in JSON
 * (read_state). The first two begin a game between Player 1 and Player 2; a state names its own
 * players. A failure leaves the game unchanged; ff_wasm_fault is then the index of the offending
 * move or byte, or -1. */
WASM_EXPORT int ff_wasm_new(int len);
WASM_EXPORT int ff_wasm_open(int len);
WASM_EXPORT int ff_wasm_read_state(int len);
WASM_EXPORT int ff_wasm_fault(void);

/* A player's name for status texts, pictures and the state; seat 0 is red, 1 yellow. */
WASM_EXPORT int ff_wasm_set_name(int seat, int len);

/* Milliseconds since 1970, stamped on games that begin and discs that drop from now on. */
WASM_EXPORT int ff_wasm_set_now(double ms);

/* FF_E_MOVE while a game read from JSON still waits for players. */
WASM_EXPORT int ff_wasm_drop(int column);
WASM_EXPORT int ff_wasm_undo(void);
WASM_EXPORT int ff_wasm_redo(void);
WASM_EXPORT int ff_wasm_seek(int ply);

/* Validates a drop by the player whose id is in the buffer, as the plug-in does. Gives the text of
 * the fault: of length 0 if the move is valid. */
WASM_EXPORT int ff_wasm_validate(int len, int column);

/* All facts about the game, taken now. The struct stays where it is and changes with the next call. */
WASM_EXPORT const struct wasm_snapshot *ff_wasm_snapshot(void);

WASM_EXPORT int ff_wasm_column_read(int letter); /* the column a character names, or -1 */
WASM_EXPORT int ff_wasm_status_text(void);
WASM_EXPORT int ff_wasm_svg(void);
WASM_EXPORT int ff_wasm_write_state(void);
WASM_EXPORT int ff_wasm_error_name(int err);
WASM_EXPORT int ff_wasm_error_text(int err);
WASM_EXPORT uint64_t ff_wasm_perft(int depth); /* a BigInt in JavaScript */

/* ---- searching: solver, book and bot each live in memory that the host provides (it grows the
 * module's memory first) and uses for nothing else. A new board needs a new solver and bot. ---- */

/* The module's only import. Searches call it every fraction of a millisecond, except ff_wasm_solve;
 * any answer but 0 stops the search. */
#ifdef __wasm__
__attribute__((import_module("host"), import_name("should_stop")))
#endif
int ff_host_should_stop(void);

/* The exact score of the game's position. A slice is a few thousand nodes. After `slices` of them
 * the search returns FF_E_STOPPED with the bounds known so far; calling it again continues. 0: no
 * limit. */
WASM_EXPORT int ff_wasm_solver_open(void *memory, size_t size);
WASM_EXPORT int ff_wasm_solve(int slices);
WASM_EXPORT int ff_wasm_solution_low(void);
WASM_EXPORT int ff_wasm_solution_high(void);
WASM_EXPORT uint64_t ff_wasm_solution_nodes(void); /* a BigInt in JavaScript */

/* Opens the opening book whose file is `data`; the host may reuse that memory afterwards. Solver and
 * bot use the book from then on. */
WASM_EXPORT int ff_wasm_book_open(const void *data, size_t len, void *memory, size_t size);
WASM_EXPORT int ff_wasm_book_ply(void); /* -1: no book */

/* Scores every column of the game's position. The calls below read the last analysis: a signed byte
 * per column (FF_COLUMN_CLOSED: full), a bit per column, a byte per move, and a text about the
 * game's position. */
WASM_EXPORT int ff_wasm_analyse(void);
WASM_EXPORT int ff_wasm_analysis_scores(void);
WASM_EXPORT int ff_wasm_analysis_best_columns(void);
WASM_EXPORT int ff_wasm_analysis_line(void);
WASM_EXPORT int ff_wasm_explanation(void);

/* The reason behind that text (ff_reason): code, ending, mover, winner (2: draw), moves, columns in
 * two bytes (the low one first), are these all, columns at the end in two bytes, column of the last
 * disc, is its row odd, is it threatened already. */
WASM_EXPORT int ff_wasm_reason(void);

/* What a score means in the game's position, a byte each: winner (2: draw), moves, plies. */
WASM_EXPORT int ff_wasm_outlook(int score);

/* Four bytes per threat: cell from the top, player, is odd, is playable. */
WASM_EXPORT int ff_wasm_threats(void);

/* Judges the moves up to the game's position: begin, then step from the last move back until none
 * is open. Eight bytes per move: column, better column, best score, score (both signed), verdict,
 * quality, is a turning point, 0. Accuracy in percent, or -1 without a move. */
WASM_EXPORT void ff_wasm_review_begin(void);
WASM_EXPORT int ff_wasm_review_step(void);
WASM_EXPORT int ff_wasm_review_open(void);
WASM_EXPORT int ff_wasm_review_first(void);
WASM_EXPORT int ff_wasm_review_moves(void);
WASM_EXPORT int ff_wasm_review_accuracy(int player);
WASM_EXPORT int ff_wasm_verdict_text(int verdict);

/* Opens a network whose file is `data`, in memory of ff_wasm_network_size bytes (0: these bytes are
 * no network); the host may reuse the file's memory afterwards. Bots of its board use it from then
 * on. */
WASM_EXPORT size_t ff_wasm_network_size(const void *data, size_t len);
WASM_EXPORT int ff_wasm_network_open(const void *data, size_t len, void *memory, size_t size);

/* A computer player. Choosing returns a column, or the negative of an ff_err. */
WASM_EXPORT int ff_wasm_bot_open(int level, int style, void *memory, size_t size);
WASM_EXPORT int ff_wasm_bot_choose(uint64_t seed);
WASM_EXPORT int ff_wasm_bot_depth(void);
WASM_EXPORT int ff_wasm_bot_column(void);
WASM_EXPORT uint64_t ff_wasm_bot_nodes(void);

/* Estimates every column of the game's position with the bot, on boards without exact scores
 * (ff_bot_estimate). The result stays where it is and changes with the next call: an ff_estimate,
 * little endian, whose fields have the same offsets in every build:
 *
 *     0 u64 nodes      8 i16 chance      10 u16 plies         12 u16 line_len   14 u16 threat_plies
 *    16 u8 certainty  17 i8 best         18 i8 threat         19 u8 line_is_proven
 *    20 u8 was_stopped  21 u8 columns    22 two zeros
 *    24 + 12 * column: u32 visits, +4 i16 chance, +6 u16 plies, +8 u8 certainty, three zeros
 *   648 u8 line[256], a column a move                                             904 bytes in all
 */
WASM_EXPORT int ff_wasm_estimate(void);
WASM_EXPORT const ff_estimate *ff_wasm_estimate_result(void);

/* The reason (ff_explain_estimate) as ff_wasm_reason, but with sets of columns in eight bytes each, and at the end: is
 * every move of the winner a threat. And its text. */
WASM_EXPORT int ff_wasm_estimate_reason(void);
WASM_EXPORT int ff_wasm_estimate_explanation(void);

/* Judges the moves up to the game's position by estimates, from the first on: begin, then step
 * until `known` is count + 1. An ff_estimate_review:
 *
 *     0 u64 nodes   8 u16 first  10 u16 count  12 u16 known  14 zero   16 i16 accuracy[2]  20 zeros
 *    24 + 16 * move: i16 best_chance, i16 chance, u16 best_plies, u16 plies, u8 best_certainty,
 *       u8 certainty, u8 column, u8 better, u8 verdict, u8 quality, u8 turning, zero
 *  4120 + 6 * position: i16 chance of Red, u16 plies, u8 certainty for Red, u8 best column
 */
WASM_EXPORT void ff_wasm_estimate_review_begin(void);
WASM_EXPORT int ff_wasm_estimate_review_step(void);
WASM_EXPORT const ff_estimate_review *ff_wasm_estimate_review_result(void);

#endif
