/* Memory for tables that are read at random. */
#ifndef BASE_LARGE_H
#define BASE_LARGE_H

#include <stddef.h>

/* Like malloc; freed with free. From 2 MB on it asks the system for huge pages, which make random
 * reads up to a tenth faster. Without huge pages it is ordinary memory. */
void *large_alloc(size_t size);

#endif
