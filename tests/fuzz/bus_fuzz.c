/* Batches from other nodes: any bytes are read without harm, a message that is refused leaves the result untouched, and
 * one that is accepted encodes to the same bytes. */
#include <string.h>

#include "bus/bus_codec.h"
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bus_batch batch;
    struct bus_message message;
    uint8_t again[BUS_MESSAGE_MAX];
    enum bus_read read = BUS_READ_OK;
    memset(&batch, PATTERN, sizeof batch);
    if (!bus_batch_begin(&batch, data, size)) {
        check(is_pattern(&batch, sizeof batch));
        return 0;
    }
    bus_head_encode(again, &batch.head);
    check(memcmp(again, data, BUS_HEAD_BYTES) == 0);
    while (read != BUS_READ_END) {
        const uint8_t *before = batch.at;
        memset(&message, PATTERN, sizeof message);
        read = bus_batch_next(&batch, &message);
        check(batch.at <= batch.end && (batch.at > before) == (read != BUS_READ_END));
        size_t len = (size_t)(batch.at - before);
        if (read == BUS_READ_OK)
            check(bus_encode(again, &message) == len && memcmp(again, before, len) == 0);
        else
            check(is_pattern(&message, sizeof message));
    }
    return 0;
}
