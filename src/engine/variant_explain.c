/* Sentences on an analysed position of a variant. */
#include "core/text.h"
#include "core/variant.h"

struct account {
    ff_text *out;
    const ff_variant_position *position;
    const ff_variant_analysis *analysis;
    const char *mover, *other;
};

static void tell(struct account *a, const char *text)
{
    text_put(a->out, text);
}

static void tell_move(struct account *a, int move)
{
    (void)ff_variant_move_write(a->out, a->position,
                                move); /* the caller sees a text that is too long */
}

static void tell_plies(struct account *a, int plies)
{
    if (plies == 1) {
        tell(a, " at once");
        return;
    }
    tell(a, " within ");
    text_int(a->out, plies);
    tell(a, " plies");
}

static void tell_win(struct account *a)
{
    tell(a, a->mover);
    tell(a, " wins");
    tell_plies(a, a->analysis->plies);
    tell(a, " with ");
    tell_move(a, a->analysis->options[0].move);
    tell(a, ".");
}

static void tell_loss(struct account *a)
{
    tell(a, a->other);
    tell(a, " wins");
    tell_plies(a, a->analysis->plies);
    tell(a, ", whatever ");
    tell(a, a->mover);
    tell(a, " plays.");
}

static void tell_draw(struct account *a)
{
    tell(a, "Perfect play draws, with ");
    tell_move(a, a->analysis->options[0].move);
    tell(a, ".");
}

/* How many moves are not proven to lose. */
static int count_open(const ff_variant_analysis *analysis)
{
    int count = 0;
    for (int i = 0; i < analysis->count; i++)
        count += analysis->options[i].certainty != FF_PROVEN_LOSS;
    return count;
}

static void tell_chance(struct account *a)
{
    uint16_t moves[FF_MOVES_MAX];
    ff_color opponent = (ff_color)!a->position->side;
    if (ff_variant_endings(a->position, opponent, opponent, moves) > 0) {
        tell(a, a->other);
        tell(a, " threatens to win at once with ");
        tell_move(a, moves[0]);
        tell(a, ". ");
    }
    if (a->analysis->count > 1 && count_open(a->analysis) == 1) {
        tell(a, "Only ");
        tell_move(a, a->analysis->options[0].move);
        tell(a, " is not proven to lose. ");
    }
    tell(a, a->mover);
    tell(a, "'s winning chance is estimated at ");
    text_int(a->out, (a->analysis->chance + 5) / 10);
    tell(a, " %, with ");
    tell_move(a, a->analysis->options[0].move);
    tell(a, ".");
}

ff_err ff_variant_explain_write(ff_text *out, const ff_variant_position *p,
                                const ff_variant_analysis *analysis,
                                const char *const names[FF_PLAYERS])
{
    static const char *const colors[FF_PLAYERS] = {"Red", "Yellow"};
    static void (*const tellers[FF_CERTAINTY_COUNT])(struct account *) = {
        [FF_CLOSED] = tell_chance,    [FF_ESTIMATED] = tell_chance, [FF_PROVEN_WIN] = tell_win,
        [FF_PROVEN_LOSS] = tell_loss, [FF_PROVEN_DRAW] = tell_draw,
    };
    const char *called[FF_PLAYERS];
    for (int side = 0; side < FF_PLAYERS; side++) {
        int player = ff_variant_player(p, (ff_color)side);
        called[side] = names && names[player] ? names[player] : colors[side];
    }
    struct account a = {out, p, analysis, called[p->side], called[!p->side]};
    tellers[analysis->certainty](&a);
    return text_result(out);
}
