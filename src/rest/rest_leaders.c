/* Leaderboards, page by page, and the rank of the sender. */
#include <string.h>

#include "api/player_write.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { LEADERS_MAX = 100, LEADERS_DEFAULT = 50 };

struct leaders_question {
    struct store_leaderboard which;
    struct store_cursor cursor;
    size_t limit;
};

static bool read_board(struct leaders_question *question, const char *text)
{
    bool is_wins = text && strcmp(text, "wins") == 0;
    question->which.ranking = is_wins ? STORE_BY_WINS : STORE_BY_RATING;
    return !text || is_wins || strcmp(text, "rating") == 0;
}

/* Null, or a sentence about the parameter that is wrong. */
static const char *read_question(struct leaders_question *question,
                                 const struct net_request *request)
{
    const char *text = net_request_query(request, "class");
    const char *cursor = net_request_query(request, "cursor");
    uint8_t rating_class = RATING_CLASSIC;
    if (!read_board(question, net_request_query(request, "by")))
        return "by must be rating or wins";
    if (text && !class_read(&rating_class, text))
        return "class must be classic, cube or other";
    if (!rest_limit_read(&question->limit, net_request_query(request, "limit"), LEADERS_DEFAULT,
                         LEADERS_MAX))
        return "limit must be between 1 and 100";
    if (cursor && !rest_cursor_read(&question->cursor, cursor))
        return "cursor must be the next or mine of an earlier page";
    question->which.rating_class = (enum rating_class)rating_class;
    return NULL;
}

/* Null for a sender without a token or without a rank on this board. */
static enum store_err write_me(struct json_write *w, struct rest *rest,
                               const struct leaders_question *question,
                               const struct rest_caller *caller)
{
    struct store_leader me;
    struct player_rows player;
    struct store_rank rank = {0};
    char mine[REST_CURSOR_SIZE];
    int64_t sender_id = 0;
    enum store_err err = rest_find_sender(rest, caller, &sender_id);
    if (!err && sender_id)
        err = store_player(rest->setup.store, sender_id, &player);
    if (!err && sender_id) {
        me.rating = player.rating[question->which.rating_class];
        memcpy(me.name, player.player.name, sizeof me.name);
        err = store_rank(rest->setup.store, &question->which, &me.rating, &rank);
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

/* Only the rank of the first entry is looked up; the others follow one by one. */
static enum store_err write_page(struct json_write *w, struct rest *rest,
                                 struct leaders_question *question)
{
    static struct store_leader page[LEADERS_MAX];
    static const struct rating_row no_rating;
    char next[REST_CURSOR_SIZE];
    struct store_rank first = {0};
    size_t count = 0;
    enum store_err err = store_leaders(rest->setup.store, &question->which, &question->cursor, page,
                                       question->limit, &count);
    if (!err)
        err = store_rank(rest->setup.store, &question->which, count ? &page[0].rating : &no_rating,
                         &first);
    json_write_key(w, "leaders");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        leader_write(w, first.rank + (int64_t)i, page[i].name, &page[i].rating);
    json_write_array_end(w);
    rest_cursor_write(next, &question->cursor);
    pair_text(w, "next", count == question->limit ? next : NULL);
    pair_int(w, "total", first.total);
    return err;
}

void rest_leaders(struct rest *rest, struct net_request *request, const struct rest_caller *caller)
{
    struct leaders_question question = {.limit = LEADERS_DEFAULT};
    const char *fault = read_question(&question, request);
    if (fault) {
        rest_refuse_text(rest, request, 400, "bad-request", fault);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "by", question.which.ranking == STORE_BY_WINS ? "wins" : "rating");
    pair_text(&w, "class", class_name(question.which.rating_class));
    enum store_err err = write_page(&w, rest, &question);
    if (!err)
        err = write_me(&w, rest, &question, caller);
    json_write_object_end(&w);
    if (err)
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_json(request, 200, &w);
}
