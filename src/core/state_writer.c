#include "core/state_writer.h"

static void write_key(ff_text *out, const char *key)
{
    json_put_string(out, key);
    text_char(out, ':');
}

void writer_text(ff_text *out, const char *key, const char *value)
{
    write_key(out, key);
    json_put_string(out, value);
}

void writer_int(ff_text *out, const char *key, int value)
{
    write_key(out, key);
    text_int(out, value);
}

static void write_players(ff_text *out, const ff_state *state)
{
    text_put(out, "\"players\":[");
    for (int i = 0; i < state->player_count; i++) {
        text_put(out, i ? ",{" : "{");
        writer_text(out, "id", state->players[i].id);
        text_char(out, ',');
        writer_text(out, "name", state->players[i].name);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void write_cell(ff_text *out, ff_color color)
{
    if (color == FF_NONE)
        text_put(out, "null");
    else
        json_put_string(out, state_color_names[color]);
}

/* Rows from the top. Deep boards have one more level of arrays, one for each layer. */
void writer_board(ff_text *out, const ff_position *p)
{
    ff_board b = p->rules->board;
    text_put(out, b.depth > 1 ? "\"board\":[[[" : "\"board\":[[");
    for (int i = 0; i < p->rules->cells; i++) {
        if (i && i % (b.width * b.height) == 0)
            text_put(out, "]],[[");
        else if (i && i % b.width == 0)
            text_put(out, "],[");
        else if (i)
            text_char(out, ',');
        write_cell(out, ff_position_cell(p, state_cell_shown_at(p->rules, i)));
    }
    text_put(out, b.depth > 1 ? "]]]" : "]]");
}

static void write_winner(ff_text *out, const ff_player *winner)
{
    write_key(out, "winner");
    if (winner)
        json_put_string(out, winner->id);
    else
        text_put(out, "null");
}

static void write_moment(ff_text *out, const char *key, int64_t ms)
{
    write_key(out, key);
    text_char(out, '"');
    moment_write(out, ms);
    text_char(out, '"');
}

void writer_open(ff_text *out, const ff_state *state, const struct writer_facts *facts)
{
    text_char(out, '{');
    writer_text(out, "gameId", state->game_id);
    text_char(out, ',');
    writer_text(out, "gameType", ff_connect_four.type);
    text_char(out, ',');
    write_players(out, state);
    text_char(out, ',');
    writer_int(out, "currentPlayerIndex", facts->turn);
    text_char(out, ',');
    writer_text(out, "status", state_phase_names[facts->phase]);
    text_char(out, ',');
    write_winner(out, facts->winner);
    text_put(out, ",\"metadata\":{");
}

void writer_close(ff_text *out, const ff_state *state, const struct writer_facts *facts)
{
    text_put(out, "},");
    writer_int(out, "version", facts->version);
    text_char(out, ',');
    write_moment(out, "createdAt", state->created_ms);
    text_char(out, ',');
    write_moment(out, "updatedAt", state->updated_ms);
    text_char(out, '}');
}
