/* Proof search: does one side, the attacker, win by force?
 *
 * An AND/OR search by proof numbers (df-pn). A position where the attacker moves (OR) is won if one
 * move wins; one where the defender moves (AND) is won if all replies lose. Each position has two
 * numbers: what it seems to cost to prove it and to refute it. The search goes where a proof seems
 * cheapest. A judge (judge.h) says how: the attacker's moves cost more the less it would play them,
 * and a position that it likes costs less. So a judgement steers the search but never enters a
 * proof. Threats (vcf.h) decide positions, and restrict the replies to a threat (prove_zone).
 *
 * A draw is a failure of the attacker: "refuted" means that the defender does not lose.
 *
 * The table is the caller's memory. Any number of searches, each on its own thread, may share one
 * table and one root: they mark the positions they are in, so that others look elsewhere. */
#ifndef ENGINE_PROVE_H
#define ENGINE_PROVE_H

#include "engine/judge.h"
#include "engine/prove_table.h"
#include "engine/vcf.h"

enum { PROVE_SYMMETRIES = 8 };

/* A board prepared for proofs: its symmetries, and random numbers for the keys of positions. */
struct prove_board {
    const struct vcf_board *vcf;
    int symmetries;
    uint8_t image[PROVE_SYMMETRIES][FF_COLUMNS_MAX]; /* a column's image */
    uint8_t inverse[PROVE_SYMMETRIES];
    uint64_t mix[2][FF_CELLS_MAX][2 * PROVE_SYMMETRIES]; /* keys, then tags */
};

/* A position with the keys of all its symmetric images. */
struct prove_position {
    struct vcf_state state;
    uint64_t key[PROVE_SYMMETRIES], tag[PROVE_SYMMETRIES];
};

enum prove_verdict { PROVE_OPEN, PROVE_WON, PROVE_REFUTED };

/* What a search knows of a position as it leaves it: examples for training programs. */
struct prove_sample {
    const struct prove_position *at;
    enum prove_verdict verdict;
    uint64_t work; /* positions searched below it */
    int best;      /* the cell of a move that reaches the goal of the side to move, or -1 */
};

struct prove_search {
    const struct prove_board *board;
    struct prove_table *table;
    struct judge *judge; /* set up for the root */
    int attacker;
    int vcf_nodes;      /* at each new position for what the opponent threatens; half for a win */
    bool is_shared;     /* other threads search the same root */
    const int *stop;    /* another thread may set it; null: never */
    uint64_t nodes_max; /* 0: no limit */
    void (*sample)(void *host, const struct prove_sample *sample); /* null: none are taken */
    void *sample_host;

    uint64_t nodes; /* positions visited so far; begins at 0 */
    uint64_t nodes_end;
    int unwind; /* the depth whose position another thread has decided */
    uint8_t path[FF_CELLS_MAX];
    uint64_t path_key[FF_CELLS_MAX + 1], path_tag[FF_CELLS_MAX + 1];
};

void prove_board_init(struct prove_board *out, const struct vcf_board *vcf);

/* A position of the same rules that is not over. */
void prove_position_set(const struct prove_board *board, struct prove_position *out,
                        const ff_position *p);

/* Places a disc of the side to move in a cell where it can land and that completes no line. */
void prove_position_play(const struct prove_board *board, struct prove_position *p, int cell);

/* The symmetric image that stands for all of them. */
int prove_position_canonical(const struct prove_board *board, const struct prove_position *p);

/* Of the moves of the side to move, those that might parry the win by continuous fours that the
 * opponent would have if it were to move; all others lose to it. A bit a column. False if the
 * opponent was not found to have such a win within so many nodes. */
bool prove_zone(const struct vcf_board *board, const struct vcf_state *state, int nodes,
                uint64_t *columns);

/* Searches until the root is decided, the limit is reached or it is stopped. Another call goes on
 * with what the table holds. */
enum prove_verdict prove_run(struct prove_search *search, const struct prove_position *root);

/* What the table knows of a position, for the attacker; *known is untouched if it holds nothing. */
enum prove_verdict prove_lookup(const struct prove_search *search, const struct prove_position *p,
                                struct prove_known *known);

#endif
