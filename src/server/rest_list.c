/* Lists of games, page by page, straight from the store. */
#include <stdio.h>
#include <string.h>

#include "play/id.h"
#include "server/json_pair.h"
#include "server/rest_cursor.h"
#include "server/rest_parts.h"

enum { PAGE_MAX = 50, PAGE_DEFAULT = 20 };

/* What is asked for. Everybody may see public games; who sits in a game may see it anyway. */
struct wish {
    struct store_query query;
    struct store_cursor cursor;
    int64_t asker_id; /* 0: nobody we know */
    int status;       /* enum game_status, or -1 for all of the list */
    size_t limit;
};

enum status_word { ANY_STATUS, WAITING, IN_PROGRESS, YOUR_TURN, COMPLETED, STATUS_WORDS };

static const char *const status_words[STATUS_WORDS] = {NULL, "waiting", "in_progress", "your_turn",
                                                       "completed"};

static int status_of(const char *text)
{
    for (int i = WAITING; i < STATUS_WORDS; i++)
        if (text && strcmp(text, status_words[i]) == 0)
            return i;
    return text ? -1 : ANY_STATUS;
}

/* Null, or what is wrong with the words. */
static const char *read_status(struct wish *wish, const char *text, bool has_player)
{
    static const enum store_list of_player[STATUS_WORDS] = {
        STORE_PLAYER_RUNNING, STORE_PLAYER_RUNNING, STORE_PLAYER_RUNNING, STORE_PLAYER_TURN,
        STORE_PLAYER_DONE};
    int word = status_of(text);
    wish->status = word == WAITING ? GAME_WAITING : word == IN_PROGRESS ? GAME_PLAYING : -1;
    if (word < 0)
        return "status must be waiting, in_progress, your_turn or completed";
    if (!has_player && (word == WAITING || word == YOUR_TURN))
        return "This status needs a player";
    if (has_player)
        wish->query.list = of_player[word];
    else
        wish->query.list = word == COMPLETED ? STORE_DONE : STORE_PUBLIC;
    return NULL;
}

static const char *read_limit(struct wish *wish, const char *text)
{
    size_t limit = 0;
    wish->limit = PAGE_DEFAULT;
    if (!text)
        return NULL;
    for (int i = 0; text[i] >= '0' && text[i] <= '9' && i < 3; i++)
        limit = limit * 10 + (size_t)(text[i] - '0');
    wish->limit = limit;
    return limit >= 1 && limit <= PAGE_MAX && strlen(text) == (limit < 10 ? 1U : 2U)
               ? NULL
               : "limit must be between 1 and 50";
}

static const char *read_wish(struct wish *wish, const struct net_request *request)
{
    const char *player = net_request_query(request, "player");
    const char *cursor = net_request_query(request, "cursor");
    const char *fault = read_status(wish, net_request_query(request, "status"), player != NULL);
    bool is_me = player && strcmp(player, "me") == 0;
    if (!fault)
        fault = read_limit(wish, net_request_query(request, "limit"));
    if (!fault && is_me)
        wish->query.player_id = wish->asker_id;
    else if (!fault && player && !id_read(&wish->query.player_id, player, strlen(player)))
        fault = "player must be a player's id, or me";
    if (!fault && cursor && !rest_cursor_read(&wish->cursor, cursor))
        fault = "cursor must be what the page before gave";
    return fault;
}

/* Who asks: by a token the store knows. */
static enum store_err find_asker(struct rest *rest, const struct rest_caller *caller, int64_t *out)
{
    struct session_row session;
    *out = 0;
    if (!caller->has_token)
        return STORE_OK;
    enum store_err err = store_session(rest->setup.store, caller->token_hash, &session);
    if (!err)
        *out = session.player_id;
    return err == STORE_E_MISSING ? STORE_OK : err;
}

static bool is_shown(const struct wish *wish, const struct game_row *game)
{
    bool is_own = false;
    for (int i = 0; i < ROW_SEATS; i++)
        is_own |= wish->asker_id && game->seat[i].kind == SEAT_PLAYER &&
                  game->seat[i].player_id == wish->asker_id;
    return (is_own || game->flags & GAME_PUBLIC) &&
           (wish->status < 0 || game->status == wish->status);
}

static void write_page(struct json_write *w, const struct rest *rest, const struct wish *wish,
                       size_t count)
{
    struct buffer state = buffer_born(FF_STATE_JSON_MAX);
    struct rest_game game;
    json_write_key(w, "games");
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        buffer_clear(&state);
        if (is_shown(wish, &rest->page[i].game) &&
            rest_game_of_listed(&game, &rest->page[i]) == FF_OK && rest_game_write(&state, &game))
            json_write_raw(w, state.bytes, state.len);
    }
    json_write_array_end(w);
    buffer_free(&state);
}

static void answer_page(struct rest *rest, struct net_request *request, struct wish *wish)
{
    char next[REST_CURSOR_SIZE];
    size_t count = 0;
    if (store_list(rest->setup.store, &wish->query, &wish->cursor, rest->page, wish->limit,
                   &count) != STORE_OK) {
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    rest_cursor_write(next, &wish->cursor);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    write_page(&w, rest, wish, count);
    pair_text(&w, "next", count == wish->limit ? next : NULL);
    json_write_object_end(&w);
    rest_answer_json(rest, request, 200, &w);
}

void rest_list(struct rest *rest, struct net_request *request, const struct rest_caller *caller)
{
    struct wish wish = {.status = -1};
    const char *player = net_request_query(request, "player");
    if (find_asker(rest, caller, &wish.asker_id) != STORE_OK) {
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    const char *fault = read_wish(&wish, request);
    if (fault)
        rest_refuse_text(rest, request, 400, "bad-request", fault);
    else if (player && strcmp(player, "me") == 0 && !wish.asker_id)
        rest_refuse(rest, request, REFUSAL_NO_SESSION, NULL, NULL);
    else
        answer_page(rest, request, &wish);
}
