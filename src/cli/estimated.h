/* `analyse` and `review` on boards without exact scores: proofs where there are some, else estimates. */
#ifndef CLI_ESTIMATED_H
#define CLI_ESTIMATED_H

#include "cli/exact.h"

int estimated_analyse(const struct exact *exact);
int estimated_review(const struct exact *exact);

/* Shared with the reports on variants. "proven win within 5 plies", "about 63 %"; the threats of a side in a
 * sentence, or where lines lose the cells that it must avoid. */
void estimated_put_result(ff_text *out, uint8_t certainty, int plies, int chance);
void estimated_put_threats(ff_text *out, const ff_rules *rules, const ff_threats *threats,
                           ff_color color, bool lines_lose);
const char *estimated_turning_text(uint8_t turning);

/* A point of the graph: the chance in tenths, '0' to '9'; a proven win or loss as its mark; '=' a draw. */
char estimated_mark(uint8_t certainty, int chance, const char marks[2]);

/* For should_stop of a bot: whether the time limit is over. `host` points to the deadline, in ms. */
bool estimated_is_late(void *host);
int64_t estimated_deadline(const struct exact *exact);

/* Says that the limit ended an analysis, whose report is printed; the exit status. */
int estimated_unfinished(const struct exact *exact);

#endif
