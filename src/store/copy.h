/* Backups: copying a database to a file, even while a server uses it, and restoring it. Data beside the
 * rows travels as a note, in a table that the store ignores; so a copy is a normal database. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store/store.h"

enum { COPY_NOTE_MAX = 4096, COPY_KEY_MAX = 2048 };

struct copy_note {
    int64_t taken_ms; /* wall clock: the moment the copy shows; 0: unknown */
    size_t len, key_len;
    uint8_t bytes[COPY_NOTE_MAX];
    uint8_t
        key[COPY_KEY_MAX]; /* the file that signs push messages: subscriptions are bound to it */
};

struct copy_facts {
    int64_t version, players, games;
};

/* Copies the committed rows to the new file `to`, checks the copy and syncs it. Until it is complete
 * the file is called `to`.part. E_EXISTS if `to` exists. Only reads the source and never blocks its
 * writer. */
enum store_err copy_out(const char *from, const char *to, const struct copy_note *note,
                        struct copy_facts *facts, char problem[STORE_PROBLEM_SIZE]);

/* The way back: also takes the note out of the copy; all zero if there is none. Refuses a file that is
 * damaged, not ours, empty, or newer than this program. */
enum store_err copy_in(const char *from, const char *to, struct copy_note *note,
                       struct copy_facts *facts, char problem[STORE_PROBLEM_SIZE]);

/* Syncs the folder of this file, so that its name is durable; false, with errno, on failure. */
bool copy_sync_folder(const char *path);

#endif
