/* Every rule of docs/variants.md as a game, with what must come out of it. The naive game and the library
 * both play it; a rule that one of them breaks fails here by its name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "agree.h"
#include "fourfall.h"
#include "naive_variant.h"

#define KEPT_NINE "2x12c3-popten:121212121212121212121212-1-1-1-1-1-1-1-1-1"

/* `result` is 'R' or 'Y' for the side to move, 'r' or 'y' for the side that has won, '=' for a draw, and
 * 'x' if the last move is illegal. `discs` has the columns from left to right, each from the bottom, with
 * a full stop between two columns and none after the last disc; null: not compared. */
static const struct rule {
    const char *name, *game;
    char result;
    const char *discs;
} rules[] = {
    {"a line wins", "1212121", 'r', NULL},
    {"three in a row do not win", "121212", 'R', NULL},
    {"a longer line counts", "112244553", 'r', NULL},
    {"a full board without a line is a draw", "2x2:1212", '=', NULL},
    {"nothing is moved after the end", "12121213", 'x', NULL},
    {"a full column takes no disc", "1x2x2:111", 'x', NULL},
    {"standard has no pops", "4-4", 'x', NULL},

    {"the discs above a pop fall", "popout:44-4", 'Y', "...Y"},
    {"only a disc of one's own is popped", "popout:4-4", 'x', NULL},
    {"an empty column has nothing to pop", "popout:-1", 'x', NULL},
    {"a disc further up is not popped", "popout:441-4", 'x', NULL},
    {"a pop that completes a line of one's own wins", "4x4c3-popout:11322114-1", 'r', NULL},
    {"a pop that completes a line of the other side loses", "4x4c3-popout:42213-2", 'r', NULL},
    {"of two lines after a pop that of the other side wins", "4x4c3-popout:334221314-1-3", 'y',
     NULL},
    {"a position for the third time is a draw", "popout:12-1-212-1-2", '=', NULL},
    {"a position for the second time is none", "popout:12-1-2", 'R', NULL},
    {"the side to move belongs to the position", "popout:12-1-212-1", 'Y', NULL},
    {"a full board alone is no draw", "1x2c3-popout:11", 'R', NULL},
    {"a side that can neither drop nor pop has a draw", "1x1c3-popout:1", '=', NULL},

    {"an anvil clears its column", "powerup:44_4", 'Y', "...R"},
    {"an anvil falls into an empty column", "powerup:_4", 'Y', "...R"},
    {"an anvil needs room", "1x2x2-powerup:11_1", 'x', NULL},
    {"an anvil also takes its owner's discs", "powerup:4151_4", 'Y', "YY...R.R"},
    {"an anvil may complete a line", "4x4c3-powerup:+23_4_4", 'r', NULL},
    {"a power is spent", "powerup:_41_4", 'x', NULL},
    {"each side has its own powers", "powerup:_4_4", 'R', "...Y"},
    {"a bomb goes on with a pop", "powerup:12@4-2", 'Y', "R...R"},
    {"a bomb's turn goes on", "powerup:12@4", 'R', NULL},
    {"a bomb pops no disc of its owner", "powerup:12@3-1", 'x', NULL},
    {"a bomb is followed by nothing else", "powerup:12@34", 'x', NULL},
    {"a bomb needs a target", "powerup:@4", 'x', NULL},
    {"a target lies in row 0", "powerup:41@11", 'x', NULL},
    {"a bomb may complete a line", "4x4c3-powerup:+241@3", 'r', NULL},
    {"a bomb's pop may complete a line", "4x4c3-powerup:=231@1-1", 'r', NULL},
    {"a bomb's pop may complete a line of the other side", "4x4c3-powerup:+23+132_21=21@2-1", 'y',
     NULL},
    {"of two lines after a bomb that of the other side wins", "4x4c3-powerup:1_22+31+13@2-1", 'r',
     NULL},
    {"there are no pops without a bomb", "powerup:41-4", 'x', NULL},
    {"of no disc of the other side either", "powerup:41-1", 'x', NULL},
    {"a wall goes on with a second disc", "powerup:=1", 'R', NULL},
    {"a wall's second disc ends the turn", "powerup:=12", 'Y', "R.R"},
    {"a wall's second disc completes no line", "powerup:172737=64", 'x', NULL},
    {"a wall may complete a line itself", "4x4c3-powerup:+433=2", 'r', NULL},
    {"a wall without a second column ends the turn", "1x2c3-powerup:1=1", '=', NULL},
    {"a wall whose every second disc wins ends the turn", "2x3c3-powerup:+11+22=2", 'Y', "RR.YYR"},
    {"a double goes on with a second disc", "powerup:1+2", 'Y', NULL},
    {"a double's second disc ends the turn", "powerup:1+23", 'R', "R.Y.Y"},
    {"a double's second disc may win", "powerup:1727+34", 'r', NULL},
    {"a double may win itself", "powerup:172737+4", 'r', NULL},
    {"a second disc is plain", "powerup:+4+5", 'x', NULL},
    {"a second disc is no anvil", "powerup:+4_5", 'x', NULL},
    {"a double on a full board ends the turn", "1x1c3-powerup:+1", '=', NULL},

    {"the outer columns are full", "five:1", 'x', NULL},
    {"so is the last one", "five:9", 'x', NULL},
    {"the outer columns alternate", "five:5", 'Y', "RYRYRY....R....YRYRYR"},
    {"four in a row do not win five", "five:4455667", 'Y', NULL},
    {"discs of the outer columns count", "five:2233445", 'r', NULL},

    {"the lowest row is filled first", "5x4-popten:11", 'x', NULL},
    {"lines mean nothing while the board is filled", "4x5-popten:1234123412341", 'Y', NULL},
    {"no pops before the board is full", "5x4-popten:12-1", 'x', NULL},
    {"no drops once it is full", "4x5-popten:123412341234123412341", 'x', NULL},
    {"a disc out of a line is kept, and the turn goes on", "4x5-popten:12341234123412341234-1", 'R',
     NULL},
    {"nor in the turn that goes on", "4x5-popten:12341234123412341234-11", 'x', NULL},
    {"a disc in no line goes back", "4x5-popten:12341234123412341234-1-1-1", 'R', NULL},
    {"only an own disc is popped", "4x5-popten:12341234123412341234-2", 'x', NULL},
    {"the disc goes back before the next pop", "4x5-popten:12341234123412341234-1-1-1-3", 'x',
     NULL},
    {"into its own column where no other has room", "4x5-popten:12341234123412341234-1-1-11", 'Y',
     NULL},
    {"else into another column", "4x5-popten:12341234123412341234-1-1-11-2-2-22", 'x', NULL},
    {"another column", "4x5-popten:12341234123412341234-1-1-11-2-2-21", 'R', NULL},
    {"a side without a disc in row 0 is passed over", "2x10-popten:12212112121212121212-11-11", 'Y',
     NULL},

    {"nine kept discs do not win", KEPT_NINE, 'R', NULL},
    {"ten kept discs win", KEPT_NINE "-1", 'r', NULL},
    {"the third repetition in popten is a draw", "2x10-popten:12211221122112211221-11-11-11-11",
     '=', NULL},
    {"in popten, too, the side to move belongs to the position",
     "4x5c8-popten:12341234123412341234-11-22", 'R', NULL},
    {"and the third time is a draw", "4x5c8-popten:12341234123412341234-11-22-11-22", '=', NULL},
    {"the second one is none", "2x10-popten:12211221122112211221-11-11", 'R', NULL},

    {"who completes a line loses", "misere:1213141", 'y', NULL},
    {"a full board is a draw in misere", "2x2-misere:1212", '=', NULL},

    {"a line goes on at the other edge", "cylinder:6677112", 'r', NULL},
    {"so does a diagonal", "cylinder:67712112422", 'r', NULL},
    {"rows do not wrap", "4x4c3-cylinder:12111", 'Y', NULL},
    {"layers do not wrap", "3x1x4c3-cylinder:abdej", 'Y', NULL},

    {"right: the left edge goes up", "turn:11>", 'Y', "R.Y"},
    {"left: the right edge goes up", "turn:11<", 'Y', "....Y.R"},
    {"a turned board has other columns", "turn:>7", 'x', NULL},
    {"a turned board is higher", "turn:>1111111", 'R', NULL},
    {"the upright board is not", "turn:1111111", 'x', NULL},
    {"all layers turn together", "3x2x2-turn:14>", 'Y', "R..Y"},
    {"two turns for each side", "turn:<>><", 'R', NULL},
    {"and no third one", "turn:<>><>", 'x', NULL},
    {"of two lines after a turn that of the other side wins", "4x4c3-turn:441133<", 'y', NULL},
    {"a turn may win", "4x4c3-turn:324<24<", 'r', NULL},
    {"a turn may lose", "4x4c3-turn:2>314<", 'r', NULL},
    {"on a full board a side with a turn must turn", "1x1-turn:1", 'Y', NULL},
    {"a full board without a turn is a draw", "1x1-turn:1><><", '=', NULL},

    {"sides are swapped in answer to the first disc", "pie:4~", 'Y', "...R"},
    {"once", "pie:4~~", 'x', NULL},
    {"not before it", "pie:~", 'x', NULL},
    {"not by Red", "pie:44~", 'x', NULL},
    {"not later", "pie:434~", 'x', NULL},
    {"not without the option", "4~", 'x', NULL},
    {"not within the first turn", "powerup-pie:+4~", 'x', NULL},
    {"after the whole first turn", "powerup-pie:+45~", 'Y', NULL},
    {"not within Yellow's first turn", "powerup-pie:1+2~", 'x', NULL},
    {"a swap is no move for a full board", "1x1-pie:1", '=', NULL},
};

static struct nv_game naive;

static struct nv_move naive_move(int move)
{
    static const char signs[] = "d-_@=+<>~";
    return (struct nv_move){signs[move / FF_ACTION_STEP], move % FF_ACTION_STEP};
}

static bool naive_begin(const ff_variant_rules *r)
{
    ff_board b = r->upright.board;
    return nv_begin(&naive, (enum nv_variant)r->variant, b.width, b.height, b.depth, b.connect,
                    r->has_pie);
}

/* The move of a rule's text at *at, by the width and depth of the naive board. */
static struct nv_move move_at(const char *text, size_t *at)
{
    static const char digits[] = "123456789", letters[] = "abcdefghijklmnopqrstuvwxyz";
    bool has_digits = naive.now.width * naive.now.depth <= 9;
    struct nv_move move = {'d', 0};
    if (strchr("-_@=+<>~", text[*at]))
        move.sign = text[(*at)++];
    if (strchr("<>~", move.sign))
        return move;
    const char *found = strchr(has_digits ? digits : letters, text[(*at)++]);
    move.column = found ? (int)(found - (has_digits ? digits : letters)) : 99;
    return move;
}

static char naive_result(const struct nv *n)
{
    if (n->outcome == NV_DRAWN)
        return '=';
    if (n->outcome == NV_WON)
        return n->winner == 1 ? 'r' : 'y';
    return n->side == 1 ? 'R' : 'Y';
}

static char library_result(const ff_variant_position *p)
{
    if (p->board.status == FF_DRAWN)
        return '=';
    if (p->board.status == FF_WON)
        return p->winner == FF_RED ? 'r' : 'y';
    return p->side == FF_RED ? 'R' : 'Y';
}

/* Plays the moves; 'x' if one of them is illegal, which must be the last. */
static char naive_plays(const struct rule *rule, const char *moves)
{
    for (size_t at = 0; moves[at];) {
        struct nv_move move = move_at(moves, &at);
        if (nv_may(&naive.now, move)) {
            nv_play(&naive, move);
            continue;
        }
        if (moves[at])
            fail_msg("%s: %s is illegal before its last move", rule->name, rule->game);
        return 'x';
    }
    return naive_result(&naive.now);
}

static void naive_discs(char *out, const struct nv *n)
{
    size_t len = 0, end = 0;
    for (int column = 0; column < n->width * n->depth; column++) {
        if (column)
            out[len++] = '.';
        for (int y = 0; y < n->height; y++) {
            char cell = n->cell[column % n->width][y][column / n->width];
            if (cell) {
                out[len++] = cell == 1 ? 'R' : 'Y';
                end = len;
            }
        }
    }
    out[end] = '\0';
}

static void library_discs(char *out, const ff_variant_position *p)
{
    size_t len = 0, end = 0;
    for (int column = 0; column < p->board.rules->columns; column++) {
        if (column)
            out[len++] = '.';
        for (int row = 0; row < p->board.height[column]; row++) {
            int cell = column * p->board.rules->board.height + row;
            out[len++] = ff_position_cell(&p->board, cell) == FF_RED ? 'R' : 'Y';
            end = len;
        }
    }
    out[end] = '\0';
}

static void says(const struct rule *rule, const char *who, char result, const char *discs)
{
    if (result != rule->result)
        fail_msg("%s: after %s %s says %c instead of %c", rule->name, rule->game, who, result,
                 rule->result);
    if (rule->discs && result != 'x' && strcmp(discs, rule->discs) != 0)
        fail_msg("%s: after %s %s has %s instead of %s", rule->name, rule->game, who, discs,
                 rule->discs);
}

/* Reads the game, or what is in front of its illegal last move. */
static char library_plays(ff_variant_game *game, ff_variant_rules *r, const struct rule *rule)
{
    size_t at = 0, len = strlen(rule->game);
    if (!ff_variant_game_read(game, r, rule->game, len, &at))
        return library_result(&game->position);
    const char *colon = strchr(rule->game, ':');
    size_t front = colon ? (size_t)(colon + 1 - rule->game) : 0;
    assert_int_not_equal(at, SIZE_MAX);
    assert_int_equal(ff_variant_game_read(game, r, rule->game, front + at, NULL), FF_OK);
    return 'x';
}

static void rule_holds(const struct rule *rule)
{
    char discs[2 * FF_CELLS_MAX];
    const char *colon = strchr(rule->game, ':');
    ff_variant_rules r;
    ff_variant_game game;
    char result = library_plays(&game, &r, rule);
    library_discs(discs, &game.position);
    says(rule, "the library", result, discs);
    assert_true(naive_begin(&r));
    result = naive_plays(rule, colon ? colon + 1 : rule->game);
    naive_discs(discs, &naive.now);
    says(rule, "the naive game", result, discs);
    assert_int_equal(naive.now.is_swapped, ff_variant_player(&game.position, FF_RED));
}

static void every_rule_holds_in_both(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        rule_holds(&rules[i]);
}

static void boards_that_make_no_sense_are_refused_by_both(void **state)
{
    static const struct {
        ff_variant variant;
        ff_board board;
        bool is_played;
    } cases[] = {
        {FF_FIVE, {9, 6, 1, 5}, true},      {FF_FIVE, {9, 6, 2, 5}, false},
        {FF_FIVE, {2, 6, 1, 5}, false},     {FF_FIVE, {3, 6, 1, 5}, true},
        {FF_FIVE, {9, 6, 1, 4}, false},     {FF_POPTEN, {5, 4, 1, 4}, true},
        {FF_POPTEN, {3, 6, 1, 4}, false},   {FF_CYLINDER, {4, 6, 1, 4}, true},
        {FF_CYLINDER, {3, 6, 1, 4}, false}, {FF_TURN, {4, 12, 4, 4}, true},
        {FF_TURN, {4, 12, 5, 4}, false},    {FF_POPOUT, {5, 5, 5, 4}, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ff_board b = cases[i].board;
        ff_variant_rules r;
        assert_int_equal(ff_variant_rules_init(&r, cases[i].variant, b, false) == FF_OK,
                         cases[i].is_played);
        assert_int_equal(nv_begin(&naive, (enum nv_variant)cases[i].variant, b.width, b.height,
                                  b.depth, b.connect, false),
                         cases[i].is_played);
    }
}

static void a_full_ring_is_one_line(void **state)
{
    static const struct rule ring = {"a full ring wins", "4x2-cylinder:1122334", 'r', NULL};
    static struct nv_lines lines;
    ff_variant_rules r;
    ff_variant_game game;
    ff_line line;
    int cursor = 0;
    (void)state;
    rule_holds(&ring);
    nv_find_lines(&lines, &naive.now);
    assert_int_equal(lines.count, 1);
    assert_int_equal(lines.line[0].count, 4);
    assert_int_equal(library_plays(&game, &r, &ring), 'r');
    assert_true(ff_variant_line(&game.position, &cursor, &line));
    assert_int_equal(line.count, 4);
    assert_false(ff_variant_line(&game.position, &cursor, &line));
}

/* The special disc of Yellow's column is popped, and is no special disc any more. */
static void a_popped_disc_takes_its_power_along(void **state)
{
    static const struct rule rule = {"the anvil is popped", "powerup:4_5@4-5", 'Y', "...RR"};
    ff_variant_rules r;
    ff_variant_game game;
    (void)state;
    rule_holds(&rule);
    assert_int_equal(naive.now.mark[3][1][0], '@');
    assert_int_equal(naive.now.mark[4][0][0], 0);
    assert_int_equal(library_plays(&game, &r, &rule), 'Y');
    assert_int_equal(ff_variant_special(&game.position, 3 * 6 + 1), FF_BOMB);
    assert_int_equal(ff_variant_special(&game.position, 4 * 6), FF_DROP);
}

/* A random move after which the game goes on, if one is soon found. */
static int move_that_goes_on(const ff_variant_game *game, uint64_t *dice)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(&game->position, moves), move = moves[0];
    for (int tries = 0; tries < 100; tries++) {
        ff_variant_game next = *game;
        move = moves[dice_roll(dice, count)];
        assert_int_equal(ff_variant_game_play(&next, move), FF_OK);
        if (next.position.board.status == FF_PLAYING)
            break;
    }
    return move;
}

static void a_game_of_512_plies_is_a_draw(void **state)
{
    ff_variant_rules r;
    ff_variant_game game;
    uint64_t dice = 1;
    (void)state;
    assert_int_equal(ff_variant_game_read(&game, &r, "12x12c8-popout:", 15, NULL), FF_OK);
    assert_true(naive_begin(&r));
    while (game.position.board.status == FF_PLAYING) {
        int move = move_that_goes_on(&game, &dice);
        nv_play(&naive, naive_move(move));
        assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
        assert_int_equal(naive_result(&naive.now), library_result(&game.position));
    }
    assert_int_equal(game.position.board.status, FF_DRAWN);
    assert_int_equal(game.position.board.ply, 512);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_holds_in_both),
        cmocka_unit_test(boards_that_make_no_sense_are_refused_by_both),
        cmocka_unit_test(a_full_ring_is_one_line),
        cmocka_unit_test(a_popped_disc_takes_its_power_along),
        cmocka_unit_test(a_game_of_512_plies_is_a_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
