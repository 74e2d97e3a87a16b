/* The root of the tree: the moves it begins with, sequential halving, and the result. */
#include "engine/chance.h"
#include "engine/curve.h"
#include "engine/tree.h"

/* How values count beside logits (the sigma of Gumbel MuZero). */
static const float sigma_visits = 50, sigma_scale = 0.2F;

static void root_prove(struct tree *t, int edge, int plies)
{
    struct tree_node *root = t->nodes;
    tree_edges(t, root)[edge].proof = TREE_WON;
    tree_edges(t, root)[edge].child_or_plies = (uint32_t)plies - 1;
    root->proof = TREE_WON;
    root->plies = (uint16_t)plies;
}

static bool is_listed(const uint8_t *cells, int count, int cell)
{
    while (count > 0 && cells[count - 1] != cell)
        count--;
    return count > 0;
}

/* All moves of the root: a winning one or the safe ones first, then blocks that do not help, then
 * the others. Returns how many. */
static int root_cells(const struct tree *t, const struct vcf_finding *found, uint8_t *cells)
{
    const uint64_t *theirs = t->root.wins[(t->root.ply + 1) % 2];
    int count = found->count;
    for (int i = 0; i < count; i++)
        cells[i] = found->move[i];
    if (found->verdict == VCF_WIN)
        cells[count++] = (uint8_t)found->cell;
    for (int pass = 0; pass < 2; pass++) {
        for (int column = 0; column < t->board->rules->columns; column++) {
            int cell = vcf_landing(t->board, &t->root, column);
            bool is_block = cell >= 0 && theirs[cell / 64] >> cell % 64 & 1;
            if (cell >= 0 && is_block == !pass && !is_listed(cells, count, cell))
                cells[count++] = (uint8_t)cell;
        }
    }
    return count;
}

/* A quiet move wins in three plies if the opponent can then only play below winning cells. The
 * search by continuous fours does not see that. */
static int root_squeeze(const struct tree *t)
{
    const struct tree_edge *edges = tree_edges(t, t->nodes);
    for (int i = 0; i < t->safe_count; i++) {
        struct vcf_state next = t->root;
        struct vcf_finding found;
        vcf_play(t->board, &next, edges[i].cell);
        vcf_survey(t->board, &next, &found);
        if (found.verdict == VCF_LOSS)
            return i;
    }
    return -1;
}

static void root_seek_win(struct tree *t)
{
    int cell = -1, squeeze = root_squeeze(t);
    if (squeeze >= 0) {
        root_prove(t, squeeze, 3);
        return;
    }
    int plies = vcf_search_shortest(t->board, &t->root, t->plan.vcf_root_nodes, &cell);
    for (int i = 0; plies && i < t->safe_count; i++)
        if (tree_edges(t, t->nodes)[i].cell == cell)
            root_prove(t, i, plies);
}

void tree_root_begin(struct tree *t)
{
    struct vcf_finding found;
    uint8_t cells[FF_COLUMNS_MAX];
    vcf_survey(t->board, &t->root, &found);
    (void)tree_node_add(t, cells, root_cells(t, &found, cells)); /* fits into the least memory */
    struct tree_node *root = t->nodes;
    t->safe_count = found.count;
    if (found.verdict == VCF_WIN) {
        root_prove(t, 0, 1);
        return;
    }
    for (int i = found.count; i < root->count; i++) { /* the opponent wins at once */
        struct tree_edge *edge = &tree_edges(t, root)[i];
        edge->proof = TREE_LOST;
        edge->child_or_plies = 1;
        root->lost++;
    }
    if (found.verdict == VCF_LOSS) {
        root->proof = TREE_LOST;
        root->plies = 2;
        return;
    }
    for (int i = 0; i < found.count; i++)
        t->logit[i] = 0;
    root_seek_win(t);
}

/* Gumbel noise: the largest of logits with it is a draw from their softmax. */
static float gumbel(uint64_t *chance)
{
    float uniform = ((float)(chance_next(chance) >> 41) + 0.5F) / 8388608;
    return -curve_log(-curve_log(uniform));
}

static void halving_begin(struct tree *t)
{
    int open = t->safe_count, most = t->plan.considered;
    t->halving.considered = t->halving.first = open < most ? open : most;
    t->halving.slot = 0;
    t->halving.rounds = 0;
    t->halving.visits = 0;
}

void tree_root_judged(struct tree *t, const struct tree_opinion *opinion)
{
    for (int i = 0; i < t->safe_count; i++) {
        t->logit[i] = opinion->logit[i];
        if (t->plan.noise > 0)
            t->logit[i] += t->plan.noise * gumbel(&t->chance);
    }
    halving_begin(t);
    t->is_judged = true;
}

/* The rounds of a phase, in which each considered move gets a visit a round: the phases share the
 * simulations equally. */
static int halving_rounds(const struct tree *t)
{
    int phases = 1;
    while (1 << phases < t->halving.first)
        phases++;
    int rounds = (int)(t->plan.simulations / (uint32_t)(phases * t->halving.considered));
    return rounds > 1 ? rounds : 1;
}

/* Returns how often the next move to be tried was visited before, and moves on. */
static uint32_t halving_next(struct tree *t)
{
    if (t->halving.rounds == 0)
        t->halving.rounds = halving_rounds(t);
    uint32_t visits = t->halving.visits;
    if (++t->halving.slot >= t->halving.considered) {
        t->halving.slot = 0;
        t->halving.visits++;
        if (--t->halving.rounds == 0 && t->halving.considered > 2)
            t->halving.considered = t->halving.considered / 2 < 2 ? 2 : t->halving.considered / 2;
    }
    return visits;
}

/* Logit, noise and value of each move. A move without a visit gets the mean value of the others,
 * weighted by their priors, and of the root's own judgement. */
static void root_score(const struct tree *t, float *score)
{
    const struct tree_edge *edges = tree_edges(t, t->nodes);
    float visits = 0, prior = 0, value = 0;
    uint32_t most = 0;
    for (int i = 0; i < t->safe_count; i++) {
        const struct tree_edge *e = &edges[i];
        if (e->visits == 0)
            continue;
        most = e->visits > most ? e->visits : most;
        visits += (float)e->visits;
        prior += (float)e->prior;
        value += (float)e->prior * (e->total / (float)e->visits);
    }
    float mean = (t->nodes->value + (prior > 0 ? visits * value / prior : 0)) / (1 + visits);
    float weight = (sigma_visits + (float)most) * sigma_scale;
    for (int i = 0; i < t->safe_count; i++) {
        const struct tree_edge *e = &edges[i];
        score[i] = t->logit[i] + weight * (e->visits ? e->total / (float)e->visits : mean);
    }
}

/* The best of the moves with this number of visits; else of those with fewer; else of all. */
int tree_root_pick(struct tree *t)
{
    const struct tree_edge *edges = tree_edges(t, t->nodes);
    uint32_t wanted = halving_next(t);
    float score[FF_COLUMNS_MAX];
    int pick = -1;
    root_score(t, score);
    for (int pass = 0; pass < 3 && pick < 0; pass++) {
        for (int i = 0; i < t->safe_count; i++) {
            bool fits = pass == 0   ? edges[i].visits == wanted
                        : pass == 1 ? edges[i].visits < wanted
                                    : true;
            if (edges[i].proof != TREE_LOST && fits && (pick < 0 || score[i] > score[pick]))
                pick = i;
        }
    }
    return pick;
}

/* Among the moves that sequential halving kept to the end, the one with the best score. They have
 * as many visits as the most visited one, or one less if the search was stopped. */
static int best_open(const struct tree *t)
{
    const struct tree_edge *edges = tree_edges(t, t->nodes);
    float score[FF_COLUMNS_MAX];
    uint32_t most = 0;
    int best = -1;
    root_score(t, score);
    for (int i = 0; i < t->safe_count; i++)
        if (edges[i].proof != TREE_LOST && edges[i].visits > most)
            most = edges[i].visits;
    for (int i = 0; i < t->safe_count; i++)
        if (edges[i].proof != TREE_LOST && edges[i].visits + 1 >= most &&
            (best < 0 || score[i] > score[best]))
            best = i;
    return best;
}

/* A win that ends soonest, or a loss that lasts longest. */
static int best_proven(const struct tree *t)
{
    const struct tree_edge *edges = tree_edges(t, t->nodes);
    int sign = t->nodes->proof, best = -1;
    for (int i = 0; i < t->nodes->count; i++)
        if (edges[i].proof == sign && (best < 0 || sign * (int)edges[i].child_or_plies <
                                                       sign * (int)edges[best].child_or_plies))
            best = i;
    return best;
}

void tree_report(const struct tree *t, struct tree_report *out)
{
    const struct tree_node *root = t->nodes;
    const struct tree_edge *edges = tree_edges(t, root);
    int height = t->board->rules->board.height;
    *out = (struct tree_report){.proof = (enum tree_proof)root->proof,
                                .plies = root->proof ? root->plies : 0,
                                .count = root->count,
                                .best = root->proof ? best_proven(t) : best_open(t)};
    for (int i = 0; i < root->count; i++) {
        const struct tree_edge *e = &edges[i];
        struct tree_move *move = &out->move[i];
        *move = (struct tree_move){.proof = (enum tree_proof)e->proof,
                                   .column = e->cell / height,
                                   .plies = e->proof ? (int)e->child_or_plies + 1 : 0,
                                   .visits = e->visits};
        move->value = e->proof    ? (float)e->proof
                      : e->visits ? e->total / (float)e->visits
                                  : root->value;
    }
}
