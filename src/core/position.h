/* Moves without questions, for those who asked already: the checked calls of the library, perft and
 * search. */
#ifndef CORE_POSITION_H
#define CORE_POSITION_H

#include "core/runs.h"

/* Puts the disc down on any board but the classic one. */
ff_err position_play_elsewhere(ff_position *p, int column);

/* Does this colour have a line, anywhere on the board? */
bool position_has_line(const ff_position *p, ff_color color);

/* Drops a disc into a column that has room, in a game that is not over; always FF_OK, so that a
 * caller may end with it. The classic board is done here, in a few instructions and without a stack
 * frame. */
static inline ff_err position_play(ff_position *p, int column)
{
    if (p->rules->kernel != RUNS_CLASSIC)
        return position_play_elsewhere(p, column);
    int row = p->height[column]++;
    uint64_t own = p->discs[p->ply++ % 2][0] |= UINT64_C(1) << (7 * column + row);
    if (runs_in_classic(own))
        p->status = FF_WON;
    else if (p->ply == 42)
        p->status = FF_DRAWN;
    return FF_OK;
}

/* ff_game_drop for a move that has been checked already. */
static inline void game_play(ff_game *game, int column)
{
    game->moves[game->position.ply] = (uint8_t)column;
    (void)position_play(&game->position, column); /* always FF_OK */
    game->end = game->position.ply;
}

/* Takes back the disc dropped last, which lies on top of this column. */
static inline void position_unplay(ff_position *p, int column)
{
    int slot = p->rules->base[column] + --p->height[column];
    p->discs[--p->ply % 2][slot / 64] &= ~(UINT64_C(1) << slot % 64);
    p->status = FF_PLAYING;
}

#endif
