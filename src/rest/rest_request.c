/* Requests: sender, route and body are checked, then the store is asked or a command is submitted. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/agent.h"
#include "api/body_read.h"
#include "api/event_write.h"
#include "net/address.h"
#include "rest/rest_parts.h"
#include "rest/rest_path.h"

enum { JSON_DEPTH = 4 };

/* False if the Authorization header has something other than a token of ours. */
static bool read_caller(struct rest_caller *out, const struct net_request *request)
{
    static const char scheme[] = "Bearer ";
    const char *shown = net_request_header(request, NET_AUTHORIZATION);
    memset(out, 0, sizeof *out);
    out->address = address_hash(net_request_peer(request));
    if (!shown)
        return true;
    if (strncasecmp(shown, scheme, sizeof scheme - 1) != 0)
        return false;
    shown += sizeof scheme - 1;
    out->has_token = token_read(&out->token, shown, strlen(shown));
    if (out->has_token)
        token_hash(out->token_hash, &out->token);
    return out->has_token;
}

static const enum command_kind kinds[] = {
    [REST_CREATE] = COMMAND_REST_CREATE,   [REST_STATE] = COMMAND_REST_STATE,
    [REST_MOVE] = COMMAND_REST_MOVE,       [REST_VALIDATE] = COMMAND_REST_VALIDATE,
    [REST_SVG] = COMMAND_REST_STATE,       [REST_HISTORY] = COMMAND_REST_STATE,
    [REST_RESIGN] = COMMAND_RESIGN,        [REST_JOIN] = COMMAND_JOIN_GAME,
    [REST_ME] = COMMAND_REST_ME,           [REST_GAME_JSON] = COMMAND_REST_STATE,
    [REST_GAME_TEXT] = COMMAND_REST_STATE,
};

/* Gives every new guest a token. */
static void make_guests(struct rest_job *job, struct service_command *command)
{
    for (int i = 0; i < ROW_SEATS; i++) {
        if (command->seat[i].wish != WISH_NEW)
            continue;
        job->fresh |= (uint8_t)(1 << i);
        token_fresh(&job->fresh_token[i]);
        token_hash(command->seat[i].fresh_hash, &job->fresh_token[i]);
    }
}

static bool read_fields(struct service_command *command, struct rest_job *job, const json_t *body,
                        const struct rest_caller *caller, char fault[JSON_FAULT_MAX])
{
    switch ((enum rest_action)job->action) {
    case REST_CREATE:
        if (!body_read_create(command, body, caller->has_token, fault))
            return false;
        make_guests(job, command);
        return true;
    case REST_MOVE:
    case REST_VALIDATE:
        return body_read_move(command, body, job->action == REST_MOVE, fault);
    case REST_JOIN:
        return body_read_join(command, body, fault);
    case REST_STATE:
        return rest_read_wait(job, job->request, fault, JSON_FAULT_MAX);
    default:
        return true;
    }
}

static void refuse_fault(struct rest_job *job, const char *fault)
{
    rest_refuse_text(job->rest, job->request, 400, "bad-request", fault);
    rest_job_free(job);
}

/* Must the service look the token up? Not for reading, and not for a game that has no place for its sender. */
static bool needs_player(const struct rest_route *route, const struct service_command *command)
{
    return route->needs_token || (route->action == REST_CREATE &&
                                  (command->seat[0].wish == WISH_ME ||
                                   command->seat[1].wish == WISH_ME || command->request[0]));
}

static void submit_command(struct rest_job *job, const struct rest_route *route,
                           const struct rest_caller *caller)
{
    struct service_command command = command_of(kinds[job->action]);
    char fault[JSON_FAULT_MAX] = "";
    command.game_id = job->game_id;
    command.address = caller->address;
    command.agent = job->agent;
    command.ack = rest_job_ack(job);
    if (!read_fields(&command, job, job->body, caller, fault)) {
        refuse_fault(job, fault);
        return;
    }
    if (caller->has_token && needs_player(route, &command)) {
        command.has_token = true;
        memcpy(command.token_hash, caller->token_hash, sizeof command.token_hash);
    }
    /* The job may be freed when this returns. */
    rest_submit(job->rest, &command);
}

static bool has_json_type(const struct net_request *request)
{
    static const char type[] = "application/json";
    const char *shown = net_request_header(request, NET_CONTENT_TYPE);
    size_t len = sizeof type - 1;
    return shown && strncasecmp(shown, type, len) == 0 && (shown[len] == '\0' || shown[len] == ';');
}

/* *body is null for an empty body. False if the request has been refused. */
static bool read_body(struct rest *rest, struct net_request *request, json_t **body)
{
    size_t len = 0;
    const char *text = net_request_body(request, &len);
    *body = NULL;
    if (len == 0)
        return true;
    if (len > REST_BODY_MAX) {
        rest_refuse_text(rest, request, 413, "too-large", "The body is longer than 4096 bytes");
        return false;
    }
    if (!has_json_type(request)) {
        rest_refuse_text(rest, request, 415, "not-json", "The body must be application/json");
        return false;
    }
    enum json_read_err err =
        json_read(body, text, len, (struct json_limits){REST_BODY_MAX, JSON_DEPTH}, NULL);
    if (err)
        rest_refuse_text(rest, request, 400, "bad-request", json_read_err_text(err));
    return !err;
}

static const struct rest_reader *const readers[REST_EXPORT + 1] = {
    [REST_LIST] = &rest_list_reader,           [REST_LEADERS] = &rest_leaders_reader,
    [REST_PROFILE] = &rest_profile_reader,     [REST_POINTS] = &rest_points_reader,
    [REST_SESSIONS] = &rest_sessions_reader,   [REST_ACCOUNT_LOG] = &rest_account_log_reader,
    [REST_ALL_LOGS] = &rest_all_logs_reader,   [REST_DISCOUNTS] = &rest_discounts_reader,
    [REST_REPORTS] = &rest_reports_reader,     [REST_MODERATIONS] = &rest_moderations_reader,
    [REST_MODERATED] = &rest_moderated_reader, [REST_MODERATED_CHAT] = &rest_moderated_chat_reader,
};

/* A request that only reads. What was submitted before is committed first, as far as that can be done at once. */
static void begin_reading(struct rest_job *job, const struct rest_reader *reader, bool needs_token)
{
    if (reader->own_bytes && !rest_job_own(job, reader->own_bytes))
        return;
    if (reader->prepare)
        reader->prepare(job);
    if (needs_token)
        rest_commit(job->rest);
    if (job->action == REST_ACCOUNT_LOG || job->action == REST_ALL_LOGS)
        rest_log_ask(job, reader->run);
    else
        rest_ask_answer(job, reader->run);
}

static void begin_job(struct rest_job *job, const struct rest_route *route,
                      const struct rest_caller *caller)
{
    enum rest_action action = (enum rest_action)route->action;
    switch (action) {
    case REST_PICTURE:
    case REST_PAGE_PICTURE:
        rest_picture(job);
        break;
    case REST_LOBBY:
        rest_lobby(job);
        break;
    case REST_ANALYSIS:
    case REST_REVIEW:
        rest_analysis(job);
        break;
    case REST_PUSH_ADD:
    case REST_PUSH_DELETE:
        rest_push_change(job);
        break;
    case REST_REPORT:
        rest_report(job);
        break;
    case REST_REPORT_CLOSE:
        rest_report_close(job);
        break;
    case REST_MODERATE:
        rest_moderate(job);
        break;
    case REST_EXPORT:
        rest_export_begin(job);
        break;
    default:
        if (readers[action])
            begin_reading(job, readers[action], route->needs_token);
        else if (action >= REST_ACCOUNT)
            rest_account_ask(job);
        else
            submit_command(job, route, caller);
    }
}

/* The body of a request that only reads is ignored. */
static void begin(struct rest *rest, struct net_request *request, const struct rest_route *route,
                  const struct rest_caller *caller, int64_t game_id)
{
    json_t *body = NULL;
    bool is_read_only = readers[route->action] || route->action == REST_LOBBY ||
                        route->action == REST_PICTURE || route->action == REST_PAGE_PICTURE;
    if (!is_read_only && !read_body(rest, request, &body))
        return;
    struct rest_job *job = rest_job_new(rest, request, (enum rest_action)route->action);
    if (!job) {
        json_decref(body);
        rest_refuse(rest, request, REFUSAL_SERVER_FULL, NULL, NULL);
        return;
    }
    job->body = body;
    job->address = caller->address;
    job->agent = agent_read(net_request_header(request, NET_USER_AGENT));
    job->game_id = game_id;
    job->has_token = caller->has_token;
    job->token = caller->token;
    memcpy(job->token_hash, caller->token_hash, sizeof job->token_hash);
    begin_job(job, route, caller);
}

static bool is_within_rate(struct rest *rest, const struct rest_caller *caller)
{
    struct bucket passing = {0};
    return !limits_charge(&rest->limits, &passing, caller->address, COMMAND_REST_STATE,
                          net_now_ms(rest->net));
}

static void answer_document(struct rest *rest, struct net_request *request)
{
    buffer_clear(&rest->out);
    if (buffer_text(&rest->out, openapi_json) == BUFFER_OK)
        rest_answer_bytes(request, 200, "application/json", &rest->out);
    else
        rest_refuse(rest, request, REFUSAL_SERVER_FULL, NULL, NULL);
}

static void answer_quicks(struct rest *rest, struct net_request *request)
{
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    quicks_write(&w);
    rest_answer_json(request, 200, &w);
}

/* Answers requests that need neither a command nor the store. False for others. */
static bool answer_at_once(struct rest *rest, struct net_request *request, enum rest_action action)
{
    switch (action) {
    case REST_OPENAPI:
        answer_document(rest, request);
        return true;
    case REST_QUICKS:
        answer_quicks(rest, request);
        return true;
    case REST_PUSH_KEY:
        rest_push_key(rest, request);
        return true;
    default:
        return false;
    }
}

static void find_shown(struct rest_job *job, struct store *store)
{
    struct rest_shown *shown = job->own;
    enum store_err err = rest_find_game(store, job->game_id, &shown->game);
    if (err == STORE_E_MISSING)
        shown->found = REST_MISSING;
    else if (!err && preview_is_public(&shown->game.game))
        shown->found = REST_FOUND;
}

static void show(struct rest_job *job)
{
    const struct rest_shown *shown = job->own;
    shown->then(shown, job->request);
    rest_job_free(job);
}

void rest_find_shown(struct rest *rest, struct net_request *request, int64_t id,
                     const struct rest_shown *shown)
{
    const struct rest_caller caller = {.address = address_hash(net_request_peer(request))};
    struct rest_shown hidden = *shown;
    bool may_ask = is_within_rate(rest, &caller) &&
                   budgets_take(rest->setup.budgets, BUDGET_READS, caller.address, 1);
    struct rest_job *job = may_ask ? rest_job_new(rest, request, REST_STATE) : NULL;
    if (may_ask) /* rest_ask takes it */
        budgets_give(rest->setup.budgets, BUDGET_READS, caller.address, 1);
    hidden.found = REST_HIDDEN;
    if (job)
        job->own = malloc(sizeof hidden);
    if (!job || !job->own) {
        if (job)
            rest_job_free(job);
        hidden.then(&hidden, request);
        return;
    }
    *(struct rest_shown *)job->own = hidden;
    job->address = caller.address;
    job->game_id = id;
    rest_ask(job, find_shown, show);
}

static void dispatch(struct rest *rest, struct net_request *request, const struct rest_route *route,
                     int64_t game_id)
{
    struct rest_caller caller;
    bool is_token = read_caller(&caller, request);
    if (!is_within_rate(rest, &caller)) {
        rest->setup.host.refused(rest->setup.host.context, REFUSAL_SLOW_DOWN);
        rest_refuse(rest, request, REFUSAL_SLOW_DOWN, NULL, NULL);
    } else if (!is_token || (route->needs_token && !caller.has_token)) {
        rest->setup.host.refused(rest->setup.host.context, REFUSAL_NO_SESSION);
        rest_refuse(rest, request, REFUSAL_NO_SESSION, NULL, NULL);
    } else if (!answer_at_once(rest, request, (enum rest_action)route->action)) {
        begin(rest, request, route, &caller, game_id);
    }
}

void rest_request(void *context, struct net_request *request)
{
    struct rest *rest = context;
    enum net_method method = net_request_method(request);
    char allow[REST_ALLOW_SIZE];
    int64_t game_id;
    const struct rest_route *route =
        rest_path_find(net_request_path(request), method, &game_id, allow);
    rest->requests++;
    if (net_request_is_foreign(request)) {
        rest_refuse_text(rest, request, 403, "bad-origin",
                         "Pages of this origin may not use the API");
    } else if (route) {
        dispatch(rest, request, route, game_id);
    } else if (!allow[0]) {
        rest_refuse_text(rest, request, 404, "no-such-address", "There is no such address");
    } else if (method == NET_OPTIONS) {
        rest_answer_preflight(request, allow);
    } else {
        rest_refuse_method(rest, request, allow);
    }
}
