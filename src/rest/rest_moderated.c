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

static enum store_err is_moderator(struct store *store, const struct rest_job *job, bool *out)
{
    struct account_row account = {0};
    int64_t sender_id = 0;
    enum store_err err = rest_find_sender(store, job, &sender_id);
    if (!err && sender_id)
        err = rest_account_of(store, sender_id, &account);
    if (!err)
        *out = account.role == ACCOUNT_MODERATOR;
    return err;
}

bool rest_check_moderator(struct rest_job *job, struct store *store)
{
    bool is_allowed = false;
    if (is_moderator(store, job, &is_allowed) != STORE_OK)
        rest_say_refusal(job, REFUSAL_STORE);
    else if (!is_allowed)
        rest_say_text(job, 403, "not-moderator", "Only moderators may do this");
    return is_allowed;
}

struct page_question {
    struct store_cursor cursor;
    size_t limit;
    int64_t player_id; /* 0: any */
    const char *fault; /* a sentence about the parameter that is wrong; null: none */
};

static void prepare_page(struct rest_job *job)
{
    struct page_question *page = job->own;
    const char *cursor = net_request_query(job->request, "cursor");
    const char *player = net_request_query(job->request, "player");
    const char *limit = net_request_query(job->request, "limit");
    if (!rest_limit_read(&page->limit, limit, PAGE_DEFAULT, PAGE_MAX))
        page->fault = "limit must be between 1 and 50";
    else if (cursor && !rest_cursor_read(&page->cursor, cursor))
        page->fault = "cursor must be the next of an earlier page";
    else if (player && !id_read(&page->player_id, player, strlen(player)))
        page->fault = "player must be a player's id";
}

/* False if a refusal has been said. */
static bool check_page(struct rest_job *job, struct store *store)
{
    const struct page_question *page = job->own;
    if (!rest_check_moderator(job, store))
        return false;
    if (page->fault)
        rest_say_text(job, 400, "bad-request", page->fault);
    return !page->fault;
}

static struct json_write begin_page(struct rest_job *job, const char *key)
{
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    json_write_key(&w, key);
    json_write_array(&w);
    return w;
}

static void end_page(struct rest_job *job, struct json_write *w, size_t count, enum store_err err)
{
    const struct page_question *page = job->own;
    char next[REST_CURSOR_SIZE];
    json_write_array_end(w);
    rest_cursor_write(next, &page->cursor);
    pair_text(w, "next", count == page->limit ? next : NULL);
    json_write_object_end(w);
    if (err)
        rest_say_refusal(job, REFUSAL_STORE);
    else
        rest_say(job, 200, w);
}

static void run_reports(struct rest_job *job, struct store *store)
{
    struct store_report list[PAGE_MAX];
    struct page_question *page = job->own;
    size_t count = 0;
    if (!check_page(job, store))
        return;
    struct json_write w = begin_page(job, "reports");
    enum store_err err = store_reports(store, &page->cursor, list, page->limit, &count);
    for (size_t i = 0; i < count; i++)
        report_write(&w, &list[i].report, list[i].name, list[i].sender_name);
    end_page(job, &w, count, err);
}

static void run_moderations(struct rest_job *job, struct store *store)
{
    struct store_moderation list[PAGE_MAX];
    struct page_question *page = job->own;
    size_t count = 0;
    if (!check_page(job, store))
        return;
    struct json_write w = begin_page(job, "actions");
    enum store_err err =
        store_moderations(store, page->player_id, &page->cursor, list, page->limit, &count);
    for (size_t i = 0; i < count; i++)
        moderation_write(&w, &list[i].moderation, list[i].name, list[i].moderator_name);
    end_page(job, &w, count, err);
}

const struct rest_reader rest_reports_reader = {sizeof(struct page_question), prepare_page,
                                                run_reports};
const struct rest_reader rest_moderations_reader = {sizeof(struct page_question), prepare_page,
                                                    run_moderations};

static enum store_err write_chat(struct json_write *w, struct store *store, int64_t game_id,
                                 enum chat_channel channel, const char *key)
{
    struct chat_row lines[STORE_CHAT_KEPT];
    size_t count = 0;
    enum store_err err = store_chat(store, game_id, channel, lines, STORE_CHAT_KEPT, &count);
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

static void run_chat(struct rest_job *job, struct store *store)
{
    struct game_row game;
    if (!rest_check_moderator(job, store))
        return;
    enum store_err err = store_game(store, job->game_id, &game);
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    if (!err)
        err = write_chat(&w, store, job->game_id, CHAT_PLAYERS, "players");
    if (!err)
        err = write_chat(&w, store, job->game_id, CHAT_SPECTATORS, "spectators");
    json_write_object_end(&w);
    if (err)
        rest_say_refusal(job, err == STORE_E_MISSING ? REFUSAL_NO_SUCH_GAME : REFUSAL_STORE);
    else
        rest_say(job, 200, &w);
}

const struct rest_reader rest_moderated_chat_reader = {.run = run_chat};

void rest_moderated_say(struct rest_job *job, struct store *store, struct player_rows *player)
{
    struct account_row account;
    enum store_err err = store_player(store, job->game_id, player);
    if (!err)
        err = rest_account_of(store, job->game_id, &account);
    if (err) {
        rest_say_player(job, err);
        return;
    }
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    view_write_id(&w, "playerId", job->game_id);
    pair_text(&w, "name", player->player.name);
    pair_bool(&w, "isGuest", !account.player_id);
    pair_bool(&w, "isModerator", account.role == ACCOUNT_MODERATOR);
    sanction_write(&w, &player->sanction, job->wall_ms);
    json_write_object_end(&w);
    rest_say(job, 200, &w);
}

static void run_moderated(struct rest_job *job, struct store *store)
{
    struct player_rows player;
    if (rest_check_moderator(job, store))
        rest_moderated_say(job, store, &player);
}

const struct rest_reader rest_moderated_reader = {.run = run_moderated};
