/* A player's statistics and rating history. */
#include "store/postgres_reads.h"

static void add_results(struct store_results *to, const struct store_results *more)
{
    to->games += more->games;
    to->wins += more->wins;
    to->draws += more->draws;
    to->losses += more->losses;
}

/* One row of the table `record`: opponent, seat, opening (-1: none), results and plies; before it the streak. */
static void read_record_row(struct pg_query *q, struct store_record *record)
{
    struct store_results results;
    record->streak = (int32_t)pg_get(q);
    record->best_streak = (int32_t)pg_get(q);
    bool is_computer = pg_get(q) != 0;
    uint8_t seat = pg_get_small(q);
    int64_t opening = pg_get(q);
    results.games = (int32_t)pg_get(q);
    results.wins = (int32_t)pg_get(q);
    results.draws = (int32_t)pg_get(q);
    results.losses = (int32_t)pg_get(q);
    q->is_malformed |= seat >= ROW_SEATS || opening >= STORE_OPENINGS;
    if (q->is_malformed)
        return;
    add_results(is_computer ? &record->computer[seat] : &record->people[seat], &results);
    if (opening >= 0)
        add_results(&record->opening[seat][opening], &results);
    if (!is_computer)
        record->plies += pg_get(q);
}

enum store_err postgres_record(struct store *store, int64_t player_id, struct store_record *out)
{
    struct store_record record = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_RECORD);
    pg_put(&q, player_id);
    while (pg_next(&q))
        read_record_row(&q, &record);
    enum store_err err = pg_end(&q);
    if (!err)
        *out = record;
    return err;
}

enum store_err postgres_points(struct store *store, int64_t player_id,
                               enum rating_class rating_class, struct store_point *out, size_t max,
                               size_t *count)
{
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_POINTS);
    pg_put(&q, player_id);
    pg_put(&q, rating_class);
    pg_put(&q, (int64_t)max);
    while (found < max && pg_next(&q)) {
        struct store_point *point = &out[found++];
        point->game_id = pg_get(&q);
        point->is_public = pg_get(&q) & GAME_PUBLIC;
        point->opponent_id = pg_get(&q);
        point->at_ms = pg_get(&q);
        point->rating = pg_get_real(&q);
    }
    return pg_end_newest(&q, out, found, sizeof *out, count);
}
