/* The log of accounts: log-ins, failed ones and changes, with the network they came from. Its owner and moderators read
 * it. */
#include <stdlib.h>
#include <string.h>

#include "api/state_write.h"
#include "api/view_write.h"
#include "play/id.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { LINES_MAX = 100, LINES_DEFAULT = 50 };

static const char *const words[AUDIT_KINDS] = {
    [AUDIT_SIGN_UP] = "sign-up",
    [AUDIT_LOGIN] = "login",
    [AUDIT_WRONG] = "wrong-secret",
    [AUDIT_PASSWORD] = "password",
    [AUDIT_RECOVERY] = "recovery-code",
    [AUDIT_TOTP_ON] = "second-factor-on",
    [AUDIT_TOTP_OFF] = "second-factor-off",
    [AUDIT_LOGOUT_ALL] = "logout-everywhere",
    [AUDIT_PASSKEY_ADDED] = "passkey-added",
    [AUDIT_PASSKEY_DELETED] = "passkey-deleted",
};

/* Lines are written together. While some are on their way, others are noted in the second array. */
struct rest_log {
    struct store_turn turn; /* the first member: the turn is the log */
    struct rest *rest;
    struct row lines[2][REST_LINES_MAX];
    int noting; /* which array */
    int count;
    bool is_writing;
    uint64_t number; /* of the last write that was begun */
};

struct rest_log *rest_log_open(void)
{
    return calloc(1, sizeof(struct rest_log));
}

/* Asks for the requests that waited for this write, or an earlier one. A store that fails is reported elsewhere. */
static void on_written(struct store_turn *turn)
{
    struct rest_log *log = (struct rest_log *)turn;
    struct rest *rest = log->rest;
    struct rest_job *next, *job = rest->for_log;
    log->is_writing = false;
    for (; job; job = next) {
        next = job->next;
        if (job->log_number > log->number)
            continue;
        rest_job_move(job, &rest->asked);
        rest_ask_answer(job, job->run);
    }
    if (rest->for_log)
        rest_write_log(rest);
}

void rest_write_log(struct rest *rest)
{
    struct rest_log *log = rest->log;
    if (log->count == 0 || log->is_writing)
        return;
    log->rest = rest;
    log->turn = (struct store_turn){
        .rows = log->lines[log->noting], .count = (size_t)log->count, .done = on_written};
    log->noting = 1 - log->noting;
    log->count = 0;
    log->number++;
    log->is_writing = true;
    store_async_write(rest->setup.async, &log->turn);
}

void rest_log_ask(struct rest_job *job, void (*run)(struct rest_job *job, struct store *store))
{
    struct rest *rest = job->rest;
    const struct rest_log *log = rest->log;
    rest_write_log(rest);
    if (!log->is_writing) {
        rest_ask_answer(job, run);
        return;
    }
    job->run = run;
    job->log_number = log->number + (log->count > 0);
    rest_job_move(job, &rest->for_log);
}

/* While the log is full, further lines are left out: attempts are limited, so only a flood gets there. Wrong secrets
 * fill half of it at most, so that nobody hides by them what follows. */
void rest_audit(struct rest_job *job, int64_t player_id, enum audit_kind kind)
{
    struct rest *rest = job->rest;
    struct rest_log *log = rest->log;
    int lines_max = kind == AUDIT_WRONG ? REST_LINES_MAX / 2 : REST_LINES_MAX;
    if (!player_id || !job->secret || log->count >= lines_max)
        return;
    struct row *row = &log->lines[log->noting][log->count++];
    *row = (struct row){.kind = ROW_AUDIT};
    row->audit.player_id = player_id;
    row->audit.at_ms = rest->setup.host.wall_ms(rest->setup.host.context);
    row->audit.kind = (uint8_t)kind;
    memcpy(row->audit.address, job->secret->network, sizeof row->audit.address);
}

void rest_audit_reply(struct rest_job *job, const struct message *reply)
{
    if (reply->refusal)
        return;
    switch ((enum rest_action)job->action) {
    case REST_ACCOUNT:
        rest_audit(job, reply->player_id, AUDIT_SIGN_UP);
        break;
    case REST_LOGIN:
    case REST_SECOND:
    case REST_PASSKEY_LOGIN:
        rest_audit(job, reply->player_id, AUDIT_LOGIN);
        break;
    case REST_PASSWORD:
        rest_audit(job, reply->player_id, AUDIT_PASSWORD);
        break;
    case REST_RECOVERY:
        rest_audit(job, reply->player_id, AUDIT_RECOVERY);
        break;
    case REST_TOTP_CONFIRM:
        rest_audit(job, reply->player_id, AUDIT_TOTP_ON);
        break;
    case REST_TOTP_DELETE:
        rest_audit(job, reply->player_id, AUDIT_TOTP_OFF);
        break;
    case REST_LOGOUT_ALL:
        rest_audit(job, reply->player_id, AUDIT_LOGOUT_ALL);
        break;
    default:
        break;
    }
}

static void write_lines(struct json_write *w, const struct audit_row *lines, size_t count,
                        bool has_player)
{
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        json_write_object(w);
        if (has_player)
            view_write_id(w, "playerId", lines[i].player_id);
        state_write_moment(w, "at", lines[i].at_ms);
        pair_text(w, "what", lines[i].kind < AUDIT_KINDS ? words[lines[i].kind] : NULL);
        pair_text(w, "network", lines[i].address[0] ? lines[i].address : NULL);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

enum store_err rest_write_account_log(struct json_write *w, struct store *store, int64_t player_id)
{
    struct audit_row lines[LINES_MAX];
    struct store_cursor cursor = {0};
    size_t count = 0;
    enum store_err err = store_audit(store, player_id, &cursor, lines, LINES_MAX, &count);
    pair_name(w, "log");
    write_lines(w, lines, count, false);
    return err;
}

struct log_question {
    struct store_cursor cursor;
    size_t limit;
    int64_t player_id; /* 0: of all players */
    const char *fault; /* a sentence about the parameter that is wrong; null: none */
};

static void prepare(struct rest_job *job)
{
    struct log_question *question = job->own;
    const char *from = net_request_query(job->request, "cursor");
    const char *player = net_request_query(job->request, "player");
    const char *limit = net_request_query(job->request, "limit");
    bool is_of_all = job->action == REST_ALL_LOGS;
    if (is_of_all && player && !id_read(&question->player_id, player, strlen(player)))
        question->fault = "player must be a player's id";
    else if (!rest_limit_read(&question->limit, limit, LINES_DEFAULT, LINES_MAX))
        question->fault = "limit must be between 1 and 100";
    else if (from && !rest_cursor_read(&question->cursor, from))
        question->fault = "cursor must be the next of an earlier page";
}

static void say_page(struct rest_job *job, struct store *store, int64_t player_id, bool has_player)
{
    struct log_question *question = job->own;
    struct audit_row lines[LINES_MAX];
    char next[REST_CURSOR_SIZE];
    size_t count = 0;
    if (question->fault) {
        rest_say_text(job, 400, "bad-request", question->fault);
        return;
    }
    if (store_audit(store, player_id, &question->cursor, lines, question->limit, &count)) {
        rest_say_refusal(job, REFUSAL_STORE);
        return;
    }
    rest_cursor_write(next, &question->cursor);
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    pair_name(&w, "lines");
    write_lines(&w, lines, count, has_player);
    pair_text(&w, "next", count == question->limit ? next : NULL);
    json_write_object_end(&w);
    rest_say(job, 200, &w);
}

static void run_own(struct rest_job *job, struct store *store)
{
    int64_t sender_id = 0;
    enum store_err err = rest_find_sender(store, job, &sender_id);
    if (err || !sender_id)
        rest_say_refusal(job, err ? REFUSAL_STORE : REFUSAL_NO_SESSION);
    else
        say_page(job, store, sender_id, false);
}

static void run_all(struct rest_job *job, struct store *store)
{
    const struct log_question *question = job->own;
    if (rest_check_moderator(job, store))
        say_page(job, store, question->player_id, true);
}

const struct rest_reader rest_account_log_reader = {sizeof(struct log_question), prepare, run_own};
const struct rest_reader rest_all_logs_reader = {sizeof(struct log_question), prepare, run_all};
