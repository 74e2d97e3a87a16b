#include "naive.h"

#include <string.h>

/* One of each pair of opposite directions: 3 along the axes, 6 in planes, 4 through space. */
static const int directions[NAIVE_DIRECTIONS][3] = {
    {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1},   {1, 0, -1},
    {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
};

struct naive naive_start(int width, int height, int depth, int connect)
{
    struct naive naive;
    memset(&naive, 0, sizeof naive);
    naive.width = width;
    naive.height = height;
    naive.depth = depth;
    naive.connect = connect;
    return naive;
}

static bool is_inside(const struct naive *naive, int x, int y, int z)
{
    return x >= 0 && x < naive->width && y >= 0 && y < naive->height && z >= 0 && z < naive->depth;
}

static int color_at(const struct naive *naive, int x, int y, int z)
{
    return is_inside(naive, x, y, z) ? naive->cell[x][y][z] : -1;
}

int naive_landing(const struct naive *naive, int column)
{
    int y = 0;
    while (y < naive->height && naive->cell[column % naive->width][y][column / naive->width])
        y++;
    return y;
}

bool naive_can_drop(const struct naive *naive, int column)
{
    if (column < 0 || column >= naive->width * naive->depth)
        return false;
    return naive->outcome == NAIVE_PLAYING && naive_landing(naive, column) < naive->height;
}

enum naive_color naive_mover(int ply)
{
    return ply % 2 == 0 ? NAIVE_RED : NAIVE_YELLOW;
}

/* The length of the run from x, y, z in this direction. */
static int discs_along(const struct naive *naive, int x, int y, int z, const int d[3], int sign)
{
    int color = naive->cell[x][y][z], count = 0;
    while (color_at(naive, x, y, z) == color) {
        count++;
        x += sign * d[0];
        y += sign * d[1];
        z += sign * d[2];
    }
    return count;
}

static bool wins_at(const struct naive *naive, int x, int y, int z)
{
    for (int i = 0; i < NAIVE_DIRECTIONS; i++) {
        const int *d = directions[i];
        int forth = discs_along(naive, x, y, z, d, 1);
        int back = discs_along(naive, x, y, z, d, -1);
        if (forth + back - 1 >= naive->connect)
            return true;
    }
    return false;
}

void naive_drop(struct naive *naive, int column)
{
    int x = column % naive->width, z = column / naive->width;
    int y = naive_landing(naive, column);
    naive->cell[x][y][z] = (unsigned char)naive_mover(naive->ply);
    naive->moves[naive->ply++] = column;
    if (wins_at(naive, x, y, z))
        naive->outcome = NAIVE_WON;
    else if (naive->ply == naive->width * naive->height * naive->depth)
        naive->outcome = NAIVE_DRAWN;
}

void naive_undo(struct naive *naive)
{
    int column = naive->moves[--naive->ply];
    int y = naive_landing(naive, column) - 1;
    naive->cell[column % naive->width][y][column / naive->width] = NAIVE_EMPTY;
    naive->outcome = NAIVE_PLAYING;
}

static void line_add(struct naive_lines *lines, struct naive_cell at, const int d[3], int count)
{
    if (lines->count == NAIVE_LINES_MAX)
        return;
    struct naive_line *line = &lines->line[lines->count++];
    line->count = count;
    for (int i = 0; i < count; i++)
        line->cell[i] = (struct naive_cell){at.x + i * d[0], at.y + i * d[1], at.z + i * d[2]};
}

static void lines_from(struct naive_lines *out, const struct naive *naive, struct naive_cell at)
{
    int color = naive->cell[at.x][at.y][at.z];
    if (color == NAIVE_EMPTY)
        return;
    for (int i = 0; i < NAIVE_DIRECTIONS; i++) {
        const int *d = directions[i];
        /* Counts only at the start of a run, so that each is found once. */
        if (color_at(naive, at.x - d[0], at.y - d[1], at.z - d[2]) == color)
            continue;
        int count = discs_along(naive, at.x, at.y, at.z, d, 1);
        if (count >= naive->connect)
            line_add(out, at, d, count);
    }
}

void naive_find_lines(struct naive_lines *out, const struct naive *naive)
{
    out->count = 0;
    for (int x = 0; x < naive->width; x++)
        for (int y = 0; y < naive->height; y++)
            for (int z = 0; z < naive->depth; z++)
                lines_from(out, naive, (struct naive_cell){x, y, z});
}

bool naive_has_line(const struct naive *naive, enum naive_color color)
{
    static struct naive_lines lines;
    naive_find_lines(&lines, naive);
    for (int i = 0; i < lines.count; i++) {
        struct naive_cell first = lines.line[i].cell[0];
        if (naive->cell[first.x][first.y][first.z] == color)
            return true;
    }
    return false;
}

static int places_from(const struct naive *naive, int x, int y, int z)
{
    int count = 0, reach = naive->connect - 1;
    for (int i = 0; i < NAIVE_DIRECTIONS; i++) {
        const int *d = directions[i];
        count += is_inside(naive, x + reach * d[0], y + reach * d[1], z + reach * d[2]);
    }
    return count;
}

int naive_count_places(const struct naive *naive)
{
    int count = 0;
    for (int x = 0; x < naive->width; x++)
        for (int y = 0; y < naive->height; y++)
            for (int z = 0; z < naive->depth; z++)
                count += places_from(naive, x, y, z);
    return count;
}

unsigned long long naive_perft(struct naive *naive, int depth)
{
    if (depth == 0)
        return 1;
    unsigned long long count = 0;
    for (int column = 0; column < naive->width * naive->depth; column++) {
        if (!naive_can_drop(naive, column))
            continue;
        naive_drop(naive, column);
        count += naive_perft(naive, depth - 1);
        naive_undo(naive);
    }
    return count;
}
