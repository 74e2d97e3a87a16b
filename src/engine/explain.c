/* The reasons of reason.c in English. The page has words of its own for them. */
#include "core/text.h"
#include "fourfall.h"

struct story {
    ff_text *out;
    const ff_rules *rules;
    const ff_reason *reason;
    const char *mover, *other, *winner; /* names */
    const ff_estimate *estimate;        /* null if the position was analysed */
};

static int bit_count(uint64_t x)
{
    return __builtin_popcountll(x);
}

static void tell(struct story *s, const char *text)
{
    text_put(s->out, text);
}

/* "column 4", "columns 3 and 5", "column 1, 2 or 7". */
static void tell_columns(struct story *s, uint64_t columns, const char *joint)
{
    int left = bit_count(columns);
    tell(s, left > 1 && text_equal(joint, " and ") ? "columns " : "column ");
    for (int column = 0; column < s->rules->columns; column++) {
        if (!(columns >> column & 1))
            continue;
        text_char(s->out, ff_column_letter(s->rules, column));
        left--;
        tell(s, left > 1 ? ", " : left == 1 ? joint : "");
    }
}

static void tell_column(struct story *s, int column)
{
    tell_columns(s, UINT64_C(1) << column, "");
}

/* "Red wins in 5", or "within 5" if that is a bound. */
static void tell_winner(struct story *s)
{
    tell(s, s->winner);
    tell(s, s->estimate ? " wins within " : " wins in ");
    text_int(s->out, s->reason->moves);
}

/* "Red's odd threat in column 5 decides the board", for a squeeze. */
static void tell_deciding(struct story *s)
{
    const ff_reason *r = s->reason;
    tell(s, s->winner);
    tell(s, r->end_is_old ? "'s " : " gets an ");
    tell(s, r->end_is_odd ? "odd" : "even");
    tell(s, " threat in ");
    tell_column(s, r->end_column);
    tell(s, r->end_is_old ? " decides the board" : " that decides the board");
}

/* A sentence on how the best line ends. */
static void tell_ending(struct story *s)
{
    const ff_reason *r = s->reason;
    if (r->ending == FF_ENDING_NONE)
        return;
    tell(s, " ");
    if (r->is_forcing)
        tell(s, "Every move on the way is a threat to win at once. ");
    if (r->ending == FF_ENDING_SQUEEZE) {
        tell_deciding(s);
    } else if (r->ending == FF_ENDING_FORK) {
        tell(s, "The best line ends with threats in ");
        tell_columns(s, r->end_columns, " and ");
        tell(s, " at once");
    } else {
        tell(s, "The best line ends with a forced answer in ");
        tell_column(s, r->end_column);
        tell(s, ", and ");
        tell(s, s->winner);
        tell(s, " wins on top of it");
    }
    tell(s, ".");
}

static void tell_win_now(struct story *s)
{
    tell(s, s->mover);
    tell(s, " wins now with ");
    tell_columns(s, s->reason->columns, " or ");
    tell(s, ".");
}

static void tell_fork_now(struct story *s)
{
    tell(s, s->other);
    tell(s, " threatens ");
    tell_columns(s, s->reason->columns, " and ");
    tell(s, " at once; ");
    tell(s, s->mover);
    tell(s, " can block only one of them.");
}

static void tell_squeeze_now(struct story *s)
{
    tell(s, s->mover);
    tell(s, " is in zugzwang: every open column lets ");
    tell(s, s->other);
    tell(s, " win on top of it.");
}

static void tell_block(struct story *s)
{
    const ff_reason *r = s->reason;
    tell(s, s->mover);
    tell(s, " must answer in ");
    tell_columns(s, r->columns, "");
    tell(s, "; then ");
    if (s->estimate && s->estimate->certainty == FF_ESTIMATED) {
        tell(s, "the winning chance is estimated at ");
        text_int(s->out, (s->estimate->chance + 5) / 10);
        tell(s, " %.");
    } else if (r->winner == FF_NONE) {
        tell(s, "perfect play draws.");
    } else if (r->moves == 1) {
        tell(s, s->other);
        tell(s, " wins on top of it.");
    } else if (r->ending == FF_ENDING_SQUEEZE && r->end_is_old) {
        tell_deciding(s);
        tell(s, ": ");
        tell_winner(s);
        tell(s, ".");
    } else {
        tell_winner(s);
        tell(s, ".");
        tell_ending(s);
    }
}

/* Tells what the first of the two discs does. */
static void tell_win_next(struct story *s)
{
    const ff_reason *r = s->reason;
    tell_winner(s);
    tell(s, " with ");
    tell_columns(s, r->columns, "");
    if (r->ending == FF_ENDING_FORK) {
        tell(s, ": that threatens ");
        tell_columns(s, r->end_columns, " and ");
        tell(s, " at once.");
        return;
    }
    tell(s, ": ");
    tell(s, s->other);
    if (r->ending == FF_ENDING_STACK) {
        tell(s, " must answer in ");
        tell_column(s, r->end_column);
        tell(s, ", and ");
        tell(s, s->mover);
        tell(s, " wins on top of it.");
    } else {
        tell(s, " is then in zugzwang.");
    }
}

static void tell_win(struct story *s)
{
    const ff_reason *r = s->reason;
    tell_winner(s);
    tell(s, " with ");
    if (r->is_any && bit_count(r->columns) > 1)
        tell(s, "any column");
    else
        tell_columns(s, r->columns, " or ");
    tell(s, ".");
    tell_ending(s);
}

static void tell_loss(struct story *s)
{
    const ff_reason *r = s->reason;
    tell_winner(s);
    tell(s, " whatever ");
    tell(s, s->mover);
    tell(s, " plays");
    if (!r->is_any) {
        tell(s, "; ");
        tell_columns(s, r->columns, " and ");
        tell(s, bit_count(r->columns) > 1 ? " hold out longest" : " holds out longest");
    }
    tell(s, ".");
    tell_ending(s);
}

static void tell_draw(struct story *s)
{
    const ff_reason *r = s->reason;
    bool is_one = bit_count(r->columns) == 1;
    if (r->is_any) {
        tell(s, is_one ? "The only move draws." : "Every move draws.");
        return;
    }
    tell(s, "Only ");
    tell_columns(s, r->columns, " and ");
    tell(s, is_one ? " holds the draw." : " hold the draw.");
}

/* "Red's winning chance is estimated at 63 %." */
static void tell_chance(struct story *s)
{
    tell(s, s->mover);
    tell(s, "'s winning chance is estimated at ");
    text_int(s->out, (s->estimate->chance + 5) / 10);
    tell(s, " %, with ");
    tell_column(s, s->estimate->best);
    tell(s, ".");
}

static void tell_only(struct story *s)
{
    const ff_reason *r = s->reason;
    if (!r->is_any) {
        tell(s, bit_count(r->columns) == 1 ? "Only " : "All but ");
        tell_columns(s, r->columns, " and ");
        tell(s, bit_count(r->columns) == 1 ? " is not proven to lose. " : " are proven to lose. ");
    }
    tell_chance(s);
}

static void tell_threat(struct story *s)
{
    tell(s, s->other);
    tell(s, " threatens to win by force, beginning with ");
    tell_column(s, s->reason->end_column);
    tell(s, ". ");
    if (bit_count(s->reason->columns) > 1)
        tell_only(s);
    else
        tell_chance(s);
}

static void (*const tellers[FF_REASON_COUNT])(struct story *) = {
    [FF_REASON_WIN_NOW] = tell_win_now,   [FF_REASON_FORK_NOW] = tell_fork_now,
    [FF_REASON_BLOCK] = tell_block,       [FF_REASON_SQUEEZE_NOW] = tell_squeeze_now,
    [FF_REASON_WIN_NEXT] = tell_win_next, [FF_REASON_WIN] = tell_win,
    [FF_REASON_LOSS] = tell_loss,         [FF_REASON_DRAW] = tell_draw,
    [FF_REASON_THREAT] = tell_threat,     [FF_REASON_ONLY] = tell_only,
    [FF_REASON_ESTIMATE] = tell_chance,
};

static ff_err story_write(ff_text *out, const ff_position *p, const ff_reason *reason,
                          const ff_estimate *estimate, const char *const names[FF_PLAYERS])
{
    static const char *const unnamed[FF_PLAYERS] = {"Red", "Yellow"};
    const char *called[FF_PLAYERS + 1] = {NULL}; /* the last: nobody, in a draw */
    for (int i = 0; i < FF_PLAYERS; i++)
        called[i] = names && names[i] ? names[i] : unnamed[i];
    struct story s = {.out = out,
                      .rules = p->rules,
                      .reason = reason,
                      .mover = called[reason->mover],
                      .other = called[!reason->mover],
                      .winner = called[reason->winner],
                      .estimate = estimate};
    tellers[reason->code](&s);
    return text_result(out);
}

ff_err ff_explain_write(ff_text *out, const ff_position *p, const ff_analysis *a,
                        const char *const names[FF_PLAYERS])
{
    ff_reason reason = ff_explain(p, a);
    return story_write(out, p, &reason, NULL, names);
}

ff_err ff_explain_estimate_write(ff_text *out, const ff_position *p, const ff_estimate *e,
                                 const char *const names[FF_PLAYERS])
{
    ff_reason reason = ff_explain_estimate(p, e);
    return story_write(out, p, &reason, e, names);
}
