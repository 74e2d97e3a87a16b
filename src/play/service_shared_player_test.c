/* Players, sessions and bans in a service that shares its database. */
#include "play/shared_test.h"

static void a_session_that_ended_on_another_node_is_named(void **state)
{
    struct host *host = *state;
    uint8_t ended[4][ROW_HASH_BYTES], hash[ROW_HASH_BYTES];
    struct service_sessions sessions = {.ended = ended, .max = 4};
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    struct player_rows rows = *host_player(host, player_at(host, 0));
    rows.sanction = (struct sanction_row){rows.player.id, 0, INT64_MAX};
    host_begin(host);
    assert_int_equal(service_refresh_player(host->service, &rows, 9, &sessions,
                                            service_mark(host->service), &host->now),
                     REFRESH_DONE);
    host_turn(host);
    hash_of(hash, 1);
    assert_int_equal(sessions.ended_count, 1);
    assert_memory_equal(ended[0], hash, sizeof hash);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
}

static void a_session_that_ended_on_another_node_is_not_stored_again(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host->sessions, 1);
    host_wait(host, 2 * 60 * 60 * 1000); /* its use is stored once an hour */
    host->sessions = 0;
    assert_int_equal(host_connect(host, 1, 1), REFUSAL_OK); /* until this node hears of the end */
    assert_int_equal(host->sessions, 0);
}

/* Rows of a player, read when the service had this mark. */
static void a_read_arrives(struct host *host, const struct player_rows *old, uint64_t mark)
{
    host_begin(host);
    assert_int_equal(service_refresh_player(host->service, old, 9, NULL, mark, &host->now),
                     REFRESH_DONE);
    host_turn(host);
}

static void a_read_that_began_before_an_account_was_made_does_not_undo_it(void **state)
{
    struct host *host = *state;
    const struct account_row account = {.login = "ann", .password = "hash"};
    struct service_command make = command_of(COMMAND_REST_ACCOUNT);
    struct service_command order = command_by(0, COMMAND_CREATE_GAME, 0);
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    const struct player_rows old = *host_player(host, player_at(host, 0));
    uint64_t mark = service_mark(host->service);
    make.account = &account;
    make.has_token = true;
    hash_of(make.token_hash, 1);
    assert_int_equal(host_ask(host, &make), REFUSAL_OK);
    a_read_arrives(host, &old, mark);
    order.clock = blitz;
    order.seat[0].wish = WISH_ME;
    order.seat[1].wish = WISH_ANYONE;
    order.is_rated = true;
    assert_int_equal(host_ask(host, &order), REFUSAL_OK);
}

/* Connection 1 does this to the player of connection 0. */
static void moderate(struct host *host, enum moderation_action action)
{
    const struct moderation_row order = {.player_id = player_at(host, 0),
                                         .action = (uint8_t)action,
                                         .until_ms = INT64_MAX,
                                         .reason = "Rude"};
    struct service_command command = command_by(1, COMMAND_REST_MODERATE, 0);
    command.moderation = &order;
    assert_int_equal(host_ask(host, &command), REFUSAL_OK);
}

static void a_read_that_began_before_a_ban_does_not_undo_it(void **state)
{
    struct host *host = *state;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    const struct player_rows old = *host_player(host, player_at(host, 0));
    uint64_t mark = service_mark(host->service);
    moderate(host, MODERATE_BAN);
    a_read_arrives(host, &old, mark);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
}

static void a_ban_does_not_depend_on_the_place_in_the_queue(void **state)
{
    struct host *host = *state;
    join(host, 0);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    moderate(host,
             MODERATE_BAN); /* refused if it wrote the queue, and another node had changed that */
    assert_int_equal(host->queued, 1);
    host_tick(host);
    host_turn(host);
    assert_int_equal(host->queued, 0);
}

static void a_name_is_written_even_if_this_copy_has_it(void **state)
{
    struct host *host = *state;
    struct service_command call = command_by(0, COMMAND_SET_NAME, 0);
    char guest[ROW_NAME_SIZE];
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    assert_int_equal(host_connect(host, 1, 2), REFUSAL_OK);
    struct player_row *row = &host_player(host, player_at(host, 0))->player;
    player_guest_name(guest, row->id);
    memcpy(row->name, "Ugly", sizeof "Ugly"); /* on another node */
    moderate(host, MODERATE_RENAME);
    assert_string_equal(row->name, guest);
    call.name = "Ann";
    call.name_len = strlen("Ann");
    assert_int_equal(host_ask(host, &call), REFUSAL_OK);
    memcpy(row->name, "Ugly", sizeof "Ugly");
    assert_int_equal(host_ask(host, &call), REFUSAL_OK);
    assert_string_equal(row->name, "Ann");
}

static void a_read_that_began_before_a_missed_match_does_not_undo_it(void **state)
{
    struct host *host = *state;
    for (int32_t conn = 0; conn < 2; conn++)
        join(host, conn);
    struct player_rows old = *host_player(host, player_at(host, 0));
    old.player.misses = (struct misses){1, host->now.wall_ms};
    a_read_arrives(host, &old, service_mark(host->service)); /* the player missed one before */
    host_tick(host);
    host_turn(host);
    uint64_t mark = service_mark(host->service);
    host_wait(host, host->setup.lobby.confirm_ms);
    host_tick(host);
    host_turn(host);
    a_read_arrives(host, &old, mark);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_QUEUE_WAIT);
}

/* A node that hears of nothing reads the player when they connect again. */
static void rows_that_a_command_needed_are_believed_with_their_stamp(void **state)
{
    enum { STAMP = 9 };
    struct host *host = *state;
    struct service_known known;
    assert_int_equal(host_connect(host, 0, 1), REFUSAL_OK);
    struct player_rows rows = *host_player(host, player_at(host, 0));
    rows.sanction = (struct sanction_row){rows.player.id, 0, INT64_MAX};
    struct service_player_read read = {.player = &rows, .stamp = STAMP};
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    assert_int_equal(service_next_player(host->service, -1, &known), 0);
    assert_int_not_equal(known.stamp,
                         STAMP); /* read before the connect: the next look reads again */
    assert_int_not_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
    read.mark = service_mark(host->service) + 1;
    host_begin(host);
    assert_int_equal(service_load_player(host->service, &read, &host->now), REFUSAL_OK);
    host_turn(host);
    assert_int_equal(service_next_player(host->service, -1, &known), 0);
    assert_int_equal(known.stamp, STAMP);
    assert_int_equal(host_simple(host, 0, COMMAND_JOIN_QUEUE, 0), REFUSAL_BANNED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_NODE(a_session_that_ended_on_another_node_is_named),
        WITH_NODE(a_session_that_ended_on_another_node_is_not_stored_again),
        WITH_NODE(rows_that_a_command_needed_are_believed_with_their_stamp),
        WITH_NODE(a_read_that_began_before_an_account_was_made_does_not_undo_it),
        WITH_NODE(a_read_that_began_before_a_ban_does_not_undo_it),
        WITH_NODE(a_ban_does_not_depend_on_the_place_in_the_queue),
        WITH_NODE(a_name_is_written_even_if_this_copy_has_it),
        WITH_NODE(a_read_that_began_before_a_missed_match_does_not_undo_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
