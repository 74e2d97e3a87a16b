/* Lists of games, page by page, straight from the store. */
#include <stdio.h>
#include <string.h>

#include "api/player_write.h"
#include "api/state_write.h"
#include "play/id.h"
#include "rest/rest_cursor.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { PAGE_MAX = 50, PAGE_DEFAULT = 20, SEARCH_COST = 4 };

/* The parameters of a list. Everybody sees public games; a player also sees their own private ones. */
struct list_question {
    struct store_query query;
    struct store_cursor cursor;
    int64_t sender_id;            /* 0: no token, or an unknown one */
    int status;                   /* enum game_status, or -1 for any */
    bool has_player, is_own_list; /* is_own_list: player=me */
    bool is_search;               /* looks at games that it does not show */
    bool is_hasty;                /* the address asks too often */
    size_t limit;
    const char *fault; /* a sentence about the parameter that is wrong; null: none */
};

enum status_word { ANY_STATUS, WAITING, IN_PROGRESS, YOUR_TURN, COMPLETED, STATUS_WORDS };

static const char *const status_words[STATUS_WORDS] = {NULL, "waiting", "in_progress", "your_turn",
                                                       "completed"};

static int status_of(const char *text)
{
    for (int i = WAITING; i < STATUS_WORDS; i++)
        if (text && strcmp(text, status_words[i]) == 0)
            return i;
    if (text && strcmp(text, "turn") == 0)
        return YOUR_TURN;
    return text ? -1 : ANY_STATUS;
}

/* Null, or a sentence about the parameter that is wrong. A search is about finished games unless it has a status. */
static const char *read_status(struct list_question *question, const char *text, bool is_search)
{
    static const enum store_list of_player[STATUS_WORDS] = {
        STORE_PLAYER_RUNNING, STORE_PLAYER_RUNNING, STORE_PLAYER_RUNNING, STORE_PLAYER_TO_MOVE,
        STORE_PLAYER_DONE};
    int word = !text && is_search ? COMPLETED : status_of(text);
    question->status = word == WAITING ? GAME_WAITING : word == IN_PROGRESS ? GAME_PLAYING : -1;
    if (word < 0)
        return "status must be waiting, in_progress, your_turn or completed";
    if (!question->has_player && (word == WAITING || word == YOUR_TURN))
        return "status waiting and your_turn need player";
    if (is_search && (!question->has_player || word != COMPLETED))
        return "class, result and opponent need player and status=completed";
    if (question->has_player)
        question->query.list = of_player[word];
    else
        question->query.list = word == COMPLETED ? STORE_DONE : STORE_PUBLIC;
    return NULL;
}

bool rest_limit_read(size_t *out, const char *text, size_t normal, size_t most)
{
    size_t limit = 0, digits = 0;
    for (; text && text[digits] >= '0' && text[digits] <= '9' && digits < 4; digits++)
        limit = limit * 10 + (size_t)(text[digits] - '0');
    if (text && (text[0] == '0' || text[digits] || limit < 1 || limit > most))
        return false;
    *out = text ? limit : normal;
    return true;
}

static const char *read_result(struct store_filter *filter, const char *text)
{
    static const char *const words[] = {"", "lost", "drawn", "won"};
    for (uint8_t i = STORE_LOST; text && i <= STORE_WON; i++)
        if (strcmp(text, words[i]) == 0)
            filter->result = i;
    return text && !filter->result ? "result must be won, lost or drawn" : NULL;
}

/* A player's id, or the beginning of a name. */
static const char *read_opponent(struct store_filter *filter, const char *text)
{
    size_t len = text ? strlen(text) : 0;
    if (len == 0 || id_read(&filter->opponent_id, text, len))
        return NULL;
    if (len >= sizeof filter->opponent_name)
        return "opponent must be a player's id or the beginning of a name";
    memcpy(filter->opponent_name, text, len + 1);
    return NULL;
}

/* *is_search: is there any filter? */
static const char *read_filter(struct list_question *question, const struct net_request *request,
                               bool *is_search)
{
    struct store_filter *filter = &question->query.filter;
    const char *rating_class = net_request_query(request, "class");
    const char *result = net_request_query(request, "result");
    const char *opponent = net_request_query(request, "opponent");
    *is_search = rating_class || result || opponent;
    filter->has_class = rating_class != NULL;
    if (rating_class && !class_read(&filter->rating_class, rating_class))
        return "class must be classic, cube, other, pops, powers or lines";
    const char *fault = read_result(filter, result);
    return fault ? fault : read_opponent(filter, opponent);
}

static const char *read_player(struct list_question *question, const char *player)
{
    question->is_own_list = player && strcmp(player, "me") == 0;
    if (player && !question->is_own_list &&
        !id_read(&question->query.player_id, player, strlen(player)))
        return "player must be a player's id or me";
    return NULL;
}

static const char *read_question(struct list_question *question, const struct net_request *request)
{
    const char *player = net_request_query(request, "player");
    const char *cursor = net_request_query(request, "cursor");
    question->has_player = player != NULL;
    const char *fault = read_filter(question, request, &question->is_search);
    if (!fault)
        fault = read_status(question, net_request_query(request, "status"), question->is_search);
    if (!fault && !rest_limit_read(&question->limit, net_request_query(request, "limit"),
                                   PAGE_DEFAULT, PAGE_MAX))
        fault = "limit must be between 1 and 50";
    if (!fault)
        fault = read_player(question, player);
    if (!fault && cursor && !rest_cursor_read(&question->cursor, cursor))
        fault = "cursor must be the next of an earlier page";
    return fault;
}

enum store_err rest_find_sender(struct store *store, const struct rest_job *job, int64_t *out)
{
    struct session_row session;
    *out = 0;
    if (!job->has_token)
        return STORE_OK;
    enum store_err err = store_session(store, job->token_hash, &session);
    if (!err)
        *out = session.player_id;
    return err == STORE_E_MISSING ? STORE_OK : err;
}

static bool is_own(const struct list_question *question, const struct game_row *game)
{
    bool is_seated = false;
    for (int i = 0; i < ROW_SEATS; i++)
        is_seated |= question->sender_id && game->seat[i].kind == SEAT_PLAYER &&
                     game->seat[i].player_id == question->sender_id;
    return is_seated;
}

static bool is_shown(const struct list_question *question, const struct game_row *game)
{
    return (game->flags & GAME_PUBLIC || is_own(question, game)) &&
           (question->status < 0 || game->status == question->status);
}

/* The result for the player whose games are listed. */
static const char *result_of(const struct list_question *question, const struct game_row *game)
{
    bool is_second = game->seat[1].kind == SEAT_PLAYER && question->has_player &&
                     game->seat[1].player_id == question->query.player_id;
    if (!question->has_player || game->status < GAME_WIN || game->status == GAME_CANCELLED)
        return NULL;
    if (game->winner >= ROW_SEATS)
        return "drawn";
    return game->winner == is_second ? "won" : "lost";
}

/* A game that cannot be read is left out. */
static void write_entry(struct json_write *w, const struct list_question *question,
                        const struct store_listed *listed)
{
    const char *const names[ROW_SEATS] = {listed->name[0], listed->name[1]};
    uint8_t cells[FF_CELLS_MAX];
    struct game_view game;
    if (game_view_of_row(&game, cells, &listed->game, names) == FF_OK)
        state_write_listed(w, &game, &listed->game, result_of(question, &listed->game),
                           is_own(question, &listed->game));
}

static void write_page(struct json_write *w, const struct list_question *question,
                       const struct store_listed *page, size_t count)
{
    json_write_key(w, "games");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        if (is_shown(question, &page[i].game))
            write_entry(w, question, &page[i]);
    json_write_array_end(w);
}

static void say_page(struct rest_job *job, struct store *store, struct list_question *question)
{
    struct store_listed page[PAGE_MAX];
    char next[REST_CURSOR_SIZE];
    size_t count = 0;
    if (store_list(store, &question->query, &question->cursor, page, question->limit, &count) !=
        STORE_OK) {
        rest_say_refusal(job, REFUSAL_STORE);
        return;
    }
    rest_cursor_write(next, &question->cursor);
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    write_page(&w, question, page, count);
    pair_text(&w, "next", count == question->limit ? next : NULL);
    json_write_object_end(&w);
    rest_say(job, 200, &w);
}

static void run(struct rest_job *job, struct store *store)
{
    struct list_question *question = job->own;
    if (rest_find_sender(store, job, &question->sender_id) != STORE_OK) {
        rest_say_refusal(job, REFUSAL_STORE);
    } else if (question->fault) {
        rest_say_text(job, 400, "bad-request", question->fault);
    } else if (question->is_own_list && !question->sender_id) {
        rest_say_refusal(job, REFUSAL_NO_SESSION);
    } else if (question->is_hasty) {
        rest_say_refusal(job, REFUSAL_SLOW_DOWN);
    } else {
        if (question->is_own_list)
            question->query.player_id = question->sender_id;
        say_page(job, store, question);
    }
}

static bool is_within_rate(const struct rest_job *job, const struct list_question *question)
{
    struct rest *rest = job->rest;
    bool is_dear = question->is_search || question->query.list == STORE_PLAYER_TO_MOVE;
    return !is_dear ||
           !limits_charge_address(&rest->limits, job->address, SEARCH_COST, net_now_ms(rest->net));
}

static void prepare(struct rest_job *job)
{
    struct list_question *question = job->own;
    question->status = -1;
    question->fault = read_question(question, job->request);
    question->is_hasty = !question->fault && !is_within_rate(job, question);
}

const struct rest_reader rest_list_reader = {sizeof(struct list_question), prepare, run};
