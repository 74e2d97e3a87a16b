/* Passwords become hashes, and are compared with them, on a thread of its own: Argon2id takes long and
 * much memory on purpose, and the loop must not wait for it.
 *
 * The loop asks and collects, as with thinkers.h. Whatever is not known costs the same as what is: a
 * login nobody has is answered after as much work as a wrong password. */
#ifndef SERVER_HASHER_H
#define SERVER_HASHER_H

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
    bool is_right;                    /* the answer … */
    char hash[ROW_PASSWORD_SIZE];     /* … and the hash of the new one; empty if it failed */
};

struct hasher;

struct hasher_setup {
    void (*wake)(void *context); /* called from its thread: there is something to collect */
    void *context;
};

/* Null if there is no memory or no thread to be had. */
struct hasher *hasher_open(const struct hasher_setup *setup);

/* Waits for the hash under way; what was not collected is forgotten. Null is allowed. */
void hasher_close(struct hasher *hasher);

/* False if there is no memory, or too many wait already. The task is copied. */
bool hasher_ask(struct hasher *hasher, const struct hash_task *task);

/* The next answer, its passwords wiped; false if there is none now. */
bool hasher_collect(struct hasher *hasher, struct hash_task *answer);

#endif
