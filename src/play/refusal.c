#include "play/refusal.h"

#include "core/variant_state.h"
#include "play/id.h"

static const struct {
    int http;
    const char *code, *text;
} refusal_table[REFUSAL_COUNT] = {
#define REFUSAL_LINE(name, http, code, text) {http, code, text},
    REFUSALS(REFUSAL_LINE)
#undef REFUSAL_LINE
};

static bool is_known(enum refusal refusal)
{
    return (unsigned)refusal < REFUSAL_COUNT;
}

const char *refusal_code(enum refusal refusal)
{
    return is_known(refusal) ? refusal_table[refusal].code : "?";
}

int refusal_http(enum refusal refusal)
{
    return is_known(refusal) ? refusal_table[refusal].http : 500;
}

bool refusal_is_retryable(enum refusal refusal)
{
    return refusal == REFUSAL_STORE || refusal == REFUSAL_SLOW_DOWN ||
           refusal == REFUSAL_SERVER_FULL || refusal == REFUSAL_QUEUE_WAIT;
}

_Static_assert((int)REFUSAL_NOT_YOUR_TURN == (int)MOVE_NOT_YOUR_TURN &&
                   (int)REFUSAL_COLUMN_RANGE == (int)MOVE_COLUMN_RANGE &&
                   (int)REFUSAL_COLUMN_FULL == (int)MOVE_COLUMN_FULL &&
                   (int)REFUSAL_GAME_OVER == (int)MOVE_GAME_OVER &&
                   (int)REFUSAL_NOT_IN_GAME == (int)MOVE_NOT_IN_GAME &&
                   (int)REFUSAL_GAME_WAITING == (int)MOVE_GAME_WAITING,
               "a fault of a move is a refusal");

size_t refusal_write(char *out, size_t size, enum refusal refusal,
                     const struct refusal_detail *detail)
{
    static const struct refusal_detail none;
    const struct refusal_detail *shown = detail ? detail : &none;
    char player[ID_TEXT_SIZE];
    ff_text text = ff_text_on(out, size);
    const char *words = is_known(refusal) ? refusal_table[refusal].text : "?";
    if ((refusal == REFUSAL_ILLEGAL_MOVE || refusal == REFUSAL_VARIANT_BOARD) && shown->reason)
        words = variant_fault_text(shown->reason);
    id_write(player, shown->player_id);
    move_text_write(&text, words, &(struct move_detail){shown->column, shown->last_column, player});
    if (size == 0)
        return 0;
    return text.len < size ? text.len : size - 1;
}
