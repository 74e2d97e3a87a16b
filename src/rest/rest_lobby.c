/* Signs of life for the lobby. The answer is the same for everybody and is made at most once a second, however
 * many clients ask: those who ask meanwhile wait for it together. It never shows a private game. */
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

static enum store_err write_games(struct json_write *w, struct store *store, const char *key,
                                  enum store_list list)
{
    struct store_listed page[READ_MAX];
    const struct store_query query = {.list = list};
    struct store_cursor cursor = {0};
    size_t count = 0;
    int shown = 0;
    enum store_err err = store_list(store, &query, &cursor, page, READ_MAX, &count);
    pair_name(w, key);
    json_write_array(w);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count && shown < SHOWN_MAX; i++)
            if (is_in_pass(&page[i].game, pass))
                shown += write_game(w, &page[i]);
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

static void run(struct rest_job *job, struct store *store)
{
    const struct service_life *life = job->own;
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    pair_int(&w, "online", life->online);
    write_kinds(&w, life);
    enum store_err err = write_games(&w, store, "games", STORE_PUBLIC);
    if (!err)
        err = write_games(&w, store, "results", STORE_DONE);
    json_write_object_end(&w);
    if (!err)
        rest_say(job, 200, &w);
}

static void answer(struct rest_job *job)
{
    struct rest *rest = job->rest;
    if (rest->lobby_ms)
        rest_answer_bytes(job->request, 200, "application/json", &rest->lobby);
    else
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
    rest_job_free(job);
}

static void answer_all(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct buffer old = rest->lobby;
    rest->lobby = job->out;
    job->out = old;
    rest->lobby_ms = job->status ? net_now_ms(rest->net) : 0;
    rest->is_lobby_asked = false;
    answer(job);
    while (rest->for_lobby)
        answer(rest->for_lobby);
}

void rest_lobby(struct rest_job *job)
{
    struct rest *rest = job->rest;
    bool is_fresh = rest->lobby_ms && net_now_ms(rest->net) - rest->lobby_ms < LASTS_MS;
    if (is_fresh) {
        answer(job);
    } else if (rest->is_lobby_asked) {
        rest_job_move(job, &rest->for_lobby);
    } else if (rest_job_own(job, sizeof(struct service_life))) {
        rest->setup.host.life(rest->setup.host.context, job->own);
        rest->is_lobby_asked = job->must_end = true; /* others wait for it */
        rest_ask(job, run, answer_all);
    }
}
