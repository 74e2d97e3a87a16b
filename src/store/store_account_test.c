#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/skeleton.h"
#include "store/store_fixture_test.h"

static struct row account_of(int64_t player_id, const char *login, uint8_t code)
{
    struct row row = {
        .kind = ROW_ACCOUNT,
        .account = {.player_id = player_id, .has_recovery = code != 0, .created_ms = START_MS}};
    (void)snprintf(row.account.login, sizeof row.account.login, "%s", login);
    (void)snprintf(row.account.password, sizeof row.account.password, "%s", *login ? "$hash" : "");
    memset(row.account.recovery, code, sizeof row.account.recovery);
    return row;
}

static struct row session_of(int64_t player_id, uint8_t token)
{
    struct row row = {.kind = ROW_SESSION, .session = {.player_id = player_id, .created_ms = 1}};
    memset(row.session.token_hash, token, sizeof row.session.token_hash);
    return row;
}

static struct row device_of(int64_t player_id, uint8_t hash, int64_t seen_ms)
{
    struct row row = {.kind = ROW_DEVICE, .device = {.player_id = player_id, .seen_ms = seen_ms}};
    memset(row.device.hash, hash, sizeof row.device.hash);
    return row;
}

static enum store_err find(struct test_store *p, struct store_account_key key, int64_t *player_id)
{
    struct account_row account;
    enum store_err err = store_account(p->store, &key, &account);
    *player_id = err ? 0 : account.player_id;
    return err;
}

static void an_account_is_found_by_player_login_and_code(void **state)
{
    struct test_store *p = *state;
    uint8_t code[ROW_HASH_BYTES];
    struct account_row account;
    int64_t id;
    memset(code, 7, sizeof code);
    put_game(p);
    put(p, account_of(ANN, "Ann_1", 7));
    put(p, account_of(BOB, "", 8));
    commit(p);
    assert_done(p, find(p, (struct store_account_key){.by = STORE_BY_LOGIN, .login = "aNN_1"}, &id),
                "by login");
    assert_int_equal(id, ANN);
    assert_done(p,
                find(p, (struct store_account_key){.by = STORE_BY_RECOVERY, .recovery = code}, &id),
                "by code");
    assert_int_equal(id, ANN);
    const struct store_account_key bob = {.by = STORE_BY_PLAYER, .player_id = BOB};
    assert_done(p, store_account(p->store, &bob, &account), "by player");
    assert_string_equal(account.login, "");
    assert_true(account.has_recovery && account.recovery[31] == 8);
    assert_store(find(p, (struct store_account_key){.by = STORE_BY_LOGIN, .login = ""}, &id),
                 STORE_E_MISSING, "no login");
    put(p, account_of(ANN, "Ann_2", 0));
    commit(p);
    assert_store(
        find(p, (struct store_account_key){.by = STORE_BY_RECOVERY, .recovery = code}, &id),
        STORE_E_MISSING, "an old code");
}

static void a_player_is_read_with_the_fact_of_an_account(void **state)
{
    struct test_store *p = *state;
    struct row ann = player_of(ANN, "Ann");
    struct player_rows got;
    put_game(p);
    ann.player.misses = (struct misses){3, 4711};
    put(p, ann);
    put(p, account_of(BOB, "bob", 0));
    commit(p);
    assert_done(p, store_player(p->store, ANN, &got), "ann");
    assert_false(got.player.has_account);
    assert_true(got.player.misses.count == 3 && got.player.misses.last_ms == 4711);
    assert_done(p, store_player(p->store, BOB, &got), "bob");
    assert_true(got.player.has_account);
    put(p, (struct row){.kind = ROW_ERASE, .erase = {.player_id = ANN, .erased_ms = 5}});
    put(p, (struct row){.kind = ROW_ERASE, .erase = {.player_id = BOB, .erased_ms = 5}});
    commit(p);
    assert_done(p, store_player(p->store, ANN, &got), "ann");
    assert_int_equal(got.player.misses.count, 0);
    assert_done(p, store_player(p->store, BOB, &got), "bob");
    assert_false(got.player.has_account);
}

static void a_login_is_unique_without_case(void **state)
{
    struct test_store *p = *state;
    struct row other = account_of(BOB, "ANN", 0);
    put_game(p);
    put(p, account_of(ANN, "ann", 0));
    commit(p);
    assert_store(store_write(p->store, &other), STORE_E_EXISTS, "taken");
    store_rollback(p->store);
}

static void logging_out_deletes_one_session_or_all_of_a_player(void **state)
{
    struct test_store *p = *state;
    struct session_row sessions[8];
    size_t count = 0;
    struct row logout = {.kind = ROW_LOGOUT, .logout = {.player_id = ANN}};
    put_game(p);
    for (uint8_t i = 1; i <= 4; i++)
        put(p, session_of(i == 4 ? BOB : ANN, i));
    memset(logout.logout.token_hash, 4, sizeof logout.logout.token_hash);
    put(p, logout); /* of another player: nothing happens */
    memset(logout.logout.token_hash, 2, sizeof logout.logout.token_hash);
    put(p, logout);
    commit(p);
    assert_done(p, store_sessions(p->store, ANN, sessions, 8, &count), "sessions");
    assert_int_equal(count, 2);
    logout.logout.is_everywhere = true;
    put(p, logout);
    commit(p);
    assert_done(p, store_sessions(p->store, ANN, sessions, 8, &count), "sessions");
    assert_int_equal(count, 0);
    assert_done(p, store_sessions(p->store, BOB, sessions, 8, &count), "sessions");
    assert_int_equal(count, 1);
}

static struct row request_of(int64_t player_id, const char *request, int64_t game_id)
{
    struct row row = {.kind = ROW_REQUEST, .request = {.player_id = player_id, .game_id = game_id}};
    (void)snprintf(row.request.request, sizeof row.request.request, "%s", request);
    return row;
}

static void a_create_request_leads_to_its_players_game(void **state)
{
    struct test_store *p = *state;
    int64_t game_id = 5;
    put_game(p);
    put(p, request_of(ANN, "a-1", GAME));
    commit(p);
    test_store_reopen(p);
    assert_done(p, store_request(p->store, ANN, "a-1", &game_id), "request");
    assert_int_equal(game_id, GAME);
    assert_store(store_request(p->store, BOB, "a-1", &game_id), STORE_E_MISSING, "another player");
    assert_store(store_request(p->store, ANN, "a-2", &game_id), STORE_E_MISSING, "another request");
    assert_int_equal(game_id, GAME);
}

/* Two nodes decide the same request at the same time: the second is refused, and finds the game of the first. */
static void a_create_request_makes_one_game_in_a_shared_database(void **state)
{
    struct test_store *p = *state;
    const struct row second[] = {game_of(1002, ANN, BOB), request_of(ANN, "a-1", 1002)};
    size_t at = 0, refused[STORE_REFUSED_MAX];
    int64_t game_id = 0;
    struct game_row game;
    put_game(p);
    put(p, request_of(ANN, "a-1", GAME));
    put(p, request_of(ANN, "a-1", GAME));
    put(p, request_of(BOB, "a-1", 1003));
    commit(p);
    assert_store(store_write_turn(p->store, second, 2, &at), STORE_E_EXISTS, "another game");
    assert_int_equal(at, 1);
    assert_int_equal(store_refused(p->store, refused, STORE_REFUSED_MAX), 1);
    assert_int_equal(refused[0], 1);
    assert_done(p, store_request(p->store, ANN, "a-1", &game_id), "request");
    assert_int_equal(game_id, GAME);
    assert_store(store_game(p->store, 1002, &game), STORE_E_MISSING,
                 "nothing of the turn is there");
}

/* Writes a row of every kind for a player. */
static void put_all(struct test_store *p, int64_t id, uint8_t mark)
{
    struct row line = chat_of(GAME, mark, CHAT_SPECTATORS, "said");
    line.chat.player_id = id;
    put(p, line);
    put(p, account_of(id, id == ANN ? "ann" : "bob", mark));
    put(p, session_of(id, mark));
    put(p, (struct row){.kind = ROW_RATING,
                        .rating = {.player_id = id, .rating = 1600, .deviation = 60, .games = 1}});
    put(p, (struct row){.kind = ROW_QUEUE,
                        .queue = {.player_id = id, .is_waiting = true, .board = "7x6"}});
    put(p, request_of(id, "a-1", GAME));
    put(p, device_of(id, mark, 1));
}

/* How many of these rows there are. */
static int count_all(struct test_store *p, int64_t id)
{
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = id};
    const struct store_query query = {.list = STORE_PLAYER_DONE, .player_id = id};
    struct store_cursor first = {0}, start = {0};
    struct account_row account;
    struct player_rows player;
    struct store_record record;
    struct queue_row queue;
    static struct store_listed listed[2];
    static struct chat_row said[2];
    struct session_row session;
    struct device_row devices[STORE_DEVICES_KEPT];
    size_t sessions = 0, lines = 0, games = 0, known = 0;
    int64_t game_id;
    assert_done(p, store_sessions(p->store, id, &session, 1, &sessions), "sessions");
    assert_done(p, store_player_chat(p->store, id, &first, said, 2, &lines), "said");
    assert_done(p, store_devices(p->store, id, devices, &known), "devices");
    assert_done(p, store_record(p->store, id, &record), "record");
    assert_done(p, store_player(p->store, id, &player), "player");
    assert_done(p, store_list(p->store, &query, &start, listed, 2, &games), "list");
    return (store_account(p->store, &key, &account) == STORE_OK) + (int)sessions + (int)lines +
           (record.people[0].games + record.people[1].games) + (player.rating[0].games > 0) +
           (store_waiting(p->store, id, &queue) == STORE_OK) + (int)games +
           (store_request(p->store, id, "a-1", &game_id) == STORE_OK) + (int)known;
}

static void erasing_deletes_all_data_of_one_player_only(void **state)
{
    struct test_store *p = *state;
    struct player_rows ann;
    put_game(p);
    put(p, result_of(GAME, 0, GAME_WIN, START_MS + 1));
    put_all(p, ANN, 1);
    put_all(p, BOB, 2);
    commit(p);
    assert_int_equal(count_all(p, ANN), 9);
    put(p, player_of(ANN, "Deleted player"));
    put(p, (struct row){.kind = ROW_ERASE, .erase = {.player_id = ANN, .erased_ms = 77}});
    commit(p);
    assert_int_equal(count_all(p, ANN), 0);
    assert_int_equal(count_all(p, BOB), 9);
    assert_done(p, store_player(p->store, ANN, &ann), "player");
    assert_int_equal(ann.player.erased_ms, 77);
    assert_int_equal(game_read(p, GAME).seat[0].player_id, ANN);
    put(p, player_of(ANN, "Ann")); /* by a node that has not heard of it */
    commit(p);
    assert_done(p, store_player(p->store, ANN, &ann), "player");
    assert_string_equal(ann.player.name, "Deleted player");
    struct row unknown = {.kind = ROW_ERASE, .erase = {.player_id = 4711}};
    assert_store(store_write(p->store, &unknown), STORE_E_MISSING, "unknown player");
    store_rollback(p->store);
}

static int64_t owner_of(struct test_store *p, const char *name)
{
    int64_t owner = 0;
    enum store_err err = store_name_owner(p->store, skeleton_hash(name), &owner);
    if (err != STORE_E_MISSING)
        assert_done(p, err, "owner");
    return owner;
}

static void a_name_and_a_login_belong_to_their_account(void **state)
{
    struct test_store *p = *state;
    put_game(p);
    put(p, player_of(ANN, "Annabel"));
    commit(p);
    assert_int_equal(owner_of(p, "Annabel"), 0); /* a guest's */
    put(p, account_of(ANN, "holly", 1));
    commit(p);
    assert_int_equal(owner_of(p, "annabeI"), ANN);
    assert_int_equal(owner_of(p, "Ho11y"), ANN);
    put(p, player_of(ANN, "Beatrix"));
    commit(p);
    assert_int_equal(owner_of(p, "Annabel"), 0);
    assert_int_equal(owner_of(p, "BEATRIX"), ANN);
    put(p, (struct row){.kind = ROW_ERASE, .erase = {.player_id = ANN, .erased_ms = 7}});
    commit(p);
    assert_int_equal(owner_of(p, "Beatrix"), 0);
}

static void the_devices_seen_last_are_kept(void **state)
{
    struct test_store *p = *state;
    struct device_row devices[STORE_DEVICES_KEPT];
    size_t count = 0;
    put_game(p);
    for (uint8_t i = 0; i < STORE_DEVICES_KEPT; i++)
        put(p, device_of(ANN, i, 100 + i));
    put(p, device_of(BOB, 0, 1));
    put(p, device_of(ANN, 0, 500)); /* comes back */
    put(p, device_of(ANN, 99, 501));
    commit(p);
    assert_done(p, store_devices(p->store, ANN, devices, &count), "devices");
    assert_int_equal(count, STORE_DEVICES_KEPT);
    assert_int_equal(devices[0].hash[0], 99);
    assert_int_equal(devices[1].hash[31], 0);
    assert_int_equal(devices[1].seen_ms, 500);
    assert_int_equal(devices[STORE_DEVICES_KEPT - 1].hash[0], 2);
    assert_done(p, store_devices(p->store, BOB, devices, &count), "devices");
    assert_int_equal(count, 1);
}

static void the_chat_of_a_player_comes_page_by_page(void **state)
{
    struct test_store *p = *state;
    static struct chat_row lines[2];
    struct store_cursor cursor = {0};
    size_t count = 0, total = 0;
    put_game(p);
    for (uint32_t seq = 1; seq <= 5; seq++)
        put(p, chat_of(GAME, seq, seq % 2 ? CHAT_PLAYERS : CHAT_SPECTATORS, "line"));
    commit(p);
    do {
        assert_done(p, store_player_chat(p->store, ANN, &cursor, lines, 2, &count), "said");
        total += count;
    } while (count == 2);
    assert_int_equal(total, 5);
    assert_int_equal(lines[0].seq, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(an_account_is_found_by_player_login_and_code),
        ON_BOTH(a_player_is_read_with_the_fact_of_an_account),
        ON_BOTH(a_login_is_unique_without_case),
        ON_BOTH(logging_out_deletes_one_session_or_all_of_a_player),
        ON_BOTH(a_create_request_leads_to_its_players_game),
        ON_POSTGRES(a_create_request_makes_one_game_in_a_shared_database),
        ON_BOTH(erasing_deletes_all_data_of_one_player_only),
        ON_BOTH(a_name_and_a_login_belong_to_their_account),
        ON_BOTH(the_devices_seen_last_are_kept),
        ON_BOTH(the_chat_of_a_player_comes_page_by_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
