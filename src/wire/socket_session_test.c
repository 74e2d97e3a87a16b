#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "wire/fixture_test.h"
#include "wire/socket_session.h"

/* A Socket.IO session on a real Engine.IO session over one WebSocket; what leaves it and what reaches
 * the program is written down. */
struct hall {
    struct engine_session engine;
    struct socket_session session;
    struct engine_config engine_config;
    struct socket_config config;
    struct buffer log;
    bool answers_later, refuses, ends_on_event;
    int64_t now_ms;
};

static void hall_answer(void *context, void *request, const struct engine_answer *a)
{
    struct hall *h = context;
    (void)request;
    log_text(&h->log, "answer:");
    log_bytes(&h->log, a->body, a->len);
    log_text(&h->log, " ");
}

static void hall_send(void *context, void *socket, const struct engine_frame *frame)
{
    struct hall *h = context;
    (void)socket;
    log_text(&h->log, frame->is_binary ? "<#" : "<");
    log_bytes(&h->log, frame->bytes, frame->len);
    log_text(&h->log, " ");
}

static void hall_shut(void *context, void *socket, enum engine_reason reason)
{
    struct hall *h = context;
    (void)socket;
    (void)reason;
    log_text(&h->log, "! ");
}

static void hall_message(void *context, const struct engine_packet *packet)
{
    struct hall *h = context;
    socket_session_message(&h->session, packet, h->now_ms);
}

static void hall_closed(void *context, enum engine_reason reason)
{
    struct hall *h = context;
    socket_session_closed(&h->session, reason);
}

static void log_json(struct hall *h, const json_t *value)
{
    struct json_write w = json_write_on(&h->log);
    json_write_value(&w, value);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
}

static void hall_connect(void *context, int name_space, const json_t *auth)
{
    struct hall *h = context;
    log_text(&h->log, "connect(");
    log_text(&h->log, h->config.namespaces[name_space]);
    if (auth)
        log_json(h, auth);
    log_text(&h->log, ") ");
    if (h->refuses)
        assert_true(socket_session_refuse(&h->session, name_space, "Not authorized"));
    else if (!h->answers_later)
        assert_true(socket_session_admit(&h->session, name_space, NULL));
}

static void hall_event(void *context, int name_space, const struct socket_packet *p)
{
    struct hall *h = context;
    log_text(&h->log, "event(");
    log_text(&h->log, h->config.namespaces[name_space]);
    if (p->id != SOCKET_NO_ID)
        log_number(&h->log, p->id);
    log_json(h, p->data);
    for (int i = 0; i < p->attachments; i++) {
        log_text(&h->log, "#");
        log_bytes(&h->log, p->binaries[i].bytes, p->binaries[i].len);
    }
    log_text(&h->log, ") ");
    if (h->ends_on_event)
        socket_session_end(&h->session, h->now_ms);
}

static void hall_ack(void *context, int name_space, const struct socket_packet *p)
{
    struct hall *h = context;
    log_text(&h->log, "ack(");
    log_text(&h->log, h->config.namespaces[name_space]);
    log_number(&h->log, p->id);
    log_json(h, p->data);
    log_text(&h->log, ") ");
}

static void hall_disconnect(void *context, int name_space, const char *reason)
{
    struct hall *h = context;
    log_text(&h->log, "gone(");
    log_text(&h->log, h->config.namespaces[name_space]);
    log_text(&h->log, ":");
    log_text(&h->log, reason);
    log_text(&h->log, ") ");
}

static void hall_random(void *context, uint8_t *bytes, size_t len)
{
    (void)context;
    memset(bytes, 0, len);
}

#define SID "AAAAAAAAAAAAAAAAAAAA"

static struct hall *hall_new(void)
{
    static const char *const namespaces[] = {"/", "/custom"};
    static const struct engine_events engine_events = {hall_answer, hall_send, hall_shut,
                                                       hall_message, hall_closed};
    static const struct socket_events events = {hall_connect, hall_event, hall_ack, hall_disconnect,
                                                hall_random};
    static struct hall hall;
    hall = (struct hall){.engine_config = engine_config_default,
                         .config = socket_config_default,
                         .log = buffer_with_max(100000)};
    hall.config.namespaces = namespaces;
    hall.config.namespace_count = 2;
    hall.config.connect_timeout_ms = 1000;
    engine_session_init(&hall.engine, &hall.engine_config, &engine_events, &hall, "E");
    socket_session_init(&hall.session, &hall.config, &events, &hall, &hall.engine, 0);
    engine_session_open_socket(&hall.engine, &hall, 0);
    buffer_clear(&hall.log);
    return &hall;
}

static void hall_free(struct hall *h)
{
    assert_log(&h->log, "");
    socket_session_free(&h->session);
    engine_session_free(&h->engine);
    buffer_free(&h->log);
}

/* A frame from the client. */
static void say(struct hall *h, const char *text)
{
    engine_session_frame(&h->engine, h, text, strlen(text), false, h->now_ms);
}

static void say_binary(struct hall *h, const char *text)
{
    engine_session_frame(&h->engine, h, text, strlen(text), true, h->now_ms);
}

static struct hall *hall_joined(void)
{
    struct hall *h = hall_new();
    say(h, "40");
    assert_log(&h->log, "connect(/) <40{\"sid\":\"" SID "\"} ");
    return h;
}

static void a_client_joins_a_namespace(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    say(h, "40{\"token\":\"123\"}");
    assert_log(&h->log, "connect(/{\"token\":\"123\"}) <40{\"sid\":\"" SID "\"} ");
    say(h, "40/custom,");
    assert_log(&h->log, "connect(/custom) <40/custom,{\"sid\":\"" SID "\"} ");
    assert_true(socket_session_has_joined(&h->session, 0));
    assert_true(socket_session_has_joined(&h->session, 1));
    hall_free(h);
}

static void a_query_in_the_namespace_does_not_change_its_name(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    say(h, "40/custom?token=abc,{}");
    assert_log(&h->log, "connect(/custom{}) <40/custom,{\"sid\":\"" SID "\"} ");
    hall_free(h);
}

static void an_unknown_namespace_is_refused_and_the_connection_stays(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    say(h, "40/random");
    assert_log(&h->log, "<44/random,{\"message\":\"Invalid namespace\"} ");
    say(h, "40/customs,{}");
    assert_log(&h->log, "<44/customs,{\"message\":\"Invalid namespace\"} ");
    say(h, "40");
    assert_log(&h->log, "connect(/) <40{\"sid\":\"" SID "\"} ");
    hall_free(h);
}

static void the_program_may_refuse_and_the_client_ask_again(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    h->refuses = true;
    say(h, "40");
    assert_log(&h->log, "connect(/) <44{\"message\":\"Not authorized\"} ");
    assert_false(socket_session_has_joined(&h->session, 0));
    h->refuses = false;
    say(h, "40");
    assert_log(&h->log, "connect(/) <40{\"sid\":\"" SID "\"} ");
    hall_free(h);
}

static void the_program_may_take_its_time(void **state)
{
    struct hall *h = hall_new();
    char sid[ID_LEN + 1] = "";
    (void)state;
    h->answers_later = true;
    assert_false(socket_session_admit(&h->session, 0, NULL));
    say(h, "40");
    assert_log(&h->log, "connect(/) ");
    assert_true(socket_session_admit(&h->session, 0, sid));
    assert_string_equal(sid, SID);
    assert_log(&h->log, "<40{\"sid\":\"" SID "\"} ");
    assert_false(socket_session_admit(&h->session, 0, NULL));
    assert_false(socket_session_refuse(&h->session, 0, "late"));
    hall_free(h);
}

static void events_and_acknowledgements_reach_the_program(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    say(h, "42[\"message\",1,\"2\",{\"3\":[true]}]");
    assert_log(&h->log, "event(/[\"message\",1,\"2\",{\"3\":[true]}]) ");
    say(h, "42456[\"with-ack\"]");
    assert_log(&h->log, "event(/456[\"with-ack\"]) ");
    say(h, "4312[\"bar\"]");
    assert_log(&h->log, "ack(/12[\"bar\"]) ");
    assert_null(h->session.decoder.packet.data);
    hall_free(h);
}

static void binary_events_reach_the_program_whole(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    say(h, "452-7[\"m\",{\"_placeholder\":true,\"num\":0},{\"_placeholder\":true,\"num\":1}]");
    say_binary(h, "abc");
    assert_log(&h->log, "");
    say_binary(h, "def");
    assert_log(&h->log, "event(/7[\"m\",{\"_placeholder\":true,\"num\":0},{\"_placeholder\":true,"
                        "\"num\":1}]#abc#def) ");
    say(h, "461-9[{\"_placeholder\":true,\"num\":0}]");
    say_binary(h, "x");
    assert_log(&h->log, "ack(/9[{\"_placeholder\":true,\"num\":0}]) ");
    hall_free(h);
}

static void one_frame_goes_to_many(void **state)
{
    struct hall *h = hall_joined();
    struct buffer b = buffer_with_max(100);
    struct json_write w = socket_event_write(&b, "/", SOCKET_NO_ID, "update");
    (void)state;
    json_write_array_end(&w);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    struct engine_frame frames[] = {engine_frame_text(b.bytes, b.len),
                                    {.bytes = "abc", .len = 3, .is_binary = true}};
    assert_true(socket_session_send(&h->session, 0, frames, 1));
    assert_true(socket_session_send(&h->session, 0, frames, 2));
    assert_log(&h->log, "<42[\"update\"] <42[\"update\"] <#abc ");
    assert_false(socket_session_send(&h->session, 1, frames, 1));
    buffer_free(&b);
    hall_free(h);
}

static void a_client_leaves_one_namespace_and_keeps_the_other(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    say(h, "40/custom");
    buffer_clear(&h->log);
    say(h, "41/custom");
    assert_log(&h->log, "gone(/custom:client namespace disconnect) ");
    say(h, "42[\"message\"]");
    assert_log(&h->log, "event(/[\"message\"]) ");
    say(h, "41");
    assert_log(&h->log, "gone(/:client namespace disconnect) ");
    assert_int_equal(h->engine.state, ENGINE_IS_OPEN);
    say(h, "40");
    assert_log(&h->log, "connect(/) <40{\"sid\":\"" SID "\"} ");
    hall_free(h);
}

static void the_program_sends_a_client_away(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    say(h, "40/custom");
    buffer_clear(&h->log);
    socket_session_disconnect(&h->session, 1);
    assert_log(&h->log, "<41/custom, gone(/custom:server namespace disconnect) ");
    socket_session_disconnect(&h->session, 1);
    assert_log(&h->log, "");
    socket_session_end(&h->session, 0);
    assert_log(&h->log, "<41 gone(/:server namespace disconnect) ! ");
    hall_free(h);
}

static void what_breaks_the_protocol_closes_the_connection(void **state)
{
    static const char *const frames[] = {
        "4abc", "42{}", "42", "42[]", "42abc[\"x\"]", "451-[\"x\"", "42[\"disconnect\"]",
        "4",    "43[]", "47"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(frames); i++) {
        struct hall *h = hall_joined();
        say(h, frames[i]);
        assert_log(&h->log, "gone(/:parse error) ! ");
        hall_free(h);
        h = hall_new();
        say(h, frames[i]);
        assert_log(&h->log, "! ");
        hall_free(h);
    }
    struct hall *h = hall_joined();
    say_binary(h, "abc");
    assert_log(&h->log, "gone(/:parse error) ! ");
    hall_free(h);
}

static void packets_out_of_place_close_the_connection(void **state)
{
    static const char *const frames[] = {"40",
                                         "40{}",
                                         "44{\"message\":\"x\"}",
                                         "42/custom,[\"x\"]",
                                         "42/random,[\"x\"]",
                                         "41/custom",
                                         "43/custom,1[]"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(frames); i++) {
        struct hall *h = hall_joined();
        say(h, frames[i]);
        assert_log(&h->log, "gone(/:forced server close) ! ");
        hall_free(h);
    }
    struct hall *h = hall_new();
    say(h, "42[\"too early\"]");
    assert_log(&h->log, "! ");
    hall_free(h);
    h = hall_new();
    h->answers_later = true;
    say(h, "40");
    say(h, "40");
    assert_log(&h->log, "connect(/) ! ");
    assert_false(socket_session_admit(&h->session, 0, NULL));
    assert_false(socket_session_has_joined(&h->session, 0));
    hall_free(h);
    h = hall_new();
    h->answers_later = true;
    say(h, "40");
    say(h, "42[\"not admitted yet\"]");
    assert_log(&h->log, "connect(/) ! ");
    hall_free(h);
}

static void a_client_that_joins_nothing_is_closed_in_time(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    assert_int_equal(socket_session_due_ms(&h->session), 1000);
    say(h, "40/random");
    buffer_clear(&h->log);
    socket_session_tick(&h->session, 999);
    assert_log(&h->log, "");
    socket_session_tick(&h->session, 1000);
    assert_log(&h->log, "! ");
    assert_int_equal(socket_session_due_ms(&h->session), INT64_MAX);
    hall_free(h);
    h = hall_joined();
    assert_int_equal(socket_session_due_ms(&h->session), INT64_MAX);
    say(h, "41");
    buffer_clear(&h->log);
    socket_session_tick(&h->session, 1000);
    hall_free(h);
}

static void a_lost_connection_is_told_to_every_namespace(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    say(h, "40/custom");
    buffer_clear(&h->log);
    engine_session_socket_lost(&h->engine, h);
    assert_log(&h->log, "gone(/:transport close) gone(/custom:transport close) ");
    socket_session_end(&h->session, 0);
    hall_free(h);
}

static void the_program_may_end_it_all_from_within_an_event(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    h->ends_on_event = true;
    say(h, "42[\"x\"]");
    assert_log(&h->log, "event(/[\"x\"]) <41 gone(/:server namespace disconnect) ! ");
    hall_free(h);
}

static void a_closing_connection_on_polling_still_tells_the_client(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    engine_session_free(&h->engine);
    engine_session_init(&h->engine, &h->engine_config, h->engine.events, h, "E");
    engine_session_open_polling(&h->engine, h, 0);
    buffer_clear(&h->log);
    engine_session_post(&h->engine, h, 0);
    engine_session_body(&h->engine, h,
                        "40\x1e"
                        "4abc\x1e"
                        "42[\"unheard\"]",
                        21, 0);
    assert_log(&h->log, "connect(/) gone(/:parse error) answer:ok ");
    engine_session_poll(&h->engine, h, 0);
    assert_log(&h->log, "answer:40{\"sid\":\"" SID "\"}\x1e"
                        "1 ");
    hall_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_client_joins_a_namespace),
        cmocka_unit_test(a_query_in_the_namespace_does_not_change_its_name),
        cmocka_unit_test(an_unknown_namespace_is_refused_and_the_connection_stays),
        cmocka_unit_test(the_program_may_refuse_and_the_client_ask_again),
        cmocka_unit_test(the_program_may_take_its_time),
        cmocka_unit_test(events_and_acknowledgements_reach_the_program),
        cmocka_unit_test(binary_events_reach_the_program_whole),
        cmocka_unit_test(one_frame_goes_to_many),
        cmocka_unit_test(a_client_leaves_one_namespace_and_keeps_the_other),
        cmocka_unit_test(the_program_sends_a_client_away),
        cmocka_unit_test(what_breaks_the_protocol_closes_the_connection),
        cmocka_unit_test(packets_out_of_place_close_the_connection),
        cmocka_unit_test(a_client_that_joins_nothing_is_closed_in_time),
        cmocka_unit_test(a_lost_connection_is_told_to_every_namespace),
        cmocka_unit_test(the_program_may_end_it_all_from_within_an_event),
        cmocka_unit_test(a_closing_connection_on_polling_still_tells_the_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
