#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "play/id.h"
#include "server/reply_write.h"
#include "wire/socket_packet.h"

#define GAME "0000000000007" /* id 7 in text */

/* An outbox with one of each, to be filled by a test. */
static struct snapshot snapshot;
static struct row row;
static const struct outbox outbox = {.row = &row, .snapshot = &snapshot};

static struct message message_of(enum event event)
{
    return (struct message){.event = (uint8_t)event, .snapshot = -1, .row = -1, .game_id = 7};
}

static void frame_is(const struct buffer *out, const char *expected)
{
    if (out->len != strlen(expected) || memcmp(out->bytes, expected, out->len) != 0)
        fail_msg("%.*s\ninstead of\n%s", (int)out->len, out->bytes, expected);
}

static const struct account_row *known; /* the receiver's account, if any */

static void says(const struct message *message, const char *expected)
{
    struct buffer out = buffer_with_max(65536);
    struct token token = {{0}};
    struct session_view session = {&token, known};
    assert_int_equal(event_write(&out, message, &outbox, &session), JSON_WRITE_OK);
    frame_is(&out, expected);
    buffer_free(&out);
}

static void answers(const struct message *message, const char *expected)
{
    struct buffer out = buffer_with_max(65536);
    assert_int_equal(reply_write(&out, message, &outbox, NULL), JSON_WRITE_OK);
    frame_is(&out, expected);
    buffer_free(&out);
}

/* X has dropped one disc into the middle column of a 3x2 board and has won, or so it says. */
static int snapshot_make(void **state)
{
    (void)state;
    snapshot = (struct snapshot){.game_id = 7,
                                 .board = {3, 2, 1, 3},
                                 .cell_count = 6,
                                 .cells = {2, 2, 2, 2, 0, 2},
                                 .status = GAME_PLAYING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .current = 1,
                                 .ply = 1,
                                 .last_column = 1,
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
    says(&message, "42[\"game-update\",{" BOARD "\"isYourTurn\":false," UPDATE "}]");
    message.seat = 1;
    says(&message, "42[\"game-update\",{" BOARD "\"isYourTurn\":true," UPDATE "}]");
}

static void spectators_have_no_turn(void **state)
{
    struct message message = message_of(EVENT_GAME_UPDATE);
    (void)state;
    message.snapshot = 0;
    message.to = TO_SPECTATORS;
    says(&message, "42[\"game-update\",{" BOARD UPDATE "}]");
}

/* The same bytes, whether written for each or written once and copied. */
static void an_update_written_once_suits_everybody(void **state)
{
    struct message message = message_of(EVENT_GAME_UPDATE);
    struct update_frame frame = {.bytes = buffer_with_max(65536)};
    struct buffer alone = buffer_with_max(65536), copy = buffer_with_max(65536);
    (void)state;
    message.snapshot = 0;
    for (int i = 0; i < 3 * (ROW_NOBODY + 1); i++) {
        snapshot.status = i < 6 ? GAME_PLAYING : GAME_WIN;
        snapshot.current = (uint8_t)(i / 3 % 2);
        message.seat = (uint8_t)(i % 3);
        message.to = message.seat == ROW_NOBODY ? TO_SPECTATORS : TO_CONN;
        buffer_clear(&alone);
        buffer_clear(&copy);
        assert_int_equal(event_write(&alone, &message, &outbox, NULL), JSON_WRITE_OK);
        assert_int_equal(update_frame_write(&frame, &snapshot), JSON_WRITE_OK);
        assert_int_equal(update_frame_copy(&copy, &frame, &snapshot, message.seat), JSON_WRITE_OK);
        assert_int_equal(alone.len, copy.len);
        assert_memory_equal(alone.bytes, copy.bytes, copy.len);
    }
    buffer_free(&frame.bytes);
    buffer_free(&alone);
    buffer_free(&copy);
}

static void a_copy_that_does_not_fit_is_none(void **state)
{
    struct update_frame frame = {.bytes = buffer_with_max(65536)};
    (void)state;
    assert_int_equal(update_frame_write(&frame, &snapshot), JSON_WRITE_OK);
    struct buffer small = buffer_with_max(frame.bytes.len);
    assert_int_not_equal(update_frame_copy(&small, &frame, &snapshot, 0), JSON_WRITE_OK);
    assert_int_equal(small.len, 0);
    assert_int_equal(update_frame_copy(&small, &frame, &snapshot, ROW_NOBODY), JSON_WRITE_OK);
    buffer_free(&small);
    buffer_free(&frame.bytes);
}

static void a_game_begins_with_everything_about_it(void **state)
{
    struct message message = message_of(EVENT_GAME_START);
    (void)state;
    message.snapshot = 0;
    says(&message,
         "42[\"game-start\",{\"player\":\"X\",\"opponent\":{\"name\":\"Computer\",\"rating\":null,"
         "\"level\":\"hard\",\"style\":\"balanced\",\"isConnected\":false},\"players\":{\"X\":"
         "{\"playerId\":\"0000000000000\",\"name\":\"Ada\",\"rating\":1500,\"isProvisional\":false,"
         "\"isConnected\":false},\"O\":"
         "{\"name\":\"Computer\",\"rating\":null,\"level\":\"hard\",\"style\":\"balanced\","
         "\"isConnected\":false}}," BOARD "\"isYourTurn\":false," UPDATE
         ",\"boardSize\":\"3x2c3\",\"moves\":\"2\",\"rated\":false,\"visibility\":\"private\","
         "\"spectators\":0,\"drawOffer\":null,\"reason\":null}]");
}

static void a_game_tells_how_long_it_waits_for_a_player(void **state)
{
    struct message message = message_of(EVENT_GAME_START);
    struct buffer out = buffer_with_max(65536);
    (void)state;
    message.snapshot = 0;
    snapshot.grace_ms[0] = 41000;
    assert_int_equal(event_write(&out, &message, &outbox, NULL), JSON_WRITE_OK);
    assert_int_equal(buffer_append(&out, "", 1), BUFFER_OK);
    assert_non_null(strstr(out.bytes, "\"isConnected\":false,\"graceMs\":41000},\"O\":{"));
    buffer_free(&out);
}

static void the_end_has_its_line_its_reason_and_the_ratings(void **state)
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
    says(&message, "42[\"game-over\",{\"gameId\":\"" GAME "\",\"status\":\"win\",\"winner\":\"X\","
                   "\"winningLine\":[3,4],\"reason\":\"line\",\"agreed\":false,\"ply\":1}]");
    snapshot.status = GAME_DRAW;
    snapshot.winner = ROW_NOBODY;
    snapshot.reason = REASON_AGREED;
    snapshot.line_count = 0;
    message.has_rating = true;
    message.before[0] = 1500;
    message.after[0] = 1487.6;
    says(&message, "42[\"game-over\",{\"gameId\":\"" GAME "\",\"status\":\"draw\",\"winner\":null,"
                   "\"winningLine\":null,\"reason\":\"draw\",\"agreed\":true,\"ply\":1,"
                   "\"ratings\":{\"X\":{\"before\":1500,\"after\":1488},"
                   "\"O\":{\"before\":0,\"after\":0}}}]");
}

static void small_events_name_their_game(void **state)
{
    struct message message = message_of(EVENT_OPPONENT_DISCONNECTED);
    (void)state;
    message.wait_ms = 60000;
    says(&message, "42[\"opponent-disconnected\",{\"gameId\":\"" GAME "\",\"graceMs\":60000}]");
    message.event = EVENT_OPPONENT_RECONNECTED;
    says(&message, "42[\"opponent-reconnected\",{\"gameId\":\"" GAME "\"}]");
    message.event = EVENT_SPECTATORS;
    message.size = 3;
    says(&message, "42[\"spectators\",{\"gameId\":\"" GAME "\",\"count\":3}]");
    message.event = EVENT_QUEUE_UPDATE;
    says(&message, "42[\"queue-update\",{\"size\":3}]");
    message.event = EVENT_DRAW_OFFERED;
    message.seat = 1;
    says(&message, "42[\"draw-offered\",{\"gameId\":\"" GAME "\",\"by\":\"X\"}]");
}

static void people_are_told_of_a_match_and_of_themselves(void **state)
{
    struct message message = message_of(EVENT_MATCH_FOUND);
    (void)state;
    message.match_id = 7;
    message.rating = 1612;
    message.wait_ms = 15000;
    memcpy(message.name, "<Ada>", 6);
    says(&message, "42[\"match-found\",{\"matchId\":\"" GAME "\",\"opponent\":{\"name\":"
                   "\"\\u003cAda\\u003e\",\"rating\":1612,\"isProvisional\":false},"
                   "\"confirmWithinMs\":15000}]");
    message.event = EVENT_MATCH_CANCELLED;
    message.reason = MATCH_TIMEOUT;
    message.is_waiting = true;
    says(&message, "42[\"match-cancelled\",{\"matchId\":\"" GAME "\",\"reason\":\"timeout\","
                   "\"waiting\":true}]");
    message.event = EVENT_SESSION;
    message.player_id = 7;
    memcpy(message.name, "Ada", 4);
    says(&message, "42[\"session\",{\"playerId\":\"" GAME "\",\"token\":"
                   "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"name\":\"Ada\","
                   "\"isGuest\":true,\"account\":null}]");
    const struct account_row account = {.login = "ada"};
    known = &account;
    says(&message, "42[\"session\",{\"playerId\":\"" GAME "\",\"token\":"
                   "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"name\":\"Ada\","
                   "\"isGuest\":false,\"account\":{\"login\":\"ada\"}}]");
    known = NULL;
    message.event = EVENT_SESSION_ENDED;
    says(&message, "42[\"session-ended\",{\"reason\":\"logged-out\"}]");
    message.is_erased = true;
    says(&message, "42[\"session-ended\",{\"reason\":\"deleted\"}]");
}

static void chat_is_told_with_its_sender(void **state)
{
    struct message message = message_of(EVENT_CHAT_MESSAGE);
    (void)state;
    row = (struct row){.kind = ROW_CHAT};
    row.chat = (struct chat_row){.game_id = 7, .seq = 2, .player_id = 7, .quick = 1, .sent_ms = 5};
    message.row = 0;
    message.from = 1;
    memcpy(message.name, "Ada", 4);
    says(&message, "42[\"chat-message\",{\"gameId\":\"" GAME "\",\"seq\":2,\"channel\":\"players\","
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
    answers(&reply, "4312[{\"ok\":true,\"gameId\":\"" GAME "\",\"ply\":4,\"repeated\":false}]");
}

static void a_refusal_says_why_and_what_may_be_tried_again(void **state)
{
    struct message reply = message_of(EVENT_REPLY);
    (void)state;
    reply.command = COMMAND_MAKE_MOVE;
    reply.refusal = REFUSAL_COLUMN_FULL;
    reply.detail.column = 3;
    answers(&reply, "430[{\"ok\":false,\"error\":{\"code\":\"column-full\","
                    "\"message\":\"Column 3 is full\"}}]");
    reply.ack = (uint64_t)SOCKET_NO_ID;
    answers(&reply, "42[\"error-message\",{\"code\":\"column-full\","
                    "\"message\":\"Column 3 is full\",\"event\":\"make-move\"}]");
    reply.refusal = REFUSAL_STORE;
    answers(&reply, "42[\"error-message\",{\"code\":\"store-unavailable\",\"message\":"
                    "\"This could not be saved; please try again\",\"retryable\":true,"
                    "\"event\":\"make-move\"}]");
}

static void who_is_behind_is_shown_the_game(void **state)
{
    struct message reply = message_of(EVENT_REPLY);
    (void)state;
    reply.command = COMMAND_MAKE_MOVE;
    reply.refusal = REFUSAL_STALE;
    reply.snapshot = 0;
    reply.seat = 1;
    answers(&reply, "430[{\"ok\":false,\"error\":{\"code\":\"stale\",\"message\":\"The game has "
                    "moved on; this is where it stands\"},\"game\":{" BOARD
                    "\"isYourTurn\":true," UPDATE "}}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_update_shows_players_their_turn, snapshot_make),
        cmocka_unit_test_setup(spectators_have_no_turn, snapshot_make),
        cmocka_unit_test_setup(an_update_written_once_suits_everybody, snapshot_make),
        cmocka_unit_test_setup(a_copy_that_does_not_fit_is_none, snapshot_make),
        cmocka_unit_test_setup(a_game_begins_with_everything_about_it, snapshot_make),
        cmocka_unit_test_setup(a_game_tells_how_long_it_waits_for_a_player, snapshot_make),
        cmocka_unit_test_setup(the_end_has_its_line_its_reason_and_the_ratings, snapshot_make),
        cmocka_unit_test(small_events_name_their_game),
        cmocka_unit_test(people_are_told_of_a_match_and_of_themselves),
        cmocka_unit_test(chat_is_told_with_its_sender),
        cmocka_unit_test(a_move_is_acknowledged),
        cmocka_unit_test(a_refusal_says_why_and_what_may_be_tried_again),
        cmocka_unit_test_setup(who_is_behind_is_shown_the_game, snapshot_make),
    };
    return cmocka_run_group_tests_name("event_write", tests, NULL, NULL);
}
