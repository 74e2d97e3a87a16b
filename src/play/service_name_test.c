/* Names that belong to accounts, and names that nobody may have. */
#include "play/ask_test.h"

#include "base/skeleton.h"

enum { OWNER = 77 };

static void own(struct host *host, const char *name, int64_t owner)
{
    host->owned_skeleton = skeleton_hash(name);
    host->owner = owner;
}

static enum refusal call(struct host *host, int32_t conn, enum command_kind kind, const char *name)
{
    struct service_command command = command_by(conn, kind, 0);
    command.name = name;
    command.name_len = strlen(name);
    return host_ask(host, &command);
}

static const char *name_of(struct host *host, int32_t conn)
{
    return host_player(host, service_player_of(host->service, conn))->player.name;
}

static void a_name_of_an_account_is_refused_to_others(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    own(host, "Annabel", OWNER);
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "AnnabeI"), REFUSAL_NAME_TAKEN);
    assert_int_equal(call(host, 0, COMMAND_JOIN_QUEUE, "annabel"), REFUSAL_NAME_TAKEN);
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "Annabella"), REFUSAL_OK);
    own(host, "Annabella", service_player_of(host->service, 0));
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "ANNABELLA"), REFUSAL_OK);
    own(host, "Annabella", OWNER); /* two accounts of an older database */
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "Annabella"), REFUSAL_OK);
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "Computer"), REFUSAL_NAME_RESERVED);
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "Аnna"), REFUSAL_NAME_MIXED);
}

static enum refusal connect_as(struct host *host, int32_t conn, int secret, const char *name)
{
    struct service_command command = command_by(conn, COMMAND_CONNECT, 0);
    hash_of(command.fresh_hash, secret);
    command.name = name;
    command.name_len = strlen(name);
    return host_ask(host, &command);
}

static void a_guest_with_a_name_of_others_gets_in_without_it(void **state)
{
    struct host *host = *state;
    own(host, "Annabel", OWNER);
    assert_int_equal(connect_as(host, 0, 100, "Annabel"), REFUSAL_OK);
    assert_memory_equal(name_of(host, 0), "Guest ", 6);
    assert_int_equal(connect_as(host, 1, 101, "Deleted player"), REFUSAL_OK);
    assert_memory_equal(name_of(host, 1), "Guest ", 6);
    assert_int_equal(connect_as(host, 2, 102, "Bert"), REFUSAL_OK);
    assert_string_equal(name_of(host, 2), "Bert");
    assert_int_equal(connect_as(host, 3, 103, "  "), REFUSAL_BAD_NAME);
}

static void a_guest_whose_name_has_become_that_of_an_account_gives_it_up(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "Annabel"), REFUSAL_OK);
    own(host, "Annabel", service_player_of(host->service, 0));
    assert_int_equal(host_connect(host, 1, 100), REFUSAL_OK);
    assert_string_equal(name_of(host, 1), "Annabel");
    own(host, "Annabel", OWNER);
    assert_int_equal(host_connect(host, 2, 100), REFUSAL_OK);
    assert_memory_equal(name_of(host, 2), "Guest ", 6);
}

static void new_guests_of_a_game_may_not_have_it_either(void **state)
{
    struct host *host = *state;
    struct service_command order = command_by(CONN_NONE, COMMAND_REST_CREATE, 0);
    for (int i = 0; i < ROW_SEATS; i++) {
        order.seat[i] = (struct seat_order){.wish = WISH_NEW, .name = i ? "Annabel" : "Bob"};
        order.seat[i].name_len = strlen(order.seat[i].name);
        hash_of(order.seat[i].fresh_hash, 501 + i);
    }
    own(host, "annabeI", OWNER);
    assert_int_equal(host_ask(host, &order), REFUSAL_NAME_TAKEN);
    order.seat[1].name = "Carl";
    order.seat[1].name_len = 4;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
}

static void a_guest_with_the_name_of_an_account_gives_it_up_when_signing_up(void **state)
{
    struct host *host = *state;
    const struct account_row account = {.login = "ann2", .password = "hash"};
    struct service_command command = command_by(CONN_NONE, COMMAND_REST_ACCOUNT, 0);
    command.account = &account;
    command.has_token = true;
    assert_int_equal(host_connect(host, 0, 100), REFUSAL_OK);
    assert_int_equal(call(host, 0, COMMAND_SET_NAME, "Annabel"), REFUSAL_OK);
    hash_of(command.token_hash, 100);
    own(host, "Annabel", OWNER);
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
    assert_string_equal(name_of(host, 0), "ann2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_name_of_an_account_is_refused_to_others),
        WITH_HOST(a_guest_with_a_name_of_others_gets_in_without_it),
        WITH_HOST(a_guest_whose_name_has_become_that_of_an_account_gives_it_up),
        WITH_HOST(new_guests_of_a_game_may_not_have_it_either),
        WITH_HOST(a_guest_with_the_name_of_an_account_gives_it_up_when_signing_up),
    };
    return cmocka_run_group_tests_name("service_name", tests, NULL, NULL);
}
