/* Leaderboards: their pages, and the rank of a player. */
#include <string.h>

#include "store/sqlite.h"

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
static void put_key(struct query *q, enum store_ranking ranking, int64_t key)
{
    if (ranking == STORE_BY_WINS)
        query_put(q, key);
    else
        query_put_real(q, real_of(key));
}

static int64_t key_of(enum store_ranking ranking, const struct rating_row *rating)
{
    return ranking == STORE_BY_WINS ? rating->counted.wins : bits_of(rating->counted.rating);
}

enum store_err sqlite_leaders(struct store *store, const struct store_leaderboard *which,
                              struct store_cursor *cursor, struct store_leader *out, size_t max,
                              size_t *count)
{
    static const enum sql statements[] = {
        [STORE_BY_RATING] = SQL_LEADERS_BY_RATING,
        [STORE_BY_WINS] = SQL_LEADERS_BY_WINS,
        [STORE_PROVISIONAL] = SQL_LEADERS_PROVISIONAL,
    };
    struct list_page page = list_page_begin(cursor, INT64_MAX);
    struct query q = query_begin(sqlite_of(store), statements[which->ranking]);
    if (!cursor->is_started && which->ranking != STORE_BY_WINS)
        page.next.key = bits_of(1e300);
    query_put(&q, which->rating_class);
    put_key(&q, which->ranking, page.next.key);
    query_put(&q, page.next.tie);
    query_put(&q, (int64_t)max);
    while (page.count < max && query_next(&q)) {
        struct store_leader *leader = &out[page.count];
        sqlite_read_rating(&q, &leader->rating);
        query_get_text(&q, leader->name, sizeof leader->name);
        list_page_add(&page, key_of(which->ranking, &leader->rating), leader->rating.player_id);
    }
    return list_page_end(&page, &q, cursor, count);
}

static int64_t place_of(enum store_ranking ranking, const struct rating_row *rating)
{
    if (ranking == STORE_BY_WINS)
        return rating->counted.wins;
    return rating->counted.rating > 0 ? (int64_t)rating->counted.rating / RATINGS_IN_A_PLACE : 0;
}

/* The players on the leaderboard, and those in a higher place. */
static enum store_err read_standing(struct sqlite_store *s, const struct store_leaderboard *which,
                                    int64_t place, int64_t *total, int64_t *above)
{
    struct query q = query_begin(s, SQL_STANDING);
    query_put(&q, which->ranking);
    query_put(&q, which->rating_class);
    query_put(&q, place);
    if (query_next(&q)) {
        *total = query_get(&q);
        *above = query_get(&q);
    }
    return query_end(&q);
}

/* The players of the same place who rank before this one. */
static enum store_err count_near(struct sqlite_store *s, const struct store_leaderboard *which,
                                 const struct rating_row *rating, int64_t place, int64_t *near)
{
    bool is_rating = which->ranking == STORE_BY_RATING;
    struct query q = query_begin(s, is_rating ? SQL_NEAR_BY_RATING : SQL_NEAR_BY_WINS);
    query_put(&q, which->rating_class);
    put_key(&q, which->ranking, key_of(which->ranking, rating));
    query_put(&q, rating->player_id);
    if (is_rating)
        query_put_real(&q, (double)((place + 1) * RATINGS_IN_A_PLACE));
    if (query_next(&q))
        *near = query_get(&q);
    return query_end(&q);
}

static bool has_rank_in(enum store_ranking ranking, const struct rating_row *rating)
{
    if (ranking == STORE_BY_WINS)
        return rating->counted.wins > 0;
    return ranking == STORE_BY_RATING && rating->counted.games > 0 &&
           rating->counted.deviation <= 110; /* as in the index */
}

enum store_err sqlite_rank(struct store *store, const struct store_leaderboard *which,
                           const struct rating_row *rating, struct store_rank *out)
{
    int64_t place = place_of(which->ranking, rating), total = 0, above = 0, near = 0;
    bool has_rank = has_rank_in(which->ranking, rating);
    enum store_err err = read_standing(sqlite_of(store), which, place, &total, &above);
    if (!err && has_rank)
        err = count_near(sqlite_of(store), which, rating, place, &near);
    if (!err)
        *out = (struct store_rank){
            has_rank ? above + near + 1 : 0,
            total,
            {true, key_of(which->ranking, rating), rating->player_id + 1},
        };
    return err;
}
