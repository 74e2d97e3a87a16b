/* Hash keys of a variant's positions. Collisions are too rare to matter. */
#include "engine/variant_search.h"

static uint64_t mix(uint64_t key, uint64_t word)
{
    key = (key ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> 29;
}

uint64_t variant_same_key(const ff_variant_position *p)
{
    const ff_rules *rules = p->board.rules;
    int words = (rules->base[rules->columns - 1] + rules->board.height - 1) / 64 + 1;
    uint64_t key = (uint64_t)p->side | (uint64_t)p->task << 8 | (uint64_t)p->from << 16 |
                   (uint64_t)p->is_filled << 24 | (uint64_t)p->kept[0] << 32 |
                   (uint64_t)p->kept[1] << 40;
    key = mix(UINT64_C(0xBF58476D1CE4E5B9), key);
    for (int i = 0; i < words; i++)
        key = mix(mix(key, p->board.discs[0][i]), p->board.discs[1][i]);
    return mix(key, (uint64_t)words);
}

uint64_t variant_full_key(const ff_variant_position *p, uint64_t same)
{
    bool is_turned = p->board.rules == &p->rules->turned;
    uint64_t rest = (uint64_t)p->powers[0] | (uint64_t)p->powers[1] << 8 |
                    (uint64_t)p->turns[0] << 16 | (uint64_t)p->turns[1] << 24 |
                    (uint64_t)is_turned << 32 | (uint64_t)p->has_answered << 33;
    return mix(same, rest);
}

/* Every ply fills a cell, or uses up a turn or a power. An anvil makes room for a whole column at most, a
 * bomb for one disc; the bomb's pop and the swap are plies themselves. */
int variant_plies_left(const ff_variant_position *p)
{
    enum { ANVIL = 1, BOMB = 2 };
    const ff_rules *rules = p->board.rules;
    int left = 2 * (p->task == FF_TASK_TARGET) + p->rules->has_pie;
    if (variant_of(p)->can_repeat)
        return FF_PLIES_MAX;
    for (int column = 0; column < rules->columns; column++)
        left += rules->board.height - p->board.height[column];
    for (int side = 0; side < 2; side++) {
        left += p->turns[side] + 2 * ((p->powers[side] & BOMB) != 0);
        left += (p->powers[side] & ANVIL) ? rules->board.height : 0;
    }
    return left;
}
