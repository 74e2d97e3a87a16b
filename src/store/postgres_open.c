/* In work: PostgreSQL behind store.h. */
#include <stdio.h>

#include "store/store.h"

enum store_err store_open_postgres(struct store **out, const struct store_postgres *options,
                                   char problem[STORE_PROBLEM_SIZE])
{
    (void)out;
    (void)options;
    (void)snprintf(problem, STORE_PROBLEM_SIZE, "PostgreSQL is not supported yet");
    return STORE_E_OPEN;
}
