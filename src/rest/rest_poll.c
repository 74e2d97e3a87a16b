/* Requests that wait for their game to change. */
#include <stdio.h>
#include <stdlib.h>

#include "rest/rest_parts.h"

static struct rest_job **list_of(struct rest *rest, int64_t game_id)
{
    return &rest->parked[(uint64_t)game_id % REST_POLL_LISTS];
}

/* A number of one to four digits; -1 for any other text. */
static int parse_number(const char *text)
{
    int number = 0, len = 0;
    for (; *text >= '0' && *text <= '9' && len < 4; len++)
        number = number * 10 + (*text++ - '0');
    return len > 0 && *text == '\0' ? number : -1;
}

bool rest_read_wait(struct rest_job *job, const struct net_request *request, char *fault,
                    size_t size)
{
    const char *wait = net_request_query(request, "wait");
    const char *version = net_request_query(request, "version");
    int seconds = wait ? parse_number(wait) : 0;
    int seen = version ? parse_number(version) : -1;
    if (!wait && !version)
        return true;
    if (seconds < 0 || seconds > REST_WAIT_MAX_S)
        (void)snprintf(fault, size, "wait must be between 0 and %d", REST_WAIT_MAX_S);
    else if (seen < 0)
        (void)snprintf(fault, size, "version must be the last version you have seen");
    else {
        job->wait_ms = seconds * INT64_C(1000);
        job->version = seen;
        return true;
    }
    return false;
}

bool rest_park(struct rest_job *job, int64_t now_ms)
{
    struct rest *rest = job->rest;
    if (!budgets_take(rest->setup.budgets, BUDGET_POLLS, job->address, 1))
        return false;
    if (!job->until_ms)
        job->until_ms = now_ms + job->wait_ms;
    rest_job_move(job, list_of(rest, job->game_id));
    job->is_parked = true;
    rest->polls++;
    if (!rest->next_due_ms || job->until_ms < rest->next_due_ms)
        rest->next_due_ms = job->until_ms;
    return true;
}

void rest_unpark(struct rest_job *job)
{
    job->is_parked = false;
    job->rest->polls--;
    budgets_give(job->rest->setup.budgets, BUDGET_POLLS, job->address, 1);
}

void rest_due(struct rest_job *job, void (*then)(struct rest_job *job))
{
    job->then = then;
    rest_job_move(job, &job->rest->due);
}

static void unpark(struct rest_job *job)
{
    rest_unpark(job);
    rest_due(job, rest_ask_state);
}

void rest_changed(void *context, int64_t game_id)
{
    struct rest *rest = context;
    struct rest_job *next, *job = *list_of(rest, game_id);
    for (; job; job = next) {
        next = job->next;
        if (job->game_id == game_id)
            unpark(job);
    }
}

/* Unparks the requests whose time is over, or all when the server stops, and finds when the next is due. */
static void unpark_due(struct rest *rest, int64_t now_ms)
{
    rest->next_due_ms = 0;
    for (int i = 0; i < REST_POLL_LISTS; i++) {
        struct rest_job *next, *job = rest->parked[i];
        for (; job; job = next) {
            next = job->next;
            if (rest->is_draining || job->until_ms <= now_ms)
                unpark(job);
            else if (!rest->next_due_ms || job->until_ms < rest->next_due_ms)
                rest->next_due_ms = job->until_ms;
        }
    }
}

/* The rate limit does not count it again: the request was counted when it came. */
void rest_ask_state(struct rest_job *job)
{
    struct service_command command = command_of(COMMAND_REST_STATE);
    command.game_id = job->game_id;
    command.attempt = ATTEMPT_AGAIN;
    command.ack = rest_job_ack(job);
    command.address = job->address;
    rest_submit(job->rest, &command); /* the job may be freed now */
}

void rest_turn(struct rest *rest, int64_t now_ms)
{
    if (rest->polls > 0 && (rest->is_draining || now_ms >= rest->next_due_ms))
        unpark_due(rest, now_ms);
    while (rest->due) {
        struct rest_job *job = rest->due;
        rest_job_move(job, &rest->asked);
        job->then(job);
    }
    rest_export_turn(rest);
}

void rest_drain(struct rest *rest)
{
    rest->is_draining = true;
}

int rest_poll_count(const struct rest *rest)
{
    return rest->polls;
}
