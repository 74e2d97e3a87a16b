/* Messages between nodes: every row survives its encoding, and everything that is read is written as it was. */
#include "property.h"

#include "bus/bus_codec.h"
#include "bus/random_message_test.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { BATCH = 3 };

/* All bytes of both were 0 before their fields were set. */
static bool is_same(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct bus_message)) == 0;
}

static uint32_t from_source(void *context, uint32_t below)
{
    return source_choose(context, below);
}

static verdict a_row_survives_its_encoding(struct source *source)
{
    const struct chooser chooser = {from_source, source};
    const struct bus_head head = {.node = (int32_t)source_choose(source, INT32_MAX),
                                  .sender = source_choose(source, UINT32_MAX),
                                  .seq = source_choose(source, UINT32_MAX)};
    static uint8_t bytes[BUS_HEAD_BYTES + BATCH * BUS_MESSAGE_MAX];
    struct bus_message sent[BATCH], got;
    struct bus_batch batch;
    size_t len = BUS_HEAD_BYTES;
    bus_head_encode(bytes, &head);
    for (int i = 0; i < BATCH; i++) {
        choose_message(&chooser, &sent[i]);
        source_note(source, "kind %d ", sent[i].kind);
        size_t part = bus_encode(bytes + len, &sent[i]);
        HOLD(source, part > 0 && part <= BUS_MESSAGE_MAX);
        len += part;
        sent[i].node = head.node;
    }
    HOLD(source, bus_batch_begin(&batch, bytes, len));
    HOLD(source, batch.head.node == head.node && batch.head.sender == head.sender &&
                     batch.head.seq == head.seq);
    for (int i = 0; i < BATCH; i++) {
        HOLD(source, bus_batch_next(&batch, &got) == BUS_READ_OK);
        HOLD(source, is_same(&got, &sent[i]));
    }
    HOLD(source, bus_batch_next(&batch, &got) == BUS_READ_END);
    return CASE_HOLDS;
}

/* Bytes are changed, removed or added. Whatever is still accepted has this one encoding. */
static verdict a_damaged_message_is_refused_or_means_what_it_says(struct source *source)
{
    const struct chooser chooser = {from_source, source};
    static uint8_t bytes[BUS_HEAD_BYTES + BUS_MESSAGE_MAX + 8], again[BUS_MESSAGE_MAX];
    const struct bus_head head = {.node = 1};
    struct bus_message message, got;
    struct bus_batch batch;
    bus_head_encode(bytes, &head);
    choose_message(&chooser, &message);
    size_t len = BUS_HEAD_BYTES + bus_encode(bytes + BUS_HEAD_BYTES, &message);
    for (uint32_t i = 1 + source_choose(source, 3); i > 0; i--) {
        size_t at = BUS_HEAD_BYTES + source_choose(source, (uint32_t)(len - BUS_HEAD_BYTES));
        bytes[at] = (uint8_t)source_choose(source, 256);
    }
    len -= source_choose(source, 4) == 0 ? source_choose(source, (uint32_t)len) : 0;
    if (!bus_batch_begin(&batch, bytes, len))
        return len < BUS_HEAD_BYTES ? CASE_HOLDS : CASE_FAILS;
    const uint8_t *before = batch.at;
    enum bus_read read;
    while ((read = bus_batch_next(&batch, &got)) != BUS_READ_END) {
        HOLD(source, batch.at > before && batch.at <= batch.end);
        if (read == BUS_READ_OK) {
            size_t part = bus_encode(again, &got);
            HOLD(source, part == (size_t)(batch.at - before));
            HOLD(source, memcmp(again, before, part) == 0);
        }
        before = batch.at;
    }
    return CASE_HOLDS;
}

static void every_row_survives_its_encoding(void **state)
{
    (void)state;
    property_check("every_row_survives_its_encoding", a_row_survives_its_encoding, 0);
}

static void damage_is_refused(void **state)
{
    (void)state;
    property_check("damage_is_refused", a_damaged_message_is_refused_or_means_what_it_says, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_survives_its_encoding),
        cmocka_unit_test(damage_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
