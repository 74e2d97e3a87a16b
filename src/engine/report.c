#include "core/json.h"
#include "core/text.h"
#include "engine/report_parts.h"

const char *report_color(ff_color color)
{
    return color == FF_RED ? "red" : "yellow";
}

const char *report_status(const ff_position *position)
{
    static const char *const statuses[] = {"playing", "won", "drawn"};
    return statuses[position->status];
}

static void put_key(ff_text *out, const char *key)
{
    text_char(out, ',');
    json_put_string(out, key);
    text_char(out, ':');
}

void report_int(ff_text *out, const char *key, int value)
{
    put_key(out, key);
    text_int(out, value);
}

void report_bool(ff_text *out, const char *key, bool value)
{
    put_key(out, key);
    text_put(out, value ? "true" : "false");
}

void report_text(ff_text *out, const char *key, const char *value)
{
    put_key(out, key);
    json_put_string(out, value);
}

void report_threats(ff_text *out, const ff_rules *rules, const ff_threats *threats)
{
    text_put(out, ",\"threats\":[");
    for (int i = 0; i < threats->count; i++) {
        const ff_threat *t = &threats->threat[i];
        text_put(out, i ? ",{\"color\":\"" : "{\"color\":\"");
        text_put(out, report_color((ff_color)t->color));
        text_char(out, '"');
        report_int(out, "column", ff_cell_column(rules, t->cell));
        report_int(out, "row", rules->board.height - 1 - ff_cell_row(rules, t->cell));
        report_text(out, "parity", t->is_odd ? "odd" : "even");
        report_bool(out, "playable", t->is_playable);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void put_percent(ff_text *out, const char *key, int percent)
{
    text_put(out, key);
    if (percent < 0)
        text_put(out, "null");
    else
        text_int(out, percent);
}

void report_accuracy(ff_text *out, int red, int yellow)
{
    put_percent(out, ",\"accuracy\":{\"red\":", red);
    put_percent(out, ",\"yellow\":", yellow);
    text_char(out, '}');
}

void report_begin(ff_text *out, const ff_game *game)
{
    text_put(out, "{\"board\":\"");
    (void)ff_board_write(out, game->position.rules->board);
    text_put(out, "\",\"moves\":\"");
    (void)ff_game_write(out, game, false);
    text_char(out, '"');
}

void report_end(ff_text *out, uint64_t nodes)
{
    put_key(out, "nodes");
    text_padded(out, (int64_t)nodes, 1);
    text_put(out, "}\n");
}
