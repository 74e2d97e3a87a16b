#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/think_queue.h"

enum { MS = 1000, EASY_US = 100, HARD_US = 10 * MS, PERFECT_US = 400 * MS, THINK_MS = 3000 };

enum { STRANGER = 7, GUEST = 8 };

static struct think_queue queue;
static int64_t clock_us;

static void open_with(int threads)
{
    think_queue_open(&queue, threads, THINK_MS);
    clock_us = 1000 * MS;
}

static void ask(struct think_question *question, uint64_t address, int32_t cost_us)
{
    *question = (struct think_question){.address = address, .cost_us = cost_us};
    assert_true(think_queue_put(&queue, question, clock_us));
}

/* Answers one question on the only thread, which takes exactly what was expected. */
static struct think_question *answer_one(void)
{
    struct think_question *question = think_queue_take(&queue, clock_us);
    if (!question)
        return NULL;
    clock_us += question->cost_us;
    think_queue_done(&queue, question, question->cost_us);
    return question;
}

static void answer_all(void)
{
    while (answer_one())
        ;
    assert_true(think_queue_is_empty(&queue));
}

static void an_easy_question_overtakes_the_queue_of_a_stranger(void **state)
{
    struct think_question perfect[60], easy;
    (void)state;
    open_with(1);
    for (int i = 0; i < 60; i++)
        ask(&perfect[i], STRANGER, PERFECT_US);
    assert_ptr_equal(answer_one(), &perfect[0]);
    ask(&easy, GUEST, EASY_US);
    assert_ptr_equal(answer_one(), &easy);
    answer_all();
}

static void within_an_address_cheap_questions_come_first(void **state)
{
    struct think_question perfect[3], easy;
    (void)state;
    open_with(1);
    for (int i = 0; i < 3; i++)
        ask(&perfect[i], STRANGER, PERFECT_US);
    ask(&easy, STRANGER, EASY_US);
    assert_ptr_equal(answer_one(), &easy);
    assert_ptr_equal(answer_one(), &perfect[0]); /* then the games take turns */
    assert_ptr_equal(answer_one(), &perfect[1]);
    answer_all();
}

static void addresses_get_the_same_time_however_many_games_they_have(void **state)
{
    struct think_question many[40], few[10];
    int answered[2] = {0, 0};
    (void)state;
    open_with(1);
    for (int i = 0; i < 40; i++)
        ask(&many[i], STRANGER, HARD_US);
    for (int i = 0; i < 10; i++)
        ask(&few[i], GUEST, HARD_US);
    for (int i = 0; i < 20; i++)
        answered[answer_one()->address == GUEST]++;
    assert_in_range(answered[1], 9, 10);
    answer_all();
}

static void an_address_pays_for_the_time_it_really_took(void **state)
{
    struct think_question theirs[2], mine[3];
    (void)state;
    open_with(1);
    for (int i = 0; i < 2; i++)
        ask(&theirs[i], STRANGER, HARD_US);
    clock_us++; /* the older question is first */
    for (int i = 0; i < 3; i++)
        ask(&mine[i], GUEST, HARD_US);
    struct think_question *first = think_queue_take(&queue, clock_us);
    assert_ptr_equal(first, &theirs[0]);
    think_queue_done(&queue, first, (int64_t)50 * HARD_US);
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(answer_one(), &mine[i]);
    assert_ptr_equal(answer_one(), &theirs[1]);
    answer_all();
}

/* Cheap questions of ever new addresses would fill the thread for ever. */
static void a_dear_question_is_not_starved(void **state)
{
    struct think_question perfect, quick[2];
    struct think_question *answered;
    int count = 0;
    (void)state;
    open_with(1);
    ask(&perfect, STRANGER, PERFECT_US);
    ask(&quick[0], 100, HARD_US);
    ask(&quick[1], 101, HARD_US);
    while ((answered = answer_one()) != &perfect) {
        assert_true(++count < 1000);
        ask(answered, 102 + (uint64_t)count, HARD_US);
    }
    assert_true(count > 3); /* they did come first for a while */
    answer_all();
}

static void a_dear_question_is_not_starved_by_its_own_address(void **state)
{
    struct think_question perfect, quick[2];
    struct think_question *answered;
    int count = 0;
    (void)state;
    open_with(1);
    ask(&perfect, STRANGER, PERFECT_US);
    ask(&quick[0], STRANGER, HARD_US);
    ask(&quick[1], STRANGER, HARD_US);
    while ((answered = answer_one()) != &perfect) {
        assert_true(++count < 1000);
        ask(answered, STRANGER, HARD_US);
    }
    answer_all();
}

static int limit_of(struct think_question *question)
{
    return atomic_load(&question->limit_ms);
}

static void the_time_of_a_search_shrinks_with_the_queue_of_its_address(void **state)
{
    struct think_question mine, theirs[60];
    (void)state;
    open_with(2);
    ask(&mine, GUEST, PERFECT_US);
    assert_ptr_equal(think_queue_take(&queue, clock_us), &mine);
    assert_int_equal(limit_of(&mine), THINK_MS);
    ask(&theirs[0], STRANGER, PERFECT_US);
    assert_ptr_equal(think_queue_take(&queue, clock_us), &theirs[0]);
    assert_int_equal(limit_of(&theirs[0]), THINK_MS);
    clock_us += (int64_t)500 * MS;
    assert_false(think_question_must_stop(&theirs[0], clock_us));
    for (int i = 1; i < 60; i++)
        ask(&theirs[i], STRANGER, PERFECT_US);
    assert_int_equal(limit_of(&theirs[0]), THINK_MS / 60);
    assert_true(think_question_must_stop(&theirs[0], clock_us)); /* a running search notices */
    assert_int_equal(limit_of(&mine), THINK_MS);                 /* others keep their time */
    assert_false(think_question_must_stop(&mine, clock_us));
    think_queue_done(&queue, &theirs[0], 500 * MS);
    think_queue_done(&queue, &mine, 500 * MS);
    answer_all();
}

static void a_search_has_some_time_in_the_longest_queue(void **state)
{
    static struct think_question all[1000];
    (void)state;
    open_with(2);
    for (int i = 0; i < 1000; i++)
        ask(&all[i], (uint64_t)i + 1, PERFECT_US);
    struct think_question *taken = think_queue_take(&queue, clock_us);
    assert_in_range(limit_of(taken), 10, 100);
    think_queue_done(&queue, taken, MS);
    answer_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_easy_question_overtakes_the_queue_of_a_stranger),
        cmocka_unit_test(within_an_address_cheap_questions_come_first),
        cmocka_unit_test(addresses_get_the_same_time_however_many_games_they_have),
        cmocka_unit_test(an_address_pays_for_the_time_it_really_took),
        cmocka_unit_test(a_dear_question_is_not_starved),
        cmocka_unit_test(a_dear_question_is_not_starved_by_its_own_address),
        cmocka_unit_test(the_time_of_a_search_shrinks_with_the_queue_of_its_address),
        cmocka_unit_test(a_search_has_some_time_in_the_longest_queue),
    };
    return cmocka_run_group_tests_name("think_queue", tests, NULL, NULL);
}
