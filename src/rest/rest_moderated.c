/* What moderators read: reports, what was done, the chat of a game, whether a player is muted or banned. */
#include <string.h>

#include "api/event_write.h"
#include "api/moderation_json.h"
#include "api/view_write.h"
#include "play/id.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { PAGE_MAX = 50, PAGE_DEFAULT = 20 };

static void refuse_game(struct rest *rest, struct net_request *request, enum store_err err)
{
    rest_refuse(rest, request, err == STORE_E_MISSING ? REFUSAL_NO_SUCH_GAME : REFUSAL_STORE, NULL,
                NULL);
}

bool rest_check_moderator(struct rest *rest, struct net_request *request,
                          const struct rest_caller *caller)
{
    bool is_moderator = false;
    rest_commit(rest); /* so that the store has a session that was just made */
    if (rest_is_moderator(rest, caller, &is_moderator) != STORE_OK)
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else if (!is_moderator)
        rest_refuse_text(rest, request, 403, "not-moderator", "Only moderators may do this");
    return is_moderator;
}

struct page_question {
    struct store_cursor cursor;
    size_t limit;
    int64_t player_id; /* 0: any */
};

/* False if the request has been refused. */
static bool read_page(struct page_question *out, struct rest *rest, struct net_request *request)
{
    const char *cursor = net_request_query(request, "cursor");
    const char *player = net_request_query(request, "player");
    const char *fault = NULL;
    *out = (struct page_question){.limit = PAGE_DEFAULT};
    if (!rest_limit_read(&out->limit, net_request_query(request, "limit"), PAGE_DEFAULT, PAGE_MAX))
        fault = "limit must be between 1 and 50";
    else if (cursor && !rest_cursor_read(&out->cursor, cursor))
        fault = "cursor must be the next of an earlier page";
    else if (player && !id_read(&out->player_id, player, strlen(player)))
        fault = "player must be a player's id";
    if (fault)
        rest_refuse_text(rest, request, 400, "bad-request", fault);
    return !fault;
}

static void answer_page(struct rest *rest, struct net_request *request, struct json_write *w,
                        const struct page_question *page, size_t count, enum store_err err)
{
    char next[REST_CURSOR_SIZE];
    json_write_array_end(w);
    rest_cursor_write(next, &page->cursor);
    pair_text(w, "next", count == page->limit ? next : NULL);
    json_write_object_end(w);
    if (err)
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_json(request, 200, w);
}

static struct json_write begin_page(struct rest *rest, const char *key)
{
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    json_write_key(&w, key);
    json_write_array(&w);
    return w;
}

void rest_reports(struct rest *rest, struct net_request *request, const struct rest_caller *caller)
{
    static struct store_report list[PAGE_MAX];
    struct page_question page;
    size_t count = 0;
    if (!rest_check_moderator(rest, request, caller) || !read_page(&page, rest, request))
        return;
    struct json_write w = begin_page(rest, "reports");
    enum store_err err = store_reports(rest->setup.store, &page.cursor, list, page.limit, &count);
    for (size_t i = 0; i < count; i++)
        report_write(&w, &list[i].report, list[i].name, list[i].sender_name);
    answer_page(rest, request, &w, &page, count, err);
}

void rest_moderations(struct rest *rest, struct net_request *request,
                      const struct rest_caller *caller)
{
    static struct store_moderation list[PAGE_MAX];
    struct page_question page;
    size_t count = 0;
    if (!rest_check_moderator(rest, request, caller) || !read_page(&page, rest, request))
        return;
    struct json_write w = begin_page(rest, "actions");
    enum store_err err = store_moderations(rest->setup.store, page.player_id, &page.cursor, list,
                                           page.limit, &count);
    for (size_t i = 0; i < count; i++)
        moderation_write(&w, &list[i].moderation, list[i].name, list[i].moderator_name);
    answer_page(rest, request, &w, &page, count, err);
}

static enum store_err write_chat(struct json_write *w, struct rest *rest, int64_t game_id,
                                 enum chat_channel channel, const char *key)
{
    static struct chat_row lines[STORE_CHAT_KEPT];
    size_t count = 0;
    enum store_err err =
        store_chat(rest->setup.store, game_id, channel, lines, STORE_CHAT_KEPT, &count);
    json_write_key(w, key);
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        json_write_object(w);
        chat_line_write(w, &lines[i]);
        json_write_object_end(w);
    }
    json_write_array_end(w);
    return err;
}

void rest_moderated_chat(struct rest *rest, struct net_request *request,
                         const struct rest_caller *caller, int64_t game_id)
{
    struct game_row game;
    if (!rest_check_moderator(rest, request, caller))
        return;
    enum store_err err = store_game(rest->setup.store, game_id, &game);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    if (!err)
        err = write_chat(&w, rest, game_id, CHAT_PLAYERS, "players");
    if (!err)
        err = write_chat(&w, rest, game_id, CHAT_SPECTATORS, "spectators");
    json_write_object_end(&w);
    if (err)
        refuse_game(rest, request, err);
    else
        rest_answer_json(request, 200, &w);
}

void rest_moderated_answer(struct rest *rest, struct net_request *request, int64_t player_id)
{
    const struct rest_host *host = &rest->setup.host;
    struct player_rows player;
    struct account_row account;
    enum store_err err = store_player(rest->setup.store, player_id, &player);
    if (!err)
        err = rest_account_of(rest, player_id, &account);
    if (err) {
        rest_refuse_player(rest, request, err);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    view_write_id(&w, "playerId", player_id);
    pair_text(&w, "name", player.player.name);
    pair_bool(&w, "isGuest", !account.player_id);
    pair_bool(&w, "isModerator", account.role == ACCOUNT_MODERATOR);
    sanction_write(&w, &player.sanction, host->wall_ms(host->context));
    json_write_object_end(&w);
    rest_answer_json(request, 200, &w);
}

void rest_moderated(struct rest *rest, struct net_request *request,
                    const struct rest_caller *caller, int64_t player_id)
{
    if (rest_check_moderator(rest, request, caller))
        rest_moderated_answer(rest, request, player_id);
}
