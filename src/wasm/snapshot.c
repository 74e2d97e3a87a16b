#include "wasm/snapshot.h"

#include "core/text.h"
#include "wasm/exports.h"
#include "wasm/module.h"

static struct wasm_snapshot snapshot;

_Static_assert(FF_CELLS_MAX < UINT16_MAX, "plies fit their fields");
_Static_assert(sizeof snapshot % sizeof(uint16_t) == 0, "no hidden byte at the end");

static void take_board(struct wasm_snapshot *out, const ff_rules *rules)
{
    ff_text name = ff_text_on(out->name, sizeof out->name);
    (void)ff_board_write(&name, rules->board); /* the longest name fits */
    out->name_len = (uint16_t)name.len;
    out->width = (uint8_t)rules->board.width;
    out->height = (uint8_t)rules->board.height;
    out->depth = (uint8_t)rules->board.depth;
    out->connect = (uint8_t)rules->board.connect;
    out->columns = (uint8_t)rules->columns;
}

static void take_position(struct wasm_snapshot *out, const ff_position *p)
{
    out->ply = (uint16_t)p->ply;
    out->status = (uint8_t)p->status;
    out->turn = (uint8_t)ff_position_turn(p);
    out->winner = (uint8_t)ff_position_winner(p);
    for (int cell = 0; cell < p->rules->cells; cell++)
        out->cells[ff_cell_from_top(p->rules, cell)] = (uint8_t)ff_position_cell(p, cell);
    for (int column = 0; column < p->rules->columns; column++) {
        out->heights[column] = p->height[column];
        out->drops[column] = (uint8_t)ff_position_can_drop(p, column);
        out->letters[column] = (uint8_t)ff_column_letter(p->rules, column);
    }
}

static void take_lines(struct wasm_snapshot *out, const ff_position *p)
{
    ff_lines lines = ff_position_lines(p);
    uint8_t *at = out->lines;
    for (int i = 0; i < lines.count; i++) {
        *at++ = lines.line[i].count;
        for (int k = 0; k < lines.line[i].count; k++)
            *at++ = (uint8_t)ff_cell_from_top(p->rules, lines.line[i].cells[k]);
    }
    out->lines_len = (uint16_t)(at - out->lines);
}

static void take_moves(struct wasm_snapshot *out, const ff_game *game)
{
    out->first = (uint16_t)game->first;
    out->end = (uint16_t)game->end;
    for (int ply = game->first; ply < game->end; ply++)
        out->moves[ply - game->first] = game->moves[ply];
    ff_text text = ff_text_on(out->notation, sizeof out->notation);
    out->notation_len = ff_game_write(&text, game, true) ? 0 : (uint16_t)text.len;
}

const struct wasm_snapshot *ff_wasm_snapshot(void)
{
    const ff_game *game = wasm_game();
    snapshot.version = WASM_SNAPSHOT_VERSION;
    snapshot.size = sizeof snapshot;
    take_board(&snapshot, game->position.rules);
    take_position(&snapshot, &game->position);
    take_lines(&snapshot, &game->position);
    take_moves(&snapshot, game);
    return &snapshot;
}
