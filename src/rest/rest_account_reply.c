/* Accounts: answers, after the commit. */
#include <sodium.h>

#include "api/answer_write.h"
#include "api/view_write.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

static void answer_done(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct json_write w = json_write_on(&rest->out);
    answer_write_ok(&w);
    rest_answer_json(job->request, 200, &w);
}

static void write_token(struct json_write *w, const struct token *token)
{
    char text[TOKEN_TEXT_SIZE];
    token_write(text, token);
    pair_text(w, "token", text);
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
    if (job->action == REST_PASSWORD)
        write_token(&w, &job->fresh_token[0]);
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

/* After a login by recovery code, also the new code and a proof, with which a new password can be set. */
static void answer_token(struct rest_job *job, int64_t player_id)
{
    struct rest *rest = job->rest;
    struct player_rows player;
    uint8_t holder[ROW_HASH_BYTES];
    if (store_player(rest->setup.store, player_id, &player) != STORE_OK) {
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    write_token(&w, &job->fresh_token[0]);
    view_write_id(&w, "playerId", player_id);
    pair_text(&w, "name", player.player.name);
    if (job->action != REST_LOGOUT_ALL)
        answer_write_device(&w, &job->secret->device);
    if (job->secret->code[0]) {
        pair_text(&w, "recoveryCode", job->secret->code);
        token_hash(holder, &job->fresh_token[0]);
        rest_proof_write(&w, job, player_id, holder);
    }
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
}

/* After the commit of every request that changes an account: the place to note what happened. */
void rest_account_answer(struct rest_job *job, const struct message *reply)
{
    struct rest *rest = job->rest;
    const struct rest_host *host = &rest->setup.host;
    buffer_clear(&rest->out);
    switch ((enum rest_action)job->action) {
    case REST_PASSWORD:
        tickets_forget(rest->tickets, reply->player_id);
        host->end_player(host->context, reply->player_id, false);
        answer_account(job, reply->player_id);
        break;
    case REST_ACCOUNT:
    case REST_TOTP_CONFIRM:
    case REST_TOTP_DELETE:
        answer_account(job, reply->player_id);
        break;
    case REST_PROOF:
        rest_proof_answer(job);
        break;
    case REST_RECOVERY:
        answer_code(job);
        break;
    case REST_LOGOUT:
        host->end_session(host->context, reply->player_id, job->token_hash);
        answer_done(job);
        break;
    case REST_SESSION_DELETE:
        host->end_session(host->context, reply->player_id, job->secret->ended_hash);
        answer_done(job);
        break;
    case REST_LOGOUT_ALL:
        tickets_forget(rest->tickets, reply->player_id);
        host->end_player(host->context, reply->player_id, false);
        answer_token(job, reply->player_id);
        break;
    case REST_DELETE:
        tickets_forget(rest->tickets, reply->player_id);
        host->end_player(host->context, reply->player_id, true);
        answer_done(job);
        break;
    default:
        if (!sodium_is_zero(job->secret->ended_hash, sizeof job->secret->ended_hash))
            host->end_session(host->context, reply->player_id, job->secret->ended_hash);
        answer_token(job, reply->player_id);
    }
    buffer_clear(&rest->out);
}
