/* Accounts: requests. Each reads the facts from the store (rest_facts.h) and is checked against them. If it needs a
 * password hash, it waits for the hasher, and is checked again against new facts (rest_account_step.c). Then its command
 * is submitted. No other request of the same player is checked before the reply. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/address.h"
#include "rest/rest_parts.h"

enum { HASHES_AHEAD = 2 };

/* The last places of the queue are for devices that have logged in before. */
void rest_account_hash(struct rest_job *job, struct hash_task *task)
{
    struct rest *rest = job->rest;
    int places = job->secret->attempt.device ? HASH_QUEUE_MAX : HASH_QUEUE_MAX * 7 / 8;
    task->ack = rest_job_ack(job);
    rest_gate_leave(job); /* the facts will be read again */
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

static void ask_account(struct rest_job *job)
{
    struct hash_task task = {.ack = 0};
    const struct account_body *body = &job->secret->body;
    if (job->secret->account.login[0]) {
        rest_account_end(job, 409, "has-account", "You already have an account");
        return;
    }
    if (!check_new_login(job, body->login, body->login_len, body->password, body->password_len) ||
        !rest_attempt_sign_up(job) || !rest_account_is_free(job, body->login))
        return;
    rest_attempt_device(job);
    memcpy(job->secret->login, body->login, body->login_len + 1);
    memcpy(task.fresh, body->password, body->password_len + 1);
    rest_account_hash(job, &task);
}

static void ask_password(struct rest_job *job)
{
    struct hash_task task = {.ack = 0};
    const struct account_body *body = &job->secret->body;
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
        !rest_proof_use(job))
        return;
    memcpy(job->secret->login, login, strlen(login) + 1);
    memcpy(task.fresh, body->new_password, body->new_password_len + 1);
    rest_account_hash(job, &task);
}

static void ask_recovery(struct rest_job *job)
{
    struct rest_secret *secret = job->secret;
    if (!rest_proof_use(job))
        return;
    secret->account.has_recovery = true;
    recovery_fresh(secret->code, secret->account.recovery);
    rest_account_put(job);
}

/* Logging in. */

/* An unknown login is hashed, too, so that the time does not tell which logins exist. */
static void check_login(struct rest_job *job)
{
    struct hash_task task = {.ack = 0};
    struct rest_secret *secret = job->secret;
    const struct account_body *body = &secret->body;
    const struct account_row *account = &secret->facts.account;
    bool is_login = secret->facts.login[0] != '\0';
    if (secret->facts.err) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    if (!rest_attempt_log_in(job, is_login ? secret->facts.login : NULL, account->player_id))
        return;
    memcpy(secret->login, secret->facts.login, sizeof secret->login);
    memcpy(task.stored, account->password, sizeof task.stored);
    memcpy(secret->account.password, account->password, sizeof account->password);
    (void)snprintf(task.shown, sizeof task.shown, "%s", body->password_len ? body->password : " ");
    if (body->password_len >= sizeof task.shown)
        task.stored[0] = '\0'; /* too long to be right */
    rest_account_hash(job, &task);
}

/* A text that cannot be a login is looked up as an empty one, which nobody has. */
static void ask_login(struct rest_job *job)
{
    struct rest_facts *facts = &job->secret->facts;
    const struct account_body *body = &job->secret->body;
    *facts = (struct rest_facts){.of = FACTS_OF_LOGIN, .want = WANT_DEVICES};
    if (account_is_login(body->login, body->login_len))
        memcpy(facts->login, body->login, body->login_len + 1);
    rest_attempt_device(job);
    rest_facts_ask(job, check_login);
}

/* The code was used, so the player gets another one. A second factor that may be lost is turned off. */
static void recover(struct rest_job *job)
{
    struct rest_secret *secret = job->secret;
    secret->account = secret->facts.account;
    if (secret->facts.err) {
        rest_account_refuse(job, REFUSAL_STORE);
    } else if (!secret->account.player_id) {
        rest_account_refuse_secret(job);
    } else {
        secret->account.has_totp = false;
        recovery_fresh(secret->code, secret->account.recovery);
        rest_account_log_in(job, secret->account.player_id, &secret->account);
    }
}

static void ask_code(struct rest_job *job)
{
    struct rest_facts *facts = &job->secret->facts;
    const struct account_body *body = &job->secret->body;
    *facts = (struct rest_facts){.of = FACTS_OF_CODE, .want = WANT_OLDEST};
    rest_attempt_device(job);
    if (!rest_attempt_log_in(job, NULL, 0))
        return;
    if (recovery_hash(facts->code, body->recovery_code, body->recovery_code_len))
        rest_facts_ask(job, recover);
    else
        rest_account_refuse_secret(job);
}

static void check_passkey(struct rest_job *job)
{
    uint8_t holder[ROW_HASH_BYTES];
    ticket_holder_of_address(holder, job->address);
    rest_passkey_check(job, TICKET_CHALLENGE, holder);
}

/* Logging in by passkey: the challenge, then what was signed. Neither names a player. */
static void ask_passkey(struct rest_job *job)
{
    uint8_t holder[ROW_HASH_BYTES];
    rest_attempt_device(job);
    if (!rest_attempt_log_in(job, NULL, 0))
        return;
    rest_commit(job->rest);
    ticket_holder_of_address(holder, job->address);
    if (job->action == REST_CHALLENGE) {
        rest_passkey_challenge(job, TICKET_CHALLENGE, holder);
        return;
    }
    rest_passkey_want(job);
    job->secret->facts.of = FACTS_OF_PASSKEY;
    job->secret->facts.want = 0;
    rest_facts_ask(job, check_passkey);
}

/* Requests with a token. */

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

static void ask_delete(struct rest_job *job)
{
    const struct rest_secret *secret = job->secret;
    if (strcmp(secret->facts.player.player.name, secret->body.name) != 0)
        rest_account_refuse(job, REFUSAL_WRONG_NAME); /* before any game is resigned */
    else if (rest_proof_use(job))
        rest_delete(job);
}

static void ask_as(struct rest_job *job)
{
    switch ((enum rest_action)job->action) {
    case REST_ACCOUNT:
        ask_account(job);
        break;
    case REST_PASSWORD:
        ask_password(job);
        break;
    case REST_RECOVERY:
        ask_recovery(job);
        break;
    case REST_PROOF:
        rest_proof_ask(job);
        break;
    case REST_TOTP:
    case REST_TOTP_CONFIRM:
    case REST_TOTP_DELETE:
        rest_totp_ask(job);
        break;
    case REST_SESSION_DELETE:
        rest_session_end(job);
        break;
    case REST_PASSKEYS:
    case REST_PASSKEY_BEGIN:
    case REST_PASSKEY_ADD:
    case REST_PASSKEY_DELETE:
    case REST_CHALLENGE:
        rest_passkeys_ask(job);
        break;
    case REST_DELETE:
        ask_delete(job);
        break;
    default:
        ask_logout(job);
    }
}

/* The facts about the sender are there. */
static void check_sender(struct rest_job *job)
{
    const struct rest_facts *facts = &job->secret->facts;
    if (facts->err || !facts->player_id) {
        rest_account_refuse(job, facts->err ? REFUSAL_STORE : REFUSAL_NO_SESSION);
        return;
    }
    job->player_id = facts->player_id;
    job->secret->account = facts->account;
    ask_as(job);
}

static uint8_t wants_of(enum rest_action action)
{
    switch (action) {
    case REST_ACCOUNT:
    case REST_PASSWORD:
        return WANT_LOGIN;
    case REST_SESSION_DELETE:
        return WANT_SESSION;
    case REST_PASSKEY_BEGIN:
    case REST_PASSKEY_ADD:
    case REST_CHALLENGE:
        return WANT_PASSKEYS;
    case REST_DELETE:
        return WANT_PLAYER;
    default:
        return 0;
    }
}

static void ask_sender(struct rest_job *job)
{
    struct rest_facts *facts = &job->secret->facts;
    const struct account_body *body = &job->secret->body;
    *facts = (struct rest_facts){.of = FACTS_OF_TOKEN, .want = wants_of(job->action)};
    if (body->login && body->login_len < sizeof facts->login)
        memcpy(facts->login, body->login, body->login_len + 1);
    rest_commit(job->rest); /* so that the store has everything submitted before */
    rest_passkey_want(job);
    rest_passkeys_want(job);
    rest_facts_ask(job, check_sender);
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

void rest_account_ask(struct rest_job *job)
{
    char fault[JSON_FAULT_MAX];
    enum rest_action action = (enum rest_action)job->action;
    bool is_new_challenge = action == REST_CHALLENGE && !job->has_token;
    job->secret = calloc(1, sizeof *job->secret);
    if (!job->secret) {
        rest_account_refuse(job, REFUSAL_SERVER_FULL);
        return;
    }
    address_network(job->secret->network, net_request_peer(job->request));
    if (action == REST_LOGIN || action == REST_SECOND || action == REST_PASSKEY_LOGIN)
        job->has_token = false; /* who logs in needs none */
    if (!body_read_account(&job->secret->body, job->body, request_of(action), fault))
        rest_account_end(job, 400, "bad-request", fault);
    else if (action == REST_LOGIN && job->secret->body.recovery_code)
        ask_code(job);
    else if (action == REST_LOGIN)
        ask_login(job);
    else if (action == REST_SECOND)
        rest_second_ask(job);
    else if (action == REST_PASSKEY_LOGIN || is_new_challenge)
        ask_passkey(job);
    else
        ask_sender(job);
}
