#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "sio/eio_fixture_test.h"

/* The session: handshake, heartbeat, packets on a WebSocket, close. */

static void a_websocket_carries_packets_both_ways(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_frame(w, S1, "4hello", 10);
    assert_log(&w->log, "\"hello\" ");
    world_bytes(w, S1, "\x01\x02", 2, true, 10);
    assert_log(&w->log, "#\x01\x02# ");
    assert_true(world_emit(w, "4back"));
    assert_true(world_emit_binary(w, "\x03\x04", 2));
    assert_log(&w->log, "s1<4back s1<#\x03\x04 ");
    world_free(w);
}

static void a_shared_frame_is_passed_through_without_a_copy(void **state)
{
    struct world *w = world_on_socket();
    struct net_message message = {"4x", 2};
    struct eio_frame frame = {.bytes = "4x", .len = 2, .shared = &message};
    (void)state;
    assert_true(eio_send(&w->client, &frame));
    assert_log(&w->log, "s1<4x(shared) ");
    assert_null(w->client.queue.records.bytes);
    world_free(w);
}

static void without_upgrades_the_handshake_offers_none(void **state)
{
    struct world *w = world_new();
    (void)state;
    w->sio.config.may_upgrade = false;
    eio_open_polling(&w->client, R1);
    assert_log(&w->log, "r1=200:0{\"sid\":\"S\",\"upgrades\":[],\"pingInterval\":300,"
                        "\"pingTimeout\":200,\"maxPayload\":40} ");
    world_free(w);
}

static void an_invalid_frame_closes_the_session(void **state)
{
    static const char *const frames[] = {"abc", "", "7", "bAA=="};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(frames); i++) {
        struct world *w = world_on_socket();
        world_frame(w, S1, frames[i], 10);
        assert_log(&w->log, "s1! closed(parse error) ");
        assert_int_equal(eio_due_ms(&w->client), INT64_MAX);
        world_free(w);
    }
}

static void a_frame_beyond_the_maximum_closes_the_session(void **state)
{
    char text[42] = "4";
    struct world *w = world_on_socket();
    (void)state;
    memset(text + 1, 'x', 40);
    w->log.len = 0;
    world_bytes(w, S1, text, 40, false, 10);
    w->log.len = 0;
    world_bytes(w, S1, text, 41, false, 10);
    assert_log(&w->log, "s1! closed(parse error) ");
    world_free(w);
    w = world_on_socket();
    world_bytes(w, S1, text, 41, true, 10);
    assert_log(&w->log, "s1! closed(parse error) ");
    world_free(w);
}

static void packets_that_mean_nothing_here_are_ignored(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_frame(w, S1, "0", 10);
    world_frame(w, S1, "5", 10);
    world_frame(w, S1, "6", 10);
    assert_int_equal(w->client.state, EIO_IS_OPEN);
    world_free(w);
}

static void a_ping_from_the_client_breaks_the_protocol(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_frame(w, S1, "2", 10);
    assert_log(&w->log, "s1! closed(transport error) ");
    world_free(w);
}

static void a_close_packet_closes_the_websocket(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_frame(w, S1, "1", 10);
    assert_log(&w->log, "s1! closed(transport close) ");
    world_frame(w, S1, "4late", 10);
    assert_false(world_emit(w, "4x"));
    world_close_at(w, 20);
    world_tick(w, 9999);
    world_free(w);
}

static void a_lost_websocket_closes_the_session(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    eio_socket_lost(&w->client, S2);
    assert_log(&w->log, "");
    eio_socket_lost(&w->client, S1);
    assert_log(&w->log, "closed(transport close) ");
    world_free(w);
}

static void pings_come_at_their_interval_while_pongs_come_back(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    assert_int_equal(eio_due_ms(&w->client), 300);
    world_tick(w, 299);
    assert_log(&w->log, "");
    world_tick(w, 300);
    assert_log(&w->log, "s1<2 ");
    assert_int_equal(eio_due_ms(&w->client), 500);
    world_frame(w, S1, "3", 350);
    assert_int_equal(eio_due_ms(&w->client), 650);
    world_tick(w, 650);
    assert_log(&w->log, "s1<2 ");
    world_tick(w, 849);
    assert_log(&w->log, "");
    world_tick(w, 850);
    assert_log(&w->log, "s1! closed(ping timeout) ");
    world_free(w);
}

static void any_packet_stands_in_for_a_late_pong_once(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_tick(w, 300);
    world_frame(w, S1, "4a", 450);
    world_frame(w, S1, "4b", 600);
    assert_log(&w->log, "s1<2 \"a\" \"b\" ");
    assert_int_equal(eio_due_ms(&w->client), 650);
    world_tick(w, 650);
    assert_log(&w->log, "s1! closed(ping timeout) ");
    world_free(w);
}

static void a_late_ping_keeps_the_schedule_but_leaves_half_the_timeout(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_tick(w, 330);
    assert_int_equal(eio_due_ms(&w->client), 500);
    assert_log(&w->log, "s1<2 ");
    world_frame(w, S1, "3", 340);
    world_tick(w, 10000);
    assert_int_equal(eio_due_ms(&w->client), 10100);
    assert_log(&w->log, "s1<2 ");
    world_free(w);
}

static void a_frame_after_the_deadline_is_ignored(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    world_tick(w, 300);
    assert_log(&w->log, "s1<2 ");
    world_frame(w, S1, "3", 500);
    assert_log(&w->log, "s1! closed(ping timeout) ");
    world_free(w);
}

static void the_server_closes_a_websocket_at_once(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    assert_true(world_emit(w, "4bye"));
    world_close_at(w, 10);
    assert_log(&w->log, "s1<4bye s1! closed(forced close) ");
    world_free(w);
}

static void a_message_may_be_answered_and_the_session_closed_from_within(void **state)
{
    struct world *w = world_on_socket();
    (void)state;
    w->reply = "4re";
    w->closes_on_message = true;
    world_frame(w, S1, "4a", 10);
    assert_log(&w->log, "\"a\" s1<4re s1! closed(forced close) ");
    world_free(w);
}

/* The random bytes of this test are zeros. */
static void the_id_of_a_session_names_its_server(void **state)
{
    struct world *w = world_new();
    struct sio_client *client;
    (void)state;
    w->sio.config.sid_letter = 'b';
    sio_set_node(&w->sio, 0x010203);
    client = sio_client_new(&w->sio, 1);
    assert_string_equal(client->sid, "bAAAAQIDAAAAAAAAAAAA");
    assert_int_equal(sio_sid_node(client->sid), 0x010203);
    sio_clients_remove(&w->sio.clients, client);
    free(client);
    sio_set_node(&w->sio, 0x1000000);
    client = sio_client_new(&w->sio, 1);
    assert_int_equal(sio_sid_node(client->sid), 0);
    sio_clients_remove(&w->sio.clients, client);
    free(client);
    assert_int_equal(sio_sid_node("AAAA____AAAAAAAAAAAA"), 0xFFFFFF);
    assert_int_equal(sio_sid_node("AAAA////AAAAAAAAAAAA"), 0);
    assert_int_equal(sio_sid_node("AAAA____"), 0);
    assert_int_equal(sio_sid_node(""), 0);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_websocket_carries_packets_both_ways),
        cmocka_unit_test(a_shared_frame_is_passed_through_without_a_copy),
        cmocka_unit_test(without_upgrades_the_handshake_offers_none),
        cmocka_unit_test(an_invalid_frame_closes_the_session),
        cmocka_unit_test(a_frame_beyond_the_maximum_closes_the_session),
        cmocka_unit_test(packets_that_mean_nothing_here_are_ignored),
        cmocka_unit_test(a_ping_from_the_client_breaks_the_protocol),
        cmocka_unit_test(a_close_packet_closes_the_websocket),
        cmocka_unit_test(a_lost_websocket_closes_the_session),
        cmocka_unit_test(pings_come_at_their_interval_while_pongs_come_back),
        cmocka_unit_test(any_packet_stands_in_for_a_late_pong_once),
        cmocka_unit_test(a_late_ping_keeps_the_schedule_but_leaves_half_the_timeout),
        cmocka_unit_test(a_frame_after_the_deadline_is_ignored),
        cmocka_unit_test(the_server_closes_a_websocket_at_once),
        cmocka_unit_test(a_message_may_be_answered_and_the_session_closed_from_within),
        cmocka_unit_test(the_id_of_a_session_names_its_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
