/* Limits for attempts to log in and to sign up.
 *
 * Guessing costs tokens of three buckets: one of the address, one of the address and the account together, and one of
 * the account for all addresses, so that many addresses cannot guess together. A stranger can empty these, but not the
 * bucket of a device that has logged in to this account before, which needs no other. So guesses never lock the owner
 * out. A right password gives its tokens back, except that of the address.
 *
 * All limits allow a school: 200 people behind one address sign up and log in within a minute. */
#ifndef REST_ATTEMPTS_H
#define REST_ATTEMPTS_H

#include <stdbool.h>
#include <stdint.h>

struct attempts;

/* Keyed hashes, as account_login_hash and address_hash give them. */
struct attempt_key {
    uint64_t address;
    uint64_t account; /* 0: none, for a recovery code or a text that cannot be a login */
    uint64_t device;  /* 0: the device has not logged in to this account before */
};

struct attempts *attempts_open(void); /* null if there is no memory */
void attempts_close(struct attempts *attempts);
void attempts_turn_off(struct attempts *attempts, bool is_off); /* for benchmarks */

/* 0: go on. Otherwise the seconds until the next attempt is allowed, and nothing was charged for the account. */
int attempts_log_in(struct attempts *attempts, const struct attempt_key *attempt, int64_t now_ms);

/* The password was right. */
void attempts_give_back(struct attempts *attempts, const struct attempt_key *attempt,
                        int64_t now_ms);

/* A code of an authenticator app, after the right password. Three of a million codes are right at any time, so guesses are
 * slower than at passwords: 288 a day take three years on average. A right code gives its token back. */
int attempts_code(struct attempts *attempts, uint64_t account, int64_t now_ms);
void attempts_give_code_back(struct attempts *attempts, uint64_t account, int64_t now_ms);

/* As attempts_log_in. Charged before the answer tells whether a login is taken. */
int attempts_sign_up(struct attempts *attempts, uint64_t address, int64_t player_id,
                     int64_t now_ms);

#endif
