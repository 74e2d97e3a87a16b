/* Players report others to the moderators, who close the reports. */
#include "api/moderation_json.h"
#include "rest/rest_parts.h"

/* A report costs as much as deleting an account: people read it. */
static bool is_within_rate(struct rest *rest, const struct rest_caller *caller)
{
    struct bucket passing = {0};
    return !limits_charge(&rest->limits, &passing, caller->address, COMMAND_REST_ERASE,
                          net_now_ms(rest->net));
}

/* Do the player and the game exist? */
static enum store_err check_report(struct rest *rest, const struct report_row *report)
{
    struct player_rows player;
    struct game_row game;
    enum store_err err = store_player(rest->setup.store, report->player_id, &player);
    if (!err && report->game_id)
        err = store_game(rest->setup.store, report->game_id, &game);
    return err;
}

static void write_report(struct rest *rest, struct net_request *request, struct row *row)
{
    const struct rest_host *host = &rest->setup.host;
    enum store_err err = check_report(rest, &row->report);
    row->report.sent_ms = host->wall_ms(host->context);
    if (err)
        rest_refuse_player(rest, request, err);
    else if (row->report.player_id == row->report.sender_id)
        rest_refuse_text(rest, request, 403, "bad-target", "You cannot report yourself");
    else if (!host->is_ready(host->context) || !host->write(host->context, row))
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_ok(rest, request);
}

void rest_report(struct rest *rest, struct net_request *request, const struct rest_caller *caller,
                 int64_t player_id, const json_t *body)
{
    struct row row = {.kind = ROW_REPORT, .report = {.player_id = player_id}};
    char fault[JSON_FAULT_MAX];
    rest_commit(rest); /* so that the store has a session that was just made */
    if (!is_within_rate(rest, caller))
        rest_refuse_wait(rest, request, 1);
    else if (!body_read_report(&row.report, body, fault))
        rest_refuse_text(rest, request, 400, "bad-request", fault);
    else if (rest_find_sender(rest, caller, &row.report.sender_id) != STORE_OK)
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else if (!row.report.sender_id)
        rest_refuse(rest, request, REFUSAL_NO_SESSION, NULL, NULL);
    else
        write_report(rest, request, &row);
}

void rest_report_close(struct rest *rest, struct net_request *request,
                       const struct rest_caller *caller, const json_t *body)
{
    const struct rest_host *host = &rest->setup.host;
    struct row row = {.kind = ROW_REPORT_CLOSED};
    char fault[JSON_FAULT_MAX];
    if (!rest_check_moderator(rest, request, caller))
        return;
    row.report_closed.closed_ms = host->wall_ms(host->context);
    if (!body_read_report_close(&row.report_closed, body, fault))
        rest_refuse_text(rest, request, 400, "bad-request", fault);
    else if (!host->is_ready(host->context))
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
    else if (!host->write(host->context, &row))
        rest_refuse_text(rest, request, 404, "no-such-report", "There is no such open report");
    else
        rest_answer_ok(rest, request);
}
