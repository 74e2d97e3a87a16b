/* A player's passkeys: the list, a new one, one less. */
#include <stdio.h>
#include <string.h>

#include "api/passkey_body.h"
#include "api/state_write.h"
#include "play/player.h"
#include "rest/passkey.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum store_err rest_write_passkeys(struct json_write *w, struct store *store, int64_t player_id)
{
    struct passkey_row rows[STORE_PASSKEYS_MAX];
    char text[PASSKEY_ID_TEXT_SIZE];
    size_t count = 0;
    enum store_err err = store_passkeys(store, player_id, rows, &count);
    json_write_key(w, "passkeys");
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        passkey_id_write(text, rows[i].id, rows[i].id_len);
        json_write_object(w);
        pair_text(w, "id", text);
        pair_text(w, "name", rows[i].name);
        state_write_moment(w, "createdAt", rows[i].created_ms);
        state_write_moment(w, "usedAt", rows[i].used_ms);
        json_write_object_end(w);
    }
    json_write_array_end(w);
    return err;
}

static void run_list(struct rest_job *job, struct store *store)
{
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    enum store_err err = rest_write_passkeys(&w, store, job->player_id);
    json_write_object_end(&w);
    if (err)
        rest_say_refusal(job, REFUSAL_STORE);
    else
        rest_say(job, 200, &w);
}

static bool has_room(struct rest_job *job)
{
    if (job->secret->facts.passkey_count < STORE_PASSKEYS_MAX)
        return true;
    rest_account_end(job, 409, "too-many-passkeys", "An account has at most 10 passkeys");
    return false;
}

static void list_after(struct rest_job *job, enum store_err err)
{
    if (err) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    rest_audit(job, job->player_id,
               job->action == REST_PASSKEY_ADD ? AUDIT_PASSKEY_ADDED : AUDIT_PASSKEY_DELETED);
    rest_ask_answer(job, run_list);
}

/* A body that cannot be read is refused by rest_passkeys_ask. */
void rest_passkeys_want(struct rest_job *job)
{
    struct rest_facts *facts = &job->secret->facts;
    struct passkey_row row;
    struct passkey_fresh shown;
    struct passkey_gone_row gone;
    struct account_body proof;
    char fault[JSON_FAULT_MAX], host[PASSKEY_HOST_SIZE];
    if (job->action == REST_PASSKEY_ADD && passkey_read_fresh(&shown, job->body, fault) &&
        passkey_host(host, net_request_header(job->request, NET_HOST)) &&
        passkey_new_read(&row, shown.auth, shown.auth_len, host)) {
        memcpy(facts->passkey_id, row.id, row.id_len);
        facts->passkey_id_len = row.id_len;
        facts->want |= WANT_PASSKEY;
    } else if (job->action == REST_PASSKEY_DELETE &&
               passkey_read_gone(&gone, &proof.proof, &proof.proof_len, job->body, fault)) {
        memcpy(facts->passkey_id, gone.id, gone.id_len);
        facts->passkey_id_len = gone.id_len;
        facts->want |= WANT_PASSKEY;
    }
}

/* Is what was shown a new key, made for our challenge on our page? */
static bool read_new(struct rest_job *job, const struct passkey_fresh *shown,
                     struct passkey_row *row)
{
    struct rest *rest = job->rest;
    struct passkey_client client;
    char host[PASSKEY_HOST_SIZE];
    if (!rest_passkey_client(&client, job, (const char *)shown->client, shown->client_len, true))
        return false;
    struct ticket *ticket =
        ticket_find(rest->tickets, TICKET_NEW_PASSKEY, client.challenge, strlen(client.challenge),
                    job->token_hash, net_now_ms(rest->net));
    if (!ticket || ticket->player_id != job->player_id)
        return false;
    ticket_spend(ticket);
    return passkey_host(host, net_request_header(job->request, NET_HOST)) &&
           passkey_new_read(row, shown->auth, shown->auth_len, host) &&
           !job->secret->facts.has_passkey;
}

static void add(struct rest_job *job)
{
    const struct rest_host *host = &job->rest->setup.host;
    struct row row = {.kind = ROW_PASSKEY};
    struct passkey_fresh shown;
    char fault[JSON_FAULT_MAX];
    if (!passkey_read_fresh(&shown, job->body, fault)) {
        rest_account_end(job, 400, "bad-request", fault);
    } else if (player_name_read(row.passkey.name, shown.name, shown.name_len) != REFUSAL_OK) {
        rest_account_refuse(job, REFUSAL_BAD_NAME);
    } else if (!has_room(job)) {
        return;
    } else if (!read_new(job, &shown, &row.passkey)) {
        rest_account_end(job, 422, "bad-passkey", "This passkey cannot be used here");
    } else {
        row.passkey.player_id = job->player_id;
        row.passkey.created_ms = host->wall_ms(host->context);
        rest_put(job, &row, list_after);
    }
}

static void delete (struct rest_job *job)
{
    struct row row = {.kind = ROW_PASSKEY_GONE, .passkey_gone = {.player_id = job->player_id}};
    struct account_body *body = &job->secret->body;
    const struct rest_facts *facts = &job->secret->facts;
    char fault[JSON_FAULT_MAX];
    if (!passkey_read_gone(&row.passkey_gone, &body->proof, &body->proof_len, job->body, fault))
        rest_account_end(job, 400, "bad-request", fault);
    else if (!facts->has_passkey || facts->passkey.player_id != job->player_id)
        rest_account_end(job, 404, "no-such-passkey", "There is no such passkey");
    else if (rest_proof_use(job))
        rest_put(job, &row, list_after);
}

void rest_passkeys_ask(struct rest_job *job)
{
    const struct account_row *account = &job->secret->account;
    if (job->action == REST_PASSKEYS)
        rest_ask_answer(job, run_list);
    else if (!account->password[0] && !account->has_recovery)
        rest_account_end(job, 409, "no-account", "A passkey needs an account");
    else if (job->action == REST_CHALLENGE)
        rest_passkey_challenge(job, TICKET_CHALLENGE, job->token_hash);
    else if (job->action == REST_PASSKEY_ADD)
        add(job);
    else if (job->action == REST_PASSKEY_DELETE)
        delete (job);
    else if (has_room(job) && rest_proof_use(job))
        rest_passkey_challenge(job, TICKET_NEW_PASSKEY, job->token_hash);
}
