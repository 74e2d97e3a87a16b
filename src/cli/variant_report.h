/* `analyse` and `review` of variants: a search that is not exact, with what it has proven. */
#ifndef CLI_VARIANT_REPORT_H
#define CLI_VARIANT_REPORT_H

#include "cli/exact.h"

int variant_analyse(const struct exact *exact);
int variant_review(const struct exact *exact);

/* Append the first members of a JSON object: "board", "variant", "pie", "moves". */
void variant_json_game(ff_text *out, const ff_variant_game *game);

/* `,"move":"-4","action":"pop","column":3`, without the column where the action has none. */
void variant_json_move(ff_text *out, const ff_variant_position *position, int move);

#endif
