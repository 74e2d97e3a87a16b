/* What `fourfall analyse` prints for people. */
#ifndef CLI_ANALYSE_REPORT_H
#define CLI_ANALYSE_REPORT_H

#include "cli/column_search.h"
#include "fourfall.h"

/* `analysis` is null if the time limit ended the search; `scores` then has what was proven. */
struct analyse_report {
    const ff_game *game;
    const struct column_scores *scores;
    const ff_analysis *analysis;
    ff_threats threats;
};

void analyse_report_text(ff_text *out, const struct analyse_report *report);

#endif
