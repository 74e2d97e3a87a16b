/* The service's reply to a command becomes the answer to a request. */
#include <stdio.h>

#include "api/answer_write.h"
#include "api/player_write.h"
#include "api/state_write.h"
#include "play/id.h"
#include "rest/rest_parts.h"

static struct json_write body_begin(struct rest_job *job)
{
    buffer_clear(&job->rest->out);
    return json_write_on(&job->rest->out);
}

static void answer_state(struct rest_job *job, const struct game_view *game)
{
    struct json_write w = body_begin(job);
    state_write_shown(&w, game);
    rest_answer_json(job->request, 200, &w);
}

static void answer_picture(struct rest_job *job, const struct game_view *game)
{
    struct rest *rest = job->rest;
    buffer_clear(&rest->out);
    if (game_view_draw(&rest->out, game))
        rest_answer_bytes(job->request, 200, "image/svg+xml", &rest->out);
    else
        rest_refuse(rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
}

static bool write_file(struct rest_job *job, const struct game_view *game)
{
    struct json_write w = body_begin(job);
    if (job->action == REST_GAME_TEXT)
        return game_view_notation(&job->rest->out, game);
    state_write(&w, game);
    return json_write_finish(&w) == JSON_WRITE_OK;
}

static void answer_file(struct rest_job *job, const struct game_view *game)
{
    struct rest *rest = job->rest;
    bool is_json = job->action == REST_GAME_JSON;
    char id[ID_TEXT_SIZE], name[64];
    id_write(id, game->id);
    (void)snprintf(name, sizeof name, "fourfall-%s.%s", id, is_json ? "json" : "txt");
    if (write_file(job, game))
        rest_answer_file(job->request, is_json ? "application/json" : "text/plain; charset=utf-8",
                         name, &rest->out);
    else
        rest_refuse(rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
}

/* The moves are the snapshot's; the store knows when they were made. */
static void run_history(struct rest_job *job, struct store *store)
{
    struct game_view game = game_view_of_snapshot(job->own);
    int64_t at_ms[ROW_PLIES_MAX];
    size_t count = 0;
    if (store_game_times(store, game.id, at_ms, &count) != STORE_OK) {
        rest_say_refusal(job, REFUSAL_STORE);
        return;
    }
    struct json_write w = rest_say_begin(job);
    state_write_history(&w, &game, at_ms, count);
    rest_say(job, 200, &w);
}

/* The job goes on. */
static void ask_history(struct rest_job *job, const struct snapshot *snapshot)
{
    if (!rest_job_own(job, sizeof *snapshot))
        return;
    *(struct snapshot *)job->own = *snapshot;
    rest_ask_answer(job, run_history);
}

/* The only answer that ever contains the tokens of new guests. The guests of a repeated request got others when
 * their game was made, so its answer has none. */
static void answer_created(struct rest_job *job, const struct game_view *game, const char *code,
                           bool is_repeat)
{
    const struct token *fresh[ROW_SEATS] = {NULL, NULL};
    for (int i = 0; i < ROW_SEATS; i++)
        if (!is_repeat && job->fresh >> i & 1)
            fresh[i] = &job->fresh_token[i];
    struct json_write w = body_begin(job);
    answer_write_created(&w, game, fresh, code[0] ? code : NULL);
    rest_answer_json(job->request, is_repeat ? 200 : 201, &w);
}

/* Reasons why the move itself is not legal; other refusals are errors of the request. */
static bool is_verdict(enum refusal refusal)
{
    return refusal <= REFUSAL_GAME_WAITING || refusal == REFUSAL_ILLEGAL_MOVE;
}

static void answer_validation(struct rest_job *job, const struct message *reply)
{
    struct json_write w = body_begin(job);
    answer_write_validation(&w, (enum refusal)reply->refusal, &reply->detail);
    rest_answer_json(job->request, 200, &w);
}

/* Has nothing changed since the version that the client has seen, and may it wait for a change? */
static bool is_to_wait(struct rest_job *job, const struct snapshot *snapshot)
{
    int64_t now_ms = net_now_ms(job->rest->net);
    bool is_over = snapshot->status > GAME_PLAYING;
    bool is_same = !job->has_looked || job->seen_status == snapshot->status;
    bool has_time = job->until_ms ? now_ms < job->until_ms : job->wait_ms > 0;
    job->has_looked = true;
    job->seen_status = snapshot->status;
    return !is_over && is_same && has_time && snapshot->ply == job->version &&
           !job->rest->is_draining;
}

/* False if the request now waits. */
static bool wait_for_change(struct rest_job *job)
{
    if (rest_park(job, net_now_ms(job->rest->net))) {
        return false;
    }
    rest_refuse_text(job->rest, job->request, 429, "too-many-polls",
                     "Too many requests are waiting for a move");
    return true;
}

/* The answer to resign and join is the state after the commit, so it is asked for next. */
static bool ask_state_next(struct rest_job *job, const struct message *reply)
{
    job->action = REST_STATE;
    job->game_id = reply->game_id;
    rest_due(job, rest_ask_state);
    return false;
}

/* The service gives a snapshot with all of these, unless it has no memory for one. */
static bool answer_game(struct rest_job *job, const struct message *reply,
                        const struct snapshot *snapshot)
{
    if (!snapshot) {
        rest_refuse(job->rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
        return true;
    }
    if (job->action == REST_STATE && is_to_wait(job, snapshot))
        return wait_for_change(job);
    if (job->action == REST_HISTORY) {
        ask_history(job, snapshot);
        return false;
    }
    struct game_view game = game_view_of_snapshot(snapshot);
    if (job->action == REST_CREATE)
        answer_created(job, &game, snapshot->code, reply->is_repeat);
    else if (job->action == REST_SVG)
        answer_picture(job, &game);
    else if (job->action == REST_GAME_JSON || job->action == REST_GAME_TEXT)
        answer_file(job, &game);
    else
        answer_state(job, &game);
    return true;
}

static bool answer_done(struct rest_job *job, const struct message *reply,
                        const struct snapshot *snapshot)
{
    if (job->action >= REST_ACCOUNT) {
        rest_account_answer(job, reply);
        return false;
    }
    switch ((enum rest_action)job->action) {
    case REST_RESIGN:
    case REST_JOIN:
        return ask_state_next(job, reply);
    case REST_VALIDATE:
        answer_validation(job, reply);
        return true;
    case REST_ME:
        job->player_id = reply->player_id;
        rest_ask_answer(job, rest_me_run);
        return false;
    case REST_MODERATE:
        rest_moderate_answer(job);
        return false;
    default:
        return answer_game(job, reply, snapshot);
    }
}

bool rest_job_answer(struct rest_job *job, const struct message *reply, const struct outbox *outbox)
{
    const struct snapshot *snapshot =
        reply->snapshot >= 0 ? &outbox->snapshot[reply->snapshot] : NULL;
    enum refusal refusal = (enum refusal)reply->refusal;
    if (!refusal)
        return answer_done(job, reply, snapshot);
    if (job->action == REST_VALIDATE && is_verdict(refusal))
        answer_validation(job, reply);
    else
        rest_refuse(job->rest, job->request, refusal, &reply->detail, snapshot);
    return true;
}
