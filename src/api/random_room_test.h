/* Rooms of random boards, players, moves and endings, for tests of the writers. */
#ifndef API_RANDOM_ROOM_TEST_H
#define API_RANDOM_ROOM_TEST_H

#include <stdlib.h>
#include <string.h>

#include "play/room.h"

struct random_room {
    uint64_t seed;
    ff_variant_rules rules;
    struct room room;
};

/* xorshift, so that a seed always makes the same rooms. */
static inline int random_below(struct random_room *r, int limit)
{
    r->seed ^= r->seed << 13;
    r->seed ^= r->seed >> 7;
    r->seed ^= r->seed << 17;
    return (int)(r->seed >> 33) % limit;
}

static inline struct instant random_instant(int minute)
{
    return (struct instant){INT64_C(60000) * minute,
                            INT64_C(1700000000000) + INT64_C(60000) * minute};
}

static inline struct room_seat random_seat(struct random_room *r, int64_t id)
{
    static const char *const names[] = {"Ann", "O\"Hara \\", "\xC3\x84nne \xF0\x9F\x98\x80",
                                        "\"status\":\"in_progress\",\"winner\":null"};
    struct room_seat seat = {.who = {.kind = SEAT_PLAYER, .player_id = id}, .rating = 1500};
    const char *name = names[random_below(r, 4)];
    memcpy(seat.name, name, strlen(name) + 1);
    if (random_below(r, 6) == 0)
        seat = (struct room_seat){.who = {.kind = SEAT_BOT, .level = 1}};
    return seat;
}

/* A legal move. */
static inline struct move_order random_order(struct random_room *r)
{
    const struct any_game *game = &r->room.game;
    uint16_t moves[FF_MOVES_MAX];
    uint8_t columns[FF_COLUMNS_MAX];
    int move;
    if (game->is_plain) {
        int count = ff_position_moves(&game->plain.position, columns);
        move = columns[random_below(r, count)];
    } else {
        int count = ff_variant_moves(&game->variant.position, moves);
        move = moves[random_below(r, count)];
    }
    return (struct move_order){.column = ff_move_column(move),
                               .action = (uint8_t)ff_move_action(move)};
}

static inline void random_moves(struct random_room *r)
{
    static const int lengths[] = {0, 1, 2, 7, 20, 256};
    struct move_row row;
    int most = lengths[random_below(r, 6)];
    for (int i = 0; i < most && !room_is_over(&r->room); i++) {
        (void)room_move(&r->room, room_to_move(&r->room), random_order(r), random_instant(i + 1),
                        &row);
    }
}

/* Resigned, out of time, abandoned, agreed; or left as it is. */
static inline void random_end(struct random_room *r)
{
    static const enum game_reason reasons[] = {REASON_RESIGN, REASON_TIME, REASON_ABANDON};
    struct result_row row;
    int how = random_below(r, 8);
    if (room_is_over(&r->room) || how > 3)
        return;
    if (how == 3)
        room_end(&r->room, ROW_NOBODY, REASON_AGREED, random_instant(300), &row);
    else
        room_end(&r->room, random_below(r, ROW_SEATS), reasons[how], random_instant(300), &row);
}

static inline void random_room_next(struct random_room *r)
{
    static const ff_board boards[] = {{7, 6, 1, 4},  {5, 5, 5, 4}, {9, 7, 1, 5}, {4, 3, 2, 3},
                                      {12, 2, 1, 4}, {3, 3, 1, 3}, {1, 5, 1, 4}};
    static const uint8_t variants[] = {FF_STANDARD, FF_STANDARD, FF_STANDARD, FF_POPOUT,
                                       FF_POWERUP,  FF_MISERE,   FF_TURN};
    struct room_setup setup = {.id = 1 + random_below(r, 1 << 30)};
    struct result_row row;
    bool is_waiting = random_below(r, 8) == 0;
    (void)ff_variant_rules_init(&r->rules, (ff_variant)variants[random_below(r, 7)],
                                boards[random_below(r, 7)], random_below(r, 4) == 0);
    setup.rules = &r->rules;
    for (int i = 0; i < ROW_SEATS; i++)
        setup.seat[i] = random_seat(r, 1 + i + 2 * random_below(r, 1 << 20));
    if (is_waiting) {
        int open = random_below(r, ROW_SEATS);
        setup.seat[open] = (struct room_seat){.who = {.kind = SEAT_OPEN}};
        memcpy(setup.code, "ABC234", sizeof setup.code);
    }
    room_open(&r->room, &setup, random_instant(0));
    if (!is_waiting) {
        random_moves(r);
        random_end(r);
    } else if (random_below(r, 2)) {
        (void)room_cancel(&r->room, random_instant(9), &row);
    }
}

#endif
