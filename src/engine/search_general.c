#define SEARCH_WIDTH 0
#define SEARCH_HEIGHT 0
#define SEARCH_BOTTOM UINT64_C(0)
#define SEARCH_HAS_LANES 0
#define SEARCH_PROBE search_general
#include "engine/search_body.h"
