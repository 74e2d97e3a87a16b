#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/counter_test.h"
#include "server/thinkers.h"

#include "play/moves.h"

static struct thinkers *open_two(struct counter *woken)
{
    const struct thinkers_setup setup = {
        .count = 2, .think_ms = 1000, .wake = counter_add, .context = woken};
    return thinkers_open(&setup);
}

static struct bot_task task_of(int64_t id, struct ruleset rules, const char *moves, ff_level level)
{
    struct bot_task task = {.game_id = id,
                            .ply = moves_count(moves),
                            .level = (uint8_t)level,
                            .rules = rules,
                            .move = -1};
    memcpy(task.moves, moves, strlen(moves) + 1);
    return task;
}

static void every_task_gets_a_move(void **state)
{
    struct counter woken = counter_new();
    struct thinkers *thinkers = open_two(&woken);
    const struct ruleset classic = ruleset_classic, cube = {.board = {5, 5, 5, 4}};
    const struct ruleset popout = {.board = ff_classic, .variant = FF_POPOUT};
    bool is_answered[6] = {false};
    struct bot_task answer;
    (void)state;
    assert_non_null(thinkers);
    assert_false(thinkers_collect(thinkers, &answer));
    const struct bot_task asked[] = {task_of(0, classic, "414141", FF_HARD), /* 4 wins */
                                     task_of(1, classic, "41414", FF_HARD),  /* 4 must be stopped */
                                     task_of(2, cube, "", FF_EASY),
                                     task_of(3, classic, "44444", FF_PERFECT),
                                     task_of(4, popout, "1213141-2", FF_MEDIUM),
                                     task_of(5, popout, "71727", FF_HARD)};
    for (int i = 0; i < 6; i++)
        assert_true(thinkers_ask(thinkers, &asked[i]));
    counter_wait(&woken, 6);
    while (thinkers_collect(thinkers, &answer)) {
        assert_int_equal(answer.ply, asked[answer.game_id].ply);
        if (answer.game_id < 4)
            assert_in_range(answer.move, 0, answer.game_id == 2 ? 24 : 6);
        else
            assert_true(ff_move_action(answer.move) <= FF_POP);
        if (answer.game_id < 2)
            assert_int_equal(answer.move, 3);
        is_answered[answer.game_id] = true;
    }
    for (int i = 0; i < 6; i++)
        assert_true(is_answered[i]);
    thinkers_close(thinkers);
}

static void closing_does_not_wait_for_a_search(void **state)
{
    struct counter woken = counter_new();
    const struct thinkers_setup setup = {
        .count = 1, .think_ms = 3600000, .wake = counter_add, .context = &woken};
    struct thinkers *thinkers = thinkers_open(&setup);
    const struct bot_task hard = task_of(0, ruleset_classic, "", FF_PERFECT);
    (void)state;
    for (int i = 0; i < 100; i++)
        assert_true(thinkers_ask(thinkers, &hard));
    thinkers_close(thinkers);
    thinkers_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_gets_a_move),
        cmocka_unit_test(closing_does_not_wait_for_a_search),
    };
    return cmocka_run_group_tests_name("thinkers", tests, NULL, NULL);
}
