#include "core/status.h"

const char *status_name(const char *const names[FF_PLAYERS], ff_color color)
{
    static const char *const unnamed[FF_PLAYERS] = {"Player 1", "Player 2"};
    return names && names[color] ? names[color] : unnamed[color];
}

/* `player` is whose turn it is, or who has won. */
static ff_err status_put(ff_text *out, ff_status status, const char *player)
{
    if (status != FF_DRAWN)
        text_put(out, player);
    text_put(out, status == FF_DRAWN ? "It's a Draw!" : status == FF_WON ? " Wins!" : "'s Turn");
    return text_result(out);
}

ff_err ff_status_write(ff_text *out, const ff_position *p, const char *const names[FF_PLAYERS])
{
    ff_color player = p->status == FF_WON ? ff_position_winner(p) : (ff_color)(p->ply % 2);
    return status_put(out, (ff_status)p->status, status_name(names, player));
}

ff_err ff_variant_status_write(ff_text *out, const ff_variant_position *p,
                               const char *const names[FF_PLAYERS])
{
    ff_color side = (ff_color)(p->board.status == FF_WON ? p->winner : p->side);
    ff_color player = (ff_color)ff_variant_player(p, side);
    return status_put(out, (ff_status)p->board.status, status_name(names, player));
}
