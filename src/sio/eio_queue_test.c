#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/fixture_test.h"
#include "sio/eio_queue.h"

static void push(struct eio_queue *q, const char *text, bool is_binary)
{
    struct eio_frame frame = {.bytes = text, .len = strlen(text), .is_binary = is_binary};
    assert_int_equal(eio_queue_push(q, &frame), BUFFER_OK);
}

static void assert_flush(struct eio_queue *q, size_t max, const char *expected)
{
    struct buffer payload = buffer_with_max(1000);
    assert_int_equal(eio_queue_flush(q, &payload, max), BUFFER_OK);
    assert_holds(&payload, expected);
    buffer_free(&payload);
}

static void frames_leave_in_the_order_they_came(void **state)
{
    struct eio_queue q = eio_queue_new(1000);
    struct eio_frame frame;
    size_t at = 0;
    (void)state;
    assert_true(eio_queue_is_empty(&q));
    push(&q, "4one", false);
    push(&q, "AB", true);
    push(&q, "", true);
    assert_false(eio_queue_is_empty(&q));
    assert_true(eio_queue_walk(&q, &at, &frame));
    assert_int_equal(frame.len, 4);
    assert_memory_equal(frame.bytes, "4one", 4);
    assert_false(frame.is_binary);
    assert_true(eio_queue_walk(&q, &at, &frame));
    assert_true(frame.is_binary);
    assert_memory_equal(frame.bytes, "AB", 2);
    assert_true(eio_queue_walk(&q, &at, &frame));
    assert_int_equal(frame.len, 0);
    assert_false(eio_queue_walk(&q, &at, &frame));
    assert_flush(&q, 100,
                 "4one\x1e"
                 "bQUI=\x1e"
                 "b");
    assert_true(eio_queue_is_empty(&q));
    assert_null(q.records.bytes);
}

static void a_payload_takes_frames_up_to_its_maximum_but_at_least_one(void **state)
{
    struct eio_queue q = eio_queue_new(1000);
    (void)state;
    push(&q, "4a", false);
    push(&q, "4bb", false);
    push(&q, "4cccccccccc", false);
    push(&q, "4d", false);
    assert_flush(&q, 6,
                 "4a\x1e"
                 "4bb");
    assert_flush(&q, 6, "4cccccccccc");
    assert_flush(&q, 6, "4d");
    assert_flush(&q, 6, "");
}

static void a_frame_beyond_the_maximum_is_refused(void **state)
{
    struct eio_queue q = eio_queue_new(40);
    struct eio_frame large = {.bytes = "0123456789012345678901234567890123456789", .len = 33};
    (void)state;
    assert_int_equal(eio_queue_push(&q, &large), BUFFER_E_FULL);
    large.len = 41;
    assert_int_equal(eio_queue_push(&q, &large), BUFFER_E_FULL);
    assert_true(eio_queue_is_empty(&q));
    large.len = 32;
    assert_int_equal(eio_queue_push(&q, &large), BUFFER_OK);
    assert_int_equal(eio_queue_push(&q, &large), BUFFER_E_FULL);
    assert_flush(&q, 100, "01234567890123456789012345678901");
}

static void frames_that_do_not_fit_stay_in_the_queue(void **state)
{
    struct eio_queue q = eio_queue_new(1000);
    struct buffer payload = buffer_with_max(6);
    (void)state;
    push(&q, "4aaa", false);
    push(&q, "4bbb", false);
    assert_int_equal(eio_queue_flush(&q, &payload, 100), BUFFER_E_FULL);
    assert_holds(&payload, "4aaa");
    assert_flush(&q, 100, "4bbb");
    buffer_free(&payload);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_leave_in_the_order_they_came),
        cmocka_unit_test(a_payload_takes_frames_up_to_its_maximum_but_at_least_one),
        cmocka_unit_test(a_frame_beyond_the_maximum_is_refused),
        cmocka_unit_test(frames_that_do_not_fit_stay_in_the_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
