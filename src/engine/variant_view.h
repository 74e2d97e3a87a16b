/* What a position of a variant is worth, where it is not decided. */
#ifndef ENGINE_VARIANT_VIEW_H
#define ENGINE_VARIANT_VIEW_H

#include "core/variant.h"

struct variant_view {
    const ff_variant_rules *rules;
};

void variant_view_init(struct variant_view *view, const ff_variant_rules *rules);

/* For the side to move; `own` and `theirs` are the weights of its lines and of the opponent's in percent. */
int variant_view_judge(struct variant_view *view, const ff_variant_position *p, int own,
                       int theirs);

#endif
