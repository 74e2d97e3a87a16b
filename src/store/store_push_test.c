#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/store_fixture_test.h"

enum { PHONE = 1, LAPTOP = 2 };

static struct row session_of(int64_t player_id, uint8_t token)
{
    struct row row = {.kind = ROW_SESSION, .session = {.player_id = player_id, .created_ms = 1}};
    memset(row.session.token_hash, token, sizeof row.session.token_hash);
    return row;
}

static struct row push_of(int64_t player_id, uint8_t token, int number)
{
    struct row row = {.kind = ROW_PUSH, .push = {.player_id = player_id, .created_ms = number}};
    memset(row.push.token_hash, token, sizeof row.push.token_hash);
    memset(row.push.key, number, sizeof row.push.key);
    memset(row.push.auth, number, sizeof row.push.auth);
    (void)snprintf(row.push.language, sizeof row.push.language, "de");
    (void)snprintf(row.push.endpoint, sizeof row.push.endpoint, "https://push.example/%d", number);
    return row;
}

static size_t count_of(struct test_store *p, int64_t player_id, struct push_row *out)
{
    size_t count = 99;
    assert_done(p, store_pushes(p->store, player_id, out, &count), "pushes");
    return count;
}

static size_t due_of(struct test_store *p, int64_t until_ms, struct push_due_row *out)
{
    size_t count = 99;
    assert_done(p, store_pushes_due(p->store, until_ms, out, 8, &count), "due");
    return count;
}

static void put_devices(struct test_store *p)
{
    put_game(p);
    put(p, session_of(ANN, PHONE));
    put(p, session_of(ANN, LAPTOP));
    put(p, session_of(BOB, 3));
    put(p, push_of(ANN, PHONE, 1));
    put(p, push_of(ANN, LAPTOP, 2));
    put(p, push_of(BOB, 3, 3));
    commit(p);
}

static void a_subscription_is_read_back_whole(void **state)
{
    struct test_store *p = *state;
    struct push_row all[STORE_PUSHES_KEPT], one;
    put_devices(p);
    assert_int_equal(count_of(p, ANN, all), 2);
    assert_string_equal(all[0].endpoint, "https://push.example/1");
    assert_string_equal(all[0].language, "de");
    assert_int_equal(all[0].key[64], 1);
    assert_int_equal(all[1].auth[15], 2);
    assert_int_equal(all[1].token_hash[0], LAPTOP);
    assert_done(p, store_push(p->store, all[1].id, &one), "one");
    assert_string_equal(one.endpoint, all[1].endpoint);
    assert_int_equal(one.created_ms, 2);
    assert_store(store_push(p->store, 999, &one), STORE_E_MISSING, "none");
}

static void a_device_belongs_to_the_last_player_who_used_it(void **state)
{
    struct test_store *p = *state;
    struct push_row all[STORE_PUSHES_KEPT];
    put_devices(p);
    put(p, push_of(BOB, 3, 1));
    commit(p);
    assert_int_equal(count_of(p, ANN, all), 1);
    assert_int_equal(count_of(p, BOB, all), 2);
}

static void a_player_has_at_most_eight_and_the_oldest_go(void **state)
{
    struct test_store *p = *state;
    struct push_row all[STORE_PUSHES_KEPT];
    put_devices(p);
    for (int i = 10; i < 20; i++)
        put(p, push_of(ANN, PHONE, i));
    commit(p);
    assert_int_equal(count_of(p, ANN, all), STORE_PUSHES_KEPT);
    assert_string_equal(all[0].endpoint, "https://push.example/12");
    assert_int_equal(count_of(p, BOB, all), 1);
}

static void a_subscription_goes_with_its_session_and_its_player(void **state)
{
    struct test_store *p = *state;
    struct push_row all[STORE_PUSHES_KEPT];
    struct push_due_row due[8];
    struct row logout = {.kind = ROW_LOGOUT, .logout = {.player_id = ANN}};
    put_devices(p);
    (void)count_of(p, ANN, all);
    put(p, (struct row){.kind = ROW_PUSH_DUE,
                        .push_due = {.push_id = all[0].id, .game_id = GAME, .due_ms = 5}});
    commit(p);
    assert_int_equal(due_of(p, 10, due), 1);
    memset(logout.logout.token_hash, PHONE, sizeof logout.logout.token_hash);
    put(p, logout);
    commit(p);
    assert_int_equal(count_of(p, ANN, all), 1);
    assert_string_equal(all[0].endpoint, "https://push.example/2");
    assert_int_equal(due_of(p, 10, due), 0);
    put(p, (struct row){.kind = ROW_ERASE, .erase = {.player_id = ANN, .erased_ms = 7}});
    commit(p);
    assert_int_equal(count_of(p, ANN, all), 0);
    assert_int_equal(count_of(p, BOB, all), 1);
}

static void a_subscription_is_deleted_by_its_player_or_by_id(void **state)
{
    struct test_store *p = *state;
    struct push_row all[STORE_PUSHES_KEPT];
    struct row gone = {.kind = ROW_PUSH_GONE, .push_gone = {.player_id = BOB}};
    put_devices(p);
    (void)snprintf(gone.push_gone.endpoint, sizeof gone.push_gone.endpoint,
                   "https://push.example/1");
    put(p, gone);
    commit(p);
    assert_int_equal(count_of(p, ANN, all), 2); /* it is not Bob's */
    gone.push_gone.player_id = ANN;
    put(p, gone);
    commit(p);
    assert_int_equal(count_of(p, ANN, all), 1);
    put(p, (struct row){.kind = ROW_PUSH_GONE, .push_gone = {.id = all[0].id}});
    commit(p);
    assert_int_equal(count_of(p, ANN, all), 0);
}

static void a_newer_message_about_a_game_replaces_the_older(void **state)
{
    struct test_store *p = *state;
    struct push_row all[STORE_PUSHES_KEPT];
    struct push_due_row due[8];
    put_devices(p);
    (void)count_of(p, ANN, all);
    struct row row = {.kind = ROW_PUSH_DUE,
                      .push_due = {.push_id = all[0].id, .game_id = GAME, .ply = 1, .due_ms = 5}};
    put(p, row);
    row.push_due.ply = 3;
    row.push_due.due_ms = 6;
    put(p, row);
    row.push_due.push_id = 999; /* deleted meanwhile: nothing to tell */
    put(p, row);
    commit(p);
    assert_int_equal(due_of(p, 5, due), 0);
    assert_int_equal(due_of(p, 6, due), 1);
    assert_int_equal(due[0].ply, 3);
    row = (struct row){.kind = ROW_PUSH_DUE, .push_due = due[0]};
    row.push_due.ply = 1; /* the older one is done: the newer stays */
    row.push_due.step = PUSH_DONE;
    put(p, row);
    row.push_due.ply = 3;
    row.push_due.step = PUSH_AGAIN;
    row.push_due.tries = 2;
    row.push_due.due_ms = 50;
    put(p, row);
    commit(p);
    assert_int_equal(due_of(p, 49, due), 0);
    assert_int_equal(due_of(p, 50, due), 1);
    assert_int_equal(due[0].tries, 2);
    row.push_due.step = PUSH_DONE;
    put(p, row);
    commit(p);
    assert_int_equal(due_of(p, INT64_MAX, due), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOTH(a_subscription_is_read_back_whole),
        ON_BOTH(a_device_belongs_to_the_last_player_who_used_it),
        ON_BOTH(a_player_has_at_most_eight_and_the_oldest_go),
        ON_BOTH(a_subscription_goes_with_its_session_and_its_player),
        ON_BOTH(a_subscription_is_deleted_by_its_player_or_by_id),
        ON_BOTH(a_newer_message_about_a_game_replaces_the_older),
    };
    return cmocka_run_group_tests_name("store_push", tests, NULL, NULL);
}
