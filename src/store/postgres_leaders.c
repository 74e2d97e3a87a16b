/* Leaderboards: their pages, and the rank of a player. */
#include <string.h>

#include "store/postgres_reads.h"

enum { RATINGS_IN_A_PLACE = 4 }; /* as in the table `standing` */

/* The key of a cursor is an integer; a rating is stored in it bit by bit. */
static int64_t bits_of(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double real_of(int64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The column a leaderboard is sorted by. */
static void put_key(struct pg_query *q, enum store_ranking ranking, int64_t key)
{
    if (ranking == STORE_BY_WINS)
        pg_put(q, key);
    else
        pg_put_real(q, real_of(key));
}

static int64_t key_of(enum store_ranking ranking, const struct rating_row *rating)
{
    return ranking == STORE_BY_WINS ? rating->counted.wins : bits_of(rating->counted.rating);
}

enum store_err postgres_leaders(struct store *store, const struct store_leaderboard *which,
                                struct store_cursor *cursor, struct store_leader *out, size_t max,
                                size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, INT64_MAX);
    struct pg_query q = pg_begin(postgres_of(store), PG_LEADERS + (int)which->ranking);
    if (!cursor->is_started && which->ranking != STORE_BY_WINS)
        page.next.key = bits_of(1e300);
    pg_put(&q, which->rating_class);
    put_key(&q, which->ranking, page.next.key);
    pg_put(&q, page.next.tie);
    pg_put(&q, (int64_t)max);
    while (page.count < max && pg_next(&q)) {
        struct store_leader *leader = &out[page.count];
        postgres_read_rating(&q, &leader->rating);
        pg_get_text(&q, leader->name, sizeof leader->name);
        pg_page_add(&page, key_of(which->ranking, &leader->rating), leader->rating.player_id);
    }
    return pg_page_end(&page, &q, cursor, count);
}

static int64_t place_of(enum store_ranking ranking, const struct rating_row *rating)
{
    if (ranking == STORE_BY_WINS)
        return rating->counted.wins;
    return rating->counted.rating > 0 ? (int64_t)rating->counted.rating / RATINGS_IN_A_PLACE : 0;
}

static bool has_rank_in(enum store_ranking ranking, const struct rating_row *rating)
{
    if (ranking == STORE_BY_WINS)
        return rating->counted.wins > 0;
    return ranking == STORE_BY_RATING && rating->counted.games > 0 &&
           rating->counted.deviation <= 110; /* as in the index */
}

static enum pg_read rank_statement(enum store_ranking ranking, bool has_rank)
{
    if (!has_rank)
        return PG_STANDING;
    return ranking == STORE_BY_RATING ? PG_RANK_BY_RATING : PG_RANK_BY_WINS;
}

/* The players in higher places, and those of the same place who rank before this one. */
enum store_err postgres_rank(struct store *store, const struct store_leaderboard *which,
                             const struct rating_row *rating, struct store_rank *out)
{
    int64_t place = place_of(which->ranking, rating), key = key_of(which->ranking, rating);
    int64_t total = 0, above = 0, near = 0;
    bool has_rank = has_rank_in(which->ranking, rating);
    struct pg_query q = pg_begin(postgres_of(store), (int)rank_statement(which->ranking, has_rank));
    pg_put(&q, which->ranking);
    pg_put(&q, which->rating_class);
    pg_put(&q, place);
    if (has_rank) {
        put_key(&q, which->ranking, key);
        pg_put(&q, rating->player_id);
    }
    if (has_rank && which->ranking == STORE_BY_RATING)
        pg_put_real(&q, (double)((place + 1) * RATINGS_IN_A_PLACE));
    if (pg_next(&q)) {
        total = pg_get(&q);
        above = pg_get(&q);
        near = pg_get(&q);
    }
    enum store_err err = pg_end(&q);
    if (!err)
        *out = (struct store_rank){
            has_rank ? above + near + 1 : 0, total, {true, key, rating->player_id + 1}};
    return err;
}
