/* The game of a room, by whatever rules.
 *
 * Almost all games are plain: no variant, no swap. They are an ff_game, so that nothing becomes slower for them. All
 * others are an ff_variant_game. The rest of the module does not know which: it asks the functions below. They speak of
 * seats: the player on seat 0 moves first. In a plain game that is Red; where sides are swapped, the seats stay and
 * the colours change hands. */
#ifndef PLAY_ANY_GAME_H
#define PLAY_ANY_GAME_H

#include "core/move.h"
#include "play/refusal.h"
#include "play/ruleset.h"

struct any_game {
    bool is_plain;
    union {
        ff_game plain;
        ff_variant_game variant;
    };
};

/* A move as a client asks for it: nothing of it has been checked. */
struct move_order {
    int32_t column; /* ignored where the action has none */
    uint8_t action; /* ff_action */
};

/* The rules must outlive the game. */
void any_game_start(struct any_game *out, const ff_variant_rules *rules);

/* Plays moves in notation; FF_E_MOVES if they are not legal. */
ff_err any_game_read(struct any_game *out, const ff_variant_rules *rules, const char *moves,
                     size_t len);

/* The moves in notation. */
void any_game_write(char out[ROW_MOVES_SIZE], const struct any_game *game);

/* How many bytes of the game are in use: a copy needs no more. */
size_t any_game_size(const struct any_game *game);

struct ruleset any_game_rules(const struct any_game *game);

/* The discs as they lie; of a turned board, as it stands now. */
static inline const ff_position *any_game_discs(const struct any_game *game)
{
    return game->is_plain ? &game->plain.position : &game->variant.position.board;
}

static inline int any_game_ply(const struct any_game *game)
{
    return any_game_discs(game)->ply;
}

/* The seat to move; after the end the one that moved last. */
int any_game_current(const struct any_game *game);

/* The seat of the winner, or ROW_NOBODY. */
int any_game_winner(const struct any_game *game);

/* Has the player who moved first become Yellow? */
bool any_game_is_swapped(const struct any_game *game);

/* The number of a move that was made, and the seat that made it. */
int any_game_move(const struct any_game *game, int ply);
bool any_game_is_move(const struct any_game *game, int ply, struct move_order order);
int any_game_mover(const struct any_game *game, int ply);

/* The seats that made all moves. */
void any_game_movers(const struct any_game *game, uint8_t out[ROW_PLIES_MAX]);

/* The cell of the last move, on the board as it stands: where its disc lies, or from where it was popped. -1 before the
 * first move, and for a move without a cell. */
int any_game_last_cell(const struct any_game *game);

/* What the player to move must do to finish the turn. */
ff_task any_game_task(const struct any_game *game);

/* How often the players took turns: two moves of one turn count once. */
int any_game_turns(const struct any_game *game);

/* May this seat (or ROW_NOBODY) make this move? The caller knows the phase. */
enum refusal any_game_check(const struct any_game *game, ff_phase phase, int seat,
                            struct move_order order);

/* Why a move was REFUSAL_ILLEGAL_MOVE. */
ff_err any_game_fault(const struct any_game *game, struct move_order order);

/* Makes a move that has been checked. */
void any_game_play(struct any_game *game, struct move_order order);

/* The last move in notation, as it is appended to a row. */
void any_game_write_last(char out[ROW_MOVE_SIZE], const struct any_game *game);

/* The winning cells of both sides, by their number on the board as it stands; returns how many. */
int any_game_line(const struct any_game *game, bool is_in_line[FF_CELLS_MAX]);

#endif
