/* Reads the facts about an account, and keeps requests that change the same account apart.
 *
 * A request reads the facts, decides, and submits a command; only the reply says that the account has changed. Another
 * request must not decide on the old facts in between: it could use a code of the second factor twice. So the first one
 * that has read the facts passes a gate, and others of the same player wait until it has ended, and read again. A gate
 * is shared by the players with the same remainder, which only costs time. Other nodes have gates of their own: there
 * the last writer wins. */
#include <stdlib.h>
#include <string.h>

#include "base/skeleton.h"
#include "rest/rest_parts.h"

enum { GATES = 256 };

struct gate {
    const struct rest_job *holder; /* null: open */
    uint64_t left_number;          /* when the last holder left */
};

struct rest_gates {
    struct gate gate[GATES];
    uint64_t number; /* grows with every holder that leaves */
};

struct rest_gates *rest_gates_open(void)
{
    return calloc(1, sizeof(struct rest_gates));
}

static struct gate *gate_of(const struct rest_job *job)
{
    return &job->rest->gates->gate[(uint64_t)job->secret->facts.player_id % GATES];
}

/* ---- reading ---- */

static enum store_err account_by(struct store *store, const struct store_account_key *key,
                                 struct account_row *out)
{
    memset(out, 0, sizeof *out);
    enum store_err err = store_account(store, key, out);
    return err == STORE_E_MISSING ? STORE_OK : err;
}

enum store_err rest_account_of(struct store *store, int64_t player_id, struct account_row *out)
{
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = player_id};
    return account_by(store, &key, out);
}

static enum store_err account_of_login(struct store *store, const char *login,
                                       struct account_row *out)
{
    const struct store_account_key key = {.by = STORE_BY_LOGIN, .login = login};
    if (login[0])
        return account_by(store, &key, out);
    memset(out, 0, sizeof *out); /* accounts without a login are not found by it */
    return STORE_OK;
}

static enum store_err read_passkey(struct rest_facts *facts, struct store *store)
{
    enum store_err err =
        store_passkey(store, facts->passkey_id, facts->passkey_id_len, &facts->passkey);
    facts->has_passkey = !err;
    return err == STORE_E_MISSING ? STORE_OK : err;
}

/* Finds the player, and reads their account. */
static enum store_err read_account(struct rest_facts *facts, const struct rest_job *job,
                                   struct store *store)
{
    const struct store_account_key code = {.by = STORE_BY_RECOVERY, .recovery = facts->code};
    enum store_err err = STORE_OK;
    switch ((enum facts_of)facts->of) {
    case FACTS_OF_LOGIN:
        err = account_of_login(store, facts->login, &facts->account);
        facts->player_id = facts->account.player_id;
        return err;
    case FACTS_OF_CODE:
        err = account_by(store, &code, &facts->account);
        facts->player_id = facts->account.player_id;
        return err;
    case FACTS_OF_TOKEN:
        err = rest_find_sender(store, job, &facts->player_id);
        break;
    case FACTS_OF_PASSKEY:
        err = read_passkey(facts, store);
        facts->player_id = facts->has_passkey ? facts->passkey.player_id : 0;
        break;
    default:
        break;
    }
    return err ? err : rest_account_of(store, facts->player_id, &facts->account);
}

static enum store_err read_login(struct rest_facts *facts, struct store *store)
{
    const char *login = facts->account.login[0] ? facts->account.login : facts->login;
    struct account_row other;
    enum store_err err = account_of_login(store, login, &other);
    facts->login_id = other.player_id;
    if (err)
        return err;
    err = store_name_owner(store, skeleton_hash(login), &facts->name_id);
    return err == STORE_E_MISSING ? STORE_OK : err;
}

static enum store_err read_wanted(struct rest_facts *facts, const struct rest_job *job,
                                  struct store *store)
{
    enum store_err err = STORE_OK;
    if (facts->want & WANT_LOGIN)
        err = read_login(facts, store);
    if (!err && facts->want & WANT_DEVICES)
        err = store_devices(store, facts->player_id, facts->device, &facts->device_count);
    if (!err && facts->want & WANT_PASSKEYS)
        err = store_passkeys(store, facts->player_id, facts->passkeys, &facts->passkey_count);
    if (!err && facts->want & WANT_PASSKEY)
        err = read_passkey(facts, store);
    if (!err && facts->want & WANT_PLAYER && facts->player_id)
        err = store_player(store, facts->player_id, &facts->player);
    if (!err && facts->want & WANT_SESSION)
        err = rest_session_find(store, facts->player_id, job->game_id, facts->session_hash,
                                &facts->has_session);
    if (!err && facts->want & WANT_OLDEST)
        err = rest_session_oldest(store, facts->player_id, facts->oldest_hash, &facts->has_oldest);
    return err;
}

static void read_facts(struct rest_job *job, struct store *store)
{
    struct rest_facts *facts = &job->secret->facts;
    facts->err = read_account(facts, job, store);
    if (!facts->err)
        facts->err = read_wanted(facts, job, store);
}

/* ---- the gate ---- */

static void ask(struct rest_job *job);

static void enter(struct rest_job *job)
{
    struct gate *gate = gate_of(job);
    if (job->secret->facts.err || !job->secret->facts.player_id) {
        job->next_step(job);
    } else if (gate->holder && gate->holder != job) {
        rest_job_move(job, &job->rest->for_gate);
    } else if (gate->left_number > job->asked_number) {
        ask(job); /* what was read may be old */
    } else {
        gate->holder = job;
        job->has_gate = true;
        job->next_step(job);
    }
}

static struct rest_job *find_waiting(const struct rest *rest, const struct gate *gate)
{
    struct rest_job *job = rest->for_gate;
    while (job && gate_of(job) != gate)
        job = job->next;
    return job;
}

void rest_gate_leave(struct rest_job *job)
{
    struct rest *rest = job->rest;
    struct rest_job *other;
    if (!job->has_gate)
        return;
    struct gate *gate = gate_of(job);
    job->has_gate = false;
    gate->holder = NULL;
    gate->left_number = ++rest->gates->number;
    while (!rest->is_closing && !gate->holder && (other = find_waiting(rest, gate))) {
        rest_job_move(other, &rest->asked);
        ask(other);
    }
}

static void ask(struct rest_job *job)
{
    struct rest_facts *facts = &job->secret->facts;
    facts->err = STORE_E_MEMORY;
    facts->login_id = facts->name_id = 0;
    facts->device_count = facts->passkey_count = 0;
    facts->has_oldest = false;
    job->asked_number = job->rest->gates->number;
    rest_ask(job, read_facts, enter);
}

void rest_facts_ask(struct rest_job *job, void (*then)(struct rest_job *job))
{
    job->next_step = then;
    ask(job);
}
