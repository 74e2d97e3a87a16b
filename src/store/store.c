#include "store/store.h"

static const struct {
    const char *name, *text;
    enum store_class class;
} errors[STORE_ERR_COUNT] = {
#define STORE_ERR_ENTRY(name, class, text) {#name, text, STORE_##class},
    STORE_ERRORS(STORE_ERR_ENTRY)
#undef STORE_ERR_ENTRY
};

static bool is_err(enum store_err err)
{
    return (unsigned)err < STORE_ERR_COUNT;
}

const char *store_err_name(enum store_err err)
{
    return is_err(err) ? errors[err].name : "?";
}

const char *store_err_text(enum store_err err)
{
    return is_err(err) ? errors[err].text : "?";
}

enum store_class store_err_class(enum store_err err)
{
    return is_err(err) ? errors[err].class : STORE_FATAL;
}

void store_close(struct store *store)
{
    if (store)
        store->ops->close(store);
}

const char *store_problem(const struct store *store)
{
    return store->ops->problem(store);
}

enum store_err store_write(struct store *store, const struct row *row)
{
    return store->ops->write(store, row);
}

enum store_err store_commit(struct store *store)
{
    return store->ops->commit(store);
}

void store_rollback(struct store *store)
{
    store->ops->rollback(store);
}

enum store_err store_write_turn(struct store *store, const struct row *rows, size_t count,
                                size_t *at)
{
    enum store_err err = STORE_OK;
    size_t i = 0;
    if (store->ops->write_turn)
        return store->ops->write_turn(store, rows, count, at);
    while (i < count && !(err = store_write(store, &rows[i])))
        i++;
    if (err)
        store_rollback(store);
    else
        err = store_commit(store);
    if (err && at)
        *at = i;
    return err;
}

size_t store_refused(const struct store *store, size_t *rows, size_t max)
{
    return store->ops->refused ? store->ops->refused(store, rows, max) : 0;
}

enum store_err store_game(struct store *store, int64_t id, struct game_row *out)
{
    return store->ops->game(store, id, out);
}

enum store_err store_game_by_code(struct store *store, const char *code, struct game_row *out)
{
    return store->ops->game_by_code(store, code, out);
}

enum store_err store_player(struct store *store, int64_t id, struct player_rows *out)
{
    return store->ops->player(store, id, out);
}

enum store_err store_session(struct store *store, const uint8_t token_hash[ROW_HASH_BYTES],
                             struct session_row *out)
{
    return store->ops->session(store, token_hash, out);
}

enum store_err store_rated(struct store *store, int64_t game_id, struct rated_row *out)
{
    return store->ops->rated(store, game_id, out);
}

enum store_err store_secret(struct store *store, const char *name, uint8_t out[STORE_SECRET_BYTES])
{
    return store->ops->secret(store, name, out);
}

enum store_err store_discounts(struct store *store, struct store_cursor *cursor,
                               struct store_discount *out, size_t max, size_t *count)
{
    return store->ops->discounts(store, cursor, out, max, count);
}

enum store_err store_game_times(struct store *store, int64_t id, int64_t at_ms[ROW_PLIES_MAX],
                                size_t *count)
{
    return store->ops->game_times(store, id, at_ms, count);
}

enum store_err store_counts(struct store *store, struct store_counts *out)
{
    return store->ops->counts(store, out);
}

enum store_err store_list(struct store *store, const struct store_query *query,
                          struct store_cursor *cursor, struct store_listed *out, size_t max,
                          size_t *count)
{
    return store->ops->list(store, query, cursor, out, max, count);
}

enum store_err store_waiting(struct store *store, int64_t player_id, struct queue_row *out)
{
    return store->ops->waiting(store, player_id, out);
}

enum store_err store_request(struct store *store, int64_t player_id, const char *request,
                             int64_t *game_id)
{
    return store->ops->request(store, player_id, request, game_id);
}

enum store_err store_account(struct store *store, const struct store_account_key *key,
                             struct account_row *out)
{
    return store->ops->account(store, key, out);
}

enum store_err store_record(struct store *store, int64_t player_id, struct store_record *out)
{
    return store->ops->record(store, player_id, out);
}

enum store_err store_points(struct store *store, int64_t player_id, enum rating_class rating_class,
                            struct store_point *out, size_t max, size_t *count)
{
    return store->ops->points(store, player_id, rating_class, out, max, count);
}

enum store_err store_sessions(struct store *store, int64_t player_id, struct session_row *out,
                              size_t max, size_t *count)
{
    return store->ops->sessions(store, player_id, out, max, count);
}

enum store_err store_player_chat(struct store *store, int64_t player_id,
                                 struct store_cursor *cursor, struct chat_row *out, size_t max,
                                 size_t *count)
{
    return store->ops->player_chat(store, player_id, cursor, out, max, count);
}

enum store_err store_rank(struct store *store, const struct store_leaderboard *which,
                          const struct rating_row *rating, struct store_rank *out)
{
    return store->ops->rank(store, which, rating, out);
}

enum store_err store_leaders(struct store *store, const struct store_leaderboard *which,
                             struct store_cursor *cursor, struct store_leader *out, size_t max,
                             size_t *count)
{
    return store->ops->leaders(store, which, cursor, out, max, count);
}

enum store_err store_queue(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                           size_t max, size_t *count)
{
    return store->ops->queue(store, cursor, out, max, count);
}

enum store_err store_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                          struct chat_row *out, size_t max, size_t *count)
{
    return store->ops->chat(store, game_id, channel, out, max, count);
}

enum store_err store_push(struct store *store, int64_t id, struct push_row *out)
{
    return store->ops->push(store, id, out);
}

enum store_err store_name_owner(struct store *store, int64_t skeleton, int64_t *player_id)
{
    return store->ops->name_owner(store, skeleton, player_id);
}

enum store_err store_stale(struct store *store, int64_t until_ms, struct store_cursor *cursor,
                           struct store_stale *out, size_t max, size_t *count)
{
    return store->ops->stale(store, until_ms, cursor, out, max, count);
}

enum store_err store_audit(struct store *store, int64_t player_id, struct store_cursor *cursor,
                           struct audit_row *out, size_t max, size_t *count)
{
    return store->ops->audit(store, player_id, cursor, out, max, count);
}

enum store_err store_devices(struct store *store, int64_t player_id,
                             struct device_row out[STORE_DEVICES_KEPT], size_t *count)
{
    return store->ops->devices(store, player_id, out, count);
}

enum store_err store_pushes(struct store *store, int64_t player_id,
                            struct push_row out[STORE_PUSHES_KEPT], size_t *count)
{
    return store->ops->pushes(store, player_id, out, count);
}

enum store_err store_pushes_due(struct store *store, int64_t until_ms, struct push_due_row *out,
                                size_t max, size_t *count)
{
    return store->ops->pushes_due(store, until_ms, out, max, count);
}

enum store_err store_reports(struct store *store, struct store_cursor *cursor,
                             struct store_report *out, size_t max, size_t *count)
{
    return store->ops->reports(store, cursor, out, max, count);
}

enum store_err store_moderations(struct store *store, int64_t player_id,
                                 struct store_cursor *cursor, struct store_moderation *out,
                                 size_t max, size_t *count)
{
    return store->ops->moderations(store, player_id, cursor, out, max, count);
}

enum store_err store_passkey(struct store *store, const uint8_t *id, size_t id_len,
                             struct passkey_row *out)
{
    return store->ops->passkey(store, id, id_len, out);
}

enum store_err store_passkeys(struct store *store, int64_t player_id,
                              struct passkey_row out[STORE_PASSKEYS_MAX], size_t *count)
{
    return store->ops->passkeys(store, player_id, out, count);
}
