/* Players report others to the moderators, who close the reports. */
#include "api/moderation_json.h"
#include "rest/rest_parts.h"

/* A report costs as much as deleting an account: people read it. */
static bool is_within_rate(const struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct bucket passing = {0};
    return !limits_charge(&rest->limits, &passing, job->address, COMMAND_REST_ERASE,
                          net_now_ms(rest->net));
}

/* The row to write, and what is wrong with the body. */
struct rest_reported {
    struct row row;
    bool is_wrong, is_checked;
    char fault[JSON_FAULT_MAX];
};

/* Do the player and the game exist? */
static enum store_err find_reported(struct store *store, const struct report_row *report)
{
    struct player_rows player;
    struct game_row game;
    enum store_err err = store_player(store, report->player_id, &player);
    if (!err && report->game_id)
        err = store_game(store, report->game_id, &game);
    return err;
}

static void check_report(struct rest_job *job, struct store *store)
{
    struct rest_reported *reported = job->own;
    struct report_row *report = &reported->row.report;
    enum store_err err = rest_find_sender(store, job, &report->sender_id);
    if (err || !report->sender_id) {
        rest_say_refusal(job, err ? REFUSAL_STORE : REFUSAL_NO_SESSION);
        return;
    }
    err = find_reported(store, report);
    report->sent_ms = job->wall_ms;
    if (err)
        rest_say_player(job, err);
    else if (report->player_id == report->sender_id)
        rest_say_text(job, 403, "bad-target", "You cannot report yourself");
    else
        reported->is_checked = true;
}

static void answer_written(struct rest_job *job, enum store_err err)
{
    if (err == STORE_E_MISSING && job->action == REST_REPORT_CLOSE)
        rest_refuse_text(job->rest, job->request, 404, "no-such-report",
                         "There is no such open report");
    else if (err)
        rest_refuse(job->rest, job->request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_ok(job->rest, job->request);
    rest_job_free(job);
}

static void write_row(struct rest_job *job)
{
    const struct rest_reported *reported = job->own;
    if (reported->is_checked)
        rest_put(job, &reported->row, answer_written);
    else
        rest_answer_said(job);
}

void rest_report(struct rest_job *job)
{
    if (!rest_job_own(job, sizeof(struct rest_reported)))
        return;
    struct rest_reported *reported = job->own;
    reported->row.kind = ROW_REPORT;
    reported->row.report.player_id = job->game_id;
    rest_commit(job->rest); /* so that the store has everything submitted before */
    if (!is_within_rate(job)) {
        rest_refuse_wait(job->rest, job->request, 1);
        rest_job_free(job);
    } else if (!body_read_report(&reported->row.report, job->body, reported->fault)) {
        rest_refuse_text(job->rest, job->request, 400, "bad-request", reported->fault);
        rest_job_free(job);
    } else {
        rest_ask(job, check_report, write_row);
    }
}

static void check_close(struct rest_job *job, struct store *store)
{
    struct rest_reported *reported = job->own;
    if (!rest_check_moderator(job, store))
        return;
    reported->row.report_closed.closed_ms = job->wall_ms;
    reported->is_checked = !reported->is_wrong;
    if (reported->is_wrong)
        rest_say_text(job, 400, "bad-request", reported->fault);
}

void rest_report_close(struct rest_job *job)
{
    if (!rest_job_own(job, sizeof(struct rest_reported)))
        return;
    struct rest_reported *reported = job->own;
    reported->row.kind = ROW_REPORT_CLOSED;
    reported->is_wrong =
        !body_read_report_close(&reported->row.report_closed, job->body, reported->fault);
    rest_commit(job->rest); /* so that the store has everything submitted before */
    rest_ask(job, check_close, write_row);
}
