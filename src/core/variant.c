/* The table of variants. */
#include "core/variant.h"
#include "core/text.h"

enum {
    DROP = 1 << FF_DROP,
    POP = 1 << FF_POP,
    POWERS = 1 << FF_ANVIL | 1 << FF_BOMB | 1 << FF_WALL | 1 << FF_DOUBLE,
    TURNS = 1 << FF_TURN_LEFT | 1 << FF_TURN_RIGHT,
    ALL_POWERS = (1 << FF_POWERS) - 1,
};

static ff_err five_refuses(ff_board b)
{
    return b.depth == 1 && b.connect == 5 && b.width >= 3 ? FF_OK : FF_E_FIVE_BOARD;
}

/* Neither side has more than half of the discs, and has to keep ten. */
static ff_err popten_refuses(ff_board b)
{
    int cells = b.width * b.height * b.depth;
    return cells >= 2 * FF_VARIANT_KEPT ? FF_OK : FF_E_POPTEN_BOARD;
}

static ff_err cylinder_refuses(ff_board b)
{
    return b.width >= b.connect ? FF_OK : FF_E_CYLINDER_BOARD;
}

static ff_err turn_refuses(ff_board b)
{
    return b.height * b.depth <= FF_COLUMNS_MAX ? FF_OK : FF_E_TURN_BOARD;
}

static const struct variant variants[FF_VARIANT_COUNT] = {
    [FF_STANDARD] = {.name = "standard",
                     .sentence = "The first line of four wins.",
                     .board = {7, 6, 1, 4},
                     .actions = DROP},
    [FF_POPOUT] = {.name = "popout",
                   .sentence = "Drop a disc, or pop one of yours out of the bottom row.",
                   .board = {7, 6, 1, 4},
                   .actions = DROP | POP,
                   .can_repeat = true,
                   .pops_own_discs = true},
    [FF_POWERUP] = {.name = "powerup",
                    .sentence = "Each player has one anvil, one bomb, one wall and one double.",
                    .board = {7, 6, 1, 4},
                    .actions = DROP | POP | POWERS,
                    .powers = ALL_POWERS},
    [FF_FIVE] = {.name = "five",
                 .sentence = "The outer columns are full before the game; five in a row win.",
                 .board = {9, 6, 1, 5},
                 .refuses = five_refuses,
                 .actions = DROP,
                 .fills_outer_columns = true},
    [FF_POPTEN] = {.name = "popten",
                   .sentence =
                       "Fill the board, then pop discs out of lines of four; ten of them win.",
                   .board = {7, 6, 1, 4},
                   .refuses = popten_refuses,
                   .actions = DROP | POP,
                   .kept_to_win = FF_VARIANT_KEPT,
                   .can_repeat = true,
                   .pops_own_discs = true},
    [FF_MISERE] = {.name = "misere",
                   .sentence = "The player who completes a line loses.",
                   .board = {7, 6, 1, 4},
                   .actions = DROP,
                   .is_misere = true},
    [FF_CYLINDER] = {.name = "cylinder",
                     .sentence = "The left and the right edge touch.",
                     .board = {7, 6, 1, 4},
                     .refuses = cylinder_refuses,
                     .actions = DROP,
                     .is_round = true},
    [FF_TURN] = {.name = "turn",
                 .sentence = "Drop a disc, or turn the board by a quarter, twice a game each.",
                 .board = {7, 6, 1, 4},
                 .refuses = turn_refuses,
                 .actions = DROP | TURNS,
                 .turns = FF_VARIANT_TURNS},
};

const struct variant *variant_of(const ff_variant_position *p)
{
    return &variants[p->rules->variant];
}

bool variant_has_action(const ff_variant_rules *rules, ff_action action)
{
    return action == FF_SWAP ? rules->has_pie : variants[rules->variant].actions >> action & 1;
}

bool variant_is_round(const ff_variant_rules *rules)
{
    return variants[rules->variant].is_round;
}

const char *ff_variant_name(ff_variant variant)
{
    return (unsigned)variant < FF_VARIANT_COUNT ? variants[variant].name : "?";
}

const char *ff_variant_sentence(ff_variant variant)
{
    return (unsigned)variant < FF_VARIANT_COUNT ? variants[variant].sentence : "?";
}

ff_board ff_variant_board(ff_variant variant)
{
    return (unsigned)variant < FF_VARIANT_COUNT ? variants[variant].board : ff_classic;
}

ff_err ff_variant_read(ff_variant *out, const char *text, size_t len)
{
    for (int i = 0; i < FF_VARIANT_COUNT; i++) {
        if (text_is(variants[i].name, text, len)) {
            *out = (ff_variant)i;
            return FF_OK;
        }
    }
    return FF_E_VARIANT;
}

/* The board of the other orientation; the same board where nothing turns, as it may be illegal. */
static ff_board board_turned(const struct variant *variant, ff_board b)
{
    return variant->turns ? (ff_board){b.height, b.width, b.depth, b.connect} : b;
}

ff_err ff_variant_rules_init(ff_variant_rules *out, ff_variant variant, ff_board board,
                             bool has_pie)
{
    if ((unsigned)variant >= FF_VARIANT_COUNT)
        return FF_E_VARIANT;
    const struct variant *row = &variants[variant];
    ff_err err = ff_board_check(board);
    if (!err && row->refuses)
        err = row->refuses(board);
    if (err)
        return err;
    (void)ff_rules_init(&out->upright, board); /* both cannot fail: the boards are legal */
    (void)ff_rules_init(&out->turned, board_turned(row, board));
    out->variant = (uint8_t)variant;
    out->has_pie = has_pie;
    return FF_OK;
}

static const struct {
    const char *name;
    bool has_column;
} actions[FF_ACTION_COUNT] = {
    [FF_DROP] = {"drop", true},
    [FF_POP] = {"pop", true},
    [FF_ANVIL] = {"anvil", true},
    [FF_BOMB] = {"bomb", true},
    [FF_WALL] = {"wall", true},
    [FF_DOUBLE] = {"double", true},
    [FF_TURN_LEFT] = {"turn-left", false},
    [FF_TURN_RIGHT] = {"turn-right", false},
    [FF_SWAP] = {"swap", false},
};

const char *ff_action_name(ff_action action)
{
    return (unsigned)action < FF_ACTION_COUNT ? actions[action].name : "?";
}

bool ff_action_has_column(ff_action action)
{
    return (unsigned)action < FF_ACTION_COUNT && actions[action].has_column;
}

int ff_move_of(ff_action action, int column)
{
    return (int)action * FF_ACTION_STEP + column;
}

ff_action ff_move_action(int move)
{
    return move >= 0 && move < FF_ACTION_COUNT * FF_ACTION_STEP ? (ff_action)(move / FF_ACTION_STEP)
                                                                : FF_ACTION_COUNT;
}

int ff_move_column(int move)
{
    return move % FF_ACTION_STEP;
}
