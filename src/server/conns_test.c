#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/conns.h"

static bool nobody_is_open(void *context, int32_t number)
{
    (void)context, (void)number;
    return false;
}

static bool all_are_open(void *context, int32_t number)
{
    (void)context, (void)number;
    return true;
}

static void a_number_is_given_again_only_when_the_service_is_done_with_it(void **state)
{
    struct sio_client a = {0}, b = {0}, c = {0};
    struct conns conns;
    (void)state;
    assert_true(conns_open(&conns, 2));
    struct online_conn *first = conns_add(&conns, &a), *second = conns_add(&conns, &b);
    assert_int_equal(conns_number(&conns, first), 0);
    assert_int_equal(conns_number(&conns, second), 1);
    assert_null(conns_add(&conns, &c));
    conns_remove(&conns, first);
    assert_null(conns_at(&conns, 0));
    assert_null(conns_of(&a));
    assert_null(conns_add(&conns, &c));
    conns_recycle(&conns, all_are_open, NULL);
    assert_null(conns_add(&conns, &c));
    conns_recycle(&conns, nobody_is_open, NULL);
    assert_ptr_equal(conns_add(&conns, &c), first);
    assert_ptr_equal(conns_at(&conns, 0)->client, &c);
    conns_close(&conns);
}

static void a_number_nobody_has_is_nobody(void **state)
{
    struct conns conns;
    (void)state;
    assert_true(conns_open(&conns, 2));
    assert_null(conns_at(&conns, CONN_NONE));
    assert_null(conns_at(&conns, 0));
    assert_null(conns_at(&conns, 2));
    conns_close(&conns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_given_again_only_when_the_service_is_done_with_it),
        cmocka_unit_test(a_number_nobody_has_is_nobody),
    };
    return cmocka_run_group_tests_name("conns", tests, NULL, NULL);
}
