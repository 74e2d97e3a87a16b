/* `analyse` and `review` of variants: a search that is not exact, with what it has proven. */
#ifndef CLI_VARIANT_REPORT_H
#define CLI_VARIANT_REPORT_H

#include "cli/exact.h"

int variant_analyse(const struct exact *exact);
int variant_review(const struct exact *exact);

#endif
