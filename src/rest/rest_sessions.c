/* The sessions of a player: one for each device that has logged in. */
#include <sodium.h>
#include <string.h>

#include "api/agent.h"
#include "api/state_write.h"
#include "api/view_write.h"
#include "play/id.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { SESSIONS_MAX = 200 }; /* of one player; they can all be shown */

/* The id that names a session to its owner. It tells nothing about the token, nor about the stored hash. */
static int64_t id_of(const uint8_t token_hash[ROW_HASH_BYTES])
{
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "session id";
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t number;
    (void)crypto_shorthash(hash, token_hash, ROW_HASH_BYTES, key);
    memcpy(&number, hash, sizeof number);
    return id_from(number);
}

static void write_session(struct json_write *w, const struct session_row *row, bool is_current)
{
    json_write_object(w);
    view_write_id(w, "id", id_of(row->token_hash));
    pair_text(w, "browser", agent_browser(row->agent));
    pair_text(w, "system", agent_system(row->agent));
    state_write_moment(w, "createdAt", row->created_ms);
    state_write_moment(w, "seenAt", row->seen_ms);
    pair_bool(w, "isCurrent", is_current);
    json_write_object_end(w);
}

static enum store_err find(struct rest *rest, int64_t player_id, const struct session_row **out,
                           size_t *count)
{
    static struct session_row rows[SESSIONS_MAX];
    *out = rows;
    return store_sessions(rest->setup.store, player_id, rows, SESSIONS_MAX, count);
}

void rest_sessions(struct rest *rest, struct net_request *request, const struct rest_caller *caller)
{
    const struct session_row *rows;
    size_t count = 0;
    int64_t player_id = 0;
    rest_commit(rest);
    enum store_err err = rest_find_sender(rest, caller, &player_id);
    if (!err && player_id)
        err = find(rest, player_id, &rows, &count);
    if (err || !player_id) {
        rest_refuse(rest, request, err ? REFUSAL_STORE : REFUSAL_NO_SESSION, NULL, NULL);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    json_write_key(&w, "sessions");
    json_write_array(&w);
    for (size_t i = 0; i < count; i++)
        write_session(&w, &rows[i],
                      sodium_memcmp(rows[i].token_hash, caller->token_hash, ROW_HASH_BYTES) == 0);
    json_write_array_end(&w);
    json_write_object_end(&w);
    rest_answer_json(request, 200, &w);
}

void rest_session_end(struct rest_job *job)
{
    struct service_command command = command_of(COMMAND_REST_LOGOUT);
    const struct session_row *rows;
    size_t count = 0, i = 0;
    if (find(job->rest, job->player_id, &rows, &count) != STORE_OK) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    while (i < count && id_of(rows[i].token_hash) != job->game_id)
        i++;
    if (i == count) {
        rest_account_end(job, 404, "no-such-session", "There is no such session");
        return;
    }
    memcpy(command.ended_hash, rows[i].token_hash, sizeof command.ended_hash);
    memcpy(job->secret->ended_hash, rows[i].token_hash, sizeof job->secret->ended_hash);
    rest_account_submit(job, &command);
}

void rest_session_make_room(struct rest_job *job, struct service_command *command,
                            int64_t player_id)
{
    const struct session_row *rows;
    size_t count = 0;
    if (find(job->rest, player_id, &rows, &count) != STORE_OK || count < SESSIONS_MAX)
        return;
    const struct session_row *oldest = &rows[count - 1];
    command->ends_session = true;
    memcpy(command->ended_hash, oldest->token_hash, sizeof command->ended_hash);
    memcpy(job->secret->ended_hash, oldest->token_hash, sizeof job->secret->ended_hash);
}
