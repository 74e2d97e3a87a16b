#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <time.h>

#include "server/pushes_parts.h"
#include "store/store_fixture_test.h"

enum { DAY_MS = 24 * 60 * 60 * 1000, DEADLINE_S = 60 };

/* The store answers when the test collects. The device's key is not a point of the curve, so that no message can be sent
 * and each is tried again later, without a network. */
struct fixture {
    struct test_store *store;
    struct store_async *async;
    struct metrics metrics;
    struct pushes *pushes;
    int64_t online_id; /* who has a page open */
    int64_t live_id;   /* a game that is known not to last days */
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
} woken = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void on_wake(void *context)
{
    (void)context;
    (void)pthread_mutex_lock(&woken.lock);
    woken.count++;
    (void)pthread_cond_signal(&woken.changed);
    (void)pthread_mutex_unlock(&woken.lock);
}

static void on_late(void *context)
{
    (void)context;
}

/* Waits until a thread has tried to send. */
static void wait_for_sender(void)
{
    struct timespec until;
    int err = 0;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += DEADLINE_S;
    (void)pthread_mutex_lock(&woken.lock);
    while (woken.count == 0 && err == 0)
        err = pthread_cond_timedwait(&woken.changed, &woken.lock, &until);
    woken.count = 0;
    (void)pthread_mutex_unlock(&woken.lock);
    assert_int_equal(err, 0);
}

static bool is_online(void *context, int64_t player_id)
{
    const struct fixture *f = context;
    return f->online_id == player_id;
}

static bool may_last_days(void *context, int64_t game_id)
{
    const struct fixture *f = context;
    return f->live_id != game_id;
}

/* A game over days in which Bob has to move; he has a device. */
static void put_rows(struct fixture *f)
{
    struct row game = game_of(GAME, ANN, BOB), move = move_of(GAME, 0, 3);
    struct row session = {.kind = ROW_SESSION, .session = {.player_id = BOB, .seen_ms = 1}};
    struct row device = {.kind = ROW_PUSH, .push = {.player_id = BOB, .language = "en"}};
    (void)snprintf(device.push.endpoint, sizeof device.push.endpoint, "http://127.0.0.1:9/bob");
    game.game.clock = (struct clock_row){CLOCK_DAYS, DAY_MS, 0};
    game.game.deadline_ms = START_MS + DAY_MS;
    move.move.deadline_ms = START_MS + DAY_MS;
    put(f->store, player_of(ANN, "Ann"));
    put(f->store, player_of(BOB, "Bob"));
    put(f->store, session);
    put(f->store, device);
    put(f->store, game);
    put(f->store, move);
    commit(f->store);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    char why[256], key[320];
    if (!f || test_store_setup((void **)&f->store) != 0)
        return -1;
    *state = f;
    put_rows(f);
    (void)snprintf(key, sizeof key, "%s/key.pem", f->store->folder);
    const struct store_async_setup late = {
        .store = f->store->store, .is_late = true, .wake = on_late};
    f->async = store_async_open(&late);
    const struct pushes_setup setup = {.async = f->async,
                                       .metrics = &f->metrics,
                                       .key_path = key,
                                       .may_create = true,
                                       .is_local = true,
                                       .is_online = is_online,
                                       .may_last_days = may_last_days,
                                       .wake = on_wake,
                                       .context = f};
    return f->async && pushes_open(&f->pushes, &setup, why, sizeof why) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    store_async_stop(f->async);
    pushes_close(f->pushes);
    store_async_close(f->async);
    (void)test_store_teardown((void **)&f->store);
    free(f);
    return 0;
}

static void collect(struct fixture *f)
{
    store_async_collect(f->async);
}

/* Ann's move was committed. */
static void note_move(struct fixture *f)
{
    struct row row = move_of(GAME, 0, 3);
    row.move.deadline_ms = START_MS + DAY_MS;
    const struct outbox outbox = {.row = &row, .row_count = 1};
    pushes_note(f->pushes, &outbox, START_MS);
}

static size_t due_count(struct fixture *f, struct push_due_row *first)
{
    struct push_due_row due[4];
    size_t count = 0;
    assert_done(f->store, store_pushes_due(f->store->store, INT64_MAX, due, 4, &count), "due");
    if (count > 0)
        *first = due[0];
    return count;
}

static void a_message_is_queued_for_the_player_to_move(void **state)
{
    struct fixture *f = *state;
    struct push_due_row due;
    note_move(f);
    collect(f); /* his devices … */
    collect(f); /* … and his message */
    assert_int_equal(due_count(f, &due), 1);
    assert_int_equal(due.game_id, GAME);
    assert_int_equal(due.kind, PUSH_TURN);
    assert_int_equal(f->pushes->note_count, 0);
}

static void what_another_node_has_changed_is_not_told(void **state)
{
    struct fixture *f = *state;
    struct row row = move_of(GAME, 0, 3);
    row.move.deadline_ms = START_MS + DAY_MS;
    const struct outbox outbox = {.row = &row, .row_count = 1, .refreshed = {.rows = 1}};
    pushes_note(f->pushes, &outbox, START_MS);
    assert_int_equal(f->pushes->note_count, 0);
}

static void a_game_that_is_not_over_days_is_not_looked_at(void **state)
{
    struct fixture *f = *state;
    f->live_id = GAME;
    note_move(f);
    assert_int_equal(f->pushes->note_count, 0);
}

static void a_player_who_comes_back_meanwhile_gets_none(void **state)
{
    struct fixture *f = *state;
    struct push_due_row due;
    note_move(f);
    f->online_id = BOB;
    collect(f);
    collect(f);
    assert_int_equal(due_count(f, &due), 0);
    assert_int_equal(f->pushes->note_count, 0);
}

static void a_message_that_is_added_during_a_look_is_looked_at(void **state)
{
    struct fixture *f = *state;
    note_move(f);
    collect(f);                             /* the message is on its way to the queue */
    pushes_tick(f->pushes, START_MS, true); /* … which is looked at, and empty */
    collect(f);
    assert_int_equal(f->pushes->look.count, 0);
    assert_int_equal(f->pushes->next_ms, 0);
    pushes_tick(f->pushes, START_MS, true);
    collect(f);
    assert_int_equal(f->pushes->flight_count, 1);
    wait_for_sender();
}

static void a_message_is_not_sent_again_before_its_outcome_is_written(void **state)
{
    struct fixture *f = *state;
    struct push_due_row due;
    note_move(f);
    collect(f);
    collect(f);
    pushes_tick(f->pushes, START_MS, true);
    collect(f);
    assert_int_equal(f->pushes->flight_count, 1);
    wait_for_sender();
    /* The outcome is on its way, and the queue is looked at: the message is still there, and due. */
    pushes_tick(f->pushes, START_MS + LOOK_AGAIN_MS, true);
    assert_true(f->pushes->look.is_asking);
    assert_int_equal(f->metrics.push_retries, 1);
    collect(f);
    assert_int_equal(f->pushes->flight_count, 0);
    assert_int_equal(due_count(f, &due), 1);
    assert_int_equal(due.tries, 1);
    assert_true(due.due_ms > START_MS + LOOK_AGAIN_MS);
}

static void what_is_under_way_is_freed(void **state)
{
    struct fixture *f = *state;
    note_move(f);
    pushes_tick(f->pushes, START_MS, true);
    assert_int_equal(f->pushes->note_count, 1);
}

#define PUSHES_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PUSHES_TEST(a_message_is_queued_for_the_player_to_move),
        PUSHES_TEST(what_another_node_has_changed_is_not_told),
        PUSHES_TEST(a_game_that_is_not_over_days_is_not_looked_at),
        PUSHES_TEST(a_player_who_comes_back_meanwhile_gets_none),
        PUSHES_TEST(a_message_that_is_added_during_a_look_is_looked_at),
        PUSHES_TEST(a_message_is_not_sent_again_before_its_outcome_is_written),
        PUSHES_TEST(what_is_under_way_is_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
