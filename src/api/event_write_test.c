#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/reply_write.h"
#include "play/id.h"

#define GAME "0000000000007" /* id 7 in text */

/* An outbox with one row and one snapshot, filled by each test. */
static struct snapshot snapshot;
static struct row row;
static const struct outbox outbox = {.row = &row, .snapshot = &snapshot};

static struct message message_of(enum event event)
{
    return (struct message){.event = (uint8_t)event, .snapshot = -1, .row = -1, .game_id = 7};
}

static void assert_text(const struct buffer *out, const char *expected)
{
    if (out->len != strlen(expected) || memcmp(out->bytes, expected, out->len) != 0)
        fail_msg("%.*s\ninstead of\n%s", (int)out->len, out->bytes, expected);
}

static const struct account_row *known; /* the receiver's account, if any */

static void assert_event(const struct message *message, const char *expected)
{
    struct buffer out = buffer_with_max(65536);
    struct token token = {{0}};
    struct session_view session = {&token, known};
    struct json_write w = json_write_on(&out);
    event_write(&w, message, &outbox, &session);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_text(&out, expected);
    buffer_free(&out);
}

static void assert_reply(const struct message *message, const char *expected)
{
    struct buffer out = buffer_with_max(65536);
    struct json_write w = json_write_on(&out);
    reply_write(&w, message, &outbox, NULL);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_text(&out, expected);
    buffer_free(&out);
}

/* X has dropped one disc into the middle column of a 3x2 board. */
static int snapshot_make(void **state)
{
    (void)state;
    snapshot = (struct snapshot){.game_id = 7,
                                 .rules = {.board = {3, 2, 1, 3}},
                                 .board = {3, 2, 1, 3},
                                 .cell_count = 6,
                                 .cells = {2, 2, 2, 2, 0, 2},
                                 .status = GAME_PLAYING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .current = 1,
                                 .ply = 1,
                                 .last_column = 1,
                                 .last_seat = 0,
                                 .last_cell = 4,
                                 .clock = {CLOCK_LIVE, 60000, 500},
                                 .left_ms = {59000, 60000},
                                 .running = 1,
                                 .moves = "2"};
    snapshot.seat[0].who.kind = SEAT_PLAYER;
    memcpy(snapshot.seat[0].name, "Ada", 4);
    snapshot.seat[0].rating = 1500;
    snapshot.seat[1].who.kind = SEAT_BOT;
    snapshot.seat[1].who.level = FF_HARD;
    return 0;
}

#define UPDATE                                                                                \
    "\"status\":\"playing\",\"winner\":null,\"winningLine\":null,\"lastMove\":{\"column\":1," \
    "\"row\":1,\"cell\":4,\"player\":\"X\"},\"ply\":1,\"clock\":{\"initialMs\":60000,"        \
    "\"incrementMs\":500,\"leftMs\":{\"X\":59000,\"O\":60000},\"running\":\"O\"}"
#define BOARD \
    "\"gameId\":\"" GAME "\",\"board\":[null,null,null,null,\"X\",null],\"currentPlayer\":\"O\","

static void an_update_shows_players_their_turn(void **state)
{
    struct message message = message_of(EVENT_GAME_UPDATE);
    (void)state;
    message.snapshot = 0;
    message.seat = 0;
    assert_event(&message, "[\"game-update\",{" BOARD "\"isYourTurn\":false," UPDATE "}]");
    message.seat = 1;
    assert_event(&message, "[\"game-update\",{" BOARD "\"isYourTurn\":true," UPDATE "}]");
}

static void an_update_for_spectators_has_no_isYourTurn(void **state)
{
    struct message message = message_of(EVENT_GAME_UPDATE);
    (void)state;
    message.snapshot = 0;
    message.to = TO_SPECTATORS;
    assert_event(&message, "[\"game-update\",{" BOARD UPDATE "}]");
}

static void write_once(struct buffer *out, size_t *turn_at)
{
    buffer_clear(out);
    struct json_write w = json_write_on(out);
    update_write(&w, &snapshot, turn_at);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
}

/* The same bytes, whether written for each or written once and copied. */
static void an_update_is_written_once_and_copied_for_each_player(void **state)
{
    struct message message = message_of(EVENT_GAME_UPDATE);
    struct buffer alone = buffer_with_max(65536), copy = buffer_with_max(65536),
                  once = buffer_with_max(65536);
    size_t turn_at;
    (void)state;
    message.snapshot = 0;
    for (int i = 0; i < 3 * (ROW_NOBODY + 1); i++) {
        snapshot.status = i < 6 ? GAME_PLAYING : GAME_WIN;
        snapshot.current = (uint8_t)(i / 3 % 2);
        message.seat = (uint8_t)(i % 3);
        message.to = message.seat == ROW_NOBODY ? TO_SPECTATORS : TO_CONN;
        buffer_clear(&alone);
        buffer_clear(&copy);
        write_once(&once, &turn_at);
        struct json_write w = json_write_on(&alone);
        event_write(&w, &message, &outbox, NULL);
        assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
        assert_int_equal(update_copy(&copy, &once, turn_at, &snapshot, message.seat),
                         JSON_WRITE_OK);
        assert_int_equal(alone.len, copy.len);
        assert_memory_equal(alone.bytes, copy.bytes, copy.len);
    }
    buffer_free(&once);
    buffer_free(&alone);
    buffer_free(&copy);
}

static void a_copy_that_does_not_fit_leaves_no_bytes(void **state)
{
    struct buffer once = buffer_with_max(65536);
    size_t turn_at;
    (void)state;
    write_once(&once, &turn_at);
    struct buffer small = buffer_with_max(once.len);
    assert_int_not_equal(update_copy(&small, &once, turn_at, &snapshot, 0), JSON_WRITE_OK);
    assert_int_equal(small.len, 0);
    assert_int_equal(update_copy(&small, &once, turn_at, &snapshot, ROW_NOBODY), JSON_WRITE_OK);
    buffer_free(&small);
    buffer_free(&once);
}

static void a_game_start_has_all_fields_of_a_game(void **state)
{
    struct message message = message_of(EVENT_GAME_START);
    (void)state;
    message.snapshot = 0;
    assert_event(
        &message,
        "[\"game-start\",{\"player\":\"X\",\"opponent\":{\"name\":\"Computer\",\"rating\":null,"
        "\"level\":\"hard\",\"style\":\"balanced\",\"isConnected\":false},\"players\":{\"X\":"
        "{\"playerId\":\"0000000000000\",\"name\":\"Ada\",\"rating\":1500,\"isProvisional\":false,"
        "\"isConnected\":false},\"O\":"
        "{\"name\":\"Computer\",\"rating\":null,\"level\":\"hard\",\"style\":\"balanced\","
        "\"isConnected\":false}}," BOARD "\"isYourTurn\":false," UPDATE
        ",\"boardSize\":\"3x2c3\",\"moves\":\"2\",\"rated\":false,\"visibility\":\"private\","
        "\"spectators\":0,\"drawOffer\":null,\"reason\":null}]");
}

static void a_game_shows_the_grace_time_of_an_absent_player(void **state)
{
    struct message message = message_of(EVENT_GAME_START);
    struct buffer out = buffer_with_max(65536);
    (void)state;
    message.snapshot = 0;
    snapshot.grace_ms[0] = 41000;
    struct json_write w = json_write_on(&out);
    event_write(&w, &message, &outbox, NULL);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_int_equal(buffer_append(&out, "", 1), BUFFER_OK);
    assert_non_null(strstr(out.bytes, "\"isConnected\":false,\"graceMs\":41000},\"O\":{"));
    buffer_free(&out);
}

static void a_game_over_has_line_reason_and_ratings(void **state)
{
    struct message message = message_of(EVENT_GAME_OVER);
    (void)state;
    message.snapshot = 0;
    snapshot.status = GAME_WIN;
    snapshot.winner = 0;
    snapshot.reason = REASON_LINE;
    snapshot.line_count = 2;
    snapshot.line[0] = 3;
    snapshot.line[1] = 4;
    assert_event(&message,
                 "[\"game-over\",{\"gameId\":\"" GAME "\",\"status\":\"win\",\"winner\":\"X\","
                 "\"winningLine\":[3,4],\"reason\":\"line\",\"agreed\":false,\"ply\":1}]");
    snapshot.status = GAME_DRAW;
    snapshot.winner = ROW_NOBODY;
    snapshot.reason = REASON_AGREED;
    snapshot.line_count = 0;
    message.has_rating = true;
    message.counts[0] = true;
    message.before[0] = 1500;
    message.after[0] = 1487.6;
    assert_event(&message,
                 "[\"game-over\",{\"gameId\":\"" GAME "\",\"status\":\"draw\",\"winner\":null,"
                 "\"winningLine\":null,\"reason\":\"draw\",\"agreed\":true,\"ply\":1,"
                 "\"ratings\":{\"X\":{\"before\":1500,\"after\":1488,\"counts\":true},"
                 "\"O\":{\"before\":0,\"after\":0,\"counts\":false}}}]");
}

static void small_events_have_the_id_of_their_game(void **state)
{
    struct message message = message_of(EVENT_OPPONENT_DISCONNECTED);
    (void)state;
    message.wait_ms = 60000;
    assert_event(&message,
                 "[\"opponent-disconnected\",{\"gameId\":\"" GAME "\",\"graceMs\":60000}]");
    message.event = EVENT_OPPONENT_RECONNECTED;
    assert_event(&message, "[\"opponent-reconnected\",{\"gameId\":\"" GAME "\"}]");
    message.event = EVENT_SPECTATORS;
    message.size = 3;
    assert_event(&message, "[\"spectators\",{\"gameId\":\"" GAME "\",\"count\":3}]");
    message.event = EVENT_QUEUE_UPDATE;
    assert_event(&message, "[\"queue-update\",{\"size\":3}]");
    message.event = EVENT_DRAW_OFFERED;
    message.seat = 1;
    assert_event(&message, "[\"draw-offered\",{\"gameId\":\"" GAME "\",\"by\":\"X\"}]");
}

static void match_and_session_events_are_written(void **state)
{
    struct message message = message_of(EVENT_MATCH_FOUND);
    (void)state;
    message.match_id = 7;
    message.rating = 1612;
    message.wait_ms = 15000;
    memcpy(message.name, "<Ada>", 6);
    assert_event(&message, "[\"match-found\",{\"matchId\":\"" GAME "\",\"opponent\":{\"name\":"
                           "\"\\u003cAda\\u003e\",\"rating\":1612,\"isProvisional\":false},"
                           "\"confirmWithinMs\":15000}]");
    message.event = EVENT_MATCH_CANCELLED;
    message.reason = MATCH_TIMEOUT;
    message.is_waiting = true;
    assert_event(&message, "[\"match-cancelled\",{\"matchId\":\"" GAME "\",\"reason\":\"timeout\","
                           "\"waiting\":true,\"waitMs\":15000}]");
    message.wait_ms = 0;
    assert_event(&message, "[\"match-cancelled\",{\"matchId\":\"" GAME "\",\"reason\":\"timeout\","
                           "\"waiting\":true}]");
    message.event = EVENT_SESSION;
    message.player_id = 7;
    memcpy(message.name, "Ada", 4);
    assert_event(&message, "[\"session\",{\"playerId\":\"" GAME "\",\"token\":"
                           "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"name\":\"Ada\","
                           "\"isGuest\":true,\"account\":null}]");
    const struct account_row account = {.login = "ada"};
    known = &account;
    assert_event(&message, "[\"session\",{\"playerId\":\"" GAME "\",\"token\":"
                           "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"name\":\"Ada\","
                           "\"isGuest\":false,\"account\":{\"login\":\"ada\"}}]");
    known = NULL;
    message.event = EVENT_SESSION_ENDED;
    assert_event(&message, "[\"session-ended\",{\"reason\":\"logged-out\"}]");
    message.is_erased = true;
    assert_event(&message, "[\"session-ended\",{\"reason\":\"deleted\"}]");
}

static void a_chat_line_names_its_sender(void **state)
{
    struct message message = message_of(EVENT_CHAT_MESSAGE);
    (void)state;
    row = (struct row){.kind = ROW_CHAT};
    row.chat = (struct chat_row){.game_id = 7, .seq = 2, .player_id = 7, .quick = 1, .sent_ms = 5};
    message.row = 0;
    message.from = 1;
    memcpy(message.name, "Ada", 4);
    assert_event(&message,
                 "[\"chat-message\",{\"gameId\":\"" GAME "\",\"seq\":2,\"channel\":\"players\","
                 "\"playerId\":\"" GAME "\",\"quick\":1,\"quickName\":\"hello\","
                 "\"text\":\"Hello!\",\"sentAt\":5,\"from\":\"O\",\"name\":\"Ada\"}]");
}

static void a_move_is_acknowledged(void **state)
{
    struct message reply = message_of(EVENT_REPLY);
    (void)state;
    reply.command = COMMAND_MAKE_MOVE;
    reply.ack = 12;
    reply.ply = 4;
    assert_reply(&reply, "[{\"ok\":true,\"gameId\":\"" GAME "\",\"ply\":4,\"repeated\":false}]");
}

static void a_refusal_says_why_and_whether_to_retry(void **state)
{
    struct message reply = message_of(EVENT_REPLY);
    (void)state;
    reply.command = COMMAND_MAKE_MOVE;
    reply.refusal = REFUSAL_COLUMN_FULL;
    reply.detail.column = 3;
    assert_reply(&reply, "[{\"ok\":false,\"error\":{\"code\":\"column-full\","
                         "\"message\":\"Column 3 is full\"}}]");
    reply.ack = REPLY_NO_ACK;
    assert_reply(&reply, "[\"error-message\",{\"code\":\"column-full\","
                         "\"message\":\"Column 3 is full\",\"event\":\"make-move\"}]");
    reply.refusal = REFUSAL_STORE;
    assert_reply(&reply, "[\"error-message\",{\"code\":\"store-unavailable\",\"message\":"
                         "\"This could not be saved; please try again\",\"retryable\":true,"
                         "\"event\":\"make-move\"}]");
}

static void a_malformed_event_is_refused_with_its_name(void **state)
{
    struct buffer out = buffer_with_max(65536);
    struct json_write w = json_write_on(&out);
    (void)state;
    malformed_write(&w, REPLY_NO_ACK, "make-move", "bad-request", "column is missing");
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_text(&out,
                "[\"error-message\",{\"code\":\"bad-request\",\"message\":\"column is missing\","
                "\"event\":\"make-move\"}]");
    buffer_clear(&out);
    w = json_write_on(&out);
    malformed_write(&w, 3, "make-move", "bad-request", "column is missing");
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_text(&out, "[{\"ok\":false,\"error\":{\"code\":\"bad-request\",\"message\":\"column is "
                      "missing\"}}]");
    buffer_clear(&out);
    w = json_write_on(&out);
    malformed_write(&w, REPLY_NO_ACK, NULL, "no-such-event", "There is no such event");
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_text(&out,
                "[\"error-message\",{\"code\":\"no-such-event\",\"message\":\"There is no such "
                "event\",\"event\":null}]");
    buffer_free(&out);
}

static void a_stale_move_is_refused_with_the_current_game(void **state)
{
    struct message reply = message_of(EVENT_REPLY);
    (void)state;
    reply.command = COMMAND_MAKE_MOVE;
    reply.refusal = REFUSAL_STALE;
    reply.snapshot = 0;
    reply.seat = 1;
    assert_reply(&reply, "[{\"ok\":false,\"error\":{\"code\":\"stale\",\"message\":\"The game has "
                         "moved on; see its current state\"},\"game\":{" BOARD
                         "\"isYourTurn\":true," UPDATE "}}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_update_shows_players_their_turn, snapshot_make),
        cmocka_unit_test_setup(an_update_for_spectators_has_no_isYourTurn, snapshot_make),
        cmocka_unit_test_setup(an_update_is_written_once_and_copied_for_each_player, snapshot_make),
        cmocka_unit_test_setup(a_copy_that_does_not_fit_leaves_no_bytes, snapshot_make),
        cmocka_unit_test_setup(a_game_start_has_all_fields_of_a_game, snapshot_make),
        cmocka_unit_test_setup(a_game_shows_the_grace_time_of_an_absent_player, snapshot_make),
        cmocka_unit_test_setup(a_game_over_has_line_reason_and_ratings, snapshot_make),
        cmocka_unit_test(small_events_have_the_id_of_their_game),
        cmocka_unit_test(match_and_session_events_are_written),
        cmocka_unit_test(a_chat_line_names_its_sender),
        cmocka_unit_test(a_move_is_acknowledged),
        cmocka_unit_test(a_refusal_says_why_and_whether_to_retry),
        cmocka_unit_test(a_malformed_event_is_refused_with_its_name),
        cmocka_unit_test_setup(a_stale_move_is_refused_with_the_current_game, snapshot_make),
    };
    return cmocka_run_group_tests_name("event_write", tests, NULL, NULL);
}
