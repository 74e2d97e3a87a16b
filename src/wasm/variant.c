#include "wasm/variant.h"

#include "core/variant.h"
#include "wasm/module.h"

static ff_variant_rules rules;
static ff_variant_game game;
static char names[FF_PLAYERS][FF_NAME_MAX + 1];
static struct wasm_variant_snapshot snapshot;
static int fault;

_Static_assert(sizeof snapshot % sizeof(uint16_t) == 0, "no hidden byte at the end");
_Static_assert(sizeof snapshot <= UINT16_MAX, "the size fits its field");

/* A game exists before the first request, so no call finds one without rules. */
static ff_variant_game *current(void)
{
    if (!game.position.rules) {
        (void)ff_variant_rules_init(&rules, FF_STANDARD, ff_classic, false);
        game = ff_variant_game_start(&rules);
    }
    return &game;
}

const ff_variant_game *wasm_variant_game(void)
{
    return current();
}

int ff_wasm_variant_open(int len)
{
    size_t at = SIZE_MAX;
    fault = -1;
    if (!wasm_is_in_buffer(len))
        return FF_E_VARIANT_TEXT;
    ff_err err = ff_variant_game_read(&game, &rules, wasm_buffer, (size_t)len, &at);
    if (err && at != SIZE_MAX)
        fault = (int)at;
    return (int)err;
}

int ff_wasm_variant_fault(void)
{
    return fault;
}

int ff_wasm_variant_set_name(int seat, int len)
{
    if (seat < 0 || seat >= FF_PLAYERS)
        return FF_E_PLAYERS;
    if (len < 1 || len > FF_NAME_MAX)
        return FF_E_NAME;
    for (int i = 0; i < len; i++)
        names[seat][i] = wasm_buffer[i];
    names[seat][len] = '\0';
    return FF_OK;
}

int ff_wasm_variant_play(int move)
{
    return (int)ff_variant_game_play(current(), move);
}

int ff_wasm_variant_seek(int ply)
{
    return (int)ff_variant_game_seek(current(), ply);
}

static void take_board(struct wasm_variant_snapshot *out, const ff_variant_position *p)
{
    ff_board board =
        p->board.rules->board; /* as it lies now: a turn of the board exchanges its sides */
    ff_text name = ff_text_on(out->name, sizeof out->name);
    (void)ff_variant_rules_write(&name, p->rules); /* the longest name fits */
    out->name_len = (uint16_t)name.len;
    out->width = (uint8_t)board.width;
    out->height = (uint8_t)board.height;
    out->depth = (uint8_t)board.depth;
    out->connect = (uint8_t)board.connect;
    out->columns = (uint8_t)p->board.rules->columns;
    out->variant = p->rules->variant;
    out->has_pie = p->rules->has_pie;
}

static void take_discs(struct wasm_variant_snapshot *out, const ff_variant_position *p)
{
    const ff_rules *board = p->board.rules;
    for (int cell = 0; cell < board->cells; cell++) {
        int at = ff_cell_from_top(board, cell);
        out->cells[at] = (uint8_t)ff_position_cell(&p->board, cell);
        out->specials[at] = (uint8_t)ff_variant_special(p, cell);
    }
    for (int column = 0; column < board->columns; column++) {
        out->heights[column] = p->board.height[column];
        out->letters[column] = (uint8_t)ff_column_letter(board, column);
    }
}

static void take_sides(struct wasm_variant_snapshot *out, const ff_variant_position *p)
{
    out->status = p->board.status;
    out->turn = p->side;
    out->winner = p->board.status == FF_WON ? p->winner : FF_NONE;
    out->task = p->task;
    out->from = p->from;
    out->is_filled = p->is_filled;
    out->is_swapped = p->is_swapped;
    for (int side = 0; side < 2; side++) {
        out->powers[side] = p->powers[side];
        out->turns[side] = p->turns[side];
        out->kept[side] = p->kept[side];
    }
}

static void take_lines(struct wasm_variant_snapshot *out, const ff_variant_position *p)
{
    uint8_t *at = out->lines;
    int cursor = 0;
    for (ff_line line; ff_variant_line(p, &cursor, &line);) {
        *at++ = line.count;
        for (int i = 0; i < line.count; i++)
            *at++ = (uint8_t)ff_cell_from_top(p->board.rules, line.cells[i]);
    }
    out->lines_len = (uint16_t)(at - out->lines);
}

/* Only the position in which a move was made knows its side and its column's letter. */
static void take_moves(struct wasm_variant_snapshot *out, const ff_variant_game *of)
{
    ff_variant_position past = variant_start(of->position.rules);
    out->ply = of->position.board.ply;
    out->end = of->end;
    for (int ply = 0; ply < of->end; ply++) {
        char words[WASM_MOVE_TEXT_MAX + 1] = {0};
        ff_text text = ff_text_on(words, sizeof words);
        (void)ff_variant_move_write(&text, &past, of->moves[ply]);
        for (int i = 0; i < WASM_MOVE_TEXT_MAX; i++)
            out->texts[ply][i] = words[i];
        out->moves[ply] = of->moves[ply];
        out->movers[ply] = past.side;
        variant_play(&past, of->moves[ply]);
    }
    ff_text text = ff_text_on(out->notation, sizeof out->notation);
    out->notation_len = ff_variant_game_write(&text, of, true) ? 0 : (uint16_t)text.len;
}

const struct wasm_variant_snapshot *ff_wasm_variant_snapshot(void)
{
    const ff_variant_position *p = &current()->position;
    snapshot = (struct wasm_variant_snapshot){.version = WASM_VARIANT_SNAPSHOT_VERSION,
                                              .size = sizeof snapshot};
    take_board(&snapshot, p);
    take_discs(&snapshot, p);
    take_sides(&snapshot, p);
    take_lines(&snapshot, p);
    take_moves(&snapshot, &game);
    snapshot.legal_count = (uint16_t)ff_variant_moves(p, snapshot.legal);
    return &snapshot;
}

int ff_wasm_variant_svg(void)
{
    const char *players[FF_PLAYERS] = {names[0][0] ? names[0] : NULL,
                                       names[1][0] ? names[1] : NULL};
    ff_text text = ff_text_on(wasm_buffer, WASM_BUFFER);
    return wasm_written(&text, ff_variant_svg_write(&text, &current()->position, players));
}
