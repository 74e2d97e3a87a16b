/* What everybody may know of a player: profile, statistics, the course of a rating. All of it comes
 * straight from the store. */
#include <string.h>

#include "api/moderation_json.h"
#include "api/player_write.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { POINTS_MAX = 500 };

static const char *const sides[ROW_SEATS] = {"X", "O"};

static void write_results(struct json_write *w, const char *key, const struct store_results *r)
{
    json_write_key(w, key);
    json_write_object(w);
    pair_int(w, "games", r->games);
    pair_int(w, "wins", r->wins);
    pair_int(w, "draws", r->draws);
    pair_int(w, "losses", r->losses);
    json_write_object_end(w);
}

static struct store_results sum_of(const struct store_results by_seat[ROW_SEATS])
{
    const struct store_results *x = &by_seat[0], *o = &by_seat[1];
    return (struct store_results){x->games + o->games, x->wins + o->wins, x->draws + o->draws,
                                  x->losses + o->losses};
}

static void write_openings(struct json_write *w, const struct store_record *record)
{
    json_write_key(w, "openings");
    json_write_array(w);
    for (int seat = 0; seat < ROW_SEATS; seat++)
        for (int column = 0; column < STORE_OPENINGS; column++) {
            const struct store_results *r = &record->opening[seat][column];
            if (r->games == 0)
                continue;
            json_write_object(w);
            pair_int(w, "column", column);
            pair_text(w, "as", sides[seat]);
            pair_int(w, "games", r->games);
            pair_int(w, "wins", r->wins);
            pair_int(w, "draws", r->draws);
            pair_int(w, "losses", r->losses);
            json_write_object_end(w);
        }
    json_write_array_end(w);
}

static double tenths(double number)
{
    return (double)(int64_t)(number * 10 + 0.5) / 10;
}

void rest_write_record(struct json_write *w, const struct store_record *record)
{
    struct store_results people = sum_of(record->people), computer = sum_of(record->computer);
    write_results(w, "totals", &people);
    write_results(w, "computer", &computer);
    json_write_key(w, "byColour");
    json_write_object(w);
    for (int i = 0; i < ROW_SEATS; i++)
        write_results(w, sides[i], &record->people[i]);
    json_write_object_end(w);
    json_write_key(w, "averagePly");
    if (people.games > 0)
        json_write_real(w, tenths((double)record->plies / people.games));
    else
        json_write_null(w);
    json_write_key(w, "streak");
    json_write_object(w);
    pair_int(w, "current", record->streak);
    pair_int(w, "bestWin", record->best_streak);
    json_write_object_end(w);
    write_openings(w, record);
}

void rest_write_me(struct json_write *w, const struct player_rows *player,
                   const struct account_row *account, int64_t wall_ms)
{
    me_write(w, player, account->player_id ? account : NULL);
    pair_bool(w, "isModerator", account->role == ACCOUNT_MODERATOR);
    sanction_write(w, &player->sanction, wall_ms);
}

enum store_err rest_me_write(struct json_write *w, struct store *store, int64_t player_id,
                             int64_t wall_ms)
{
    struct player_rows player;
    struct account_row account;
    enum store_err err = store_player(store, player_id, &player);
    if (!err)
        err = rest_account_of(store, player_id, &account);
    if (!err)
        rest_write_me(w, &player, &account, wall_ms);
    return err;
}

void rest_me_run(struct rest_job *job, struct store *store)
{
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    enum store_err err = rest_me_write(&w, store, job->player_id, job->wall_ms);
    json_write_object_end(&w);
    if (err)
        rest_say_refusal(job, REFUSAL_STORE);
    else
        rest_say(job, 200, &w);
}

static void run_profile(struct rest_job *job, struct store *store)
{
    struct player_rows player;
    struct store_record record;
    struct account_row account;
    enum store_err err = store_player(store, job->game_id, &player);
    if (!err)
        err = rest_account_of(store, job->game_id, &account);
    if (!err)
        err = store_record(store, job->game_id, &record);
    if (err) {
        rest_say_player(job, err);
        return;
    }
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    profile_write(&w, &player, account.player_id != 0);
    rest_write_record(&w, &record);
    json_write_object_end(&w);
    rest_say(job, 200, &w);
}

const struct rest_reader rest_profile_reader = {.run = run_profile};

void rest_write_points(struct json_write *w, const struct store_point *points, size_t count)
{
    json_write_key(w, "points");
    json_write_array(w);
    for (size_t i = 0; i < count; i++)
        rating_point_write(w, points[i].game_id, points[i].at_ms, points[i].rating);
    json_write_array_end(w);
}

/* The id of a private game is its link: only its players see it. */
static void hide_private(struct store_point *points, size_t count, int64_t player_id,
                         int64_t sender_id)
{
    for (size_t i = 0; i < count; i++) {
        bool is_own = sender_id && (sender_id == player_id || sender_id == points[i].opponent_id);
        if (!points[i].is_public && !is_own)
            points[i].game_id = 0;
    }
}

struct points_question {
    bool is_wrong;
    uint8_t rating_class;
};

static void prepare_points(struct rest_job *job)
{
    struct points_question *question = job->own;
    const char *text = net_request_query(job->request, "class");
    question->rating_class = RATING_CLASSIC;
    question->is_wrong = text && !class_read(&question->rating_class, text);
}

static void run_points(struct rest_job *job, struct store *store)
{
    const struct points_question *question = job->own;
    enum rating_class rating_class = (enum rating_class)question->rating_class;
    struct store_point points[POINTS_MAX];
    struct player_rows player;
    int64_t sender_id = 0, player_id = job->game_id;
    size_t count = 0;
    if (question->is_wrong) {
        rest_say_text(job, 400, "bad-request",
                      "class must be classic, cube, other, pops, powers or lines");
        return;
    }
    enum store_err err = store_player(store, player_id, &player);
    if (!err)
        err = store_points(store, player_id, rating_class, points, POINTS_MAX, &count);
    if (!err)
        err = rest_find_sender(store, job, &sender_id);
    if (err) {
        rest_say_player(job, err);
        return;
    }
    hide_private(points, count, player_id, sender_id);
    struct json_write w = rest_say_begin(job);
    json_write_object(&w);
    pair_text(&w, "class", class_name(rating_class));
    rest_write_points(&w, points, count);
    json_write_object_end(&w);
    rest_say(job, 200, &w);
}

const struct rest_reader rest_points_reader = {sizeof(struct points_question), prepare_points,
                                               run_points};
