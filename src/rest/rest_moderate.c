/* Players report others; moderators read the reports and mute, ban or rename players. */
#include <string.h>

#include "api/answer_write.h"
#include "api/event_write.h"
#include "api/moderation_json.h"
#include "api/player_write.h"
#include "api/view_write.h"
#include "play/id.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { PAGE_MAX = 50, PAGE_DEFAULT = 20, HOUR_MS = 3600000 };

/* ---- reports ---- */

static void answer_ok(struct rest *rest, struct net_request *request)
{
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    answer_write_ok(&w);
    rest_answer_json(request, 200, &w);
}

static void refuse_err(struct rest *rest, struct net_request *request, enum store_err err,
                       const char *code, const char *text)
{
    if (err == STORE_E_MISSING)
        rest_refuse_text(rest, request, 404, code, text);
    else
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
}

static void refuse_player(struct rest *rest, struct net_request *request, enum store_err err)
{
    refuse_err(rest, request, err, "no-such-player", "There is no such player");
}

/* A report costs as much as deleting an account: people read it. */
static bool is_within_rate(struct rest *rest, const struct rest_caller *caller)
{
    struct bucket passing = {0};
    return !limits_charge(&rest->limits, &passing, caller->address, COMMAND_REST_ERASE,
                          net_now_ms(rest->net));
}

/* Do the player and the game exist? */
static enum store_err check_report(struct rest *rest, const struct report_row *report)
{
    struct player_rows player;
    struct game_row game;
    enum store_err err = store_player(rest->setup.store, report->player_id, &player);
    if (!err && report->game_id)
        err = store_game(rest->setup.store, report->game_id, &game);
    return err;
}

static void write_report(struct rest *rest, struct net_request *request, struct row *row)
{
    const struct rest_host *host = &rest->setup.host;
    enum store_err err = check_report(rest, &row->report);
    row->report.sent_ms = host->wall_ms(host->context);
    if (err)
        refuse_player(rest, request, err);
    else if (row->report.player_id == row->report.sender_id)
        rest_refuse_text(rest, request, 403, "bad-target", "You cannot report yourself");
    else if (!host->is_ready(host->context) || !host->write(host->context, row))
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else
        answer_ok(rest, request);
}

void rest_report(struct rest *rest, struct net_request *request, const struct rest_caller *caller,
                 int64_t player_id, const json_t *body)
{
    struct row row = {.kind = ROW_REPORT, .report = {.player_id = player_id}};
    char fault[JSON_FAULT_MAX];
    rest_commit(rest); /* so that the store has a session that was just made */
    if (!is_within_rate(rest, caller))
        rest_refuse_wait(rest, request, 1);
    else if (!body_read_report(&row.report, body, fault))
        rest_refuse_text(rest, request, 400, "bad-request", fault);
    else if (rest_find_sender(rest, caller, &row.report.sender_id) != STORE_OK)
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else if (!row.report.sender_id)
        rest_refuse(rest, request, REFUSAL_NO_SESSION, NULL, NULL);
    else
        write_report(rest, request, &row);
}

/* ---- what moderators read ---- */

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
        refuse_err(rest, request, err, "no-such-game", "There is no such game");
    else
        rest_answer_json(request, 200, &w);
}

static void answer_moderated(struct rest *rest, struct net_request *request, int64_t player_id)
{
    const struct rest_host *host = &rest->setup.host;
    struct player_rows player;
    struct account_row account;
    enum store_err err = store_player(rest->setup.store, player_id, &player);
    if (!err)
        err = rest_account_of(rest, player_id, &account);
    if (err) {
        refuse_player(rest, request, err);
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
        answer_moderated(rest, request, player_id);
}

/* ---- what moderators do ---- */

void rest_report_close(struct rest *rest, struct net_request *request,
                       const struct rest_caller *caller, const json_t *body)
{
    const struct rest_host *host = &rest->setup.host;
    struct row row = {.kind = ROW_REPORT_CLOSED};
    char fault[JSON_FAULT_MAX];
    if (!rest_check_moderator(rest, request, caller))
        return;
    row.report_closed.closed_ms = host->wall_ms(host->context);
    if (!body_read_report_close(&row.report_closed, body, fault))
        rest_refuse_text(rest, request, 400, "bad-request", fault);
    else if (!host->is_ready(host->context))
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else if (!host->write(host->context, &row))
        rest_refuse_text(rest, request, 404, "no-such-report", "There is no such open report");
    else
        answer_ok(rest, request);
}

/* False if the player may not be moderated by this sender. */
static bool check_target(struct rest *rest, struct net_request *request,
                         const struct rest_caller *caller, int64_t player_id,
                         struct player_rows *out)
{
    struct account_row account;
    int64_t sender_id = 0;
    enum store_err err = store_player(rest->setup.store, player_id, out);
    if (!err)
        err = rest_account_of(rest, player_id, &account);
    if (!err)
        err = rest_find_sender(rest, caller, &sender_id);
    if (err)
        refuse_player(rest, request, err);
    else if (player_id == sender_id || account.role == ACCOUNT_MODERATOR)
        rest_refuse_text(rest, request, 403, "bad-target",
                         "Moderators cannot moderate themselves or each other");
    else
        return true;
    return false;
}

static void submit(struct rest_job *job, const struct rest_caller *caller,
                   const struct moderation_row *order, const struct player_rows *player)
{
    struct service_command command = command_of(COMMAND_REST_MODERATE);
    command.address = caller->address;
    command.ack = rest_job_ack(job);
    command.has_token = true;
    memcpy(command.token_hash, caller->token_hash, sizeof command.token_hash);
    command.moderation = order;
    command.moderated = player;
    rest_submit(job->rest, &command);
}

void rest_moderate(struct rest_job *job, const struct rest_caller *caller, const json_t *body)
{
    struct rest *rest = job->rest;
    const struct rest_host *host = &rest->setup.host;
    struct moderation_row order = {.player_id = job->game_id};
    struct player_rows player;
    char fault[JSON_FAULT_MAX];
    int64_t hours;
    bool is_allowed = rest_check_moderator(rest, job->request, caller);
    bool is_right = is_allowed && body_read_moderation(&order, &hours, body, fault);
    if (is_allowed && !is_right)
        rest_refuse_text(rest, job->request, 400, "bad-request", fault);
    if (!is_right || !check_target(rest, job->request, caller, job->game_id, &player)) {
        rest_job_free(job);
        return;
    }
    order.until_ms = hours ? host->wall_ms(host->context) + hours * HOUR_MS : 0;
    submit(job, caller, &order, &player);
}

void rest_moderate_answer(struct rest_job *job)
{
    struct rest *rest = job->rest;
    const struct rest_host *host = &rest->setup.host;
    struct player_rows player;
    bool is_read = store_player(rest->setup.store, job->game_id, &player) == STORE_OK;
    if (is_read && player.sanction.ban_ms > host->wall_ms(host->context))
        host->close_player(host->context, job->game_id);
    answer_moderated(rest, job->request, job->game_id);
}
