/* Accounts: requests. Each is checked against committed data. If it needs a password hash, it waits for the hasher
 * and is checked again (rest_account_step.c). Then its command runs in a turn of its own, so that no other command
 * comes between the check and the write. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/address.h"
#include "rest/rest_parts.h"

enum { GAMES = 50, HASHES_AHEAD = 2 };

/* The last places of the queue are for devices that have logged in before. */
void rest_account_hash(struct rest_job *job, struct hash_task *task)
{
    struct rest *rest = job->rest;
    int places = job->secret->attempt.device ? HASH_QUEUE_MAX : HASH_QUEUE_MAX * 7 / 8;
    task->ack = rest_job_ack(job);
    bool is_asked = hash_queue_add(&rest->hashes, job->address, task, places);
    sodium_memzero(task, sizeof *task);
    if (is_asked)
        rest_account_feed(rest);
    else
        rest_account_refuse(job, REFUSAL_SERVER_FULL);
}

/* Whose turn it is, is decided late: the hasher has one task, and the next one, so that it never waits for the loop. */
void rest_account_feed(struct rest *rest)
{
    struct hash_task task;
    while (rest->hashing < HASHES_AHEAD && hash_queue_take(&rest->hashes, &task)) {
        struct rest_job *job = rest_job_of(task.ack);
        if (!job->request)
            rest_job_free(job);
        else if (workers_submit(rest->setup.hasher, &task))
            rest->hashing++;
        else
            rest_account_refuse(job, REFUSAL_SERVER_FULL);
        sodium_memzero(&task, sizeof task);
    }
}

/* Checks the rules for a new login (may be null) and a new password. False if the job has been answered. */
static bool check_new_login(struct rest_job *job, const char *login, size_t login_len,
                            const char *password, size_t password_len)
{
    if (login && !account_is_login(login, login_len)) {
        rest_account_end(job, 422, "bad-login", "A login has 3 to 20 letters, digits, _ and -");
        return false;
    }
    enum password_verdict verdict = account_judge(password, password_len, login);
    if (verdict)
        rest_account_end(job, 422, "weak-password", account_verdict_text(verdict));
    return !verdict;
}

static void ask_account(struct rest_job *job, const struct account_body *body)
{
    struct hash_task task = {.ack = 0};
    if (job->secret->account.login[0]) {
        rest_account_end(job, 409, "has-account", "You already have an account");
        return;
    }
    if (!check_new_login(job, body->login, body->login_len, body->password, body->password_len) ||
        !rest_attempt_sign_up(job) || !rest_account_is_free(job, body->login))
        return;
    rest_attempt_device(job, body);
    memcpy(job->secret->login, body->login, body->login_len + 1);
    memcpy(task.fresh, body->password, body->password_len + 1);
    rest_account_hash(job, &task);
}

static void ask_password(struct rest_job *job, const struct account_body *body)
{
    struct hash_task task = {.ack = 0};
    const struct account_row *account = &job->secret->account;
    bool has_login = account->login[0] != '\0';
    const char *login = has_login ? account->login : body->login;
    if (!login) {
        rest_account_end(job, 422, "bad-login",
                         "You have no login yet; choose one with the password");
        return;
    }
    if (!check_new_login(job, login, strlen(login), body->new_password, body->new_password_len) ||
        (!has_login && !rest_attempt_sign_up(job)) || !rest_account_is_free(job, login) ||
        !rest_proof_use(job, body))
        return;
    memcpy(job->secret->login, login, strlen(login) + 1);
    memcpy(task.fresh, body->new_password, body->new_password_len + 1);
    rest_account_hash(job, &task);
}

static void ask_recovery(struct rest_job *job, const struct account_body *body)
{
    struct rest_secret *secret = job->secret;
    if (!rest_proof_use(job, body))
        return;
    secret->account.has_recovery = true;
    recovery_fresh(secret->code, secret->account.recovery);
    rest_account_put(job);
}

static void ask_login(struct rest_job *job, const struct account_body *body)
{
    struct hash_task task = {.ack = 0};
    struct account_row account = {.player_id = 0};
    bool is_login = account_is_login(body->login, body->login_len);
    if (is_login && rest_account_find(job->rest, body->login, &account) != STORE_OK) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    rest_attempt_device(job, body);
    if (!rest_attempt_log_in(job, is_login ? body->login : NULL, account.player_id))
        return;
    if (is_login) {
        memcpy(job->secret->login, body->login, body->login_len + 1);
        memcpy(task.stored, account.password, sizeof task.stored);
        memcpy(job->secret->account.password, account.password, sizeof account.password);
    }
    (void)snprintf(task.shown, sizeof task.shown, "%s", body->password_len ? body->password : " ");
    if (body->password_len >= sizeof task.shown)
        task.stored[0] = '\0'; /* too long to be right */
    rest_account_hash(job, &task);
}

/* The code was used, so the player gets another one. A second factor that may be lost is turned off. */
static void recover(struct rest_job *job, const struct account_row *account)
{
    struct rest_secret *secret = job->secret;
    secret->account = *account;
    secret->account.has_totp = false;
    recovery_fresh(secret->code, secret->account.recovery);
    rest_account_log_in(job, account->player_id, &secret->account);
}

static void ask_code(struct rest_job *job, const struct account_body *body)
{
    uint8_t hash[ROW_HASH_BYTES];
    const struct store_account_key key = {.by = STORE_BY_RECOVERY, .recovery = hash};
    struct account_row account;
    rest_attempt_device(job, body);
    if (!rest_attempt_log_in(job, NULL, 0))
        return;
    enum store_err err = recovery_hash(hash, body->recovery_code, body->recovery_code_len)
                             ? store_account(job->rest->setup.store, &key, &account)
                             : STORE_E_MISSING;
    if (err == STORE_E_MISSING)
        rest_account_refuse_secret(job);
    else if (err)
        rest_account_refuse(job, REFUSAL_STORE);
    else
        recover(job, &account);
}

/* Logging in by passkey: the challenge, then what was signed. Neither names a player. */
static void ask_passkey(struct rest_job *job, const struct account_body *body)
{
    uint8_t holder[ROW_HASH_BYTES];
    rest_attempt_device(job, body);
    if (!rest_attempt_log_in(job, NULL, 0))
        return;
    rest_commit(job->rest);
    ticket_holder_of_address(holder, job->address);
    if (job->action == REST_CHALLENGE)
        rest_passkey_challenge(job, TICKET_CHALLENGE, holder);
    else
        rest_passkey_check(job, body->passkey, TICKET_CHALLENGE, holder);
}

static void ask_logout(struct rest_job *job)
{
    bool is_everywhere = job->action == REST_LOGOUT_ALL;
    struct service_command command =
        command_of(is_everywhere ? COMMAND_REST_LOGOUT_ALL : COMMAND_REST_LOGOUT);
    memcpy(command.ended_hash, job->token_hash, sizeof command.ended_hash);
    if (is_everywhere) {
        token_fresh(&job->fresh_token[0]);
        token_hash(command.fresh_hash, &job->fresh_token[0]);
    }
    rest_account_submit(job, &command);
}

/* Resigns running games and cancels waiting ones. They cost no tokens of the rate limit, because deleting has been
 * charged. False if the store could not be written. */
static bool end_games(struct rest_job *job)
{
    struct rest *rest = job->rest;
    const struct store_query query = {.list = STORE_PLAYER_RUNNING, .player_id = job->player_id};
    size_t count = 0;
    struct store_cursor cursor = {0};
    do {
        if (store_list(rest->setup.store, &query, &cursor, rest->page, GAMES, &count) != STORE_OK)
            return false;
        for (size_t i = 0; i < count; i++) {
            bool is_waiting = rest->page[i].game.status == GAME_WAITING;
            struct service_command command =
                command_of(is_waiting ? COMMAND_CANCEL_GAME : COMMAND_RESIGN);
            command.game_id = rest->page[i].game.id;
            command.attempt = ATTEMPT_AGAIN;
            command.has_token = true;
            memcpy(command.token_hash, job->token_hash, sizeof command.token_hash);
            rest_submit(rest, &command);
        }
        rest_commit(rest);
    } while (count == GAMES);
    return rest->setup.host.is_ready(rest->setup.host.context);
}

static void ask_delete(struct rest_job *job, const struct account_body *body)
{
    struct service_command command = command_of(COMMAND_REST_ERASE);
    struct player_rows player;
    enum store_err err = store_player(job->rest->setup.store, job->player_id, &player);
    bool is_name = !err && strcmp(player.player.name, body->name) == 0;
    if (!err && !is_name) {
        rest_account_refuse(job, REFUSAL_WRONG_NAME); /* before any game is resigned */
    } else if (err) {
        rest_account_refuse(job, REFUSAL_STORE);
    } else if (!rest_proof_use(job, body)) {
        return;
    } else if (!end_games(job)) {
        rest_account_refuse(job, REFUSAL_STORE);
    } else {
        command.name = body->name;
        command.name_len = body->name_len;
        rest_account_submit(job, &command);
    }
}

static void ask_as(struct rest_job *job, const struct account_body *body, const json_t *json)
{
    switch ((enum rest_action)job->action) {
    case REST_ACCOUNT:
        ask_account(job, body);
        break;
    case REST_PASSWORD:
        ask_password(job, body);
        break;
    case REST_RECOVERY:
        ask_recovery(job, body);
        break;
    case REST_PROOF:
        rest_proof_ask(job, body);
        break;
    case REST_TOTP:
    case REST_TOTP_CONFIRM:
    case REST_TOTP_DELETE:
        rest_totp_ask(job, body);
        break;
    case REST_SESSION_DELETE:
        rest_session_end(job);
        break;
    case REST_PASSKEYS:
    case REST_PASSKEY_BEGIN:
    case REST_PASSKEY_ADD:
    case REST_PASSKEY_DELETE:
        rest_passkeys_ask(job, body, json);
        break;
    case REST_CHALLENGE:
        rest_passkeys_ask(job, body, json);
        break;
    case REST_DELETE:
        ask_delete(job, body);
        break;
    default:
        ask_logout(job);
    }
}

/* Finds the player of the token and the account. False if the job has been answered. */
static bool find_sender(struct rest_job *job, const struct rest_caller *caller)
{
    struct rest *rest = job->rest;
    rest_commit(rest); /* so that the store has everything submitted before */
    job->has_token = true;
    job->token = caller->token;
    memcpy(job->token_hash, caller->token_hash, sizeof job->token_hash);
    enum store_err err = rest_find_sender(rest, caller, &job->player_id);
    if (!err && job->player_id)
        err = rest_account_of(rest, job->player_id, &job->secret->account);
    bool is_known = !err && job->player_id; /* rest_account_refuse frees the job */
    if (!is_known)
        rest_account_refuse(job, err ? REFUSAL_STORE : REFUSAL_NO_SESSION);
    return is_known;
}

static enum account_request request_of(enum rest_action action)
{
    switch (action) {
    case REST_ACCOUNT:
        return ACCOUNT_CREATE;
    case REST_PASSWORD:
        return ACCOUNT_PASSWORD;
    case REST_LOGIN:
        return ACCOUNT_LOGIN;
    case REST_DELETE:
        return ACCOUNT_DELETE;
    case REST_PROOF:
        return ACCOUNT_PROVE;
    case REST_RECOVERY:
    case REST_TOTP:
    case REST_TOTP_DELETE:
    case REST_PASSKEY_BEGIN:
        return ACCOUNT_PROVEN;
    case REST_CHALLENGE:
        return ACCOUNT_CHALLENGE;
    case REST_PASSKEY_LOGIN:
        return ACCOUNT_PASSKEY;
    case REST_PASSKEYS:
    case REST_PASSKEY_ADD:
    case REST_PASSKEY_DELETE:
        return ACCOUNT_ANY;
    case REST_TOTP_CONFIRM:
        return ACCOUNT_CONFIRM;
    case REST_SECOND:
        return ACCOUNT_SECOND;
    default:
        return ACCOUNT_BARE;
    }
}

void rest_account_ask(struct rest_job *job, const struct rest_caller *caller, const json_t *json)
{
    char fault[JSON_FAULT_MAX];
    struct account_body body;
    job->secret = calloc(1, sizeof *job->secret);
    if (job->secret)
        address_network(job->secret->network, net_request_peer(job->request));
    if (!job->secret)
        rest_account_refuse(job, REFUSAL_SERVER_FULL);
    else if (!body_read_account(&body, json, request_of((enum rest_action)job->action), fault))
        rest_account_end(job, 400, "bad-request", fault);
    else if (job->action == REST_LOGIN && body.recovery_code)
        ask_code(job, &body);
    else if (job->action == REST_LOGIN)
        ask_login(job, &body);
    else if (job->action == REST_SECOND)
        rest_second_ask(job, &body);
    else if (job->action == REST_PASSKEY_LOGIN ||
             (job->action == REST_CHALLENGE && !caller->has_token))
        ask_passkey(job, &body);
    else if (find_sender(job, caller))
        ask_as(job, &body, json);
}
