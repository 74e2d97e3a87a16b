#include "play/ruleset.h"

#include <string.h>

const struct ruleset ruleset_classic = {.board = {7, 6, 1, 4}, .variant = FF_STANDARD};

bool ruleset_is_plain(const struct ruleset *rules)
{
    return rules->variant == FF_STANDARD && !rules->has_pie;
}

bool ruleset_equal(const struct ruleset *a, const struct ruleset *b)
{
    return a->variant == b->variant && a->has_pie == b->has_pie &&
           ff_board_equal(a->board, b->board);
}

ff_err ruleset_check(const struct ruleset *rules)
{
    ff_variant_rules prepared;
    if (ruleset_is_plain(rules))
        return ff_board_check(rules->board);
    return ff_variant_rules_init(&prepared, (ff_variant)rules->variant, rules->board,
                                 rules->has_pie);
}

enum refusal ruleset_refusal(const struct ruleset *rules)
{
    if (rules->variant >= FF_VARIANT_COUNT)
        return REFUSAL_BAD_VARIANT;
    if (ff_board_check(rules->board) != FF_OK)
        return REFUSAL_BAD_BOARD;
    return ruleset_check(rules) == FF_OK ? REFUSAL_OK : REFUSAL_VARIANT_BOARD;
}

ff_err ruleset_read(struct ruleset *out, const char *text, size_t len)
{
    char head[ROW_BOARD_SIZE + 1];
    ff_variant_head read;
    if (len == 0 || len >= ROW_BOARD_SIZE)
        return FF_E_VARIANT_TEXT;
    memcpy(head, text, len);
    head[len] = ':'; /* the notation of a game without moves */
    ff_err err = ff_variant_head_read(&read, head, len + 1);
    if (!err && (!read.has_board || read.moves_at != len + 1))
        err = FF_E_VARIANT_TEXT;
    if (!err)
        *out = (struct ruleset){read.board, (uint8_t)read.variant, read.has_pie};
    return err;
}

void ruleset_write_board(char out[ROW_BOARD_SIZE], const struct ruleset *rules)
{
    ff_text text = ff_text_on(out, ROW_BOARD_SIZE);
    (void)ff_board_write(&text, rules->board); /* ROW_BOARD_SIZE holds every legal board */
}

void ruleset_write(char out[ROW_BOARD_SIZE], const struct ruleset *rules)
{
    const ff_variant_rules named = {
        .upright.board = rules->board, .variant = rules->variant, .has_pie = rules->has_pie};
    ff_text text = ff_text_on(out, ROW_BOARD_SIZE);
    (void)ff_variant_rules_write(&text, &named); /* ROW_BOARD_SIZE holds all of them */
}

struct ruleset ruleset_of(const ff_variant_rules *rules)
{
    return (struct ruleset){rules->upright.board, rules->variant, rules->has_pie};
}
