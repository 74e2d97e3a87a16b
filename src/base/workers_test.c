#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdatomic.h>

#include "base/counter_test.h"
#include "base/workers.h"

/* A task squares a number. It may first wait until the gate is opened or until the workers are
 * closed. */
struct task {
    int number, square;
    bool waits_for_gate, waits_for_close;
};

struct thread_state {
    int done;
};

static struct counter woken, gate, begun;
static struct workers *workers;
static atomic_int ended, wiped, most_done;

static void work(void *context, void *state, void *task)
{
    struct task *t = task;
    struct thread_state *own = state;
    assert_ptr_equal(context, &woken);
    counter_add(&begun);
    if (t->waits_for_gate)
        counter_wait(&gate, 1);
    while (t->waits_for_close && !workers_must_stop(workers))
        ;
    t->square = t->number * t->number;
    own->done++;
    atomic_store(&most_done, own->done);
}

static void thread_ended(void *state)
{
    (void)state;
    atomic_fetch_add(&ended, 1);
}

static void wipe(void *task)
{
    memset(task, 0, sizeof(struct task));
    atomic_fetch_add(&wiped, 1);
}

static void open_ordered(int threads, int waiting_max, const struct workers_order *order)
{
    const struct workers_setup setup = {.threads = threads,
                                        .task_bytes = sizeof(struct task),
                                        .state_bytes = sizeof(struct thread_state),
                                        .waiting_max = waiting_max,
                                        .work = work,
                                        .thread_ended = thread_ended,
                                        .wipe = wipe,
                                        .wake = counter_add,
                                        .order = order,
                                        .context = &woken,
                                        .wake_context = &woken};
    woken = counter_new();
    gate = counter_new();
    begun = counter_new();
    atomic_store(&ended, 0);
    atomic_store(&wiped, 0);
    workers = workers_open(&setup);
    assert_non_null(workers);
}

static void open_with(int threads, int waiting_max)
{
    open_ordered(threads, waiting_max, NULL);
}

static void done_tasks_are_collected_in_the_order_of_submission(void **state)
{
    enum { COUNT = 50 };
    struct task task = {0};
    (void)state;
    open_with(1, 0);
    assert_false(workers_collect(workers, &task));
    for (int i = 0; i < COUNT; i++)
        assert_true(workers_submit(workers, &(struct task){.number = i}));
    counter_wait(&woken, COUNT);
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

static void a_second_thread_works_while_the_first_is_busy(void **state)
{
    struct task task = {0};
    (void)state;
    open_with(2, 0);
    assert_true(workers_submit(workers, &(struct task){.number = 2, .waits_for_gate = true}));
    assert_true(workers_submit(workers, &(struct task){.number = 3}));
    counter_wait(&woken, 1);
    assert_true(workers_collect(workers, &task));
    assert_int_equal(task.square, 9);
    counter_add(&gate);
    counter_wait(&woken, 2);
    assert_true(workers_collect(workers, &task));
    assert_int_equal(task.square, 4);
    workers_close(workers);
    assert_int_equal(atomic_load(&ended), 2);
}

/* An own order: a stack for thread 0, nothing for the other. */
static void *stack[8];
static int stacked, ended_tasks;

static bool stack_put(void *context, void *task)
{
    (void)context;
    stack[stacked++] = task;
    return true;
}

static void *stack_take(void *context, int thread)
{
    (void)context;
    return thread <= 0 && stacked > 0 ? stack[--stacked] : NULL;
}

static void stack_done(void *context, void *task)
{
    (void)context, (void)task;
    ended_tasks++;
}

static void a_program_can_bring_its_own_order(void **state)
{
    static const struct workers_order order = {stack_put, stack_take, stack_done, NULL};
    static const int wanted[] = {0, 3, 2, 1};
    struct task task = {0};
    (void)state;
    stacked = ended_tasks = 0;
    open_ordered(2, 0, &order);
    assert_true(workers_submit(workers, &(struct task){.waits_for_gate = true}));
    counter_wait(&begun, 1);
    for (int i = 1; i < 4; i++)
        assert_true(workers_submit(workers, &(struct task){.number = i}));
    counter_add(&gate);
    counter_wait(&woken, 4);
    for (int i = 0; i < 4; i++) {
        assert_true(workers_collect(workers, &task));
        assert_int_equal(task.number, wanted[i]);
    }
    assert_true(workers_submit(workers, &(struct task){.waits_for_close = true}));
    assert_true(workers_submit(workers, &(struct task){.number = 9}));
    workers_close(workers);
    assert_int_equal(ended_tasks, 6); /* those that were never begun, too */
    assert_int_equal(stacked, 0);
}

static void tasks_beyond_the_limit_are_refused(void **state)
{
    enum { MAX = 3 };
    int submitted = 0;
    (void)state;
    open_with(1, MAX);
    assert_true(workers_submit(workers, &(struct task){.waits_for_gate = true}));
    while (submitted < 2 * MAX + 2 && workers_submit(workers, &(struct task){.number = 1}))
        submitted++;
    assert_in_range(submitted, MAX - 1, MAX); /* the first may still be waiting */
    counter_add(&gate);
    counter_wait(&woken, submitted + 1);
    assert_true(workers_submit(workers, &(struct task){.number = 1}));
    workers_close(workers);
}

static void closing_stops_long_work_and_discards_waiting_tasks(void **state)
{
    (void)state;
    open_with(1, 0);
    assert_true(workers_submit(workers, &(struct task){.waits_for_close = true}));
    assert_true(workers_submit(workers, &(struct task){.number = 1}));
    assert_false(workers_must_stop(workers));
    workers_close(workers);
    assert_int_equal(atomic_load(&wiped), 2);
    workers_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(done_tasks_are_collected_in_the_order_of_submission),
        cmocka_unit_test(a_second_thread_works_while_the_first_is_busy),
        cmocka_unit_test(a_program_can_bring_its_own_order),
        cmocka_unit_test(tasks_beyond_the_limit_are_refused),
        cmocka_unit_test(closing_stops_long_work_and_discards_waiting_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
