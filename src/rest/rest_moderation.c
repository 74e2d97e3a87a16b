/* What moderators may read. */
#include "api/player_write.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { DISCOUNTS_MAX = 100, DISCOUNTS_DEFAULT = 50 };

enum store_err rest_is_moderator(struct rest *rest, const struct rest_caller *caller, bool *out)
{
    struct account_row account = {0};
    int64_t sender_id = 0;
    enum store_err err = rest_find_sender(rest, caller, &sender_id);
    if (!err && sender_id)
        err = rest_account_of(rest, sender_id, &account);
    if (!err)
        *out = account.role == ACCOUNT_MODERATOR;
    return err;
}

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

void rest_discounts(struct rest *rest, struct net_request *request,
                    const struct rest_caller *caller)
{
    static struct store_discount page[DISCOUNTS_MAX];
    const char *from = net_request_query(request, "cursor");
    struct store_cursor cursor = {0};
    char next[REST_CURSOR_SIZE];
    size_t limit = DISCOUNTS_DEFAULT, count = 0;
    if (!rest_check_moderator(rest, request, caller))
        return;
    if (!rest_limit_read(&limit, net_request_query(request, "limit"), DISCOUNTS_DEFAULT,
                         DISCOUNTS_MAX)) {
        rest_refuse_text(rest, request, 400, "bad-request", "limit must be between 1 and 100");
        return;
    }
    if (from && !rest_cursor_read(&cursor, from)) {
        rest_refuse_text(rest, request, 400, "bad-request",
                         "cursor must be the next of an earlier page");
        return;
    }
    if (store_discounts(rest->setup.store, &cursor, page, limit, &count)) {
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    write_discounts(&w, page, count);
    rest_cursor_write(next, &cursor);
    pair_text(&w, "next", count == limit ? next : NULL);
    json_write_object_end(&w);
    rest_answer_json(request, 200, &w);
}
