/* Moderators mute, ban and rename players. */
#include <string.h>

#include "api/moderation_json.h"
#include "rest/rest_parts.h"

enum { HOUR_MS = 3600000 };

/* False if the player may not be moderated by this sender. */
static bool check_target(struct rest *rest, struct net_request *request,
                         const struct rest_caller *caller, int64_t player_id,
                         struct player_rows *out)
{
    struct account_row account;
    int64_t sender_id = 0;
    enum store_err err = store_player(rest->setup.store, player_id, out);
    if (!err)
        err = rest_account_of(rest, player_id, &account);
    if (!err)
        err = rest_find_sender(rest, caller, &sender_id);
    if (err)
        rest_refuse_player(rest, request, err);
    else if (player_id == sender_id || account.role == ACCOUNT_MODERATOR)
        rest_refuse_text(rest, request, 403, "bad-target",
                         "Moderators cannot moderate themselves or each other");
    else
        return true;
    return false;
}

static void submit(struct rest_job *job, const struct rest_caller *caller,
                   const struct moderation_row *order, const struct player_rows *player)
{
    struct service_command command = command_of(COMMAND_REST_MODERATE);
    command.address = caller->address;
    command.ack = rest_job_ack(job);
    command.has_token = true;
    memcpy(command.token_hash, caller->token_hash, sizeof command.token_hash);
    command.moderation = order;
    command.moderated = player;
    rest_submit(job->rest, &command);
}

void rest_moderate(struct rest_job *job, const struct rest_caller *caller, const json_t *body)
{
    struct rest *rest = job->rest;
    const struct rest_host *host = &rest->setup.host;
    struct moderation_row order = {.player_id = job->game_id};
    struct player_rows player;
    char fault[JSON_FAULT_MAX];
    int64_t hours;
    bool is_allowed = rest_check_moderator(rest, job->request, caller);
    bool is_right = is_allowed && body_read_moderation(&order, &hours, body, fault);
    if (is_allowed && !is_right)
        rest_refuse_text(rest, job->request, 400, "bad-request", fault);
    if (!is_right || !check_target(rest, job->request, caller, job->game_id, &player)) {
        rest_job_free(job);
        return;
    }
    order.until_ms = hours ? host->wall_ms(host->context) + hours * HOUR_MS : 0;
    submit(job, caller, &order, &player);
}

void rest_moderate_answer(struct rest_job *job)
{
    struct rest *rest = job->rest;
    const struct rest_host *host = &rest->setup.host;
    struct player_rows player;
    bool is_read = store_player(rest->setup.store, job->game_id, &player) == STORE_OK;
    if (is_read && player.sanction.ban_ms > host->wall_ms(host->context))
        host->close_player(host->context, job->game_id);
    rest_moderated_answer(rest, job->request, job->game_id);
}
