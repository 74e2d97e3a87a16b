/* Passwords are hashed and checked on a thread of its own: Argon2id is slow and needs much memory on
 * purpose, and the loop must not wait for it. See base/workers.h for how the loop asks and collects.
 *
 * A check against an unknown login costs as much time as one against a known one. */
#ifndef REST_HASHER_H
#define REST_HASHER_H

#include "base/workers.h"
#include "play/rows.h"

enum {
    HASHER_PASSWORD_SIZE = 513, /* 128 characters of UTF-8 */
    HASHER_WAITING_MAX = 64
};

/* First the password shown is checked, if there is one; then the new one is hashed, if there is one and
 * the other was right. */
struct hash_task {
    uint64_t ack;                     /* the asker's */
    char shown[HASHER_PASSWORD_SIZE]; /* empty: nothing to check */
    char stored[ROW_PASSWORD_SIZE];   /* its hash; empty: there is none, so it is wrong */
    char fresh[HASHER_PASSWORD_SIZE]; /* empty: nothing to hash */
    bool is_right;                    /* the answer; passwords are wiped by then … */
    char hash[ROW_PASSWORD_SIZE];     /* … and the hash of the new one; empty if it failed */
};

/* Workers for struct hash_task, HASHER_WAITING_MAX of which may wait. Null if there is no memory or no thread
 * to be had. */
struct workers *hasher_open(void (*wake)(void *wake_context), void *wake_context);

#endif
