/* Accounts: the way in. Everything is checked against what is committed; a hash, if one is needed, is
 * waited for; then everything is checked again, and the service does it in a turn of its own, so that
 * nothing can come between. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rest/rest_parts.h"

enum { LOGIN_TEXT_MAX = 64, PASSWORD_TEXT_MAX = 1000, NAME_TEXT_MAX = 1000, GAMES = 50 };

/* How often anybody may try. False if the job has been answered. */
static bool may_try(struct rest_job *job, const char *login)
{
    struct rest *rest = job->rest;
    struct bucket passing = {0};
    int64_t now_ms = net_now_ms(rest->net);
    if (limits_charge(&rest->tries, &passing, job->address, COMMAND_REST_LOGIN, now_ms)) {
        rest_refuse_wait(rest, job->request, rest->tries.setup.per_address.token_ms / 1000);
        rest_job_free(job);
        return false;
    }
    if (login && limits_charge(&rest->login_tries, &passing, account_number(login),
                               COMMAND_REST_LOGIN, now_ms)) {
        rest_refuse_wait(rest, job->request, rest->login_tries.setup.per_address.token_ms / 1000);
        rest_job_free(job);
        return false;
    }
    return true;
}

static void hash_ask(struct rest_job *job, struct hash_task *task)
{
    task->ack = rest_job_ack(job);
    bool is_asked = workers_ask(job->rest->setup.hasher, task);
    sodium_memzero(task, sizeof *task);
    if (!is_asked)
        rest_account_refuse(job, REFUSAL_SERVER_FULL);
}

/* What a body may hold; a field that is not there is null. */
struct words {
    const char *login, *password, *fresh, *code, *name;
    size_t login_len, password_len, fresh_len, code_len, name_len;
};

static bool read_words(struct words *out, const json_t *body, const char *const *keys, int count,
                       char fault[JSON_FAULT_MAX])
{
    struct json_fields f = json_fields_of(body, "the body");
    memset(out, 0, sizeof *out);
    (void)json_read_only(&f, keys, count);
    (void)json_read_text(&f, "login", JSON_OPTIONAL, 0, LOGIN_TEXT_MAX, &out->login,
                         &out->login_len);
    (void)json_read_text(&f, "password", JSON_OPTIONAL, 0, PASSWORD_TEXT_MAX, &out->password,
                         &out->password_len);
    (void)json_read_text(&f, "newPassword", JSON_OPTIONAL, 0, PASSWORD_TEXT_MAX, &out->fresh,
                         &out->fresh_len);
    (void)json_read_text(&f, "recoveryCode", JSON_OPTIONAL, 0, LOGIN_TEXT_MAX, &out->code,
                         &out->code_len);
    (void)json_read_text(&f, "name", JSON_OPTIONAL, 0, NAME_TEXT_MAX, &out->name, &out->name_len);
    memcpy(fault, f.fault, JSON_FAULT_MAX);
    return json_fields_are_right(&f);
}

/* Null, or what is missing of what the action cannot do without. */
static const char *missing_of(enum rest_action action, const struct words *words)
{
    if (action == REST_ACCOUNT && (!words->login || !words->password))
        return "login and password are required";
    if (action == REST_PASSWORD && !words->fresh)
        return "newPassword is required";
    if (action == REST_LOGIN &&
        (words->code ? words->login || words->password : !words->login || !words->password))
        return "login and password are required, or recoveryCode alone";
    return action == REST_DELETE && !words->name ? "name is required" : NULL;
}

/* The rules for a new login (may be null) and a new password. False if the job has been answered. */
static bool are_fit(struct rest_job *job, const char *login, size_t login_len, const char *password,
                    size_t password_len)
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

static void ask_account(struct rest_job *job, const struct words *words)
{
    struct hash_task task = {.ack = 0};
    if (job->secret->account.login[0]) {
        rest_account_end(job, 409, "has-account", "You already have an account");
        return;
    }
    if (!are_fit(job, words->login, words->login_len, words->password, words->password_len) ||
        !rest_account_is_free(job, words->login) || !may_try(job, NULL))
        return;
    memcpy(job->secret->login, words->login, words->login_len + 1);
    memcpy(task.fresh, words->password, words->password_len + 1);
    hash_ask(job, &task);
}

static void ask_password(struct rest_job *job, const struct words *words)
{
    struct hash_task task = {.ack = 0};
    const struct account_row *account = &job->secret->account;
    bool has_login = account->login[0] != '\0';
    const char *login = has_login ? account->login : words->login;
    if (!has_login && !words->login) {
        rest_account_end(job, 422, "bad-login",
                         "You have no login yet; choose one with the password");
        return;
    }
    if (has_login && (!words->password || words->password_len >= sizeof task.shown)) {
        rest_account_wrong(job);
        return;
    }
    if (!are_fit(job, login, strlen(login), words->fresh, words->fresh_len) ||
        !rest_account_is_free(job, login) || !may_try(job, has_login ? login : NULL))
        return;
    memcpy(job->secret->login, login, strlen(login) + 1);
    if (has_login) {
        /* An empty password is a wrong one, and costs the same. */
        (void)snprintf(task.shown, sizeof task.shown, "%s",
                       words->password_len ? words->password : " ");
        memcpy(task.stored, account->password, sizeof task.stored);
    }
    memcpy(task.fresh, words->fresh, words->fresh_len + 1);
    hash_ask(job, &task);
}

static void ask_recovery(struct rest_job *job)
{
    struct rest_secret *secret = job->secret;
    struct service_command command = command_of(COMMAND_REST_ACCOUNT);
    secret->account.has_recovery = true;
    recovery_fresh(secret->code, secret->account.recovery);
    command.account = &secret->account;
    rest_account_give(job, &command);
}

static void ask_login(struct rest_job *job, const struct words *words)
{
    struct hash_task task = {.ack = 0};
    struct account_row account;
    bool is_login = account_is_login(words->login, words->login_len);
    if (!may_try(job, is_login ? words->login : NULL))
        return;
    if (is_login && rest_account_find(job->rest, words->login, &account) != STORE_OK) {
        rest_account_refuse(job, REFUSAL_STORE);
        return;
    }
    if (is_login) {
        memcpy(job->secret->login, words->login, words->login_len + 1);
        memcpy(task.stored, account.password, sizeof task.stored);
        memcpy(job->secret->account.password, account.password, sizeof account.password);
    }
    (void)snprintf(task.shown, sizeof task.shown, "%s",
                   words->password_len ? words->password : " ");
    if (words->password_len >= sizeof task.shown)
        task.stored[0] = '\0'; /* too long to be right */
    hash_ask(job, &task);
}

static void ask_code(struct rest_job *job, const struct words *words)
{
    uint8_t hash[ROW_HASH_BYTES];
    const struct store_account_key key = {.by = STORE_BY_RECOVERY, .recovery = hash};
    struct account_row account;
    if (!may_try(job, NULL))
        return;
    enum store_err err = recovery_hash(hash, words->code, words->code_len)
                             ? store_account(job->rest->setup.store, &key, &account)
                             : STORE_E_MISSING;
    if (err == STORE_E_MISSING)
        rest_account_wrong(job);
    else if (err)
        rest_account_refuse(job, REFUSAL_STORE);
    else
        rest_account_let_in(job, account.player_id);
}

static void ask_logout(struct rest_job *job)
{
    bool is_everywhere = job->action == REST_LOGOUT_ALL;
    struct service_command command =
        command_of(is_everywhere ? COMMAND_REST_LOGOUT_ALL : COMMAND_REST_LOGOUT);
    if (is_everywhere) {
        token_fresh(&job->fresh_token[0]);
        token_hash(command.fresh_hash, &job->fresh_token[0]);
    }
    rest_account_give(job, &command);
}

/* Games that run are given up, games that wait are cancelled: at no charge, for deleting was paid for.
 * False if the store does not let them go. */
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

static void ask_delete(struct rest_job *job, const struct words *words)
{
    struct service_command command = command_of(COMMAND_REST_ERASE);
    struct player_rows player;
    enum store_err err = store_player(job->rest->setup.store, job->player_id, &player);
    bool is_name = !err && strcmp(player.player.name, words->name) == 0;
    if (!err && !is_name) {
        rest_account_refuse(job, REFUSAL_WRONG_NAME); /* before any game is given up */
    } else if (err || !end_games(job)) {
        rest_account_refuse(job, REFUSAL_STORE);
    } else {
        command.name = words->name;
        command.name_len = words->name_len;
        rest_account_give(job, &command);
    }
}

static void ask_as(struct rest_job *job, const struct words *words)
{
    switch ((enum rest_action)job->action) {
    case REST_ACCOUNT:
        ask_account(job, words);
        break;
    case REST_PASSWORD:
        ask_password(job, words);
        break;
    case REST_RECOVERY:
        ask_recovery(job);
        break;
    case REST_DELETE:
        ask_delete(job, words);
        break;
    default:
        ask_logout(job);
    }
}

/* Who asks, and the account there is. False if the job has been answered. */
static bool know_asker(struct rest_job *job, const struct rest_caller *caller)
{
    struct rest *rest = job->rest;
    rest_commit(rest); /* the store shall know all there is */
    job->has_token = true;
    job->token = caller->token;
    memcpy(job->token_hash, caller->token_hash, sizeof job->token_hash);
    enum store_err err = rest_find_asker(rest, caller, &job->player_id);
    if (!err && job->player_id)
        err = rest_account_of(rest, job->player_id, &job->secret->account);
    bool is_known = !err && job->player_id; /* the job is gone once it is answered */
    if (!is_known)
        rest_account_refuse(job, err ? REFUSAL_STORE : REFUSAL_NO_SESSION);
    return is_known;
}

void rest_account_ask(struct rest_job *job, const struct rest_caller *caller, const json_t *body)
{
    static const char *const account_keys[] = {"login", "password"};
    static const char *const password_keys[] = {"password", "newPassword", "login"};
    static const char *const login_keys[] = {"login", "password", "recoveryCode"};
    static const char *const delete_keys[] = {"name"};
    static const struct {
        const char *const *keys;
        int count;
    } known[] = {[REST_ACCOUNT] = {account_keys, 2},
                 [REST_PASSWORD] = {password_keys, 3},
                 [REST_LOGIN] = {login_keys, 3},
                 [REST_DELETE] = {delete_keys, 1}};
    char fault[JSON_FAULT_MAX];
    struct words words;
    bool has_keys = job->action < sizeof known / sizeof *known && known[job->action].count;
    job->secret = calloc(1, sizeof *job->secret);
    if (!job->secret) {
        rest_account_refuse(job, REFUSAL_SERVER_FULL);
        return;
    }
    if (!read_words(&words, body, has_keys ? known[job->action].keys : NULL,
                    has_keys ? known[job->action].count : 0, fault)) {
        rest_account_end(job, 400, "bad-request", fault);
        return;
    }
    const char *missing = missing_of((enum rest_action)job->action, &words);
    if (missing)
        rest_account_end(job, 400, "bad-request", missing);
    else if (job->action != REST_LOGIN)
        (void)(know_asker(job, caller) && (ask_as(job, &words), true));
    else if (words.code)
        ask_code(job, &words);
    else
        ask_login(job, &words);
}
