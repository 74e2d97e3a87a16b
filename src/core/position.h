/* Moves without checks, for callers that have checked already: the public calls, perft and the
 * search. */
#ifndef CORE_POSITION_H
#define CORE_POSITION_H

#include "core/runs.h"

/* position_play for all boards except 7x6. */
ff_err position_play_elsewhere(ff_position *p, int column);

/* Whether this colour has a line anywhere on the board. */
bool position_has_line(const ff_position *p, ff_color color);

/* Drops a disc. The column must not be full and the game must not be over. Always returns FF_OK, so
 * that a caller can end with it. The classic board is handled inline, in a few instructions and
 * without a stack frame. */
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

/* Takes back the last move. Its disc must be on top of this column. */
static inline void position_unplay(ff_position *p, int column)
{
    int slot = p->rules->base[column] + --p->height[column];
    p->discs[--p->ply % 2][slot / 64] &= ~(UINT64_C(1) << slot % 64);
    p->status = FF_PLAYING;
}

#endif
