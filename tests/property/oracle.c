#include "oracle.h"

#include <stdio.h>
#include <string.h>

const int oracle_direction[ORACLE_DIRECTIONS][3] = {
    {1, 0, 0}, {0, 1, 0},  {1, 1, 0}, {1, -1, 0}, {0, 0, 1},  {1, 0, 1},   {1, 0, -1},
    {0, 1, 1}, {0, -1, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
};

int oracle_step(const ff_rules *rules, int cell, const int direction[3], int steps)
{
    ff_board board = rules->board;
    int column = ff_cell_column(rules, cell);
    int x = column % board.width + steps * direction[0];
    int y = ff_cell_row(rules, cell) + steps * direction[1];
    int z = column / board.width + steps * direction[2];
    bool is_inside =
        x >= 0 && x < board.width && y >= 0 && y < board.height && z >= 0 && z < board.depth;
    return is_inside ? ff_cell_at(rules, x, y, z) : -1;
}

static int run_one_way(const ff_position *position, int cell, const int direction[3], int sign)
{
    ff_color color = ff_position_cell(position, cell);
    for (int steps = 1;; steps++) {
        int next = oracle_step(position->rules, cell, direction, sign * steps);
        if (next < 0 || ff_position_cell(position, next) != color)
            return steps - 1;
    }
}

int oracle_run(const ff_position *position, int cell, const int direction[3])
{
    return 1 + run_one_way(position, cell, direction, 1) +
           run_one_way(position, cell, direction, -1);
}

bool oracle_is_winning(const ff_position *position, int cell)
{
    if (ff_position_cell(position, cell) == FF_NONE)
        return false;
    for (int i = 0; i < ORACLE_DIRECTIONS; i++)
        if (oracle_run(position, cell, oracle_direction[i]) >= position->rules->board.connect)
            return true;
    return false;
}

int oracle_winning_cells(const ff_position *position, bool is_winning[FF_CELLS_MAX])
{
    int count = 0;
    for (int cell = 0; cell < position->rules->cells; cell++) {
        is_winning[cell] = oracle_is_winning(position, cell);
        count += is_winning[cell];
    }
    return count;
}

int oracle_landing_row(const ff_position *position, int column)
{
    ff_board board = position->rules->board;
    int row = 0;
    while (row < board.height) {
        int cell = ff_cell_at(position->rules, column % board.width, row, column / board.width);
        if (ff_position_cell(position, cell) == FF_NONE)
            break;
        row++;
    }
    return row;
}

int oracle_landing_cell(const ff_position *position, int column)
{
    ff_board board = position->rules->board;
    int row = oracle_landing_row(position, column);
    if (row == board.height)
        return -1;
    return ff_cell_at(position->rules, column % board.width, row, column / board.width);
}

static int discs_count(const ff_position *position)
{
    int discs = 0;
    for (int cell = 0; cell < position->rules->cells; cell++)
        discs += ff_position_cell(position, cell) != FF_NONE;
    return discs;
}

static bool position_is_over(const ff_position *position)
{
    bool is_winning[FF_CELLS_MAX];
    return discs_count(position) == position->rules->cells ||
           oracle_winning_cells(position, is_winning) > 0;
}

int oracle_turn(const ff_state *state)
{
    const ff_position *position = &state->game.position;
    return (discs_count(position) + position_is_over(position)) % 2;
}

/* Compares member by member, because padding bytes may differ. */
static bool is_same_game(const ff_game *a, const ff_game *b)
{
    const ff_position *p = &a->position, *q = &b->position;
    return a->first == b->first && a->end == b->end && memcmp(a->moves, b->moves, a->end) == 0 &&
           p->ply == q->ply && p->status == q->status &&
           memcmp(p->discs, q->discs, sizeof p->discs) == 0 &&
           memcmp(p->height, q->height, p->rules->columns) == 0;
}

bool oracle_is_same_state(const ff_state *a, const ff_state *b)
{
    if (a->player_count != b->player_count || strcmp(a->game_id, b->game_id) != 0)
        return false;
    for (int seat = 0; seat < a->player_count; seat++)
        if (strcmp(a->players[seat].id, b->players[seat].id) != 0 ||
            strcmp(a->players[seat].name, b->players[seat].name) != 0)
            return false;
    return a->created_ms == b->created_ms && a->updated_ms == b->updated_ms &&
           is_same_game(&a->game, &b->game);
}

static int seat_of(const ff_state *state, const char *player_id)
{
    for (int seat = 0; seat < state->player_count; seat++)
        if (strcmp(state->players[seat].id, player_id) == 0)
            return seat;
    return -1;
}

void oracle_error(char error[ORACLE_ERROR_MAX], const ff_state *state, const char *player_id,
                  int column)
{
    const ff_position *position = &state->game.position;
    int columns = position->rules->board.width * position->rules->board.depth;
    int seat = seat_of(state, player_id);
    if (seat >= 0 && seat != oracle_turn(state))
        (void)snprintf(error, ORACLE_ERROR_MAX, "It is not your turn");
    else if (column < 0 || column >= columns)
        (void)snprintf(error, ORACLE_ERROR_MAX, "Column must be between 0 and %d", columns - 1);
    else if (oracle_landing_cell(position, column) < 0)
        (void)snprintf(error, ORACLE_ERROR_MAX, "Column %d is full", column);
    else if (position_is_over(position))
        (void)snprintf(error, ORACLE_ERROR_MAX, "Game is already completed");
    else if (seat < 0)
        (void)snprintf(error, ORACLE_ERROR_MAX, "Player %s is not in this game", player_id);
    else
        error[0] = 0;
}
