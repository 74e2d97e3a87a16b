/* Games that do not count for both players, for moderators. */
#include "api/player_write.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { DISCOUNTS_MAX = 100, DISCOUNTS_DEFAULT = 50 };

static void write_discounts(struct json_write *w, const struct store_discount *page, size_t count)
{
    json_write_key(w, "discounts");
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        const struct discounted_game game = {.rated = &page[i].rated,
                                             .player_id = page[i].player_id,
                                             .name = {page[i].name[0], page[i].name[1]},
                                             .winner = page[i].winner,
                                             .plies = page[i].plies};
        discount_write(w, &game);
    }
    json_write_array_end(w);
}

struct discounts_question {
    struct store_cursor cursor;
    size_t limit;
    const char *fault; /* a sentence about the parameter that is wrong; null: none */
};

static void prepare(struct rest_job *job)
{
    struct discounts_question *question = job->own;
    const char *from = net_request_query(job->request, "cursor");
    if (!rest_limit_read(&question->limit, net_request_query(job->request, "limit"),
                         DISCOUNTS_DEFAULT, DISCOUNTS_MAX))
        question->fault = "limit must be between 1 and 100";
    else if (from && !rest_cursor_read(&question->cursor, from))
        question->fault = "cursor must be the next of an earlier page";
}

static void run(struct rest_job *job, struct store *store)
{
    struct discounts_question *question = job->own;
    struct store_discount page[DISCOUNTS_MAX];
    char next[REST_CURSOR_SIZE];
    size_t count = 0;
    if (!rest_check_moderator(job, store))
        return;
    if (question->fault) {
        rest_say_text(job, 400, "bad-request", question->fault);
        return;
    }
    if (store_discounts(store, &question->cursor, page, question->limit, &count)) {
        rest_say_refusal(job, REFUSAL_STORE);
        return;
    }
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    write_discounts(&w, page, count);
    rest_cursor_write(next, &question->cursor);
    pair_text(&w, "next", count == question->limit ? next : NULL);
    json_write_object_end(&w);
    rest_say(job, 200, &w);
}

const struct rest_reader rest_discounts_reader = {sizeof(struct discounts_question), prepare, run};
