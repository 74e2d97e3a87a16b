#include "engine/variant_view.h"

void variant_view_init(struct variant_view *view, const ff_variant_rules *rules)
{
    view->rules = rules;
}

int variant_view_judge(struct variant_view *view, const ff_variant_position *p, int own, int theirs)
{
    (void)view;
    return own * p->kept[p->side] - theirs * p->kept[!p->side];
}
