/* Threats on any board: winning cells, kept move by move, and forced wins by continuous fours.
 *
 * A four is a move that threatens to complete a line at once, so that the opponent has one answer
 * at most. A win by continuous fours (VCF, after the term of gomoku) is a sequence of them that
 * ends in two threats at once, or in a threat above the forced answer. It is found in microseconds
 * and is exact: the side to move wins, whatever the opponent does. That none is found proves
 * nothing. */
#ifndef ENGINE_VCF_H
#define ENGINE_VCF_H

#include "fourfall.h"

/* A position as sets of cells: bit c % 64 of word c / 64 is cell c. No line may be complete.
 * Boards of up to 128 cells use two words only. */
struct vcf_state {
    uint64_t discs[2][FF_WORDS];
    uint64_t wins[2][FF_WORDS];   /* empty cells that complete a line, by colour */
    uint64_t builds[2][FF_WORDS]; /* all cells that leave a line one short, and some others */
    uint16_t ply;                 /* Red moves at even plies */
};

enum vcf_verdict { VCF_OPEN, VCF_WIN, VCF_LOSS, VCF_DRAW };

/* What the threats say about a position for the side to move. */
struct vcf_finding {
    enum vcf_verdict verdict;
    int plies; /* VCF_WIN, VCF_LOSS: the game ends within so many plies */
    int cell;  /* VCF_WIN: the first move */
    int count; /* VCF_OPEN: the moves that do not lose at once, cells ascending */
    uint8_t move[FF_COLUMNS_MAX];
};

/* What a search may cost, and whether its depth has cut a sequence off. */
struct vcf_budget {
    int nodes; /* positions left; 0 or less: it has run out */
    bool is_cut;
};

/* A board prepared for the search: for each cell the other cells of every line through it. */
struct vcf_board {
    const ff_rules *rules;
    const struct vcf_kernel *kernel;
    int words;
    uint64_t bottom[FF_WORDS], top[FF_WORDS], all[FF_WORDS];
    uint16_t first[FF_CELLS_MAX + 1]; /* a cell's lines are through[words * first[c]] and on */
    uint64_t *through;
};

/* The same functions for two and for four words. */
struct vcf_kernel {
    void (*play)(const struct vcf_board *board, struct vcf_state *state, int cell);
    void (*survey)(const struct vcf_board *board, const struct vcf_state *state,
                   struct vcf_finding *out);
    int (*search)(const struct vcf_board *board, const struct vcf_state *state, int depth,
                  struct vcf_budget *budget, int *cell);
};

extern const struct vcf_kernel vcf_small, vcf_large;

/* The bytes that vcf_board_init needs for this board. */
size_t vcf_board_size(const ff_rules *rules);

/* The memory is the caller's, aligned to 8 bytes; rules and memory must outlive the board. */
void vcf_board_init(struct vcf_board *out, const ff_rules *rules, void *memory);

/* A position of the same rules that is not over. */
void vcf_state_set(const struct vcf_board *board, struct vcf_state *out, const ff_position *p);

/* The cell where a disc in this column lands, or -1 if the column is full. */
int vcf_landing(const struct vcf_board *board, const struct vcf_state *state, int column);

/* Places a disc of the side to move in a cell where it can land and that completes no line. */
static inline void vcf_play(const struct vcf_board *board, struct vcf_state *state, int cell)
{
    board->kernel->play(board, state, cell);
}

/* Looks one move ahead of either side: a win now; a loss if the opponent wins after every move; else
 * the moves that remain. A forced block is the only one of them. */
static inline void vcf_survey(const struct vcf_board *board, const struct vcf_state *state,
                              struct vcf_finding *out)
{
    board->kernel->survey(board, state, out);
}

enum { VCF_DEPTH_MAX = 48 }; /* bounds the stack: a level takes some 400 bytes */

/* Searches a win by continuous fours for the side to move: at most `depth` fours, up to
 * VCF_DEPTH_MAX, before the winning one. Returns within how many plies it wins and sets *cell, its first move; 0 if none was found. */
static inline int vcf_search(const struct vcf_board *board, const struct vcf_state *state,
                             int depth, struct vcf_budget *budget, int *cell)
{
    return board->kernel->search(board, state, depth, budget, cell);
}

/* The same for the other side, as if it were to move: what it threatens. */
int vcf_search_threat(const struct vcf_board *board, const struct vcf_state *state, int depth,
                      struct vcf_budget *budget, int *cell);

/* The win by continuous fours with the fewest moves: searches depth by depth. */
int vcf_search_shortest(const struct vcf_board *board, const struct vcf_state *state, int nodes,
                        int *cell);

#endif
