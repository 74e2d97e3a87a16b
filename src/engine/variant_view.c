#include "engine/variant_view.h"

static void tally_weigh(struct tally *t, const struct variant_weights *w)
{
    const ff_rules *rules = t->rules;
    int connect = rules->board.connect, height = rules->board.height;
    t->value[0] = 0;
    for (int discs = 1; discs <= connect; discs++) {
        int lack = connect - discs;
        t->value[discs] = w->lacks[lack < 4 ? lack : 4];
    }
    for (int cell = 0; cell < rules->cells; cell++) {
        for (int color = FF_RED; color < FF_NONE; color++) {
            bool is_right = cell % height % 2 == color && height % 2 == 0;
            t->waiting[color][cell] = is_right ? w->right : w->wrong;
        }
    }
}

static void lines_init(struct variant_lines *l, const ff_rules *rules, bool is_round,
                       const struct variant_weights *w)
{
    if (is_round)
        tally_init_round(&l->tally, rules);
    else
        tally_init(&l->tally, rules);
    tally_weigh(&l->tally, w);
    l->central = w->central;
    for (int i = 0; i < 2 * FF_WORDS; i++)
        l->counted[i / FF_WORDS][i % FF_WORDS] = 0;
    for (int cell = 0; cell < rules->cells; cell++)
        l->cell_of[rules->base[ff_cell_column(rules, cell)] + ff_cell_row(rules, cell)] =
            (uint8_t)cell;
}

void variant_view_init(struct variant_view *view, const ff_variant_rules *rules)
{
    ff_variant_position start = variant_start(rules);
    const struct variant *variant = variant_of(&start);
    view->rules = rules;
    view->weights = variant_weights_of((ff_variant)rules->variant);
    lines_init(&view->lines[0], &rules->upright, variant->is_round, view->weights);
    if (variant->turns)
        lines_init(&view->lines[1], &rules->turned, false, view->weights);
    view->now = &view->lines[0];
}

static int lowest_bit(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

/* Adds or removes the discs of one word of a bitboard. */
static void lines_change(struct variant_lines *l, int color, int word, uint64_t discs, bool adds)
{
    for (; discs; discs &= discs - 1) {
        int cell = l->cell_of[word * 64 + lowest_bit(discs)];
        int central = l->central * l->tally.central[cell / l->tally.rules->board.height];
        if (adds)
            tally_add(&l->tally, cell, color);
        else
            tally_remove(&l->tally, cell, color);
        l->tally.worth[color] += adds ? central : -central;
    }
}

/* Whatever disappears goes first, because a cell may change its colour. */
static void lines_follow(struct variant_lines *l, const ff_position *p)
{
    for (int i = 0; i < 2 * FF_WORDS; i++) {
        int color = i / FF_WORDS, word = i % FF_WORDS;
        lines_change(l, color, word, l->counted[color][word] & ~p->discs[color][word], false);
    }
    for (int i = 0; i < 2 * FF_WORDS; i++) {
        int color = i / FF_WORDS, word = i % FF_WORDS;
        lines_change(l, color, word, p->discs[color][word] & ~l->counted[color][word], true);
        l->counted[color][word] = p->discs[color][word];
    }
}

void variant_view_follow(struct variant_view *view, const ff_variant_position *p)
{
    struct variant_lines *l = &view->lines[p->board.rules == &p->rules->turned];
    lines_follow(l, &p->board);
    view->now = l;
}

static bool is_in_line(const struct tally *t, int cell, int color)
{
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++)
        if (t->line[t->through[i]].discs[color] == t->rules->board.connect)
            return true;
    return false;
}

/* The discs in row 0. */
static void judge_bottom(const struct variant_view *view, const ff_variant_position *p, int sum[2])
{
    const struct variant_weights *w = view->weights;
    for (int column = 0; column < p->board.rules->columns; column++) {
        ff_color color = variant_bottom(p, column);
        if (color == FF_NONE)
            continue;
        int cell = column * p->board.rules->board.height;
        bool is_keepable = w->keepable && is_in_line(&view->now->tally, cell, (int)color);
        sum[color] += w->bottom + (is_keepable ? w->keepable : 0);
    }
}

/* Columns that only one side can play without completing a line. */
static void judge_spare(const struct variant_view *view, const ff_variant_position *p, int sum[2])
{
    for (int column = 0; column < p->board.rules->columns; column++) {
        if (!variant_has_room(p, column))
            continue;
        bool red = variant_view_completes(view, p, FF_RED, column);
        bool yellow = variant_view_completes(view, p, FF_YELLOW, column);
        if (red != yellow)
            sum[red ? FF_YELLOW : FF_RED] += view->weights->spare;
    }
}

static int judge_powers(const struct variant_weights *w, int powers)
{
    int sum = 0;
    for (int i = 0; i < FF_POWERS; i++)
        sum += powers >> i & 1 ? w->power[i] : 0;
    return sum;
}

int variant_view_judge(const struct variant_view *view, const ff_variant_position *p, int own,
                       int theirs)
{
    const struct variant_weights *w = view->weights;
    int sum[2], me = p->side;
    for (int side = 0; side < 2; side++)
        sum[side] = view->now->tally.worth[side] + w->kept * p->kept[side] +
                    w->turn * p->turns[side] + judge_powers(w, p->powers[side]);
    if (w->bottom || w->keepable)
        judge_bottom(view, p, sum);
    if (w->spare)
        judge_spare(view, p, sum);
    int64_t score = (int64_t)own * sum[me] - (int64_t)theirs * sum[!me];
    return (int)(score / 100);
}
