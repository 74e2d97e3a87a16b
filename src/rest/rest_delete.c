/* Deleting a player: their running games are resigned and their waiting ones cancelled, a page at a time; then the player
 * is deleted. Once begun, it goes on even if the client is gone. */
#include <string.h>

#include "rest/rest_parts.h"

enum { GAMES = 50 };

struct rest_deletion {
    struct store_cursor cursor;
    struct store_listed page[GAMES];
    size_t count;
    enum store_err err;
    size_t left; /* replies of this page that are still to come */
    bool is_ending, has_failed;
};

bool rest_delete_is_ending(const struct rest_job *job)
{
    const struct rest_deletion *deletion = job->own;
    return job->action == REST_DELETE && deletion && deletion->is_ending;
}

static void erase(struct rest_job *job)
{
    struct service_command command = command_of(COMMAND_REST_ERASE);
    command.name = job->secret->body.name;
    command.name_len = job->secret->body.name_len;
    rest_account_submit(job, &command);
}

static void read_page(struct rest_job *job, struct store *store)
{
    struct rest_deletion *deletion = job->own;
    const struct store_query query = {.list = STORE_PLAYER_RUNNING, .player_id = job->player_id};
    deletion->err =
        store_list(store, &query, &deletion->cursor, deletion->page, GAMES, &deletion->count);
}

static void end_games(struct rest_job *job);

static void next_page(struct rest_job *job)
{
    struct rest_deletion *deletion = job->own;
    deletion->err = STORE_E_MEMORY;
    rest_ask(job, read_page, end_games);
}

/* The games of the page have ended. */
static void go_on(struct rest_job *job)
{
    const struct rest_deletion *deletion = job->own;
    if (deletion->has_failed)
        rest_account_refuse(job, REFUSAL_STORE);
    else if (deletion->count == GAMES)
        next_page(job);
    else
        erase(job);
}

/* One reply less. After the last one the page is committed. */
static bool is_last_reply(struct rest_deletion *deletion)
{
    deletion->left--;
    deletion->is_ending = deletion->left > 0;
    return !deletion->is_ending;
}

/* A game that has ended meanwhile is refused, which is as good. */
void rest_delete_reply(struct rest_job *job, const struct message *reply)
{
    struct rest_deletion *deletion = job->own;
    deletion->has_failed |= reply->refusal == REFUSAL_STORE;
    if (is_last_reply(deletion))
        rest_due(job, go_on);
}

/* The commands cost no tokens of the rate limit, because deleting has been charged. */
static void end_game(struct rest_job *job, const struct game_row *game)
{
    struct service_command command =
        command_of(game->status == GAME_WAITING ? COMMAND_CANCEL_GAME : COMMAND_RESIGN);
    command.game_id = game->id;
    command.attempt = ATTEMPT_AGAIN;
    command.ack = rest_job_ack(job);
    command.has_token = true;
    memcpy(command.token_hash, job->token_hash, sizeof command.token_hash);
    rest_submit(job->rest, &command);
}

/* A reply may come while the other commands are still being submitted, so this function counts as one. */
static void end_games(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct rest_deletion *deletion = job->own;
    size_t count = deletion->count;
    if (deletion->err) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    deletion->is_ending = true;
    deletion->left = count + 1;
    for (size_t i = 0; i < count; i++)
        end_game(job, &deletion->page[i].game);
    rest_commit(rest);
    if (is_last_reply(deletion))
        go_on(job);
}

void rest_delete(struct rest_job *job)
{
    job->must_end = true;
    if (rest_job_own(job, sizeof(struct rest_deletion)))
        next_page(job);
}
