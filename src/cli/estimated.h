/* `analyse` and `review` on boards without exact scores: proofs where there are some, else estimates. */
#ifndef CLI_ESTIMATED_H
#define CLI_ESTIMATED_H

#include "cli/exact.h"

int estimated_analyse(const struct exact *exact);
int estimated_review(const struct exact *exact);

#endif
