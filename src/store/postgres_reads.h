/* The PostgreSQL store: its reading statements, and the functions of store_ops that use them. */
#ifndef STORE_POSTGRES_READS_H
#define STORE_POSTGRES_READS_H

#include "store/postgres.h"

/* Statements of the reader. */
enum pg_read {
    PG_SECRET = PG_READS,
    PG_READS_END,
};

extern const char *const postgres_reads[PG_READS_END - PG_READS];

/* Settings of the reader's connection, beside those of both. */
extern const char postgres_reader_settings[];

enum store_err postgres_secret(struct store *store, const char *name, uint8_t *out);

#endif
