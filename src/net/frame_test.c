#include "net/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX = 100000 };

static enum frame_result result_of(const uint8_t *bytes, size_t len)
{
    struct frame frame;
    return frame_read(&frame, bytes, len, MAX);
}

#define RESULT(...) result_of((const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__})

/* The example of RFC 6455, 5.7: a masked "Hello". */
static void a_masked_text_is_read(void **state)
{
    (void)state;
    uint8_t bytes[] = {0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58};
    struct frame frame;
    assert_int_equal(frame_read(&frame, bytes, sizeof bytes, MAX), FRAME_OK);
    assert_int_equal(frame.op, FRAME_TEXT);
    assert_true(frame.is_final);
    assert_int_equal(frame.header_len, 6);
    assert_int_equal(frame.payload_len, 5);
    frame_unmask(&frame, bytes + frame.header_len);
    assert_memory_equal(bytes + frame.header_len, "Hello", 5);
}

static void a_payload_of_any_length_is_unmasked(void **state)
{
    enum { LEN_MAX = 40 };
    (void)state;
    for (size_t len = 0; len <= LEN_MAX; len++) {
        struct frame frame = {.payload_len = len, .mask = {0x11, 0x22, 0x44, 0x88}};
        uint8_t payload[LEN_MAX + 1] = {0};
        frame_unmask(&frame, payload);
        for (size_t i = 0; i < len; i++)
            assert_int_equal(payload[i], frame.mask[i % 4]);
        assert_int_equal(payload[len], 0);
    }
}

static void every_incomplete_header_wants_more(void **state)
{
    (void)state;
    const uint8_t bytes[] = {0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4};
    struct frame frame;
    for (size_t len = 0; len < sizeof bytes; len++)
        assert_int_equal(frame_read(&frame, bytes, len, MAX), FRAME_MORE);
    assert_int_equal(frame_read(&frame, bytes, sizeof bytes, MAX), FRAME_OK);
    assert_int_equal(frame.payload_len, 65536);
}

static void reserved_bits_and_codes_are_refused(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 256; first++) {
        const uint8_t bytes[] = {(uint8_t)first, 0x80, 1, 2, 3, 4};
        unsigned op = first & 0x0F;
        bool is_known = op <= 2 || (op >= 8 && op <= 10), is_final = first & 0x80;
        bool is_legal = is_known && !(first & 0x70) && (op < 8 || is_final);
        assert_int_equal(result_of(bytes, sizeof bytes), is_legal ? FRAME_OK : FRAME_BAD);
    }
}

static void a_frame_without_a_mask_is_refused(void **state)
{
    (void)state;
    assert_int_equal(RESULT(0x81, 0x01, 'a'), FRAME_BAD);
}

static void a_long_or_fragmented_control_frame_is_refused(void **state)
{
    (void)state;
    assert_int_equal(RESULT(0x89, 0xFD, 1, 2, 3, 4), FRAME_OK);
    assert_int_equal(RESULT(0x89, 0xFE, 0, 126, 1, 2, 3, 4), FRAME_BAD);
    assert_int_equal(RESULT(0x88, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0), FRAME_BAD);
}

static void a_length_not_in_its_shortest_form_is_refused(void **state)
{
    (void)state;
    assert_int_equal(RESULT(0x81, 0xFE, 0, 125), FRAME_BAD);
    assert_int_equal(RESULT(0x81, 0xFE, 0, 126, 1, 2, 3, 4), FRAME_OK);
    assert_int_equal(RESULT(0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF), FRAME_BAD);
    assert_int_equal(RESULT(0x81, 0xFF, 0x80, 0, 0, 0, 0, 1, 0, 0), FRAME_BAD);
}

static void a_long_payload_is_refused_by_its_header(void **state)
{
    (void)state;
    struct frame frame;
    const uint8_t bytes[] = {0x82, 0xFE, 0x01, 0x00};
    assert_int_equal(frame_read(&frame, bytes, sizeof bytes, 255), FRAME_TOO_BIG);
    assert_int_equal(frame_read(&frame, bytes, sizeof bytes, 256), FRAME_MORE);
}

static void our_headers_have_the_shortest_form(void **state)
{
    (void)state;
    uint8_t out[FRAME_HEADER_MAX];
    assert_int_equal(frame_write_header(out, FRAME_TEXT, 125), 2);
    assert_memory_equal(out, "\x81\x7d", 2);
    assert_int_equal(frame_write_header(out, FRAME_BINARY, 126), 4);
    assert_memory_equal(out, "\x82\x7e\x00\x7e", 4);
    assert_int_equal(frame_write_header(out, FRAME_TEXT, 65535), 4);
    assert_memory_equal(out, "\x81\x7e\xff\xff", 4);
    assert_int_equal(frame_write_header(out, FRAME_TEXT, 65536), 10);
    assert_memory_equal(out, "\x81\x7f\0\0\0\0\0\x01\0\0", 10);
}

static int code_of(int code, const char *reason)
{
    char payload[FRAME_CONTROL_MAX] = {(char)(code >> 8), (char)code};
    int len = snprintf(payload + 2, sizeof payload - 2, "%s", reason);
    return frame_close_code((const uint8_t *)payload, 2 + (size_t)len);
}

static void a_close_frame_with_a_reserved_code_is_refused(void **state)
{
    (void)state;
    static const int bad[] = {0,    1,    999,  1004, 1005, 1006, 1015,
                              1016, 1999, 2000, 2999, 5000, 65535};
    static const int good[] = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 3000, 4000, 4999};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(code_of(bad[i], ""), 1002);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(code_of(good[i], "bye"), good[i]);
    assert_int_equal(frame_close_code((const uint8_t *)"", 0), 1005);
    assert_int_equal(frame_close_code((const uint8_t *)"\x03", 1), 1002);
    assert_int_equal(code_of(1000, "\xff"), 1007);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_masked_text_is_read),
        cmocka_unit_test(a_payload_of_any_length_is_unmasked),
        cmocka_unit_test(every_incomplete_header_wants_more),
        cmocka_unit_test(reserved_bits_and_codes_are_refused),
        cmocka_unit_test(a_frame_without_a_mask_is_refused),
        cmocka_unit_test(a_long_or_fragmented_control_frame_is_refused),
        cmocka_unit_test(a_length_not_in_its_shortest_form_is_refused),
        cmocka_unit_test(a_long_payload_is_refused_by_its_header),
        cmocka_unit_test(our_headers_have_the_shortest_form),
        cmocka_unit_test(a_close_frame_with_a_reserved_code_is_refused),
    };
    return cmocka_run_group_tests_name("frame", tests, NULL, NULL);
}
