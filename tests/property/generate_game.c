#include "generators.h"
#include "oracle.h"

#include <limits.h>

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

ff_board generate_board(struct source *source)
{
    static const int connects[] = {4, 3, 5, 4, 3, 6, 7, 8};
    if (source->family == FAMILY_CLASSIC)
        return ff_classic;
    if (source_chance(source, 16))
        return ff_cube;
    ff_board board = {.depth = 1};
    board.connect = connects[source_choose(source, 8)];
    bool is_deep = source_chance(source, 3);
    board.width = source_between(source, 1, FF_SIDE_MAX);
    if (is_deep)
        board.depth = source_between(source, 1, smaller(FF_SIDE_MAX, FF_COLUMNS_MAX / board.width));
    int columns = board.width * board.depth;
    board.height = source_between(source, 1, smaller(FF_SIDE_MAX, FF_CELLS_MAX / columns));
    return board;
}

int generate_move(struct source *source, const ff_position *position)
{
    uint8_t moves[FF_COLUMNS_MAX];
    int count = ff_position_moves(position, moves);
    return count ? moves[source_choose(source, (uint32_t)count)] : -1;
}

int generate_column_number(struct source *source, const ff_rules *rules)
{
    int columns = rules->columns;
    if (!source_chance(source, 4))
        return source_between(source, 0, columns - 1);
    switch (source_choose(source, 6)) {
    case 0:
        return columns;
    case 1:
        return -1;
    case 2:
        return columns + source_between(source, 0, 300);
    case 3:
        return -source_between(source, 1, 300);
    case 4:
        return INT_MAX;
    default:
        return INT_MIN;
    }
}

static bool drop_wins(const ff_position *position, int column)
{
    ff_position after = *position;
    int cell = oracle_landing_cell(position, column);
    return ff_position_drop(&after, column) == FF_OK && oracle_is_winning(&after, cell);
}

/* The first column from `column` on, cyclically, where a disc completes no line; `column` itself if
 * there is none. */
static int quiet_column(const ff_position *position, int column)
{
    int columns = position->rules->columns;
    for (int i = 0; i < columns; i++) {
        int other = (column + i) % columns;
        if (ff_position_can_drop(position, other) == FF_OK && !drop_wins(position, other))
            return other;
    }
    return column;
}

static void game_note(struct source *source, const ff_game *game)
{
    char moves[FF_CELLS_MAX + FF_BOARD_TEXT_MAX + 2];
    ff_text text = ff_text_on(moves, sizeof moves);
    if (ff_game_write(&text, game, true) == FF_OK)
        source_note(source, "game %s ", moves);
}

verdict generate_game(struct source *source, ff_game *out, const ff_rules *rules)
{
    *out = ff_game_start(rules);
    int length = source_between(source, 0, rules->cells);
    bool is_quiet = source_chance(source, 2);
    while (length-- > 0 && out->position.status == FF_PLAYING) {
        int column = generate_move(source, &out->position);
        if (is_quiet)
            column = quiet_column(&out->position, column);
        HOLD(source, ff_game_drop(out, column) == FF_OK);
    }
    game_note(source, out);
    return CASE_HOLDS;
}

verdict generate_full_column(struct source *source, ff_game *out, const ff_rules *rules, int column)
{
    *out = ff_game_start(rules);
    while (oracle_landing_cell(&out->position, column) >= 0) {
        if (out->position.status != FF_PLAYING)
            return CASE_SKIPPED;
        int next = source_chance(source, 2) ? generate_move(source, &out->position) : column;
        HOLD(source, ff_game_drop(out, quiet_column(&out->position, next)) == FF_OK);
    }
    game_note(source, out);
    return CASE_HOLDS;
}

/* Depth-first search for a full board, with its own random numbers: a tape with every column tried
 * and undone would not be readable. */
struct draw_search {
    ff_game game;
    uint64_t random;
    int left;
};

static bool draw_search_go(struct draw_search *search)
{
    ff_game before = search->game;
    const ff_position *position = &before.position;
    if (position->ply == position->rules->cells)
        return true;
    int columns = position->rules->columns;
    int first = (int)(source_random(&search->random) % (uint64_t)columns);
    int stride = source_random(&search->random) % 2 ? 1 : columns - 1;
    for (int i = 0; i < columns && search->left-- > 0; i++) {
        int column = (first + i * stride) % columns;
        if (oracle_landing_cell(position, column) < 0 || drop_wins(position, column))
            continue;
        if (ff_game_drop(&search->game, column) == FF_OK && draw_search_go(search))
            return true;
        search->game = before;
    }
    return false;
}

verdict generate_draw(struct source *source, ff_game *out, const ff_rules *rules)
{
    /* Restarting is cheaper than a long search: one in six succeeds on the classic board. */
    enum { ATTEMPTS = 40 };
    int tries = 2 * rules->cells + 16;
    uint64_t seed = source_choose(source, 1u << 31);
    for (int i = 0; i < ATTEMPTS; i++) {
        struct draw_search search = {ff_game_start(rules), seed + (uint64_t)i, tries};
        if (draw_search_go(&search)) {
            *out = search.game;
            game_note(source, out);
            return CASE_HOLDS;
        }
    }
    return CASE_SKIPPED;
}
