#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "rest/attempts.h"

enum { MINUTE_MS = 60000 };

static const struct attempt_key stranger = {.address = 0x1001, .account = 0xACC};
static const struct attempt_key owner = {.address = 0x2002, .account = 0xACC, .device = 0xDE};

/* Guesses until the first refusal; gives the number of guesses that were allowed. */
static int guess(struct attempts *attempts, struct attempt_key key, int most, int64_t now_ms)
{
    int allowed = 0;
    while (allowed < most && attempts_log_in(attempts, &key, now_ms) == 0)
        allowed++;
    return allowed;
}

static void a_stranger_guesses_ten_times_at_an_account(void **state)
{
    assert_int_equal(guess(*state, stranger, 1000, 0), 10);
    assert_true(attempts_log_in(*state, &stranger, 0) >= 10);
    struct attempt_key another = {.address = stranger.address, .account = 0xBCC};
    assert_int_equal(guess(*state, another, 1000, 0), 10);
    assert_int_equal(guess(*state, stranger, 1000, 30000), 1);
}

static void a_thousand_guesses_do_not_keep_a_known_device_out(void **state)
{
    struct attempt_key near = owner;
    for (int i = 0; i < 1000; i++)
        (void)attempts_log_in(*state, &stranger, 0);
    assert_int_equal(attempts_log_in(*state, &owner, 0), 0);
    near.address = stranger.address; /* behind the same address */
    assert_int_equal(attempts_log_in(*state, &near, 0), 0);
}

static void many_addresses_together_guess_sixty_times(void **state)
{
    uint64_t seed = 1;
    int allowed = 0;
    for (int i = 0; i < 5000; i++) {
        struct attempt_key key = {.address = random_next(&seed), .account = stranger.account};
        allowed += attempts_log_in(*state, &key, 0) == 0;
    }
    assert_int_equal(allowed, 60);
    assert_int_equal(attempts_log_in(*state, &owner, 0), 0);
    struct attempt_key other = {.address = 0x3003, .account = 0xBCC};
    assert_int_equal(attempts_log_in(*state, &other, 0), 0);
}

static void a_device_has_a_limit_too(void **state)
{
    assert_int_equal(guess(*state, owner, 1000, 0), 20);
    assert_int_equal(guess(*state, stranger, 1000, 0), 10); /* which is no limit for others */
}

static void a_right_password_does_not_count(void **state)
{
    for (int i = 0; i < 100; i++) {
        assert_int_equal(attempts_log_in(*state, &stranger, 0), 0);
        attempts_give_back(*state, &stranger, 0);
        assert_int_equal(attempts_log_in(*state, &owner, 0), 0);
        attempts_give_back(*state, &owner, 0);
    }
    assert_int_equal(guess(*state, stranger, 1000, 0), 10);
    attempts_give_back(*state, &stranger, 10 * MINUTE_MS); /* long full again */
    assert_int_equal(guess(*state, stranger, 1000, 10 * MINUTE_MS), 10);
}

static void a_school_signs_up_and_logs_in_within_a_minute(void **state)
{
    for (int i = 0; i < 200; i++) {
        struct attempt_key pupil = {.address = 0x5C, .account = 0x10000 + (uint64_t)i};
        int64_t now_ms = i * MINUTE_MS / 200;
        assert_int_equal(attempts_sign_up(*state, 0x5C, 1 + i, now_ms), 0);
        for (int typo = 0; typo < 2; typo++)
            assert_int_equal(attempts_log_in(*state, &pupil, now_ms), 0);
    }
}

static void an_address_guesses_at_all_accounts_four_hundred_times(void **state)
{
    int allowed = 0;
    for (uint64_t i = 1; i <= 1000; i++) {
        struct attempt_key key = {.address = 0xBAD, .account = i * 77};
        allowed += attempts_log_in(*state, &key, 0) == 0;
    }
    assert_int_equal(allowed, 400);
    const struct attempt_key code = {.address = 0xBAD}; /* recovery codes count, too */
    assert_true(attempts_log_in(*state, &code, 0) > 0);
}

static void signing_up_is_limited_by_player_and_by_address(void **state)
{
    int one = 0, all = 0;
    for (int i = 0; i < 100; i++)
        one += attempts_sign_up(*state, 0xA, 7, 0) == 0;
    assert_int_equal(one, 10);
    for (int i = 0; i < 1000; i++)
        all += attempts_sign_up(*state, 0xA, 100 + i, 0) == 0;
    assert_int_equal(all, 390);
}

static void codes_are_guessed_more_slowly_than_passwords(void **state)
{
    int guesses = 0;
    for (int i = 0; i < 100; i++)
        guesses += attempts_code(*state, 0xB, 0) == 0;
    assert_int_equal(guesses, 20);
    for (int64_t s = 0; s < 24 * 3600; s++)
        guesses += attempts_code(*state, 0xB, s * 1000) == 0;
    assert_int_equal(guesses, 20 + 287);
    assert_int_equal(attempts_code(*state, 0xC, 0), 0);
    for (int i = 0; i < 100; i++) { /* right ones */
        assert_int_equal(attempts_code(*state, 0xD, 0), 0);
        attempts_give_code_back(*state, 0xD, 0);
    }
}

static int open_attempts(void **state)
{
    *state = attempts_open();
    return *state ? 0 : -1;
}

static int close_attempts(void **state)
{
    attempts_close(*state);
    return 0;
}

#define ATTEMPT_TEST(name) cmocka_unit_test_setup_teardown(name, open_attempts, close_attempts)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ATTEMPT_TEST(a_stranger_guesses_ten_times_at_an_account),
        ATTEMPT_TEST(a_thousand_guesses_do_not_keep_a_known_device_out),
        ATTEMPT_TEST(many_addresses_together_guess_sixty_times),
        ATTEMPT_TEST(a_device_has_a_limit_too),
        ATTEMPT_TEST(a_right_password_does_not_count),
        ATTEMPT_TEST(a_school_signs_up_and_logs_in_within_a_minute),
        ATTEMPT_TEST(an_address_guesses_at_all_accounts_four_hundred_times),
        ATTEMPT_TEST(signing_up_is_limited_by_player_and_by_address),
        ATTEMPT_TEST(codes_are_guessed_more_slowly_than_passwords),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
