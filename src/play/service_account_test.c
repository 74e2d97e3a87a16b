#include "play/ask_test.h"

/* A command over REST with the token of this secret. */
static enum refusal rest_ask(struct host *host, struct service_command command, int secret)
{
    command.has_token = secret != 0;
    hash_of(command.token_hash, secret);
    return host_ask(host, &command);
}

static enum refusal rest_simple(struct host *host, enum command_kind kind, int secret)
{
    return rest_ask(host, command_of(kind), secret);
}

static struct service_command with_fresh(enum command_kind kind, int secret)
{
    struct service_command command = command_of(kind);
    hash_of(command.fresh_hash, secret);
    return command;
}

static struct service_command logout_of(int secret)
{
    struct service_command command = command_of(COMMAND_REST_LOGOUT);
    hash_of(command.ended_hash, secret);
    return command;
}

static struct service_command erase_of(const char *name)
{
    struct service_command command = command_of(COMMAND_REST_ERASE);
    command.name = name;
    command.name_len = strlen(name);
    return command;
}

static void name_of(char out[ROW_NAME_SIZE], struct host *host, int64_t id)
{
    const struct player_rows *player = host_player(host, id);
    assert_non_null(player);
    if (player)
        memcpy(out, player->player.name, ROW_NAME_SIZE);
}

static void a_login_becomes_the_name_of_a_guest_without_one(void **state)
{
    struct host *host = *state;
    const struct account_row account = {.login = "ann", .password = "hash"};
    struct service_command command = command_of(COMMAND_REST_ACCOUNT);
    struct service_command rename = command_by(1, COMMAND_SET_NAME, 0);
    char name[ROW_NAME_SIZE];
    command.account = &account;
    rename.name = "Berta";
    rename.name_len = 5;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 101), REFUSAL_OK);
    assert_int_equal(host_ask(host, &rename), REFUSAL_OK);
    assert_int_equal(rest_ask(host, command, 100), REFUSAL_OK);
    name_of(name, host, service_player_of(host->service, 0));
    assert_string_equal(name, "ann");
    assert_int_equal(rest_ask(host, command, 101), REFUSAL_OK);
    name_of(name, host, service_player_of(host->service, 1));
    assert_string_equal(name, "Berta");
}

static void an_account_belongs_to_the_player_of_the_token(void **state)
{
    struct host *host = *state;
    const struct account_row account = {.login = "ann", .password = "hash", .player_id = 99};
    struct service_command command = command_of(COMMAND_REST_ACCOUNT);
    command.account = &account;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(rest_ask(host, command, 5), REFUSAL_NO_SESSION);
    assert_int_equal(host->account.player_id, 0);
    assert_int_equal(rest_ask(host, command, 100), REFUSAL_OK);
    assert_int_equal(host->account.player_id, service_player_of(host->service, 0));
    assert_string_equal(host->account.login, "ann");
}

static void a_login_adds_a_session(void **state)
{
    struct host *host = *state;
    struct service_command login = with_fresh(COMMAND_REST_LOGIN, 7);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    login.player_id = service_player_of(host->service, 0);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 7), REFUSAL_NO_SESSION);
    assert_int_equal(host_ask(host, &login), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 7), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_OK);
}

static void logging_out_ends_one_session_only(void **state)
{
    struct host *host = *state;
    struct service_command login = with_fresh(COMMAND_REST_LOGIN, 7);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    login.player_id = service_player_of(host->service, 0);
    assert_int_equal(host_ask(host, &login), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 7), REFUSAL_OK);
    assert_int_equal(rest_ask(host, logout_of(100), 100), REFUSAL_OK);
    assert_int_equal(rest_ask(host, logout_of(100), 100), REFUSAL_NO_SESSION);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 7), REFUSAL_OK);
    assert_int_equal(host->sessions, 1);
}

static void a_session_of_the_same_player_can_be_ended_but_no_other(void **state)
{
    struct host *host = *state;
    struct service_command login = with_fresh(COMMAND_REST_LOGIN, 7);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 200), REFUSAL_OK);
    login.player_id = service_player_of(host->service, 0);
    assert_int_equal(host_ask(host, &login), REFUSAL_OK); /* not in memory yet */
    assert_int_equal(rest_ask(host, logout_of(7), 200), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 7), REFUSAL_OK);
    assert_int_equal(rest_ask(host, logout_of(7), 100), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 7), REFUSAL_NO_SESSION);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_OK);
}

static void a_new_password_ends_every_session_in_the_same_turn(void **state)
{
    struct host *host = *state;
    const struct account_row account = {.login = "ann", .password = "new hash"};
    struct service_command login = with_fresh(COMMAND_REST_LOGIN, 7);
    struct service_command change = with_fresh(COMMAND_REST_ACCOUNT, 77);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    login.player_id = service_player_of(host->service, 0);
    assert_int_equal(host_ask(host, &login), REFUSAL_OK);
    change.account = &account;
    change.ends_sessions = true;
    host->fails = true;
    assert_int_equal(rest_ask(host, change, 100), REFUSAL_STORE);
    host->fails = false;
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_OK);
    assert_int_equal(rest_ask(host, change, 100), REFUSAL_OK);
    assert_string_equal(host->account.password, "new hash");
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_NO_SESSION);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 7), REFUSAL_NO_SESSION);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 77), REFUSAL_OK);
}

static void a_login_may_change_the_account_in_the_same_turn(void **state)
{
    struct host *host = *state;
    const struct account_row account = {.login = "ann", .password = "hash", .totp_step = 5};
    struct service_command login = with_fresh(COMMAND_REST_LOGIN, 7);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    login.player_id = service_player_of(host->service, 0);
    login.account = &account;
    assert_int_equal(host_ask(host, &login), REFUSAL_OK);
    assert_int_equal(host->account.totp_step, 5);
    assert_int_equal(host->account.player_id, login.player_id);
}

static void the_use_of_a_session_is_stored_once_an_hour_with_its_agent(void **state)
{
    struct host *host = *state;
    const int64_t minute_ms = 60000;
    struct service_command me = command_of(COMMAND_REST_ME);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    int64_t first_ms = host->session[0].seen_ms;
    me.agent = 0x0301;
    host_wait(host, 59 * minute_ms);
    assert_int_equal(rest_ask(host, me, 100), REFUSAL_OK);
    assert_int_equal(host->session[0].seen_ms, first_ms);
    host_wait(host, minute_ms);
    assert_int_equal(rest_ask(host, me, 100), REFUSAL_OK);
    assert_int_equal(host->session[0].seen_ms, first_ms + 60 * minute_ms);
    assert_int_equal(host->session[0].agent, 0x0301);
}

static void logging_out_everywhere_leaves_only_the_fresh_token(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 200), REFUSAL_OK);
    for (int secret = 1; secret <= 30; secret++) {
        struct service_command login = with_fresh(COMMAND_REST_LOGIN, secret);
        login.player_id = service_player_of(host->service, 0);
        assert_int_equal(host_ask(host, &login), REFUSAL_OK);
        if (secret % 2)
            assert_int_equal(rest_simple(host, COMMAND_REST_ME, secret), REFUSAL_OK);
    }
    assert_int_equal(rest_ask(host, with_fresh(COMMAND_REST_LOGOUT_ALL, 77), 3), REFUSAL_OK);
    for (int secret = 1; secret <= 30; secret++)
        assert_int_equal(rest_simple(host, COMMAND_REST_ME, secret), REFUSAL_NO_SESSION);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 77), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 200), REFUSAL_OK);
    assert_int_equal(host->sessions, 2);
}

static void a_logout_that_is_not_stored_did_not_happen(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    host->fails = true;
    assert_int_equal(rest_ask(host, with_fresh(COMMAND_REST_LOGOUT_ALL, 77), 100), REFUSAL_STORE);
    assert_int_equal(rest_ask(host, logout_of(100), 100), REFUSAL_STORE);
    host->fails = false;
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 77), REFUSAL_NO_SESSION);
    assert_int_equal(rest_ask(host, logout_of(100), 100), REFUSAL_OK);
    assert_int_equal(host->sessions, 0);
}

static void an_erased_player_has_no_name_rating_session_or_place_in_the_queue(void **state)
{
    struct host *host = *state;
    const struct clock_row days = {CLOCK_DAYS, 86400000, 0};
    int32_t red;
    int64_t game = host_pair(host, (struct clock_row){CLOCK_LIVE, 60000, 0}, true, &red);
    int64_t id = service_player_of(host->service, 0);
    char name[ROW_NAME_SIZE] = "";
    name_of(name, host, id);
    struct service_command join = command_by(0, COMMAND_JOIN_QUEUE, 0);
    join.clock = days;
    assert_int_equal(host_ask(host, &join), REFUSAL_OK);
    for (int ply = 0; ply < 4; ply++)
        assert_int_equal(host_move(host, ply % 2 ? 1 - red : red, game, ply, ply), REFUSAL_OK);
    assert_int_equal(rest_ask(host, erase_of("Somebody"), 100), REFUSAL_WRONG_NAME);
    assert_int_equal(rest_ask(host, erase_of(name), 100), REFUSAL_GAME_RUNNING);
    assert_int_equal(host_simple(host, 0, COMMAND_RESIGN, game), REFUSAL_OK);
    assert_int_equal(host->rated, 1);
    assert_int_equal(host->queued, 1);
    assert_int_equal(rest_ask(host, erase_of(name), 100), REFUSAL_OK);
    assert_string_equal(host_player(host, id)->player.name, "Deleted player");
    assert_true(host_player(host, id)->player.erased_ms > 0);
    assert_int_equal(people_find(host->service, id)->rating[RATING_CLASSIC].games, 0);
    assert_int_equal(host->queued, 0);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_NO_SESSION);
    assert_int_equal(host->sessions, 1);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 101), REFUSAL_OK);
}

static void a_deletion_that_is_not_stored_did_not_happen(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    int64_t id = service_player_of(host->service, 0);
    char name[ROW_NAME_SIZE] = "";
    name_of(name, host, id);
    host->fails = true;
    assert_int_equal(rest_ask(host, erase_of(name), 100), REFUSAL_STORE);
    host->fails = false;
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_OK);
    assert_string_equal(people_find(host->service, id)->name, name);
}

/* Somebody may log in to an account of their own thousands of times. */
static void an_account_holds_few_sessions_in_memory_and_all_of_them_work(void **state)
{
    struct host *host = *state;
    enum { LOGINS = 20 };
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    int64_t id = service_player_of(host->service, 0);
    for (int i = 0; i < LOGINS; i++) {
        struct service_command login = with_fresh(COMMAND_REST_LOGIN, 200 + i);
        login.player_id = id;
        assert_int_equal(rest_ask(host, login, 0), REFUSAL_OK);
    }
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < LOGINS; i++) {
            assert_int_equal(rest_simple(host, COMMAND_REST_ME, 200 + i), REFUSAL_OK);
            assert_true(service_count(host->service).sessions <= SESSIONS_HELD);
        }
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_OK);
    assert_int_equal(host->sessions, LOGINS + 1);
}

static void a_login_may_end_another_session_of_the_same_player(void **state)
{
    struct host *host = *state;
    struct service_command login = with_fresh(COMMAND_REST_LOGIN, 200);
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 101), REFUSAL_OK);
    login.player_id = service_player_of(host->service, 0);
    login.ends_session = true;
    hash_of(login.ended_hash, 101); /* of somebody else */
    assert_int_equal(rest_ask(host, login, 0), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 101), REFUSAL_OK);
    hash_of(login.fresh_hash, 201);
    hash_of(login.ended_hash, 100);
    assert_int_equal(rest_ask(host, login, 0), REFUSAL_OK);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 100), REFUSAL_NO_SESSION);
    assert_int_equal(rest_simple(host, COMMAND_REST_ME, 201), REFUSAL_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_login_becomes_the_name_of_a_guest_without_one),
        WITH_HOST(an_account_belongs_to_the_player_of_the_token),
        WITH_HOST(a_login_adds_a_session),
        WITH_HOST(logging_out_ends_one_session_only),
        WITH_HOST(a_session_of_the_same_player_can_be_ended_but_no_other),
        WITH_HOST(a_new_password_ends_every_session_in_the_same_turn),
        WITH_HOST(a_login_may_change_the_account_in_the_same_turn),
        WITH_HOST(the_use_of_a_session_is_stored_once_an_hour_with_its_agent),
        WITH_HOST(logging_out_everywhere_leaves_only_the_fresh_token),
        WITH_HOST(a_logout_that_is_not_stored_did_not_happen),
        WITH_HOST(an_erased_player_has_no_name_rating_session_or_place_in_the_queue),
        WITH_HOST(a_deletion_that_is_not_stored_did_not_happen),
        WITH_HOST(an_account_holds_few_sessions_in_memory_and_all_of_them_work),
        WITH_HOST(a_login_may_end_another_session_of_the_same_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
