/* Accounts: shared steps, and how a request goes on when its hash is there. */
#include <sodium.h>
#include <string.h>

#include "base/skeleton.h"
#include "play/name.h"
#include "rest/rest_parts.h"

static const char wrong_text[] = "Wrong login, password or recovery code";

void rest_account_end(struct rest_job *job, int status, const char *code, const char *text)
{
    rest_refuse_text(job->rest, job->request, status, code, text);
    rest_job_free(job);
}

void rest_account_refuse(struct rest_job *job, enum refusal refusal)
{
    rest_refuse(job->rest, job->request, refusal, NULL, NULL);
    rest_job_free(job);
}

void rest_account_refuse_secret(struct rest_job *job)
{
    rest_audit(job, job->secret->target_id, AUDIT_WRONG);
    rest_account_end(job, 401, "wrong-credentials", wrong_text);
}

void rest_account_submit(struct rest_job *job, struct service_command *command)
{
    struct rest *rest = job->rest;
    command->address = job->address;
    command->ack = rest_job_ack(job);
    command->agent = job->agent;
    command->has_token = job->has_token;
    memcpy(command->token_hash, job->token_hash, sizeof command->token_hash);
    rest_submit(rest, command);
    rest_commit(rest);
}

bool rest_account_is_free(struct rest_job *job, const char *login)
{
    const struct rest_host *host = &job->rest->setup.host;
    const struct rest_facts *facts = &job->secret->facts;
    if (facts->login_id == job->player_id)
        return true;
    if (!facts->login_id && (!facts->name_id || facts->name_id == job->player_id) &&
        !name_check(login) && !host->is_reserved(host->context, skeleton_hash(login)))
        return true;
    rest_account_end(job, 409, "login-taken", "This login is already taken");
    return false;
}

void rest_account_log_in(struct rest_job *job, int64_t player_id, const struct account_row *account)
{
    struct service_command command = command_of(COMMAND_REST_LOGIN);
    token_fresh(&job->fresh_token[0]);
    token_hash(command.fresh_hash, &job->fresh_token[0]);
    command.player_id = player_id;
    command.account = account;
    rest_attempt_right(job);
    rest_session_make_room(job, &command);
    rest_attempt_remember(job, &command, player_id);
    rest_account_submit(job, &command);
}

/* A new password ends every session, so that a stolen token is worth nothing any more. The sender gets a new one. */
void rest_account_put(struct rest_job *job)
{
    struct service_command command = command_of(COMMAND_REST_ACCOUNT);
    command.account = &job->secret->account;
    if (job->action == REST_ACCOUNT)
        rest_attempt_remember(job, &command, job->player_id);
    command.ends_sessions = job->action == REST_PASSWORD;
    if (command.ends_sessions) {
        token_fresh(&job->fresh_token[0]);
        token_hash(command.fresh_hash, &job->fresh_token[0]);
    }
    rest_account_submit(job, &command);
}

/* The password was right for the account as it was then, so it must still have the same password. */
void rest_login_continue(struct rest_job *job)
{
    const struct rest_secret *secret = job->secret;
    const struct account_row *now = &secret->facts.account;
    if (secret->facts.err)
        rest_account_refuse(job, REFUSAL_STORE);
    else if (!secret->is_right || !now->player_id ||
             strcmp(now->password, secret->account.password) != 0)
        rest_account_refuse_secret(job);
    else if (now->has_totp)
        rest_second_need(job, now->player_id);
    else
        rest_account_log_in(job, now->player_id, NULL);
}

void rest_account_continue(struct rest_job *job)
{
    struct rest_secret *secret = job->secret;
    struct account_row now = secret->facts.account;
    if (!secret->hash[0] || secret->facts.err) {
        rest_account_refuse(job, REFUSAL_SERVER_FULL);
        return;
    }
    if (!rest_account_is_free(job, secret->login))
        return;
    if (strcmp(now.password, secret->account.password) != 0) {
        rest_account_refuse_secret(job); /* the password was changed meanwhile */
        return;
    }
    memcpy(now.login, secret->login, sizeof now.login);
    memcpy(now.password, secret->hash, sizeof now.password);
    if (job->action == REST_ACCOUNT) {
        now.has_recovery = true;
        recovery_fresh(secret->code, now.recovery);
    }
    secret->account = now;
    rest_account_put(job);
}

/* The hash is there: asks for the facts again, then goes on. */
static void go_on(struct rest_job *job, bool is_passkey)
{
    struct rest_facts *facts = &job->secret->facts;
    if (is_passkey) {
        facts->of = FACTS_OF_PASSKEY;
        facts->want = WANT_OLDEST;
        rest_facts_ask(job, rest_passkey_continue);
    } else if (job->action == REST_LOGIN) {
        facts->want = WANT_PASSKEYS | WANT_OLDEST;
        rest_facts_ask(job, rest_login_continue);
    } else {
        facts->of = FACTS_OF_PLAYER;
        facts->player_id = job->player_id;
        rest_facts_ask(job,
                       job->action == REST_PROOF ? rest_proof_continue : rest_account_continue);
    }
}

void rest_collect(struct rest *rest)
{
    struct hash_task task;
    while (rest->setup.hasher && workers_collect(rest->setup.hasher, &task)) {
        struct rest_job *job = rest_job_of(task.ack);
        rest->hashing--;
        rest_commit(rest);
        if (job->request) {
            job->secret->is_right = task.is_right;
            job->secret->passkey_counter = task.passkey.counter;
            memcpy(job->secret->hash, task.hash, sizeof job->secret->hash);
            go_on(job, task.is_passkey);
        } else {
            rest_job_free(job);
        }
        sodium_memzero(&task, sizeof task);
    }
    rest_account_feed(rest);
    rest_pictures_collect(rest);
}
