#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/rest_game.h"

/* Ann (id 1) against the computer, on the classic board. */
static struct rest_game game_of(const char *moves, uint8_t status)
{
    return (struct rest_game){.id = 5,
                              .board = {7, 6, 1, 4},
                              .seat = {{.kind = SEAT_PLAYER, .player_id = 1}, {.kind = SEAT_BOT}},
                              .name = {"Ann \"status\":\"in_progress\",\"winner\":null", ""},
                              .status = status,
                              .winner = ROW_NOBODY,
                              .moves = moves,
                              .created_ms = 1000,
                              .updated_ms = 2000};
}

static void assert_written(const struct rest_game *game, const char *part)
{
    struct buffer out = buffer_with_max(FF_STATE_JSON_MAX);
    assert_true(rest_game_write(&out, game));
    assert_int_equal(buffer_char(&out, '\0'), BUFFER_OK);
    if (!strstr(out.bytes, part))
        fail_msg("no %s in %s", part, out.bytes);
    buffer_free(&out);
}

static void a_running_game_is_what_the_core_writes(void **state)
{
    struct rest_game game = game_of("43", GAME_PLAYING);
    struct buffer out = buffer_with_max(FF_STATE_JSON_MAX);
    ff_rules rules, read_rules;
    ff_state made, read;
    (void)state;
    assert_true(rest_game_write(&out, &game));
    assert_int_equal(ff_state_read_json(&read, &read_rules, out.bytes, out.len, NULL), FF_OK);
    assert_int_equal(rest_game_state(&made, &rules, &game), FF_OK);
    assert_string_equal(read.players[0].id, "0000000000001");
    assert_string_equal(read.players[0].name, game.name[0]);
    assert_string_equal(read.players[1].id, "computer");
    assert_int_equal(ff_state_version(&read), 2);
    assert_int_equal(read.updated_ms, 2000);
    buffer_free(&out);
}

static void a_game_that_ended_beside_the_board_is_completed(void **state)
{
    struct rest_game game = game_of("43", GAME_WIN);
    (void)state;
    game.winner = 1;
    game.reason = REASON_RESIGN;
    assert_written(&game, ",\"status\":\"completed\",\"winner\":\"computer\",");
    game.winner = 0;
    assert_written(&game, ",\"status\":\"completed\",\"winner\":\"0000000000001\",");
    assert_string_equal(rest_game_reason(&game), "resign");
    game = game_of("43", GAME_DRAW);
    assert_written(&game, ",\"status\":\"completed\",\"winner\":null,");
}

static void a_game_nobody_joined_is_completed_when_it_is_cancelled(void **state)
{
    struct rest_game game = game_of("", GAME_WAITING);
    (void)state;
    game.seat[1] = (struct seat_row){.kind = SEAT_OPEN};
    assert_written(&game, ",\"status\":\"waiting\",\"winner\":null,");
    game.status = GAME_CANCELLED;
    assert_written(&game, ",\"status\":\"completed\",\"winner\":null,");
    assert_string_equal(rest_game_reason(&game), "cancelled");
}

static void a_game_that_ended_on_the_board_is_left_to_the_core(void **state)
{
    struct rest_game game = game_of("4141414", GAME_WIN);
    (void)state;
    game.winner = 0;
    assert_written(&game, ",\"status\":\"completed\",\"winner\":\"0000000000001\",");
}

static void moves_that_cannot_be_leave_the_buffer_alone(void **state)
{
    struct rest_game game = game_of("49", GAME_PLAYING);
    struct buffer out = buffer_with_max(FF_SVG_MAX + 1);
    (void)state;
    assert_int_equal(buffer_char(&out, 'x'), BUFFER_OK);
    assert_false(rest_game_write(&out, &game));
    assert_false(rest_game_draw(&out, &game));
    assert_int_equal(out.len, 1);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_running_game_is_what_the_core_writes),
        cmocka_unit_test(a_game_that_ended_beside_the_board_is_completed),
        cmocka_unit_test(a_game_nobody_joined_is_completed_when_it_is_cancelled),
        cmocka_unit_test(a_game_that_ended_on_the_board_is_left_to_the_core),
        cmocka_unit_test(moves_that_cannot_be_leave_the_buffer_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
