#include "api/lobby_write.h"

#include "api/view_write.h"
#include "json/pair.h"

void lobby_kind_write(struct json_write *w, const struct service_kind *kind)
{
    char board[ROW_BOARD_SIZE] = "";
    ruleset_write_board(board, &kind->key.rules);
    json_write_object(w);
    pair_text(w, "board", board);
    view_write_rules(w, &kind->key.rules);
    view_write_clock(w, &kind->key.clock, NULL, ROW_NOBODY, false);
    pair_bool(w, "rated", kind->key.is_rated);
    pair_int(w, "waiting", kind->waiting);
    pair_name(w, "typicalWaitMs");
    if (kind->typical_ms == WAITS_UNKNOWN)
        json_write_null(w);
    else
        json_write_int(w, kind->typical_ms);
    json_write_object_end(w);
}
