/* A lock file: one process at a time. The system releases the lock when the process ends, even by
 * kill -9. The file itself stays: if it were removed, two processes could lock two files of the same
 * name. The lock belongs to the process, which must not lock the same path twice. */
#ifndef STORE_LOCK_FILE_H
#define STORE_LOCK_FILE_H

enum lock_answer { LOCK_HELD, LOCK_TAKEN, LOCK_FAILED };

/* LOCK_HELD: this process has the lock; give *file back later. LOCK_TAKEN: another process has it;
 * *owner is its id, 0 if unknown. LOCK_FAILED: see errno. */
enum lock_answer lock_file_take(const char *path, int *file, int *owner);

void lock_file_give_back(int file); /* -1 is fine */

#endif
