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

enum store_err rest_passkey_write(struct json_write *w, const struct rest_job *job,
                                  int64_t player_id)
{
    struct passkey_row rows[STORE_PASSKEYS_MAX];
    char text[PASSKEY_ID_TEXT_SIZE], host[PASSKEY_HOST_SIZE];
    size_t count = 0;
    enum store_err err =
        player_id ? store_passkeys(job->rest->setup.store, player_id, rows, &count) : STORE_OK;
    pair_text(w, "rpId", passkey_host(host, host_of(job)) ? host : NULL);
    json_write_key(w, "passkeys");
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        passkey_id_write(text, rows[i].id, rows[i].id_len);
        json_write_text(w, text, strlen(text));
    }
    json_write_array_end(w);
    return err;
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
    enum store_err err = rest_passkey_write(&w, job, job->player_id);
    json_write_object_end(&w);
    if (err)
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
    else
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

void rest_passkey_check(struct rest_job *job, const json_t *json, enum ticket_kind kind,
                        const uint8_t holder[ROW_HASH_BYTES])
{
    struct hash_task task = {.is_passkey = true};
    struct passkey_check *check = &task.passkey;
    struct passkey_signed shown;
    struct passkey_client client;
    struct passkey_row row;
    char fault[JSON_FAULT_MAX];
    if (!passkey_read_signed(&shown, json, fault)) {
        rest_account_end(job, 400, "bad-request", fault);
        return;
    }
    bool is_right =
        rest_passkey_client(&client, job, (const char *)shown.client, shown.client_len, false) &&
        passkey_host(check->host, host_of(job));
    enum store_err err = store_passkey(job->rest->setup.store, shown.id, shown.id_len, &row);
    if (err && err != STORE_E_MISSING) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    if (!is_right || err || !spend_challenge(job, &client, kind, holder, row.player_id)) {
        rest_account_refuse_secret(job);
        return;
    }
    job->secret->passkey = row;
    job->secret->target_id = row.player_id;
    memcpy(check->client_hash, client.hash, sizeof check->client_hash);
    memcpy(check->auth, shown.auth, shown.auth_len);
    memcpy(check->signature, shown.signature, shown.signature_len);
    memcpy(check->key, row.key, row.key_len);
    check->auth_len = shown.auth_len;
    check->signature_len = shown.signature_len;
    check->key_len = row.key_len;
    check->algorithm = row.algorithm;
    rest_account_hash(job, &task);
}

/* Notes the use of a passkey. False if it is gone, or its counter shows that it was copied. */
static bool note_use(struct rest_job *job, uint32_t counter)
{
    const struct rest_host *host = &job->rest->setup.host;
    const struct passkey_row *known = &job->secret->passkey;
    struct row row = {.kind = ROW_PASSKEY};
    if (store_passkey(job->rest->setup.store, known->id, known->id_len, &row.passkey) != STORE_OK ||
        row.passkey.player_id != known->player_id ||
        !passkey_counter_is_new(row.passkey.counter, counter))
        return false;
    row.passkey.is_use = true;
    row.passkey.counter = counter;
    row.passkey.used_ms = host->wall_ms(host->context);
    return host->write(host->context, &row);
}

void rest_passkey_continue(struct rest_job *job, const struct hash_task *task)
{
    int64_t player_id = job->secret->passkey.player_id;
    if (!task->is_right || !note_use(job, task->passkey.counter)) {
        rest_account_refuse_secret(job);
    } else if (job->action == REST_PROOF) {
        rest_proof_answer(job);
        rest_job_free(job);
    } else {
        rest_account_log_in(job, player_id, NULL);
    }
}
