/* Migrations of an SQLite database. A step (store/steps.h) ends with `PRAGMA user_version = NNN`. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include <sqlite3.h>

#include "store/steps.h"
#include "store/store.h"

enum { SCHEMA_APPLICATION = 0x46344C4C }; /* "F4LL", as 001_start.sql has it */

/* Refuses a file that is not ours, or newer than the last step. Changes nothing. */
enum store_err schema_check(sqlite3 *db, const struct schema_step *steps, int count,
                            const char *path, char problem[STORE_PROBLEM_SIZE]);

/* Also adds the SQL function skeleton(text) to the connection, which steps and statements use.
 * Applies the missing steps, each in its own transaction. If a step fails, the database keeps the
 * version before it. */
enum store_err schema_migrate(sqlite3 *db, const struct schema_step *steps, int count,
                              const char *path, char problem[STORE_PROBLEM_SIZE]);

#endif
