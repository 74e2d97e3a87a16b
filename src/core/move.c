#include "core/move.h"

#include "core/text.h"

int move_side(const ff_position *position)
{
    return (position->ply + (position->status != FF_PLAYING)) % FF_PLAYERS;
}

enum move_fault move_check(const ff_position *position, ff_phase phase, int seat, int column)
{
    const ff_rules *rules = position->rules;
    if (seat != MOVE_NO_SEAT && seat != move_side(position))
        return MOVE_NOT_YOUR_TURN;
    if (column < 0 || column >= rules->columns)
        return MOVE_COLUMN_RANGE;
    if (position->height[column] == rules->board.height)
        return MOVE_COLUMN_FULL;
    if (phase == FF_COMPLETED || position->status != FF_PLAYING)
        return MOVE_GAME_OVER;
    if (seat == MOVE_NO_SEAT)
        return MOVE_NOT_IN_GAME;
    return phase == FF_WAITING ? MOVE_GAME_WAITING : MOVE_OK;
}

static void detail_write(ff_text *out, char first, const struct move_detail *detail)
{
    if (first == 'p')
        text_put(out, detail->player_id);
    else
        text_int(out, first == 'l' ? detail->last_column : detail->column);
}

void move_text_write(ff_text *out, const char *text, const struct move_detail *detail)
{
    for (; *text; text++) {
        if (*text != '{') {
            text_char(out, *text);
            continue;
        }
        detail_write(out, text[1], detail);
        while (*text != '}')
            text++;
    }
}

void move_fault_write(ff_text *out, enum move_fault fault, const struct move_detail *detail)
{
    static const char *const texts[MOVE_FAULT_COUNT] = {
        [MOVE_OK] = "",
        [MOVE_NOT_YOUR_TURN] = MOVE_TEXT_NOT_YOUR_TURN,
        [MOVE_COLUMN_RANGE] = MOVE_TEXT_COLUMN_RANGE,
        [MOVE_COLUMN_FULL] = MOVE_TEXT_COLUMN_FULL,
        [MOVE_GAME_OVER] = MOVE_TEXT_GAME_OVER,
        [MOVE_NOT_IN_GAME] = MOVE_TEXT_NOT_IN_GAME,
        [MOVE_GAME_WAITING] = MOVE_TEXT_GAME_WAITING,
    };
    move_text_write(out, texts[fault], detail);
}
