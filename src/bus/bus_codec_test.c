#include "bus/bus_codec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct bus_message presence_of(int64_t player_id)
{
    struct bus_message message;
    memset(&message, 0, sizeof message);
    message.kind = BUS_PRESENCE;
    message.presence =
        (struct presence_row){.player_id = player_id, .node = 300, .from = 2, .since_ms = -3};
    return message;
}

/* A head of node 7 and the messages given. */
static size_t batch_make(uint8_t *out, const struct bus_message *messages, int count)
{
    const struct bus_head head = {.node = 7, .sender = 0x0102030405060708, .seq = 9};
    size_t len = BUS_HEAD_BYTES;
    bus_head_encode(out, &head);
    for (int i = 0; i < count; i++)
        len += bus_encode(out + len, &messages[i]);
    return len;
}

/* Nodes of the same version must agree on every byte: whoever changes this test changes BUS_VERSION, too. */
static void the_bytes_of_a_batch_are_fixed(void **state)
{
    static const uint8_t expected[] = {
        2, /* version */
        7,
        0,
        0,
        0, /* node */
        8,
        7,
        6,
        5,
        4,
        3,
        2,
        1, /* sender */
        9,
        0,
        0,
        0, /* seq */
        BUS_PRESENCE,
        12,
        0, /* kind, length */
        0xef,
        0xcd,
        0xab,
        0x89,
        0x67,
        0x45,
        0x23,
        0x01, /* player */
        0xac,
        0x02, /* node 300 */
        2,    /* from */
        5     /* since -3 */
    };
    struct bus_message message = presence_of(0x0123456789abcdef);
    uint8_t bytes[BUS_HEAD_BYTES + BUS_MESSAGE_MAX];
    (void)state;
    assert_int_equal(batch_make(bytes, &message, 1), sizeof expected);
    assert_memory_equal(bytes, expected, sizeof expected);
}

static void the_bytes_of_a_number_of_spectators_are_fixed(void **state)
{
    static const uint8_t expected[] = {8, 10, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0xac, 0x02};
    struct bus_message message = {.kind = BUS_WATCHERS, .watchers = {.game_id = 5, .count = 300}};
    uint8_t bytes[BUS_MESSAGE_MAX];
    (void)state;
    assert_int_equal(bus_encode(bytes, &message), sizeof expected);
    assert_memory_equal(bytes, expected, sizeof expected);
    message.watchers.count = BUS_WATCHERS_MAX;
    assert_int_equal(bus_encode(bytes, &message), sizeof expected + 1);
}

static void the_longest_rows_fit(void **state)
{
    uint8_t bytes[BUS_MESSAGE_MAX];
    struct bus_message message = {.kind = BUS_CHAT};
    (void)state;
    memset(message.chat.text, 'a', ROW_TEXT_SIZE - 1);
    message.chat.sent_ms = INT64_MIN;
    message.chat.seq = UINT32_MAX;
    assert_true(bus_encode(bytes, &message) > ROW_TEXT_SIZE);
}

static void another_version_is_refused(void **state)
{
    struct bus_batch batch = {.head = {.node = 5}};
    uint8_t bytes[BUS_HEAD_BYTES];
    (void)state;
    (void)batch_make(bytes, NULL, 0);
    bytes[0] = BUS_VERSION + 1;
    assert_false(bus_batch_begin(&batch, bytes, sizeof bytes));
    assert_int_equal(batch.head.node, 5);
    bytes[0] = BUS_VERSION;
    assert_true(bus_batch_begin(&batch, bytes, sizeof bytes));
    assert_int_equal(batch.head.node, 7);
}

static void a_short_or_long_batch_is_refused(void **state)
{
    static uint8_t bytes[BUS_BATCH_MAX + 1];
    struct bus_batch batch;
    (void)state;
    (void)batch_make(bytes, NULL, 0);
    assert_false(bus_batch_begin(&batch, bytes, BUS_HEAD_BYTES - 1));
    assert_false(bus_batch_begin(&batch, bytes, sizeof bytes));
    assert_false(bus_batch_begin(&batch, bytes, 0));
}

static void a_message_of_an_unknown_kind_is_skipped(void **state)
{
    struct bus_message messages[2] = {presence_of(1), presence_of(2)}, got;
    uint8_t bytes[BUS_HEAD_BYTES + 2 * BUS_MESSAGE_MAX];
    struct bus_batch batch;
    (void)state;
    size_t len = batch_make(bytes, messages, 2);
    bytes[BUS_HEAD_BYTES] = BUS_KINDS;
    assert_true(bus_batch_begin(&batch, bytes, len));
    assert_int_equal(bus_batch_next(&batch, &got), BUS_READ_SKIPPED);
    assert_int_equal(bus_batch_next(&batch, &got), BUS_READ_OK);
    assert_int_equal(got.presence.player_id, 2);
    assert_int_equal(got.node, 7);
    assert_int_equal(bus_batch_next(&batch, &got), BUS_READ_END);
}

/* Changes one byte of a message, and expects that it is skipped. */
static void expect_refusal(const struct bus_message *message, size_t at, uint8_t value)
{
    uint8_t bytes[BUS_HEAD_BYTES + BUS_MESSAGE_MAX];
    struct bus_message got = {.node = 42};
    struct bus_batch batch;
    size_t len = batch_make(bytes, message, 1);
    bytes[BUS_HEAD_BYTES + at] = value;
    assert_true(bus_batch_begin(&batch, bytes, len));
    enum bus_read read = bus_batch_next(&batch, &got);
    assert_int_equal(read, BUS_READ_SKIPPED);
    while (read != BUS_READ_END) { /* what a wrong length leaves over is no message either */
        assert_int_equal(read, BUS_READ_SKIPPED);
        read = bus_batch_next(&batch, &got);
    }
    assert_int_equal(got.node, 42);
}

static void malformed_fields_are_refused(void **state)
{
    struct bus_message message = presence_of(1);
    (void)state;
    expect_refusal(&message, 1, 11);       /* one byte less than the fields need */
    expect_refusal(&message, 1, 13);       /* more than there is */
    expect_refusal(&message, 3 + 7, 0x80); /* a negative id */
    expect_refusal(&message, 3 + 9, 0x00); /* 300 in a longer varint than needed */
    message = (struct bus_message){.kind = BUS_CHAT, .chat = {.text = "ab"}};
    expect_refusal(&message, 3 + 8 + 1, 2); /* no such channel */
    expect_refusal(&message, 3 + 20, 0);    /* a byte 0 in the text */
    expect_refusal(&message, 3 + 20, 0xff); /* no UTF-8 */
    message = (struct bus_message){.kind = BUS_PLAYER, .player = {.has_ended = true}};
    expect_refusal(&message, 3 + 8, 0); /* the hash is left over */
    message = (struct bus_message){.kind = BUS_WATCHERS, .watchers = {.count = BUS_WATCHERS_MAX}};
    expect_refusal(&message, 3 + 8, 0xc1); /* one spectator more than there may be */
}

static void a_row_that_breaks_the_rules_is_not_sent(void **state)
{
    uint8_t bytes[BUS_MESSAGE_MAX];
    struct bus_message message = {.kind = BUS_GAME};
    (void)state;
    assert_true(bus_encode(bytes, &message) > 0);
    message.game.ply = 1;
    assert_int_equal(bus_encode(bytes, &message), 0);
    message.game.moves[0] = 'd';
    assert_true(bus_encode(bytes, &message) > 0);
    message.game.moves[0] = '0';
    assert_int_equal(bus_encode(bytes, &message), 0);
    message = (struct bus_message){.kind = BUS_CHAT, .chat = {.text = "\xff"}};
    assert_int_equal(bus_encode(bytes, &message), 0);
    message = (struct bus_message){.kind = BUS_RATED, .rated = {.after = {1.0 / 0.0}}};
    assert_int_equal(bus_encode(bytes, &message), 0);
    message = (struct bus_message){.kind = BUS_WATCHERS, .watchers = {.count = -1}};
    assert_int_equal(bus_encode(bytes, &message), 0);
    message.watchers.count = BUS_WATCHERS_MAX + 1;
    assert_int_equal(bus_encode(bytes, &message), 0);
    message = (struct bus_message){.kind = BUS_NONE};
    assert_int_equal(bus_encode(bytes, &message), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bytes_of_a_batch_are_fixed),
        cmocka_unit_test(the_bytes_of_a_number_of_spectators_are_fixed),
        cmocka_unit_test(the_longest_rows_fit),
        cmocka_unit_test(another_version_is_refused),
        cmocka_unit_test(a_short_or_long_batch_is_refused),
        cmocka_unit_test(a_message_of_an_unknown_kind_is_skipped),
        cmocka_unit_test(malformed_fields_are_refused),
        cmocka_unit_test(a_row_that_breaks_the_rules_is_not_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
