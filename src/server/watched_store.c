#include "server/watched_store.h"

#include <stdlib.h>
#include <time.h>

enum { CHANGED_MAX = 8192 }; /* beyond what a turn of the service can hold */

struct watched_store {
    struct store store;
    struct watched_setup setup;
    size_t changed_count;
    uint64_t moves;
    int64_t changed[CHANGED_MAX];
};

/* A store is the first thing in what implements it. */
static struct watched_store *of(struct store *store)
{
    return (struct watched_store *)(void *)store;
}

static struct store *inner(struct store *store)
{
    return of(store)->setup.store;
}

static int64_t now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t game_of(const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_JOIN:
        return row->join.game_id;
    case ROW_MOVE:
        return row->move.game_id;
    case ROW_RESULT:
        return row->result.game_id;
    default:
        return 0;
    }
}

static void forget_turn(struct watched_store *watched)
{
    watched->changed_count = 0;
    watched->moves = 0;
}

static enum store_err watch_write(struct store *store, const struct row *row)
{
    struct watched_store *watched = of(store);
    enum store_err err = store_write(watched->setup.store, row);
    int64_t game_id = err ? 0 : game_of(row);
    if (game_id && watched->changed_count < CHANGED_MAX)
        watched->changed[watched->changed_count++] = game_id;
    watched->moves += !err && row->kind == ROW_MOVE;
    return err;
}

static void tell(struct watched_store *watched)
{
    for (size_t i = 0; watched->setup.changed && i < watched->changed_count; i++)
        watched->setup.changed(watched->setup.context, watched->changed[i]);
}

static enum store_err watch_commit(struct store *store)
{
    struct watched_store *watched = of(store);
    struct metrics *metrics = watched->setup.metrics;
    int64_t began_us = now_us();
    enum store_err err = store_commit(watched->setup.store);
    if (err) {
        metrics->commit_failures++;
    } else {
        metrics_commit(metrics, now_us() - began_us);
        metrics->moves += watched->moves;
        tell(watched);
    }
    forget_turn(watched);
    return err;
}

static void watch_rollback(struct store *store)
{
    store_rollback(inner(store));
    of(store)->setup.metrics->commit_failures++;
    forget_turn(of(store));
}

/* What is only read is handed on as it is. */

static void watch_close(struct store *store)
{
    (void)store; /* the caller closes the real one */
}

static const char *watch_problem(const struct store *store)
{
    return store_problem(((const struct watched_store *)(const void *)store)->setup.store);
}

static enum store_err watch_game(struct store *store, int64_t id, struct game_row *out)
{
    return store_game(inner(store), id, out);
}

static enum store_err watch_game_by_code(struct store *store, const char *code,
                                         struct game_row *out)
{
    return store_game_by_code(inner(store), code, out);
}

static enum store_err watch_player(struct store *store, int64_t id, struct player_rows *out)
{
    return store_player(inner(store), id, out);
}

static enum store_err watch_session(struct store *store, const uint8_t *hash,
                                    struct session_row *out)
{
    return store_session(inner(store), hash, out);
}

static enum store_err watch_rated(struct store *store, int64_t game_id, struct rated_row *out)
{
    return store_rated(inner(store), game_id, out);
}

static enum store_err watch_times(struct store *store, int64_t id, int64_t *at_ms, size_t *count)
{
    return store_game_times(inner(store), id, at_ms, count);
}

static enum store_err watch_counts(struct store *store, struct store_counts *out)
{
    return store_counts(inner(store), out);
}

static enum store_err watch_list(struct store *store, const struct store_query *query,
                                 struct store_cursor *cursor, struct store_listed *out, size_t room,
                                 size_t *count)
{
    return store_list(inner(store), query, cursor, out, room, count);
}

static enum store_err watch_leaders(struct store *store, const struct store_leaderboard *which,
                                    struct store_cursor *cursor, struct store_leader *out,
                                    size_t room, size_t *count)
{
    return store_leaders(inner(store), which, cursor, out, room, count);
}

static enum store_err watch_waiting(struct store *store, int64_t player_id, struct queue_row *out)
{
    return store_waiting(inner(store), player_id, out);
}

static enum store_err watch_request(struct store *store, int64_t player_id, const char *request,
                                    int64_t *game_id)
{
    return store_request(inner(store), player_id, request, game_id);
}

static enum store_err watch_account(struct store *store, const struct store_account_key *key,
                                    struct account_row *out)
{
    return store_account(inner(store), key, out);
}

static enum store_err watch_record(struct store *store, int64_t player_id, struct store_record *out)
{
    return store_record(inner(store), player_id, out);
}

static enum store_err watch_points(struct store *store, int64_t player_id, enum rating_class class,
                                   struct store_point *out, size_t room, size_t *count)
{
    return store_points(inner(store), player_id, class, out, room, count);
}

static enum store_err watch_sessions(struct store *store, int64_t player_id,
                                     struct session_row *out, size_t room, size_t *count)
{
    return store_sessions(inner(store), player_id, out, room, count);
}

static enum store_err watch_said(struct store *store, int64_t player_id,
                                 struct store_cursor *cursor, struct chat_row *out, size_t room,
                                 size_t *count)
{
    return store_player_chat(inner(store), player_id, cursor, out, room, count);
}

static enum store_err watch_rank(struct store *store, const struct store_leaderboard *which,
                                 const struct rating_row *rating, struct store_rank *out)
{
    return store_rank(inner(store), which, rating, out);
}

static enum store_err watch_queue(struct store *store, struct store_cursor *cursor,
                                  struct queue_row *out, size_t room, size_t *count)
{
    return store_queue(inner(store), cursor, out, room, count);
}

static enum store_err watch_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                                 struct chat_row *out, size_t room, size_t *count)
{
    return store_chat(inner(store), game_id, channel, out, room, count);
}

static const struct store_ops ops = {.close = watch_close,
                                     .problem = watch_problem,
                                     .write = watch_write,
                                     .commit = watch_commit,
                                     .rollback = watch_rollback,
                                     .game = watch_game,
                                     .game_by_code = watch_game_by_code,
                                     .player = watch_player,
                                     .session = watch_session,
                                     .rated = watch_rated,
                                     .game_times = watch_times,
                                     .counts = watch_counts,
                                     .list = watch_list,
                                     .leaders = watch_leaders,
                                     .waiting = watch_waiting,
                                     .request = watch_request,
                                     .account = watch_account,
                                     .record = watch_record,
                                     .points = watch_points,
                                     .sessions = watch_sessions,
                                     .player_chat = watch_said,
                                     .rank = watch_rank,
                                     .queue = watch_queue,
                                     .chat = watch_chat};

struct watched_store *watched_store_open(const struct watched_setup *setup)
{
    struct watched_store *watched = calloc(1, sizeof *watched);
    if (!watched)
        return NULL;
    watched->store.ops = &ops;
    watched->setup = *setup;
    return watched;
}

void watched_store_close(struct watched_store *watched)
{
    free(watched);
}

struct store *watched_store_of(struct watched_store *watched)
{
    return &watched->store;
}
