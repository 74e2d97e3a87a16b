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

static void run_sessions(struct rest_job *job, struct store *store)
{
    struct session_row rows[SESSIONS_MAX];
    size_t count = 0;
    int64_t player_id = 0;
    enum store_err err = rest_find_sender(store, job, &player_id);
    if (!err && player_id)
        err = store_sessions(store, player_id, rows, SESSIONS_MAX, &count);
    if (err || !player_id) {
        rest_say_refusal(job, err ? REFUSAL_STORE : REFUSAL_NO_SESSION);
        return;
    }
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    json_write_key(&w, "sessions");
    json_write_array(&w);
    for (size_t i = 0; i < count; i++)
        write_session(&w, &rows[i],
                      sodium_memcmp(rows[i].token_hash, job->token_hash, ROW_HASH_BYTES) == 0);
    json_write_array_end(&w);
    json_write_object_end(&w);
    rest_say(job, 200, &w);
}

const struct rest_reader rest_sessions_reader = {.run = run_sessions};

enum store_err rest_session_find(struct store *store, int64_t player_id, int64_t id,
                                 uint8_t hash[ROW_HASH_BYTES], bool *is_found)
{
    struct session_row rows[SESSIONS_MAX];
    size_t count = 0;
    enum store_err err = store_sessions(store, player_id, rows, SESSIONS_MAX, &count);
    *is_found = false;
    for (size_t i = 0; !err && i < count && !*is_found; i++) {
        *is_found = id_of(rows[i].token_hash) == id;
        memcpy(hash, rows[i].token_hash, ROW_HASH_BYTES);
    }
    return err;
}

void rest_session_end(struct rest_job *job)
{
    const struct rest_facts *facts = &job->secret->facts;
    struct service_command command = command_of(COMMAND_REST_LOGOUT);
    if (!facts->has_session) {
        rest_account_end(job, 404, "no-such-session", "There is no such session");
        return;
    }
    memcpy(command.ended_hash, facts->session_hash, sizeof command.ended_hash);
    memcpy(job->secret->ended_hash, facts->session_hash, sizeof job->secret->ended_hash);
    rest_account_submit(job, &command);
}

enum store_err rest_session_oldest(struct store *store, int64_t player_id,
                                   uint8_t hash[ROW_HASH_BYTES], bool *is_found)
{
    struct session_row rows[SESSIONS_MAX];
    size_t count = 0;
    enum store_err err = store_sessions(store, player_id, rows, SESSIONS_MAX, &count);
    *is_found = !err && count == SESSIONS_MAX;
    if (*is_found)
        memcpy(hash, rows[count - 1].token_hash, ROW_HASH_BYTES);
    return err;
}

void rest_session_make_room(struct rest_job *job, struct service_command *command)
{
    const struct rest_facts *facts = &job->secret->facts;
    if (!facts->has_oldest)
        return;
    command->ends_session = true;
    memcpy(command->ended_hash, facts->oldest_hash, sizeof command->ended_hash);
    memcpy(job->secret->ended_hash, facts->oldest_hash, sizeof job->secret->ended_hash);
}
