/* Passwords are hashed and checked on a separate thread: Argon2id is slow and needs much memory on purpose, and
 * the loop must not wait for it. base/workers.h explains how the loop submits tasks and collects results.
 *
 * Checking a password takes the same time for unknown and for known logins. */
#ifndef REST_HASHER_H
#define REST_HASHER_H

#include "base/workers.h"
#include "play/rows.h"
#include "rest/passkey.h"

enum {
    HASHER_PASSWORD_SIZE = 513, /* 128 characters of UTF-8 */
    HASHER_WAITING_MAX = 4      /* the others wait in a fair queue (hash_queue.h) */
};

/* First the password `shown` is checked, if there is one. If it is right, or there is none, the password `fresh`
 * is hashed, if there is one. */
struct hash_task {
    bool is_passkey; /* check the passkey's signature instead */
    struct passkey_check passkey;
    uint64_t ack;                     /* the caller's own */
    char shown[HASHER_PASSWORD_SIZE]; /* empty: nothing to check */
    char stored[ROW_PASSWORD_SIZE];   /* its hash; empty: the login is unknown, so it is wrong */
    char fresh[HASHER_PASSWORD_SIZE]; /* empty: nothing to hash */
    bool is_right;                    /* the result; both passwords are wiped by then … */
    char hash[ROW_PASSWORD_SIZE];     /* … and the hash of the new one; empty if it failed */
};

/* Workers for struct hash_task, HASHER_WAITING_MAX of which may wait. Null if there is no memory or no
 * thread. */
struct workers *hasher_open(void (*wake)(void *wake_context), void *wake_context);

#endif
