/* "5x5x5-popout-pie:mm-m": games of variants as text. */
#include "core/text.h"
#include "core/variant.h"

static const char signs[FF_ACTION_COUNT] = {
    [FF_DROP] = '\0',     [FF_POP] = '-',        [FF_ANVIL] = '_',
    [FF_BOMB] = '@',      [FF_WALL] = '=',       [FF_DOUBLE] = '+',
    [FF_TURN_LEFT] = '<', [FF_TURN_RIGHT] = '>', [FF_SWAP] = '~',
};

static const char pie[] = "pie";

/* The parts in front of the colon: each is a board, a variant or "pie", in this order. */
struct head_parts {
    ff_variant_head head;
    int stage; /* how many of the three may no longer come */
};

static ff_err head_part(struct head_parts *parts, const char *text, size_t len)
{
    ff_variant_head *head = &parts->head;
    ff_err err = FF_E_VARIANT_TEXT;
    if (parts->stage < 3 && text_is(pie, text, len)) {
        head->has_pie = true;
        parts->stage = 3;
        return FF_OK;
    }
    if (parts->stage < 2 && !ff_variant_read(&head->variant, text, len)) {
        parts->stage = 2;
        return FF_OK;
    }
    if (parts->stage < 1) {
        err = ff_board_read(&head->board, text, len);
        head->has_board = true;
        parts->stage = 1;
    }
    return err == FF_E_BOARD_TEXT ? FF_E_VARIANT_TEXT : err;
}

ff_err ff_variant_head_read(ff_variant_head *out, const char *text, size_t len)
{
    struct head_parts parts = {.stage = 0};
    size_t colon = 0, from = 0;
    ff_err err = FF_OK;
    while (colon < len && text[colon] != ':')
        colon++;
    for (size_t at = 0; colon < len && !err && at <= colon; at++) {
        if (at == colon || text[at] == '-') {
            err = head_part(&parts, text + from, at - from);
            from = at + 1;
        }
    }
    if (err)
        return err;
    if (!parts.head.has_board)
        parts.head.board = ff_variant_board(parts.head.variant);
    parts.head.moves_at = colon < len ? colon + 1 : 0;
    *out = parts.head;
    return FF_OK;
}

char variant_sign(ff_action action)
{
    return signs[action];
}

static ff_action sign_action(char sign)
{
    for (int action = FF_POP; action < FF_ACTION_COUNT; action++)
        if (signs[action] == sign)
            return (ff_action)action;
    return FF_DROP;
}

int variant_move_read(const ff_rules *rules, const char *text, size_t len, size_t *at)
{
    ff_action action = sign_action(text[*at]);
    if (action != FF_DROP)
        (*at)++;
    if (!ff_action_has_column(action))
        return ff_move_of(action, 0);
    int column = *at < len ? ff_column_read(rules, text[(*at)++]) : -1;
    return column < 0 ? -1 : ff_move_of(action, column);
}

ff_err ff_variant_moves_read(ff_variant_game *out, const ff_variant_rules *rules, const char *moves,
                             size_t len, size_t *at)
{
    ff_variant_game game = ff_variant_game_start(rules);
    struct variant_marks marks;
    for (size_t i = 0; i < len;) {
        size_t from = i;
        int move = variant_move_read(game.position.board.rules, moves, len, &i);
        ff_err err = move < 0 ? FF_E_LETTER : variant_game_read_move(&game, &marks, move);
        if (err) {
            if (at)
                *at = from;
            return err;
        }
    }
    *out = game;
    return FF_OK;
}

ff_err ff_variant_game_read(ff_variant_game *out, ff_variant_rules *rules, const char *text,
                            size_t len, size_t *at)
{
    ff_variant_head head;
    ff_variant_rules prepared;
    ff_variant_game game;
    ff_err err = ff_variant_head_read(&head, text, len);
    if (!err)
        err = ff_variant_rules_init(&prepared, head.variant, head.board, head.has_pie);
    if (err) {
        if (at)
            *at = SIZE_MAX;
        return err;
    }
    err = ff_variant_moves_read(&game, &prepared, text + head.moves_at, len - head.moves_at, at);
    if (err)
        return err;
    *out = game;
    variant_rebase(&out->position, rules);
    *rules = prepared;
    return FF_OK;
}

ff_err ff_variant_rules_write(ff_text *out, const ff_variant_rules *rules)
{
    (void)ff_board_write(out, rules->upright.board);
    if (rules->variant != FF_STANDARD) {
        text_char(out, '-');
        text_put(out, ff_variant_name((ff_variant)rules->variant));
    }
    if (rules->has_pie) {
        text_char(out, '-');
        text_put(out, pie);
    }
    return text_result(out);
}

ff_err ff_variant_move_write(ff_text *out, const ff_variant_position *p, int move)
{
    ff_action action = ff_move_action(move);
    if (action == FF_ACTION_COUNT)
        return FF_E_NO_ACTION;
    if (action != FF_DROP)
        text_char(out, signs[action]);
    if (ff_action_has_column(action))
        text_char(out, ff_column_letter(p->board.rules, ff_move_column(move)));
    return text_result(out);
}

/* Plays the game again, because a turned board has other columns. */
ff_err ff_variant_game_write(ff_text *out, const ff_variant_game *game, bool with_rules)
{
    ff_variant_position p = variant_start(game->position.rules);
    if (with_rules) {
        (void)ff_variant_rules_write(out, p.rules);
        text_char(out, ':');
    }
    for (int ply = 0; ply < game->position.board.ply; ply++) {
        (void)ff_variant_move_write(out, &p, game->moves[ply]);
        variant_play(&p, game->moves[ply]);
    }
    return text_result(out);
}
