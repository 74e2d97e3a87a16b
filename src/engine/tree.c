/* Going down the tree, and back up. */
#include "engine/tree.h"

#include "engine/curve.h"

/* PUCT: how much the prior counts beside the value, and by how much a move that was not tried is
 * taken to be worse than the position's own value (first play urgency). */
static const float puct_weight = 1.25F, untried_penalty = 0.2F;

void tree_open(struct tree *t, const struct vcf_board *board, void *memory, size_t size)
{
    t->board = board;
    t->nodes = memory;
    t->size = size / sizeof *t->end * sizeof *t->end;
    t->end = (struct tree_edge *)(void *)((char *)memory + t->size);
}

uint32_t tree_node_add(struct tree *t, const uint8_t *cells, int count)
{
    size_t nodes = (t->node_count + 1) * sizeof *t->nodes;
    size_t edges = (t->edge_count + (size_t)count) * sizeof *t->end;
    if (nodes + edges > t->size)
        return UINT32_MAX;
    struct tree_node *node = &t->nodes[t->node_count];
    *node = (struct tree_node){.edges = t->edge_count, .count = (uint8_t)count};
    t->edge_count += (uint32_t)count;
    struct tree_edge *edge = tree_edges(t, node);
    for (int i = 0; i < count; i++)
        edge[i] = (struct tree_edge){.cell = cells[i], .prior = UINT16_MAX};
    return t->node_count++;
}

/* Adds a finding of the child to the path's last edge, and whatever it proves to the nodes above.
 * The value and the proof are those of the child's side to move. */
static void path_back_up(struct tree *t, float value, enum tree_proof proof, int plies)
{
    for (int i = t->path_len - 1; i >= 0; i--) {
        struct tree_node *node = &t->nodes[t->path_node[i]];
        struct tree_edge *edges = tree_edges(t, node), *edge = &edges[t->path_edge[i]];
        value = -value;
        edge->total += value;
        edge->visits++;
        node->visits++;
        if (proof == TREE_UNKNOWN)
            continue;
        edge->proof = (int8_t)-proof;
        edge->plies = (uint32_t)plies++;
        node->lost = (uint8_t)(node->lost + (edge->proof == TREE_LOST));
        if (node->proof && (edge->proof == TREE_LOST || node->plies <= plies))
            break; /* the root was won already: its other moves are searched, too */
        proof = edge->proof == TREE_WON     ? TREE_WON
                : node->lost == node->count ? TREE_LOST
                                            : TREE_UNKNOWN;
        for (int k = 0; proof == TREE_LOST && k < node->count; k++)
            if ((int)edges[k].plies + 1 > plies)
                plies = (int)edges[k].plies + 1;
        node->proof = (int8_t)proof;
        node->plies = (uint16_t)plies;
    }
    t->simulations++;
}

static int inner_pick(const struct tree *t, const struct tree_node *node)
{
    const struct tree_edge *edges = tree_edges(t, node);
    const float share = 1 / (float)UINT16_MAX;
    float urge = puct_weight * curve_root((float)node->visits + 1) * share, best = -1e30F;
    uint32_t seen = 0;
    int pick = 0;
    for (int i = 0; i < node->count; i++)
        seen += edges[i].visits ? edges[i].prior : 0;
    float untried = node->value - untried_penalty * curve_root((float)seen * share);
    for (int i = 0; i < node->count; i++) {
        const struct tree_edge *e = &edges[i];
        if (e->proof == TREE_LOST)
            continue;
        float visits = (float)e->visits, value = e->visits ? e->total / visits : untried;
        float score = value + urge * (float)e->prior / (1 + visits);
        if (score > best) {
            best = score;
            pick = i;
        }
    }
    return pick;
}

/* What the threats say about the state at the end of the path. */
static void leaf_survey(const struct tree *t, struct vcf_finding *out)
{
    struct vcf_budget budget = {t->plan.vcf_nodes, false};
    vcf_survey(t->board, &t->state, out);
    if (out->verdict != VCF_OPEN || budget.nodes <= 0)
        return;
    int plies = vcf_search(t->board, &t->state, t->plan.vcf_depth, &budget, &out->cell);
    if (plies) {
        out->verdict = VCF_WIN;
        out->plies = plies;
    }
}

static void leaf_offer(struct tree *t, uint32_t node, struct tree_leaf *leaf)
{
    const struct tree_edge *edges = tree_edges(t, &t->nodes[node]);
    int count = node ? t->nodes[node].count : t->safe_count;
    for (int i = 0; i < count; i++)
        t->leaf_move[i] = edges[i].cell;
    t->waiting = node;
    *leaf = (struct tree_leaf){&t->state, t->path_cell, t->leaf_move, t->path_len, count};
}

/* A new child of the path's last edge: UINT32_MAX if it is known or there is no room for it. */
static uint32_t leaf_grow(struct tree *t, struct tree_edge *edge)
{
    struct vcf_finding found;
    leaf_survey(t, &found);
    if (found.verdict != VCF_OPEN) {
        enum tree_proof proof = found.verdict == VCF_WIN    ? TREE_WON
                                : found.verdict == VCF_LOSS ? TREE_LOST
                                                            : TREE_UNKNOWN;
        path_back_up(t, (float)proof, proof, found.plies);
        return UINT32_MAX;
    }
    uint32_t child = tree_node_add(t, found.move, found.count);
    t->is_full = child == UINT32_MAX;
    if (!t->is_full)
        edge->child = child;
    return child;
}

static enum tree_turn path_walk(struct tree *t, struct tree_leaf *leaf)
{
    t->state = t->root;
    t->path_len = 0;
    for (uint32_t at = 0;;) {
        const struct tree_node *node = &t->nodes[at];
        int pick = at ? inner_pick(t, node) : tree_root_pick(t);
        struct tree_edge *edge = &tree_edges(t, node)[pick];
        t->path_node[t->path_len] = at;
        t->path_edge[t->path_len] = (uint32_t)pick;
        t->path_cell[t->path_len++] = edge->cell;
        t->depth = t->path_len > t->depth ? t->path_len : t->depth;
        vcf_play(t->board, &t->state, edge->cell);
        bool is_new = edge->child == 0;
        at = is_new ? leaf_grow(t, edge) : edge->child;
        if (at == UINT32_MAX)
            return t->is_full ? TREE_OVER : TREE_KNOWN;
        if (is_new && t->nodes[at].count > 1) { /* a forced move needs no judgement */
            leaf_offer(t, at, leaf);
            return TREE_LEAF;
        }
    }
}

void tree_begin(struct tree *t, const struct vcf_state *root, const struct tree_plan *plan,
                uint64_t seed)
{
    t->root = t->state = *root;
    t->plan = *plan;
    t->chance = seed;
    t->node_count = t->edge_count = t->simulations = 0;
    t->path_len = t->depth = 0;
    t->is_judged = t->is_full = false;
    tree_root_begin(t);
}

/* Whether the root has one move left. It gets a visit nevertheless, as it may lose sooner than the
 * others; but not if these lose at once. */
static bool root_is_forced(const struct tree *t)
{
    const struct tree_node *root = t->nodes;
    const struct tree_edge *edge = tree_edges(t, root);
    if (root->count - root->lost > 1)
        return false;
    while (edge->proof == TREE_LOST)
        edge++;
    return t->safe_count == 1 || edge->visits > 0;
}

static bool root_is_known(const struct tree *t)
{
    const struct tree_edge *edges = tree_edges(t, t->nodes);
    if (!t->plan.wants_all)
        return t->nodes->proof || root_is_forced(t);
    for (int i = 0; i < t->nodes->count; i++)
        if (edges[i].proof == TREE_UNKNOWN)
            return false;
    return true;
}

enum tree_turn tree_select(struct tree *t, struct tree_leaf *leaf)
{
    if (t->is_full || t->simulations >= t->plan.simulations || root_is_known(t))
        return TREE_OVER;
    if (t->is_judged)
        return path_walk(t, leaf);
    leaf_offer(t, 0, leaf);
    return TREE_LEAF;
}

static void node_set_priors(struct tree *t, struct tree_node *node, const float *logit, int count)
{
    struct tree_edge *edges = tree_edges(t, node);
    float power[FF_COLUMNS_MAX], most = logit[0], sum = 0;
    for (int i = 1; i < count; i++)
        most = logit[i] > most ? logit[i] : most;
    for (int i = 0; i < count; i++)
        sum += power[i] = curve_exp(logit[i] - most);
    for (int i = 0; i < count; i++)
        edges[i].prior = (uint16_t)(1 + (UINT16_MAX - 1) * (power[i] / sum));
}

void tree_answer(struct tree *t, const struct tree_opinion *opinion)
{
    struct tree_node *node = &t->nodes[t->waiting];
    int count = t->waiting ? node->count : t->safe_count;
    node->value = opinion->value;
    node_set_priors(t, node, opinion->logit, count);
    if (t->waiting)
        path_back_up(t, opinion->value, TREE_UNKNOWN, 0);
    else
        tree_root_judged(t, opinion);
}
