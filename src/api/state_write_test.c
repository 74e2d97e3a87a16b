#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/random_room_test.h"
#include "api/state_write.h"

/* Ann (id 1) against the computer, on the classic board. */
static struct game_row row_of(const char *moves, uint8_t status)
{
    struct game_row row = {.id = 5,
                           .board = "7x6",
                           .seat = {{.kind = SEAT_PLAYER, .player_id = 1}, {.kind = SEAT_BOT}},
                           .status = status,
                           .winner = ROW_NOBODY,
                           .created_ms = 1000,
                           .updated_ms = 2000};
    memcpy(row.moves, moves, strlen(moves) + 1);
    row.ply = (uint16_t)strlen(moves);
    return row;
}

static const char *const names[ROW_SEATS] = {"Ann <\"status\":\"in_progress\">", ""};

/* The caller frees the buffer. */
static struct buffer state_of(const struct game_view *game)
{
    struct buffer out = buffer_with_max(FF_STATE_JSON_MAX);
    struct json_write w = json_write_on(&out);
    state_write(&w, game);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_int_equal(buffer_char(&out, '\0'), BUFFER_OK);
    out.len--;
    return out;
}

static void assert_row_written(const struct game_row *row, const char *part)
{
    uint8_t cells[FF_CELLS_MAX];
    struct game_view game;
    assert_int_equal(game_view_of_row(&game, cells, row, names), FF_OK);
    struct buffer out = state_of(&game);
    if (!strstr(out.bytes, part))
        fail_msg("no %s in %s", part, out.bytes);
    buffer_free(&out);
}

static void the_core_reads_a_running_game(void **state)
{
    struct game_row row = row_of("43", GAME_PLAYING);
    uint8_t cells[FF_CELLS_MAX];
    struct game_view game;
    ff_rules rules;
    ff_state read;
    (void)state;
    assert_int_equal(game_view_of_row(&game, cells, &row, names), FF_OK);
    struct buffer out = state_of(&game);
    assert_int_equal(ff_state_read_json(&read, &rules, out.bytes, out.len, NULL), FF_OK);
    assert_string_equal(read.players[0].id, "0000000000001");
    assert_string_equal(read.players[0].name, names[0]);
    assert_string_equal(read.players[1].id, "computer");
    assert_int_equal(ff_state_version(&read), 2);
    assert_int_equal(read.updated_ms, 2000);
    buffer_free(&out);
}

static void a_game_that_ended_beside_the_board_is_completed(void **state)
{
    struct game_row row = row_of("43", GAME_WIN);
    (void)state;
    row.winner = 1;
    row.reason = REASON_RESIGN;
    assert_row_written(&row, ",\"status\":\"completed\",\"winner\":\"computer\",");
    row.winner = 0;
    assert_row_written(&row, ",\"status\":\"completed\",\"winner\":\"0000000000001\",");
    assert_string_equal(game_reason_name(row.status, row.reason), "resign");
    row = row_of("43", GAME_DRAW);
    assert_row_written(&row, ",\"status\":\"completed\",\"winner\":null,");
}

static void a_cancelled_game_is_completed(void **state)
{
    struct game_row row = row_of("", GAME_WAITING);
    (void)state;
    row.seat[1] = (struct seat_row){.kind = SEAT_OPEN};
    assert_row_written(&row, ",\"status\":\"waiting\",\"winner\":null,");
    row.status = GAME_CANCELLED;
    assert_row_written(&row, ",\"status\":\"completed\",\"winner\":null,");
    assert_string_equal(game_reason_name(row.status, row.reason), "cancelled");
}

static void a_row_with_illegal_moves_or_board_is_refused(void **state)
{
    struct game_row row = row_of("49", GAME_PLAYING);
    uint8_t cells[FF_CELLS_MAX];
    struct game_view game;
    (void)state;
    assert_int_equal(game_view_of_row(&game, cells, &row, names), FF_E_MOVES);
    row = row_of("43", GAME_PLAYING);
    memcpy(row.board, "7y6", 4);
    assert_int_equal(game_view_of_row(&game, cells, &row, names), FF_E_VARIANT_TEXT);
}

static void assert_same(const struct buffer *a, const struct buffer *b)
{
    if (a->len != b->len || memcmp(a->bytes, b->bytes, a->len) != 0)
        fail_msg("%s\nis not\n%s", a->bytes, b->bytes);
}

/* Unless it ended in a way that only the service knows. */
static bool core_agrees(const struct room *room)
{
    return !room_is_over(room) || room->reason == REASON_LINE || room->reason == REASON_DRAW;
}

/* Our writer escapes what a page might take for a tag: the moves of turned boards. */
static void unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++) {
        bool is_less = strncmp(from, "\\u003c", 6) == 0, is_more = strncmp(from, "\\u003e", 6) == 0;
        *to = is_less ? '<' : is_more ? '>' : *from;
        from += is_less || is_more ? 6 : 1;
    }
    *to = '\0';
}

/* The core writes what it read: the same bytes. */
static void assert_core_writes(const struct buffer *out)
{
    char text[FF_STATE_JSON_MAX];
    ff_text again = ff_text_on(text, sizeof text);
    ff_variant_rules rules;
    ff_variant_state read;
    assert_int_equal(ff_variant_state_read_json(&read, &rules, out->bytes, out->len, NULL), FF_OK);
    assert_int_equal(ff_variant_state_write_json(&again, &read), FF_OK);
    unescape(out->bytes);
    assert_string_equal(text, out->bytes);
}

static void random_games_are_written_alike_from_memory_from_the_store_and_by_the_core(void **state)
{
    enum { ROUNDS = 2000 };
    struct random_room random = {.seed = 88172645463325252u};
    int read_back = 0;
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        struct snapshot snapshot;
        struct game_row row;
        uint8_t cells[FF_CELLS_MAX];
        struct game_view stored;
        random_room_next(&random);
        const struct room *room = &random.room;
        const char *const seat_names[ROW_SEATS] = {room->seat[0].name, room->seat[1].name};
        snapshot_take(&snapshot, room, random_instant(400));
        room_row(&row, room);
        assert_int_equal(game_view_of_row(&stored, cells, &row, seat_names), FF_OK);
        struct game_view live = game_view_of_snapshot(&snapshot);
        struct buffer a = state_of(&live), b = state_of(&stored);
        assert_same(&a, &b);
        bool is_bot_alone =
            room->seat[0].who.kind == SEAT_BOT && room->seat[1].who.kind == SEAT_BOT;
        if (core_agrees(room) && !is_bot_alone) {
            assert_core_writes(&a);
            read_back++;
        }
        buffer_free(&a);
        buffer_free(&b);
    }
    assert_true(read_back > ROUNDS / 4);
}

static void a_history_names_column_player_and_time_of_each_move(void **state)
{
    static const int64_t at_ms[] = {1000, 2000};
    struct game_row row = row_of("43", GAME_PLAYING);
    struct buffer out = buffer_with_max(FF_STATE_JSON_MAX);
    struct json_write w = json_write_on(&out);
    uint8_t cells[FF_CELLS_MAX];
    struct game_view game;
    (void)state;
    assert_int_equal(game_view_of_row(&game, cells, &row, names), FF_OK);
    state_write_history(&w, &game, at_ms, 1);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_int_equal(buffer_char(&out, '\0'), BUFFER_OK);
    assert_string_equal(out.bytes,
                        "{\"gameId\":\"0000000000005\",\"status\":\"in_progress\",\"reason\":null,"
                        "\"version\":2,\"moves\":[{\"version\":1,\"column\":3,\"player\":"
                        "\"0000000000001\",\"at\":\"1970-01-01T00:00:01.000Z\"},"
                        "{\"version\":2,\"column\":2,\"player\":\"computer\"}]}");
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_core_reads_a_running_game),
        cmocka_unit_test(a_game_that_ended_beside_the_board_is_completed),
        cmocka_unit_test(a_cancelled_game_is_completed),
        cmocka_unit_test(a_row_with_illegal_moves_or_board_is_refused),
        cmocka_unit_test(random_games_are_written_alike_from_memory_from_the_store_and_by_the_core),
        cmocka_unit_test(a_history_names_column_player_and_time_of_each_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
