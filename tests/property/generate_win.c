#include "generators.h"
#include "oracle.h"

static pattern direction_pattern(const int direction[3])
{
    if (direction[0] == 0 && direction[2] == 0)
        return PATTERN_VERTICAL;
    if (direction[1] == 0)
        return PATTERN_HORIZONTAL;
    return direction[1] > 0 ? PATTERN_ASCENDING : PATTERN_DESCENDING;
}

/* Every cell where a line of the pattern can begin, and its direction. */
struct places {
    int count;
    struct {
        int cell, direction;
    } place[FF_CELLS_MAX * ORACLE_DIRECTIONS];
};

static void places_find(struct places *out, const ff_rules *rules, pattern wanted)
{
    out->count = 0;
    for (int d = 0; d < ORACLE_DIRECTIONS; d++) {
        const int *direction = oracle_direction[d];
        if (direction_pattern(direction) != wanted)
            continue;
        for (int cell = 0; cell < rules->cells; cell++) {
            if (oracle_step(rules, cell, direction, rules->board.connect - 1) < 0)
                continue;
            out->place[out->count].cell = cell;
            out->place[out->count++].direction = d;
        }
    }
}

static bool target_choose(struct source *source, struct target *out, const ff_rules *rules,
                          pattern wanted)
{
    static struct places places;
    places_find(&places, rules, wanted);
    if (!places.count)
        return false;
    uint32_t which = source_choose(source, (uint32_t)places.count);
    const int *direction = oracle_direction[places.place[which].direction];
    for (int i = 0; i < rules->board.connect; i++)
        out->cells[i] = oracle_step(rules, places.place[which].cell, direction, i);
    out->color = source_choose(source, 2) ? FF_YELLOW : FF_RED;
    return true;
}

static bool target_has(const struct target *target, const ff_rules *rules, int cell)
{
    for (int i = 0; i < rules->board.connect; i++)
        if (target->cells[i] == cell)
            return true;
    return false;
}

static bool target_has_column(const struct target *target, const ff_position *position, int column)
{
    for (int i = 0; i < position->rules->board.connect; i++)
        if (ff_cell_column(position->rules, target->cells[i]) == column &&
            ff_cell_row(position->rules, target->cells[i]) >= oracle_landing_row(position, column))
            return true;
    return false;
}

static bool target_is_complete(const struct target *target, const ff_position *position)
{
    for (int i = 0; i < position->rules->board.connect; i++)
        if (ff_position_cell(position, target->cells[i]) != target->color)
            return false;
    return true;
}

/* The use of a drop for the target line: 0 none or forbidden (it would spoil the line or complete
 * another one too early), 1 harmless, 2 builds below the line, 3 part of the line. */
static int drop_worth(const struct target *target, const ff_position *position, int column)
{
    int cell = oracle_landing_cell(position, column);
    ff_position after = *position;
    if (cell < 0 || ff_position_drop(&after, column) != FF_OK)
        return 0;
    bool is_own = ff_position_cell(&after, cell) == target->color;
    bool is_in_line = target_has(target, position->rules, cell);
    if (is_in_line && !is_own)
        return 0;
    if (oracle_is_winning(&after, cell) && !target_is_complete(target, &after))
        return 0;
    return is_in_line ? 3 : target_has_column(target, position, column) ? 2 : 1;
}

/* Usually a column with the highest use, otherwise a harmless one; -1 if there is none. */
static int target_column(struct source *source, const struct target *target,
                         const ff_position *position)
{
    int worth[FF_COLUMNS_MAX] = {0}, best = 0;
    for (int column = 0; column < position->rules->columns; column++) {
        worth[column] = drop_worth(target, position, column);
        best = worth[column] > best ? worth[column] : best;
    }
    if (!best)
        return -1;
    if (source_chance(source, 4))
        best = 1;
    int choices[FF_COLUMNS_MAX] = {0}, count = 0;
    for (int column = 0; column < position->rules->columns; column++)
        if (worth[column] >= best)
            choices[count++] = column;
    return choices[source_choose(source, (uint32_t)count)];
}

static bool target_play(struct source *source, const struct target *target, ff_game *game)
{
    while (!target_is_complete(target, &game->position)) {
        int column = target_column(source, target, &game->position);
        if (column < 0 || ff_game_drop(game, column) != FF_OK)
            return false;
    }
    return true;
}

verdict generate_win(struct source *source, ff_game *out, const ff_rules *rules, pattern wanted,
                     struct target *target)
{
    enum { ATTEMPTS = 8 };
    if (!target_choose(source, target, rules, wanted))
        return CASE_SKIPPED;
    for (int i = 0; i < ATTEMPTS; i++) {
        *out = ff_game_start(rules);
        if (!target_play(source, target, out))
            continue;
        char moves[FF_CELLS_MAX + FF_BOARD_TEXT_MAX + 2];
        ff_text text = ff_text_on(moves, sizeof moves);
        if (ff_game_write(&text, out, true) == FF_OK)
            source_note(source, "win %s ", moves);
        return CASE_HOLDS;
    }
    return CASE_SKIPPED;
}
