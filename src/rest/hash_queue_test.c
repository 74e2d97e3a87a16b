#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rest/hash_queue.h"

enum { PLACES = HASH_QUEUE_MAX };

static bool add(struct hash_queue *queue, uint64_t address, uint64_t ack)
{
    const struct hash_task task = {.ack = ack};
    return hash_queue_add(queue, address, &task, PLACES);
}

/* The ack of the task whose turn it is; 0: none. */
static uint64_t take(struct hash_queue *queue)
{
    struct hash_task task = {.ack = 0};
    return hash_queue_take(queue, &task) ? task.ack : 0;
}

static void tasks_of_one_address_keep_their_order(void **state)
{
    struct hash_queue queue = {0};
    (void)state;
    for (uint64_t i = 1; i <= 5; i++)
        assert_true(add(&queue, 7, i));
    for (uint64_t i = 1; i <= 5; i++)
        assert_int_equal(take(&queue), i);
    assert_int_equal(take(&queue), 0);
    assert_true(add(&queue, 7, 6));
    assert_int_equal(take(&queue), 6);
}

/* Somebody who logs in to their own account without end has a right password each time, so nothing else stops them. */
static void a_hundred_tasks_of_a_stranger_delay_others_by_one(void **state)
{
    struct hash_queue queue = {0};
    (void)state;
    for (uint64_t i = 1; i <= 100; i++)
        assert_true(add(&queue, 7, i));
    assert_true(add(&queue, 8, 1001));
    assert_true(add(&queue, 9, 1002));
    assert_int_equal(take(&queue), 1);
    assert_int_equal(take(&queue), 1001);
    assert_true(add(&queue, 7, 101)); /* they go on */
    assert_int_equal(take(&queue), 1002);
    assert_true(add(&queue, 8, 1003));
    assert_int_equal(take(&queue), 1003);
    assert_int_equal(take(&queue), 2);
    hash_queue_clear(&queue);
    assert_int_equal(queue.count, 0);
}

static void one_address_takes_half_and_a_newcomer_finds_a_place(void **state)
{
    struct hash_queue queue = {0};
    (void)state;
    int taken = 0;
    while (add(&queue, 7, 1))
        taken++;
    assert_int_equal(taken, PLACES / 2);
    for (taken = 0; add(&queue, 8, 2); taken++)
        continue;
    assert_int_equal(taken, PLACES / 4);
    assert_true(add(&queue, 9, 3));
    hash_queue_clear(&queue);
}

static void a_school_of_200_logs_in_at_the_same_moment(void **state)
{
    struct hash_queue queue = {0};
    const struct hash_task task = {.ack = 1};
    (void)state;
    for (int i = 0; i < 200; i++)
        assert_true(hash_queue_add(&queue, 7, &task, PLACES * 7 / 8));
    hash_queue_clear(&queue);
}

static void the_last_places_are_for_some(void **state)
{
    struct hash_queue queue = {0};
    const struct hash_task task = {.ack = 1};
    (void)state;
    for (uint64_t i = 0; i < PLACES - 8; i++)
        assert_true(add(&queue, 100 + i, 1));
    assert_false(hash_queue_add(&queue, 1, &task, PLACES - 8));
    assert_true(hash_queue_add(&queue, 1, &task, PLACES));
    hash_queue_clear(&queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_of_one_address_keep_their_order),
        cmocka_unit_test(a_hundred_tasks_of_a_stranger_delay_others_by_one),
        cmocka_unit_test(one_address_takes_half_and_a_newcomer_finds_a_place),
        cmocka_unit_test(a_school_of_200_logs_in_at_the_same_moment),
        cmocka_unit_test(the_last_places_are_for_some),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
