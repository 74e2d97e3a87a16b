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
static void answer_account(struct rest_job *job)
{
    struct rest *rest = job->rest;
    const struct rest_facts *facts = &job->secret->facts;
    struct json_write w = json_write_on(&rest->out);
    bool is_new = job->action == REST_ACCOUNT;
    json_write_object(&w);
    rest_write_me(&w, &facts->player, &facts->account, job->wall_ms);
    if (is_new) {
        pair_text(&w, "recoveryCode", job->secret->code);
        answer_write_device(&w, &job->secret->device);
    }
    if (job->action == REST_PASSWORD)
        write_token(&w, &job->fresh_token[0]);
    json_write_object_end(&w);
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
static void answer_token(struct rest_job *job)
{
    struct rest *rest = job->rest;
    const struct player_row *player = &job->secret->facts.player.player;
    uint8_t holder[ROW_HASH_BYTES];
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    write_token(&w, &job->fresh_token[0]);
    view_write_id(&w, "playerId", player->id);
    pair_text(&w, "name", player->name);
    if (job->action != REST_LOGOUT_ALL)
        answer_write_device(&w, &job->secret->device);
    if (job->secret->code[0]) {
        pair_text(&w, "recoveryCode", job->secret->code);
        token_hash(holder, &job->fresh_token[0]);
        rest_proof_write(&w, job, player->id, holder);
    }
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
}

void rest_account_settle(struct rest_job *job, const struct message *reply)
{
    struct rest *rest = job->rest;
    const struct rest_host *host = &rest->setup.host;
    switch ((enum rest_action)job->action) {
    case REST_PASSWORD:
    case REST_LOGOUT_ALL:
    case REST_DELETE:
        tickets_forget(rest->tickets, reply->player_id);
        host->end_player(host->context, reply->player_id, job->action == REST_DELETE);
        break;
    case REST_LOGOUT:
        host->end_session(host->context, reply->player_id, job->token_hash);
        break;
    default: /* a session that was named, or that made room for a new one */
        if (!sodium_is_zero(job->secret->ended_hash, sizeof job->secret->ended_hash))
            host->end_session(host->context, reply->player_id, job->secret->ended_hash);
    }
}

/* The player has been read. */
static void answer_player(struct rest_job *job)
{
    struct rest *rest = job->rest;
    buffer_clear(&rest->out);
    if (job->secret->facts.err) {
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
    } else if (job->action == REST_ACCOUNT || job->action == REST_PASSWORD ||
               job->action == REST_TOTP_CONFIRM || job->action == REST_TOTP_DELETE) {
        answer_account(job);
    } else {
        answer_token(job);
    }
    buffer_clear(&rest->out);
    rest_job_free(job);
}

static void ask_player(struct rest_job *job, int64_t player_id)
{
    struct rest_facts *facts = &job->secret->facts;
    rest_gate_leave(job); /* the change is committed */
    job->must_end =
        true; /* the answer may be the only one that shows a token or a code: it is not refused */
    facts->of = FACTS_OF_PLAYER;
    facts->want = WANT_PLAYER;
    facts->player_id = player_id;
    rest_facts_ask(job, answer_player);
}

/* After the commit of every request that changes an account. */
void rest_account_answer(struct rest_job *job, const struct message *reply)
{
    struct rest *rest = job->rest;
    enum rest_action action = (enum rest_action)job->action;
    bool is_ended = action == REST_LOGOUT || action == REST_SESSION_DELETE || action == REST_DELETE;
    if (!is_ended && action != REST_RECOVERY) {
        ask_player(job, reply->player_id);
        return;
    }
    buffer_clear(&rest->out);
    if (action == REST_RECOVERY)
        answer_code(job);
    else
        answer_done(job);
    buffer_clear(&rest->out);
    rest_job_free(job);
}
