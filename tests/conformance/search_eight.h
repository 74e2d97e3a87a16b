/* The search of 7x6 with eight columns at a time, as AVX-512 does it, by the compiler's vectors
 * alone: it runs on every machine, and must visit the same nodes as all others. */
#ifndef SEARCH_EIGHT_H
#define SEARCH_EIGHT_H

#include "engine/search.h"

search_probe search_eight;

#endif
