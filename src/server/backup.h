/* Backs a data folder up into one file, and restores it. The server may run during a backup, but
 * not during a restore. */
#ifndef SERVER_BACKUP_H
#define SERVER_BACKUP_H

#include <stdbool.h>
#include <stddef.h>

/* Both return true with a summary in `text`, or false with the reason. */

/* `file` must not exist yet. */
bool backup_write(const char *folder, const char *file, char *text, size_t size);

/* Refuses a folder that has a database, unless `is_forced`: then the old database is renamed, and
 * `text` says to what. */
bool backup_restore(const char *file, const char *folder, bool is_forced, char *text, size_t size);

#endif
