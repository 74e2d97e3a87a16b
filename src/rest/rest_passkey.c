/* Passkeys: logging in by one, or as the second factor, or as a proof. A challenge is a ticket; showing what was signed
 * spends it, whether the signature is right or not. */
#include <string.h>

#include "api/passkey_body.h"
#include "rest/passkey.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

static const char *host_of(const struct rest_job *job)
{
    return net_request_header(job->request, NET_HOST);
}

bool rest_passkey_client(struct passkey_client *out, const struct rest_job *job, const char *text,
                         size_t len, bool is_new)
{
    return passkey_client_read(out, text, len, is_new, host_of(job),
                               net_request_scheme(job->request));
}

void rest_passkey_write(struct json_write *w, const struct rest_job *job)
{
    const struct rest_facts *facts = &job->secret->facts;
    char text[PASSKEY_ID_TEXT_SIZE], host[PASSKEY_HOST_SIZE];
    pair_text(w, "rpId", passkey_host(host, host_of(job)) ? host : NULL);
    json_write_key(w, "passkeys");
    json_write_array(w);
    for (size_t i = 0; i < facts->passkey_count; i++) {
        passkey_id_write(text, facts->passkeys[i].id, facts->passkeys[i].id_len);
        json_write_text(w, text, strlen(text));
    }
    json_write_array_end(w);
}

/* Answers with a challenge for this holder. */
void rest_passkey_challenge(struct rest_job *job, enum ticket_kind kind,
                            const uint8_t holder[ROW_HASH_BYTES])
{
    struct rest *rest = job->rest;
    struct ticket ticket = {
        .kind = (uint8_t)kind, .address = job->address, .player_id = job->player_id};
    struct token token;
    char text[TOKEN_TEXT_SIZE];
    memcpy(ticket.holder, holder, sizeof ticket.holder);
    ticket_issue(rest->tickets, &ticket, net_now_ms(rest->net), &token);
    token_write(text, &token);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "challenge", text);
    rest_passkey_write(&w, job);
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
    rest_job_free(job);
}

/* Spends the ticket whose text was signed. False if there is none, or it is another player's. */
static bool spend_challenge(struct rest_job *job, const struct passkey_client *client,
                            enum ticket_kind kind, const uint8_t holder[ROW_HASH_BYTES],
                            int64_t player_id)
{
    struct rest *rest = job->rest;
    struct ticket *ticket = ticket_find(rest->tickets, kind, client->challenge,
                                        strlen(client->challenge), holder, net_now_ms(rest->net));
    if (!ticket)
        return false;
    job->player_id = ticket->player_id;
    ticket_spend(ticket);
    /* A challenge without a player is answered by any passkey; that decides who logs in. */
    return !job->player_id || job->player_id == player_id;
}

/* A body that cannot be read is refused by rest_passkey_check. */
void rest_passkey_want(struct rest_job *job)
{
    struct rest_facts *facts = &job->secret->facts;
    const json_t *json = job->secret->body.passkey;
    struct passkey_signed shown;
    char fault[JSON_FAULT_MAX];
    if (!json || !passkey_read_signed(&shown, json, fault))
        return;
    facts->want |= WANT_PASSKEY;
    memcpy(facts->passkey_id, shown.id, shown.id_len);
    facts->passkey_id_len = shown.id_len;
}

void rest_passkey_check(struct rest_job *job, enum ticket_kind kind,
                        const uint8_t holder[ROW_HASH_BYTES])
{
    struct hash_task task = {.is_passkey = true};
    struct passkey_check *check = &task.passkey;
    const struct rest_facts *facts = &job->secret->facts;
    const struct passkey_row *row = &facts->passkey;
    struct passkey_signed shown;
    struct passkey_client client;
    char fault[JSON_FAULT_MAX];
    if (!passkey_read_signed(&shown, job->secret->body.passkey, fault)) {
        rest_account_end(job, 400, "bad-request", fault);
        return;
    }
    bool is_right =
        rest_passkey_client(&client, job, (const char *)shown.client, shown.client_len, false) &&
        passkey_host(check->host, host_of(job));
    if (facts->err) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    if (!is_right || !facts->has_passkey ||
        !spend_challenge(job, &client, kind, holder, row->player_id)) {
        rest_account_refuse_secret(job);
        return;
    }
    job->secret->passkey = *row;
    job->secret->target_id = row->player_id;
    memcpy(check->client_hash, client.hash, sizeof check->client_hash);
    memcpy(check->auth, shown.auth, shown.auth_len);
    memcpy(check->signature, shown.signature, shown.signature_len);
    memcpy(check->key, row->key, row->key_len);
    check->auth_len = shown.auth_len;
    check->signature_len = shown.signature_len;
    check->key_len = row->key_len;
    check->algorithm = row->algorithm;
    rest_account_hash(job, &task);
}

/* The use of the passkey is noted. */
static void finish(struct rest_job *job, enum store_err err)
{
    int64_t player_id = job->secret->passkey.player_id;
    if (!job->request) {
        rest_job_free(job);
    } else if (store_err_class(err) == STORE_REFUSED) {
        rest_account_refuse_secret(job); /* it is gone */
    } else if (err) {
        rest_account_refuse(job, REFUSAL_STORE);
    } else if (job->action == REST_PROOF) {
        rest_proof_answer(job);
        rest_job_free(job);
    } else {
        rest_account_log_in(job, player_id, NULL);
    }
}

/* Refused if the passkey is gone, or its counter shows that it was copied. */
void rest_passkey_continue(struct rest_job *job)
{
    const struct rest_host *host = &job->rest->setup.host;
    const struct rest_secret *secret = job->secret;
    struct row row = {.kind = ROW_PASSKEY, .passkey = secret->facts.passkey};
    if (!secret->is_right || secret->facts.err || !secret->facts.has_passkey ||
        row.passkey.player_id != secret->passkey.player_id ||
        !passkey_counter_is_new(row.passkey.counter, secret->passkey_counter)) {
        rest_account_refuse_secret(job);
        return;
    }
    row.passkey.is_use = true;
    row.passkey.counter = secret->passkey_counter;
    row.passkey.used_ms = host->wall_ms(host->context);
    rest_put(job, &row, finish);
}
