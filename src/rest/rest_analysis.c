/* Analyses and reviews of any game, whoever has played it. The engine's thread searches; the loop only reads the game and
 * passes the report on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/game_read.h"
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

/* What a body asks for; what is missing is the classic game, and no moves. */
struct asked_game {
    struct ruleset rules;
    const char *moves;
    size_t len;
};

static bool read_body(struct asked_game *out, const json_t *body, char fault[JSON_FAULT_MAX])
{
    static const char *const keys[] = {"board", "variant", "pie", "moves"};
    struct json_fields f = json_fields_of(body, "the body");
    const char *board;
    size_t board_len;
    *out = (struct asked_game){.moves = ""};
    (void)json_read_only(&f, keys, 4);
    (void)json_read_text(&f, "board", JSON_OPTIONAL, 1, ROW_BOARD_SIZE - 1, &board, &board_len);
    game_read_rules(&f, &out->rules);
    size_t moves_max = ruleset_is_plain(&out->rules) ? (size_t)FF_CELLS_MAX : ROW_MOVES_SIZE - 1;
    (void)json_read_text(&f, "moves", JSON_OPTIONAL, 0, moves_max, &out->moves, &out->len);
    memcpy(fault, f.fault, sizeof f.fault);
    return json_fields_are_right(&f);
}

/* `reason` is why a variant is not played on a board. */
static void refuse(struct rest_job *job, enum refusal refusal, ff_err reason)
{
    const struct refusal_detail detail = {.reason = reason};
    job->rest->setup.host.refused(job->rest->setup.host.context, refusal);
    rest_refuse(job->rest, job->request, refusal, &detail, NULL);
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

/* `wrong`: the character at which the first illegal move begins. */
static void refuse_moves(struct rest_job *job, const struct asked_game *asked,
                         const ff_variant_rules *rules, size_t wrong, ff_err err)
{
    char text[96];
    ff_variant_game game = ff_variant_game_start(rules);
    (void)ff_variant_moves_read(&game, rules, asked->moves, wrong, NULL); /* these are legal */
    (void)snprintf(text, sizeof text, "Move %d: %s", game.end + 1, ff_err_text(err));
    refuse_text(job, 422, "bad-moves", text);
}

/* Reads the game. False if the job has been answered. */
static bool read_game(struct rest_analysis *out, struct rest_job *job)
{
    char fault[JSON_FAULT_MAX];
    struct asked_game asked;
    ff_variant_rules rules;
    ff_variant_game game;
    ff_text moves = ff_text_on(out->moves, sizeof out->moves);
    size_t wrong = 0;
    if (!read_body(&asked, job->body, fault)) {
        refuse_text(job, 400, "bad-request", fault);
        return false;
    }
    enum refusal refusal = ruleset_refusal(&asked.rules);
    if (refusal) {
        refuse(job, refusal, ruleset_check(&asked.rules));
        return false;
    }
    out->rules = asked.rules;
    (void)ff_variant_rules_init(&rules, (ff_variant)asked.rules.variant, asked.rules.board,
                                asked.rules.has_pie); /* they have been checked */
    ff_err err = ff_variant_moves_read(&game, &rules, asked.moves, asked.len, &wrong);
    if (err)
        refuse_moves(job, &asked, &rules, wrong, err);
    else
        (void)ff_variant_game_write(&moves, &game, false); /* it has room for every game */
    return !err && is_searchable(job, &game.position.board);
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
        refuse(job, REFUSAL_SLOW_DOWN, FF_OK);
    else if (!host->analyse(host->context, &wanted))
        refuse(job, REFUSAL_SERVER_FULL, FF_OK);
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
