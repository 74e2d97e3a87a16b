#include "api/lobby_write.h"

#include "json/pair.h"

static void write_clock(struct json_write *w, const struct clock_row *clock)
{
    pair_name(w, "clock");
    if (clock->kind == CLOCK_NONE) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    if (clock->kind == CLOCK_DAYS) {
        pair_int(w, "perMoveMs", clock->initial_ms);
    } else {
        pair_int(w, "initialMs", clock->initial_ms);
        pair_int(w, "incrementMs", clock->increment_ms);
    }
    json_write_object_end(w);
}

void lobby_kind_write(struct json_write *w, const struct service_kind *kind)
{
    char board[ROW_BOARD_SIZE] = "";
    ff_text text = ff_text_on(board, sizeof board);
    (void)ff_board_write(&text, kind->key.board); /* ROW_BOARD_SIZE holds every legal board */
    json_write_object(w);
    pair_text(w, "board", board);
    write_clock(w, &kind->key.clock);
    pair_bool(w, "rated", kind->key.is_rated);
    pair_int(w, "waiting", kind->waiting);
    pair_name(w, "typicalWaitMs");
    if (kind->typical_ms == WAITS_UNKNOWN)
        json_write_null(w);
    else
        json_write_int(w, kind->typical_ms);
    json_write_object_end(w);
}
