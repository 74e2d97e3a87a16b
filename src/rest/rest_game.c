#include "rest/rest_game.h"

#include <stdio.h>

#include "play/id.h"

enum { STATE_MAX = FF_STATE_JSON_MAX / 2 + 64 };

struct rest_game rest_game_of_snapshot(const struct snapshot *s)
{
    struct rest_game game = {.id = s->game_id,
                             .board = s->board,
                             .status = s->status,
                             .winner = s->winner,
                             .reason = s->reason,
                             .moves = s->moves,
                             .created_ms = s->created_ms,
                             .updated_ms = s->updated_ms};
    for (int i = 0; i < ROW_SEATS; i++) {
        game.seat[i] = s->seat[i].who;
        game.name[i] = s->seat[i].name;
    }
    return game;
}

ff_err rest_game_of_listed(struct rest_game *out, const struct store_listed *listed)
{
    const struct game_row *row = &listed->game;
    struct rest_game game = {.id = row->id,
                             .status = row->status,
                             .winner = row->winner,
                             .reason = row->reason,
                             .moves = row->moves,
                             .created_ms = row->created_ms,
                             .updated_ms = row->updated_ms};
    for (int i = 0; i < ROW_SEATS; i++) {
        game.seat[i] = row->seat[i];
        game.name[i] = listed->name[i];
    }
    ff_err err = ff_board_read(&game.board, row->board, strlen(row->board));
    if (!err)
        *out = game;
    return err;
}

const char *rest_game_status(const struct rest_game *game)
{
    return game->status == GAME_WAITING   ? "waiting"
           : game->status == GAME_PLAYING ? "in_progress"
                                          : "completed";
}

const char *rest_game_reason(const struct rest_game *game)
{
    static const char *const reasons[] = {NULL,   "line",    "draw",  "resign",
                                          "time", "abandon", "agreed"};
    return game->status == GAME_CANCELLED ? "cancelled" : reasons[game->reason];
}

void rest_game_player(char out[FF_ID_MAX + 1], const struct seat_row *seat)
{
    char id[ID_TEXT_SIZE] = "";
    if (seat->kind == SEAT_PLAYER)
        id_write(id, seat->player_id);
    (void)snprintf(out, FF_ID_MAX + 1, "%s", seat->kind == SEAT_BOT ? "computer" : id);
}

/* Who sits there, in the order of the seats; an open one is left out. */
static void seat_players(ff_state *state, const struct rest_game *game)
{
    state->player_count = 0;
    for (int i = 0; i < ROW_SEATS; i++) {
        ff_player *player = &state->players[state->player_count];
        const char *name = game->seat[i].kind == SEAT_BOT ? "Computer" : game->name[i];
        if (game->seat[i].kind == SEAT_OPEN)
            continue;
        rest_game_player(player->id, &game->seat[i]);
        (void)snprintf(player->name, sizeof player->name, "%s", name);
        state->player_count++;
    }
}

ff_err rest_game_state(ff_state *out, ff_rules *rules, const struct rest_game *game)
{
    ff_state state = {.created_ms = game->created_ms, .updated_ms = game->updated_ms};
    ff_err err = ff_rules_init(rules, game->board);
    if (!err)
        err = ff_game_read(&state.game, rules, game->moves, strlen(game->moves), NULL);
    if (err)
        return err;
    id_write(state.game_id, game->id);
    seat_players(&state, game);
    *out = state;
    return FF_OK;
}

/* Puts the true end in the place of the core's words. A text of a player's cannot look like them, for
 * the quotes inside a text are escaped. */
static bool write_ended(struct buffer *out, const struct rest_game *game, const char *json)
{
    static const char *const open[] = {"\"status\":\"in_progress\",\"winner\":null",
                                       "\"status\":\"waiting\",\"winner\":null"};
    char ended[128], id[FF_ID_MAX + 1] = "";
    const char *at = strstr(json, open[0]);
    size_t len = strlen(open[at ? 0 : 1]);
    if (!at)
        at = strstr(json, open[1]);
    if (!at)
        return buffer_text(out, json) == BUFFER_OK; /* the board has ended it */
    if (game->winner < ROW_SEATS)
        rest_game_player(id, &game->seat[game->winner]);
    (void)snprintf(ended, sizeof ended, "\"status\":\"completed\",\"winner\":%s%s%s",
                   *id ? "\"" : "", *id ? id : "null", *id ? "\"" : "");
    return buffer_append(out, json, (size_t)(at - json)) == BUFFER_OK &&
           buffer_text(out, ended) == BUFFER_OK && buffer_text(out, at + len) == BUFFER_OK;
}

bool rest_game_write(struct buffer *out, const struct rest_game *game)
{
    char json[STATE_MAX];
    ff_text text = ff_text_on(json, sizeof json);
    ff_rules rules;
    ff_state state;
    size_t before = out->len;
    if (rest_game_state(&state, &rules, game) != FF_OK ||
        ff_state_write_json(&text, &state) != FF_OK)
        return false;
    if (game->status > GAME_PLAYING ? write_ended(out, game, json)
                                    : buffer_append(out, json, text.len) == BUFFER_OK)
        return true;
    out->len = before;
    return false;
}

bool rest_game_draw(struct buffer *out, const struct rest_game *game)
{
    ff_rules rules;
    ff_state state;
    size_t before = out->len;
    char *room = buffer_extend(out, FF_SVG_MAX);
    if (!room)
        return false;
    ff_text text = ff_text_on(room, FF_SVG_MAX);
    bool is_drawn = rest_game_state(&state, &rules, game) == FF_OK &&
                    ff_connect_four.render(&text, &state) == FF_OK;
    out->len = before + (is_drawn ? text.len : 0);
    return is_drawn;
}
