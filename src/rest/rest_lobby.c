/* Signs of life for the lobby. The answer is the same for everybody and is made at most once a second, however
 * many clients ask; it never shows a private game. */
#include <stdlib.h>

#include "api/lobby_write.h"
#include "api/state_write.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { SHOWN_MAX = 6, READ_MAX = 48, LASTS_MS = 1000 };

/* Running games over days are shown after those that are played now. */
static bool is_in_pass(const struct game_row *game, int pass)
{
    bool is_slow = game->status == GAME_PLAYING && (game->flags & GAME_ASYNC);
    return (game->flags & GAME_PUBLIC) && (pass == 1) == is_slow;
}

/* True if the game was written; one that cannot be read is left out. */
static bool write_game(struct json_write *w, const struct store_listed *listed)
{
    const char *const names[ROW_SEATS] = {listed->name[0], listed->name[1]};
    uint8_t cells[FF_CELLS_MAX];
    struct game_view game;
    if (game_view_of_row(&game, cells, &listed->game, names) != FF_OK)
        return false;
    state_write_listed(w, &game, &listed->game, NULL, false);
    return true;
}

static enum store_err write_games(struct json_write *w, struct rest *rest, const char *key,
                                  enum store_list list)
{
    const struct store_query query = {.list = list};
    struct store_cursor cursor = {0};
    size_t count = 0;
    int shown = 0;
    enum store_err err =
        store_list(rest->setup.store, &query, &cursor, rest->page, READ_MAX, &count);
    pair_name(w, key);
    json_write_array(w);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count && shown < SHOWN_MAX; i++)
            if (is_in_pass(&rest->page[i].game, pass))
                shown += write_game(w, &rest->page[i]);
    json_write_array_end(w);
    return err;
}

static void write_kinds(struct json_write *w, const struct service_life *life)
{
    pair_name(w, "kinds");
    json_write_array(w);
    for (int32_t i = 0; i < life->kinds; i++)
        lobby_kind_write(w, &life->kind[i]);
    json_write_array_end(w);
}

static bool make_answer(struct rest *rest)
{
    struct service_life life;
    rest->setup.host.life(rest->setup.host.context, &life);
    buffer_clear(&rest->lobby);
    struct json_write w = json_write_on(&rest->lobby);
    json_write_object(&w);
    pair_int(&w, "online", life.online);
    write_kinds(&w, &life);
    enum store_err err = write_games(&w, rest, "games", STORE_PUBLIC);
    if (!err)
        err = write_games(&w, rest, "results", STORE_DONE);
    json_write_object_end(&w);
    return !err && json_write_finish(&w) == JSON_WRITE_OK;
}

void rest_lobby(struct rest *rest, struct net_request *request)
{
    int64_t now_ms = net_now_ms(rest->net);
    bool is_fresh = rest->lobby_ms && now_ms - rest->lobby_ms < LASTS_MS;
    if (!is_fresh)
        rest->lobby_ms = make_answer(rest) ? now_ms : 0;
    if (rest->lobby_ms)
        rest_answer_bytes(request, 200, "application/json", &rest->lobby);
    else
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
}
