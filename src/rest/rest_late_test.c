/* What happens between a question to the store and its answer. The store is a real one whose answers come when the test
 * collects them; the service is the test itself, which replies to the commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "net/address.h"
#include "play/id.h"
#include "rest/net_double_test.h"
#include "rest/rest.h"
#include "store/store_fixture_test.h"

enum { COMMANDS_KEPT = 8, READS = 3, READS_EACH = 2 };

struct fixture {
    struct test_store *store;
    struct store_async *async;
    struct budgets budgets;
    struct rest *rest;
    struct token token; /* Ann's */
    char token_text[TOKEN_TEXT_SIZE];
    struct service_command command[COMMANDS_KEPT];
    int commands, ended_sessions, ended_players, lives;
};

static void on_submit(void *context, struct service_command *command)
{
    struct fixture *f = context;
    assert_true(f->commands < COMMANDS_KEPT);
    f->command[f->commands++] = *command;
}

static void on_nothing(void *context)
{
    (void)context;
}

static bool on_ready(void *context)
{
    (void)context;
    return true;
}

static void on_end_player(void *context, int64_t player_id, bool is_erased)
{
    struct fixture *f = context;
    f->ended_players += player_id == ANN && is_erased;
}

static void on_end_session(void *context, int64_t player_id, const uint8_t hash[ROW_HASH_BYTES])
{
    struct fixture *f = context;
    (void)hash;
    f->ended_sessions += player_id == ANN;
}

static void on_refused(void *context, enum refusal refusal)
{
    (void)context, (void)refusal;
}

static void on_life(void *context, struct service_life *out)
{
    struct fixture *f = context;
    *out = (struct service_life){.online = ++f->lives};
}

static int64_t on_wall(void *context)
{
    (void)context;
    return START_MS;
}

static void put_people(struct fixture *f)
{
    struct row session = {.kind = ROW_SESSION,
                          .session = {.player_id = ANN, .created_ms = 1, .seen_ms = 1}};
    token_fresh(&f->token);
    token_write(f->token_text, &f->token);
    token_hash(session.session.token_hash, &f->token);
    put_game(f->store);
    put(f->store, session);
    commit(f->store);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    const uint8_t key[STORE_SECRET_BYTES] = {1};
    if (!f || !token_start() || test_store_setup((void **)&f->store) != 0)
        return -1;
    *state = f;
    address_set_key(key);
    put_people(f);
    const struct store_async_setup late = {
        .store = f->store->store, .is_late = true, .wake = on_nothing};
    f->async = store_async_open(&late);
    const struct budgets_setup limits = {
        .limit = {[BUDGET_READS] = {READS, READS_EACH, READS_EACH}}, .addresses = 8};
    f->rest = rest_open();
    if (!f->async || !f->rest || !budgets_open(&f->budgets, &limits))
        return -1;
    const struct rest_setup setup = {.host = {.submit = on_submit,
                                              .commit = on_nothing,
                                              .is_ready = on_ready,
                                              .end_player = on_end_player,
                                              .end_session = on_end_session,
                                              .refused = on_refused,
                                              .life = on_life,
                                              .wall_ms = on_wall,
                                              .context = f},
                                     .async = f->async,
                                     .is_unlimited = true,
                                     .budgets = &f->budgets};
    rest_attach(f->rest, &setup, (struct net *)f);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    store_async_stop(f->async);
    rest_close(f->rest);
    store_async_close(f->async);
    budgets_close(&f->budgets);
    (void)test_store_teardown((void **)&f->store);
    free(f);
    return 0;
}

/* ---- requests ---- */

static struct net_request get(const char *path)
{
    return (struct net_request){.method = NET_GET, .path = path};
}

static struct net_request own(const struct fixture *f, const char *path, const char *body)
{
    struct net_request request = {
        .method = body ? NET_POST : NET_GET, .path = path, .body = body && *body ? body : NULL};
    (void)snprintf(request.authorization, sizeof request.authorization, "Bearer %s", f->token_text);
    return request;
}

static struct net_request profile(char path[64], const char *peer)
{
    char id[ID_TEXT_SIZE];
    id_write(id, ANN);
    (void)snprintf(path, 64, "/api/players/%s", id);
    struct net_request request = get(path);
    request.peer = peer;
    return request;
}

static void ask(struct fixture *f, struct net_request *request)
{
    rest_request(f->rest, request);
    assert_int_equal(request->status, 0);
}

static void assert_answer(const struct net_request *request, int status, const char *text)
{
    assert_int_equal(request->status, status);
    if (!strstr(request->answer, text))
        fail_msg("no %s in %s", text, request->answer);
}

/* The reply to a command, after its commit. */
static void reply_to(struct fixture *f, int command, enum refusal refusal)
{
    const struct outbox outbox = {0};
    const struct message reply = {.event = EVENT_REPLY,
                                  .to = TO_HOST,
                                  .refusal = (uint8_t)refusal,
                                  .snapshot = -1,
                                  .row = -1,
                                  .ack = f->command[command].ack,
                                  .player_id = ANN};
    rest_reply(f->rest, &reply, &outbox);
}

/* ---- reading ---- */

static void a_read_is_answered_when_the_store_has_answered(void **state)
{
    struct fixture *f = *state;
    char path[64];
    struct net_request request = profile(path, NULL);
    ask(f, &request);
    assert_int_equal(f->budgets.held[BUDGET_READS], 1);
    store_async_collect(f->async);
    assert_answer(&request, 200, "\"name\":\"Ann\"");
    assert_int_equal(f->budgets.held[BUDGET_READS], 0);
}

static void a_client_that_leaves_is_forgotten(void **state)
{
    struct fixture *f = *state;
    char path[64];
    struct net_request request = profile(path, NULL);
    ask(f, &request);
    rest_request_closed(f->rest, &request);
    store_async_collect(f->async);
    assert_int_equal(request.status, 0);
    assert_int_equal(f->budgets.held[BUDGET_READS], 0);
}

static void a_server_that_stops_still_answers(void **state)
{
    struct fixture *f = *state;
    char path[64];
    struct net_request request = profile(path, NULL);
    ask(f, &request);
    rest_drain(f->rest);
    rest_turn(f->rest, net_double_now_ms);
    store_async_collect(f->async);
    assert_answer(&request, 200, "\"name\":\"Ann\"");
}

/* AddressSanitizer sees what is not freed, or freed twice. */
static void questions_that_are_never_answered_are_freed(void **state)
{
    struct fixture *f = *state;
    char path[64];
    struct net_request read = profile(path, NULL), log = own(f, "/api/account/log", NULL);
    struct net_request recovery = own(f, "/api/account/recovery", "");
    recovery.method = NET_POST;
    ask(f, &read);
    ask(f, &log);
    recovery.peer = "127.0.0.2";
    ask(f, &recovery);
}

static void reads_are_limited_for_each_address_and_in_all(void **state)
{
    struct fixture *f = *state;
    struct net_request request[5];
    char path[5][64];
    static const char *const peers[] = {"127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.2",
                                        "127.0.0.3"};
    for (int i = 0; i < 5; i++) {
        request[i] = profile(path[i], peers[i]);
        rest_request(f->rest, &request[i]);
    }
    static const int expected[] = {0, 0, 503, 0, 503}; /* two each, three in all */
    for (int i = 0; i < 5; i++)
        assert_int_equal(request[i].status, expected[i]);
    assert_string_equal(request[2].retry_after, "1");
    assert_answer(&request[4], 503, "server-full");
    store_async_collect(f->async);
    assert_int_equal(request[3].status, 200);
    request[2] = profile(path[2], peers[2]);
    ask(f, &request[2]);
    store_async_collect(f->async);
    assert_int_equal(request[2].status, 200);
}

static void clients_wait_for_one_answer_of_the_lobby(void **state)
{
    struct fixture *f = *state;
    struct net_request request[3];
    for (int i = 0; i < 3; i++) {
        request[i] = get("/api/lobby");
        ask(f, &request[i]);
    }
    rest_request_closed(f->rest, &request[0]); /* the others still get it */
    rest_request_closed(f->rest, &request[1]);
    store_async_collect(f->async);
    assert_int_equal(request[1].status, 0);
    assert_answer(&request[2], 200, "\"online\":1");
    struct net_request later = get("/api/lobby");
    rest_request(f->rest, &later); /* it is kept for a second */
    assert_answer(&later, 200, "\"online\":1");
}

/* ---- accounts ---- */

/* Answers the request for a recovery code: writes what the command says, and replies. */
static void answer_account(struct fixture *f, int command)
{
    struct row row = {.kind = ROW_ACCOUNT, .account = *f->command[command].account};
    assert_int_equal(f->command[command].kind, COMMAND_REST_ACCOUNT);
    row.account.player_id = ANN;
    put(f->store, row);
    commit(f->store);
    reply_to(f, command, REFUSAL_OK);
}

/* Otherwise the first client would be shown a code that the second one has replaced. */
static void requests_of_one_player_are_decided_one_after_the_other(void **state)
{
    struct fixture *f = *state;
    struct net_request first = own(f, "/api/account/recovery", "");
    struct net_request second = first;
    ask(f, &first);
    ask(f, &second);
    store_async_collect(f->async);
    assert_int_equal(f->commands, 1);
    answer_account(f, 0);
    assert_answer(&first, 200, "recoveryCode");
    assert_int_equal(second.status, 0);
    store_async_collect(f->async);
    assert_int_equal(f->commands, 1);
    assert_answer(&second, 403, "proof-needed"); /* it saw the account with its code */
}

/* The second one has read the facts before the first one changed them, but hears of them later. */
static void old_facts_are_read_again(void **state)
{
    struct fixture *f = *state;
    struct net_request first = own(f, "/api/account/recovery", "");
    struct net_request second = first;
    ask(f, &first);
    store_async_collect(f->async);
    ask(f, &second);
    answer_account(f, 0);
    store_async_collect(f->async);
    assert_int_equal(second.status, 0);
    store_async_collect(f->async);
    assert_answer(&second, 403, "proof-needed");
}

static void the_log_is_read_after_its_lines_are_written(void **state)
{
    struct fixture *f = *state;
    struct net_request recovery = own(f, "/api/account/recovery", "");
    struct net_request log = own(f, "/api/account/log", NULL);
    ask(f, &recovery);
    store_async_collect(f->async);
    answer_account(f, 0); /* notes a line */
    ask(f, &log);
    store_async_collect(f->async); /* writes it … */
    assert_int_equal(log.status, 0);
    store_async_collect(f->async); /* … and reads */
    assert_answer(&log, 200, "\"what\":\"recovery-code\"");
}

static void logging_out_ends_connections_even_if_the_client_is_gone(void **state)
{
    struct fixture *f = *state;
    struct net_request request = own(f, "/api/logout", "");
    ask(f, &request);
    store_async_collect(f->async);
    assert_int_equal(f->command[0].kind, COMMAND_REST_LOGOUT);
    rest_request_closed(f->rest, &request);
    reply_to(f, 0, REFUSAL_OK);
    assert_int_equal(f->ended_sessions, 1);
    assert_int_equal(request.status, 0);
}

static void deleting_goes_on_if_the_client_is_gone(void **state)
{
    struct fixture *f = *state;
    struct net_request request = own(f, "/api/me/delete", "{\"name\":\"Ann\"}");
    ask(f, &request);
    store_async_collect(f->async); /* the player … */
    rest_request_closed(f->rest, &request);
    store_async_collect(f->async); /* … and their games */
    assert_int_equal(f->commands, 1);
    assert_int_equal(f->command[0].kind, COMMAND_RESIGN);
    reply_to(f, 0, REFUSAL_OK);
    assert_int_equal(f->commands, 1); /* nothing is submitted by a reply: its turn is just ending */
    rest_turn(f->rest, net_double_now_ms);
    assert_int_equal(f->commands, 2);
    assert_int_equal(f->command[1].kind, COMMAND_REST_ERASE);
    reply_to(f, 1, REFUSAL_OK);
    assert_int_equal(f->ended_players, 1);
}

static void nobody_is_deleted_whose_games_could_not_be_ended(void **state)
{
    struct fixture *f = *state;
    struct net_request request = own(f, "/api/me/delete", "{\"name\":\"Ann\"}");
    ask(f, &request);
    store_async_collect(f->async);
    store_async_collect(f->async);
    reply_to(f, 0, REFUSAL_STORE);
    rest_turn(f->rest, net_double_now_ms);
    assert_int_equal(f->commands, 1);
    assert_answer(&request, 503, "store-unavailable");
}

#define LATE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LATE_TEST(a_read_is_answered_when_the_store_has_answered),
        LATE_TEST(a_client_that_leaves_is_forgotten),
        LATE_TEST(a_server_that_stops_still_answers),
        LATE_TEST(questions_that_are_never_answered_are_freed),
        LATE_TEST(reads_are_limited_for_each_address_and_in_all),
        LATE_TEST(clients_wait_for_one_answer_of_the_lobby),
        LATE_TEST(requests_of_one_player_are_decided_one_after_the_other),
        LATE_TEST(old_facts_are_read_again),
        LATE_TEST(the_log_is_read_after_its_lines_are_written),
        LATE_TEST(logging_out_ends_connections_even_if_the_client_is_gone),
        LATE_TEST(deleting_goes_on_if_the_client_is_gone),
        LATE_TEST(nobody_is_deleted_whose_games_could_not_be_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
