#include "api/game_read.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 64 };

static const int64_t ms_max = INT64_C(1000) * 60 * 60 * 24 * 365;

void game_read_rules(struct json_fields *f, struct ruleset *out)
{
    const char *text;
    size_t len;
    ff_variant variant = FF_STANDARD;
    if (json_read_text(f, "variant", JSON_OPTIONAL, 0, WORD_MAX, &text, &len) &&
        ff_variant_read(&variant, text, len) != FF_OK)
        variant = FF_VARIANT_COUNT;
    *out = (struct ruleset){.board = ff_variant_board(variant), .variant = (uint8_t)variant};
    (void)json_read_bool(f, "pie", JSON_OPTIONAL, &out->has_pie);
    if (json_read_text(f, "board", JSON_OPTIONAL, 0, WORD_MAX, &text, &len) &&
        ff_board_read(&out->board, text, len) != FF_OK)
        memset(&out->board, 0, sizeof out->board);
}

void game_read_action(struct json_fields *f, enum json_need need, uint8_t *out)
{
    const char *names[FF_ACTION_COUNT];
    int action = FF_DROP;
    *out = FF_DROP;
    if (need == JSON_OPTIONAL && !json_object_get(f->object, "action"))
        return; /* as a rule: a plain drop */
    for (int i = 0; i < FF_ACTION_COUNT; i++)
        names[i] = ff_action_name((ff_action)i);
    (void)json_read_word(f, "action", need, names, FF_ACTION_COUNT, &action);
    *out = (uint8_t)action;
}

void game_read_clock(struct json_fields *f, struct clock_row *out, bool is_strict)
{
    static const char *const keys[] = {"perMoveMs", "initialMs", "incrementMs"};
    const json_t *object;
    if (!json_read_object(f, "clock", JSON_OPTIONAL, &object))
        return;
    struct json_fields clock = json_fields_of(object, "clock");
    if (is_strict)
        (void)json_read_only(&clock, keys, 3);
    if (json_read_int(&clock, "perMoveMs", JSON_OPTIONAL, 0, ms_max, &out->initial_ms)) {
        out->kind = CLOCK_DAYS;
    } else {
        out->kind = CLOCK_LIVE;
        (void)json_read_int(&clock, "initialMs", JSON_REQUIRED, 0, ms_max, &out->initial_ms);
        (void)json_read_int(&clock, "incrementMs", JSON_OPTIONAL, 0, ms_max, &out->increment_ms);
    }
    game_read_fault(f, &clock);
}

bool game_read_computer(struct json_fields *f, struct seat_order *seat, enum json_need need)
{
    const char *text;
    size_t len;
    ff_level level = FF_LEVEL_COUNT;
    ff_style style = FF_BALANCED;
    if (!json_read_text(f, "level", need, 0, WORD_MAX, &text, &len))
        return false;
    (void)ff_level_read(&level, text, len);
    if (json_read_text(f, "style", JSON_OPTIONAL, 0, WORD_MAX, &text, &len) &&
        ff_style_read(&style, text, len) != FF_OK)
        style = FF_STYLE_COUNT;
    seat->level = (uint8_t)level;
    seat->style = (uint8_t)style;
    return true;
}

void game_read_request(struct json_fields *f, char out[ROW_REQUEST_SIZE])
{
    const char *text;
    size_t len;
    out[0] = '\0';
    if (!json_read_text(f, "requestId", JSON_OPTIONAL, 1, ROW_REQUEST_SIZE - 1, &text, &len))
        return;
    if (len < ROW_REQUEST_SIZE)
        memcpy(out, text, len + 1);
    else
        (void)snprintf(f->fault, sizeof f->fault, "requestId must be a text of at most %d bytes",
                       ROW_REQUEST_SIZE - 1);
}

void game_read_fault(struct json_fields *f, const struct json_fields *inner)
{
    if (json_fields_are_right(f))
        memcpy(f->fault, inner->fault, sizeof f->fault);
}
