#include "api/view_write.h"

#include <stdio.h>
#include <string.h>

#include "play/id.h"
#include "json/pair.h"

static const char *const sides[ROW_SEATS] = {"X", "O"};
static const char *const statuses[] = {"waiting", "playing", "win", "draw", "cancelled"};

/* A draw by agreement is a draw; `agreed` tells it from a full board. */
static const char *const reasons[] = {NULL, "line", "draw", "resign", "time", "abandon", "draw"};

void view_write_id(struct json_write *w, const char *key, int64_t id)
{
    char text[ID_TEXT_SIZE];
    id_write(text, id);
    pair_name(w, key);
    json_write_text(w, text, ID_TEXT_SIZE - 1);
}

void view_write_side(struct json_write *w, const char *key, int seat)
{
    pair_name(w, key);
    if (seat < ROW_SEATS)
        json_write_text(w, sides[seat], 1);
    else
        json_write_null(w);
}

void view_write_rules(struct json_write *w, const struct ruleset *rules)
{
    if (ruleset_is_plain(rules))
        return;
    pair_text(w, "variant", ff_variant_name((ff_variant)rules->variant));
    pair_bool(w, "pie", rules->has_pie);
}

static void write_board(struct json_write *w, const char *key, ff_board board)
{
    char text[ROW_BOARD_SIZE] = "";
    ff_text out = ff_text_on(text, sizeof text);
    (void)ff_board_write(&out, board); /* ROW_BOARD_SIZE holds every legal board */
    pair_text(w, key, text);
}

/* Every update has all cells, so they are put together here and written at once. */
static void write_cells(struct json_write *w, const struct snapshot *s)
{
    static const char words[ROW_NOBODY + 1][6] = {"\"X\",", "\"O\",", "null,"};
    static const uint8_t lengths[ROW_NOBODY + 1] = {4, 4, 5};
    char text[2 + 5 * FF_CELLS_MAX] = "[";
    size_t len = 1;
    for (int i = 0; i < s->cell_count; i++) {
        memcpy(text + len, words[s->cells[i]], 5);
        len += lengths[s->cells[i]];
    }
    text[len - 1] = ']'; /* in place of the last comma */
    pair_name(w, "board");
    json_write_raw(w, text, len);
}

static void write_line(struct json_write *w, const struct snapshot *s)
{
    pair_name(w, "winningLine");
    if (s->line_count == 0) {
        json_write_null(w);
        return;
    }
    json_write_array(w);
    for (int i = 0; i < s->line_count; i++)
        json_write_int(w, s->line[i]);
    json_write_array_end(w);
}

/* The side of a seat. */
static void write_seat_side(struct json_write *w, const char *key, const struct snapshot *s,
                            int seat)
{
    view_write_side(w, key, snapshot_side(s, seat));
}

static void write_number_or_null(struct json_write *w, const char *key, int number)
{
    pair_name(w, key);
    if (number >= 0)
        json_write_int(w, number);
    else
        json_write_null(w);
}

static void write_last(struct json_write *w, const struct snapshot *s)
{
    int layer = s->board.width * s->board.height;
    pair_name(w, "lastMove");
    if (s->last_seat == ROW_NOBODY) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    write_number_or_null(w, "column", s->last_column);
    write_number_or_null(w, "row", s->last_cell < 0 ? -1 : s->last_cell % layer / s->board.width);
    write_number_or_null(w, "cell", s->last_cell);
    write_seat_side(w, "player", s, s->last_seat);
    if (!ruleset_is_plain(&s->rules))
        pair_text(w, "action", ff_action_name((ff_action)s->last_action));
    json_write_object_end(w);
}

void view_write_clock(struct json_write *w, const struct clock_row *clock, const int64_t *left_ms,
                      int running, bool is_swapped)
{
    pair_name(w, "clock");
    if (clock->kind == CLOCK_NONE) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    if (clock->kind == CLOCK_DAYS) {
        pair_int(w, "perMoveMs", clock->initial_ms);
    } else {
        pair_int(w, "initialMs", clock->initial_ms);
        pair_int(w, "incrementMs", clock->increment_ms);
    }
    if (left_ms) {
        pair_name(w, "leftMs");
        json_write_object(w);
        for (int i = 0; i < ROW_SEATS; i++)
            pair_int(w, sides[i], left_ms[i ^ is_swapped]);
        json_write_object_end(w);
        view_write_side(w, "running", running < ROW_SEATS ? running ^ is_swapped : running);
    }
    json_write_object_end(w);
}

/* What a game with other rules has besides. */
static void write_variant(struct json_write *w, const struct snapshot *s)
{
    static const char *const tasks[] = {[FF_TASK_NONE] = NULL,
                                        [FF_TASK_SECOND] = "second-disc",
                                        [FF_TASK_QUIET] = "quiet-disc",
                                        [FF_TASK_TARGET] = "pop-target",
                                        [FF_TASK_PUT] = "put-back"};
    view_write_rules(w, &s->rules);
    if (ruleset_is_plain(&s->rules))
        return;
    write_board(w, "shape", s->board);
    pair_bool(w, "swapped", s->is_swapped);
    pair_text(w, "task", s->status == GAME_PLAYING ? tasks[s->task] : NULL);
    pair_text(w, "moves", s->moves);
}

void view_write_before_turn(struct json_write *w, const struct snapshot *s)
{
    view_write_id(w, "gameId", s->game_id);
    write_cells(w, s);
    write_seat_side(w, "currentPlayer", s, s->current);
}

void view_write_after_turn(struct json_write *w, const struct snapshot *s)
{
    pair_text(w, "status", statuses[s->status]);
    write_seat_side(w, "winner", s, s->winner);
    write_line(w, s);
    write_last(w, s);
    pair_int(w, "ply", s->ply);
    view_write_clock(w, &s->clock, s->left_ms, s->running, s->is_swapped);
    write_variant(w, s);
}

void view_write_update(struct json_write *w, const struct snapshot *s, int seat)
{
    view_write_before_turn(w, s);
    if (seat < ROW_SEATS)
        pair_bool(w, "isYourTurn", snapshot_is_to_move(s, seat));
    view_write_after_turn(w, s);
}

/* Null for an open seat. */
static void write_seat(struct json_write *w, const char *key, const struct snapshot *s, int seat)
{
    const struct room_seat *who = &s->seat[seat];
    pair_name(w, key);
    if (who->who.kind == SEAT_OPEN) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    if (who->who.kind == SEAT_BOT) {
        pair_text(w, "name", "Computer");
        pair_text(w, "rating", NULL);
        pair_text(w, "level", ff_level_name((ff_level)who->who.level));
        pair_text(w, "style", ff_style_name((ff_style)who->who.style));
    } else {
        view_write_id(w, "playerId", who->who.player_id);
        pair_text(w, "name", who->name);
        pair_int(w, "rating", who->rating);
        pair_bool(w, "isProvisional", who->is_provisional);
    }
    pair_bool(w, "isConnected", s->is_connected[seat]);
    if (s->grace_ms[seat] > 0)
        pair_int(w, "graceMs", s->grace_ms[seat]);
    json_write_object_end(w);
}

static void write_code(struct json_write *w, const struct snapshot *s)
{
    char link[32];
    (void)snprintf(link, sizeof link, "/?join=%s", s->code);
    pair_text(w, "code", s->code);
    pair_text(w, "link", link);
}

void view_write_start(struct json_write *w, const struct snapshot *s, int seat)
{
    write_seat_side(w, "player", s, seat);
    if (seat < ROW_SEATS)
        write_seat(w, "opponent", s, 1 - seat);
    pair_name(w, "players");
    json_write_object(w);
    for (int i = 0; i < ROW_SEATS; i++)
        write_seat(w, sides[i], s, i ^ s->is_swapped);
    json_write_object_end(w);
    view_write_update(w, s, seat);
    write_board(w, "boardSize", s->rules.board);
    if (ruleset_is_plain(&s->rules)) /* otherwise an update has them */
        pair_text(w, "moves", s->moves);
    pair_bool(w, "rated", s->flags & GAME_RATED);
    pair_text(w, "visibility", s->flags & GAME_PUBLIC ? "public" : "private");
    pair_int(w, "spectators", s->spectators);
    write_seat_side(w, "drawOffer", s, s->offer);
    pair_text(w, "reason", reasons[s->reason]);
    if (s->rematch_of)
        view_write_id(w, "rematchOf", s->rematch_of);
    if (seat < ROW_SEATS && s->status == GAME_WAITING)
        write_code(w, s);
}

void view_write_over(struct json_write *w, const struct snapshot *s)
{
    view_write_id(w, "gameId", s->game_id);
    pair_text(w, "status", statuses[s->status]);
    write_seat_side(w, "winner", s, s->winner);
    write_line(w, s);
    pair_text(w, "reason", reasons[s->reason]);
    pair_bool(w, "agreed", s->reason == REASON_AGREED);
    pair_int(w, "ply", s->ply);
}
