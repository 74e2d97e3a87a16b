/* Discs of a variant's position, without its rules. */
#include "core/variant.h"

static uint64_t slot_bit(int slot)
{
    return UINT64_C(1) << slot % 64;
}

bool variant_has_room(const ff_variant_position *p, int column)
{
    return p->board.height[column] < p->board.rules->board.height;
}

void variant_put(ff_variant_position *p, int column, int color)
{
    int slot = p->board.rules->base[column] + p->board.height[column]++;
    p->board.discs[color][slot / 64] |= slot_bit(slot);
}

ff_color variant_bottom(const ff_variant_position *p, int column)
{
    return ff_position_cell(&p->board, column * p->board.rules->board.height);
}

/* A special disc of this column falls by one row; one that lay at the bottom is gone. */
static void specials_fall(ff_variant_position *p, int column)
{
    int first = column * p->board.rules->board.height;
    for (int i = 0; i < 2 * FF_POWERS; i++) {
        uint16_t *at = &p->special[i / FF_POWERS][i % FF_POWERS];
        if (*at > first && *at <= first + p->board.rules->board.height)
            *at = (uint16_t)(*at - 1 == first ? 0 : *at - 1);
    }
}

void variant_take(ff_variant_position *p, int column)
{
    int base = p->board.rules->base[column], top = base + --p->board.height[column];
    for (int color = 0; color < 2; color++) {
        uint64_t *discs = p->board.discs[color];
        for (int slot = base; slot < top; slot++) {
            discs[slot / 64] &= ~slot_bit(slot);
            if (discs[(slot + 1) / 64] & slot_bit(slot + 1))
                discs[slot / 64] |= slot_bit(slot);
        }
        discs[top / 64] &= ~slot_bit(top);
    }
    specials_fall(p, column);
}

/* Red has the even rows of the first column and the odd ones of the last. */
static void fill_outer_columns(ff_variant_position *p)
{
    int last = p->board.rules->columns - 1;
    for (int row = 0; row < p->board.rules->board.height; row++) {
        variant_put(p, 0, row % 2);
        variant_put(p, last, (row + 1) % 2);
    }
}

ff_variant_position variant_start(const ff_variant_rules *rules)
{
    ff_variant_position p = {.rules = rules, .board = ff_position_start(&rules->upright)};
    const struct variant *v = variant_of(&p);
    p.winner = FF_NONE;
    for (int side = 0; side < 2; side++) {
        p.powers[side] = v->powers;
        p.turns[side] = v->turns;
    }
    if (v->fills_outer_columns)
        fill_outer_columns(&p);
    return p;
}

void variant_rebase(ff_variant_position *p, const ff_variant_rules *rules)
{
    bool is_turned = p->board.rules == &p->rules->turned;
    p->rules = rules;
    p->board.rules = is_turned ? &rules->turned : &rules->upright;
}

bool variant_is_same(const ff_variant_position *a, const ff_variant_position *b)
{
    uint64_t differs = 0;
    for (int i = 0; i < 2 * FF_WORDS; i++)
        differs |=
            a->board.discs[i / FF_WORDS][i % FF_WORDS] ^ b->board.discs[i / FF_WORDS][i % FF_WORDS];
    differs |= (uint64_t)((a->side ^ b->side) | (a->task ^ b->task) | (a->from ^ b->from) |
                          (a->is_filled ^ b->is_filled) | (a->kept[0] ^ b->kept[0]) |
                          (a->kept[1] ^ b->kept[1]));
    return !differs;
}

uint64_t variant_mark(const ff_variant_position *p)
{
    uint64_t mark = (uint64_t)p->side | (uint64_t)p->task << 8 | (uint64_t)p->from << 16 |
                    (uint64_t)p->is_filled << 24 | (uint64_t)p->kept[0] << 32 |
                    (uint64_t)p->kept[1] << 40;
    for (int i = 0; i < 2 * FF_WORDS; i++) {
        mark = (mark ^ p->board.discs[i / FF_WORDS][i % FF_WORDS]) * 0x9e3779b97f4a7c15;
        mark ^= mark >> 32;
    }
    return mark;
}

ff_action ff_variant_special(const ff_variant_position *p, int cell)
{
    for (int i = 0; i < 2 * FF_POWERS; i++)
        if (p->special[i / FF_POWERS][i % FF_POWERS] == cell + 1)
            return (ff_action)(FF_ANVIL + i % FF_POWERS);
    return FF_DROP;
}

ff_color ff_variant_side_to_move(const ff_variant_position *p)
{
    return p->board.status == FF_PLAYING ? (ff_color)p->side : FF_NONE;
}

int ff_variant_player(const ff_variant_position *p, ff_color side)
{
    return p->is_swapped ? !side : (int)side;
}
