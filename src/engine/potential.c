#include "engine/potential.h"

#include "engine/curve.h"

/* What counts as a decisive difference of lines, and what makes one move clearly better. */
static const float value_scale = 60, logit_scale = 12;

static int column_of(const struct tally *t, int cell)
{
    return cell / t->rules->board.height;
}

static void potential_play(void *host, int cell)
{
    struct potential *p = host;
    tally_play(&p->tally, column_of(&p->tally, cell));
}

static void potential_unplay(void *host, int cell)
{
    struct potential *p = host;
    tally_unplay(&p->tally, column_of(&p->tally, cell));
}

/* The style belongs to the player at the root, whichever side is to move. */
static float position_value(const struct potential *p)
{
    const struct tally *t = &p->tally;
    int me = p->root_ply % 2, sign = t->ply % 2 == me ? 1 : -1;
    int sum = p->attack * t->worth[me] - p->defence * t->worth[!me];
    return curve_tanh((float)(sign * sum) / (100 * value_scale));
}

static float move_logit(const struct potential *p, int cell)
{
    const struct tally *t = &p->tally;
    int me = t->ply % 2, gain = t->central[column_of(t, cell)];
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        const struct tally_line *line = &t->line[t->through[i]];
        int own = line->discs[me], theirs = line->discs[!me];
        if (!theirs)
            gain += t->value[own + 1] - t->value[own];
        else if (!own)
            gain += t->value[theirs];
    }
    return (float)gain / logit_scale;
}

static void potential_opine(void *host, const struct tree_leaf *leaf, struct tree_opinion *out)
{
    const struct potential *p = host;
    out->value = position_value(p);
    for (int i = 0; i < leaf->count; i++)
        out->logit[i] = move_logit(p, leaf->move[i]);
}

void potential_init(struct potential *p, const ff_rules *rules)
{
    tally_init(&p->tally, rules);
}

void potential_begin(struct potential *p, struct judge *judge, const ff_position *root, int attack,
                     int defence)
{
    tally_set(&p->tally, root);
    p->root_ply = root->ply;
    p->attack = attack;
    p->defence = defence;
    *judge = (struct judge){
        .play = potential_play, .unplay = potential_unplay, .opine = potential_opine, .host = p};
}
