#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sodium.h>

#include "net/address.h"

static void addresses_limited_together_share_a_hash(void **state)
{
    (void)state;
    assert_true(address_hash("10.0.0.1") == address_hash("10.0.0.1"));
    assert_true(address_hash("10.0.0.1") != address_hash("10.0.0.2"));
    assert_true(address_hash("2001:db8::1") == address_hash("2001:db8::ffff"));
    assert_true(address_hash("2001:db8::1") != address_hash("2001:db8:0:1::1"));
    assert_true(address_hash("::ffff:10.0.0.1") == address_hash("10.0.0.1"));
    assert_true(address_hash("") != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(addresses_limited_together_share_a_hash)};
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("address", tests, NULL, NULL);
}
