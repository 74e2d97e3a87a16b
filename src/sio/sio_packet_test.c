#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/fixture_test.h"
#include "sio/sio_packet.h"

static const struct sio_limits limits = {
    .json = {.bytes_max = 200, .depth_max = 5}, .attachments_max = 3, .attachments_bytes_max = 10};

/* A packet in the words of the protocol document, for comparing. */
static void describe(struct buffer *b, const struct sio_packet *p)
{
    static const char *const types[] = {"CONNECT",       "DISCONNECT",   "EVENT",     "ACK",
                                        "CONNECT_ERROR", "BINARY_EVENT", "BINARY_ACK"};
    log_text(b, types[p->type]);
    log_text(b, " ");
    log_bytes(b, p->name, p->name_len);
    if (p->query) {
        log_text(b, " ?");
        log_bytes(b, p->query, p->query_len);
    }
    if (p->id != SIO_NO_ID) {
        log_text(b, " id ");
        log_number(b, p->id);
    }
    if (p->attachments) {
        log_text(b, " + ");
        log_number(b, p->attachments);
    }
    if (p->data) {
        log_text(b, " ");
        struct json_write w = json_write_on(b);
        json_write_value(&w, p->data);
        assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    }
}

static void assert_decoded(const char *text, const char *expected)
{
    struct sio_packet p = {.data = NULL};
    struct buffer b = buffer_with_max(1000);
    enum sio_packet_err err = sio_packet_decode(&p, text, strlen(text), &limits);
    if (err)
        log_text(&b, sio_packet_err_text(err));
    else
        describe(&b, &p);
    assert_holds(&b, expected);
    json_decref(p.data);
    buffer_free(&b);
}

static void every_packet_of_the_protocol_is_read(void **state)
{
    (void)state;
    assert_decoded("0", "CONNECT /");
    assert_decoded("0{\"token\":\"123\"}", "CONNECT / {\"token\":\"123\"}");
    assert_decoded("0/admin,", "CONNECT /admin");
    assert_decoded("0/admin", "CONNECT /admin");
    assert_decoded("0/admin,{\"sid\":\"x\"}", "CONNECT /admin {\"sid\":\"x\"}");
    assert_decoded("0/admin?a=1&b=2,{}", "CONNECT /admin ?a=1&b=2 {}");
    assert_decoded("0/admin?", "CONNECT /admin ?");
    assert_decoded("1", "DISCONNECT /");
    assert_decoded("1/admin,", "DISCONNECT /admin");
    assert_decoded("2[\"foo\"]", "EVENT / [\"foo\"]");
    assert_decoded("2/admin,[\"bar\",1]", "EVENT /admin [\"bar\",1]");
    assert_decoded("212[\"foo\"]", "EVENT / id 12 [\"foo\"]");
    assert_decoded("2/admin,13[\"foo\"]", "EVENT /admin id 13 [\"foo\"]");
    assert_decoded("2[7,\"number\"]", "EVENT / [7,\"number\"]");
    assert_decoded("20[\"zero\"]", "EVENT / id 0 [\"zero\"]");
    assert_decoded("29007199254740992[\"x\"]", "EVENT / id 9007199254740992 [\"x\"]");
    assert_decoded("312[]", "ACK / id 12 []");
    assert_decoded("3/admin,13[\"bar\"]", "ACK /admin id 13 [\"bar\"]");
    assert_decoded("4{\"message\":\"no\"}", "CONNECT_ERROR / {\"message\":\"no\"}");
    assert_decoded("4\"no\"", "CONNECT_ERROR / \"no\"");
    assert_decoded("51-[\"baz\",{\"_placeholder\":true,\"num\":0}]",
                   "BINARY_EVENT / + 1 [\"baz\",{\"_placeholder\":true,\"num\":0}]");
    assert_decoded("52-/admin,[\"baz\",{\"_placeholder\":true,\"num\":0},{\"x\":[{\"num\":1,"
                   "\"_placeholder\":true}]}]",
                   "BINARY_EVENT /admin + 2 [\"baz\",{\"_placeholder\":true,\"num\":0},{\"x\":[{"
                   "\"num\":1,\"_placeholder\":true}]}]");
    assert_decoded("61-15[{\"_placeholder\":true,\"num\":0}]",
                   "BINARY_ACK / id 15 + 1 [{\"_placeholder\":true,\"num\":0}]");
    assert_decoded("2[\"plain\",{\"_placeholder\":true,\"num\":9}]",
                   "EVENT / [\"plain\",{\"_placeholder\":true,\"num\":9}]");
}

/* The event's handler refuses such values; the connection stays. */
static void lone_surrogates_and_huge_numbers_are_legal_json(void **state)
{
    static const char *const texts[] = {"212[\"x\",\"\\ud800\"]", "212[\"x\",{\"\\udc00\":1}]",
                                        "212[\"x\",1e400]", "212[\"x\",99999999999999999999]"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct sio_packet packet;
        assert_int_equal(sio_packet_decode(&packet, texts[i], strlen(texts[i]), &limits),
                         SIO_PACKET_OK);
        assert_string_equal(sio_packet_event(&packet), "x");
        assert_int_equal(packet.id, 12);
        json_decref(packet.data);
    }
}

static void an_invalid_packet_has_its_error(void **state)
{
    static const char type[] = "a packet has an unknown type",
                      json[] = "the payload is not valid JSON",
                      payload[] = "the payload does not suit the packet's type",
                      count[] = "the number of attachments is missing or too high",
                      reserved[] = "the event's name is reserved",
                      placeholder[] = "a placeholder names no attachment";
    (void)state;
    assert_decoded("", type);
    assert_decoded("abc", type);
    assert_decoded("7", type);
    assert_decoded("/", type);
    assert_decoded("2", payload);
    assert_decoded("2/admin,", payload);
    assert_decoded("2{}", payload);
    assert_decoded("2[]", payload);
    assert_decoded("2[{}]", payload);
    assert_decoded("2[null]", payload);
    assert_decoded("2\"foo\"", payload);
    assert_decoded("3[]", payload);
    assert_decoded("312", payload);
    assert_decoded("312{}", payload);
    assert_decoded("0[]", payload);
    assert_decoded("0\"token\"", payload);
    assert_decoded("0/admin,null", payload);
    assert_decoded("1{}", payload);
    assert_decoded("4[]", payload);
    assert_decoded("4", payload);
    assert_decoded("2abc[\"foo\"]", json);
    assert_decoded("2[\"foo\"", json);
    assert_decoded("2[\"foo\"]x", json);
    assert_decoded("2 12[\"foo\"]", json);
    assert_decoded("2-1[\"foo\"]", json);
    assert_decoded("212.5[\"foo\"]", json);
    assert_decoded("2[\"a\",{\"k\":1,\"k\":2}]", json);
    assert_decoded("2[[[[[[]]]]]]", json);
    assert_decoded("29007199254740993[\"x\"]", "the acknowledgement id is too large");
    assert_decoded("299999999999999999999999[\"x\"]", "the acknowledgement id is too large");
    assert_decoded("2[\"connect\"]", reserved);
    assert_decoded("2[\"disconnecting\"]", reserved);
    assert_decoded("2[\"newListener\",1]", reserved);
    assert_decoded("5[\"foo\"]", count);
    assert_decoded("50-[\"foo\"]", count);
    assert_decoded("5-[\"foo\"]", count);
    assert_decoded("51[\"foo\"]", count);
    assert_decoded("51", count);
    assert_decoded("5-1-[\"foo\"]", count);
    assert_decoded("5x-[\"foo\"]", count);
    assert_decoded("54-[\"foo\"]", count);
    assert_decoded("599999999999999999999-[\"foo\"]", count);
    assert_decoded("51-[\"a\",{\"_placeholder\":true,\"num\":1}]", placeholder);
    assert_decoded("51-[\"a\",{\"_placeholder\":true,\"num\":-1}]", placeholder);
    assert_decoded("51-[\"a\",{\"_placeholder\":true,\"num\":\"0\"}]", placeholder);
    assert_decoded("51-[\"a\",{\"_placeholder\":true,\"num\":0.5}]", placeholder);
    assert_decoded("51-[\"a\",[{\"x\":{\"_placeholder\":true}}]]", placeholder);
    assert_decoded("51-", payload);
}

static void a_namespace_is_limited(void **state)
{
    char text[SIO_NAMESPACE_MAX + 20] = "0/";
    struct sio_packet p;
    (void)state;
    memset(text + 2, 'n', SIO_NAMESPACE_MAX);
    assert_int_equal(sio_packet_decode(&p, text, SIO_NAMESPACE_MAX + 1, &limits), SIO_PACKET_OK);
    assert_int_equal(p.name_len, SIO_NAMESPACE_MAX);
    assert_int_equal(sio_packet_decode(&p, text, SIO_NAMESPACE_MAX + 2, &limits),
                     SIO_PACKET_E_NAMESPACE);
}

static void the_event_of_a_packet_is_its_first_text(void **state)
{
    struct sio_packet p;
    (void)state;
    assert_int_equal(sio_packet_decode(&p, "2[\"foo\"]", 8, &limits), SIO_PACKET_OK);
    assert_string_equal(sio_packet_event(&p), "foo");
    json_decref(p.data);
    assert_int_equal(sio_packet_decode(&p, "2[7]", 4, &limits), SIO_PACKET_OK);
    assert_null(sio_packet_event(&p));
    json_decref(p.data);
    assert_int_equal(sio_packet_decode(&p, "31[\"foo\"]", 9, &limits), SIO_PACKET_OK);
    assert_null(sio_packet_event(&p));
    json_decref(p.data);
}

static enum sio_packet_err take(struct sio_decoder *d, const char *text, bool is_binary,
                                struct sio_packet *out)
{
    /* A copy that is freed afterwards, like the bytes of a message. */
    char copy[300];
    size_t len = strlen(text);
    for (size_t i = 0; i < len; i++)
        copy[i] = text[i];
    enum sio_packet_err err = sio_decoder_take(d, copy, len, is_binary, out);
    if (err == SIO_PACKET_MORE || is_binary)
        memset(copy, '!', sizeof copy);
    return err;
}

#define TWO \
    "52-/admin?q,7[\"m\",{\"_placeholder\":true,\"num\":1},{\"_placeholder\":true,\"num\":0}]"

static void attachments_are_joined_with_their_packet(void **state)
{
    struct sio_decoder d;
    struct sio_packet p = {.data = NULL};
    struct sio_binary binary;
    struct buffer b = buffer_with_max(1000);
    (void)state;
    sio_decoder_init(&d, &limits);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(take(&d, TWO, false, &p), SIO_PACKET_MORE);
        assert_int_equal(take(&d, "abc", true, &p), SIO_PACKET_MORE);
        assert_int_equal(take(&d, "defg", true, &p), SIO_PACKET_OK);
        buffer_clear(&b);
        describe(&b, &p);
        assert_holds(&b, "BINARY_EVENT /admin ?q id 7 + 2 [\"m\",{\"_placeholder\":true,\"num\":1},"
                         "{\"_placeholder\":true,\"num\":0}]");
        assert_true(sio_packet_binary(&p, json_array_get(p.data, 1), &binary));
        assert_int_equal(binary.len, 4);
        assert_memory_equal(binary.bytes, "defg", 4);
        assert_true(sio_packet_binary(&p, json_array_get(p.data, 2), &binary));
        assert_int_equal(binary.len, 3);
        assert_memory_equal(binary.bytes, "abc", 3);
        assert_false(sio_packet_binary(&p, json_array_get(p.data, 0), &binary));
    }
    assert_int_equal(take(&d, "2[\"next\"]", false, &p), SIO_PACKET_OK);
    assert_string_equal(sio_packet_event(&p), "next");
    assert_null(p.binaries);
    assert_int_equal(take(&d, "2[\"plain\",{\"_placeholder\":true,\"num\":0}]", false, &p),
                     SIO_PACKET_OK);
    assert_false(sio_packet_binary(&p, json_array_get(p.data, 1), &binary));
    sio_decoder_free(&d);
    buffer_free(&b);
}

static void empty_attachments_count(void **state)
{
    struct sio_decoder d;
    struct sio_packet p;
    struct sio_binary binary;
    (void)state;
    sio_decoder_init(&d, &limits);
    assert_int_equal(take(&d, "51-[\"m\",{\"_placeholder\":true,\"num\":0}]", false, &p),
                     SIO_PACKET_MORE);
    assert_int_equal(take(&d, "", true, &p), SIO_PACKET_OK);
    assert_true(sio_packet_binary(&p, json_array_get(p.data, 1), &binary));
    assert_int_equal(binary.len, 0);
    assert_non_null(binary.bytes);
    sio_decoder_free(&d);
}

static void attachments_out_of_place_are_refused_and_discarded(void **state)
{
    struct sio_decoder d;
    struct sio_packet p;
    (void)state;
    sio_decoder_init(&d, &limits);
    assert_int_equal(take(&d, "abc", true, &p), SIO_PACKET_E_BINARY);
    assert_int_equal(take(&d, TWO, false, &p), SIO_PACKET_MORE);
    assert_int_equal(take(&d, "2[\"text\"]", false, &p), SIO_PACKET_E_TEXT);
    assert_int_equal(take(&d, "abc", true, &p), SIO_PACKET_E_BINARY);
    assert_int_equal(take(&d, TWO, false, &p), SIO_PACKET_MORE);
    assert_int_equal(take(&d, "12345678901", true, &p), SIO_PACKET_E_SIZE);
    assert_int_equal(take(&d, TWO, false, &p), SIO_PACKET_MORE);
    assert_int_equal(take(&d, "123456", true, &p), SIO_PACKET_MORE);
    assert_int_equal(take(&d, "78901", true, &p), SIO_PACKET_E_SIZE);
    assert_int_equal(take(&d, "2[\"text\"]", false, &p), SIO_PACKET_OK);
    assert_int_equal(take(&d, TWO, false, &p), SIO_PACKET_MORE);
    sio_decoder_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_packet_of_the_protocol_is_read),
        cmocka_unit_test(lone_surrogates_and_huge_numbers_are_legal_json),
        cmocka_unit_test(an_invalid_packet_has_its_error),
        cmocka_unit_test(a_namespace_is_limited),
        cmocka_unit_test(the_event_of_a_packet_is_its_first_text),
        cmocka_unit_test(attachments_are_joined_with_their_packet),
        cmocka_unit_test(empty_attachments_count),
        cmocka_unit_test(attachments_out_of_place_are_refused_and_discarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
