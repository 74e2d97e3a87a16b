/* Why a position is won, lost or drawn, in a sentence or two.
 *
 * What is said of the board now (wins, blocks, double threats, zugzwang) is read off the board; who
 * wins and how soon comes from the scores; the reason from how the best line ends. */
#include "core/text.h"
#include "engine/threats.h"
#include "fourfall.h"

/* How the winner's last disc became possible, one move of the loser earlier. */
enum ending {
    ENDING_FORK,    /* several threats at once */
    ENDING_STACK,   /* one threat, and another above the cell that blocks it */
    ENDING_SQUEEZE, /* zugzwang: no threat, but every move of the loser opens one */
};

/* The facts of the sentences. `end` and the fields below it are valid only if the winner needs two
 * discs or more. */
struct story {
    ff_text *out;
    const ff_position *position;
    const ff_analysis *analysis;
    const char *names[FF_PLAYERS];
    ff_color mover, other;
    uint64_t open; /* columns that take a disc */
    enum ending end;
    uint64_t end_threats;    /* the winner's wins at that moment, one bit per column */
    int end_column, end_row; /* where the last disc falls */
    bool is_old;             /* whether the winner threatens that cell already */
};

static int bit_count(uint64_t x)
{
    return __builtin_popcountll(x);
}

static void tell(struct story *s, const char *text)
{
    text_put(s->out, text);
}

static void tell_name(struct story *s, ff_color color)
{
    tell(s, s->names[color]);
}

/* "column 4", "columns 3 and 5", "column 1, 2 or 7". */
static void tell_columns(struct story *s, uint64_t columns, const char *joint)
{
    int left = bit_count(columns);
    tell(s, left > 1 && text_equal(joint, " and ") ? "columns " : "column ");
    for (int column = 0; columns >> column; column++) {
        if (!(columns >> column & 1))
            continue;
        text_char(s->out, ff_column_letter(s->position->rules, column));
        left--;
        tell(s, left > 1 ? ", " : left == 1 ? joint : "");
    }
}

static void tell_column(struct story *s, int column)
{
    tell_columns(s, UINT64_C(1) << column, "");
}

/* "Red wins in 5" */
static void tell_winner(struct story *s)
{
    tell_name(s, s->analysis->outlook.winner);
    tell(s, " wins in ");
    text_int(s->out, s->analysis->outlook.moves);
}

/* "Red's odd threat in column 5 decides the board", for a squeeze. */
static void tell_deciding(struct story *s)
{
    tell_name(s, s->analysis->outlook.winner);
    tell(s, s->is_old ? "'s " : " gets an ");
    tell(s, s->end_row % 2 == 0 ? "odd" : "even");
    tell(s, " threat in ");
    tell_column(s, s->end_column);
    tell(s, s->is_old ? " decides the board" : " that decides the board");
}

/* A sentence on how the best line ends. */
static void tell_ending(struct story *s)
{
    ff_color winner = s->analysis->outlook.winner;
    tell(s, " ");
    if (s->end == ENDING_SQUEEZE) {
        tell_deciding(s);
    } else if (s->end == ENDING_FORK) {
        tell(s, "The best line ends with threats in ");
        tell_columns(s, s->end_threats, " and ");
        tell(s, " at once");
    } else {
        tell(s, "The best line ends with a forced answer in ");
        tell_column(s, s->end_column);
        tell(s, ", and ");
        tell_name(s, winner);
        tell(s, " wins on top of it");
    }
    tell(s, ".");
}

static void tell_win_now(struct story *s, uint64_t wins)
{
    tell_name(s, s->mover);
    tell(s, " wins now with ");
    tell_columns(s, wins, " or ");
    tell(s, ".");
}

static void tell_fork_now(struct story *s, uint64_t threats)
{
    tell_name(s, s->other);
    tell(s, " threatens ");
    tell_columns(s, threats, " and ");
    tell(s, " at once; ");
    tell_name(s, s->mover);
    tell(s, " can block only one of them.");
}

static void tell_squeeze_now(struct story *s)
{
    tell_name(s, s->mover);
    tell(s, " is in zugzwang: every open column lets ");
    tell_name(s, s->other);
    tell(s, " win on top of it.");
}

static void tell_block(struct story *s, uint64_t threats)
{
    ff_outlook outlook = s->analysis->outlook;
    tell_name(s, s->mover);
    tell(s, " must answer in ");
    tell_columns(s, threats, "");
    tell(s, "; then ");
    if (outlook.winner == FF_NONE) {
        tell(s, "perfect play draws.");
    } else if (outlook.moves == 1) {
        tell_name(s, s->other);
        tell(s, " wins on top of it.");
    } else if (s->end == ENDING_SQUEEZE && s->is_old) {
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

/* The side to move wins with its second disc; this tells what the first one does. */
static void tell_win_next(struct story *s)
{
    tell_winner(s);
    tell(s, " with ");
    tell_column(s, s->analysis->line[0]);
    if (s->end == ENDING_FORK) {
        tell(s, ": that threatens ");
        tell_columns(s, s->end_threats, " and ");
        tell(s, " at once.");
        return;
    }
    tell(s, ": ");
    tell_name(s, s->other);
    if (s->end == ENDING_STACK) {
        tell(s, " must answer in ");
        tell_column(s, s->end_column);
        tell(s, ", and ");
        tell_name(s, s->mover);
        tell(s, " wins on top of it.");
    } else {
        tell(s, " is then in zugzwang.");
    }
}

static void tell_win(struct story *s)
{
    uint64_t best = s->analysis->best_columns;
    tell_winner(s);
    tell(s, " with ");
    if (best == s->open && bit_count(best) > 1)
        tell(s, "any column");
    else
        tell_columns(s, best, " or ");
    tell(s, ".");
    tell_ending(s);
}

static void tell_loss(struct story *s)
{
    uint64_t best = s->analysis->best_columns;
    tell_winner(s);
    tell(s, " whatever ");
    tell_name(s, s->mover);
    tell(s, " plays");
    if (best != s->open) {
        tell(s, "; ");
        tell_columns(s, best, " and ");
        tell(s, bit_count(best) > 1 ? " hold out longest" : " holds out longest");
    }
    tell(s, ".");
    tell_ending(s);
}

static void tell_draw(struct story *s)
{
    uint64_t best = s->analysis->best_columns;
    if (best == s->open) {
        tell(s, bit_count(best) > 1 ? "Every move draws." : "The only move draws.");
    } else if (bit_count(best) == 1) {
        tell(s, "Only ");
        tell_columns(s, best, "");
        tell(s, " holds the draw.");
    } else {
        tell(s, "Only ");
        tell_columns(s, best, " and ");
        tell(s, " hold the draw.");
    }
}

/* Plays the best line up to the loser's last move and looks at the board there. */
static void story_find_ending(struct story *s)
{
    const ff_analysis *a = s->analysis;
    ff_position at = *s->position;
    for (int i = 0; i < a->line_len - 2; i++)
        (void)ff_position_drop(&at, a->line[i]);
    s->end_threats = threats_at_once(&at, a->outlook.winner);
    int count = bit_count(s->end_threats);
    s->end = count > 1 ? ENDING_FORK : count == 1 ? ENDING_STACK : ENDING_SQUEEZE;
    s->end_column = a->line[a->line_len - 1];
    s->end_row = at.height[s->end_column] + (a->line[a->line_len - 2] == s->end_column);
    s->is_old = threats_has(s->position, a->outlook.winner, s->end_column, s->end_row);
}

static struct story story_begin(ff_text *out, const ff_position *p, const ff_analysis *a,
                                const char *const names[FF_PLAYERS])
{
    static const char *const unnamed[FF_PLAYERS] = {"Red", "Yellow"};
    struct story s = {.out = out, .position = p, .analysis = a};
    s.mover = (ff_color)(p->ply % 2);
    s.other = (ff_color)!s.mover;
    for (int i = 0; i < FF_PLAYERS; i++)
        s.names[i] = names && names[i] ? names[i] : unnamed[i];
    for (int column = 0; column < p->rules->columns; column++)
        if (!ff_position_can_drop(p, column))
            s.open |= UINT64_C(1) << column;
    if (a->outlook.moves > 1)
        story_find_ending(&s);
    return s;
}

ff_err ff_explain_write(ff_text *out, const ff_position *p, const ff_analysis *a,
                        const char *const names[FF_PLAYERS])
{
    struct story s = story_begin(out, p, a, names);
    uint64_t wins = threats_at_once(p, s.mover), threats = threats_at_once(p, s.other);
    if (wins)
        tell_win_now(&s, wins);
    else if (bit_count(threats) > 1)
        tell_fork_now(&s, threats);
    else if (threats)
        tell_block(&s, threats);
    else if (a->best < 0 && a->outlook.moves == 1)
        tell_squeeze_now(&s);
    else if (a->best > 0 && a->outlook.moves == 2)
        tell_win_next(&s);
    else if (a->best > 0)
        tell_win(&s);
    else if (a->best < 0)
        tell_loss(&s);
    else
        tell_draw(&s);
    return text_result(out);
}
