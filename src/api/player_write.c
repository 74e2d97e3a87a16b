#include "api/player_write.h"

#include "api/agent.h"
#include "api/state_write.h"
#include "api/view_write.h"
#include "play/discount.h"
#include "play/rating.h"
#include "json/pair.h"

static const char *const class_names[RATING_CLASSES] = {"classic", "cube",   "other",
                                                        "pops",    "powers", "lines"};

const char *class_name(enum rating_class rating_class)
{
    return class_names[rating_class];
}

bool class_read(uint8_t *out, const char *text)
{
    for (int i = 0; i < RATING_CLASSES; i++)
        if (strcmp(class_names[i], text) == 0) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

int64_t rating_rounded(double rating)
{
    return (int64_t)(rating + 0.5);
}

void rating_write(struct json_write *w, const struct rating_row *row)
{
    struct rating rating = rating_from_row(row);
    pair_int(w, "rating", rating_rounded(rating.rating));
    pair_int(w, "deviation", rating_rounded(rating.deviation));
    pair_bool(w, "isProvisional", rating_is_provisional(&rating));
    pair_int(w, "games", row->games);
    pair_int(w, "wins", row->wins);
    pair_int(w, "draws", row->draws);
    pair_int(w, "losses", row->losses);
}

/* The rating that leaderboards show; null without a counted game. */
static void write_counted(struct json_write *w, const struct rating_row *row)
{
    const struct rating_row counted = rating_counted_row(row);
    pair_name(w, "counted");
    if (counted.games == 0) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    rating_write(w, &counted);
    json_write_object_end(w);
}

/* Classes without a game are left out. */
void ratings_write(struct json_write *w, const struct player_rows *player)
{
    pair_name(w, "ratings");
    json_write_array(w);
    for (int i = 0; i < RATING_CLASSES; i++) {
        if (player->rating[i].games == 0)
            continue;
        json_write_object(w);
        pair_text(w, "class", class_names[i]);
        rating_write(w, &player->rating[i]);
        write_counted(w, &player->rating[i]);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void write_account(struct json_write *w, const struct account_row *account)
{
    pair_name(w, "account");
    if (!account) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    pair_text(w, "login", account->login[0] ? account->login : NULL);
    pair_bool(w, "hasPassword", account->password[0] != '\0');
    pair_bool(w, "hasRecoveryCode", account->has_recovery);
    pair_bool(w, "hasTotp", account->has_totp);
    pair_bool(w, "hasPasskey", account->has_passkey);
    json_write_object_end(w);
}

void me_write(struct json_write *w, const struct player_rows *player,
              const struct account_row *account)
{
    view_write_id(w, "playerId", player->player.id);
    pair_text(w, "name", player->player.name);
    state_write_moment(w, "createdAt", player->player.created_ms);
    pair_bool(w, "isGuest", !account);
    write_account(w, account);
    ratings_write(w, player);
}

void profile_write(struct json_write *w, const struct player_rows *player, bool has_account)
{
    bool is_erased = player->player.erased_ms > 0;
    view_write_id(w, "playerId", player->player.id);
    pair_text(w, "name", player->player.name);
    state_write_moment(w, "createdAt", is_erased ? 0 : player->player.created_ms);
    pair_bool(w, "isGuest", !has_account && !is_erased);
    pair_bool(w, "isDeleted", is_erased);
    ratings_write(w, player);
}

void leader_write(struct json_write *w, int64_t rank, const char *name,
                  const struct rating_row *row)
{
    const struct rating_row counted = rating_counted_row(row);
    json_write_object(w);
    pair_name(w, "rank");
    if (rank)
        json_write_int(w, rank);
    else
        json_write_null(w);
    view_write_id(w, "playerId", row->player_id);
    pair_text(w, "name", name);
    rating_write(w, &counted);
    json_write_object_end(w);
}

static void write_discounted(struct json_write *w, const struct discounted_game *game, int seat)
{
    const struct rated_row *rated = game->rated;
    json_write_object(w);
    view_write_id(w, "playerId", game->player_id[seat]);
    pair_text(w, "name", game->name[seat]);
    pair_bool(w, "counts", rated->counts[seat]);
    pair_int(w, "before", rating_rounded(rated->before[seat]));
    pair_int(w, "after", rating_rounded(rated->after[seat]));
    json_write_object_end(w);
}

void discount_write(struct json_write *w, const struct discounted_game *game)
{
    json_write_object(w);
    view_write_id(w, "gameId", game->rated->game_id);
    state_write_moment(w, "at", game->rated->at_ms);
    pair_text(w, "class", class_name((enum rating_class)game->rated->class));
    pair_text(w, "discount", discount_name(game->rated->discount));
    json_write_key(w, "players");
    json_write_object(w);
    json_write_key(w, "X");
    write_discounted(w, game, 0);
    json_write_key(w, "O");
    write_discounted(w, game, 1);
    json_write_object_end(w);
    view_write_side(w, "winner", game->winner);
    pair_int(w, "ply", game->plies);
    json_write_object_end(w);
}

void rating_point_write(struct json_write *w, int64_t game_id, int64_t at_ms, double rating)
{
    json_write_object(w);
    if (game_id)
        view_write_id(w, "gameId", game_id);
    else
        pair_text(w, "gameId", NULL);
    state_write_moment(w, "at", at_ms);
    pair_int(w, "rating", rating_rounded(rating));
    json_write_object_end(w);
}

void exported_session_write(struct json_write *w, const struct session_row *row)
{
    json_write_object(w);
    state_write_moment(w, "createdAt", row->created_ms);
    state_write_moment(w, "seenAt", row->seen_ms);
    pair_text(w, "browser", agent_browser(row->agent));
    pair_text(w, "system", agent_system(row->agent));
    json_write_object_end(w);
}

void exported_device_write(struct json_write *w, const struct device_row *row)
{
    json_write_object(w);
    state_write_moment(w, "seenAt", row->seen_ms);
    json_write_object_end(w);
}

/* Without the keys: they are secrets between the device and the server. */
void exported_push_write(struct json_write *w, const struct push_row *row)
{
    json_write_object(w);
    pair_text(w, "endpoint", row->endpoint);
    pair_text(w, "language", row->language);
    state_write_moment(w, "createdAt", row->created_ms);
    json_write_object_end(w);
}

void exported_chat_write(struct json_write *w, const struct chat_row *row)
{
    json_write_object(w);
    view_write_id(w, "gameId", row->game_id);
    pair_text(w, "channel", row->channel == CHAT_PLAYERS ? "players" : "spectators");
    pair_text(w, "text", row->text);
    pair_name(w, "quick");
    if (row->quick)
        json_write_int(w, row->quick);
    else
        json_write_null(w);
    state_write_moment(w, "at", row->sent_ms);
    json_write_object_end(w);
}

void exported_misses_write(struct json_write *w, const struct misses *misses)
{
    json_write_object(w);
    pair_int(w, "count", misses->count);
    state_write_moment(w, "lastAt", misses->last_ms);
    json_write_object_end(w);
}

void exported_queue_write(struct json_write *w, const struct queue_row *row)
{
    if (!row) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    pair_text(w, "board", row->board);
    pair_int(w, "perMoveMs", row->clock.initial_ms);
    pair_bool(w, "rated", row->is_rated);
    state_write_moment(w, "since", row->since_ms);
    json_write_object_end(w);
}
