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

static void a_new_file_has_no_last_time_and_no_gaps(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, path), 0);
    assert_int_equal(alive.last_ms, 0);
    alive_touch(&alive, 1000000);
    assert_int_equal(alive_lost_ms(&alive, 0), 0);
    alive_close(&alive);
}

static void the_last_touch_is_read_after_reopening(void **state)
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

static void gaps_are_kept_and_subtracted_from_times_before_them(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, path), 0);
    alive_touch(&alive, 1000000);
    alive_touch(&alive, 1060000); /* a gap of a minute */
    alive_touch(&alive, 1061000);
    alive_close(&alive);
    assert_int_equal(alive_open(&alive, path), 0);
    alive_touch(&alive, 1071000); /* a gap of ten seconds */
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

static void a_missing_folder_is_an_error(void **state)
{
    struct alive alive;
    (void)state;
    assert_int_equal(alive_open(&alive, "/nowhere/alive"), -1);
    assert_int_equal(alive.file, -1);
}

static void a_file_that_is_written_whole_is_read_back(void **state)
{
    struct alive alive, read;
    (void)state;
    assert_int_equal(alive_open(&alive, path), 0);
    for (int64_t i = 0; i < ALIVE_GAPS + 3; i++) /* more gaps than are kept */
        alive_touch(&alive, 1000000 + i * 10000);
    assert_int_equal(alive_write(&alive, path), 0);
    assert_int_equal(alive_open(&read, path), 0);
    assert_true(read.last_ms == alive.last_ms && read.count == alive.count);
    assert_true(alive_lost_ms(&read, 0) == 10000 * (int64_t)ALIVE_GAPS);
    assert_int_equal(alive_lost_ms(&read, 1500000), alive_lost_ms(&alive, 1500000));
    alive_close(&alive);
    alive_close(&read);
    assert_int_equal(alive_write(&alive, "/nowhere/alive"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_file_has_no_last_time_and_no_gaps, make_path,
                                        remove_path),
        cmocka_unit_test_setup_teardown(the_last_touch_is_read_after_reopening, make_path,
                                        remove_path),
        cmocka_unit_test_setup_teardown(gaps_are_kept_and_subtracted_from_times_before_them,
                                        make_path, remove_path),
        cmocka_unit_test_setup_teardown(only_the_last_gaps_are_kept, make_path, remove_path),
        cmocka_unit_test_setup_teardown(a_file_that_is_written_whole_is_read_back, make_path,
                                        remove_path),
        cmocka_unit_test(a_missing_folder_is_an_error),
    };
    return cmocka_run_group_tests_name("alive", tests, NULL, NULL);
}
