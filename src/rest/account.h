/* The rules for logins and passwords, and recovery codes. */
#ifndef REST_ACCOUNT_H
#define REST_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/rows.h"

/* 125 random bits: five groups of five letters and digits. */
enum { RECOVERY_SIZE = 30 };

/* A keyed hash of a login, ignoring case; never 0. The key is random, so a client cannot choose two logins that
 * collide. */
uint64_t account_login_hash(const char *login);

/* 3 to 20 letters, digits, _ and -. */
bool account_is_login(const char *text, size_t len);

enum password_verdict {
    PASSWORD_GOOD,
    PASSWORD_SHORT, /* fewer than 8 characters */
    PASSWORD_LONG,  /* more than 128 */
    PASSWORD_COMMON /* a common one (common.h), one repeated character, or close to the login */
};

enum password_verdict account_judge(const char *password, size_t len, const char *login);

/* A sentence for people; null for PASSWORD_GOOD. */
const char *account_verdict_text(enum password_verdict verdict);

void recovery_fresh(char out[RECOVERY_SIZE], uint8_t hash[ROW_HASH_BYTES]);

/* The hash of a code as people type it: in any case, with or without hyphens and spaces, with o for 0
 * and l or i for 1. False if the text cannot be a code. */
bool recovery_hash(uint8_t hash[ROW_HASH_BYTES], const char *text, size_t len);

#endif
