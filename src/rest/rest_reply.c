/* What the service said becomes an answer. */
#include <stdio.h>

#include "api/view_write.h"
#include "play/id.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

static void answer_state(struct rest_job *job, const struct snapshot *snapshot)
{
    struct rest *rest = job->rest;
    struct rest_game game = rest_game_of_snapshot(snapshot);
    buffer_clear(&rest->out);
    if (rest_game_write(&rest->out, &game))
        rest_answer_bytes(job->request, 200, "application/json", &rest->out);
    else
        rest_refuse(rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
}

static void answer_picture(struct rest_job *job, const struct snapshot *snapshot)
{
    struct rest *rest = job->rest;
    struct rest_game game = rest_game_of_snapshot(snapshot);
    buffer_clear(&rest->out);
    if (rest_game_draw(&rest->out, &game))
        rest_answer_bytes(job->request, 200, "image/svg+xml", &rest->out);
    else
        rest_refuse(rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
}

/* A classic game is its moves; others name their board before them. */
static bool write_notation(struct buffer *out, const struct snapshot *snapshot)
{
    char board[ROW_BOARD_SIZE] = "";
    ff_text text = ff_text_on(board, sizeof board);
    (void)ff_board_write(&text, snapshot->board); /* twelve bytes hold every legal board */
    bool is_classic = ff_board_equal(snapshot->board, ff_classic);
    return (is_classic ||
            (buffer_text(out, board) == BUFFER_OK && buffer_text(out, ":") == BUFFER_OK)) &&
           buffer_text(out, snapshot->moves) == BUFFER_OK && buffer_text(out, "\n") == BUFFER_OK;
}

static void answer_file(struct rest_job *job, const struct snapshot *snapshot)
{
    struct rest *rest = job->rest;
    struct rest_game game = rest_game_of_snapshot(snapshot);
    bool is_json = job->action == REST_GAME_JSON;
    char id[ID_TEXT_SIZE], name[64];
    id_write(id, snapshot->game_id);
    (void)snprintf(name, sizeof name, "fourfall-%s.%s", id, is_json ? "json" : "txt");
    buffer_clear(&rest->out);
    if (is_json ? rest_game_write(&rest->out, &game) : write_notation(&rest->out, snapshot))
        rest_answer_file(job->request, is_json ? "application/json" : "text/plain; charset=utf-8",
                         name, &rest->out);
    else
        rest_refuse(rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
}

static void write_moves(struct json_write *w, const struct rest_game *game, const ff_state *state,
                        const int64_t *at_ms, size_t count)
{
    char id[FF_ID_MAX + 1];
    json_write_key(w, "moves");
    json_write_array(w);
    for (size_t i = 0; i < state->game.position.ply; i++) {
        rest_game_player(id, &game->seat[i % ROW_SEATS]);
        json_write_object(w);
        pair_int(w, "version", (int64_t)i + 1);
        pair_int(w, "column", state->game.moves[i]);
        pair_text(w, "player", id);
        if (i < count)
            rest_write_moment(w, "at", at_ms[i]);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

/* The moves are the snapshot's; when they were made is the store's to say. */
static void answer_history(struct rest_job *job, const struct snapshot *snapshot)
{
    struct rest *rest = job->rest;
    struct rest_game game = rest_game_of_snapshot(snapshot);
    int64_t at_ms[ROW_MOVES_SIZE - 1];
    size_t count = 0;
    ff_rules rules;
    ff_state state;
    if (store_game_times(rest->setup.store, game.id, at_ms, &count) != STORE_OK ||
        rest_game_state(&state, &rules, &game) != FF_OK) {
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    view_write_id(&w, "gameId", game.id);
    pair_text(&w, "status", rest_game_status(&game));
    pair_text(&w, "reason", rest_game_reason(&game));
    pair_int(&w, "version", snapshot->ply);
    write_moves(&w, &game, &state, at_ms, count);
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
}

static void write_tokens(struct json_write *w, const struct rest_job *job,
                         const struct snapshot *snapshot)
{
    char token[TOKEN_TEXT_SIZE], id[FF_ID_MAX + 1];
    json_write_key(w, "seats");
    json_write_array(w);
    for (int i = 0; i < ROW_SEATS; i++) {
        bool is_fresh = job->fresh >> i & 1;
        rest_game_player(id, &snapshot->seat[i].who);
        if (is_fresh)
            token_write(token, &job->fresh_token[i]);
        json_write_object(w);
        pair_text(w, "playerId", *id ? id : NULL);
        pair_text(w, "token", is_fresh ? token : NULL);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

/* The only time anybody sees these tokens. */
static void answer_created(struct rest_job *job, const struct snapshot *snapshot)
{
    struct rest *rest = job->rest;
    struct rest_game game = rest_game_of_snapshot(snapshot);
    struct buffer state = buffer_with_max(FF_STATE_JSON_MAX);
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    json_write_key(&w, "game");
    if (rest_game_write(&state, &game))
        json_write_raw(&w, state.bytes, state.len);
    else
        json_write_null(&w);
    write_tokens(&w, job, snapshot);
    pair_text(&w, "code", snapshot->code[0] ? snapshot->code : NULL);
    json_write_object_end(&w);
    rest_answer_json(job->request, 201, &w);
    buffer_clear(&rest->out);
    buffer_free(&state);
}

static void answer_me(struct rest_job *job, const struct message *reply)
{
    struct rest *rest = job->rest;
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    enum store_err err = rest_write_me(&w, rest, reply->player_id);
    json_write_object_end(&w);
    if (err)
        rest_refuse(rest, job->request, REFUSAL_STORE, NULL, NULL);
    else
        rest_answer_json(job->request, 200, &w);
}

/* Valid or not is the answer; only what is no judgement of the move is an error. */
static bool is_judgement(enum refusal refusal)
{
    return refusal <= REFUSAL_GAME_WAITING;
}

static void answer_validation(struct rest_job *job, const struct message *reply)
{
    struct rest *rest = job->rest;
    char text[REFUSAL_TEXT_SIZE];
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_bool(&w, "valid", reply->refusal == REFUSAL_OK);
    if (reply->refusal) {
        (void)refusal_write(text, sizeof text, (enum refusal)reply->refusal, &reply->detail);
        pair_text(&w, "error", text);
    }
    json_write_object_end(&w);
    rest_answer_json(job->request, 200, &w);
}

/* Nothing new for somebody who wants to wait for that. */
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

static bool answer_look(struct rest_job *job, const struct snapshot *snapshot)
{
    if (!is_to_wait(job, snapshot)) {
        answer_state(job, snapshot);
        return true;
    }
    if (!rest_has_room(job)) {
        rest_refuse_text(job->rest, job->request, 429, "too-many-polls",
                         "Too many requests are waiting for a move");
        return true;
    }
    rest_park(job, net_now_ms(job->rest->net));
    return false;
}

/* Resigned or joined: the answer is the state, which is looked up once all is committed. */
static bool look_next(struct rest_job *job, const struct message *reply)
{
    job->action = REST_STATE;
    job->game_id = reply->game_id;
    rest_job_move(job, &job->rest->due);
    return false;
}

/* The service gives a snapshot with all of these. */
static bool answer_game(struct rest_job *job, const struct snapshot *snapshot)
{
    if (!snapshot)
        rest_refuse(job->rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
    else if (job->action == REST_STATE)
        return answer_look(job, snapshot);
    else if (job->action == REST_CREATE)
        answer_created(job, snapshot);
    else if (job->action == REST_SVG)
        answer_picture(job, snapshot);
    else if (job->action == REST_GAME_JSON || job->action == REST_GAME_TEXT)
        answer_file(job, snapshot);
    else if (job->action == REST_HISTORY)
        answer_history(job, snapshot);
    else
        answer_state(job, snapshot);
    return true;
}

static bool answer_done(struct rest_job *job, const struct message *reply,
                        const struct snapshot *snapshot)
{
    if (job->action >= REST_ACCOUNT) {
        rest_account_answer(job, reply);
        return true;
    }
    switch ((enum rest_action)job->action) {
    case REST_RESIGN:
    case REST_JOIN:
        return look_next(job, reply);
    case REST_VALIDATE:
        answer_validation(job, reply);
        return true;
    case REST_ME:
        answer_me(job, reply);
        return true;
    default:
        return answer_game(job, snapshot);
    }
}

bool rest_job_answer(struct rest_job *job, const struct message *reply, const struct outbox *outbox)
{
    const struct snapshot *snapshot =
        reply->snapshot >= 0 ? &outbox->snapshot[reply->snapshot] : NULL;
    enum refusal refusal = (enum refusal)reply->refusal;
    if (!refusal)
        return answer_done(job, reply, snapshot);
    if (job->action == REST_VALIDATE && is_judgement(refusal))
        answer_validation(job, reply);
    else
        rest_refuse(job->rest, job->request, refusal, &reply->detail, snapshot);
    return true;
}
