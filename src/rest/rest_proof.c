/* Proofs: requests that change an account need the password or the recovery code again. A stolen token alone cannot
 * take an account over.
 *
 * The secret is checked by one request, which gives a proof: a ticket of the session, for one change. With a second
 * factor the password needs its code, too. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "rest/rest_parts.h"
#include "json/pair.h"

static bool has_secret(const struct account_row *account)
{
    return account->password[0] || account->has_recovery;
}

void rest_proof_write(struct json_write *w, const struct rest_job *job, int64_t player_id,
                      const uint8_t holder[ROW_HASH_BYTES])
{
    struct rest *rest = job->rest;
    struct ticket ticket = {.kind = TICKET_PROOF, .address = job->address, .player_id = player_id};
    struct token token;
    char text[TOKEN_TEXT_SIZE];
    memcpy(ticket.holder, holder, sizeof ticket.holder);
    ticket_issue(rest->tickets, &ticket, net_now_ms(rest->net), &token);
    token_write(text, &token);
    pair_text(w, "proof", text);
    sodium_memzero(text, sizeof text);
}

void rest_proof_answer(struct rest_job *job)
{
    struct rest *rest = job->rest;
    rest_attempt_right(job);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    rest_proof_write(&w, job, job->player_id, job->token_hash);
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
    buffer_clear(&rest->out);
}

static void prove_by_code(struct rest_job *job)
{
    const struct account_body *body = &job->secret->body;
    uint8_t hash[ROW_HASH_BYTES];
    const struct account_row *account = &job->secret->account;
    if (!account->has_recovery ||
        !recovery_hash(hash, body->recovery_code, body->recovery_code_len) ||
        sodium_memcmp(hash, account->recovery, sizeof hash) != 0) {
        rest_account_refuse_secret(job);
        return;
    }
    rest_proof_answer(job);
    rest_job_free(job);
}

static void prove_by_password(struct rest_job *job)
{
    struct hash_task task = {.ack = 0};
    struct rest_secret *secret = job->secret;
    const struct account_body *body = &secret->body;
    memcpy(task.stored, secret->account.password, sizeof task.stored);
    (void)snprintf(task.shown, sizeof task.shown, "%s", body->password_len ? body->password : " ");
    if (body->password_len >= sizeof task.shown)
        task.stored[0] = '\0'; /* too long to be right */
    if (body->code)
        (void)snprintf(secret->shown_code, sizeof secret->shown_code, "%s", body->code);
    rest_account_hash(job, &task);
}

void rest_proof_ask(struct rest_job *job)
{
    const struct account_body *body = &job->secret->body;
    const struct account_row *account = &job->secret->account;
    if (!has_secret(account))
        rest_account_end(job, 409, "no-account", "A guest has no password to confirm");
    else if (!rest_attempt_confirm(job))
        return;
    else if (body->passkey)
        rest_passkey_check(job, TICKET_CHALLENGE, job->token_hash);
    else if (body->recovery_code)
        prove_by_code(job);
    else
        prove_by_password(job);
}

void rest_proof_continue(struct rest_job *job)
{
    struct rest_secret *secret = job->secret;
    struct account_row now = secret->facts.account;
    if (secret->facts.err) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    bool is_right = secret->is_right && strcmp(now.password, secret->account.password) == 0;
    if (is_right && now.has_totp) {
        if (!rest_attempt_code(job, &now))
            return;
        is_right = rest_totp_take(job->rest, &now, secret->shown_code, strlen(secret->shown_code));
    }
    if (!is_right) {
        rest_account_refuse_secret(job);
    } else if (!now.has_totp) {
        rest_proof_answer(job);
        rest_job_free(job);
    } else {
        secret->account = now;
        rest_totp_spend(job);
    }
}

bool rest_proof_use(struct rest_job *job)
{
    struct rest *rest = job->rest;
    const struct account_body *body = &job->secret->body;
    if (!has_secret(&job->secret->account))
        return true;
    struct ticket *proof =
        body->proof ? ticket_find(rest->tickets, TICKET_PROOF, body->proof, body->proof_len,
                                  job->token_hash, net_now_ms(rest->net))
                    : NULL;
    if (!proof || proof->player_id != job->player_id) {
        rest_account_end(job, 403, "proof-needed",
                         "Confirm this with your password or recovery code");
        return false;
    }
    ticket_spend(proof);
    return true;
}
