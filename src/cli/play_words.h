/* Moves and positions of a terminal game in words. */
#ifndef CLI_PLAY_WORDS_H
#define CLI_PLAY_WORDS_H

#include "fourfall.h"

/* "pops column 4", "turns the board to the left". `rules` are those of the board before the move. */
void play_move_write(ff_text *out, const ff_rules *rules, int move);

/* "Red's Turn"; in a variant also what must be done: "Red's Turn: pop a disc of Yellow". */
void play_status_write(ff_text *out, const ff_variant_game *game);

/* The moves in notation, after the board and the variant unless the game is the classic one. */
void play_moves_write(ff_text *out, const ff_variant_game *game);

/* What each side has left or kept: "Turns left: Red 2, Yellow 1"; nothing in games without such things. */
void play_extras_write(ff_text *out, const ff_variant_position *p);

/* Whether play_extras_write ever has something to say in such a game. */
bool play_has_extras(const ff_variant_rules *rules);

/* What the keys and signs of a move do: "pops your disc at the bottom of a column". */
const char *play_action_help(const ff_variant_rules *rules, ff_action action);

/* "Hint: column 4, Red wins in 3 moves"; "within 3 moves" on boards that cannot be solved. */
void play_hint_write(ff_text *out, const ff_variant_position *position, const ff_thought *hint);

/* "The computer thinks: 12 moves ahead, 340 thousand positions" */
void play_thought_write(ff_text *out, const ff_thought *thought);

#endif
