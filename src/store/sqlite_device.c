/* Devices that have logged in to an account before. */
#include "store/sqlite.h"

enum store_err sqlite_write_device(struct sqlite_store *s, const struct row *row)
{
    const struct device_row *d = &row->device;
    struct query q = query_begin(s, SQL_PUT_DEVICE);
    query_put(&q, d->player_id);
    query_put_bytes(&q, d->hash, ROW_HASH_BYTES);
    query_put(&q, d->seen_ms);
    enum store_err err = query_run(&q, NULL);
    if (err)
        return err;
    q = query_begin(s, SQL_TRIM_DEVICES);
    query_put(&q, d->player_id);
    query_put(&q, STORE_DEVICES_KEPT);
    return query_run(&q, NULL);
}

enum store_err sqlite_devices(struct store *store, int64_t player_id,
                              struct device_row out[STORE_DEVICES_KEPT], size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_DEVICES);
    query_put(&q, player_id);
    query_put(&q, STORE_DEVICES_KEPT);
    while (found < STORE_DEVICES_KEPT && query_next(&q)) {
        out[found].player_id = player_id;
        query_get_bytes(&q, out[found].hash, sizeof out[found].hash);
        out[found++].seen_ms = query_get(&q);
    }
    enum store_err err = query_end(&q);
    if (!err)
        *count = found;
    return err;
}
