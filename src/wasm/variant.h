/* Games of any variant for JavaScript: a module of its own (build/variants.wasm), so that a visitor who
 * plays the standard game loads nothing of it. It has the buffer and the error texts of exports.h, and
 * calls work as they do there: text goes through the buffer, a number is an ff_err unless it says
 * otherwise. */
#ifndef WASM_VARIANT_H
#define WASM_VARIANT_H

#include "wasm/exports.h"

enum {
    WASM_VARIANT_SNAPSHOT_VERSION = 1,
    /* In each direction every cell can be in one line, and every line has its length in front. */
    WASM_VARIANT_LINES_MAX = FF_DIRECTIONS_MAX * (FF_CELLS_MAX + FF_CELLS_MAX / FF_CONNECT_MIN + 1),
    WASM_MOVE_TEXT_MAX = 2,
    WASM_VARIANT_NOTATION_MAX = FF_VARIANT_TEXT_MAX + WASM_MOVE_TEXT_MAX * FF_PLIES_MAX,
};

/* Everything a host shows of the game, as struct wasm_snapshot. Sides are ff_color. */
struct wasm_variant_snapshot {
    uint16_t version, size;
    uint16_t ply, end;
    uint16_t name_len, notation_len, lines_len, legal_count;
    uint8_t width, height, depth, connect;
    uint8_t status, turn, winner, columns;
    uint8_t variant, has_pie, task, from;
    uint8_t is_filled, is_swapped;
    uint8_t powers[2], turns[2], kept[2]; /* by side, as in ff_variant_position */
    uint8_t cells[FF_CELLS_MAX];          /* from the top: ff_color */
    uint8_t specials[FF_CELLS_MAX];       /* from the top: ff_action, FF_DROP for plain discs */
    uint8_t heights[FF_COLUMNS_MAX], letters[FF_COLUMNS_MAX];
    uint16_t legal[FF_MOVES_MAX];                 /* the moves of the side to move */
    uint16_t moves[FF_PLIES_MAX];                 /* all known moves */
    uint8_t movers[FF_PLIES_MAX];                 /* the side that made each of them */
    char texts[FF_PLIES_MAX][WASM_MOVE_TEXT_MAX]; /* its notation, filled up with zero bytes */
    uint8_t lines[WASM_VARIANT_LINES_MAX]; /* of both sides: for each its length, then its cells */
    /* "7x6-popout", and the game up to its position with that in front. */
    char name[FF_VARIANT_TEXT_MAX], notation[WASM_VARIANT_NOTATION_MAX];
};

/* The buffer holds notation like "popout:44-4". A failure leaves the game unchanged;
 * ff_wasm_variant_fault is then the index of the offending move, or -1. */
WASM_EXPORT int ff_wasm_variant_open(int len);
WASM_EXPORT int ff_wasm_variant_fault(void);

/* A player's name for pictures; seat 0 moves first. */
WASM_EXPORT int ff_wasm_variant_set_name(int seat, int len);

WASM_EXPORT int ff_wasm_variant_play(int move);
WASM_EXPORT int ff_wasm_variant_seek(int ply);

/* All facts about the game, taken now. The struct stays where it is and changes with the next call. */
WASM_EXPORT const struct wasm_variant_snapshot *ff_wasm_variant_snapshot(void);

WASM_EXPORT int ff_wasm_variant_svg(void);

/* Threats as ff_wasm_threats gives them. */
WASM_EXPORT int ff_wasm_variant_threats(void);

/* A computer player, as in exports.h; choosing returns a move, or the negative of an ff_err. */
WASM_EXPORT int ff_wasm_variant_bot_open(int level, int style, void *memory, size_t size);
WASM_EXPORT int ff_wasm_variant_bot_choose(uint64_t seed);
WASM_EXPORT int ff_wasm_variant_bot_depth(void);
WASM_EXPORT int ff_wasm_variant_bot_move(void);
WASM_EXPORT uint64_t ff_wasm_variant_bot_nodes(void);

/* Analyses the game's position with the bot. The result stays where it is and changes with the next call:
 * an ff_variant_analysis, little endian, whose fields have the same offsets in every build:
 *
 *     0 u64 nodes      8 i16 chance      10 u16 plies      12 u8 certainty  13 u8 depth  14 u8 was_stopped
 *    20 u16 count     22 u16 line_len
 *    24 + 8 * option: u16 move, i16 chance, u16 plies, u8 certainty, zero
 *  2544 u16 line[64]                                                                2672 bytes in all
 */
WASM_EXPORT int ff_wasm_variant_analyse(void);
WASM_EXPORT const ff_variant_analysis *ff_wasm_variant_analysis(void);

/* Judges the moves up to the game's position with the bot, from the first on: begin, then step until
 * `known` is count + 1. An ff_variant_review:
 *
 *     0 u64 nodes      8 u16 count     10 u16 known    12 i16 accuracy[2]
 *    16 + 18 * move: u16 move, u16 better, i16 best_chance, i16 chance, u16 best_plies, u16 plies,
 *       u8 best_certainty, u8 certainty, u8 verdict, u8 quality, u8 turning, u8 player
 *  9232 + 8 * position: i16 chance of player 0, u16 plies, u16 best, u8 certainty for player 0, zero
 *                                                                                 13336 bytes in all
 */
WASM_EXPORT void ff_wasm_variant_review_begin(void);
WASM_EXPORT int ff_wasm_variant_review_step(void);
WASM_EXPORT const ff_variant_review *ff_wasm_variant_review_result(void);

/* The better move beside a judged one, in notation; and a verdict's word. */
WASM_EXPORT int ff_wasm_variant_review_better(int index);
WASM_EXPORT int ff_wasm_variant_verdict_text(int verdict);

#endif
