/* Memory for tables that are read at random. */
#ifndef BASE_LARGE_H
#define BASE_LARGE_H

#include <stddef.h>

/* Like malloc, and given back by free. From 2 MB on it asks the system for large pages, which such a
 * table is read through up to a tenth faster; where there are none it is ordinary memory. */
void *large_alloc(size_t size);

#endif
