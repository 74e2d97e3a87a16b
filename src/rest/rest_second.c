/* The second factor: codes of an authenticator app, or a passkey, after the password.
 *
 * A new secret counts only after one of its codes was shown. A login with a right password gets a ticket instead of a
 * token, and the token for the ticket and a code. A login by recovery code turns the second factor off. */
#include <sodium.h>
#include <string.h>

#include "rest/rest_parts.h"
#include "rest/totp.h"
#include "json/pair.h"

static void issue(char text[TOKEN_TEXT_SIZE], struct rest *rest, const struct ticket *ticket)
{
    struct token token;
    ticket_issue(rest->tickets, ticket, net_now_ms(rest->net), &token);
    token_write(text, &token);
}

bool rest_totp_take(const struct rest *rest, struct account_row *account, const char *code,
                    size_t len)
{
    int64_t wall_ms = rest->setup.host.wall_ms(rest->setup.host.context);
    return totp_check(account->totp, code, len, wall_ms, account->totp_step, &account->totp_step);
}

/* The use of the code is noted. */
static void on_spent(struct rest_job *job, enum store_err err)
{
    const struct account_row *account = &job->secret->account;
    if (!job->request) {
        rest_job_free(job);
    } else if (store_err_class(err) == STORE_REFUSED) {
        rest_account_refuse_secret(job); /* it was used meanwhile, maybe on another node */
    } else if (err) {
        rest_account_refuse(job, REFUSAL_STORE);
    } else if (job->action == REST_PROOF) {
        rest_attempt_right_code(job, account);
        rest_proof_answer(job);
        rest_job_free(job);
    } else {
        rest_attempt_right_code(job, account);
        rest_account_log_in(job, account->player_id, NULL);
    }
}

void rest_totp_spend(struct rest_job *job)
{
    const struct account_row *account = &job->secret->account;
    const struct row row = {.kind = ROW_CODE, .code = {account->player_id, account->totp_step}};
    rest_put(job, &row, on_spent);
}

/* Answers with a new secret. */
static void begin(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct ticket ticket = {
        .kind = TICKET_TOTP, .address = job->address, .player_id = job->player_id};
    char text[TOKEN_TEXT_SIZE], secret[TOTP_TEXT_SIZE], uri[TOTP_URI_SIZE];
    memcpy(ticket.holder, job->token_hash, sizeof ticket.holder);
    randombytes_buf(ticket.totp, sizeof ticket.totp);
    issue(text, rest, &ticket);
    totp_secret_write(secret, ticket.totp);
    totp_uri_write(uri, ticket.totp, job->secret->account.login);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "ticket", text);
    pair_text(&w, "secret", secret);
    pair_text(&w, "uri", uri);
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
    buffer_clear(&rest->out);
    sodium_memzero(&ticket, sizeof ticket);
    rest_job_free(job);
}

static void confirm(struct rest_job *job)
{
    struct rest *rest = job->rest;
    const struct account_body *body = &job->secret->body;
    struct account_row *account = &job->secret->account;
    struct ticket *ticket = ticket_find(rest->tickets, TICKET_TOTP, body->ticket, body->ticket_len,
                                        job->token_hash, net_now_ms(rest->net));
    if (!ticket) {
        rest_account_end(job, 403, "bad-ticket", "This took too long; begin again");
        return;
    }
    memcpy(account->totp, ticket->totp, sizeof account->totp);
    account->totp_step = 0;
    if (!rest_totp_take(rest, account, body->code, body->code_len)) {
        ticket_fail(ticket);
        rest_account_end(job, 422, "wrong-code", "This is not the app's present code");
        return;
    }
    ticket_spend(ticket);
    account->has_totp = true;
    rest_account_put(job);
}

void rest_totp_ask(struct rest_job *job)
{
    struct account_row *account = &job->secret->account;
    if (!account->password[0]) {
        rest_account_end(job, 409, "no-password", "Set a password first");
    } else if (job->action == REST_TOTP_CONFIRM) {
        confirm(job);
    } else if (!rest_proof_use(job)) {
        return;
    } else if (job->action == REST_TOTP) {
        begin(job);
    } else {
        account->has_totp = false;
        account->totp_step = 0;
        rest_account_put(job);
    }
}

/* Answers a right password with a ticket. */
void rest_second_need(struct rest_job *job, int64_t player_id)
{
    struct rest *rest = job->rest;
    struct ticket ticket = {.kind = TICKET_LOGIN, .address = job->address, .player_id = player_id};
    char text[TOKEN_TEXT_SIZE];
    rest_attempt_right(job);
    ticket_holder_of_address(ticket.holder, job->address);
    issue(text, rest, &ticket);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "ticket", text);
    rest_passkey_write(&w, job);
    json_write_object_end(&w);
    rest_answer_json(job->request, 202, &w);
    rest_job_free(job);
}

/* Null if the job has been answered. */
static struct ticket *find_ticket(struct rest_job *job, uint8_t holder[ROW_HASH_BYTES])
{
    struct rest *rest = job->rest;
    const struct account_body *body = &job->secret->body;
    ticket_holder_of_address(holder, job->address);
    struct ticket *ticket = ticket_find(rest->tickets, TICKET_LOGIN, body->ticket, body->ticket_len,
                                        holder, net_now_ms(rest->net));
    if (!ticket)
        rest_account_end(job, 403, "bad-ticket", "This took too long; begin again");
    return ticket;
}

/* The ticket may have been spent while the store was asked. */
static void check_second(struct rest_job *job)
{
    struct rest_secret *secret = job->secret;
    struct account_row *account = &secret->account;
    uint8_t holder[ROW_HASH_BYTES];
    struct ticket *ticket = find_ticket(job, holder);
    if (!ticket)
        return;
    if (secret->facts.err) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    *account = secret->facts.account;
    if (!rest_attempt_log_in(job, account->login, account->player_id))
        return;
    if (secret->body.passkey) {
        rest_passkey_check(job, TICKET_LOGIN, holder);
        return;
    }
    if (!rest_attempt_code(job, account))
        return;
    if (!rest_totp_take(job->rest, account, secret->body.code, secret->body.code_len)) {
        ticket_fail(ticket);
        rest_account_refuse_secret(job);
        return;
    }
    ticket_spend(ticket);
    rest_totp_spend(job);
}

void rest_second_ask(struct rest_job *job)
{
    struct rest_facts *facts = &job->secret->facts;
    uint8_t holder[ROW_HASH_BYTES];
    rest_commit(job->rest);
    const struct ticket *ticket = find_ticket(job, holder);
    if (!ticket)
        return;
    *facts = (struct rest_facts){.of = FACTS_OF_PLAYER, .want = WANT_DEVICES | WANT_OLDEST};
    facts->player_id = ticket->player_id;
    rest_attempt_device(job);
    rest_passkey_want(job);
    rest_facts_ask(job, check_second);
}
