/* A player's statistics and rating history. */
#include "store/sqlite.h"

static void add_results(struct store_results *to, const struct store_results *more)
{
    to->games += more->games;
    to->wins += more->wins;
    to->draws += more->draws;
    to->losses += more->losses;
}

/* One row of the table `record`: opponent, seat, opening (-1: none), results and plies. */
static void read_record_row(struct query *q, struct store_record *record)
{
    bool is_computer = query_get(q) != 0;
    uint8_t seat = query_get_small(q);
    int64_t opening = query_get(q);
    struct store_results results;
    results.games = (int32_t)query_get(q);
    results.wins = (int32_t)query_get(q);
    results.draws = (int32_t)query_get(q);
    results.losses = (int32_t)query_get(q);
    q->is_malformed |= seat >= ROW_SEATS || opening >= STORE_OPENINGS;
    if (q->is_malformed)
        return;
    add_results(is_computer ? &record->computer[seat] : &record->people[seat], &results);
    if (opening >= 0)
        add_results(&record->opening[seat][opening], &results);
    if (!is_computer)
        record->plies += query_get(q);
}

static enum store_err read_streak(struct sqlite_store *s, int64_t player_id,
                                  struct store_record *record)
{
    struct query q = query_begin(s, SQL_STREAK);
    query_put(&q, player_id);
    if (query_next(&q)) {
        record->streak = (int32_t)query_get(&q);
        record->best_streak = (int32_t)query_get(&q);
    }
    return query_end(&q);
}

enum store_err sqlite_record(struct store *store, int64_t player_id, struct store_record *out)
{
    struct store_record record = {0};
    struct query q = query_begin(sqlite_of(store), SQL_RECORD);
    query_put(&q, player_id);
    while (query_next(&q))
        read_record_row(&q, &record);
    enum store_err err = query_end(&q);
    if (!err)
        err = read_streak(sqlite_of(store), player_id, &record);
    if (!err)
        *out = record;
    return err;
}

enum store_err sqlite_points(struct store *store, int64_t player_id, enum rating_class rating_class,
                             struct store_point *out, size_t max, size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_POINTS);
    query_put(&q, player_id);
    query_put(&q, rating_class);
    query_put(&q, (int64_t)max);
    while (found < max && query_next(&q)) {
        struct store_point *point = &out[found++];
        point->game_id = query_get(&q);
        point->is_public = query_get(&q) & GAME_PUBLIC;
        point->opponent_id = query_get(&q);
        point->at_ms = query_get(&q);
        point->rating = query_get_real(&q);
    }
    return query_end_newest(&q, out, found, sizeof *out, count);
}
