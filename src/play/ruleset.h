/* What the rules of a game are made of: a board, a variant, and whether sides may be swapped. Events and REST have three
 * fields for them, rows one text: "7x6", "9x7c5-popout", "7x6-pie". */
#ifndef PLAY_RULESET_H
#define PLAY_RULESET_H

#include "fourfall.h"
#include "play/refusal.h"
#include "play/rows.h"

struct ruleset {
    ff_board board;
    uint8_t variant; /* ff_variant; FF_VARIANT_COUNT: an unknown one was asked for */
    bool has_pie;
};

extern const struct ruleset ruleset_classic;

/* The game of ff_game: no variant, no swap. */
bool ruleset_is_plain(const struct ruleset *rules);

bool ruleset_equal(const struct ruleset *a, const struct ruleset *b);

/* FF_OK, FF_E_VARIANT, why the board is illegal, or why the variant cannot be played on it. */
ff_err ruleset_check(const struct ruleset *rules);

/* Whether a client may have these rules: REFUSAL_BAD_VARIANT, REFUSAL_BAD_BOARD, or REFUSAL_VARIANT_BOARD, for which
 * ruleset_check has the reason. */
enum refusal ruleset_refusal(const struct ruleset *rules);

/* The text in rows. Reading needs a board; it does not check whether the variant can be played there. */
ff_err ruleset_read(struct ruleset *out, const char *text, size_t len);
void ruleset_write(char out[ROW_BOARD_SIZE], const struct ruleset *rules);

/* What of it is the board: its text up to the first hyphen. */
void ruleset_write_board(char out[ROW_BOARD_SIZE], const struct ruleset *rules);

struct ruleset ruleset_of(const ff_variant_rules *rules);

#endif
