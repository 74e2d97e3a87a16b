/* Shared by `analyse` and `review`: a game on a board of the solver, and the solver for it. */
#ifndef CLI_EXACT_H
#define CLI_EXACT_H

#include "cli/book_file.h"
#include "cli/cli.h"
#include "cli/network_file.h"

struct exact {
    ff_rules rules;
    ff_game game;
    ff_solver *solver; /* null on boards without exact scores, which the bot estimates */
    ff_bot *bot;
    ff_variant_bot *variant_bot; /* of a variant; `rules` and `game` are not used then */
    ff_variant_rules variant_rules;
    ff_variant_game variant_game;
    struct network_memory network;
    void *memory;
    struct book_memory book;
    bool wants_past; /* earlier positions of the game are solved, too; set before opening */
    bool wants_json;
    bool has_moves; /* MOVES was given, perhaps empty */
    long seconds;   /* the time limit */
};

/* Reads [--board B] [--variant V] [--pie] [--json] [--hash MB] [--seconds S] [MOVES] and opens the solver. Returns 0, or the exit status
 * after an error message; call exact_close in both cases. */
int exact_open(struct exact *exact, const struct command *command, int argc, char **argv);
void exact_close(struct exact *exact);

/* The search path `--path NAME` asks for (see engine/solver.h); null changes nothing. 0, or the exit
 * status after saying why it cannot be. */
int exact_use_path(ff_solver *solver, const char *name);

/* "Red" or "Yellow" */
const char *exact_name(ff_color color);

/* "Accuracy: Red 75 %, Yellow 60 %" and a newline; a player with -1 is left out. */
void exact_put_accuracy(ff_text *out, int red, int yellow);

/* A score after `ply` discs in three characters at most: "W5", "L12" or "=". */
void exact_put_score(ff_text *out, const ff_rules *rules, int ply, int score);

#endif
