/* Players in the bodies of REST answers: who they are, their ratings, their sessions and messages. */
#ifndef API_PLAYER_WRITE_H
#define API_PLAYER_WRITE_H

#include "play/rows.h"
#include "json/write.h"

/* "classic", "cube", "other", "pops", "powers", "lines". */
const char *class_name(enum rating_class rating_class);
bool class_read(uint8_t *out, const char *text);

/* A rating as clients see it: a whole number. */
int64_t rating_rounded(double rating);

/* These write fields into an object that is open. */

void rating_write(struct json_write *w, const struct rating_row *row);
void ratings_write(struct json_write *w, const struct player_rows *player);

/* /api/me. `account` is null for a guest. */
void me_write(struct json_write *w, const struct player_rows *player,
              const struct account_row *account);

/* The first fields of /api/players/{id}; the statistics follow. */
void profile_write(struct json_write *w, const struct player_rows *player, bool has_account);

/* These write one value: an entry of an array. */

/* rank 0: none, because the rating is provisional. */
void leader_write(struct json_write *w, int64_t rank, const char *name,
                  const struct rating_row *row);

/* A rated game that does not count for leaderboards. */
struct discounted_game {
    const struct rated_row *rated;
    const int64_t *player_id;
    const char *name[ROW_SEATS];
    uint8_t winner;
    int plies;
};

void discount_write(struct json_write *w, const struct discounted_game *game);
void rating_point_write(struct json_write *w, int64_t game_id, int64_t at_ms, double rating);

/* Entries of the file that a player downloads. A session shows only its times. `row` may be null:
 * the player is in no queue. */
void exported_session_write(struct json_write *w, const struct session_row *row);
void exported_device_write(struct json_write *w, const struct device_row *row);
void exported_chat_write(struct json_write *w, const struct chat_row *row);
void exported_push_write(struct json_write *w, const struct push_row *row);
void exported_misses_write(struct json_write *w, const struct misses *misses);
void exported_queue_write(struct json_write *w, const struct queue_row *row);

#endif
