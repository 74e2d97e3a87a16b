#include "core/position.h"

ff_game ff_game_start(const ff_rules *rules)
{
    return (ff_game){.position = ff_position_start(rules)};
}

ff_game ff_game_from(const ff_position *position)
{
    return (ff_game){.position = *position, .first = position->ply, .end = position->ply};
}

ff_err ff_game_drop(ff_game *game, int column)
{
    ff_err err = ff_position_can_drop(&game->position, column);
    if (!err)
        game_play(game, column);
    return err;
}

ff_err ff_game_undo(ff_game *game)
{
    if (game->position.ply == game->first)
        return FF_E_NO_UNDO;
    position_unplay(&game->position, game->moves[game->position.ply - 1]);
    return FF_OK;
}

ff_err ff_game_redo(ff_game *game)
{
    if (game->position.ply == game->end)
        return FF_E_NO_REDO;
    (void)position_play(&game->position, game->moves[game->position.ply]);
    return FF_OK;
}

ff_err ff_game_seek(ff_game *game, int ply)
{
    if (ply < game->first || ply > game->end)
        return FF_E_PLY;
    while (game->position.ply > ply)
        (void)ff_game_undo(game); /* cannot fail: ply >= first */
    while (game->position.ply < ply)
        (void)ff_game_redo(game); /* cannot fail: ply <= end */
    return FF_OK;
}
