/* Walks through a strategy of the attacker: one move of the attacker, every reply of the defender,
 * until the attacker wins.
 *
 * Where the attacker can win at once, or by continuous fours that a search with a fixed number of
 * nodes finds, the move follows from the position. Elsewhere somebody chooses among the moves,
 * ranked by the judge: the table of a proof, or a compact strategy, which is nothing but the ranks
 * in the order of the walk. Both walks are the same walk, so both see the same questions. */
#ifndef CLI_PROVE_WALK_H
#define CLI_PROVE_WALK_H

#include "cli/prove.h"

enum { WALK_VCF_NODES = 2000 };

/* A question of the walk. The moves are cells, the best-ranked first, with the judge's logits. */
struct walk_question {
    const struct prove_position *at;
    const ff_position *position;
    int count;
    uint8_t move[FF_COLUMNS_MAX];
    float logit[FF_COLUMNS_MAX];
};

struct walk_seen {
    uint64_t key, tag_and_plies;
};

struct prove_walk {
    const struct prove_job *job;
    struct prove_judge judge;
    /* The rank of the move to play, or -1 if there is none. */
    int (*choose)(void *host, const struct walk_question *question);
    /* Called for each position of the attacker that has no win at once; may be null. False: stop. */
    bool (*record)(void *host, const ff_position *position, int column);
    void *choose_host, *record_host;
    uint64_t positions, choices;
    struct walk_seen *seen;
    size_t size;       /* of seen, a power of two */
    const char *error; /* why the walk failed */
    uint8_t path[FF_CELLS_MAX];
};

/* The walk keeps its memory of positions from one line to the next. False if memory runs out. */
bool prove_walk_open(struct prove_walk *walk, const struct prove_job *job);
void prove_walk_close(struct prove_walk *walk);

/* Walks through everything behind a position. Returns within how many plies the attacker wins; -1 if
 * it does not, with the reason in walk->error. */
int prove_walk_from(struct prove_walk *walk, const ff_position *root);

/* Chooses by the table: the best-ranked move that is proven; the host is a struct walk_source.
 * Searches again where the table has lost a position. */
struct walk_source {
    struct prove_job *job;
    struct prove_judge judge;
    uint64_t nodes; /* searched again */
};

int walk_choose_proven(void *host, const struct walk_question *question);

#endif
