/* What a variant is made of. The rules ask for these fields and never for a variant by its name, so
 * that a new variant is a new row of the table in variant.c. */
#ifndef CORE_VARIANT_H
#define CORE_VARIANT_H

#include "core/position.h"

struct variant {
    const char *name, *sentence;
    ff_board board;
    ff_err (*refuses)(ff_board board); /* FF_OK if it can be played there; null: everywhere */
    uint16_t actions;                  /* a bit an action */
    uint8_t powers;                    /* a bit a power, anvil lowest */
    uint8_t turns;                     /* of the board, for each side */
    uint8_t kept_to_win;               /* 0: lines decide */
    bool fills_outer_columns;
    bool is_round;       /* the left and the right edge touch */
    bool is_misere;      /* a line loses */
    bool can_repeat;     /* a position may come up again: the third time is a draw */
    bool pops_own_discs; /* a pop takes a disc of the side to move; else of the opponent */
};

const struct variant *variant_of(const ff_variant_position *p);

static inline int variant_power(ff_action action)
{
    return (int)action - FF_ANVIL;
}

/* Whether moves of this kind belong to the game. */
bool variant_has_action(const ff_variant_rules *rules, ff_action action);

bool variant_is_round(const ff_variant_rules *rules);

/* The move in notation at *at, which moves behind it; -1 if the characters are none. */
int variant_move_read(const ff_rules *rules, const char *text, size_t len, size_t *at);

/* The character in front of a move's column; '\0' for a drop. */
char variant_sign(ff_action action);

/* The cell `count` steps from another one, or -1 outside the board. */
int variant_step(const ff_variant_position *p, int cell, const ff_direction *d, int count);

/* Whether a side has a line through its disc on this cell. Exact on every board, but slow. */
bool variant_line_through(const ff_variant_position *p, int column, int row);

/* Whether the disc just dropped on top of this column has completed a line. */
bool variant_completes(const ff_variant_position *p, int column);

/* Makes a move that has been checked. Repetitions are the game's matter. */
void variant_play(ff_variant_position *p, int move);

/* Ends the game as a draw. */
void variant_draw(ff_variant_position *p);

/* The same discs, sides and tasks: what a repetition compares. */
bool variant_is_same(const ff_variant_position *a, const ff_variant_position *b);

/* Positions that are the same have the same mark; others almost never. */
uint64_t variant_mark(const ff_variant_position *p);

/* The marks of a game's positions, from its start. Somebody who reads a whole game keeps them: to look for repetitions,
 * every move would otherwise play the game again from its start. */
struct variant_marks {
    uint64_t at[FF_PLIES_MAX];
};

/* Like ff_variant_game_play, for all moves of a game in turn. */
ff_err variant_game_read_move(ff_variant_game *game, struct variant_marks *marks, int move);

/* The first position of a game. */
ff_variant_position variant_start(const ff_variant_rules *rules);

/* Points a position, copied together with its rules, to these rules. */
void variant_rebase(ff_variant_position *p, const ff_variant_rules *rules);

/* Puts a disc on top of a column that has room, or takes the lowest one of a column away. */
void variant_put(ff_variant_position *p, int column, int color);
void variant_take(ff_variant_position *p, int column);

/* The colour of the disc in row 0 of a column; FF_NONE if the column is empty. */
ff_color variant_bottom(const ff_variant_position *p, int column);

bool variant_has_room(const ff_variant_position *p, int column);

#endif
