#include "play/fixture_test.h"

#include "play/limits.h"

static struct limits limits;
static unsigned char memory[1 << 16];

static void open_with(int32_t conn_burst, int32_t address_burst)
{
    const struct limits_setup setup = {
        .per_conn = {100, conn_burst}, .per_address = {10, address_burst}, .addresses = 16};
    assert_true(limits_size(&setup) <= sizeof memory);
    limits_open(&limits, memory, &setup);
}

static enum refusal charge(struct bucket *conn, uint64_t address, int64_t now_ms)
{
    return limits_charge(&limits, conn, address, COMMAND_MAKE_MOVE, now_ms);
}

static void a_bucket_gives_its_burst_and_then_its_rate(void **state)
{
    struct bucket bucket = {0};
    const struct bucket_rate rate = {100, 5};
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_true(bucket_take(&bucket, rate, 1, 1000));
    assert_false(bucket_take(&bucket, rate, 1, 1000));
    assert_false(bucket_take(&bucket, rate, 1, 1099));
    assert_true(bucket_take(&bucket, rate, 1, 1100));
    assert_false(bucket_take(&bucket, rate, 2, 1200));
    assert_true(bucket_take(&bucket, rate, 5, 99999));
    assert_false(bucket_take(&bucket, rate, 6, 999999));
}

static void a_connection_has_its_own_limit(void **state)
{
    struct bucket conn = {0}, other = {0};
    (void)state;
    open_with(3, 1000);
    for (int i = 0; i < 3; i++)
        assert_int_equal(charge(&conn, 1, 0), REFUSAL_OK);
    assert_int_equal(charge(&conn, 1, 0), REFUSAL_SLOW_DOWN);
    assert_int_equal(charge(&other, 1, 0), REFUSAL_OK);
    assert_int_equal(charge(&conn, 1, 100), REFUSAL_OK);
}

static void all_connections_of_an_address_share_a_limit(void **state)
{
    struct bucket conns[5] = {{0}};
    (void)state;
    open_with(100, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(charge(&conns[i], 77, 0), REFUSAL_OK);
    assert_int_equal(charge(&conns[4], 77, 0), REFUSAL_SLOW_DOWN);
    assert_int_equal(conns[4].full_at_ms, 0);
    assert_int_equal(charge(&conns[4], 78, 0), REFUSAL_OK);
}

static void more_addresses_than_places_share_limits(void **state)
{
    int accepted = 0;
    (void)state;
    open_with(100, 4);
    for (uint64_t address = 1; address <= 1000; address++) {
        struct bucket conn = {0};
        accepted += charge(&conn, address, 0) == REFUSAL_OK;
    }
    assert_int_equal(accepted, 16 * 4);
    for (uint64_t address = 1; address <= 16; address++) {
        struct bucket conn = {0};
        assert_int_equal(charge(&conn, address, 1000), REFUSAL_OK);
    }
}

static void commands_cost_their_tokens_and_limits_can_be_off(void **state)
{
    struct bucket conn = {0};
    (void)state;
    open_with(8, 1000);
    assert_int_equal(limits_charge(&limits, &conn, 1, COMMAND_CREATE_GAME, 0), REFUSAL_OK);
    assert_int_equal(charge(&conn, 1, 0), REFUSAL_SLOW_DOWN);
    assert_int_equal(limits_charge(&limits, &conn, 1, COMMAND_DISCONNECT, 0), REFUSAL_OK);
    limits.setup.is_off = true;
    for (int i = 0; i < 100; i++)
        assert_int_equal(charge(&conn, 1, 0), REFUSAL_OK);
}

static void new_guests_of_an_address_have_a_limit_of_their_own(void **state)
{
    struct bucket conn = {0};
    (void)state;
    open_with(100, 100);
    limits.setup.guests = (struct bucket_rate){200, 3};
    for (int i = 0; i < 3; i++)
        assert_int_equal(limits_charge_guest(&limits, 5, 0), REFUSAL_OK);
    assert_int_equal(limits_charge_guest(&limits, 5, 0), REFUSAL_SLOW_DOWN);
    assert_int_equal(limits_charge_guest(&limits, 6, 0), REFUSAL_OK);
    assert_int_equal(charge(&conn, 5, 0), REFUSAL_OK); /* players who are there go on */
    assert_int_equal(limits_charge_guest(&limits, 5, 200), REFUSAL_OK);
    assert_int_equal(limits.refused_guests, 1);
    limits.setup.is_off = true;
    assert_int_equal(limits_charge_guest(&limits, 5, 200), REFUSAL_OK);
}

static void new_games_of_an_address_have_a_limit_of_their_own(void **state)
{
    (void)state;
    open_with(100, 100);
    limits.setup.games = (struct bucket_rate){200, 3};
    for (int i = 0; i < 3; i++)
        assert_int_equal(limits_charge_game(&limits, 5, 0), REFUSAL_OK);
    assert_int_equal(limits_charge_game(&limits, 5, 0), REFUSAL_SLOW_DOWN);
    assert_int_equal(limits_charge_guest(&limits, 5, 0), REFUSAL_OK);
    assert_int_equal(limits_charge_game(&limits, 6, 0), REFUSAL_OK);
    assert_int_equal(limits_charge_game(&limits, 5, 200), REFUSAL_OK);
    assert_int_equal(limits.refused_games, 1);
    limits.setup.is_off = true;
    assert_int_equal(limits_charge_game(&limits, 5, 200), REFUSAL_OK);
}

/* Right guesses cost nothing, but after too many wrong ones they get no answer either. */
static void wrong_guesses_of_an_address_have_a_limit(void **state)
{
    (void)state;
    open_with(100, 100);
    limits.setup.guesses = (struct bucket_rate){200, 3};
    for (int i = 0; i < 10; i++)
        assert_true(limits_may_guess(&limits, 5, 0));
    for (int i = 0; i < 3; i++)
        limits_charge_guess(&limits, 5, 0);
    assert_false(limits_may_guess(&limits, 5, 0));
    assert_true(limits_may_guess(&limits, 6, 0));
    assert_true(limits_may_guess(&limits, 5, 200));
    limits.setup.is_off = true;
    assert_true(limits_may_guess(&limits, 5, 0));
}

static void something_other_than_a_command_is_charged_to_the_address(void **state)
{
    struct bucket conn = {0};
    (void)state;
    open_with(100, 60);
    assert_int_equal(limits_charge_address(&limits, 5, 50, 0), REFUSAL_OK);
    assert_int_equal(limits_charge_address(&limits, 5, 50, 0), REFUSAL_SLOW_DOWN);
    for (int i = 0; i < 10; i++)
        assert_int_equal(charge(&conn, 5, 0), REFUSAL_OK);
    assert_int_equal(charge(&conn, 5, 0), REFUSAL_SLOW_DOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_gives_its_burst_and_then_its_rate),
        cmocka_unit_test(a_connection_has_its_own_limit),
        cmocka_unit_test(all_connections_of_an_address_share_a_limit),
        cmocka_unit_test(more_addresses_than_places_share_limits),
        cmocka_unit_test(commands_cost_their_tokens_and_limits_can_be_off),
        cmocka_unit_test(new_guests_of_an_address_have_a_limit_of_their_own),
        cmocka_unit_test(new_games_of_an_address_have_a_limit_of_their_own),
        cmocka_unit_test(wrong_guesses_of_an_address_have_a_limit),
        cmocka_unit_test(something_other_than_a_command_is_charged_to_the_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
