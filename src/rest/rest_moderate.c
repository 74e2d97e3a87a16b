/* Moderators mute, ban and rename players. */
#include <string.h>

#include "api/moderation_json.h"
#include "rest/rest_parts.h"

enum { HOUR_MS = 3600000 };

/* What is asked for, and of whom. It stays until the reply. */
struct rest_order {
    struct moderation_row row;
    struct player_rows player;
    int64_t hours;
    bool is_wrong, is_checked;
    char fault[JSON_FAULT_MAX];
};

/* Says a refusal if the player may not be moderated by this sender. */
static void check_target(struct rest_job *job, struct store *store, struct rest_order *order)
{
    struct account_row account;
    int64_t sender_id = 0;
    enum store_err err = store_player(store, job->game_id, &order->player);
    if (!err)
        err = rest_account_of(store, job->game_id, &account);
    if (!err)
        err = rest_find_sender(store, job, &sender_id);
    if (err)
        rest_say_player(job, err);
    else if (job->game_id == sender_id || account.role == ACCOUNT_MODERATOR)
        rest_say_text(job, 403, "bad-target",
                      "Moderators cannot moderate themselves or each other");
    else
        order->is_checked = true;
}

static void check(struct rest_job *job, struct store *store)
{
    struct rest_order *order = job->own;
    if (!rest_check_moderator(job, store))
        return;
    if (order->is_wrong)
        rest_say_text(job, 400, "bad-request", order->fault);
    else
        check_target(job, store, order);
}

static void submit(struct rest_job *job)
{
    struct rest_order *order = job->own;
    struct service_command command = command_of(COMMAND_REST_MODERATE);
    if (!order->is_checked) {
        rest_answer_said(job);
        return;
    }
    order->row.until_ms = order->hours ? job->wall_ms + order->hours * HOUR_MS : 0;
    command.address = job->address;
    command.ack = rest_job_ack(job);
    command.has_token = true;
    memcpy(command.token_hash, job->token_hash, sizeof command.token_hash);
    command.moderation = &order->row;
    command.moderated = &order->player;
    rest_submit(job->rest, &command);
}

void rest_moderate(struct rest_job *job)
{
    if (!rest_job_own(job, sizeof(struct rest_order)))
        return;
    struct rest_order *order = job->own;
    order->row.player_id = job->game_id;
    order->is_wrong = !body_read_moderation(&order->row, &order->hours, job->body, order->fault);
    rest_commit(job->rest); /* so that the store has everything submitted before */
    rest_ask(job, check, submit);
}

/* After the commit. */

static void read_moderated(struct rest_job *job, struct store *store)
{
    struct rest_order *order = job->own;
    rest_moderated_say(job, store, &order->player);
}

/* A banned player's connections end even if the moderator's is gone. */
static void finish(struct rest_job *job)
{
    const struct rest_host *host = &job->rest->setup.host;
    const struct rest_order *order = job->own;
    if (order->player.sanction.ban_ms > job->wall_ms)
        host->close_player(host->context, job->game_id);
    rest_answer_said(job);
}

void rest_moderate_answer(struct rest_job *job)
{
    job->must_end = true;
    rest_ask(job, read_moderated, finish);
}
