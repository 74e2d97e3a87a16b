#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "sio/eio_fixture_test.h"

/* The upgrade from polling to a WebSocket, and its errors. */

#define BAD_REQUEST "400:{\"code\":3,\"message\":\"Bad request\"} "

/* Upgraded to S1 at 20 ms. */
static struct world *world_upgraded(void)
{
    struct world *w = world_on_polling();
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 10);
    world_frame(w, S1, "5", 20);
    assert_log(&w->log, "s1<3probe ");
    return w;
}

static void a_probe_and_an_upgrade_move_the_session(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 20);
    assert_log(&w->log, "s1<3probe ");
    world_poll(w, R1, 30);
    assert_log(&w->log, "r1=200:6 ");
    world_frame(w, S1, "5", 40);
    world_frame(w, S1, "4hello", 50);
    assert_log(&w->log, "\"hello\" ");
    assert_true(world_emit(w, "4back"));
    assert_log(&w->log, "s1<4back ");
    world_free(w);
}

static void a_waiting_poll_is_released_by_the_probe(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_poll(w, R1, 5);
    world_probe(w, S1, 10);
    assert_log(&w->log, "");
    world_frame(w, S1, "2probe", 20);
    assert_log(&w->log, "s1<3probe r1=200:6 ");
    world_free(w);
}

static void polling_goes_on_until_the_upgrade(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 20);
    assert_true(world_emit(w, "4a"));
    world_poll(w, R1, 30);
    assert_log(&w->log, "s1<3probe r1=200:4a ");
    world_post(w, R2, "4in", 30);
    assert_log(&w->log, "\"in\" r2=200:ok ");
    world_free(w);
}

static void frames_queued_at_the_upgrade_are_sent_over_the_websocket(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 20);
    assert_true(world_emit(w, "4a"));
    assert_true(world_emit_binary(w, "\x01\x02", 2));
    assert_log(&w->log, "s1<3probe ");
    world_frame(w, S1, "5", 40);
    assert_log(&w->log, "s1<4a s1<#\x01\x02 ");
    assert_true(eio_queue_is_empty(&w->client.queue));
    world_free(w);
}

static void after_the_upgrade_polling_is_refused_and_the_session_lives(void **state)
{
    struct world *w = world_upgraded();
    (void)state;
    world_poll(w, R1, 30);
    world_post(w, R2, "4x", 30);
    assert_log(&w->log, "r1=" BAD_REQUEST "r2=" BAD_REQUEST);
    world_frame(w, S1, "4hello", 40);
    assert_log(&w->log, "\"hello\" ");
    world_free(w);
}

static void a_second_websocket_is_closed_and_the_session_lives(void **state)
{
    struct world *w = world_upgraded();
    (void)state;
    world_probe(w, S2, 30);
    assert_log(&w->log, "s2! ");
    world_frame(w, S2, "4unheard", 30);
    world_frame(w, S1, "4hello", 40);
    assert_log(&w->log, "\"hello\" ");
    world_free(w);
    w = world_on_socket();
    world_probe(w, S2, 30);
    assert_log(&w->log, "s2! ");
    world_free(w);
}

static void a_second_probe_is_closed_and_the_first_goes_on(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_probe(w, S2, 10);
    assert_log(&w->log, "s2! ");
    world_frame(w, S1, "2probe", 20);
    world_frame(w, S1, "5", 20);
    assert_true(world_emit(w, "4x"));
    assert_log(&w->log, "s1<3probe s1<4x ");
    world_free(w);
}

static void where_upgrades_are_off_a_probe_is_closed(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    w->sio.config.may_upgrade = false;
    world_probe(w, S1, 10);
    assert_log(&w->log, "s1! ");
    world_free(w);
}

static void anything_else_on_a_probe_only_ends_the_probe(void **state)
{
    static const char *const frames[] = {"2",      "2probes", "2prob", "4hello", "1",
                                         "3probe", "5",       "abc",   "",       "6"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(frames); i++) {
        struct world *w = world_on_polling();
        world_probe(w, S1, 10);
        world_frame(w, S1, frames[i], 20);
        assert_log(&w->log, "s1! ");
        world_post(w, R2, "4alive", 30);
        assert_log(&w->log, "\"alive\" r2=200:ok ");
        world_probe(w, S2, 40);
        world_frame(w, S2, "2probe", 50);
        assert_log(&w->log, "s2<3probe ");
        world_free(w);
    }
}

static void a_probe_that_takes_too_long_is_closed(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 20);
    assert_int_equal(eio_due_ms(&w->client), 110);
    world_tick(w, 109);
    assert_log(&w->log, "s1<3probe ");
    world_frame(w, S1, "5", 110);
    assert_log(&w->log, "s1! ");
    world_poll(w, R1, 120);
    assert_log(&w->log, "");
    assert_true(world_emit(w, "4polling"));
    assert_log(&w->log, "r1=200:4polling ");
    world_free(w);
}

static void a_lost_probe_leaves_the_session_on_polling(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 20);
    eio_socket_lost(&w->client, S1);
    assert_log(&w->log, "s1<3probe ");
    assert_int_equal(eio_due_ms(&w->client), 300);
    world_poll(w, R1, 30);
    assert_log(&w->log, "");
    eio_request_lost(&w->client, R1);
    assert_log(&w->log, "closed(transport error) ");
    world_free(w);
}

static void a_session_that_ends_closes_its_probe(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_post(w, R2, "1", 20);
    assert_log(&w->log, "s1! closed(transport close) r2=200:ok ");
    world_probe(w, S2, 30);
    assert_log(&w->log, "s2! ");
    world_free(w);
}

static void a_closing_session_closes_once_it_is_upgraded(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 20);
    assert_true(world_emit(w, "4bye"));
    world_close_at(w, 30);
    assert_log(&w->log, "s1<3probe ");
    world_frame(w, S1, "5", 40);
    assert_log(&w->log, "s1<4bye s1! closed(forced close) ");
    world_free(w);
}

static void a_ping_under_way_may_be_answered_over_the_websocket(void **state)
{
    struct world *w = world_on_polling();
    (void)state;
    w->sio.config.upgrade_timeout_ms = 1000;
    world_probe(w, S1, 10);
    world_frame(w, S1, "2probe", 20);
    world_tick(w, 300);
    world_frame(w, S1, "5", 400);
    assert_log(&w->log, "s1<3probe s1<2 ");
    assert_int_equal(eio_due_ms(&w->client), 600);
    world_frame(w, S1, "3", 500);
    assert_int_equal(eio_due_ms(&w->client), 800);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_probe_and_an_upgrade_move_the_session),
        cmocka_unit_test(a_waiting_poll_is_released_by_the_probe),
        cmocka_unit_test(polling_goes_on_until_the_upgrade),
        cmocka_unit_test(frames_queued_at_the_upgrade_are_sent_over_the_websocket),
        cmocka_unit_test(after_the_upgrade_polling_is_refused_and_the_session_lives),
        cmocka_unit_test(a_second_websocket_is_closed_and_the_session_lives),
        cmocka_unit_test(a_second_probe_is_closed_and_the_first_goes_on),
        cmocka_unit_test(where_upgrades_are_off_a_probe_is_closed),
        cmocka_unit_test(anything_else_on_a_probe_only_ends_the_probe),
        cmocka_unit_test(a_probe_that_takes_too_long_is_closed),
        cmocka_unit_test(a_lost_probe_leaves_the_session_on_polling),
        cmocka_unit_test(a_session_that_ends_closes_its_probe),
        cmocka_unit_test(a_closing_session_closes_once_it_is_upgraded),
        cmocka_unit_test(a_ping_under_way_may_be_answered_over_the_websocket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
