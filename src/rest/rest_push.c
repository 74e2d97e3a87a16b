/* Subscriptions to push messages: the key that browsers need, one more device, one device less. */
#include <string.h>

#include "api/body_read.h"
#include "api/player_write.h"
#include "net/address.h"
#include "net/fetch.h"
#include "push/ece.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { HTTPS_PORT = 443 };

static void refuse_off(struct rest *rest, struct net_request *request)
{
    rest_refuse_text(rest, request, 404, "push-off", "This server sends no push messages");
}

void rest_push_key(struct rest *rest, struct net_request *request)
{
    if (!rest->setup.push_key) {
        refuse_off(rest, request);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "publicKey", rest->setup.push_key);
    json_write_object_end(&w);
    rest_answer_json(request, 200, &w);
}

/* The server will connect to this address, so it must not lead into a private network. The address that the name stands
 * for is checked again before each connection. */
static bool is_endpoint(const char *endpoint, bool is_local)
{
    struct fetch_url url;
    if (!fetch_url_read(&url, endpoint) || strpbrk(endpoint, "@\\\"#"))
        return false;
    return is_local ||
           (url.is_encrypted && url.port == HTTPS_PORT && address_host_may_be_public(url.host));
}

/* Costs as much as deleting an account: each device makes the server connect to another one. */
static bool is_within_rate(const struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct bucket passing = {0};
    return !limits_charge(&rest->limits, &passing, job->address, COMMAND_REST_ERASE,
                          net_now_ms(rest->net));
}

/* Fills the row. Null, or the sentence that says what is wrong with the body. */
static const char *row_read(struct row *row, const struct rest *rest, const json_t *body,
                            bool is_new, char fault[JSON_FAULT_MAX])
{
    row->kind = is_new ? ROW_PUSH : ROW_PUSH_GONE;
    if (!(is_new ? body_read_push(&row->push, body, fault)
                 : body_read_push_gone(&row->push_gone, body, fault)))
        return fault;
    if (!is_new)
        return NULL;
    if (!is_endpoint(row->push.endpoint, rest->setup.is_push_local))
        return "endpoint must be an https address of a public push service";
    return ece_key_is_valid(row->push.key) ? NULL : "p256dh must be a point of the curve P-256";
}

/* Whose device it is. */
static void row_own(struct rest_job *job, struct store *store)
{
    struct row *row = job->own;
    enum store_err err = rest_find_sender(store, job, &job->player_id);
    if (err || !job->player_id) {
        rest_say_refusal(job, err ? REFUSAL_STORE : REFUSAL_NO_SESSION);
        return;
    }
    if (row->kind == ROW_PUSH_GONE) {
        row->push_gone.player_id = job->player_id;
        return;
    }
    row->push.player_id = job->player_id;
    memcpy(row->push.token_hash, job->token_hash, sizeof row->push.token_hash);
    row->push.created_ms = job->wall_ms;
}

static void answer_written(struct rest_job *job, enum store_err err)
{
    if (err)
        rest_refuse(job->rest, job->request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_ok(job->rest, job->request);
    rest_job_free(job);
}

static void row_write(struct rest_job *job)
{
    if (job->player_id)
        rest_put(job, job->own, answer_written);
    else
        rest_answer_said(job);
}

void rest_push_change(struct rest_job *job)
{
    struct rest *rest = job->rest;
    char fault[JSON_FAULT_MAX];
    if (!rest_job_own(job, sizeof(struct row)))
        return;
    const char *wrong = row_read(job->own, rest, job->body, job->action == REST_PUSH_ADD, fault);
    rest_commit(rest); /* so that the store has everything submitted before */
    if (!rest->setup.push_key)
        refuse_off(rest, job->request);
    else if (!is_within_rate(job))
        rest_refuse_wait(rest, job->request, 1);
    else if (wrong)
        rest_refuse_text(rest, job->request, 400, "bad-request", wrong);
    else {
        rest_ask(job, row_own, row_write);
        return;
    }
    rest_job_free(job);
}

enum store_err rest_write_pushes(struct json_write *w, struct store *store, int64_t player_id)
{
    struct push_row device[STORE_PUSHES_KEPT];
    size_t count = 0;
    enum store_err err = store_pushes(store, player_id, device, &count);
    json_write_key(w, "pushDevices");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        exported_push_write(w, &device[i]);
    json_write_array_end(w);
    return err;
}
