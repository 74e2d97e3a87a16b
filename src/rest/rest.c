#include "rest/rest.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "rest/rest_parts.h"

void rest_submit(struct rest *rest, struct service_command *command)
{
    rest->setup.host.submit(rest->setup.host.context, command);
}

void rest_commit(struct rest *rest)
{
    rest->setup.host.commit(rest->setup.host.context);
}

void rest_job_move(struct rest_job *job, struct rest_job **list)
{
    if (job->link) {
        *job->link = job->next;
        if (job->next)
            job->next->link = job->link;
    }
    job->next = *list;
    job->link = list;
    if (*list)
        (*list)->link = &job->next;
    *list = job;
}

void rest_job_free(struct rest_job *job)
{
    *job->link = job->next;
    if (job->next)
        job->next->link = job->link;
    if (job->is_parked)
        rest_unpark(job);
    rest_gate_leave(job);
    if (job->secret)
        sodium_memzero(job->secret, sizeof *job->secret);
    free(job->secret);
    rest_export_free(job->file);
    json_decref(job->body);
    free(job->own);
    free(job->written);
    if (job->out.bytes) /* it may contain a token */
        sodium_memzero(job->out.bytes, job->out.len);
    buffer_free(&job->out);
    sodium_memzero(job, sizeof *job);
    free(job);
}

struct rest_job *rest_job_new(struct rest *rest, struct net_request *request,
                              enum rest_action action)
{
    struct rest_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->rest = rest;
    job->request = request;
    job->action = (uint8_t)action;
    job->out = buffer_with_max(REST_ANSWER_MAX);
    rest_job_move(job, &rest->asked);
    net_request_set_user(request, job);
    return job;
}

bool rest_job_own(struct rest_job *job, size_t bytes)
{
    job->own = calloc(1, bytes);
    if (job->own)
        return true;
    rest_refuse(job->rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
    rest_job_free(job);
    return false;
}

/* The acknowledgement number of a command is the address of its job. */
union job_ack {
    uint64_t ack;
    struct rest_job *job;
};

uint64_t rest_job_ack(struct rest_job *job)
{
    union job_ack both = {.ack = 0};
    both.job = job;
    return both.ack;
}

struct rest_job *rest_job_of(uint64_t ack)
{
    union job_ack both = {.ack = ack};
    return both.job;
}

/* A job whose command was submitted, or which asks the store, stays until the end of that. A parked one waits for
 * nothing and goes at once. */
void rest_request_closed(void *context, struct net_request *request)
{
    struct rest_job *job = net_request_user(request);
    struct rest *rest = context;
    if (!job || !rest->net)
        return;
    job->request = NULL;
    if (job->is_parked)
        rest_job_free(job);
}

void rest_reply(void *context, const struct message *reply, const struct outbox *outbox)
{
    struct rest_job *job = rest_job_of(reply->ack);
    (void)context;
    if (!job) /* a command without a job */
        return;
    rest_audit_reply(job, reply);
    if (rest_delete_is_ending(job)) {
        rest_delete_reply(job, reply);
        return;
    }
    if (job->action >= REST_ACCOUNT && !reply->refusal)
        rest_account_settle(job, reply);
    bool is_wanted = job->request || job->action == REST_MODERATE; /* which may end connections */
    if (!is_wanted || rest_job_answer(job, reply, outbox))
        rest_job_free(job);
}

struct rest *rest_open(void)
{
    struct rest *rest = calloc(1, sizeof *rest);
    const struct limits_setup *limits = &service_default.limits;
    if (!rest)
        return NULL;
    rest->out = buffer_with_max(REST_ANSWER_MAX);
    rest->lobby = buffer_with_max(REST_ANSWER_MAX);
    rest->tickets = calloc(1, sizeof *rest->tickets);
    rest->pictures = rest_pictures_open();
    rest->limits_memory = malloc(limits_size(limits));
    rest->attempts = attempts_open();
    rest->log = rest_log_open();
    rest->gates = rest_gates_open();
    if (!rest->tickets || !rest->pictures || !rest->limits_memory || !rest->attempts ||
        !rest->log || !rest->gates || !rest_analyses_open(rest)) {
        rest_close(rest);
        return NULL;
    }
    limits_open(&rest->limits, rest->limits_memory, limits);
    return rest;
}

static void free_all(struct rest_job **list)
{
    while (*list)
        rest_job_free(*list);
}

void rest_close(struct rest *rest)
{
    if (!rest)
        return;
    rest->is_closing = true;
    free_all(&rest->asked);
    free_all(&rest->due);
    free_all(&rest->exporting);
    free_all(&rest->drawing);
    free_all(&rest->analysing);
    free_all(&rest->for_lobby);
    free_all(&rest->for_log);
    free_all(&rest->for_gate);
    for (int i = 0; i < REST_POLL_LISTS; i++)
        free_all(&rest->parked[i]);
    buffer_free(&rest->out);
    buffer_free(&rest->lobby);
    free(rest->limits_memory);
    free(rest->analyses_memory);
    attempts_close(rest->attempts);
    free(rest->log);
    free(rest->gates);
    if (rest->tickets)
        sodium_memzero(rest->tickets, sizeof *rest->tickets);
    free(rest->tickets);
    rest_pictures_close(rest->pictures);
    hash_queue_clear(&rest->hashes);
    free(rest);
}

void rest_attach(struct rest *rest, const struct rest_setup *setup, struct net *net)
{
    rest->setup = *setup;
    rest->net = net;
    rest->limits.setup.is_off = setup->is_unlimited;
    attempts_turn_off(rest->attempts, setup->is_unlimited);
    rest->limits.setup.per_address = setup->per_address;
    rest->analyses.setup.is_off = setup->is_unlimited;
    rest_pictures_attach(rest->pictures, setup->is_unlimited);
}

uint64_t rest_request_count(const struct rest *rest)
{
    return rest->requests;
}
