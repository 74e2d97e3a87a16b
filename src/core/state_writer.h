/* What the writers of plain games and of variants share. A text that does not fit shows in its
 * length. */
#ifndef CORE_STATE_WRITER_H
#define CORE_STATE_WRITER_H

#include "core/state_json.h"

/* What follows from the game. */
struct writer_facts {
    int turn, version;
    ff_phase phase;
    const ff_player *winner; /* null if there is none */
};

/* Everything in front of the metadata, with its brace; and everything behind it, with its brace. */
void writer_open(ff_text *out, const ff_state *state, const struct writer_facts *facts);
void writer_close(ff_text *out, const ff_state *state, const struct writer_facts *facts);

/* Members without a comma. */
void writer_text(ff_text *out, const char *key, const char *value);
void writer_int(ff_text *out, const char *key, int value);
void writer_board(ff_text *out, const ff_position *p);

#endif
