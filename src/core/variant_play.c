/* What each move does. Every move ends in one of three ways: the game is won, the turn goes on with a
 * task, or the turn ends. */
#include "core/variant.h"

static bool is_full(const ff_variant_position *p)
{
    for (int column = 0; column < p->board.rules->columns; column++)
        if (variant_has_room(p, column))
            return false;
    return true;
}

static bool has_bottom(const ff_variant_position *p, int side)
{
    for (int column = 0; column < p->board.rules->columns; column++)
        if ((int)variant_bottom(p, column) == side)
            return true;
    return false;
}

/* Whether the side to move can begin a turn. A swap does not count. */
static bool can_begin(const ff_variant_position *p)
{
    const struct variant *v = variant_of(p);
    if (p->is_filled)
        return has_bottom(p, p->side);
    return !is_full(p) || p->turns[p->side] > 0 || (v->pops_own_discs && has_bottom(p, p->side));
}

void variant_draw(ff_variant_position *p)
{
    p->board.status = FF_DRAWN;
    p->side = p->mover;
}

static void win(ff_variant_position *p, int side)
{
    p->board.status = FF_WON;
    p->winner = (uint8_t)side;
}

/* Pop Ten passes over a side that has no disc to pop. */
static void turn_begin(ff_variant_position *p, int side)
{
    p->side = (uint8_t)side;
    if (!can_begin(p) && p->is_filled)
        p->side = (uint8_t)!side;
    if (!can_begin(p))
        variant_draw(p);
}

static void turn_end(ff_variant_position *p)
{
    p->has_answered |= p->side == FF_YELLOW;
    turn_begin(p, !p->side);
}

/* After a move that can give lines to both sides. */
static bool is_decided(ff_variant_position *p, bool has_own, bool has_other)
{
    if (has_own || has_other)
        win(p, has_other ? !p->side : p->side);
    return has_own || has_other;
}

/* The side to move owns the disc on top of this column. */
static bool is_won_by_drop(ff_variant_position *p, int column)
{
    if (!variant_completes(p, column))
        return false;
    win(p, variant_of(p)->is_misere ? !p->side : p->side);
    return true;
}

static void play_drop(ff_variant_position *p, int column)
{
    variant_put(p, column, p->side);
    p->task = FF_TASK_NONE;
    p->from = 0;
    if (variant_of(p)->kept_to_win)
        p->is_filled |= is_full(p);
    else if (is_won_by_drop(p, column))
        return;
    turn_end(p);
}

static void pop_kept(ff_variant_position *p, int column)
{
    bool is_kept = variant_line_through(p, column, 0);
    variant_take(p, column);
    if (!is_kept) {
        p->task = FF_TASK_PUT;
        p->from = (uint8_t)column;
    } else if (++p->kept[p->side] == variant_of(p)->kept_to_win) {
        win(p, p->side);
    } else {
        p->has_answered |= p->side == FF_YELLOW;
        turn_begin(p, p->side);
    }
}

static void play_pop(ff_variant_position *p, int column)
{
    bool has_line[2] = {false, false};
    if (variant_of(p)->kept_to_win) {
        pop_kept(p, column);
        return;
    }
    variant_take(p, column);
    p->task = FF_TASK_NONE;
    for (int row = 0; row < p->board.height[column]; row++) {
        int cell = column * p->board.rules->board.height + row;
        ff_color color = ff_position_cell(&p->board, cell);
        has_line[color] |= runs_any(p->board.rules, p->board.discs[color], column, row);
    }
    if (!is_decided(p, has_line[p->side], has_line[!p->side]))
        turn_end(p);
}

/* What the turn goes on with after a power that did not win. */
static ff_task power_task(const ff_variant_position *p, ff_action action)
{
    static const uint8_t tasks[] = {FF_TASK_NONE, FF_TASK_TARGET, FF_TASK_QUIET, FF_TASK_SECOND};
    ff_variant_position next = *p;
    next.task = tasks[variant_power(action)];
    if (next.task == FF_TASK_TARGET)
        return FF_TASK_TARGET; /* there is one: the bomb was checked */
    for (int column = 0; column < p->board.rules->columns; column++)
        if (next.task != FF_TASK_NONE && !ff_variant_can_play(&next, column))
            return (ff_task)next.task;
    return FF_TASK_NONE;
}

static void play_power(ff_variant_position *p, ff_action action, int column)
{
    int power = variant_power(action);
    while (action == FF_ANVIL && p->board.height[column] > 0)
        variant_take(p, column);
    p->powers[p->side] &= (uint8_t) ~(1 << power);
    p->special[p->side][power] =
        (uint16_t)(column * p->board.rules->board.height + p->board.height[column] + 1);
    variant_put(p, column, p->side);
    if (is_won_by_drop(p, column))
        return;
    p->task = (uint8_t)power_task(p, action);
    if (p->task == FF_TASK_NONE)
        turn_end(p);
}

/* The discs of the turned board fall in the order of their new rows. */
static void board_turn(ff_variant_position *p, bool to_right)
{
    const ff_rules *before = p->board.rules;
    ff_board b = before->board;
    ff_variant_position next = *p;
    bool is_turned = before == &p->rules->turned;
    ff_position empty = ff_position_start(is_turned ? &p->rules->upright : &p->rules->turned);
    empty.ply = p->board.ply;
    next.board = empty;
    for (int z = 0; z < b.depth; z++) {
        for (int x = 0; x < b.height; x++) {
            for (int y = 0; y < b.width; y++) {
                int cell = to_right ? ff_cell_at(before, b.width - 1 - y, x, z)
                                    : ff_cell_at(before, y, b.height - 1 - x, z);
                ff_color color = ff_position_cell(&p->board, cell);
                if (color != FF_NONE)
                    variant_put(&next, x + b.height * z, (int)color);
            }
        }
    }
    *p = next;
}

static void play_turn(ff_variant_position *p, bool to_right)
{
    p->turns[p->side]--;
    board_turn(p, to_right);
    bool has_own = position_has_line(&p->board, p->side);
    bool has_other = position_has_line(&p->board, !p->side);
    if (!is_decided(p, has_own, has_other))
        turn_end(p);
}

static void play_swap(ff_variant_position *p)
{
    p->is_swapped = true;
    p->has_answered = true;
}

void variant_play(ff_variant_position *p, int move)
{
    ff_action action = ff_move_action(move);
    int column = ff_move_column(move);
    p->board.ply++;
    p->mover = p->side;
    if (action == FF_DROP)
        play_drop(p, column);
    else if (action == FF_POP)
        play_pop(p, column);
    else if (action == FF_SWAP)
        play_swap(p);
    else if (action <= FF_DOUBLE)
        play_power(p, action, column);
    else
        play_turn(p, action == FF_TURN_RIGHT);
    if (p->board.ply == FF_PLIES_MAX && p->board.status == FF_PLAYING)
        variant_draw(p);
}
