/* One game room: seats, position, clock, offers and result.
 *
 * A plain value: an assignment is a copy. Each change also fills the row that stores it, so at any
 * moment room_restore of the rows written so far gives an equal room. Offers of a rematch are not
 * stored. Presence and spectators belong to the service.
 *
 * The version of a game is its ply. A refused call changes nothing. */
#ifndef PLAY_ROOM_H
#define PLAY_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "fourfall.h"
#include "play/any_game.h"
#include "play/clock.h"
#include "play/refusal.h"
#include "play/rows.h"

/* Two times. play_ms stands still while moves cannot be stored; live clocks run on it. wall_ms is the
 * calendar, for time stamps and correspondence clocks. */
struct instant {
    int64_t play_ms, wall_ms;
};

struct room_seat {
    struct seat_row who;
    char name[ROW_NAME_SIZE];
    int16_t rating; /* when the player sat down */
    bool is_provisional;
};

struct room {
    int64_t id;
    struct room_seat seat[ROW_SEATS];
    struct clock clock;
    uint8_t flags;          /* enum game_flags */
    uint8_t status;         /* enum game_status */
    uint8_t winner, reason; /* a seat or ROW_NOBODY; enum game_reason */
    uint8_t offer;          /* the seat that offers a draw, or ROW_NOBODY */
    uint8_t rematch;        /* the seat that wants another game, or ROW_NOBODY; see game_row */
    char code[ROW_CODE_SIZE];
    uint32_t chat_seq;
    uint32_t version; /* as in game_row */
    int64_t moved_ms, expires_ms, rematch_of, created_ms, updated_ms, finished_ms;
    struct any_game game; /* last: see room_size */
};

struct room_setup {
    int64_t id;
    const ff_variant_rules *rules;
    struct room_seat seat[ROW_SEATS];
    struct clock_row clock;
    uint8_t flags;
    char code[ROW_CODE_SIZE];
    int64_t expires_ms; /* of a game that waits; 0: never */
    int64_t rematch_of;
};

/* Makes a new game. It begins at once unless a seat is open. */
void room_open(struct room *out, const struct room_setup *setup, struct instant now);

/* Writes the whole game as one row. */
void room_row(struct game_row *out, const struct room *room);

/* Restores a game from its row. The rules must be those of its board; names and ratings of the seats
 * come from the players. A running live clock is charged up to alive_ms (wall clock), when the last
 * server was known to run: while no server runs, clocks stand still. FF_E_MOVES if the row does not
 * agree with its moves. */
ff_err room_restore(struct room *out, const ff_variant_rules *rules, const struct game_row *row,
                    const struct room_seat seats[ROW_SEATS], struct instant now, int64_t alive_ms);

/* How many bytes of it are in use: a copy to undo a change needs no more. */
size_t room_size(const struct room *room);

int room_to_move(const struct room *room); /* the seat to move; ROW_NOBODY unless playing */
int room_seat_of(const struct room *room, int64_t player_id); /* ROW_NOBODY: none */
bool room_is_over(const struct room *room);
int room_open_seat(const struct room *room); /* ROW_NOBODY: none */

/* When the calendar ends this game: a waiting game expires, a correspondence move is due. 0: never. */
int64_t room_deadline_ms(const struct room *room);

/* The time its clock runs on. */
int64_t room_now_ms(const struct room *room, struct instant now);

/* Takes the open seat; the game begins. */
enum refusal room_join(struct room *room, const struct room_seat *seat, struct instant now,
                       struct join_row *row);

/* The seat to move in a stored game; ROW_NOBODY unless it is played. */
int row_to_move(const struct game_row *row);

/* Is the move legal? The core decides (core/move.h); the room adds its phase. seat may be
 * ROW_NOBODY. */
enum refusal room_check_move(const struct room *room, int seat, struct move_order order);

/* True if this move was accepted before: same seat, ply, action and column. */
bool room_has_move(const struct room *room, int seat, int ply, struct move_order order);

/* Plays the move if it is legal. The flag must not have fallen (room_expire first). */
enum refusal room_move(struct room *room, int seat, struct move_order order, struct instant now,
                       struct move_row *row);

/* Ends the game without a move: resignation, time, abandonment, agreement. winner may be ROW_NOBODY. */
void room_end(struct room *room, int winner, enum game_reason reason, struct instant now,
              struct result_row *row);

/* Has the flag fallen, or has the game waited too long for its second player? */
bool room_is_due(const struct room *room, struct instant now);

/* Ends or cancels a game that is due. False, and nothing changed, if it is not. */
bool room_expire(struct room *room, struct instant now, struct result_row *row);

/* Cancels a game that waits. */
enum refusal room_cancel(struct room *room, struct instant now, struct result_row *row);

/* Draw offers. An offer stands until the other side moves or declines; accepting ends the game. */
enum refusal room_offer_draw(struct room *room, int seat, struct offer_row *row);
enum refusal room_decline_draw(struct room *room, int seat, struct offer_row *row);
enum refusal room_accept_draw(struct room *room, int seat, struct instant now,
                              struct result_row *row);

/* A shared database: the seat that wants another game, ROW_NOBODY or ROW_AGREED. */
void room_set_rematch(struct room *room, int rematch, struct rematch_row *row);

/* Does the result change ratings? Not if a player has not moved, and not if a player resigned or left
 * before both had moved twice. */
bool room_counts_for_ratings(const struct room *room);

#endif
