#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdatomic.h>

#include "base/bell_test.h"
#include "base/workers.h"

/* A task that squares a number, or waits for the gate, or for the end. */
struct task {
    int number, square;
    bool waits_for_gate, waits_for_end;
};

struct own {
    int done;
};

static struct bell bell, gate;
static struct workers *workers;
static atomic_int ended, wiped, most_done;

static void work(void *context, void *own, void *task)
{
    struct task *t = task;
    struct own *mine = own;
    assert_ptr_equal(context, &bell);
    if (t->waits_for_gate)
        bell_wait(&gate, 1);
    while (t->waits_for_end && !workers_must_stop(workers))
        ;
    t->square = t->number * t->number;
    mine->done++;
    atomic_store(&most_done, mine->done);
}

static void end(void *own)
{
    (void)own;
    atomic_fetch_add(&ended, 1);
}

static void wipe(void *task)
{
    memset(task, 0, sizeof(struct task));
    atomic_fetch_add(&wiped, 1);
}

static void open_with(int threads, int waiting_max)
{
    const struct workers_setup setup = {.threads = threads,
                                        .task_bytes = sizeof(struct task),
                                        .own_bytes = sizeof(struct own),
                                        .waiting_max = waiting_max,
                                        .work = work,
                                        .end = end,
                                        .wipe = wipe,
                                        .wake = bell_ring,
                                        .context = &bell,
                                        .wake_context = &bell};
    bell = bell_new();
    gate = bell_new();
    atomic_store(&ended, 0);
    atomic_store(&wiped, 0);
    workers = workers_open(&setup);
    assert_non_null(workers);
}

static void tasks_come_back_answered_in_their_order(void **state)
{
    enum { COUNT = 50 };
    struct task task = {0};
    (void)state;
    open_with(1, 0);
    assert_false(workers_collect(workers, &task));
    for (int i = 0; i < COUNT; i++)
        assert_true(workers_ask(workers, &(struct task){.number = i}));
    bell_wait(&bell, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_true(workers_collect(workers, &task));
        assert_int_equal(task.number, i);
        assert_int_equal(task.square, i * i);
    }
    assert_false(workers_collect(workers, &task));
    assert_int_equal(atomic_load(&most_done), COUNT); /* a thread keeps its own state */
    workers_close(workers);
    assert_int_equal(atomic_load(&ended), 1);
    assert_int_equal(atomic_load(&wiped), COUNT);
}

static void a_second_thread_goes_on_while_the_first_is_busy(void **state)
{
    struct task task = {0};
    (void)state;
    open_with(2, 0);
    assert_true(workers_ask(workers, &(struct task){.number = 2, .waits_for_gate = true}));
    assert_true(workers_ask(workers, &(struct task){.number = 3}));
    bell_wait(&bell, 1);
    assert_true(workers_collect(workers, &task));
    assert_int_equal(task.square, 9);
    bell_ring(&gate);
    bell_wait(&bell, 2);
    assert_true(workers_collect(workers, &task));
    assert_int_equal(task.square, 4);
    workers_close(workers);
    assert_int_equal(atomic_load(&ended), 2);
}

static void only_so_many_may_wait(void **state)
{
    enum { MAX = 3 };
    int asked = 0;
    (void)state;
    open_with(1, MAX);
    assert_true(workers_ask(workers, &(struct task){.waits_for_gate = true}));
    while (asked < 2 * MAX + 2 && workers_ask(workers, &(struct task){.number = 1}))
        asked++;
    assert_in_range(asked, MAX - 1, MAX); /* the first may not have been begun */
    bell_ring(&gate);
    bell_wait(&bell, asked + 1);
    assert_true(workers_ask(workers, &(struct task){.number = 1}));
    workers_close(workers);
}

static void closing_stops_long_work_and_forgets_the_rest(void **state)
{
    (void)state;
    open_with(1, 0);
    assert_true(workers_ask(workers, &(struct task){.waits_for_end = true}));
    assert_true(workers_ask(workers, &(struct task){.number = 1}));
    assert_false(workers_must_stop(workers));
    workers_close(workers);
    assert_int_equal(atomic_load(&wiped), 2);
    workers_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_come_back_answered_in_their_order),
        cmocka_unit_test(a_second_thread_goes_on_while_the_first_is_busy),
        cmocka_unit_test(only_so_many_may_wait),
        cmocka_unit_test(closing_stops_long_work_and_forgets_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
