/* Requests ask the store and write rows outside of commands. Both may take a while; the loop goes on meanwhile, and the
 * client may be gone before the end. */
#include <stdlib.h>

#include "api/answer_write.h"
#include "rest/rest_parts.h"

/* ---- asking ---- */

static void on_run(struct store_question *question, struct store *store)
{
    struct rest_job *job = (struct rest_job *)question;
    job->run(job, store);
}

static void on_done(struct store_question *question)
{
    struct rest_job *job = (struct rest_job *)question;
    job->is_asking = false;
    if (job->is_counted)
        budgets_give(job->rest->setup.budgets, BUDGET_READS, job->address, 1);
    if (job->request || job->must_end)
        job->then(job);
    else
        rest_job_free(job);
}

void rest_ask(struct rest_job *job, void (*run)(struct rest_job *job, struct store *store),
              void (*then)(struct rest_job *job))
{
    const struct rest_host *host = &job->rest->setup.host;
    job->is_counted = budgets_take(job->rest->setup.budgets, BUDGET_READS, job->address, 1);
    if (!job->is_counted && !job->must_end) {
        host->refused(host->context, REFUSAL_SERVER_FULL);
        rest_refuse(job->rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
        rest_job_free(job);
        return;
    }
    job->run = run;
    job->then = then;
    job->wall_ms = host->wall_ms(host->context);
    job->status = 0;
    job->is_asking = true;
    job->question = (struct store_question){.run = on_run, .done = on_done};
    store_async_ask(job->rest->setup.async, &job->question);
}

void rest_answer_said(struct rest_job *job)
{
    if (job->status)
        rest_answer_bytes(job->request, job->status, "application/json", &job->out);
    else
        rest_refuse(job->rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
    rest_job_free(job);
}

void rest_ask_answer(struct rest_job *job, void (*run)(struct rest_job *job, struct store *store))
{
    rest_ask(job, run, rest_answer_said);
}

/* ---- saying ---- */

struct json_write rest_say_begin(struct rest_job *job)
{
    buffer_clear(&job->out);
    return json_write_on(&job->out);
}

/* Every answer fits its buffer, so only a lack of memory can stop one from being written. */
void rest_say(struct rest_job *job, int status, struct json_write *w)
{
    job->status = json_write_finish(w) == JSON_WRITE_OK ? status : 0;
}

void rest_say_refusal(struct rest_job *job, enum refusal refusal)
{
    struct json_write w = rest_say_begin(job);
    int status = rest_refusal_write(&w, refusal, NULL, NULL);
    rest_say(job, status, &w);
}

void rest_say_text(struct rest_job *job, int status, const char *code, const char *text)
{
    struct json_write w = rest_say_begin(job);
    answer_write_error(&w, code, text, NULL);
    rest_say(job, status, &w);
}

void rest_say_player(struct rest_job *job, enum store_err err)
{
    if (err == STORE_E_MISSING)
        rest_say_text(job, 404, "no-such-player", "There is no such player");
    else
        rest_say_refusal(job, REFUSAL_STORE);
}

/* ---- writing ---- */

/* A row on its way. The job stays until it has arrived. */
struct rest_written {
    struct store_turn turn; /* the first member: a turn of ours is one of these */
    struct row row;
    struct rest_job *job;
    void (*then)(struct rest_job *job, enum store_err err);
};

static void on_written(struct store_turn *turn)
{
    struct rest_written *written = (struct rest_written *)turn;
    struct rest_job *job = written->job;
    job->written = NULL;
    written->then(job, turn->err);
    free(written);
}

void rest_put(struct rest_job *job, const struct row *row,
              void (*then)(struct rest_job *job, enum store_err err))
{
    const struct rest_host *host = &job->rest->setup.host;
    bool is_ready = host->is_ready(host->context);
    struct rest_written *written = is_ready ? calloc(1, sizeof *written) : NULL;
    if (!written) {
        then(job, is_ready ? STORE_E_MEMORY : STORE_E_GONE);
        return;
    }
    *written = (struct rest_written){.row = *row, .job = job, .then = then};
    written->turn = (struct store_turn){.rows = &written->row, .count = 1, .done = on_written};
    job->written = written;
    store_async_write(job->rest->setup.async, &written->turn);
}
