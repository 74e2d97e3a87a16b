#include "naive_variant.h"

#include <string.h>

static const int ways[13][3] = {
    {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1},   {1, 0, -1},
    {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
};

static const char powers[] = "_@=+";

/* The place one step on, around the cylinder where there is one. False outside the board. */
static bool go(const struct nv *n, struct nv_place *at, const int way[3], int sign)
{
    at->x += sign * way[0];
    at->y += sign * way[1];
    at->z += sign * way[2];
    if (n->variant == NV_CYLINDER) {
        if (at->x == n->width)
            at->x = 0;
        if (at->x == -1)
            at->x = n->width - 1;
    }
    return at->x >= 0 && at->x < n->width && at->y >= 0 && at->y < n->height && at->z >= 0 &&
           at->z < n->depth;
}

static int at_place(const struct nv *n, struct nv_place p)
{
    return n->cell[p.x][p.y][p.z];
}

static bool is_place(struct nv_place a, struct nv_place b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Collects the run from a place on; it ends before it would come to its first place again. */
static struct nv_line run_from(const struct nv *n, struct nv_place from, const int way[3])
{
    struct nv_line line = {0};
    struct nv_place at = from;
    do
        line.place[line.count++] = at;
    while (go(n, &at, way, 1) && at_place(n, at) == at_place(n, from) && !is_place(at, from));
    return line;
}

static bool is_whole_ring(const struct nv *n, const struct nv_line *line, const int way[3])
{
    struct nv_place at = line->place[line->count - 1];
    return go(n, &at, way, 1) && is_place(at, line->place[0]);
}

static void lines_at(struct nv_lines *out, const struct nv *n, struct nv_place from)
{
    for (int i = 0; i < 13 && at_place(n, from); i++) {
        struct nv_place before = from;
        bool has_before = go(n, &before, ways[i], -1) && at_place(n, before) == at_place(n, from);
        struct nv_line line = run_from(n, from, ways[i]);
        if (is_whole_ring(n, &line, ways[i]) ? from.x != 0 : has_before)
            continue;
        if (line.count >= n->connect)
            out->line[out->count++] = line;
    }
}

void nv_find_lines(struct nv_lines *out, const struct nv *n)
{
    out->count = 0;
    for (int x = 0; x < n->width; x++)
        for (int y = 0; y < n->height; y++)
            for (int z = 0; z < n->depth; z++)
                lines_at(out, n, (struct nv_place){x, y, z});
}

static bool has_line(const struct nv *n, int side)
{
    static struct nv_lines lines;
    nv_find_lines(&lines, n);
    for (int i = 0; i < lines.count; i++)
        if (at_place(n, lines.line[i].place[0]) == side)
            return true;
    return false;
}

static bool is_in_line(const struct nv *n, struct nv_place disc)
{
    static struct nv_lines lines;
    nv_find_lines(&lines, n);
    for (int i = 0; i < lines.count; i++)
        for (int k = 0; k < lines.line[i].count; k++)
            if (is_place(lines.line[i].place[k], disc))
                return true;
    return false;
}

static int landing(const struct nv *n, int column)
{
    int y = 0;
    while (y < n->height && n->cell[column % n->width][y][column / n->width])
        y++;
    return y;
}

static bool has_room(const struct nv *n, int column)
{
    return landing(n, column) < n->height;
}

static bool is_full(const struct nv *n)
{
    for (int column = 0; column < n->width * n->depth; column++)
        if (has_room(n, column))
            return false;
    return true;
}

static int bottom(const struct nv *n, int column)
{
    return n->cell[column % n->width][0][column / n->width];
}

static bool has_bottom(const struct nv *n, int side)
{
    for (int column = 0; column < n->width * n->depth; column++)
        if (bottom(n, column) == side)
            return true;
    return false;
}

static void put(struct nv *n, int column, int side, char mark)
{
    int x = column % n->width, z = column / n->width, y = landing(n, column);
    n->cell[x][y][z] = (char)side;
    n->mark[x][y][z] = mark;
}

static void pop(struct nv *n, int column)
{
    int x = column % n->width, z = column / n->width;
    for (int y = 0; y + 1 < n->height; y++) {
        n->cell[x][y][z] = n->cell[x][y + 1][z];
        n->mark[x][y][z] = n->mark[x][y + 1][z];
    }
    n->cell[x][n->height - 1][z] = 0;
    n->mark[x][n->height - 1][z] = 0;
}

bool nv_begin(struct nv_game *game, enum nv_variant variant, int width, int height, int depth,
              int connect, bool has_pie)
{
    struct nv *n = &game->now;
    if (variant == NV_FIVE && (depth > 1 || width < 3 || connect != 5))
        return false;
    if (variant == NV_POPTEN && width * height * depth < 20)
        return false;
    if (variant == NV_CYLINDER && width < connect)
        return false;
    if (variant == NV_TURN && height * depth > 52)
        return false;
    memset(n, 0, sizeof *n);
    n->variant = variant;
    n->has_pie = has_pie;
    n->width = width;
    n->height = height;
    n->depth = depth;
    n->connect = connect;
    n->side = 1;
    for (int side = 1; side <= 2; side++) {
        n->turns[side] = 2;
        for (int power = 0; power < 4; power++)
            n->has_power[side][power] = true;
    }
    for (int y = 0; variant == NV_FIVE && y < height; y++) {
        n->cell[0][y][0] = y % 2 == 0 ? 1 : 2;
        n->cell[width - 1][y][0] = y % 2 == 0 ? 2 : 1;
    }
    game->past[0] = *n;
    return true;
}

static bool may_drop(const struct nv *n, int column)
{
    if (!has_room(n, column) || n->left == NV_BOMB_POP)
        return false;
    if (n->left == NV_QUIET_DISC) {
        struct nv next = *n;
        put(&next, column, n->side, 0);
        return !has_line(&next, n->side);
    }
    if (n->variant != NV_POPTEN)
        return true;
    if (n->left == NV_PUT_BACK) {
        if (column != n->put_from)
            return true;
        for (int other = 0; other < n->width * n->depth; other++)
            if (other != column && has_room(n, other))
                return false;
        return true;
    }
    if (n->was_filled)
        return false;
    for (int other = 0; other < n->width * n->depth; other++)
        if (landing(n, other) < landing(n, column))
            return false;
    return true;
}

static bool may_pop(const struct nv *n, int column)
{
    if (n->variant == NV_POPOUT)
        return bottom(n, column) == n->side;
    if (n->variant == NV_POPTEN)
        return n->was_filled && n->left == NV_NOTHING && bottom(n, column) == n->side;
    return n->left == NV_BOMB_POP && bottom(n, column) == 3 - n->side;
}

bool nv_may(const struct nv *n, struct nv_move move)
{
    const char *power = strchr(powers, move.sign);
    if (n->outcome != NV_PLAYING || move.column < 0 || move.column >= n->width * n->depth)
        return false;
    if (move.sign == 'd')
        return may_drop(n, move.column);
    if (move.sign == '-')
        return (n->variant == NV_POPOUT || n->variant == NV_POPTEN || n->variant == NV_POWERUP) &&
               may_pop(n, move.column);
    if (move.sign == '~')
        return n->has_pie && n->side == 2 && !n->yellow_has_moved && n->left == NV_NOTHING &&
               move.column == 0;
    if (move.sign == '<' || move.sign == '>')
        return n->variant == NV_TURN && n->turns[n->side] > 0 && move.column == 0;
    return n->variant == NV_POWERUP && n->left == NV_NOTHING &&
           n->has_power[n->side][power - powers] && has_room(n, move.column) &&
           (move.sign != '@' || has_bottom(n, 3 - n->side));
}

static bool can_start(const struct nv *n)
{
    if (n->variant == NV_POPTEN && n->was_filled)
        return has_bottom(n, n->side);
    if (n->variant == NV_POPOUT && has_bottom(n, n->side))
        return true;
    if (n->variant == NV_TURN && n->turns[n->side] > 0)
        return true;
    return !is_full(n);
}

static void end_turn(struct nv *n, int next)
{
    if (n->side == 2)
        n->yellow_has_moved = true;
    n->left = NV_NOTHING;
    n->side = next;
    if (can_start(n))
        return;
    if (n->variant == NV_POPTEN && n->was_filled) {
        n->side = 3 - next;
        if (can_start(n))
            return;
    }
    n->outcome = NV_DRAWN;
}

static void won(struct nv *n, int side)
{
    n->outcome = NV_WON;
    n->winner = side;
}

/* After a pop or a turn of the board by the side to move. */
static bool lines_decide(struct nv *n)
{
    if (has_line(n, 3 - n->side))
        won(n, 3 - n->side);
    else if (has_line(n, n->side))
        won(n, n->side);
    return n->outcome == NV_WON;
}

static void do_drop(struct nv *n, int column)
{
    put(n, column, n->side, 0);
    if (n->variant == NV_POPTEN) {
        if (is_full(n))
            n->was_filled = true;
        end_turn(n, 3 - n->side);
    } else if (!has_line(n, n->side)) {
        end_turn(n, 3 - n->side);
    } else {
        won(n, n->variant == NV_MISERE ? 3 - n->side : n->side);
    }
}

static void do_pop(struct nv *n, int column)
{
    bool was_in_line = is_in_line(n, (struct nv_place){column % n->width, 0, column / n->width});
    pop(n, column);
    if (n->variant != NV_POPTEN) {
        if (!lines_decide(n))
            end_turn(n, 3 - n->side);
    } else if (!was_in_line) {
        n->left = NV_PUT_BACK;
        n->put_from = column;
    } else if (++n->kept[n->side] == 10) {
        won(n, n->side);
    } else {
        end_turn(n, n->side);
    }
}

static void do_power(struct nv *n, char sign, int column)
{
    n->has_power[n->side][strchr(powers, sign) - powers] = false;
    while (sign == '_' && landing(n, column) > 0)
        pop(n, column);
    put(n, column, n->side, sign);
    if (has_line(n, n->side)) {
        won(n, n->side);
        return;
    }
    n->left = sign == '@'   ? NV_BOMB_POP
              : sign == '=' ? NV_QUIET_DISC
              : sign == '+' ? NV_ANY_DISC
                            : NV_NOTHING;
    bool can_go_on = n->left == NV_BOMB_POP;
    for (int other = 0; n->left != NV_NOTHING && other < n->width * n->depth; other++)
        can_go_on |= may_drop(n, other);
    if (!can_go_on)
        end_turn(n, 3 - n->side);
}

static void do_turn(struct nv *n, bool is_right)
{
    struct nv old = *n;
    n->turns[n->side]--;
    memset(n->cell, 0, sizeof n->cell);
    n->width = old.height;
    n->height = old.width;
    for (int x = 0; x < old.width; x++)
        for (int y = 0; y < old.height; y++)
            for (int z = 0; z < old.depth; z++) {
                int to_x = is_right ? y : old.height - 1 - y;
                int to_y = is_right ? old.width - 1 - x : x;
                n->cell[to_x][to_y][z] = old.cell[x][y][z];
            }
    for (int pass = 0; pass < n->height; pass++)
        for (int x = 0; x < n->width; x++)
            for (int z = 0; z < n->depth; z++)
                for (int y = 1; y < n->height; y++)
                    if (!n->cell[x][y - 1][z]) {
                        n->cell[x][y - 1][z] = n->cell[x][y][z];
                        n->cell[x][y][z] = 0;
                    }
    if (!lines_decide(n))
        end_turn(n, 3 - n->side);
}

static bool is_repeated(const struct nv *a, const struct nv *b)
{
    return a->side == b->side && a->left == b->left &&
           memcmp(a->cell, b->cell, sizeof a->cell) == 0 &&
           (a->left != NV_PUT_BACK || a->put_from == b->put_from) &&
           memcmp(a->kept, b->kept, sizeof a->kept) == 0 && a->was_filled == b->was_filled;
}

void nv_play(struct nv_game *game, struct nv_move move)
{
    struct nv *n = &game->now;
    n->ply++;
    if (move.sign == 'd') {
        do_drop(n, move.column);
    } else if (move.sign == '-') {
        do_pop(n, move.column);
    } else if (move.sign == '~') {
        n->is_swapped = true;
        n->yellow_has_moved = true;
    } else if (move.sign == '<' || move.sign == '>') {
        do_turn(n, move.sign == '>');
    } else {
        do_power(n, move.sign, move.column);
    }
    bool can_repeat = n->variant == NV_POPOUT || n->variant == NV_POPTEN;
    int same = 0;
    for (int ply = 0; can_repeat && ply < n->ply; ply++)
        same += is_repeated(&game->past[ply], n);
    if (n->outcome == NV_PLAYING && (same >= 2 || n->ply == NV_PLIES))
        n->outcome = NV_DRAWN;
    game->past[n->ply] = *n;
}
