/* The migration steps of a database's schema, embedded by tools/embed-schema: src/store/schema/NNN_*.sql for SQLite,
 * src/store/schema/postgres/NNN_*.sql for PostgreSQL. A step turns version NNN - 1 into version NNN and ends by storing
 * that number. The SQL of a published step never changes; a change of the schema is a new file. */
#ifndef STORE_STEPS_H
#define STORE_STEPS_H

struct schema_step {
    int version;
    const char *file, *sql;
};

extern const struct schema_step schema_steps[]; /* of SQLite */
extern const int schema_count;

extern const struct schema_step postgres_steps[];
extern const int postgres_count;

#endif
