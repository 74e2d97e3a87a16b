/* Who a player is to everybody: profile, statistics, the course of a rating. Straight from the store. */
#include <string.h>

#include "api/view_write.h"
#include "core/moment.h"
#include "play/rating.h"
#include "rest/rest_parts.h"
#include "json/pair.h"

enum { POINTS_MAX = 500 };

static const char *const class_names[RATING_CLASSES] = {"classic", "cube", "other"};
static const char *const sides[ROW_SEATS] = {"X", "O"};

const char *rest_class_name(enum rating_class rating_class)
{
    return class_names[rating_class];
}

bool rest_class_read(uint8_t *out, const char *text)
{
    for (int i = 0; i < RATING_CLASSES; i++)
        if (strcmp(class_names[i], text) == 0) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

void rest_write_moment(struct json_write *w, const char *key, int64_t ms)
{
    char text[MOMENT_TEXT + 1];
    ff_text out = ff_text_on(text, sizeof text);
    bool is_said = ms > 0 && moment_is_valid(ms);
    if (is_said)
        moment_write(&out, ms);
    pair_text(w, key, is_said ? text : NULL);
}

static int64_t rounded(double rating)
{
    return (int64_t)(rating + 0.5);
}

void rest_write_rating(struct json_write *w, const struct rating_row *row)
{
    struct rating rating = rating_from_row(row);
    pair_int(w, "rating", rounded(rating.rating));
    pair_int(w, "deviation", rounded(rating.deviation));
    pair_bool(w, "isProvisional", rating_is_provisional(&rating));
    pair_int(w, "games", row->games);
    pair_int(w, "wins", row->wins);
    pair_int(w, "draws", row->draws);
    pair_int(w, "losses", row->losses);
}

static void write_ratings(struct json_write *w, const struct player_rows *player)
{
    json_write_key(w, "ratings");
    json_write_array(w);
    for (int i = 0; i < RATING_CLASSES; i++) {
        if (player->rating[i].games == 0)
            continue;
        json_write_object(w);
        pair_text(w, "class", class_names[i]);
        rest_write_rating(w, &player->rating[i]);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

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

/* What there is of an account; null for a guest. */
static void write_account(struct json_write *w, const struct account_row *account)
{
    json_write_key(w, "account");
    if (!account) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    pair_text(w, "login", account->login[0] ? account->login : NULL);
    pair_bool(w, "hasPassword", account->password[0] != '\0');
    pair_bool(w, "hasRecoveryCode", account->has_recovery);
    json_write_object_end(w);
}

enum store_err rest_write_me(struct json_write *w, struct rest *rest, int64_t player_id)
{
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = player_id};
    struct player_rows player;
    struct account_row account;
    enum store_err err = store_player(rest->setup.store, player_id, &player);
    enum store_err found = err ? err : store_account(rest->setup.store, &key, &account);
    if (found && found != STORE_E_MISSING)
        err = found;
    if (err)
        return err;
    view_write_id(w, "playerId", player_id);
    pair_text(w, "name", player.player.name);
    rest_write_moment(w, "createdAt", player.player.created_ms);
    pair_bool(w, "isGuest", found == STORE_E_MISSING);
    write_account(w, found ? NULL : &account);
    write_ratings(w, &player);
    return STORE_OK;
}

/* STORE_E_MISSING is a player's whose id nobody has. */
static void refuse_player(struct rest *rest, struct net_request *request, enum store_err err)
{
    if (err == STORE_E_MISSING)
        rest_refuse_text(rest, request, 404, "no-such-player", "There is no such player");
    else
        rest_refuse(rest, request, REFUSAL_STORE, NULL, NULL);
}

void rest_profile(struct rest *rest, struct net_request *request, int64_t player_id)
{
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = player_id};
    struct player_rows player;
    struct store_record record;
    struct account_row account;
    enum store_err err = store_player(rest->setup.store, player_id, &player);
    if (!err)
        err = store_record(rest->setup.store, player_id, &record);
    enum store_err found = err ? err : store_account(rest->setup.store, &key, &account);
    if (err || (found && found != STORE_E_MISSING)) {
        refuse_player(rest, request, err ? err : found);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    bool is_erased = player.player.erased_ms > 0;
    json_write_object(&w);
    view_write_id(&w, "playerId", player_id);
    pair_text(&w, "name", player.player.name);
    rest_write_moment(&w, "createdAt", is_erased ? 0 : player.player.created_ms);
    pair_bool(&w, "isGuest", found == STORE_E_MISSING && !is_erased);
    pair_bool(&w, "isDeleted", is_erased);
    write_ratings(&w, &player);
    rest_write_record(&w, &record);
    json_write_object_end(&w);
    rest_answer_json(request, 200, &w);
}

void rest_write_points(struct json_write *w, const struct store_point *points, size_t count)
{
    json_write_key(w, "points");
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        json_write_object(w);
        view_write_id(w, "gameId", points[i].game_id);
        rest_write_moment(w, "at", points[i].at_ms);
        pair_int(w, "rating", rounded(points[i].rating));
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

void rest_points(struct rest *rest, struct net_request *request, int64_t player_id)
{
    static struct store_point points[POINTS_MAX];
    const char *text = net_request_query(request, "class");
    struct player_rows player;
    uint8_t rating_class = RATING_CLASSIC;
    size_t count = 0;
    if (text && !rest_class_read(&rating_class, text)) {
        rest_refuse_text(rest, request, 400, "bad-request", "class must be classic, cube or other");
        return;
    }
    enum store_err err = store_player(rest->setup.store, player_id, &player);
    if (!err)
        err = store_points(rest->setup.store, player_id, (enum rating_class)rating_class, points,
                           POINTS_MAX, &count);
    if (err) {
        refuse_player(rest, request, err);
        return;
    }
    buffer_clear(&rest->out);
    struct json_write w = json_write_on(&rest->out);
    json_write_object(&w);
    pair_text(&w, "class", class_names[rating_class]);
    rest_write_points(&w, points, count);
    json_write_object_end(&w);
    rest_answer_json(request, 200, &w);
}
