/* Every variant of the library, compared with the naive one after every move of random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "agree.h"
#include "fourfall.h"
#include "naive_variant.h"

enum { MOVES = 20000, TEXT_MAX = FF_VARIANT_TEXT_MAX + 2 * FF_PLIES_MAX + 2 };

static const char signs[] = "d-_@=+<>~";
static uint64_t dice;
static long moves_made;
static struct nv_game naive;

static struct nv_move naive_move(int move)
{
    return (struct nv_move){signs[move / FF_ACTION_STEP], move % FF_ACTION_STEP};
}

static void say(const ff_variant_game *game, const char *what)
{
    char text[TEXT_MAX];
    ff_text out = ff_text_on(text, sizeof text);
    (void)ff_variant_game_write(&out, game, true);
    fail_msg("%s: %s", text, what);
}

static int cell_of(const struct nv *n, struct nv_place at)
{
    return at.y + n->height * (at.x + n->width * at.z);
}

static bool cells_agree(const struct nv *n, const ff_variant_position *p)
{
    for (int x = 0; x < n->width; x++)
        for (int y = 0; y < n->height; y++)
            for (int z = 0; z < n->depth; z++) {
                int cell = cell_of(n, (struct nv_place){x, y, z});
                static const ff_color colors[] = {FF_NONE, FF_RED, FF_YELLOW};
                char mark = n->mark[x][y][z];
                if (ff_position_cell(&p->board, cell) != colors[(int)n->cell[x][y][z]])
                    return false;
                if (signs[ff_variant_special(p, cell)] != (mark ? mark : 'd'))
                    return false;
            }
    return true;
}

static bool facts_agree(const struct nv *n, const ff_variant_position *p)
{
    ff_color turn = n->outcome == NV_PLAYING ? (ff_color)(n->side - 1) : FF_NONE;
    ff_color winner = n->outcome == NV_WON ? (ff_color)(n->winner - 1) : FF_NONE;
    for (int side = 0; side < 2; side++) {
        bool counts = n->variant == NV_TURN;
        if (p->kept[side] != n->kept[side + 1] ||
            p->turns[side] != (counts ? n->turns[side + 1] : 0) ||
            ff_variant_player(p, (ff_color)side) != (n->is_swapped ? 1 - side : side))
            return false;
    }
    return p->board.ply == n->ply && p->board.status == n->outcome && p->winner == winner &&
           ff_variant_side_to_move(p) == turn && p->board.rules->board.width == n->width &&
           p->board.rules->board.height == n->height;
}

static bool moves_agree(const struct nv *n, const ff_variant_position *p)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(p, moves), at = 0;
    for (int move = 0; move < (int)strlen(signs) * FF_ACTION_STEP; move++) {
        bool may = nv_may(n, naive_move(move));
        if (may != (ff_variant_can_play(p, move) == FF_OK))
            return false;
        if (may && (at == count || moves[at++] != move))
            return false;
    }
    return at == count;
}

static bool line_is(const struct nv *n, const struct nv_line *a, const ff_line *b)
{
    int found = 0;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            found += b->cells[k] == cell_of(n, a->place[i]);
    return found == a->count && a->count == b->count;
}

static bool lines_agree(const struct nv *n, const ff_variant_position *p)
{
    static struct nv_lines lines;
    ff_line line;
    int cursor = 0, count = 0;
    lines.count = 0;
    if (n->outcome == NV_WON && n->variant != NV_POPTEN)
        nv_find_lines(&lines, n);
    for (; ff_variant_line(p, &cursor, &line); count++) {
        bool is_found = false;
        for (int i = 0; i < lines.count; i++)
            is_found |= line_is(n, &lines.line[i], &line);
        if (!is_found)
            return false;
    }
    return count == lines.count;
}

static void agree(const ff_variant_game *game)
{
    const struct nv *n = &naive.now;
    const ff_variant_position *p = &game->position;
    if (!cells_agree(n, p))
        say(game, "the cells differ");
    if (!facts_agree(n, p))
        say(game, "status, sides or counts differ");
    if (!moves_agree(n, p))
        say(game, "the legal moves differ");
    if (!lines_agree(n, p))
        say(game, "the lines differ");
}

/* Compares everything that a game's value can tell. */
static bool positions_equal(const ff_variant_position *a, const ff_variant_position *b)
{
    return memcmp(a->board.discs, b->board.discs, sizeof a->board.discs) == 0 &&
           memcmp(a->board.height, b->board.height, sizeof a->board.height) == 0 &&
           memcmp(a->special, b->special, sizeof a->special) == 0 &&
           memcmp(a->powers, b->powers, 2) == 0 && memcmp(a->turns, b->turns, 2) == 0 &&
           memcmp(a->kept, b->kept, 2) == 0 && a->board.ply == b->board.ply &&
           a->board.status == b->board.status && a->side == b->side && a->mover == b->mover &&
           a->winner == b->winner && a->task == b->task && a->from == b->from &&
           a->is_filled == b->is_filled && a->has_answered == b->has_answered &&
           a->is_swapped == b->is_swapped &&
           (a->board.rules == &a->rules->turned) == (b->board.rules == &b->rules->turned);
}

/* Undo and redo are inverse, and a game reads as it is written. */
static void history_holds(const ff_variant_game *game)
{
    char text[TEXT_MAX];
    ff_variant_game copy = *game, again;
    ff_variant_rules rules;
    ff_text out = ff_text_on(text, sizeof text);
    assert_int_equal(ff_variant_game_undo(&copy), FF_OK);
    assert_int_equal(copy.position.board.ply + 1, game->position.board.ply);
    assert_int_equal(copy.position.board.status, FF_PLAYING);
    assert_int_equal(ff_variant_game_redo(&copy), FF_OK);
    if (!positions_equal(&copy.position, &game->position))
        say(game, "undo and redo are not inverse");
    assert_int_equal(ff_variant_game_seek(&copy, 0), FF_OK);
    assert_int_equal(ff_variant_game_seek(&copy, game->end), FF_OK);
    if (!positions_equal(&copy.position, &game->position))
        say(game, "seek does not come back");
    assert_int_equal(ff_variant_game_write(&out, game, true), FF_OK);
    assert_int_equal(ff_variant_game_read(&again, &rules, text, out.len, NULL), FF_OK);
    if (!positions_equal(&again.position, &game->position))
        say(game, "it does not read as it was written");
}

/* A refused move changes nothing. */
static void refusal_holds(ff_variant_game *game)
{
    ff_variant_game before;
    int move = dice_roll(&dice, FF_ACTION_COUNT * FF_ACTION_STEP + 2) - 1;
    memcpy(&before, game, sizeof before);
    ff_err err = ff_variant_can_play(&game->position, move);
    if (!err)
        return;
    assert_int_equal(ff_variant_game_play(game, move), err);
    assert_memory_equal(&before, game, sizeof before);
}

/* A legal move; calm games avoid an end for a while, and powers and turns come seldom. */
static int move_pick(const ff_variant_game *game, bool is_calm)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(&game->position, moves), move = moves[0];
    for (int tries = is_calm ? 6 : 1; tries > 0; tries--) {
        move = moves[dice_roll(&dice, count)];
        if (ff_move_action(move) > FF_POP && dice_roll(&dice, 8))
            move = moves[dice_roll(&dice, count)];
        ff_variant_game next = *game;
        assert_int_equal(ff_variant_game_play(&next, move), FF_OK);
        if (next.position.board.status == FF_PLAYING)
            break;
    }
    return move;
}

static void game_agrees(ff_variant variant, ff_board board, bool has_pie, bool is_calm)
{
    ff_variant_rules rules;
    ff_err err = ff_variant_rules_init(&rules, variant, board, has_pie);
    bool is_played = nv_begin(&naive, (enum nv_variant)variant, board.width, board.height,
                              board.depth, board.connect, has_pie);
    assert_int_equal(err == FF_OK, is_played);
    if (err)
        return;
    ff_variant_game game = ff_variant_game_start(&rules);
    agree(&game);
    while (game.position.board.status == FF_PLAYING) {
        int move = move_pick(&game, is_calm);
        nv_play(&naive, naive_move(move));
        assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
        agree(&game);
        refusal_holds(&game);
        if (dice_roll(&dice, 16) == 0)
            history_holds(&game);
        moves_made++;
    }
    history_holds(&game);
}

static ff_board board_any(ff_variant variant)
{
    ff_board board = ff_variant_board(variant);
    int kind = dice_roll(&dice, 4);
    if (kind == 0)
        return board;
    do {
        board.width = 1 + dice_roll(&dice, kind == 1 ? 5 : 8);
        board.height = 1 + dice_roll(&dice, kind == 1 ? 5 : 8);
        board.depth = kind == 3 ? 1 + dice_roll(&dice, 4) : 1;
        board.connect = 3 + dice_roll(&dice, 3);
    } while (ff_board_check(board) != FF_OK);
    return board;
}

/* FF_CASES is the number of moves. */
static void variant_agrees(ff_variant variant)
{
    moves_made = 0;
    for (int i = 0; moves_made < dice_cases(MOVES); i++)
        game_agrees(variant, board_any(variant), i % 3 == 0, i % 2 == 0);
}

static void standard_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_STANDARD);
}

static void popout_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_POPOUT);
}

static void powerup_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_POWERUP);
}

static void five_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_FIVE);
}

static void popten_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_POPTEN);
}

static void misere_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_MISERE);
}

static void cylinder_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_CYLINDER);
}

static void turn_agrees(void **state)
{
    (void)state;
    variant_agrees(FF_TURN);
}

static unsigned long long naive_count(struct nv_game *game, int depth)
{
    unsigned long long sum = 0;
    struct nv before = game->now;
    for (int move = 0; move < (int)strlen(signs) * FF_ACTION_STEP; move++) {
        if (!nv_may(&before, naive_move(move)))
            continue;
        nv_play(game, naive_move(move));
        sum += depth == 1 ? 1 : naive_count(game, depth - 1);
        game->now = before;
    }
    return sum;
}

/* On boards so small that everything happens: full boards, repetitions, passes. */
static void every_sequence_is_counted_alike(void **state)
{
    static const struct {
        ff_variant variant;
        ff_board board;
        int depth;
    } cases[] = {
        {FF_STANDARD, {3, 3, 1, 3}, 7}, {FF_POPOUT, {2, 2, 1, 3}, 9}, {FF_POPOUT, {3, 2, 1, 3}, 6},
        {FF_POWERUP, {3, 2, 1, 3}, 4},  {FF_FIVE, {4, 4, 1, 5}, 6},   {FF_MISERE, {3, 3, 1, 3}, 7},
        {FF_CYLINDER, {3, 3, 1, 3}, 7}, {FF_TURN, {3, 2, 1, 3}, 5},   {FF_POPOUT, {1, 2, 2, 3}, 8},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ff_board b = cases[i].board;
        ff_variant_rules rules;
        assert_int_equal(ff_variant_rules_init(&rules, cases[i].variant, b, true), FF_OK);
        assert_true(nv_begin(&naive, (enum nv_variant)cases[i].variant, b.width, b.height, b.depth,
                             b.connect, true));
        ff_variant_game game = ff_variant_game_start(&rules);
        assert_int_equal(ff_variant_perft(&game, cases[i].depth),
                         naive_count(&naive, cases[i].depth));
    }
}

/* Standard is the game of the other types, move by move. */
static void standard_is_the_plain_game(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        ff_board board = board_any(FF_STANDARD);
        ff_variant_rules rules;
        assert_int_equal(ff_variant_rules_init(&rules, FF_STANDARD, board, false), FF_OK);
        ff_variant_game game = ff_variant_game_start(&rules);
        ff_position plain = ff_position_start(&rules.upright);
        while (plain.status == FF_PLAYING) {
            int move = move_pick(&game, true);
            assert_int_equal(ff_position_drop(&plain, move), FF_OK);
            assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
            assert_memory_equal(plain.discs, game.position.board.discs, sizeof plain.discs);
            assert_int_equal(plain.status, game.position.board.status);
            assert_int_equal(ff_position_winner(&plain), game.position.winner);
            assert_int_equal(ff_position_side_to_move(&plain),
                             ff_variant_side_to_move(&game.position));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_agrees),
        cmocka_unit_test(popout_agrees),
        cmocka_unit_test(powerup_agrees),
        cmocka_unit_test(five_agrees),
        cmocka_unit_test(popten_agrees),
        cmocka_unit_test(misere_agrees),
        cmocka_unit_test(cylinder_agrees),
        cmocka_unit_test(turn_agrees),
        cmocka_unit_test(every_sequence_is_counted_alike),
        cmocka_unit_test(standard_is_the_plain_game),
    };
    dice = dice_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
