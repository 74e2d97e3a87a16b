/* A database as a file: copied out, also while another process plays on it, and put in its place
 * again. What is needed besides the rows travels in the copy as a note, in a table of its own that no
 * store looks at; so a copy is a database like any other. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store/store.h"

enum { COPY_NOTE_MAX = 4096 };

struct copy_note {
    int64_t taken_ms; /* wall clock: the moment the copy shows; 0: not known */
    size_t len;
    uint8_t bytes[COPY_NOTE_MAX];
};

struct copy_facts {
    int64_t version, players, games;
};

/* Copies what is committed now to the new file `to`, checks the copy and syncs it. It is called
 * `to`.part until all is done. E_EXISTS if there is a file of that name. The source is only read; nobody
 * who writes to it waits. */
enum store_err copy_out(const char *from, const char *to, const struct copy_note *note,
                        struct copy_facts *facts, char problem[STORE_PROBLEM_SIZE]);

/* The same the other way: takes the note out again; all zero if there is none. Refuses what is damaged,
 * not ours, empty, or newer than this program. */
enum store_err copy_in(const char *from, const char *to, struct copy_note *note,
                       struct copy_facts *facts, char problem[STORE_PROBLEM_SIZE]);

/* Makes the names in the folder of this file durable; false, with errno, if that fails. */
bool copy_sync_folder(const char *path);

#endif
