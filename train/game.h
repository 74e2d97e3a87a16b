/* One game of self-play on the cube, as a machine that stops whenever a position must be judged.
 *
 * Many of them run side by side (arena.h): each hands out one position at a time, and all of these
 * are judged in one batch on the GPU. The search is the engine's own (engine/tree.h). */
#ifndef TRAIN_GAME_H
#define TRAIN_GAME_H

#include "engine/tree.h"

enum {
    GAME_COLUMNS = 25,
    GAME_CELLS = 125,
    GAME_PLANES = 80,   /* bytes of a question: five sets of cells, 16 bytes each */
    GAME_ANSWER = 26,   /* floats of an answer: a logit for each column, and the value */
    GAME_STARTS = 6,    /* kinds of openings */
    GAME_MEMORY = 49152 /* bytes of a tree */
};

/* The sets of a question: discs of the side to move, of the opponent, winning cells of either, and
 * the cells where a disc can land. The last bit of the first set says that Red is to move. */
void game_planes(const struct vcf_board *board, const struct vcf_state *state, uint8_t *out);

/* The position with these planes. */
void game_state_read(const struct vcf_board *board, const uint8_t *planes, struct vcf_state *out);

enum sample_kind { SAMPLE_SEARCHED, SAMPLE_WON, SAMPLE_LOST };

/* What a search found out about a position, and how its game ended. Values are for the side to
 * move. Python reads it by its offsets. */
struct sample {
    uint8_t planes[GAME_PLANES];
    int16_t policy[GAME_COLUMNS]; /* of INT16_MAX; all 0 if the position is lost */
    int16_t value;                /* of INT16_MAX */
    uint32_t moves;               /* the columns that do not lose at once, one bit each */
    int8_t result;                /* 1 won, 0 drawn, -1 lost */
    uint8_t kind, ply, start;
    uint8_t unused[4];
};

/* How games are played; the same for all games of an arena. */
struct game_plan {
    struct tree_plan search;
    float decided;       /* a first position valued beyond this ... */
    float decided_again; /* ... is given up for another one with this probability */
    int drawn_most;      /* at most so many plies after the opening are drawn from the policy */
    float drawn_warmth, drawn_blind; /* their temperature, and the share that is drawn blindly */
};

enum game_count {
    COUNT_GAMES,
    COUNT_RED,
    COUNT_YELLOW,
    COUNT_DRAWS,
    COUNT_PLIES,
    COUNT_SAMPLES,
    COUNT_JUDGED,
    COUNT_KNOWN,
    COUNTS
};

/* Samples of finished games. One for each thread. */
struct harvest {
    struct sample *sample;
    size_t len, room;
    double count[COUNTS];
};

enum game_phase { GAME_OPEN, GAME_MOVE, GAME_SEARCH };

struct game {
    const struct vcf_board *board;
    struct vcf_state state;
    struct tree tree;
    struct tree_leaf leaf;
    enum game_phase phase;
    uint64_t chance;
    float logit[GAME_COLUMNS]; /* of the root's safe moves, without noise */
    int start, drawn;
    bool is_waiting, is_fresh; /* fresh: no move was searched yet */
    int samples;
    struct sample sample[GAME_CELLS];
};

/* The memory has GAME_MEMORY bytes, aligned to 8. */
void game_init(struct game *game, const struct vcf_board *board, void *memory, uint64_t seed);

/* Takes the answer to the last question (there is none the first time), plays on, through as many
 * games as it takes, and writes the next question. */
void game_step(struct game *game, const struct game_plan *plan, const float *answer,
               uint8_t *question, struct harvest *harvest);

#endif
