/* Migrations of the database: src/store/schema/NNN_*.sql, embedded by tools/embed-schema. A step turns
 * version NNN - 1 into version NNN and ends with `PRAGMA user_version = NNN`. The SQL of a published
 * step never changes; a change of the schema is a new file. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include <sqlite3.h>

#include "store/store.h"

enum { SCHEMA_APPLICATION = 0x46344C4C }; /* "F4LL", as 001_start.sql has it */

struct schema_step {
    int version;
    const char *file, *sql;
};

extern const struct schema_step schema_steps[];
extern const int schema_count;

/* Refuses a file that is not ours, or newer than the last step. Changes nothing. */
enum store_err schema_check(sqlite3 *db, const struct schema_step *steps, int count,
                            const char *path, char problem[STORE_PROBLEM_SIZE]);

/* Also adds the SQL function skeleton(text) to the connection, which steps and statements use.
 * Applies the missing steps, each in its own transaction. If a step fails, the database keeps the
 * version before it. */
enum store_err schema_migrate(sqlite3 *db, const struct schema_step *steps, int count,
                              const char *path, char problem[STORE_PROBLEM_SIZE]);

#endif
