/* Everything a host shows of the game, in one struct that it reads from the module's memory. Fields
 * have the same offsets in every build; 16-bit numbers are little endian in WebAssembly. A change
 * of the layout gets a new version. */
#ifndef WASM_SNAPSHOT_H
#define WASM_SNAPSHOT_H

#include "fourfall.h"

enum {
    WASM_SNAPSHOT_VERSION = 1,
    WASM_LINES_MAX = FF_DIRECTIONS_MAX * (1 + FF_SIDE_MAX),
    WASM_NOTATION_MAX = FF_BOARD_TEXT_MAX + FF_CELLS_MAX,
};

struct wasm_snapshot {
    uint16_t version, size;   /* size: bytes of this struct */
    uint16_t ply, first, end; /* undo goes back to ply `first`, redo up to ply `end` */
    uint16_t name_len, notation_len, lines_len;
    uint8_t width, height, depth, connect;
    uint8_t status, turn, winner; /* ff_status, ff_color, ff_color */
    uint8_t columns;
    /* By cell, row by row from the top as in JSON, layer by layer: ff_color. */
    uint8_t cells[FF_CELLS_MAX];
    /* Columns of the known moves from ply `first` to ply `end`. */
    uint8_t moves[FF_CELLS_MAX];
    /* By column: discs in it, the ff_err of a drop there, its character. */
    uint8_t heights[FF_COLUMNS_MAX], drops[FF_COLUMNS_MAX], letters[FF_COLUMNS_MAX];
    uint8_t lines[WASM_LINES_MAX]; /* the winning lines: for each its length, then its cells */
    /* The board's name, and the game with its board in front. A game whose first moves are unknown
     * has no notation: the length is 0. */
    char name[FF_BOARD_TEXT_MAX], notation[WASM_NOTATION_MAX];
    uint8_t zero; /* makes the size even */
};

#endif
