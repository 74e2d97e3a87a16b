/* A data folder in one file, and back. The server may run while it is written; it must not while it is
 * put back. */
#ifndef SERVER_BACKUP_H
#define SERVER_BACKUP_H

#include <stdbool.h>
#include <stddef.h>

/* Both are true with a sentence in `text` that tells what was done, or false with the reason. */

/* `file` must not be there yet. */
bool backup_write(const char *folder, const char *file, char *text, size_t size);

/* A folder that has a database is refused, unless `is_forced`: then the old one is put aside, under a
 * name the sentence tells. */
bool backup_restore(const char *file, const char *folder, bool is_forced, char *text, size_t size);

#endif
