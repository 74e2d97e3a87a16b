/* The names that belong to accounts. */
#include "store/sqlite.h"

enum store_err sqlite_name_account(struct sqlite_store *s, int64_t player_id)
{
    struct query q = query_begin(s, SQL_NAME_ACCOUNT);
    query_put(&q, player_id);
    return query_run(&q, NULL);
}

enum store_err sqlite_name_owner(struct store *store, int64_t skeleton, int64_t *player_id)
{
    int64_t id = 0;
    struct query q = query_begin(sqlite_of(store), SQL_NAME_OWNER);
    query_put(&q, skeleton);
    bool is_there = query_next(&q);
    if (is_there)
        id = query_get(&q);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *player_id = id;
    return err;
}
