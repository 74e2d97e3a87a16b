/* Threats, a template. vcf_small.c and vcf_large.c define VCF_WORDS, the words of a set of cells,
 * and the name VCF_KERNEL, then include this file. */
#include "engine/vcf.h"

/* A set of cells. A column's cells follow each other, so a shift by one moves all discs up. */
struct vcf_set {
    uint64_t word[VCF_WORDS];
};

static inline struct vcf_set set_of(const uint64_t *words)
{
    struct vcf_set set;
    for (int i = 0; i < VCF_WORDS; i++)
        set.word[i] = words[i];
    return set;
}

static inline void set_store(uint64_t *words, struct vcf_set set)
{
    for (int i = 0; i < VCF_WORDS; i++)
        words[i] = set.word[i];
}

static inline struct vcf_set set_one(int cell)
{
    struct vcf_set set = {{0}};
    set.word[cell / 64] = UINT64_C(1) << cell % 64;
    return set;
}

static inline struct vcf_set set_and(struct vcf_set a, struct vcf_set b)
{
    for (int i = 0; i < VCF_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct vcf_set set_or(struct vcf_set a, struct vcf_set b)
{
    for (int i = 0; i < VCF_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static inline struct vcf_set set_without(struct vcf_set a, struct vcf_set b)
{
    for (int i = 0; i < VCF_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline bool set_any(struct vcf_set a)
{
    uint64_t any = 0;
    for (int i = 0; i < VCF_WORDS; i++)
        any |= a.word[i];
    return any != 0;
}

/* The lowest cell of a set that is not empty. */
static inline int set_first(struct vcf_set a)
{
    int i = 0;
    while (i < VCF_WORDS - 1 && !a.word[i])
        i++;
    return 64 * i + __builtin_ctzll(a.word[i]);
}

/* The set without its lowest cell. Subtracting 1 from the whole set clears it and changes only
 * cells below it, which are not there; the loop does that without a branch. */
static inline struct vcf_set set_rest(struct vcf_set a)
{
    uint64_t borrow = 1;
    for (int i = 0; i < VCF_WORDS; i++) {
        uint64_t word = a.word[i];
        a.word[i] = word & (word - borrow);
        borrow &= word == 0;
    }
    return a;
}

/* Whether there are at least two cells. */
static inline bool set_many(struct vcf_set a)
{
    return set_any(set_rest(a));
}

/* The cells directly above and below. */
static inline struct vcf_set set_up(const struct vcf_board *b, struct vcf_set a)
{
    uint64_t carry = 0;
    for (int i = 0; i < VCF_WORDS; i++) {
        uint64_t word = a.word[i] & ~b->top[i];
        a.word[i] = word << 1 | carry;
        carry = word >> 63;
    }
    return a;
}

static inline struct vcf_set set_down(const struct vcf_board *b, struct vcf_set a)
{
    uint64_t carry = 0;
    for (int i = VCF_WORDS - 1; i >= 0; i--) {
        uint64_t word = a.word[i] & ~b->bottom[i];
        a.word[i] = word >> 1 | carry;
        carry = word << 63;
    }
    return a;
}

static inline struct vcf_set set_occupied(const struct vcf_state *s)
{
    return set_or(set_of(s->discs[0]), set_of(s->discs[1]));
}

/* Where a disc can land: above a disc or at the bottom. */
static inline struct vcf_set set_playable(const struct vcf_board *b, const struct vcf_state *s)
{
    struct vcf_set occupied = set_occupied(s);
    struct vcf_set above = set_or(set_up(b, occupied), set_of(b->bottom));
    return set_without(above, occupied);
}

/* The cells that complete a line through `cell`, once this cell belongs to the owner of `own`. Some
 * of them may be occupied. */
static inline struct vcf_set new_wins(const struct vcf_board *b, struct vcf_set own, int cell)
{
    struct vcf_set wins = {{0}};
    for (int i = b->first[cell]; i < b->first[cell + 1]; i++) {
        struct vcf_set missing = set_without(set_of(b->through + VCF_WORDS * i), own);
        if (!set_many(missing))
            wins = set_or(wins, missing);
    }
    return wins;
}

/* A line that lacks one cell makes it a winning cell; one that lacks two and has no disc of the
 * opponent makes both of them cells to build on. */
static void play(const struct vcf_board *b, struct vcf_state *s, int cell)
{
    int color = s->ply % 2;
    struct vcf_set own = set_or(set_of(s->discs[color]), set_one(cell));
    struct vcf_set other = set_of(s->discs[!color]);
    struct vcf_set wins = set_of(s->wins[color]), builds = set_of(s->builds[color]);
    for (int i = b->first[cell]; i < b->first[cell + 1]; i++) {
        struct vcf_set missing = set_without(set_of(b->through + VCF_WORDS * i), own);
        struct vcf_set rest = set_rest(missing);
        if (!set_any(rest))
            wins = set_or(wins, missing);
        else if (!set_many(rest) && !set_any(set_and(missing, other)))
            builds = set_or(builds, missing);
    }
    struct vcf_set occupied = set_or(own, other);
    set_store(s->discs[color], own);
    set_store(s->builds[color], builds);
    set_store(s->wins[color], set_without(wins, occupied));
    set_store(s->wins[!color], set_without(set_of(s->wins[!color]), occupied));
    s->ply++;
}

static void survey(const struct vcf_board *b, const struct vcf_state *s, struct vcf_finding *out)
{
    int me = s->ply % 2;
    struct vcf_set playable = set_playable(b, s), theirs = set_of(s->wins[!me]);
    struct vcf_set wins = set_and(set_of(s->wins[me]), playable);
    struct vcf_set blocks = set_and(theirs, playable);
    *out = (struct vcf_finding){.verdict = VCF_OPEN};
    if (set_any(wins)) {
        out->verdict = VCF_WIN;
        out->plies = 1;
        out->cell = set_first(wins);
        return;
    }
    if (!set_any(playable)) {
        out->verdict = VCF_DRAW;
        return;
    }
    struct vcf_set moves = set_without(set_any(blocks) ? blocks : playable, set_down(b, theirs));
    if (set_many(blocks) || !set_any(moves)) {
        out->verdict = VCF_LOSS;
        out->plies = 2;
        return;
    }
    for (; set_any(moves); moves = set_rest(moves))
        out->move[out->count++] = (uint8_t)set_first(moves);
}

/* The moves of an attacker that threaten to win at once, with the one answer to each. */
struct vcf_fours {
    int count;
    uint8_t move[FF_COLUMNS_MAX], answer[FF_COLUMNS_MAX];
};

/* Collects the fours; or returns one that wins, as it leaves two threats or a threat above the
 * answer; -1 otherwise. No move is considered that lets the opponent win at once. */
static int find_fours(const struct vcf_board *b, const struct vcf_state *s, struct vcf_set playable,
                      struct vcf_fours *out)
{
    int me = s->ply % 2;
    struct vcf_set own = set_of(s->discs[me]), wins = set_of(s->wins[me]);
    struct vcf_set theirs = set_of(s->wins[!me]), blocks = set_and(theirs, playable);
    struct vcf_set moves = set_any(blocks) ? blocks : playable;
    out->count = 0;
    if (set_many(blocks))
        return -1;
    moves = set_and(moves, set_or(set_of(s->builds[me]), set_down(b, wins)));
    moves = set_without(moves, set_down(b, theirs));
    for (; set_any(moves); moves = set_rest(moves)) {
        int cell = set_first(moves);
        struct vcf_set move = set_one(cell);
        struct vcf_set all = set_or(new_wins(b, own, cell), wins);
        struct vcf_set reach = set_or(set_without(playable, move), set_up(b, move));
        struct vcf_set threats = set_and(all, reach);
        if (!set_any(threats))
            continue;
        if (set_many(threats) || set_any(set_and(set_up(b, threats), all)))
            return cell;
        out->move[out->count] = (uint8_t)cell;
        out->answer[out->count++] = (uint8_t)set_first(threats);
    }
    return -1;
}

static int search(const struct vcf_board *b, const struct vcf_state *s, int depth,
                  struct vcf_budget *budget, int *cell)
{
    struct vcf_set playable = set_playable(b, s);
    struct vcf_set wins = set_and(set_of(s->wins[s->ply % 2]), playable);
    struct vcf_fours fours;
    if (set_any(wins)) {
        *cell = set_first(wins);
        return 1;
    }
    if (--budget->nodes < 0)
        return 0;
    int winner = find_fours(b, s, playable, &fours);
    if (winner >= 0) {
        *cell = winner;
        return 3;
    }
    budget->is_cut |= depth <= 1 && fours.count > 0;
    for (int i = 0; depth > 1 && i < fours.count && budget->nodes > 0; i++) {
        struct vcf_state next = *s;
        int later;
        play(b, &next, fours.move[i]);
        play(b, &next, fours.answer[i]);
        int plies = search(b, &next, depth - 1, budget, &later);
        if (plies) {
            *cell = fours.move[i];
            return plies + 2;
        }
    }
    return 0;
}

const struct vcf_kernel VCF_KERNEL = {play, survey, search};
