/* What the readers of plain games and of variants share. Each step first moves the cursor to its
 * field's value: after a failure the cursor shows where. */
#ifndef CORE_STATE_READER_H
#define CORE_STATE_READER_H

#include "core/state_json.h"

enum {
    ROOT_ID,
    ROOT_TYPE,
    ROOT_PLAYERS,
    ROOT_TURN,
    ROOT_STATUS,
    ROOT_WINNER,
    ROOT_METADATA,
    ROOT_VERSION,
    ROOT_CREATED,
    ROOT_UPDATED,
    ROOT_COUNT
};

/* A plain game has the first four. */
enum { META_BOARD, META_LAST, META_SIZE, META_MOVES, META_VARIANT, META_PIE, META_COUNT };
enum { META_PLAIN = META_VARIANT };

struct reader {
    struct json j;
    struct json_field root[ROOT_COUNT];
    struct json_field meta[META_COUNT];
    ff_state state;
};

/* Locates all fields; the metadata may have the first `meta_count` of theirs. */
ff_err reader_fields(struct reader *r, int meta_count);

/* Moves the cursor to a field's value; false if the field is absent or null. */
bool reader_is_given(struct json *j, const struct json_field *field);

/* The index of a string in a list of names, or -1. */
int reader_choice(struct json *j, const char *const *choices, int count);

ff_err reader_identity(struct reader *r);
ff_err reader_players(struct reader *r);
ff_err reader_moments(struct reader *r);

/* Leaves *board as it is if the size is not given. */
ff_err reader_size(struct reader *r, ff_board *board);

/* The contents of the cells, ordered by cell number. Leaves the cursor at the board. */
ff_err reader_cells(struct reader *r, const ff_rules *rules, ff_color *cells);

/* Values that follow from the game, and must be these. */
ff_err reader_turn(struct reader *r, int turn, int version);
ff_err reader_status(struct reader *r, ff_phase phase, int version);
ff_err reader_winner(struct reader *r, const ff_player *winner);

#endif
