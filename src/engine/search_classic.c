#define SEARCH_WIDTH 7
#define SEARCH_HEIGHT 6
#define SEARCH_BOTTOM UINT64_C(0x0040810204081)
#define SEARCH_HAS_LANES 0
#define SEARCH_PROBE search_classic
#include "engine/search_body.h"
