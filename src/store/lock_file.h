/* One process at a time: a lock on a file of its own, which the system drops when the process dies,
 * however it dies. The file itself stays, for removing it would let two processes hold two files of
 * the same name. A process must not lock the same path twice: the lock is the process's. */
#ifndef STORE_LOCK_FILE_H
#define STORE_LOCK_FILE_H

enum lock_answer { LOCK_HELD, LOCK_TAKEN, LOCK_FAILED };

/* LOCK_HELD: it is ours, *file is to be given back. LOCK_TAKEN: *owner is the process that has it, 0
 * if it cannot be told. LOCK_FAILED: errno tells. */
enum lock_answer lock_file_take(const char *path, int *file, int *owner);

void lock_file_give_back(int file); /* -1 is fine */

#endif
