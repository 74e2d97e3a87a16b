#include "rules_load.h"

#include "base/random.h"
#include "core/position.h"

void rules_load_prepare(struct rules_load *load, ff_board board)
{
    uint64_t seed = 4;
    (void)ff_rules_init(&load->rules, board);
    ff_position p = ff_position_start(&load->rules);
    for (int i = 0; i < RULES_LOAD_DROPS;) {
        int column = (int)random_below(&seed, load->rules.columns);
        if (ff_position_drop(&p, column))
            continue;
        load->columns[i++] = (uint8_t)column;
        if (p.status != FF_PLAYING)
            p = ff_position_start(&load->rules);
    }
}

int rules_load_play(const struct rules_load *load)
{
    const ff_position start = ff_position_start(&load->rules);
    ff_position p = start;
    int games = 0;
    for (int i = 0; i < RULES_LOAD_DROPS; i++) {
        (void)position_play(&p, load->columns[i]);
        if (p.status != FF_PLAYING) {
            p = start;
            games++;
        }
    }
    return games;
}

int rules_load_drop(const struct rules_load *load)
{
    const ff_position start = ff_position_start(&load->rules);
    ff_position p = start;
    int games = 0;
    for (int i = 0; i < RULES_LOAD_DROPS; i++) {
        (void)ff_position_drop(&p, load->columns[i]);
        if (p.status != FF_PLAYING) {
            p = start;
            games++;
        }
    }
    return games;
}
