#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/fixture_test.h"
#include "sio/eio_packet.h"

static void a_digit_names_the_type(void **state)
{
    static const struct {
        const char *frame;
        enum eio_type type;
        const char *data;
    } cases[] = {{"0{}", EIO_OPEN, "{}"},
                 {"1", EIO_CLOSE, ""},
                 {"2probe", EIO_PING, "probe"},
                 {"3", EIO_PONG, ""},
                 {"4h\xC3\xA9", EIO_MESSAGE, "h\xC3\xA9"},
                 {"5", EIO_UPGRADE, ""},
                 {"6", EIO_NOOP, ""}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct eio_packet p;
        struct buffer b = buffer_with_max(100);
        assert_int_equal(eio_packet_decode(&p, cases[i].frame, strlen(cases[i].frame), false),
                         EIO_PACKET_OK);
        assert_int_equal(p.type, cases[i].type);
        assert_false(p.is_binary);
        assert_int_equal(p.len, strlen(cases[i].data));
        assert_memory_equal(p.data, cases[i].data, p.len);
        assert_int_equal(eio_packet_encode(&b, &p), BUFFER_OK);
        assert_holds(&b, cases[i].frame);
        buffer_free(&b);
    }
}

static void a_binary_frame_is_a_message_as_it_is(void **state)
{
    struct eio_packet p;
    struct buffer b = buffer_with_max(3);
    (void)state;
    assert_int_equal(eio_packet_decode(&p, "\xFF\x00\x01", 3, true), EIO_PACKET_OK);
    assert_int_equal(p.type, EIO_MESSAGE);
    assert_true(p.is_binary);
    assert_int_equal(p.len, 3);
    assert_int_equal(eio_packet_encode(&b, &p), BUFFER_OK);
    assert_memory_equal(b.bytes, "\xFF\x00\x01", 3);
    assert_int_equal(eio_packet_encode(&b, &p), BUFFER_E_FULL);
    assert_int_equal(eio_packet_decode(&p, "", 0, true), EIO_PACKET_OK);
    buffer_free(&b);
}

static void an_invalid_frame_has_its_error(void **state)
{
    static const struct {
        const char *frame;
        enum eio_packet_err err;
    } cases[] = {{"", EIO_PACKET_E_EMPTY},     {"7", EIO_PACKET_E_TYPE},
                 {"/", EIO_PACKET_E_TYPE},     {"abc", EIO_PACKET_E_TYPE},
                 {"bAA==", EIO_PACKET_E_TYPE}, {" 4", EIO_PACKET_E_TYPE},
                 {"\xFF", EIO_PACKET_E_TYPE}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct eio_packet p = {.len = 77};
        enum eio_packet_err err =
            eio_packet_decode(&p, cases[i].frame, strlen(cases[i].frame), false);
        if (err != cases[i].err)
            fail_msg("%s: %s", cases[i].frame, eio_packet_err_text(err));
        assert_int_equal(p.len, 77);
    }
}

static void an_encoding_that_does_not_fit_appends_nothing(void **state)
{
    struct eio_packet p = {EIO_MESSAGE, false, "hello", 5};
    struct buffer b = buffer_with_max(5);
    (void)state;
    assert_int_equal(eio_packet_encode(&b, &p), BUFFER_E_FULL);
    assert_int_equal(b.len, 0);
    buffer_free(&b);
}

/* Each packet as its type and data, a bar after each; an error as a word. */
static void assert_payload(const char *payload, size_t bytes_max, int packets_max,
                           const char *expected)
{
    struct buffer b = buffer_with_max(1000);
    struct eio_payload p;
    enum eio_packet_err err =
        eio_payload_begin(&p, payload, strlen(payload), bytes_max, packets_max);
    bool has_begun = err == EIO_PACKET_OK;
    while (!err && eio_payload_has_more(&p)) {
        struct eio_packet packet;
        err = eio_payload_next(&p, &packet);
        if (err)
            break;
        log_text(&b, packet.is_binary ? "#" : "");
        log_number(&b, packet.type);
        log_bytes(&b, packet.data, packet.len);
        log_text(&b, "|");
    }
    if (err)
        log_text(&b, eio_packet_err_text(err));
    assert_holds(&b, expected);
    if (has_begun)
        eio_payload_end(&p);
    buffer_free(&b);
}

static void a_payload_is_read_packet_by_packet(void **state)
{
    (void)state;
    assert_payload("4hello", 100, 10, "4hello|");
    assert_payload("4hello\x1e"
                   "2\x1e"
                   "4world",
                   100, 10, "4hello|2|4world|");
    assert_payload("4test1\x1e"
                   "4test2\x1e"
                   "4test3",
                   100, 3, "4test1|4test2|4test3|");
    assert_payload("4hello\x1e"
                   "bMTIzNA==",
                   100, 10, "4hello|#41234|");
    assert_payload("bQQ==\x1e"
                   "bQkI=\x1e"
                   "4C",
                   100, 10, "#4A|#4BB|4C|");
    assert_payload("b", 100, 10, "#4|");
    assert_payload("4", 100, 10, "4|");
}

static void an_invalid_payload_is_read_up_to_its_error(void **state)
{
    (void)state;
    assert_payload("", 100, 10, "a packet is empty");
    assert_payload("\x1e", 100, 10, "a packet is empty");
    assert_payload("4a\x1e", 100, 10, "4a|a packet is empty");
    assert_payload("4a\x1e\x1e"
                   "4b",
                   100, 10, "4a|a packet is empty");
    assert_payload("abc", 100, 10, "a packet has an unknown type");
    assert_payload("\xFF", 100, 10, "a packet is not valid UTF-8");
    assert_payload("6:4hello", 100, 10, "6:4hello|");
    assert_payload("4a\x1e"
                   "9",
                   100, 10, "4a|a packet has an unknown type");
    assert_payload("4a\x1e"
                   "4\xC3",
                   100, 10, "4a|a packet is not valid UTF-8");
    assert_payload("bA", 100, 10, "a binary packet is not valid base64");
    assert_payload("4a\x1e"
                   "4b\x1e"
                   "4c",
                   100, 2, "4a|4b|a payload has too many packets");
    assert_payload("4hello", 5, 10, "a packet or payload is too large");
    assert_payload("4hello", 6, 10, "4hello|");
}

static void a_payload_is_written_packet_by_packet(void **state)
{
    struct buffer b = buffer_with_max(100);
    (void)state;
    assert_int_equal(eio_payload_add(&b, "4hello", 6, false), BUFFER_OK);
    size_t before = b.len;
    assert_int_equal(eio_payload_add(&b, "\x01\x02\x03\x04", 4, true), BUFFER_OK);
    assert_int_equal(b.len - before, eio_payload_cost(4, true));
    before = b.len;
    assert_int_equal(eio_payload_add(&b, "2", 1, false), BUFFER_OK);
    assert_int_equal(b.len - before, eio_payload_cost(1, false));
    assert_holds(&b, "4hello\x1e"
                     "bAQIDBA==\x1e"
                     "2");
    buffer_free(&b);
}

static void a_packet_that_does_not_fit_leaves_the_payload_alone(void **state)
{
    struct buffer b = buffer_with_max(10);
    (void)state;
    assert_int_equal(eio_payload_add(&b, "4hello", 6, false), BUFFER_OK);
    assert_int_equal(eio_payload_add(&b, "4abc", 4, false), BUFFER_E_FULL);
    assert_int_equal(eio_payload_add(&b, "A", 1, true), BUFFER_E_FULL);
    assert_int_equal(eio_payload_add(&b, "4ab", 3, false), BUFFER_OK);
    assert_holds(&b, "4hello\x1e"
                     "4ab");
    buffer_free(&b);
}

static void the_open_packet_describes_the_session(void **state)
{
    struct eio_handshake h = {"lv_VI97HAXpY6yYWAAAC", true, 25000, 20000, 1000000};
    struct buffer b = buffer_with_max(200);
    (void)state;
    assert_int_equal(eio_handshake_encode(&b, &h), BUFFER_OK);
    assert_holds(&b, "0{\"sid\":\"lv_VI97HAXpY6yYWAAAC\",\"upgrades\":[\"websocket\"],"
                     "\"pingInterval\":25000,\"pingTimeout\":20000,\"maxPayload\":1000000}");
    buffer_clear(&b);
    h.may_upgrade = false;
    assert_int_equal(eio_handshake_encode(&b, &h), BUFFER_OK);
    assert_holds(&b, "0{\"sid\":\"lv_VI97HAXpY6yYWAAAC\",\"upgrades\":[],"
                     "\"pingInterval\":25000,\"pingTimeout\":20000,\"maxPayload\":1000000}");
    buffer_free(&b);
    b = buffer_with_max(50);
    assert_int_equal(eio_handshake_encode(&b, &h), BUFFER_E_FULL);
    assert_int_equal(b.len, 0);
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_digit_names_the_type),
        cmocka_unit_test(a_binary_frame_is_a_message_as_it_is),
        cmocka_unit_test(an_invalid_frame_has_its_error),
        cmocka_unit_test(an_encoding_that_does_not_fit_appends_nothing),
        cmocka_unit_test(a_payload_is_read_packet_by_packet),
        cmocka_unit_test(an_invalid_payload_is_read_up_to_its_error),
        cmocka_unit_test(a_payload_is_written_packet_by_packet),
        cmocka_unit_test(a_packet_that_does_not_fit_leaves_the_payload_alone),
        cmocka_unit_test(the_open_packet_describes_the_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
