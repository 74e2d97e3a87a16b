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
    tree_edges(t, root)[edge].plies = (uint32_t)plies - 1;
    root->proof = TREE_WON;
    root->plies = (uint16_t)plies;
}

static bool has_cell(const uint64_t *set, int cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

/* The moves of the root in the order of its edges. */
enum root_class { ROOT_WINS, ROOT_SAFE, ROOT_BLOCKS, ROOT_LOSES, ROOT_CLASSES };

/* Whether the opponent cannot win at once after a disc in this cell. */
static bool is_safe(const struct tree *t, int cell)
{
    const uint64_t *theirs = t->root.wins[(t->root.ply + 1) % 2];
    int height = t->board->rules->board.height;
    if ((cell + 1) % height && has_cell(theirs, cell + 1))
        return false;
    for (int column = 0; column < t->board->rules->columns; column++) {
        int other = vcf_landing(t->board, &t->root, column);
        if (other >= 0 && other != cell && has_cell(theirs, other))
            return false;
    }
    return true;
}

static enum root_class class_of(const struct tree *t, int cell)
{
    int me = t->root.ply % 2;
    if (has_cell(t->root.wins[me], cell))
        return ROOT_WINS;
    if (is_safe(t, cell))
        return ROOT_SAFE;
    return has_cell(t->root.wins[!me], cell) ? ROOT_BLOCKS : ROOT_LOSES; /* a block in vain */
}

/* All moves of the root, by class, each class ascending. `ends` tells where each class ends. */
static void root_cells(const struct tree *t, uint8_t *cells, int ends[ROOT_CLASSES])
{
    int count = 0;
    for (int class = 0; class < ROOT_CLASSES; class ++) {
        for (int column = 0; column < t->board->rules->columns; column++) {
            int cell = vcf_landing(t->board, &t->root, column);
            if (cell >= 0 && class_of(t, cell) == (enum root_class) class)
                cells[count++] = (uint8_t)cell;
        }
        ends[class] = count;
    }
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
    uint8_t cells[FF_COLUMNS_MAX];
    int ends[ROOT_CLASSES];
    root_cells(t, cells, ends);
    (void)tree_node_add(t, cells, ends[ROOT_LOSES]); /* fits into the least memory */
    struct tree_node *root = t->nodes;
    t->safe_count = ends[ROOT_SAFE];
    for (int i = 0; i < root->count; i++)
        t->logit[i] = 0;
    for (int i = 0; i < ends[ROOT_WINS]; i++)
        root_prove(t, i, 1);
    for (int i = t->safe_count; i < root->count; i++) { /* the opponent wins at once */
        struct tree_edge *edge = &tree_edges(t, root)[i];
        edge->proof = TREE_LOST;
        edge->plies = 1;
        root->lost++;
    }
    if (t->safe_count == 0) {
        root->proof = TREE_LOST;
        root->plies = 2;
    } else if (!root->proof) {
        root_seek_win(t);
    }
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

static float edge_value(const struct tree_edge *e)
{
    return e->proof ? (float)e->proof : e->total / (float)e->visits;
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
        value += (float)e->prior * edge_value(e);
    }
    float mean = (t->nodes->value + (prior > 0 ? visits * value / prior : 0)) / (1 + visits);
    float weight = (sigma_visits + (float)most) * sigma_scale;
    for (int i = 0; i < t->safe_count; i++) {
        const struct tree_edge *e = &edges[i];
        score[i] = t->logit[i] + weight * (e->visits ? edge_value(e) : mean);
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
            if (edges[i].proof == TREE_UNKNOWN && fits && (pick < 0 || score[i] > score[pick]))
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

int tree_best_proven(const struct tree *t, const struct tree_node *node)
{
    const struct tree_edge *edges = tree_edges(t, node);
    int sign = node->proof, best = -1;
    for (int i = 0; i < node->count; i++)
        if (edges[i].proof == sign &&
            (best < 0 || sign * (int)edges[i].plies < sign * (int)edges[best].plies))
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
                                .best = root->proof ? tree_best_proven(t, root) : best_open(t)};
    for (int i = 0; i < root->count; i++) {
        const struct tree_edge *e = &edges[i];
        struct tree_move *move = &out->move[i];
        *move = (struct tree_move){.proof = (enum tree_proof)e->proof,
                                   .column = e->cell / height,
                                   .plies = e->proof ? (int)e->plies + 1 : 0,
                                   .visits = e->visits};
        move->value = e->proof || e->visits ? edge_value(e) : root->value;
    }
}
