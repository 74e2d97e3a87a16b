/* Leaderboards, page by page, and the rank of the sender. The leaderboard by rating has two parts: ranked
 * players, then players whose rating is provisional. The cursor of the second part begins with a letter. */
#include <string.h>

#include "api/player_write.h"
#include "play/rating.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { LEADERS_MAX = 100, LEADERS_DEFAULT = 50, CURSOR_SIZE = REST_CURSOR_SIZE + 1 };

static const char provisional_mark = 'p';

struct leaders_question {
    struct store_leaderboard which;
    struct store_cursor cursor;
    size_t limit;
    bool counts_same_network;
    const char *fault; /* a sentence about the parameter that is wrong; null: none */
};

static bool read_board(struct leaders_question *question, const char *text)
{
    bool is_wins = text && strcmp(text, "wins") == 0;
    question->which.ranking = is_wins ? STORE_BY_WINS : STORE_BY_RATING;
    return !text || is_wins || strcmp(text, "rating") == 0;
}

static bool read_cursor(struct leaders_question *question, const char *text)
{
    bool is_marked = text && text[0] == provisional_mark;
    if (is_marked && question->which.ranking != STORE_BY_RATING)
        return false;
    if (is_marked)
        question->which.ranking = STORE_PROVISIONAL;
    return !text || rest_cursor_read(&question->cursor, text + is_marked);
}

static void write_cursor(char out[CURSOR_SIZE], enum store_ranking ranking,
                         const struct store_cursor *cursor)
{
    bool is_marked = ranking == STORE_PROVISIONAL;
    out[0] = provisional_mark;
    rest_cursor_write(out + is_marked, cursor);
}

/* Null, or a sentence about the parameter that is wrong. */
static const char *read_question(struct leaders_question *question,
                                 const struct net_request *request)
{
    const char *text = net_request_query(request, "class");
    uint8_t rating_class = RATING_CLASSIC;
    if (!read_board(question, net_request_query(request, "by")))
        return "by must be rating or wins";
    if (text && !class_read(&rating_class, text))
        return "class must be classic, cube, other, pops, powers or lines";
    if (!rest_limit_read(&question->limit, net_request_query(request, "limit"), LEADERS_DEFAULT,
                         LEADERS_MAX))
        return "limit must be between 1 and 100";
    if (!read_cursor(question, net_request_query(request, "cursor")))
        return "cursor must be the next or mine of an earlier page";
    question->which.rating_class = (enum rating_class)rating_class;
    return NULL;
}

/* The part of the leaderboard that a player with this rating is in. */
static enum store_ranking part_of(enum store_ranking ranking, const struct rating_row *row)
{
    const struct rating_row counted = rating_counted_row(row);
    struct rating rating = rating_from_row(&counted);
    if (ranking == STORE_BY_WINS)
        return ranking;
    return rating_is_provisional(&rating) ? STORE_PROVISIONAL : STORE_BY_RATING;
}

/* Null for a sender without a token or without an entry on this leaderboard. */
static enum store_err write_me(struct json_write *w, const struct rest_job *job,
                               struct store *store)
{
    const struct leaders_question *question = job->own;
    struct store_leaderboard which = question->which;
    struct player_rows player;
    struct store_rank rank = {0};
    const struct rating_row *rating = &player.rating[which.rating_class];
    char mine[CURSOR_SIZE];
    int64_t sender_id = 0;
    enum store_err err = rest_find_sender(store, job, &sender_id);
    if (!err && sender_id)
        err = store_player(store, sender_id, &player);
    if (!err && sender_id) {
        which.ranking = part_of(which.ranking, rating);
        err = store_rank(store, &which, rating, &rank);
    }
    bool is_listed =
        !err && sender_id &&
        (rank.rank || (which.ranking == STORE_PROVISIONAL && rating->counted.games > 0));
    write_cursor(mine, which.ranking, &rank.from);
    pair_text(w, "mine", is_listed ? mine : NULL);
    json_write_key(w, "me");
    if (is_listed)
        leader_write(w, rank.rank, player.player.name, rating);
    else
        json_write_null(w);
    return err;
}

/* Reads a page that may begin among the ranked players and end among the provisional ones. `ranked`: how many
 * of the entries have a rank. */
static enum store_err read_page(struct store *store, struct leaders_question *question,
                                struct store_leader page[LEADERS_MAX], size_t *ranked,
                                size_t *count)
{
    enum store_err err = STORE_OK;
    size_t more = 0;
    *ranked = 0;
    if (question->which.ranking != STORE_PROVISIONAL)
        err = store_leaders(store, &question->which, &question->cursor, page, question->limit,
                            ranked);
    *count = *ranked;
    if (err || *ranked == question->limit || question->which.ranking == STORE_BY_WINS)
        return err;
    if (question->which.ranking == STORE_BY_RATING)
        question->cursor = (struct store_cursor){0};
    question->which.ranking = STORE_PROVISIONAL;
    err = store_leaders(store, &question->which, &question->cursor, page + *ranked,
                        question->limit - *ranked, &more);
    *count += more;
    return err;
}

/* Only the rank of the first entry is looked up; the others follow one by one. */
static enum store_err write_page(struct json_write *w, struct store *store,
                                 struct leaders_question *question)
{
    struct store_leader page[LEADERS_MAX];
    static const struct rating_row no_rating;
    struct store_leaderboard board = question->which;
    char next[CURSOR_SIZE];
    struct store_rank first = {0};
    size_t ranked, count;
    enum store_err err = read_page(store, question, page, &ranked, &count);
    if (board.ranking == STORE_PROVISIONAL)
        board.ranking = STORE_BY_RATING;
    if (!err)
        err = store_rank(store, &board, ranked ? &page[0].rating : &no_rating, &first);
    json_write_key(w, "leaders");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        leader_write(w, i < ranked ? first.rank + (int64_t)i : 0, page[i].name, &page[i].rating);
    json_write_array_end(w);
    write_cursor(next, question->which.ranking, &question->cursor);
    pair_text(w, "next", count == question->limit ? next : NULL);
    pair_int(w, "total", first.total);
    return err;
}

static void run(struct rest_job *job, struct store *store)
{
    struct leaders_question *question = job->own;
    if (question->fault) {
        rest_say_text(job, 400, "bad-request", question->fault);
        return;
    }
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    pair_text(&w, "by", question->which.ranking == STORE_BY_WINS ? "wins" : "rating");
    pair_text(&w, "class", class_name(question->which.rating_class));
    pair_bool(&w, "sameNetworkCounts", question->counts_same_network);
    enum store_err err = write_page(&w, store, question);
    if (!err)
        err = write_me(&w, job, store);
    json_write_object_end(&w);
    if (err)
        rest_say_refusal(job, REFUSAL_STORE);
    else
        rest_say(job, 200, &w);
}

static void prepare(struct rest_job *job)
{
    struct leaders_question *question = job->own;
    question->limit = LEADERS_DEFAULT;
    question->counts_same_network = job->rest->setup.counts_same_network;
    question->fault = read_question(question, job->request);
}

const struct rest_reader rest_leaders_reader = {sizeof(struct leaders_question), prepare, run};
