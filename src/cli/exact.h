/* What `analyse` and `review` share: a game on a board the solver knows, and the solver for it. */
#ifndef CLI_EXACT_H
#define CLI_EXACT_H

#include "cli/book_file.h"
#include "cli/cli.h"

struct exact {
    ff_rules rules;
    ff_game game;
    ff_solver *solver;
    void *memory;
    struct book_memory book;
    bool wants_past; /* the positions before the last one, too; set before opening */
    bool wants_json;
    bool has_moves; /* MOVES was given, be it empty */
    long seconds;   /* the time limit */
};

/* Reads [--board B] [--json] [--hash MB] [--seconds S] [MOVES] and opens the solver. Returns 0, or the exit status
 * after saying why; exact_close is due in both cases. */
int exact_open(struct exact *exact, int argc, char **argv);
void exact_close(struct exact *exact);

/* The search path `--path NAME` asks for (see engine/solver.h); null changes nothing. 0, or the exit
 * status after saying why it cannot be. */
int exact_use_path(ff_solver *solver, const char *name);

/* "red" or "yellow", as JSON says it; "Red" or "Yellow" in a sentence. */
const char *exact_key(ff_color color);
const char *exact_name(ff_color color);

/* A score after `ply` discs in three characters at most: "W5", "L12" or "=". */
void exact_put_score(ff_text *out, const ff_rules *rules, int ply, int score);

/* Members of a JSON object with a comma in front: `,"key":7`, `,"key":true`, `,"key":"text"`. */
void exact_put_int(ff_text *out, const char *key, int value);
void exact_put_bool(ff_text *out, const char *key, bool value);
void exact_put_text(ff_text *out, const char *key, const char *value);

/* `"board":"7x6","moves":"4453"`, and at the end of an object its nodes and the closing brace. */
void exact_put_game(ff_text *out, const ff_game *game);
void exact_put_end(ff_text *out, uint64_t nodes);

#endif
