#include "core/status.h"

const char *status_name(const char *const names[FF_PLAYERS], ff_color color)
{
    static const char *const unnamed[FF_PLAYERS] = {"Player 1", "Player 2"};
    return names && names[color] ? names[color] : unnamed[color];
}

ff_err ff_status_write(ff_text *out, const ff_position *p, const char *const names[FF_PLAYERS])
{
    if (p->status == FF_DRAWN) {
        text_put(out, "It's a Draw!");
        return text_result(out);
    }
    bool is_won = p->status == FF_WON;
    text_put(out, status_name(names, is_won ? ff_position_winner(p) : ff_position_side_to_move(p)));
    text_put(out, is_won ? " Wins!" : "'s Turn");
    return text_result(out);
}
