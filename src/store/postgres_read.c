/* Reading one row. */
#include <string.h>

#include "store/postgres_reads.h"

enum store_err postgres_secret(struct store *store, const char *name, uint8_t *out)
{
    uint8_t secret[STORE_SECRET_BYTES] = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_SECRET);
    pg_put_text(&q, name);
    bool is_there = pg_next(&q);
    if (is_there)
        pg_get_bytes(&q, secret, sizeof secret);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        memcpy(out, secret, sizeof secret);
    return err;
}
