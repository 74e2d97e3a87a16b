#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/alive.h"

static char path[64];

static int make_path(void **state)
{
    (void)state;
    (void)snprintf(path, sizeof path, "/tmp/fourfall-alive-%d", (int)getpid());
    return 0;
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static void a_new_file_knows_nothing(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, path), 0);
    assert_int_equal(alive.last_ms, 0);
    alive_touch(&alive, 1000000);
    assert_int_equal(alive_lost_ms(&alive, 0), 0);
    alive_close(&alive);
}

static void the_last_touch_is_found_again(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, path), 0);
    alive_touch(&alive, 1000000);
    alive_touch(&alive, 1001234);
    alive_close(&alive);
    assert_int_equal(alive_open(&alive, path), 0);
    assert_int_equal(alive.last_ms, 1001234);
    assert_int_equal(alive_lost_ms(&alive, 0), 0);
    alive_close(&alive);
}

static void gaps_last_and_count_for_turns_that_began_before_them(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, path), 0);
    alive_touch(&alive, 1000000);
    alive_touch(&alive, 1060000); /* a minute without us */
    alive_touch(&alive, 1061000);
    alive_close(&alive);
    assert_int_equal(alive_open(&alive, path), 0);
    alive_touch(&alive, 1071000); /* ten seconds more */
    assert_int_equal(alive_lost_ms(&alive, 999000), 70000);
    assert_int_equal(alive_lost_ms(&alive, 1000700), 69300); /* begun after the last touch */
    assert_int_equal(alive_lost_ms(&alive, 1060500), 10000);
    assert_int_equal(alive_lost_ms(&alive, 1071000), 0);
    alive_close(&alive);
}

static void only_the_last_gaps_are_kept(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, path), 0);
    for (int64_t i = 1; i <= 200; i++)
        alive_touch(&alive, i * 10000);
    alive_close(&alive);
    assert_int_equal(alive_open(&alive, path), 0);
    assert_int_equal(alive_lost_ms(&alive, 0), (int64_t)ALIVE_GAPS * 10000);
    alive_close(&alive);
}

static void a_folder_that_is_not_there_is_told(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, "/nowhere/alive"), -1);
    assert_int_equal(alive.file, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_file_knows_nothing, make_path, remove_path),
        cmocka_unit_test_setup_teardown(the_last_touch_is_found_again, make_path, remove_path),
        cmocka_unit_test_setup_teardown(gaps_last_and_count_for_turns_that_began_before_them,
                                        make_path, remove_path),
        cmocka_unit_test_setup_teardown(only_the_last_gaps_are_kept, make_path, remove_path),
        cmocka_unit_test(a_folder_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests_name("alive", tests, NULL, NULL);
}
