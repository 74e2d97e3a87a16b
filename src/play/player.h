/* A player: a guest or an account, which the service treats alike.
 *
 * A player has any number of connections. The newest one plays and gets all messages; the others are
 * told that they were replaced. Indices refer to the service's tables; -1 is none. */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "base/bucket.h"
#include "play/rating.h"
#include "play/refusal.h"
#include "play/rows.h"

enum { PLAYER_NAME_MAX = 20 };

struct player {
    int64_t id, created_ms;
    char name[ROW_NAME_SIZE];
    struct rating_row rating[RATING_CLASSES];
    int32_t first_conn; /* the newest; older ones follow */
    int32_t first_room; /* of the player's games in memory */
    int32_t first_session;
    bool is_gone;    /* absent … */
    int64_t gone_ms; /* … since this play time */
    struct bucket chat;
    int64_t mute_ms, ban_ms; /* imposed by a moderator until this wall time; 0: not */
    struct misses misses;
    bool has_account;
    uint32_t network; /* discount_network of the last request for a game; 0: unknown */
    /* A shared database only (service_shared.h): */
    int32_t node;     /* where the player is connected; 0: nowhere … */
    int64_t since_ms; /* … since this wall time */
    int32_t
        claimed_from; /* the number that this node had before, where the row may still have it */
    bool is_old;      /* to be read again before it is believed */
    bool lacks_game;  /* a game over days has begun that may not be known here */
    bool owes;        /* the row of the presence, or of the queue, is to be written */
    int32_t next_owing;
    int64_t stamp;      /* of the rows as they were read; 0: unknown */
    uint64_t looked_up; /* the turn in which queue and games were read; 0: not yet */
    uint64_t changed;   /* the last turn that changed the rows or the presence */
};

/* The name of a guest who has not chosen one. */
void player_guest_name(char out[ROW_NAME_SIZE], int64_t id);

/* Makes a new player with the cleaned name, or a guest's ("Guest 1234") if name is null.
 * A refused name leaves *out untouched. */
enum refusal player_new(struct player *out, int64_t id, const char *name, size_t len,
                        int64_t wall_ms);

/* Cleans a name of 1 to 20 characters, and refuses names that nobody may have (name.h). */
enum refusal player_name_read(char out[ROW_NAME_SIZE], const char *name, size_t len);

/* From and to rows. */
void player_restore(struct player *out, const struct player_rows *rows);
struct player_row player_row_of(const struct player *player);

/* The player's rating in a class, rounded for display. */
int16_t player_rating(const struct player *player, enum rating_class class, bool *is_provisional);

#endif
