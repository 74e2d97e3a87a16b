/* The history of a variant's game. Positions are small and moves are quick, so whatever concerns the
 * past plays the game again from its start: nothing has to be stored but the moves. */
#include "core/variant.h"

ff_variant_game ff_variant_game_start(const ff_variant_rules *rules)
{
    return (ff_variant_game){.position = variant_start(rules)};
}

/* How often the game's position has come up, now included. */
static int game_count_same(const ff_variant_game *game)
{
    ff_variant_position past = variant_start(game->position.rules);
    int count = 1;
    for (int ply = 0; ply < game->position.board.ply; ply++) {
        count += variant_is_same(&past, &game->position);
        variant_play(&past, game->moves[ply]);
    }
    return count;
}

/* Only the last position can be the third one: the game ends with it. */
static void game_judge(ff_variant_game *game)
{
    ff_variant_position *p = &game->position;
    if (p->board.status == FF_PLAYING && variant_of(p)->can_repeat && game_count_same(game) >= 3)
        variant_draw(p);
}

static int marks_count(const struct variant_marks *marks, int count, uint64_t mark)
{
    int same = 0;
    for (int ply = 0; ply < count; ply++)
        same += marks->at[ply] == mark;
    return same;
}

ff_err variant_game_read_move(ff_variant_game *game, struct variant_marks *marks, int move)
{
    ff_variant_position *p = &game->position;
    int ply = p->board.ply;
    ff_err err = ff_variant_can_play(p, move);
    if (err)
        return err;
    marks->at[ply] = variant_mark(p);
    game->moves[ply] = (uint16_t)move;
    variant_play(p, move);
    if (marks_count(marks, ply + 1, variant_mark(p)) >= 2)
        game_judge(game);
    game->end = p->board.ply;
    return FF_OK;
}

static void game_advance(ff_variant_game *game)
{
    variant_play(&game->position, game->moves[game->position.board.ply]);
    game_judge(game);
}

ff_err ff_variant_game_play(ff_variant_game *game, int move)
{
    ff_err err = ff_variant_can_play(&game->position, move);
    if (err)
        return err;
    game->moves[game->position.board.ply] = (uint16_t)move;
    game_advance(game);
    game->end = game->position.board.ply;
    return FF_OK;
}

ff_err ff_variant_game_undo(ff_variant_game *game)
{
    if (game->position.board.ply == 0)
        return FF_E_NO_UNDO;
    return ff_variant_game_seek(game, game->position.board.ply - 1);
}

ff_err ff_variant_game_redo(ff_variant_game *game)
{
    if (game->position.board.ply == game->end)
        return FF_E_NO_REDO;
    game_advance(game);
    return FF_OK;
}

ff_err ff_variant_game_seek(ff_variant_game *game, int ply)
{
    if (ply < 0 || ply > game->end)
        return FF_E_PLY;
    ff_variant_position p = variant_start(game->position.rules);
    for (int i = 0; i < ply; i++)
        variant_play(&p, game->moves[i]);
    game->position = p;
    game_judge(game);
    return FF_OK;
}

static uint64_t perft_count(ff_variant_game *game, int depth)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(&game->position, moves);
    if (depth == 1)
        return (uint64_t)count;
    ff_variant_position before = game->position;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        (void)ff_variant_game_play(game, moves[i]); /* cannot fail: the move is legal */
        sum += perft_count(game, depth - 1);
        game->position = before;
    }
    return sum;
}

uint64_t ff_variant_perft(const ff_variant_game *game, int depth)
{
    ff_variant_game copy = *game;
    return depth <= 0 ? 1 : perft_count(&copy, depth);
}
