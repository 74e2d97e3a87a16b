#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <sodium.h>

#include "base/counter_test.h"
#include "rest/hasher.h"

static struct counter woken;

static int open_one(void **state)
{
    woken = counter_new();
    *state = sodium_init() < 0 ? NULL : hasher_open(counter_add, &woken);
    return *state ? 0 : -1;
}

static int close_one(void **state)
{
    workers_close(*state);
    return 0;
}

static struct hash_task task_of(uint64_t ack, const char *shown, const char *stored,
                                const char *fresh)
{
    struct hash_task task = {.ack = ack};
    memcpy(task.shown, shown, strlen(shown) + 1);
    memcpy(task.stored, stored, strlen(stored) + 1);
    memcpy(task.fresh, fresh, strlen(fresh) + 1);
    return task;
}

/* The answer to a task, which is the only one under way. */
static struct hash_task answer_of(struct workers *hasher, struct hash_task task)
{
    struct hash_task answer = {0};
    assert_false(workers_collect(hasher, &answer));
    assert_true(workers_submit(hasher, &task));
    counter_wait(&woken, (int)task.ack);
    assert_true(workers_collect(hasher, &answer));
    assert_int_equal(answer.ack, task.ack);
    assert_true(!answer.shown[0] && !answer.fresh[0]);
    return answer;
}

static void a_hash_matches_its_password_only(void **state)
{
    struct hash_task made = answer_of(*state, task_of(1, "", "", "a good password"));
    assert_true(made.is_right);
    assert_int_equal(strncmp(made.hash, "$argon2id$", 10), 0);
    assert_true(answer_of(*state, task_of(2, "a good password", made.hash, "")).is_right);
    assert_false(answer_of(*state, task_of(3, "a good passwore", made.hash, "")).is_right);
    assert_false(answer_of(*state, task_of(4, "a good password", "", "")).is_right);
    struct hash_task again = answer_of(*state, task_of(5, "", "", "a good password"));
    assert_string_not_equal(again.hash, made.hash);
}

static void a_new_password_is_hashed_only_if_the_old_one_is_right(void **state)
{
    struct hash_task old = answer_of(*state, task_of(1, "", "", "the old password"));
    struct hash_task wrong =
        answer_of(*state, task_of(2, "not the old one", old.hash, "fresh one"));
    assert_true(!wrong.is_right && !wrong.hash[0]);
    struct hash_task right =
        answer_of(*state, task_of(3, "the old password", old.hash, "fresh one"));
    assert_true(right.is_right && right.hash[0]);
}

static void tasks_beyond_the_limit_are_refused(void **state)
{
    struct hash_task task = task_of(1, "", "", "a good password");
    int asked = 0;
    while (asked < 2 * HASHER_WAITING_MAX && workers_submit(*state, &task))
        asked++;
    (void)pthread_mutex_lock(&woken.lock);
    int left = 1 + woken.count; /* under way and done, however many that is by now */
    (void)pthread_mutex_unlock(&woken.lock);
    assert_true(asked >= HASHER_WAITING_MAX && asked <= HASHER_WAITING_MAX + left);
}

#define HASHER_TEST(name) cmocka_unit_test_setup_teardown(name, open_one, close_one)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HASHER_TEST(a_hash_matches_its_password_only),
        HASHER_TEST(a_new_password_is_hashed_only_if_the_old_one_is_right),
        HASHER_TEST(tasks_beyond_the_limit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
