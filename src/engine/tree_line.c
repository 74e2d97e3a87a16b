/* The best line of a search.
 *
 * The tree keeps the moves of its proofs down to leaves that the threats decided. From there on the
 * threats are searched again: the same search, cut off where the proof ended, finds the same win. */
#include "engine/tree.h"

enum { VISITS_MIN = 8 }; /* an estimate with fewer is not shown as a best move */

struct tree_walk {
    const struct tree *tree;
    struct vcf_state state;
    uint8_t *line;
    int len, left; /* left: plies within which a proven game ends */
};

static void walk_put(struct tree_walk *w, int cell)
{
    w->line[w->len++] = (uint8_t)(cell / w->tree->board->rules->board.height);
    if (w->left == 1) /* the disc that wins */
        return;
    vcf_play(w->tree->board, &w->state, cell);
}

/* The winner's move where the threats decide: it wins at once, or by continuous fours. */
static int winner_cell(const struct tree_walk *w, const struct vcf_finding *found)
{
    const struct tree_plan *plan = &w->tree->plan;
    int most = plan->vcf_nodes > plan->vcf_root_nodes ? plan->vcf_nodes : plan->vcf_root_nodes;
    struct vcf_budget budget = {most, false};
    int cell = -1;
    if (found->verdict == VCF_WIN)
        return found->cell;
    (void)vcf_search(w->tree->board, &w->state, (w->left - 1) / 2, &budget, &cell);
    return cell;
}

/* The loser's move: the forced one, or a block where there are two threats, or any. */
static int loser_cell(const struct tree_walk *w, const struct vcf_finding *found)
{
    const uint64_t *theirs = w->state.wins[(w->state.ply + 1) % 2];
    int first = -1;
    if (found->count > 0)
        return found->move[0];
    for (int column = w->tree->board->rules->columns - 1; column >= 0; column--) {
        int cell = vcf_landing(w->tree->board, &w->state, column);
        if (cell >= 0 && theirs[cell / 64] >> cell % 64 & 1)
            return cell;
        first = cell >= 0 ? cell : first;
    }
    return first;
}

static void walk_threats(struct tree_walk *w)
{
    while (w->left > 0) {
        struct vcf_finding found;
        vcf_survey(w->tree->board, &w->state, &found);
        if (found.verdict == VCF_WIN)
            w->left = 1;
        int cell = w->left % 2 ? winner_cell(w, &found) : loser_cell(w, &found);
        if (cell < 0)
            return;
        walk_put(w, cell);
        w->left--;
    }
}

static void walk_proof(struct tree_walk *w)
{
    const struct tree_node *node = w->tree->nodes;
    w->left = node->plies;
    for (uint32_t at = 0;; node = &w->tree->nodes[at]) {
        const struct tree_edge *edge =
            &tree_edges(w->tree, node)[tree_best_proven(w->tree, node)];
        w->left = (int)edge->plies + 1;
        walk_put(w, edge->cell);
        w->left--;
        at = edge->child;
        if (!at || !w->left)
            break;
    }
    walk_threats(w);
}

static int most_visited(const struct tree *t, const struct tree_node *node)
{
    const struct tree_edge *edges = tree_edges(t, node);
    int best = -1;
    for (int i = 0; i < node->count; i++)
        if (edges[i].proof == TREE_UNKNOWN && (best < 0 || edges[i].visits > edges[best].visits))
            best = i;
    return best;
}

static void walk_estimate(struct tree_walk *w)
{
    const struct tree *t = w->tree;
    struct tree_report report;
    tree_report(t, &report);
    int pick = report.best;
    for (uint32_t at = 0; pick >= 0;) {
        const struct tree_edge *edge = &tree_edges(t, &t->nodes[at])[pick];
        if (w->len > 0 && edge->visits < VISITS_MIN)
            return;
        w->line[w->len++] = (uint8_t)(edge->cell / t->board->rules->board.height);
        at = edge->child;
        pick = at ? most_visited(t, &t->nodes[at]) : -1;
    }
}

int tree_line(const struct tree *t, uint8_t line[FF_CELLS_MAX])
{
    struct tree_walk walk = {.tree = t, .state = t->root, .line = line};
    if (t->nodes->proof)
        walk_proof(&walk);
    else
        walk_estimate(&walk);
    return walk.len;
}
