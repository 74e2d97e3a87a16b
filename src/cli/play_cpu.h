/* The computer in a terminal game: the opponent, if wanted, and an adviser for hints. */
#ifndef CLI_PLAY_CPU_H
#define CLI_PLAY_CPU_H

#include "fourfall.h"

/* A player for the game's rules: one of the two, the other is null. Both are null until it is used. */
struct play_brain {
    ff_bot *bot; /* of plain games */
    ff_variant_bot *variant;
    void *memory;
};

struct play_cpu {
    bool plays; /* false: two people play, and the next three are unused */
    int player; /* 0: moves first */
    ff_level level;
    ff_style style;
    uint64_t seed;
    const ff_book *book;       /* may be null */
    const ff_network *network; /* of this board; may be null */
    struct play_brain opponent, adviser;
};

/* Called many times a second while the computer thinks; true stops it. */
typedef bool play_stop(void *host);

bool play_cpu_is_next(const struct play_cpu *cpu, const ff_variant_position *position);

/* The computer's move in a position that is not over. FF_E_STOPPED when stopped (calling again continues
 * with what was learned), FF_E_BOT_MEMORY without memory. */
ff_err play_cpu_choose(struct play_cpu *cpu, const ff_variant_game *game, play_stop *should_stop,
                       void *host, int *move);

/* The state of the search, while the computer thinks. `column` is the move. */
ff_thought play_cpu_thought(const struct play_cpu *cpu);

/* A good move for the side to move, after a second of thought at most. */
ff_err play_cpu_hint(struct play_cpu *cpu, const ff_variant_game *game, play_stop *should_stop,
                     void *host, ff_thought *out);

/* Against the computer, undo and redo go on until the person is the side to move. */
ff_err play_undo(const struct play_cpu *cpu, ff_variant_game *game);
ff_err play_redo(const struct play_cpu *cpu, ff_variant_game *game);

void play_cpu_close(struct play_cpu *cpu);

#endif
