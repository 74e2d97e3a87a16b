/* Rooms for the tests. */
#ifndef PLAY_ROOM_FIXTURE_TEST_H
#define PLAY_ROOM_FIXTURE_TEST_H

#include "play/fixture_test.h"

#include "core/fixture_test.h"
#include "play/moves.h"
#include "play/room.h"

static const struct clock_row no_clock = {CLOCK_NONE, 0, 0};
static const struct clock_row blitz = {CLOCK_LIVE, 60000, 1000};
static const struct clock_row days = {CLOCK_DAYS, 86400000, 0};
static ff_variant_rules classic;

static inline struct instant at(int64_t ms)
{
    struct instant now = {ms, 1000000 + ms};
    return now;
}

/* "7x6", "7x6-popout-pie". */
static inline ff_variant_rules rules_by(const char *text)
{
    struct ruleset named;
    ff_variant_rules rules;
    assert_int_equal(ruleset_read(&named, text, strlen(text)), FF_OK);
    assert_int_equal(
        ff_variant_rules_init(&rules, (ff_variant)named.variant, named.board, named.has_pie),
        FF_OK);
    return rules;
}

static inline struct move_order drop(int column)
{
    return (struct move_order){.column = column, .action = FF_DROP};
}

/* The move that a text begins with. */
static inline struct move_order order_read(const struct room *room, const char *move)
{
    static const char signs[] = "?-_@=+<>~";
    const char *sign = strchr(signs, *move);
    uint8_t action = (uint8_t)(sign ? sign - signs : FF_DROP);
    return (struct move_order){
        .column = ff_column_read(any_game_discs(&room->game)->rules, move[action != FF_DROP]),
        .action = action};
}

static inline struct room room_with(const ff_variant_rules *rules, struct clock_row clock,
                                    uint8_t flags)
{
    const struct room_setup setup = {.id = 7,
                                     .rules = rules,
                                     .seat = {{{SEAT_PLAYER, 0, 0, 11}, "Ann", 1500, true},
                                              {{SEAT_PLAYER, 0, 0, 22}, "Bob", 1600, false}},
                                     .clock = clock,
                                     .flags = flags};
    struct room room;
    room_open(&room, &setup, at(0));
    return room;
}

/* Plays moves in notation; returns the last refusal. */
static inline enum refusal play(struct room *room, const char *moves)
{
    enum refusal refusal = REFUSAL_OK;
    for (; *moves && !refusal; moves += moves_first(moves)) {
        struct move_row row;
        refusal = room_move(room, room_to_move(room), order_read(room, moves), at(0), &row);
    }
    return refusal;
}

static inline int open_classic(void **state)
{
    (void)state;
    classic = rules_by("7x6");
    return 0;
}

#endif
