#include "play/player.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "play/clean.h"
#include "play/name.h"

static void player_blank(struct player *player, int64_t id, int64_t created_ms)
{
    memset(player, 0, sizeof *player);
    player->id = id;
    player->created_ms = created_ms;
    player->first_conn = player->first_room = player->first_session = player->next_owing = -1;
    for (int i = 0; i < RATING_CLASSES; i++) {
        player->rating[i].player_id = id;
        player->rating[i].class = (uint8_t)i;
    }
}

enum refusal player_name_read(char out[ROW_NAME_SIZE], const char *name, size_t len)
{
    char cleaned[ROW_NAME_SIZE] = "";
    if (clean_text(cleaned, ROW_NAME_SIZE, PLAYER_NAME_MAX, name, len) != CLEAN_OK)
        return REFUSAL_BAD_NAME;
    enum refusal refusal = name_check(cleaned);
    if (!refusal)
        memcpy(out, cleaned, sizeof cleaned);
    return refusal;
}

void player_guest_name(char out[ROW_NAME_SIZE], int64_t id)
{
    memset(out, 0, ROW_NAME_SIZE);
    (void)snprintf(out, ROW_NAME_SIZE, "Guest %d", (int)(1000 + id % 9000));
}

enum refusal player_new(struct player *out, int64_t id, const char *name, size_t len,
                        int64_t wall_ms)
{
    char cleaned[ROW_NAME_SIZE] = "";
    enum refusal refusal = REFUSAL_OK;
    if (name)
        refusal = player_name_read(cleaned, name, len);
    else
        player_guest_name(cleaned, id);
    if (refusal)
        return refusal;
    player_blank(out, id, wall_ms);
    memcpy(out->name, cleaned, strlen(cleaned) + 1);
    return REFUSAL_OK;
}

void player_restore(struct player *out, const struct player_rows *rows)
{
    player_blank(out, rows->player.id, rows->player.created_ms);
    memcpy(out->name, rows->player.name, sizeof out->name);
    out->name[sizeof out->name - 1] = '\0';
    out->mute_ms = rows->sanction.mute_ms;
    out->ban_ms = rows->sanction.ban_ms;
    out->misses = rows->player.misses;
    out->has_account = rows->player.has_account;
    for (int i = 0; i < RATING_CLASSES; i++) {
        if (rows->rating[i].deviation <= 0)
            continue;
        out->rating[i] = rows->rating[i];
        out->rating[i].player_id = out->id;
        out->rating[i].class = (uint8_t)i;
    }
}

struct player_row player_row_of(const struct player *player)
{
    struct player_row row;
    memset(&row, 0, sizeof row);
    row.id = player->id;
    row.created_ms = player->created_ms;
    row.misses = player->misses;
    memcpy(row.name, player->name, sizeof row.name);
    return row;
}

int16_t player_rating(const struct player *player, enum rating_class class, bool *is_provisional)
{
    struct rating rating = rating_from_row(&player->rating[class]);
    *is_provisional = rating_is_provisional(&rating);
    return (int16_t)lround(rating.rating);
}
