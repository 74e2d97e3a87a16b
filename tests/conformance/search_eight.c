#include "search_eight.h"

/* The vectors never leave this file: how they would be passed does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define SEARCH_WIDTH 7
#define SEARCH_HEIGHT 6
#define SEARCH_BOTTOM UINT64_C(0x0040810204081)
#define SEARCH_WIDE 8
#define SEARCH_HAS_MASKS 0
#define SEARCH_PROBE search_eight
#include "engine/search_body.h"
