/* The parameters of the levels in variants; as struct level. */
#ifndef ENGINE_VARIANT_LEVEL_H
#define ENGINE_VARIANT_LEVEL_H

#include "fourfall.h"

struct variant_level {
    int random_percent, depth, depth_sure, margin;
    uint32_t nodes;
};

const struct variant_level *variant_level_of(ff_level level);

#endif
