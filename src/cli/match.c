#include "cli/match_worker.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/large.h"
#include "base/random.h"

static double cpu_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); /* this clock always exists */
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void worker_count(struct match_worker *w, int seat, double took)
{
    w->total_ms[seat] += took;
    w->longest_ms[seat] = took > w->longest_ms[seat] ? took : w->longest_ms[seat];
    w->moves[seat]++;
}

static int worker_move(struct match_worker *w, int seat, const ff_position *position, uint64_t seed)
{
    int column = 0;
    double began = cpu_ms();
    (void)ff_bot_choose(w->bots[seat], position, seed, &column); /* the position is not over */
    worker_count(w, seat, cpu_ms() - began);
    return column;
}

int worker_variant_move(struct match_worker *w, int seat, const ff_variant_game *game,
                        uint64_t seed)
{
    int move = 0;
    double began = cpu_ms();
    (void)ff_variant_bot_choose(w->variant_bots[seat], game, seed, &move); /* it is not over */
    worker_count(w, seat, cpu_ms() - began);
    return move;
}

/* Whether random plies could be added that do not end the game. */
static bool opening_add(ff_game *game, long plies, uint64_t *chance)
{
    for (long i = 0; i < plies && game->position.status == FF_PLAYING; i++) {
        uint8_t columns[FF_COLUMNS_MAX];
        int count = ff_position_moves(&game->position, columns);
        (void)ff_game_drop(game, columns[random_below(chance, (uint32_t)count)]);
    }
    return game->position.status == FF_PLAYING;
}

/* The start after random plies; both games of a pair have the same. */
static bool opening_find(ff_game *out, const struct match_settings *settings, long number)
{
    uint64_t chance = settings->seed ^ (uint64_t)(number / 2) << 32;
    const ff_game *start = settings->start;
    if (settings->opening_count > 0)
        start = &settings->openings[number / 2 % settings->opening_count];
    for (int i = 0; i < MATCH_OPENING_TRIES; i++) {
        *out = *start;
        if (opening_add(out, settings->opening, &chance))
            return true;
    }
    return false;
}

int match_first_seat(const struct match_settings *settings, long number)
{
    return settings->first == MATCH_ALTERNATE ? (int)(number % 2)
                                              : settings->first == MATCH_B_FIRST;
}

static bool worker_play(struct match_worker *w, long number)
{
    const struct match_settings *settings = w->tournament->settings;
    struct match_record *record = &w->tournament->records[number];
    uint64_t chance = settings->seed + (uint64_t)number;
    ff_game game;
    if (!opening_find(&game, settings, number))
        return false;
    int first = match_first_seat(settings, number), ply = settings->start->position.ply;
    uint64_t seeds[2] = {random_next(&chance), random_next(&chance)};
    while (game.position.status == FF_PLAYING) {
        int seat = (first + game.position.ply - ply) % 2;
        (void)ff_game_drop(&game, worker_move(w, seat, &game.position, seeds[seat]));
    }
    int last = (first + game.position.ply - 1 - ply) % 2;
    record->points = game.position.status == FF_DRAWN ? 0 : last == 0 ? 1 : -1;
    record->moves = (uint64_t)first;
    for (int i = 0; i < game.end; i++)
        record->moves = (record->moves ^ game.moves[i]) * UINT64_C(0x100000001B3) + 1;
    return true;
}

/* Games are taken in order and each that was taken is finished. */
static bool game_take(struct tournament *t, long *number)
{
    const struct match_settings *settings = t->settings;
    if (atomic_load(&t->has_failed) || (settings->interrupted && *settings->interrupted))
        return false;
    *number = atomic_fetch_add(&t->next, 1);
    return *number < settings->games;
}

static void *worker_run(void *argument)
{
    struct match_worker *w = argument;
    struct tournament *t = w->tournament;
    const struct match_settings *settings = t->settings;
    for (long number; game_take(t, &number);) {
        if (!(settings->variant ? worker_play_variant(w, number) : worker_play(w, number))) {
            atomic_store(&t->has_failed, true);
            return NULL;
        }
        long done = atomic_fetch_add(&t->done, 1) + 1;
        if (w->is_first && settings->on_progress)
            settings->on_progress(settings->host, done);
    }
    return NULL;
}

static ff_err worker_open_bot(struct match_worker *w, int seat)
{
    const struct match_settings *settings = w->tournament->settings;
    ff_level level = settings->seats[seat].level;
    ff_style style = settings->seats[seat].style;
    if (settings->variant)
        return ff_variant_bot_open(&w->variant_bots[seat], settings->variant->position.rules, level,
                                   style, w->memory[seat], FF_VARIANT_BOT_GOOD);
    ff_err err = ff_bot_open(&w->bots[seat], settings->start->position.rules, level, style,
                             w->memory[seat], FF_BOT_GOOD);
    if (err)
        return err;
    ff_bot_use_book(w->bots[seat], settings->book);
    return settings->network ? ff_bot_use_network(w->bots[seat], settings->network) : FF_OK;
}

static const char *worker_open(struct match_worker *w)
{
    size_t size = w->tournament->settings->variant ? FF_VARIANT_BOT_GOOD : FF_BOT_GOOD;
    for (int seat = 0; seat < 2; seat++) {
        w->memory[seat] = large_alloc(size);
        if (!w->memory[seat])
            return "not enough memory for the players";
        ff_err err = worker_open_bot(w, seat);
        if (err)
            return ff_err_text(err);
    }
    return NULL;
}

static void workers_run(struct match_worker *workers, long threads)
{
    long started = 0;
    while (started + 1 < threads && pthread_create(&workers[started + 1].thread, NULL, worker_run,
                                                   &workers[started + 1]) == 0)
        started++;
    (void)worker_run(&workers[0]);
    for (long i = 1; i <= started; i++)
        (void)pthread_join(workers[i].thread, NULL);
}

static int record_order(const void *a, const void *b)
{
    uint64_t x = ((const struct match_record *)a)->moves,
             y = ((const struct match_record *)b)->moves;
    return (x > y) - (x < y);
}

static void count_games(struct match_result *out, struct match_record *records, long games)
{
    qsort(records, (size_t)games, sizeof *records, record_order);
    for (long i = 0; i < games; i++) {
        out->wins += records[i].points > 0;
        out->draws += records[i].points == 0;
        out->losses += records[i].points < 0;
        out->distinct += i == 0 || records[i].moves != records[i - 1].moves;
    }
}

static void count_times(struct match_result *out, const struct match_worker *workers, long threads)
{
    for (int seat = 0; seat < 2; seat++) {
        double total = 0;
        long moves = 0;
        for (long i = 0; i < threads; i++) {
            total += workers[i].total_ms[seat];
            moves += workers[i].moves[seat];
            if (workers[i].longest_ms[seat] > out->longest_ms[seat])
                out->longest_ms[seat] = workers[i].longest_ms[seat];
        }
        out->mean_ms[seat] = moves ? total / (double)moves : 0;
    }
}

const char *match_run(const struct match_settings *settings, struct match_result *out)
{
    static struct match_worker workers[MATCH_THREADS_MAX];
    struct tournament tournament = {.settings = settings};
    const char *error = NULL;
    for (int i = 0; i < MATCH_THREADS_MAX; i++)
        workers[i] = (struct match_worker){.tournament = &tournament, .is_first = i == 0};
    tournament.records = calloc((size_t)settings->games, sizeof *tournament.records);
    if (!tournament.records)
        error = "not enough memory for the games";
    for (long i = 0; !error && i < settings->threads; i++)
        error = worker_open(&workers[i]);
    if (!error) {
        workers_run(workers, settings->threads);
        *out = (struct match_result){.games = atomic_load(&tournament.done)};
        count_games(out, tournament.records, out->games);
        count_times(out, workers, settings->threads);
    }
    if (atomic_load(&tournament.has_failed))
        error = "no opening was found: nearly every game ends sooner (--opening)";
    for (int i = 0; i < 2 * MATCH_THREADS_MAX; i++)
        free(workers[i / 2].memory[i % 2]);
    free(tournament.records);
    return error;
}

static double elo_of(double share)
{
    return share <= 0 ? -INFINITY : share >= 1 ? INFINITY : 400 * log10(share / (1 - share));
}

/* The interval is that of the mean of independent games. Where all games ended alike it would be
 * empty: there another result has the chance q if it fails to come up in 5 % of such matches,
 * (1 - q)^games = 0.05, and the bounds are the shares with that chance of a win or a loss. */
struct match_rating match_rate(const struct match_result *r)
{
    double games = (double)(r->wins + r->draws + r->losses);
    double share = ((double)r->wins + (double)r->draws / 2) / games;
    double variance =
        ((double)r->wins * (1 - share) * (1 - share) +
         (double)r->draws * (0.5 - share) * (0.5 - share) + (double)r->losses * share * share) /
        games;
    double margin = 1.96 * sqrt(variance / games), low = share - margin, high = share + margin;
    if (r->wins == (long)games || r->draws == (long)games || r->losses == (long)games) {
        double q = 1 - pow(0.05, 1 / games);
        low = share * (1 - q);
        high = share + q * (1 - share);
    }
    return (struct match_rating){share, elo_of(share), elo_of(low), elo_of(high)};
}
