/* Accounts: answers, after the commit. */
#include "api/answer_write.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

static void answer_done(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct json_write w = json_write_on(&rest->out);
    answer_write_ok(&w);
    rest_answer_json(job->request, 200, &w);
}

/* The player as /api/me shows them, and for a new account the recovery code, which is shown only once. */
static void answer_account(struct rest_job *job, int64_t player_id)
{
    struct rest *rest = job->rest;
    struct json_write w = json_write_on(&rest->out);
    bool is_new = job->action == REST_ACCOUNT;
    json_write_object(&w);
    enum store_err err = rest_write_me(&w, rest, player_id);
    if (is_new) {
        pair_text(&w, "recoveryCode", job->secret->code);
        answer_write_device(&w, &job->secret->device);
    }
    json_write_object_end(&w);
    if (err)
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_json(job->request, is_new ? 201 : 200, &w);
}

static void answer_code(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "recoveryCode", job->secret->code);
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
}

static void answer_token(struct rest_job *job, int64_t player_id)
{
    struct rest *rest = job->rest;
    struct player_rows player;
    if (store_player(rest->setup.store, player_id, &player) != STORE_OK) {
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    struct json_write w = json_write_on(&rest->out);
    answer_write_token(&w, &job->fresh_token[0], &player.player,
                       job->action == REST_LOGIN ? &job->secret->device : NULL);
    rest_answer_json(job->request, 200, &w);
}

void rest_account_answer(struct rest_job *job, const struct message *reply)
{
    struct rest *rest = job->rest;
    const struct rest_host *host = &rest->setup.host;
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
        host->end_token(host->context, &job->token);
        answer_done(job);
        break;
    case REST_LOGOUT_ALL:
        host->end_player(host->context, reply->player_id, false);
        answer_token(job, reply->player_id);
        break;
    case REST_DELETE:
        host->end_player(host->context, reply->player_id, true);
        answer_done(job);
        break;
    default:
        answer_token(job, reply->player_id);
    }
    buffer_clear(&rest->out);
}
