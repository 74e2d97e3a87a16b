#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "sio/eio_fixture_test.h"

/* The polling transport: waiting polls, answers, and errors that close the session. */

#define BAD_REQUEST "400:{\"code\":3,\"message\":\"Bad request\"} "
#define UNKNOWN_SID "400:{\"code\":1,\"message\":\"Session ID unknown\"} "

static void a_post_is_answered_ok_and_its_packets_delivered(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_post(w, R2, "4hello", 10);
    assert_log(&w->log, "\"hello\" r2=200:ok ");
    world_post(w, R2,
               "4a\x1e"
               "bQUI=\x1e"
               "4c",
               10);
    assert_log(&w->log, "\"a\" #AB# \"c\" r2=200:ok ");
    world_free(w);
}

static void a_poll_waits_until_a_frame_is_sent(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 10);
    assert_log(&w->log, "");
    assert_true(world_emit(w, "4now"));
    assert_log(&w->log, "r1=200:4now ");
    world_free(w);
}

static void queued_frames_are_sent_with_the_next_poll_in_one_payload(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    assert_true(world_emit(w, "4test1"));
    assert_true(world_emit(w, "4test2"));
    assert_true(world_emit_binary(w, "\x01\x02\x03\x04", 4));
    assert_log(&w->log, "");
    world_poll(w, R1, 10);
    assert_log(&w->log, "r1=200:4test1\x1e"
                        "4test2\x1e"
                        "bAQIDBA== ");
    world_poll(w, R2, 10);
    assert_log(&w->log, "");
    assert_true(world_emit(w, "4x"));
    assert_log(&w->log, "r2=200:4x ");
    world_free(w);
}

static void a_payload_keeps_to_the_maximum(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    assert_true(world_emit(w, "4aaaaaaaaaaaaaaaaaaaaaaaaa"));
    assert_true(world_emit(w, "4bbbbbbbbbbbbbbbbbbbbbbbbb"));
    world_poll(w, R1, 10);
    assert_log(&w->log, "r1=200:4aaaaaaaaaaaaaaaaaaaaaaaaa ");
    world_poll(w, R2, 10);
    assert_log(&w->log, "r2=200:4bbbbbbbbbbbbbbbbbbbbbbbbb ");
    world_free(w);
}

static void a_reply_from_within_a_post_reaches_the_waiting_poll(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    w->reply = "4re";
    world_poll(w, R1, 10);
    world_post(w, R2,
               "4a\x1e"
               "4b",
               10);
    assert_log(&w->log, "\"a\" r1=200:4re \"b\" r2=200:ok ");
    world_poll(w, R1, 10);
    assert_log(&w->log, "r1=200:4re ");
    world_free(w);
}

static void an_invalid_payload_closes_the_session(void **state)
{
    static const char *const bodies[] = {"abc",
                                         "",
                                         "\x1e",
                                         "bA",
                                         "4\xFF",
                                         "6\x1e"
                                         "7",
                                         "6\x1e"
                                         "6\x1e"
                                         "6\x1e"
                                         "6\x1e"
                                         "6"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        struct world *w = world_on_polling();
        world_poll(w, R1, 10);
        world_post(w, R2, bodies[i], 10);
        assert_log(&w->log, "r1=200:1 closed(parse error) r2=" BAD_REQUEST);
        world_poll(w, R3, 10);
        assert_log(&w->log, "r3=" UNKNOWN_SID);
        world_free(w);
    }
}

static void a_body_beyond_the_maximum_is_refused_and_the_session_lives(void **state)
{
    char body[42] = "4";
    struct world *w = world_on_polling();
    (void)state;
    memset(body + 1, 'x', 40);
    world_post(w, R2, body, 10);
    assert_log(&w->log, "r2=413: ");
    body[40] = '\0';
    world_post(w, R2, body, 10);
    assert_log(&w->log, "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\" r2=200:ok ");
    world_free(w);
}

static void two_polls_at_a_time_close_the_session(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 10);
    world_poll(w, R2, 10);
    assert_log(&w->log, "r2=" BAD_REQUEST "r1=200:1 closed(transport error) ");
    world_poll(w, R3, 10);
    assert_log(&w->log, "r3=" UNKNOWN_SID);
    world_free(w);
}

static void two_posts_at_a_time_close_the_session(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 10);
    world_begin_post(w, R2, 10);
    world_begin_post(w, R3, 10);
    assert_log(&w->log, "r3=" BAD_REQUEST "r1=200:1 r2=" BAD_REQUEST "closed(transport error) ");
    world_body(w, R2, "4late", 10);
    assert_log(&w->log, "");
    world_free(w);
}

static void a_cancelled_request_closes_the_session(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 10);
    eio_request_lost(&w->client, R3);
    assert_log(&w->log, "");
    eio_request_lost(&w->client, R1);
    assert_log(&w->log, "closed(transport error) ");
    world_free(w);
    w = world_on_polling();
    world_poll(w, R1, 10);
    world_begin_post(w, R2, 10);
    eio_request_lost(&w->client, R2);
    assert_log(&w->log, "r1=200:1 closed(transport error) ");
    world_free(w);
}

static void a_close_packet_ends_the_poll_with_a_noop(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 10);
    world_post(w, R2,
               "1\x1e"
               "4late",
               10);
    assert_log(&w->log, "r1=200:6 closed(transport close) r2=200:ok ");
    world_poll(w, R3, 10);
    assert_log(&w->log, "r3=" UNKNOWN_SID);
    world_free(w);
}

static void pings_and_pongs_go_by_polling_too(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 10);
    world_tick(w, 300);
    assert_log(&w->log, "r1=200:2 ");
    world_post(w, R2, "3", 400);
    assert_log(&w->log, "r2=200:ok ");
    world_tick(w, 700);
    world_poll(w, R1, 710);
    assert_log(&w->log, "r1=200:2 ");
    world_post(w, R2, "2", 720);
    assert_log(&w->log, "closed(transport error) r2=" BAD_REQUEST);
    world_free(w);
}

static void without_a_pong_the_session_ends(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_tick(w, 300);
    world_poll(w, R1, 500);
    assert_log(&w->log, "closed(ping timeout) r1=" UNKNOWN_SID);
    world_free(w);
    w = world_on_polling();
    world_tick(w, 300);
    world_begin_post(w, R1, 499);
    world_body(w, R1, "3", 500);
    assert_log(&w->log, "closed(ping timeout) r1=" UNKNOWN_SID);
    world_free(w);
}

static void a_full_queue_closes_the_session(void **state)
{
    struct world *w = world_on_polling();
    int sent = 0;
    (void)state;
    while (sent < 100 && world_emit(w, "4xxxxxxxxx"))
        sent++;
    assert_int_equal(sent, 200 / (10 + 8));
    assert_log(&w->log, "");
    assert_null(w->client.queue.records.bytes);
    assert_false(world_emit(w, "4x"));
    assert_int_equal(eio_due_ms(&w->client), 0);
    world_tick(w, 10);
    assert_log(&w->log, "closed(too many bytes waiting) ");
    world_free(w);
}

static void a_packet_larger_than_a_payload_is_sent_alone(void **state)
{
    char large[150] = "";
    struct world *w = world_on_polling();
    (void)state;
    memset(large, 'L', 120);
    assert_true(world_emit_binary(w, large, 120));
    assert_true(world_emit(w, "4x"));
    world_poll(w, R1, 10);
    assert_int_equal(w->log.len, strlen("r1=200:b ") + 160);
    buffer_clear(&w->log);
    world_poll(w, R1, 10);
    assert_log(&w->log, "r1=200:4x ");
    world_free(w);
}

static void the_server_closes_a_waiting_poll_at_once(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 10);
    world_close_at(w, 20);
    assert_log(&w->log, "r1=200:1 closed(forced close) ");
    world_free(w);
}

static void a_closing_session_waits_for_a_poll_with_queued_frames(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    assert_true(world_emit(w, "4bye"));
    world_close_at(w, 20);
    assert_log(&w->log, "");
    assert_false(world_emit(w, "4late"));
    world_post(w, R2, "4unheard", 30);
    assert_log(&w->log, "r2=200:ok ");
    world_poll(w, R1, 40);
    assert_log(&w->log, "r1=200:4bye\x1e"
                        "1 closed(forced close) ");
    world_free(w);
}

static void a_closing_session_sends_all_frames_before_it_ends(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    assert_true(world_emit(w, "4aaaaaaaaaaaaaaaaaaaaaaaaa"));
    assert_true(world_emit(w, "4bbbbbbbbbbbbbbbbbbbbbbbbb"));
    world_close_at(w, 20);
    world_poll(w, R1, 40);
    assert_log(&w->log, "r1=200:4aaaaaaaaaaaaaaaaaaaaaaaaa ");
    world_poll(w, R2, 40);
    assert_log(&w->log, "r2=200:4bbbbbbbbbbbbbbbbbbbbbbbbb\x1e"
                        "1 closed(forced close) ");
    world_free(w);
}

static void a_closing_session_does_not_wait_forever(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_close_at(w, 20);
    assert_int_equal(eio_due_ms(&w->client), 1020);
    world_tick(w, 1019);
    assert_log(&w->log, "");
    world_tick(w, 1020);
    assert_log(&w->log, "closed(forced close) ");
    world_free(w);
}

static void a_session_closed_from_within_a_post_still_answers_it(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    w->closes_on_message = true;
    world_poll(w, R1, 10);
    world_post(w, R2,
               "4a\x1e"
               "4b",
               10);
    assert_log(&w->log, "\"a\" r1=200:1 closed(forced close) r2=200:ok ");
    world_free(w);
}

static void polling_requests_for_a_websocket_session_are_refused(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_poll(w, R1, 10);
    world_begin_post(w, R2, 10);
    world_body(w, R2, "4a", 10);
    assert_log(&w->log, "r1=" BAD_REQUEST "r2=" BAD_REQUEST);
    world_frame(w, S1, "4alive", 10);
    assert_log(&w->log, "\"alive\" ");
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_post_is_answered_ok_and_its_packets_delivered),
        cmocka_unit_test(a_poll_waits_until_a_frame_is_sent),
        cmocka_unit_test(queued_frames_are_sent_with_the_next_poll_in_one_payload),
        cmocka_unit_test(a_payload_keeps_to_the_maximum),
        cmocka_unit_test(a_reply_from_within_a_post_reaches_the_waiting_poll),
        cmocka_unit_test(an_invalid_payload_closes_the_session),
        cmocka_unit_test(a_body_beyond_the_maximum_is_refused_and_the_session_lives),
        cmocka_unit_test(two_polls_at_a_time_close_the_session),
        cmocka_unit_test(two_posts_at_a_time_close_the_session),
        cmocka_unit_test(a_cancelled_request_closes_the_session),
        cmocka_unit_test(a_close_packet_ends_the_poll_with_a_noop),
        cmocka_unit_test(pings_and_pongs_go_by_polling_too),
        cmocka_unit_test(without_a_pong_the_session_ends),
        cmocka_unit_test(a_full_queue_closes_the_session),
        cmocka_unit_test(a_packet_larger_than_a_payload_is_sent_alone),
        cmocka_unit_test(the_server_closes_a_waiting_poll_at_once),
        cmocka_unit_test(a_closing_session_waits_for_a_poll_with_queued_frames),
        cmocka_unit_test(a_closing_session_sends_all_frames_before_it_ends),
        cmocka_unit_test(a_closing_session_does_not_wait_forever),
        cmocka_unit_test(a_session_closed_from_within_a_post_still_answers_it),
        cmocka_unit_test(polling_requests_for_a_websocket_session_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
