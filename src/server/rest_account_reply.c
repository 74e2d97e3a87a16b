/* Accounts: the way out, after the commit. */
#include <string.h>

#include "server/json_pair.h"
#include "server/rest_parts.h"
#include "server/view_write.h"

static void answer_done(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_bool(&w, "ok", true);
    json_write_object_end(&w);
    rest_answer_json(rest, job->request, 200, &w);
}

/* Who one is now, and the code that is shown this once. */
static void answer_account(struct rest_job *job, int64_t player_id)
{
    struct rest *rest = job->rest;
    struct json_write w = json_write_on(&rest->out);
    bool is_new = job->action == REST_ACCOUNT;
    json_write_object(&w);
    enum store_err err = rest_write_me(&w, rest, player_id);
    if (is_new)
        pair_text(&w, "recoveryCode", job->secret->code);
    json_write_object_end(&w);
    if (err)
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_json(rest, job->request, is_new ? 201 : 200, &w);
}

static void answer_code(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "recoveryCode", job->secret->code);
    json_write_object_end(&w);
    rest_answer_json(rest, job->request, 200, &w);
}

static void answer_token(struct rest_job *job, int64_t player_id)
{
    struct rest *rest = job->rest;
    struct player_rows player;
    char token[TOKEN_TEXT_SIZE];
    if (store_player(rest->setup.store, player_id, &player) != STORE_OK) {
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    struct json_write w = json_write_on(&rest->out);
    token_write(token, &job->fresh_token[0]);
    json_write_object(&w);
    pair_text(&w, "token", token);
    view_write_id(&w, "playerId", player_id);
    pair_text(&w, "name", player.player.name);
    json_write_object_end(&w);
    rest_answer_json(rest, job->request, 200, &w);
    memset(token, 0, sizeof token);
}

void rest_account_answer(struct rest_job *job, const struct message *reply)
{
    struct rest *rest = job->rest;
    struct online *online = rest->setup.online;
    int64_t now_ms = net_now_ms(rest->net);
    buffer_clear(&rest->out);
    switch ((enum rest_action)job->action) {
    case REST_ACCOUNT:
    case REST_PASSWORD:
        answer_account(job, reply->player_id);
        break;
    case REST_RECOVERY:
        answer_code(job);
        break;
    case REST_LOGOUT:
        online_end_token(online, &job->token, now_ms);
        answer_done(job);
        break;
    case REST_LOGOUT_ALL:
        online_end_player(online, reply->player_id, false, now_ms);
        answer_token(job, reply->player_id);
        break;
    case REST_DELETE:
        online_end_player(online, reply->player_id, true, now_ms);
        answer_done(job);
        break;
    default:
        answer_token(job, reply->player_id);
    }
    buffer_clear(&rest->out);
}
