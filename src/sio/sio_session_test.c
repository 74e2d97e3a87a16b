#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/fixture_test.h"
#include "sio/eio.h"
#include "sio/net_double_test.h"

/* A client with two namespaces on one WebSocket. The log has every frame sent and every handler
 * called. */
struct hall {
    struct sio sio;
    struct buffer log;
    bool answers_later, refuses, ends_on_event;
    struct sio_client client; /* last: it ends with a flexible array */
};

static void hall_answer(void *context, void *request, int status, const char *body, size_t len)
{
    struct hall *h = context;
    (void)request, (void)status;
    log_text(&h->log, "answer:");
    log_bytes(&h->log, body, len);
    log_text(&h->log, " ");
}

static void hall_send(void *context, void *socket, enum net_kind kind, const char *bytes,
                      size_t len, bool is_shared)
{
    struct hall *h = context;
    (void)socket;
    log_text(&h->log, kind == NET_BINARY ? "<#" : "<");
    log_bytes(&h->log, bytes, len);
    log_text(&h->log, is_shared ? "(shared) " : " ");
}

static void hall_close(void *context, void *socket)
{
    struct hall *h = context;
    (void)socket;
    log_text(&h->log, "! ");
}

static void log_json(struct hall *h, const json_t *value)
{
    struct json_write w = json_write_on(&h->log);
    json_write_value(&w, value);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
}

static void hall_connect(void *context, struct sio_client *client, int name_space,
                         const json_t *auth)
{
    struct hall *h = context;
    log_text(&h->log, "connect(");
    log_text(&h->log, h->sio.config.namespaces[name_space]);
    if (auth)
        log_json(h, auth);
    log_text(&h->log, ") ");
    if (h->refuses)
        assert_true(sio_refuse(client, name_space, "Not authorized", "no-key"));
    else if (!h->answers_later)
        assert_true(sio_admit(client, name_space));
}

static void hall_event(void *context, struct sio_client *client, int name_space,
                       const struct sio_packet *p)
{
    struct hall *h = context;
    log_text(&h->log, "event(");
    log_text(&h->log, h->sio.config.namespaces[name_space]);
    if (p->id != SIO_NO_ID)
        log_number(&h->log, p->id);
    log_json(h, p->data);
    for (int i = 0; i < p->attachments; i++) {
        log_text(&h->log, "#");
        log_bytes(&h->log, p->binaries[i].bytes, p->binaries[i].len);
    }
    log_text(&h->log, ") ");
    if (h->ends_on_event)
        sio_close(client);
}

static void hall_ack(void *context, struct sio_client *client, int name_space,
                     const struct sio_packet *p)
{
    struct hall *h = context;
    (void)client;
    log_text(&h->log, "ack(");
    log_text(&h->log, h->sio.config.namespaces[name_space]);
    log_number(&h->log, p->id);
    log_json(h, p->data);
    log_text(&h->log, ") ");
}

static void hall_gone(void *context, struct sio_client *client, int name_space, const char *reason)
{
    struct hall *h = context;
    (void)client;
    log_text(&h->log, "gone(");
    log_text(&h->log, h->sio.config.namespaces[name_space]);
    log_text(&h->log, ":");
    log_text(&h->log, reason);
    log_text(&h->log, ") ");
}

#define SID "AAAAAAAAAAAAAAAAAAAA"

static struct hall *hall_unopened(void)
{
    static const char *const namespaces[] = {"/", "/custom"};
    static struct hall hall;
    struct sio_config config = sio_config_default;
    config.namespaces = namespaces;
    config.namespace_count = 2;
    config.connect_timeout_ms = 1000;
    config.handlers = (struct sio_handlers){
        .connect = hall_connect, .event = hall_event, .ack = hall_ack, .gone = hall_gone};
    config.context = &hall;
    hall = (struct hall){.log = buffer_with_max(100000)};
    net_double = (struct net_double){
        .context = &hall, .answered = hall_answer, .sent = hall_send, .closed = hall_close};
    sio_init(&hall.sio, &config);
    eio_init(&hall.client, &hall.sio, "E");
    assert_true(sio_clients_add(&hall.sio.clients, &hall.client));
    return &hall;
}

static struct hall *hall_new(void)
{
    struct hall *h = hall_unopened();
    eio_open_socket(&h->client, (struct net_socket *)(void *)h);
    buffer_clear(&h->log);
    return h;
}

/* The time at which a client without a namespace is closed. */
static int64_t connect_due_ms(const struct hall *h)
{
    return h->client.has_left ? INT64_MAX : h->client.connect_until_ms;
}

static void tick_at(struct hall *h, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    sio_session_tick(&h->client);
}

static void hall_free(struct hall *h)
{
    assert_log(&h->log, "");
    eio_free(&h->client);
    sio_clients_free(&h->sio.clients);
    buffer_free(&h->log);
}

/* A frame from the client. */
static void say(struct hall *h, const char *text)
{
    eio_frame_in(&h->client, (struct net_socket *)(void *)h, text, strlen(text), false);
}

static void say_binary(struct hall *h, const char *text)
{
    eio_frame_in(&h->client, (struct net_socket *)(void *)h, text, strlen(text), true);
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
    assert_true(sio_has_joined(&h->client, 0));
    assert_true(sio_has_joined(&h->client, 1));
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

static void a_refused_client_may_ask_again(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    h->refuses = true;
    say(h, "40");
    assert_log(&h->log,
               "connect(/) <44{\"message\":\"Not authorized\",\"data\":{\"code\":\"no-key\"}} ");
    assert_false(sio_has_joined(&h->client, 0));
    h->refuses = false;
    say(h, "40");
    assert_log(&h->log, "connect(/) <40{\"sid\":\"" SID "\"} ");
    hall_free(h);
}

static void the_program_may_admit_a_client_later(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    h->answers_later = true;
    assert_false(sio_admit(&h->client, 0));
    say(h, "40");
    assert_log(&h->log, "connect(/) ");
    assert_true(sio_admit(&h->client, 0));
    assert_log(&h->log, "<40{\"sid\":\"" SID "\"} ");
    assert_false(sio_admit(&h->client, 0));
    assert_false(sio_refuse(&h->client, 0, "late", NULL));
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
    assert_null(h->client.decoder.packet.data);
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

static void one_frame_is_sent_to_several_clients(void **state)
{
    struct hall *h = hall_joined();
    struct buffer b = buffer_with_max(100);
    struct json_write w = sio_event_write(&b, "/", SIO_NO_ID, "update");
    (void)state;
    json_write_array_end(&w);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    struct net_message shared = {b.bytes, b.len};
    assert_true(sio_send(&h->client, 0, b.bytes, b.len));
    assert_true(sio_send_shared(&h->client, 0, &shared));
    assert_true(sio_send_binary(&h->client, 0, "abc", 3));
    assert_log(&h->log, "<42[\"update\"] <42[\"update\"](shared) <#abc ");
    assert_false(sio_send(&h->client, 1, b.bytes, b.len));
    assert_false(sio_send_shared(&h->client, 1, &shared));
    assert_false(sio_send_binary(&h->client, 1, "abc", 3));
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
    assert_int_equal(h->client.state, EIO_IS_OPEN);
    say(h, "40");
    assert_log(&h->log, "connect(/) <40{\"sid\":\"" SID "\"} ");
    hall_free(h);
}

static void the_program_disconnects_a_client(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    say(h, "40/custom");
    buffer_clear(&h->log);
    sio_disconnect(&h->client, 1);
    assert_log(&h->log, "<41/custom, gone(/custom:server namespace disconnect) ");
    sio_disconnect(&h->client, 1);
    assert_log(&h->log, "");
    sio_close(&h->client);
    assert_log(&h->log, "<41 gone(/:server namespace disconnect) ! ");
    hall_free(h);
}

static void invalid_packets_close_the_connection(void **state)
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
    assert_log(&h->log, "connect(/) gone(/:forced server close) ! ");
    assert_false(sio_admit(&h->client, 0));
    assert_false(sio_has_joined(&h->client, 0));
    hall_free(h);
    h = hall_new();
    h->answers_later = true;
    say(h, "40");
    say(h, "42[\"not admitted yet\"]");
    assert_log(&h->log, "connect(/) gone(/:forced server close) ! ");
    hall_free(h);
}

static void a_client_that_joins_no_namespace_is_closed(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    assert_int_equal(connect_due_ms(h), 1000);
    say(h, "40/random");
    buffer_clear(&h->log);
    tick_at(h, 999);
    assert_log(&h->log, "");
    tick_at(h, 1000);
    assert_log(&h->log, "! ");
    assert_int_equal(connect_due_ms(h), INT64_MAX);
    hall_free(h);
    h = hall_joined();
    assert_int_equal(connect_due_ms(h), INT64_MAX);
    say(h, "41");
    buffer_clear(&h->log);
    tick_at(h, 1000);
    hall_free(h);
}

static void a_lost_connection_leaves_every_namespace(void **state)
{
    struct hall *h = hall_joined();
    (void)state;
    say(h, "40/custom");
    buffer_clear(&h->log);
    eio_socket_lost(&h->client, (struct net_socket *)(void *)h);
    assert_log(&h->log, "gone(/:transport close) gone(/custom:transport close) ");
    sio_close(&h->client);
    hall_free(h);
}

/* It is freed soon after, so a program that answers later must hear of it. */
static void a_client_that_is_lost_before_the_answer_is_gone_once(void **state)
{
    struct hall *h = hall_new();
    (void)state;
    h->answers_later = true;
    say(h, "40");
    buffer_clear(&h->log);
    eio_socket_lost(&h->client, (struct net_socket *)(void *)h);
    assert_log(&h->log, "gone(/:transport close) ");
    assert_false(sio_admit(&h->client, 0));
    assert_false(sio_refuse(&h->client, 0, "late", NULL));
    sio_close(&h->client);
    assert_log(&h->log, "");
    hall_free(h);
}

static void the_program_may_close_a_client_within_an_event(void **state)
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
    struct hall *h = hall_unopened();
    struct net_request *request = (struct net_request *)(void *)h;
    static const char body[] = "40\x1e"
                               "4abc\x1e"
                               "42[\"unheard\"]";
    (void)state;
    eio_open_polling(&h->client, request);
    buffer_clear(&h->log);
    eio_post(&h->client, request);
    eio_body(&h->client, request, body, sizeof body - 1);
    assert_log(&h->log, "connect(/) gone(/:parse error) answer:ok ");
    eio_poll(&h->client, request);
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
        cmocka_unit_test(a_refused_client_may_ask_again),
        cmocka_unit_test(the_program_may_admit_a_client_later),
        cmocka_unit_test(events_and_acknowledgements_reach_the_program),
        cmocka_unit_test(binary_events_reach_the_program_whole),
        cmocka_unit_test(one_frame_is_sent_to_several_clients),
        cmocka_unit_test(a_client_leaves_one_namespace_and_keeps_the_other),
        cmocka_unit_test(the_program_disconnects_a_client),
        cmocka_unit_test(invalid_packets_close_the_connection),
        cmocka_unit_test(packets_out_of_place_close_the_connection),
        cmocka_unit_test(a_client_that_joins_no_namespace_is_closed),
        cmocka_unit_test(a_lost_connection_leaves_every_namespace),
        cmocka_unit_test(a_client_that_is_lost_before_the_answer_is_gone_once),
        cmocka_unit_test(the_program_may_close_a_client_within_an_event),
        cmocka_unit_test(a_closing_connection_on_polling_still_tells_the_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
