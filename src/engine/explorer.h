/* The search for boards that cannot be solved: a tree (tree.h) with a judge of its leaves. */
#ifndef ENGINE_EXPLORER_H
#define ENGINE_EXPLORER_H

#include "engine/network.h"
#include "engine/potential.h"
#include "engine/tree.h"

struct explorer {
    struct vcf_board board;
    struct tree tree;
    struct judge judge;
    const ff_network *network; /* null: the line potential judges */
    struct potential potential;
    struct network_view view;
};

/* The memory is the caller's, aligned to 8 bytes: vcf_board_size for the lines, the rest for the
 * tree. */
void explorer_open(struct explorer *explorer, const ff_rules *rules, void *memory, size_t size);

/* FF_E_BOT_BOARD if the network is of another board; null removes it. */
ff_err explorer_use_network(struct explorer *explorer, const ff_network *network);

/* Begins a search. The position must not be over. Attack and defence, in percent, weigh the lines
 * of the player to move and of the opponent; a network takes no notice of them. */
void explorer_begin(struct explorer *explorer, const ff_position *position,
                    const struct tree_plan *plan, int attack, int defence, uint64_t seed);

/* Runs some simulations. Returns false if nothing is left to search. tree_report has the result. */
bool explorer_run(struct explorer *explorer, int simulations);

#endif
