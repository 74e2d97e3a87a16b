/* Leaderboards, page by page, and where the caller stands. */
#include <string.h>

#include "api/player_write.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { LEADERS_MAX = 100, LEADERS_DEFAULT = 50 };

struct wish {
    struct store_leaderboard which;
    struct store_cursor cursor;
    size_t limit;
};

static bool read_board(struct wish *wish, const char *text)
{
    bool is_wins = text && strcmp(text, "wins") == 0;
    wish->which.ranking = is_wins ? STORE_BY_WINS : STORE_BY_RATING;
    return !text || is_wins || strcmp(text, "rating") == 0;
}

/* Null, or what is wrong with the words. */
static const char *read_wish(struct wish *wish, const struct net_request *request)
{
    const char *text = net_request_query(request, "class");
    const char *cursor = net_request_query(request, "cursor");
    uint8_t rating_class = RATING_CLASSIC;
    if (!read_board(wish, net_request_query(request, "by")))
        return "by must be rating or wins";
    if (text && !class_read(&rating_class, text))
        return "class must be classic, cube or other";
    if (!rest_limit_read(&wish->limit, net_request_query(request, "limit"), LEADERS_DEFAULT,
                         LEADERS_MAX))
        return "limit must be between 1 and 100";
    if (cursor && !rest_cursor_read(&wish->cursor, cursor))
        return "cursor must be the next or mine of an earlier page";
    wish->which.rating_class = (enum rating_class)rating_class;
    return NULL;
}

/* Null for who shows no token, and for who has no place on this board. */
static enum store_err write_me(struct json_write *w, struct rest *rest, const struct wish *wish,
                               const struct rest_caller *caller)
{
    struct store_leader me;
    struct player_rows player;
    struct store_rank rank = {0};
    char mine[REST_CURSOR_SIZE];
    int64_t asker_id = 0;
    enum store_err err = rest_find_asker(rest, caller, &asker_id);
    if (!err && asker_id)
        err = store_player(rest->setup.store, asker_id, &player);
    if (!err && asker_id) {
        me.rating = player.rating[wish->which.rating_class];
        memcpy(me.name, player.player.name, sizeof me.name);
        err = store_rank(rest->setup.store, &wish->which, &me.rating, &rank);
    }
    rest_cursor_write(mine, &rank.from);
    pair_text(w, "mine", rank.rank ? mine : NULL);
    json_write_key(w, "me");
    if (rank.rank == 0) {
        json_write_null(w);
        return err;
    }
    leader_write(w, rank.rank, me.name, &me.rating);
    return err;
}

/* The first of a page has its place among all; the others follow it one by one. */
static enum store_err write_page(struct json_write *w, struct rest *rest, struct wish *wish)
{
    static struct store_leader page[LEADERS_MAX];
    static const struct rating_row nobody;
    char next[REST_CURSOR_SIZE];
    struct store_rank first = {0};
    size_t count = 0;
    enum store_err err =
        store_leaders(rest->setup.store, &wish->which, &wish->cursor, page, wish->limit, &count);
    if (!err)
        err =
            store_rank(rest->setup.store, &wish->which, count ? &page[0].rating : &nobody, &first);
    json_write_key(w, "leaders");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        leader_write(w, first.rank + (int64_t)i, page[i].name, &page[i].rating);
    json_write_array_end(w);
    rest_cursor_write(next, &wish->cursor);
    pair_text(w, "next", count == wish->limit ? next : NULL);
    pair_int(w, "total", first.total);
    return err;
}

void rest_leaders(struct rest *rest, struct net_request *request, const struct rest_caller *caller)
{
    struct wish wish = {.limit = LEADERS_DEFAULT};
    const char *fault = read_wish(&wish, request);
    if (fault) {
        rest_refuse_text(rest, request, 400, "bad-request", fault);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "by", wish.which.ranking == STORE_BY_WINS ? "wins" : "rating");
    pair_text(&w, "class", class_name(wish.which.rating_class));
    enum store_err err = write_page(&w, rest, &wish);
    if (!err)
        err = write_me(&w, rest, &wish, caller);
    json_write_object_end(&w);
    if (err)
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_json(request, 200, &w);
}
