#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/fixture_test.h"
#include "sio/sio_packet.h"

static void assert_bare(struct sio_head head, const char *expected)
{
    struct buffer b = buffer_with_max(100);
    assert_int_equal(sio_packet_write_bare(&b, &head), BUFFER_OK);
    assert_holds(&b, expected);
    buffer_free(&b);
}

static void heads_follow_the_protocol(void **state)
{
    (void)state;
    assert_bare((struct sio_head){SIO_CONNECT, "/", SIO_NO_ID, 0}, "40");
    assert_bare((struct sio_head){SIO_CONNECT, "/admin", SIO_NO_ID, 0}, "40/admin,");
    assert_bare((struct sio_head){SIO_DISCONNECT, "/admin", SIO_NO_ID, 0}, "41/admin,");
    assert_bare((struct sio_head){SIO_ACK, "/", 0, 0}, "430");
    assert_bare((struct sio_head){SIO_ACK, "/admin", 13, 0}, "43/admin,13");
    assert_bare((struct sio_head){SIO_EVENT, "/", 14, 2}, "452-14");
    assert_bare((struct sio_head){SIO_ACK, "/admin", 15, 1}, "461-/admin,15");
}

static void an_event_is_written_with_its_arguments(void **state)
{
    struct buffer b = buffer_with_max(100);
    struct json_write w = sio_event_write(&b, "/", SIO_NO_ID, "foo");
    (void)state;
    json_write_int(&w, 1);
    json_write_array_end(&w);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_holds(&b, "42[\"foo\",1]");
    buffer_clear(&b);
    w = sio_event_write(&b, "/admin", 12, "foo");
    json_write_array_end(&w);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_holds(&b, "42/admin,12[\"foo\"]");
    buffer_free(&b);
}

static void binary_data_is_replaced_by_placeholders(void **state)
{
    struct buffer b = buffer_with_max(100);
    const struct sio_head head = {SIO_EVENT, "/", SIO_NO_ID, 1};
    struct json_write w = sio_packet_write(&b, &head);
    (void)state;
    json_write_array(&w);
    json_write_string(&w, "baz");
    sio_placeholder_write(&w, 0);
    json_write_array_end(&w);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_holds(&b, "451-[\"baz\",{\"_placeholder\":true,\"num\":0}]");
    buffer_free(&b);
}

/* For every size of the buffer. */
static void a_frame_that_does_not_fit_appends_nothing(void **state)
{
    const size_t whole = strlen("before42/admin,12[\"foo\",1]");
    (void)state;
    for (size_t max = 6; max < whole + 3; max++) {
        struct buffer b = buffer_with_max(max);
        assert_int_equal(buffer_text(&b, "before"), BUFFER_OK);
        struct json_write w = sio_event_write(&b, "/admin", 12, "foo");
        json_write_int(&w, 1);
        json_write_array_end(&w);
        assert_int_equal(json_write_finish(&w), max < whole ? JSON_WRITE_E_FULL : JSON_WRITE_OK);
        assert_int_equal(b.len, max < whole ? 6 : whole);
        buffer_free(&b);
    }
}

static void a_bare_packet_that_does_not_fit_appends_nothing(void **state)
{
    const struct sio_head head = {SIO_ACK, "/admin", 12, 3};
    const size_t whole = strlen("463-/admin,12");
    (void)state;
    for (size_t max = 0; max < whole + 3; max++) {
        struct buffer b = buffer_with_max(max);
        enum buffer_err err = sio_packet_write_bare(&b, &head);
        assert_int_equal(err, max < whole ? BUFFER_E_FULL : BUFFER_OK);
        assert_int_equal(b.len, max < whole ? 0 : whole);
        buffer_free(&b);
    }
}

static void every_value_is_written_as_it_was_read(void **state)
{
    static const char json[] = "[null,true,false,0,-12,1.5,\"a\\u003cb\",[],{},{\"k\":{\"\":[1]},"
                               "\"z\":1,\"a\":2},\"x\\u0000y\"]";
    struct buffer b = buffer_with_max(1000);
    json_t *value = json_loads(json, JSON_ALLOW_NUL, NULL);
    struct json_write w = json_write_on(&b);
    (void)state;
    json_write_value(&w, value);
    assert_int_equal(json_write_finish(&w), JSON_WRITE_OK);
    assert_holds(&b, json);
    json_decref(value);
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_follow_the_protocol),
        cmocka_unit_test(an_event_is_written_with_its_arguments),
        cmocka_unit_test(binary_data_is_replaced_by_placeholders),
        cmocka_unit_test(a_frame_that_does_not_fit_appends_nothing),
        cmocka_unit_test(a_bare_packet_that_does_not_fit_appends_nothing),
        cmocka_unit_test(every_value_is_written_as_it_was_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
