/* The root of the look-ahead: candidate columns and iterative deepening. */
#include "engine/lookahead.h"

#include "engine/chance.h"

int lookahead_off_middle(const ff_rules *rules, int column)
{
    int x = 2 * (column % rules->board.width) - (rules->board.width - 1);
    int z = 2 * (column / rules->board.width) - (rules->board.depth - 1);
    return x * x + z * z;
}

static void order_from_middle(struct lookahead *l, const ff_rules *rules)
{
    for (int column = 0; column < rules->columns; column++) {
        int at = column, distance = lookahead_off_middle(rules, column);
        for (; at > 0 && lookahead_off_middle(rules, l->middle_first[at - 1]) > distance; at--)
            l->middle_first[at] = l->middle_first[at - 1];
        l->middle_first[at] = (uint8_t)column;
    }
}

void lookahead_init(struct lookahead *l, const ff_rules *rules, struct memo_entry *entries,
                    int bits)
{
    uint64_t chance = 4; /* any constant will do */
    tally_init(&l->tally, rules);
    order_from_middle(l, rules);
    for (int i = 0; i < 2 * FF_CELLS_MAX; i++)
        l->keys[i / FF_CELLS_MAX][i % FF_CELLS_MAX] = chance_next(&chance);
    l->memo = (struct memo){entries, bits, 0};
    memo_clear(&l->memo);
    l->should_stop = NULL;
    l->host = NULL;
}

uint64_t lookahead_key(const struct lookahead *l, const ff_position *p)
{
    uint64_t key = 0;
    for (int cell = 0; cell < p->rules->cells; cell++) {
        ff_color color = ff_position_cell(p, cell);
        if (color != FF_NONE)
            key ^= l->keys[color][cell];
    }
    return key;
}

/* How urgent a move is: 2 if it wins, 1 if the opponent would win there. */
static int urgency(const struct tally *t, int column)
{
    int cell = tally_landing(t, column), me = t->ply % 2;
    return t->threats[me][cell] ? 2 : t->threats[!me][cell] ? 1 : 0;
}

static void verdict_begin(const struct lookahead *l, struct look_verdict *out)
{
    const struct tally *t = &l->tally;
    int most = 0;
    *out = (struct look_verdict){0};
    for (int i = 0; i < t->rules->columns; i++) {
        int column = l->middle_first[i];
        if (!tally_has_room(t, column))
            continue;
        int urgent = l->plan.sees_threats ? urgency(t, column) : 0;
        if (urgent > most) {
            most = urgent;
            out->count = 0;
        }
        if (urgent == most)
            out->column[out->count++] = (uint8_t)column;
    }
}

void lookahead_begin(struct lookahead *l, const ff_position *p, const struct look_plan *plan,
                     struct look_verdict *out)
{
    l->plan = *plan;
    l->root_ply = p->ply;
    l->nodes = l->check_at = 0;
    l->is_stopped = false;
    tally_set(&l->tally, p);
    l->key = lookahead_key(l, p);
    memo_forget(&l->memo);
    for (int i = 0; i < 2 * FF_CELLS_MAX; i++)
        l->history[i / FF_CELLS_MAX][i % FF_CELLS_MAX] = 0;
    for (int i = 0; i <= LOOK_PLIES; i++)
        l->killers[i][0] = l->killers[i][1] = 0;
    verdict_begin(l, out);
}

/* Central columns get a bonus, so nearly equal moves are played there. */
static int root_move(struct lookahead *l, int column, int depth, int alpha)
{
    enum { MIDDLE = 2 };
    int me = l->root_ply % 2, bonus = MIDDLE * l->tally.central[column];
    if (l->tally.threats[me][tally_landing(&l->tally, column)])
        return LOOK_WIN - (l->root_ply + 1);
    lookahead_play(l, column);
    int score = -lookahead_search(l, depth - 1, -LOOK_WIN, bonus - alpha);
    lookahead_unplay(l, column);
    bool is_proven = score >= LOOK_PROVEN || score <= -LOOK_PROVEN;
    return is_proven ? score : score + bonus;
}

/* Stable insertion sort: equal moves keep their order. */
static void verdict_insert(struct look_verdict *v, int column, int score)
{
    int at = v->count++;
    for (; at > 0 && v->score[at - 1] < score; at--) {
        v->score[at] = v->score[at - 1];
        v->column[at] = v->column[at - 1];
    }
    v->score[at] = score;
    v->column[at] = (uint8_t)column;
}

/* Whether the best score is a win or loss within the plies searched. Forced moves may show longer
 * ones, and a shorter one may still exist. */
static bool verdict_is_settled(const struct lookahead *l, const struct look_verdict *v)
{
    int size = v->score[0] < 0 ? -v->score[0] : v->score[0];
    return size >= LOOK_PROVEN && LOOK_WIN - size - l->root_ply <= v->depth;
}

bool lookahead_deepen(struct lookahead *l, struct look_verdict *verdict)
{
    enum { EXCESS = 16 };
    struct look_verdict next = {.depth = verdict->depth + 1};
    int left = l->tally.rules->cells - l->root_ply;
    if (verdict->is_settled || next.depth > l->plan.depth || next.depth > left || l->is_stopped)
        return false;
    l->nodes_max = l->plan.nodes * (next.depth <= l->plan.depth_sure ? EXCESS : 1);
    for (int i = 0; i < verdict->count; i++) {
        int alpha = i == 0 ? -LOOK_WIN : next.score[0] - l->plan.margin - 1;
        int score = root_move(l, verdict->column[i], next.depth, alpha);
        if (l->is_stopped)
            return false;
        verdict_insert(&next, verdict->column[i], score);
    }
    next.is_settled = verdict_is_settled(l, &next);
    *verdict = next;
    return true;
}
