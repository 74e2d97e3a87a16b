/* A tree search for boards that cannot be solved: Gumbel root, PUCT inside, exact results.
 *
 * Each simulation goes down from the root to a new leaf. At the root, sequential halving divides
 * the simulations among the moves that look best by their prior, some noise and their value so far;
 * below it, PUCT weighs value against prior and visits. A leaf that the threats decide (vcf.h) is a
 * proven win or loss. Others are judged by the host: a value, and a prior for each move. Values are
 * averaged on the way back to the root; proofs are combined exactly: a move to a lost position wins,
 * and a position whose moves all lose is lost. So a proven result never rests on a judgement.
 *
 * The tree does not know who judges its leaves. A player asks one evaluation after the other
 * (judge.h); a training program has many trees, collects a leaf of each, and judges all of them in
 * one batch. */
#ifndef ENGINE_TREE_H
#define ENGINE_TREE_H

#include "engine/vcf.h"

enum { TREE_MEMORY_MIN = 4096 };

/* What is known of a position for the side to move. */
enum tree_proof { TREE_LOST = -1, TREE_UNKNOWN = 0, TREE_WON = 1 };

struct tree_node {
    float value; /* as judged, for the side to move */
    uint32_t visits;
    uint32_t edges; /* the place of its first edge */
    uint16_t plies; /* a proven game ends within so many plies */
    uint8_t count, lost;
    int8_t proof; /* enum tree_proof */
};

/* A move. Its child's place is 0 until it has one. Once a move is proven its values are of no more
 * use, and their place tells within how many plies the game ends after the move. */
struct tree_edge {
    union {
        float total;    /* not proven: sum of values, for the side that moves here */
        uint32_t plies; /* proven */
    };
    uint32_t visits;
    uint32_t child;
    uint16_t prior; /* of UINT16_MAX */
    uint8_t cell;
    int8_t proof; /* for the side that moves here */
};

/* Limits and tastes of one search. */
struct tree_plan {
    uint32_t simulations;
    int considered;           /* moves of the root that sequential halving begins with */
    int vcf_depth, vcf_nodes; /* at each leaf */
    int vcf_root_nodes;
    float noise;    /* 1: moves are drawn as by the prior; 0: the same search for every seed */
    bool wants_all; /* goes on after a proof of the root, until every move is proven */
};

/* A position to judge. Everything here belongs to the tree and is valid until the answer. */
struct tree_leaf {
    const struct vcf_state *state;
    const uint8_t *path; /* the cells played since the root */
    const uint8_t *move; /* the cells where the side to move may play; the others lose at once */
    int path_len, count;
};

/* The value is in -1..1, for the side to move; logits are those of a softmax over the moves. */
struct tree_opinion {
    float value;
    float logit[FF_COLUMNS_MAX];
};

enum tree_turn {
    TREE_LEAF,  /* a leaf waits for tree_answer */
    TREE_KNOWN, /* the simulation ended at a known result */
    TREE_OVER,  /* nothing is left to search */
};

/* One move of the root. The value is an estimate in -1..1 unless the move is proven; then the game
 * ends within `plies` plies, this move included, if the winner plays on as proven. */
struct tree_move {
    enum tree_proof proof;
    int column, plies;
    uint32_t visits;
    float value;
};

struct tree_report {
    enum tree_proof proof;
    int plies;
    int count, best; /* moves of all open columns; the index of the best one */
    struct tree_move move[FF_COLUMNS_MAX];
};

struct tree {
    const struct vcf_board *board;
    struct vcf_state root, state; /* the state at the end of the path */
    struct tree_plan plan;
    struct tree_node *nodes; /* grow upwards from the beginning of the memory */
    struct tree_edge *end;   /* edges grow downwards from here */
    uint32_t node_count, edge_count;
    size_t size;
    uint64_t chance;
    float logit[FF_COLUMNS_MAX]; /* of the root's moves, with their noise */
    int safe_count;              /* of the root's edges, the first ones do not lose at once */
    struct {
        int considered, first, slot, rounds;
        uint32_t visits;
    } halving;
    uint32_t path_node[FF_CELLS_MAX];
    uint32_t path_edge[FF_CELLS_MAX];
    uint8_t path_cell[FF_CELLS_MAX];
    uint8_t leaf_move[FF_COLUMNS_MAX];
    int path_len, depth; /* depth: of the longest path so far */
    uint32_t waiting;    /* the node to be judged */
    uint32_t simulations;
    bool is_judged, is_full;
};

/* The memory is the caller's, aligned to 8 bytes, at least TREE_MEMORY_MIN of it. A node with its moves takes some 300 bytes on the
 * cube. When the memory is full, the search is over. */
void tree_open(struct tree *tree, const struct vcf_board *board, void *memory, size_t size);

/* Begins a search. The position must not be over. */
void tree_begin(struct tree *tree, const struct vcf_state *root, const struct tree_plan *plan,
                uint64_t seed);

/* One simulation, or its part up to a leaf; the next call must be tree_answer then. */
enum tree_turn tree_select(struct tree *tree, struct tree_leaf *leaf);
void tree_answer(struct tree *tree, const struct tree_opinion *opinion);

/* The result so far, at any time. */
void tree_report(const struct tree *tree, struct tree_report *out);

/* The best line of the result, as columns; its length. If the root is proven the line goes to the
 * end of the game, the winner playing as proven and the loser holding out as long as that allows.
 * Else it goes as far as the search looked often enough. */
int tree_line(const struct tree *tree, uint8_t line[FF_CELLS_MAX]);

/* Shared by the files of the tree. */
static inline struct tree_edge *tree_edges(const struct tree *t, const struct tree_node *node)
{
    return t->end - node->edges - node->count;
}

/* A node with its edges; its place, or UINT32_MAX if the memory is full. */
uint32_t tree_node_add(struct tree *tree, const uint8_t *cells, int count);

void tree_root_begin(struct tree *tree);
void tree_root_judged(struct tree *tree, const struct tree_opinion *opinion);
int tree_root_pick(struct tree *tree);

/* Of a proven node's moves: a win that ends soonest, or a loss that lasts longest. */
int tree_best_proven(const struct tree *tree, const struct tree_node *node);

#endif
