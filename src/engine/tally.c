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

/* Cell i of the line that begins here, or -1 outside the board. Around a cylinder a line goes on at the
 * other edge. */
static int line_cell(const struct tally *t, const ff_direction *way, int start, int i)
{
    ff_board b = t->rules->board;
    int column = start / b.height;
    int x = column % b.width + way->dx * i, y = start % b.height + way->dy * i;
    int z = column / b.width + way->dz * i;
    if (t->is_round)
        x = (x + b.width * b.connect) % b.width;
    bool is_on = x >= 0 && x < b.width && y >= 0 && y < b.height && z >= 0 && z < b.depth;
    return is_on ? ff_cell_at(t->rules, x, y, z) : -1;
}

/* A ring of exactly `connect` cells is one line, wherever it begins. */
static bool begins_line(const struct tally *t, const ff_direction *way, int start)
{
    ff_board b = t->rules->board;
    bool is_ring = t->is_round && b.width == b.connect && way->dx && !way->dy && !way->dz;
    return line_cell(t, way, start, b.connect - 1) >= 0 &&
           !(is_ring && start / b.height % b.width != 0);
}

/* Visits the cells of every line. With `fills` it writes the line's number into the lists of its
 * cells, otherwise it only counts the lengths of these lists. */
static void tally_walk_lines(struct tally *t, bool fills, uint16_t *count)
{
    const ff_rules *rules = t->rules;
    t->lines = 0;
    for (int d = 0; d < rules->directions; d++) {
        const ff_direction *way = &rules->direction[d];
        for (int start = 0; start < rules->cells; start++) {
            if (!begins_line(t, way, start))
                continue;
            for (int i = 0; i < rules->board.connect; i++) {
                int cell = line_cell(t, way, start, i);
                if (fills)
                    t->through[t->first[cell] + count[cell]] = t->lines;
                count[cell]++;
            }
            t->lines++;
        }
    }
}

static void tally_clear(struct tally *t)
{
    int cells = t->rules->cells;
    t->ply = 0;
    t->worth[FF_RED] = t->worth[FF_YELLOW] = 0;
    for (int column = 0; column < t->rules->columns; column++)
        t->height[column] = 0;
    for (int line = 0; line < t->lines; line++)
        t->line[line] = (struct tally_line){{0, 0}, 0};
    for (int cell = 0; cell < cells; cell++) {
        t->threats[FF_RED][cell] = t->threats[FF_YELLOW][cell] = 0;
        for (int i = t->first[cell]; i < t->first[cell + 1]; i++)
            t->line[t->through[i]].empty ^= (uint8_t)cell;
    }
}

static void tally_set_up(struct tally *t, const ff_rules *rules, bool is_round)
{
    uint16_t count[FF_CELLS_MAX] = {0};
    t->rules = rules;
    t->is_round = is_round;
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

void tally_init(struct tally *t, const ff_rules *rules)
{
    tally_set_up(t, rules, false);
}

void tally_init_round(struct tally *t, const ff_rules *rules)
{
    tally_set_up(t, rules, true);
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

/* The first disc in a line of the other colour closes it. */
void tally_add(struct tally *t, int cell, int color)
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
            else if (own > nearly)
                threat_remove(t, color, cell);
        } else if (own == 1) {
            t->worth[other] -= t->value[theirs];
            if (theirs == nearly)
                threat_remove(t, other, cell);
        }
    }
}

void tally_remove(struct tally *t, int cell, int color)
{
    int other = !color, nearly = t->rules->board.connect - 1;
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        struct tally_line *line = &t->line[t->through[i]];
        int own = line->discs[color]--, theirs = line->discs[other];
        if (!theirs) {
            t->worth[color] -= t->value[own] - t->value[own - 1];
            if (own == nearly)
                threat_remove(t, color, line->empty);
            else if (own > nearly)
                threat_add(t, color, cell);
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
