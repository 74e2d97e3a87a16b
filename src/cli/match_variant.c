/* A game of a variant between two computer players. */
#include "base/random.h"
#include "cli/match_worker.h"

/* Whether random plies could be added that do not end the game. */
static bool opening_add(ff_variant_game *game, long plies, uint64_t *chance)
{
    for (long i = 0; i < plies && game->position.board.status == FF_PLAYING; i++) {
        uint16_t moves[FF_MOVES_MAX];
        int count = ff_variant_moves(&game->position, moves);
        (void)ff_variant_game_play(game, moves[random_below(chance, (uint32_t)count)]);
    }
    return game->position.board.status == FF_PLAYING;
}

/* The start after random plies; both games of a pair have the same. */
static bool opening_find(ff_variant_game *out, const struct match_settings *settings, long number)
{
    uint64_t chance = settings->seed ^ (uint64_t)(number / 2) << 32;
    for (int i = 0; i < MATCH_OPENING_TRIES; i++) {
        *out = *settings->variant;
        if (opening_add(out, settings->opening, &chance))
            return true;
    }
    return false;
}

/* The seat (0: A) of the player who has this side now. Player 0 moved first; a swap may have changed their side. */
static int seat_of(int first, const ff_variant_position *p, int side)
{
    return (first + ff_variant_player(p, (ff_color)side)) % 2;
}

bool worker_play_variant(struct match_worker *w, long number)
{
    const struct match_settings *settings = w->tournament->settings;
    struct match_record *record = &w->tournament->records[number];
    uint64_t chance = settings->seed + (uint64_t)number;
    ff_variant_game game;
    if (!opening_find(&game, settings, number))
        return false;
    const ff_variant_position *p = &game.position;
    int first = match_first_seat(settings, number);
    uint64_t seeds[2] = {random_next(&chance), random_next(&chance)};
    while (p->board.status == FF_PLAYING) {
        int seat = seat_of(first, p, p->side);
        (void)ff_variant_game_play(&game, worker_variant_move(w, seat, &game, seeds[seat]));
    }
    bool is_draw = p->board.status == FF_DRAWN;
    record->points = is_draw ? 0 : seat_of(first, p, p->winner) == 0 ? 1 : -1;
    record->moves = (uint64_t)first;
    for (int i = 0; i < game.end; i++)
        record->moves = (record->moves ^ game.moves[i]) * UINT64_C(0x100000001B3) + 1;
    return true;
}
