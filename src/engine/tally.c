#include "engine/tally.h"

/* The value of an open line by the number of missing discs; with more missing it counts 1 once it
 * has a disc. A threat that cannot be played yet decides games on boards of even height: when all
 * other columns are full, Red gets the odd rows (counted from 1) and Yellow the even ones. */
enum { WAITING_RIGHT = 48, WAITING_WRONG = 12 };
static const int16_t value_by_lack[] = {0, 24, 8, 2};

/* Steps to the nearer edge. */
static int steps_inside(int at, int size)
{
    return at < size - 1 - at ? at : size - 1 - at;
}

static void tally_set_values(struct tally *t)
{
    int connect = t->rules->board.connect, height = t->rules->board.height;
    t->value[0] = 0;
    for (int discs = 1; discs <= connect; discs++) {
        int lack = connect - discs;
        t->value[discs] = lack < 4 ? value_by_lack[lack] : 1;
    }
    ff_board b = t->rules->board;
    for (int column = 0; column < t->rules->columns; column++)
        t->central[column] = (uint8_t)(steps_inside(column % b.width, b.width) +
                                       steps_inside(column / b.width, b.depth));
    for (int cell = 0; cell < t->rules->cells; cell++) {
        for (int color = FF_RED; color < FF_NONE; color++) {
            bool is_right = cell % height % 2 == color && height % 2 == 0;
            t->waiting[color][cell] = is_right ? WAITING_RIGHT : WAITING_WRONG;
        }
    }
}

/* Visits the cells of every line. With `fills` it writes the line's number into the lists of its
 * cells, otherwise it only counts the lengths of these lists. */
static void tally_walk_lines(struct tally *t, bool fills, uint16_t *count)
{
    const ff_rules *rules = t->rules;
    int line = 0;
    for (int d = 0; d < rules->directions; d++) {
        const ff_direction *way = &rules->direction[d];
        int step = ff_cell_at(rules, way->dx, way->dy, way->dz);
        for (int start = 0; start < rules->cells; start++) {
            if (!(way->starts[start / 64] >> start % 64 & 1))
                continue;
            for (int i = 0; i < rules->board.connect; i++) {
                int cell = start + i * step;
                if (fills)
                    t->through[t->first[cell] + count[cell]] = (uint16_t)line;
                count[cell]++;
            }
            line++;
        }
    }
}

static void tally_clear(struct tally *t)
{
    int cells = t->rules->cells, lines = ff_rules_lines(t->rules);
    t->ply = 0;
    t->worth[FF_RED] = t->worth[FF_YELLOW] = 0;
    for (int column = 0; column < t->rules->columns; column++)
        t->height[column] = 0;
    for (int line = 0; line < lines; line++)
        t->line[line] = (struct tally_line){{0, 0}, 0};
    for (int cell = 0; cell < cells; cell++) {
        t->threats[FF_RED][cell] = t->threats[FF_YELLOW][cell] = 0;
        for (int i = t->first[cell]; i < t->first[cell + 1]; i++)
            t->line[t->through[i]].empty ^= (uint8_t)cell;
    }
}

void tally_init(struct tally *t, const ff_rules *rules)
{
    uint16_t count[FF_CELLS_MAX] = {0};
    t->rules = rules;
    tally_walk_lines(t, false, count);
    t->first[0] = 0;
    for (int cell = 0; cell < rules->cells; cell++) {
        t->first[cell + 1] = (uint16_t)(t->first[cell] + count[cell]);
        count[cell] = 0;
    }
    tally_walk_lines(t, true, count);
    tally_set_values(t);
    tally_clear(t);
}

static inline void threat_add(struct tally *t, int color, int cell)
{
    if (t->threats[color][cell]++ == 0)
        t->worth[color] += t->waiting[color][cell];
}

static inline void threat_remove(struct tally *t, int color, int cell)
{
    if (--t->threats[color][cell] == 0)
        t->worth[color] -= t->waiting[color][cell];
}

/* Adds a disc of a colour to each line through a cell. The first disc in a line of the other colour
 * closes it. */
static void tally_add(struct tally *t, int cell, int color)
{
    int other = !color, nearly = t->rules->board.connect - 1;
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        struct tally_line *line = &t->line[t->through[i]];
        int own = ++line->discs[color], theirs = line->discs[other];
        line->empty ^= (uint8_t)cell;
        if (!theirs) {
            t->worth[color] += t->value[own] - t->value[own - 1];
            if (own == nearly)
                threat_add(t, color, line->empty);
        } else if (own == 1) {
            t->worth[other] -= t->value[theirs];
            if (theirs == nearly)
                threat_remove(t, other, cell);
        }
    }
}

/* The inverse. */
static void tally_remove(struct tally *t, int cell, int color)
{
    int other = !color, nearly = t->rules->board.connect - 1;
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        struct tally_line *line = &t->line[t->through[i]];
        int own = line->discs[color]--, theirs = line->discs[other];
        if (!theirs) {
            t->worth[color] -= t->value[own] - t->value[own - 1];
            if (own == nearly)
                threat_remove(t, color, line->empty);
        } else if (own == 1) {
            t->worth[other] += t->value[theirs];
            if (theirs == nearly)
                threat_add(t, other, cell);
        }
        line->empty ^= (uint8_t)cell;
    }
}

void tally_set(struct tally *t, const ff_position *p)
{
    tally_clear(t);
    for (int cell = 0; cell < p->rules->cells; cell++) {
        ff_color color = ff_position_cell(p, cell);
        if (color == FF_NONE)
            continue;
        tally_add(t, cell, (int)color);
        t->worth[color] += t->central[ff_cell_column(p->rules, cell)];
    }
    for (int column = 0; column < p->rules->columns; column++)
        t->height[column] = p->height[column];
    t->ply = p->ply;
}

void tally_play(struct tally *t, int column)
{
    int cell = tally_landing(t, column);
    t->height[column]++;
    t->worth[t->ply % 2] += t->central[column];
    tally_add(t, cell, t->ply++ % 2);
}

void tally_unplay(struct tally *t, int column)
{
    t->height[column]--;
    tally_remove(t, tally_landing(t, column), --t->ply % 2);
    t->worth[t->ply % 2] -= t->central[column];
}
