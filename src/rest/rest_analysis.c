/* Analyses and reviews of any game, whoever has played it. The engine's thread searches; the loop only reads the game and
 * passes the report on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rest/rest_parts.h"

/* Of one address: enough for a person who steps through a game. */
static const struct bucket_rate analyses_of_address = {.token_ms = 1000, .burst = 20};

bool rest_analyses_open(struct rest *rest)
{
    struct limits_setup setup = service_default.limits;
    setup.per_address = analyses_of_address;
    rest->analyses_memory = malloc(limits_size(&setup));
    if (rest->analyses_memory)
        limits_open(&rest->analyses, rest->analyses_memory, &setup);
    return rest->analyses_memory != NULL;
}

/* The texts of a body; what is missing is the classic board, and no moves. */
struct asked_game {
    const char *board, *moves;
    size_t board_len, moves_len;
};

static bool read_body(struct asked_game *out, const json_t *body, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"board", "moves"};
    struct json_fields f = json_fields_of(body, "the body");
    *out = (struct asked_game){"7x6", "", 3, 0};
    (void)json_read_only(&f, keys, 2);
    (void)json_read_text(&f, "board", JSON_OPTIONAL, 1, ROW_BOARD_SIZE - 1, &out->board,
                         &out->board_len);
    (void)json_read_text(&f, "moves", JSON_OPTIONAL, 0, ROW_MOVES_SIZE - 1, &out->moves,
                         &out->moves_len);
    memcpy(fault, f.fault, sizeof f.fault);
    return json_fields_are_right(&f);
}

static void refuse(struct rest_job *job, enum refusal refusal)
{
    job->rest->setup.host.refused(job->rest->setup.host.context, refusal);
    rest_refuse(job->rest, job->request, refusal, NULL, NULL);
    rest_job_free(job);
}

static void refuse_text(struct rest_job *job, int status, const char *code, const char *text)
{
    rest_refuse_text(job->rest, job->request, status, code, text);
    rest_job_free(job);
}

/* Is there something to search? False if the job has been answered. */
static bool is_searchable(struct rest_job *job, const ff_position *p)
{
    if (job->action == REST_ANALYSIS && p->status != FF_PLAYING)
        refuse_text(job, 409, "game-over", "The game is over; a review judges its moves");
    else if (job->action == REST_REVIEW && p->ply == 0)
        refuse_text(job, 400, "bad-request", "A review needs the moves of a game");
    else
        return true;
    return false;
}

static void refuse_moves(struct rest_job *job, size_t wrong, ff_err err)
{
    char text[96];
    (void)snprintf(text, sizeof text, "Move %zu: %s", wrong + 1, ff_err_text(err));
    refuse_text(job, 422, "bad-moves", text);
}

/* Reads the game. False if the job has been answered. */
static bool read_game(struct rest_analysis *out, struct rest_job *job)
{
    char fault[JSON_FAULT_MAX];
    struct asked_game asked;
    ff_rules rules;
    ff_game game;
    ff_text moves = ff_text_on(out->moves, sizeof out->moves);
    size_t wrong = 0;
    if (!read_body(&asked, job->body, fault)) {
        refuse_text(job, 400, "bad-request", fault);
        return false;
    }
    if (ff_board_read(&out->board, asked.board, asked.board_len) ||
        ff_rules_init(&rules, out->board)) {
        refuse(job, REFUSAL_BAD_BOARD);
        return false;
    }
    ff_err err = ff_game_read(&game, &rules, asked.moves, asked.moves_len, &wrong);
    if (err)
        refuse_moves(job, wrong, err);
    else
        (void)ff_game_write(&moves, &game, false); /* it has room for every game */
    return !err && is_searchable(job, &game.position);
}

static bool is_within_rate(const struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct bucket passing = {0};
    return !limits_charge(&rest->analyses, &passing, job->address, COMMAND_REST_STATE,
                          net_now_ms(rest->net));
}

void rest_analysis(struct rest_job *job)
{
    const struct rest_host *host = &job->rest->setup.host;
    struct rest_analysis wanted = {
        .ack = rest_job_ack(job), .address = job->address, .is_review = job->action == REST_REVIEW};
    if (!read_game(&wanted, job))
        return;
    if (!is_within_rate(job))
        refuse(job, REFUSAL_SLOW_DOWN);
    else if (!host->analyse(host->context, &wanted))
        refuse(job, REFUSAL_SERVER_FULL);
    else
        rest_job_move(job, &job->rest->analysing);
}

void rest_analysed(struct rest *rest, uint64_t ack, const char *report, size_t len)
{
    struct rest_job *job = rest_job_of(ack);
    if (len == 0 || buffer_append(&job->out, report, len) != BUFFER_OK)
        rest_refuse(rest, job->request, REFUSAL_SERVER_FULL, NULL, NULL);
    else
        rest_answer_bytes(job->request, 200, "application/json", &job->out);
    rest_job_free(job);
}
