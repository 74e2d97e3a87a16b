/* Messages as bytes, without sockets: what nodes of one version say to each other.
 *
 * A batch is a head of 17 bytes (version, node, sender, seq) and any number of messages: kind, length of the body
 * (2 bytes), body. Numbers are little-endian; small ones and times are varints. A reader skips a message that it cannot
 * read, and refuses a batch of another version whole: during an upgrade a newer node may speak, and the database
 * has everything. Every message has exactly one encoding. */
#ifndef BUS_BUS_CODEC_H
#define BUS_BUS_CODEC_H

#include <stddef.h>

#include "bus/bus.h"

enum {
    /* Change it with any change of a row's fields or of the encoding. A new kind needs no new version: readers skip
     * kinds that they do not know. */
    BUS_VERSION = 2,
    BUS_HEAD_BYTES = 17,
    BUS_MESSAGE_MAX = 1024, /* bytes of the longest message */
    BUS_BATCH_MAX = 64 * 1024
};

/* `sender` is random, one for each life of a node. `seq` counts its batches, also those it could not send. */
struct bus_head {
    int32_t node;
    uint64_t sender;
    uint32_t seq;
};

void bus_head_encode(uint8_t out[BUS_HEAD_BYTES], const struct bus_head *head);

/* The bytes of the message; 0 if its row breaks the rules of play/rows.h, such as a text that is not UTF-8. The node is
 * not encoded: the head has it. */
size_t bus_encode(uint8_t out[BUS_MESSAGE_MAX], const struct bus_message *message);

struct bus_batch {
    struct bus_head head;
    const uint8_t *at, *end; /* the messages not read yet */
};

/* The bytes must outlive the batch. False, and *out untouched, if this is no batch of our version. */
bool bus_batch_begin(struct bus_batch *out, const void *bytes, size_t len);

enum bus_read {
    BUS_READ_OK,
    BUS_READ_SKIPPED, /* of an unknown kind, or malformed; go on with the next */
    BUS_READ_END
};

/* The next message; *out is untouched unless BUS_READ_OK. Bytes that are no whole message are skipped to the end. */
enum bus_read bus_batch_next(struct bus_batch *batch, struct bus_message *out);

#endif
