#include "play/rating.h"

#include <math.h>

/* The names are those of Glickman's paper: mu, phi, sigma, v, delta, tau. */

static const double scale = 173.7178, tau = 0.5, pi = 3.14159265358979323846;
static const double deviation_max = 350, deviation_min = 45, provisional_above = 110;
static const double convergence = 1e-6;
static const int64_t period_ms = INT64_C(7) * 24 * 60 * 60 * 1000;

static const struct rating rating_start = {1500, 350, 0.06};

enum rating_class rating_class_of(const struct ruleset *rules)
{
    static const uint8_t families[FF_VARIANT_COUNT] = {
        [FF_POPOUT] = RATING_POPS,    [FF_POPTEN] = RATING_POPS, [FF_POWERUP] = RATING_POWERS,
        [FF_TURN] = RATING_POWERS,    [FF_FIVE] = RATING_LINES,  [FF_MISERE] = RATING_LINES,
        [FF_CYLINDER] = RATING_LINES,
    };
    if (rules->variant != FF_STANDARD)
        return (enum rating_class)families[rules->variant];
    if (ff_board_equal(rules->board, ff_classic))
        return RATING_CLASSIC;
    return ff_board_equal(rules->board, ff_cube) ? RATING_CUBE : RATING_OTHER;
}

static double weight_of(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

static double expected_of(double mu, const struct rating *opponent)
{
    double g = weight_of(opponent->deviation / scale);
    return 1 / (1 + exp(-g * (mu - (opponent->rating - 1500) / scale)));
}

struct evidence {
    double v;    /* variance of the rating by these games alone */
    double gain; /* sum of g * (score - expected) */
};

static struct evidence evidence_of(double mu, const struct rated_game *games, int count)
{
    double information = 0, gain = 0;
    for (int i = 0; i < count; i++) {
        double g = weight_of(games[i].opponent.deviation / scale);
        double e = expected_of(mu, &games[i].opponent);
        information += g * g * e * (1 - e);
        gain += g * (games[i].score - e);
    }
    struct evidence evidence = {1 / information, gain};
    return evidence;
}

struct slope {
    double delta2, phi2, v, a;
};

static double slope_at(const struct slope *s, double x)
{
    double ex = exp(x), sum = s->phi2 + s->v + ex;
    return ex * (s->delta2 - sum) / (2 * sum * sum) - (x - s->a) / (tau * tau);
}

/* A point where the slope has the opposite sign of that at a. */
static double bracket_of(const struct slope *s)
{
    double k = 1;
    if (s->delta2 > s->phi2 + s->v)
        return log(s->delta2 - s->phi2 - s->v);
    while (slope_at(s, s->a - k * tau) < 0)
        k++;
    return s->a - k * tau;
}

/* The new volatility: the root of the slope, by the Illinois variant of regula falsi. */
static double volatility_of(double sigma, double phi, double v, double delta)
{
    struct slope s = {delta * delta, phi * phi, v, log(sigma * sigma)};
    double a = s.a, b = bracket_of(&s), fa = slope_at(&s, a), fb = slope_at(&s, b);
    for (int i = 0; fabs(b - a) > convergence && i < 100; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = slope_at(&s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

static double within(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

struct rating rating_after(const struct rating *before, const struct rated_game *games, int count,
                           double periods)
{
    double mu = (before->rating - 1500) / scale, phi = before->deviation / scale;
    struct rating after = *before;
    if (count > 0) {
        struct evidence found = evidence_of(mu, games, count);
        after.volatility = volatility_of(before->volatility, phi, found.v, found.v * found.gain);
        double wide2 = phi * phi + periods * after.volatility * after.volatility;
        double sharp2 = 1 / (1 / wide2 + 1 / found.v);
        after.rating = 1500 + scale * (mu + sharp2 * found.gain);
        after.deviation = scale * sqrt(sharp2);
    } else {
        double sigma = before->volatility;
        after.deviation = scale * sqrt(phi * phi + periods * sigma * sigma);
    }
    after.deviation = within(after.deviation, deviation_min, deviation_max);
    return after;
}

double rating_periods(int64_t from_ms, int64_t to_ms)
{
    return from_ms > 0 && to_ms > from_ms ? (double)(to_ms - from_ms) / (double)period_ms : 0;
}

bool rating_is_provisional(const struct rating *rating)
{
    return rating->deviation > provisional_above;
}

struct rating rating_from_row(const struct rating_row *row)
{
    struct rating rating = {row->rating, row->deviation, row->volatility};
    return row->deviation > 0 ? rating : rating_start;
}

static void rating_count(struct counted_row *row, double score)
{
    row->games++;
    row->wins += score == 1;
    row->draws += score == 0.5;
    row->losses += score == 0;
}

static struct rating rating_of(const struct counted_row *row)
{
    struct rating rating = {row->rating, row->deviation, row->volatility};
    return row->deviation > 0 ? rating : rating_start;
}

/* Updates the rows of the players for whom the game counts. Both are rated as they were before it. */
static void settle(struct counted_row *const rows[ROW_SEATS], const bool counts[ROW_SEATS],
                   int winner, int64_t wall_ms)
{
    struct rating before[ROW_SEATS] = {rating_of(rows[0]), rating_of(rows[1])};
    for (int side = 0; side < ROW_SEATS; side++) {
        if (!counts[side])
            continue;
        double score = winner == ROW_NOBODY ? 0.5 : winner == side;
        struct rated_game game = {before[1 - side], score};
        struct rating after =
            rating_after(&before[side], &game, 1, rating_periods(rows[side]->updated_ms, wall_ms));
        rows[side]->rating = after.rating;
        rows[side]->deviation = after.deviation;
        rows[side]->volatility = after.volatility;
        rows[side]->updated_ms = wall_ms;
        rating_count(rows[side], score);
    }
}

static struct counted_row all_of(const struct rating_row *row)
{
    return (struct counted_row){row->rating, row->deviation, row->volatility, row->games,
                                row->wins,   row->draws,     row->losses,     row->updated_ms};
}

static void set_all(struct rating_row *row, const struct counted_row *all)
{
    row->rating = all->rating;
    row->deviation = all->deviation;
    row->volatility = all->volatility;
    row->updated_ms = all->updated_ms;
    row->games = all->games;
    row->wins = all->wins;
    row->draws = all->draws;
    row->losses = all->losses;
}

struct rating_row rating_counted_row(const struct rating_row *row)
{
    struct rating_row counted = *row;
    set_all(&counted, &row->counted);
    return counted;
}

void rating_settle(struct rating_row rows[ROW_SEATS], int winner, int64_t wall_ms)
{
    static const bool both[ROW_SEATS] = {true, true};
    struct counted_row all[ROW_SEATS] = {all_of(&rows[0]), all_of(&rows[1])};
    settle((struct counted_row *const[ROW_SEATS]){&all[0], &all[1]}, both, winner, wall_ms);
    for (int side = 0; side < ROW_SEATS; side++)
        set_all(&rows[side], &all[side]);
}

void rating_settle_counted(struct rating_row rows[ROW_SEATS], const bool counts[ROW_SEATS],
                           int winner, int64_t wall_ms)
{
    settle((struct counted_row *const[ROW_SEATS]){&rows[0].counted, &rows[1].counted}, counts,
           winner, wall_ms);
}
