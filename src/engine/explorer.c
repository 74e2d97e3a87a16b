#include "engine/explorer.h"

void explorer_open(struct explorer *e, const ff_rules *rules, void *memory, size_t size)
{
    size_t lines = vcf_board_size(rules);
    vcf_board_init(&e->board, rules, memory);
    tree_open(&e->tree, &e->board, (char *)memory + lines, size - lines);
    potential_init(&e->potential, rules);
    e->network = NULL;
}

ff_err explorer_use_network(struct explorer *e, const ff_network *network)
{
    ff_err err = network ? network_view_init(&e->view, network, e->board.rules) : FF_OK;
    if (!err)
        e->network = network;
    return err;
}

void explorer_begin(struct explorer *e, const ff_position *position, const struct tree_plan *plan,
                    int attack, int defence, uint64_t seed)
{
    struct vcf_state root;
    vcf_state_set(&e->board, &root, position);
    if (e->network)
        network_view_begin(&e->view, &e->judge, position);
    else
        potential_begin(&e->potential, &e->judge, position, attack, defence);
    tree_begin(&e->tree, &root, plan, seed);
}

bool explorer_run(struct explorer *e, int simulations)
{
    struct tree_leaf leaf;
    struct tree_opinion opinion;
    enum tree_turn turn = TREE_KNOWN;
    for (int i = 0; i < simulations && turn != TREE_OVER; i++) {
        turn = tree_select(&e->tree, &leaf);
        if (turn == TREE_LEAF) {
            judge_ask(&e->judge, &leaf, &opinion);
            tree_answer(&e->tree, &opinion);
        }
    }
    return turn != TREE_OVER;
}
