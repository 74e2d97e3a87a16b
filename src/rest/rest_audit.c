/* The log of accounts: log-ins, failed ones and changes, with the network they came from. Its owner and moderators read
 * it. */
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

void rest_write_log(struct rest *rest)
{
    if (rest->line_count > 0)
        (void)store_write_turn(rest->setup.store, rest->lines, (size_t)rest->line_count, NULL);
    rest->line_count = 0; /* a store that fails is reported elsewhere */
}

/* While the log is full, further lines are left out: attempts are limited, so only a flood gets there. Wrong secrets fill half
 * of it at most, so that nobody hides by them what follows. */
void rest_audit(struct rest_job *job, int64_t player_id, enum audit_kind kind)
{
    struct rest *rest = job->rest;
    int lines_max = kind == AUDIT_WRONG ? REST_LINES_MAX / 2 : REST_LINES_MAX;
    if (!player_id || !job->secret || rest->line_count >= lines_max)
        return;
    struct row *row = &rest->lines[rest->line_count++];
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

enum store_err rest_write_account_log(struct json_write *w, struct rest *rest, int64_t player_id)
{
    static struct audit_row lines[LINES_MAX];
    struct store_cursor cursor = {0};
    size_t count = 0;
    enum store_err err =
        store_audit(rest->setup.store, player_id, &cursor, lines, LINES_MAX, &count);
    pair_name(w, "log");
    write_lines(w, lines, count, false);
    return err;
}

/* A page of the log of one player, or of all (player_id 0). */
static void answer_page(struct rest *rest, struct net_request *request, int64_t player_id,
                        bool has_player)
{
    static struct audit_row lines[LINES_MAX];
    const char *from = net_request_query(request, "cursor");
    struct store_cursor cursor = {0};
    char next[REST_CURSOR_SIZE];
    size_t limit, count = 0;
    if (!rest_limit_read(&limit, net_request_query(request, "limit"), LINES_DEFAULT, LINES_MAX)) {
        rest_refuse_text(rest, request, 400, "bad-request", "limit must be between 1 and 100");
        return;
    }
    if (from && !rest_cursor_read(&cursor, from)) {
        rest_refuse_text(rest, request, 400, "bad-request",
                         "cursor must be the next of an earlier page");
        return;
    }
    if (store_audit(rest->setup.store, player_id, &cursor, lines, limit, &count) != STORE_OK) {
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    rest_cursor_write(next, &cursor);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_name(&w, "lines");
    write_lines(&w, lines, count, has_player);
    pair_text(&w, "next", count == limit ? next : NULL);
    json_write_object_end(&w);
    rest_answer_json(request, 200, &w);
}

void rest_account_log(struct rest *rest, struct net_request *request,
                      const struct rest_caller *caller)
{
    int64_t sender_id = 0;
    enum store_err err = rest_find_sender(rest, caller, &sender_id);
    rest_write_log(rest);
    if (err || !sender_id)
        rest_refuse(rest, request, err ? REFUSAL_STORE : REFUSAL_NO_SESSION, NULL, NULL);
    else
        answer_page(rest, request, sender_id, false);
}

void rest_all_logs(struct rest *rest, struct net_request *request, const struct rest_caller *caller)
{
    const char *player = net_request_query(request, "player");
    int64_t player_id = 0;
    if (!rest_check_moderator(rest, request, caller))
        return;
    rest_write_log(rest);
    if (player && !id_read(&player_id, player, strlen(player)))
        rest_refuse_text(rest, request, 400, "bad-request", "player must be a player's id");
    else
        answer_page(rest, request, player_id, true);
}
