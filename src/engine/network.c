/* Reading a network, and its layers behind the accumulator. network_view.c has the accumulator. */
#include "engine/network.h"

static const char network_magic[8] = {'F', 'F', 'L', 'I', 'N', 'E', 'S', '1'};

static uint32_t word_at(const uint8_t *at, int bytes)
{
    uint32_t word = 0;
    for (int i = bytes - 1; i >= 0; i--)
        word = word << 8 | at[i];
    return word;
}

/* FNV-1a. */
uint32_t network_checksum(const uint8_t *data, size_t len)
{
    uint32_t hash = UINT32_C(2166136261);
    for (size_t i = NETWORK_HEAD; i < len; i++)
        hash = (hash ^ data[i]) * UINT32_C(16777619);
    return hash;
}

/* The head: what kind of network it is. */
static bool network_read_head(ff_network *n, const uint8_t *data, size_t len)
{
    ff_rules rules;
    if (len < NETWORK_HEAD)
        return false;
    for (int i = 0; i < 8; i++)
        if (data[i] != (uint8_t)network_magic[i])
            return false;
    *n = (ff_network){.board = {data[8], data[9], data[10], data[11]},
                      .wide = (int)word_at(data + 12, 2),
                      .value_units = data[14],
                      .policy_units = data[15]};
    if (ff_rules_init(&rules, n->board) || n->wide < 1 || n->wide > NETWORK_WIDE ||
        n->value_units < 1 || n->value_units > NETWORK_NARROW || n->policy_units < 1 ||
        n->policy_units > NETWORK_NARROW || n->wide % NETWORK_BLOCK ||
        n->policy_units % (2 * NETWORK_LANES))
        return false;
    n->lines = ff_rules_lines(&rules);
    n->cells = rules.cells;
    n->columns = rules.columns;
    n->features = 2 * (n->board.connect - 1) * n->lines + 3 * n->cells;
    return true;
}

/* A tensor of the file: its numbers, their bytes there, and the largest size they may have. */
struct tensor {
    size_t count;
    int bytes, most;
    void *out; /* where it is unpacked: int32_t if it has four bytes, else int16_t */
};

enum { TENSORS = 10 };

static void network_tensors(const ff_network *n, struct tensor out[TENSORS])
{
    size_t wide = (size_t)n->wide, value = (size_t)n->value_units, policy = (size_t)n->policy_units;
    size_t columns = (size_t)n->columns;
    const struct tensor tensors[TENSORS] = {
        {(size_t)n->features * wide, 1, INT8_MAX, NULL},
        {wide, 2, INT16_MAX, NULL},
        {value * 2 * wide, 1, INT8_MAX, NULL},
        {value, 1, INT8_MAX, NULL},
        {value, 4, 1 << 24, NULL},
        {value, 2, 8 * NETWORK_FINE, NULL},
        {policy * 2 * wide, 1, INT8_MAX, NULL},
        {policy, 4, 1 << 24, NULL},
        {columns * policy, 2, 8 * NETWORK_FINE, NULL},
        {columns, 4, 1 << 24, NULL},
    };
    for (int i = 0; i < TENSORS; i++)
        out[i] = tensors[i];
}

static size_t aligned(size_t size)
{
    return (size + 15) / 16 * 16;
}

static size_t tensor_room(const struct tensor *t)
{
    return aligned(t->count * (t->bytes == 4 ? sizeof(int32_t) : sizeof(int16_t)));
}

/* The length of the file: the head, the tensors, and the bias of the value. */
static size_t file_length(const struct tensor *tensors)
{
    size_t len = NETWORK_HEAD + 4;
    for (int i = 0; i < TENSORS; i++)
        len += tensors[i].count * (size_t)tensors[i].bytes;
    return len;
}

static bool network_check(const uint8_t *data, size_t len, ff_network *n,
                          struct tensor tensors[TENSORS])
{
    if (!network_read_head(n, data, len))
        return false;
    network_tensors(n, tensors);
    return len == file_length(tensors) && word_at(data + 16, 4) == network_checksum(data, len);
}

/* What the tables take; the struct itself comes first in the memory. */
static size_t tables_size(const struct tensor *tensors)
{
    size_t size = 0;
    for (int i = 0; i < TENSORS; i++)
        size += tensor_room(&tensors[i]);
    return size;
}

size_t ff_network_size(const void *data, size_t len)
{
    ff_network n;
    struct tensor tensors[TENSORS];
    if (!network_check(data, len, &n, tensors))
        return 0;
    return 16 + aligned(sizeof n) + tables_size(tensors);
}

/* Unpacks a tensor. False if a number is out of bounds: sums of the layers could overflow. */
static bool tensor_read(struct tensor *t, const uint8_t *data, void *out)
{
    t->out = out;
    for (size_t i = 0; i < t->count; i++, data += t->bytes) {
        int32_t number = t->bytes == 1   ? (int8_t)data[0]
                         : t->bytes == 2 ? (int16_t)word_at(data, 2)
                                         : (int32_t)word_at(data, 4);
        if (number > t->most || number < -t->most)
            return false;
        if (t->bytes == 4)
            ((int32_t *)out)[i] = number;
        else
            ((int16_t *)out)[i] = (int16_t)number;
    }
    return true;
}

static bool network_read_tables(ff_network *n, struct tensor t[TENSORS], const uint8_t *data,
                                char *at)
{
    for (int i = 0; i < TENSORS; i++) {
        if (!tensor_read(&t[i], data, at))
            return false;
        data += t[i].count * (size_t)t[i].bytes;
        at += tensor_room(&t[i]);
    }
    n->feature = t[0].out;
    n->feature_bias = t[1].out;
    n->value1 = t[2].out;
    n->value1_red = t[3].out;
    n->value1_bias = t[4].out;
    n->value2 = t[5].out;
    n->policy1 = t[6].out;
    n->policy1_bias = t[7].out;
    n->policy2 = t[8].out;
    n->policy2_bias = t[9].out;
    n->value2_bias = (int32_t)word_at(data, 4);
    return n->value2_bias <= 1 << 24 && n->value2_bias >= -(1 << 24);
}

ff_err ff_network_open(ff_network **out, const void *data, size_t len, void *memory, size_t size)
{
    char *at = (char *)memory + (16 - (uintptr_t)memory % 16) % 16;
    ff_network n, *network = (ff_network *)(void *)at;
    struct tensor tensors[TENSORS];
    if (!network_check(data, len, &n, tensors))
        return FF_E_NETWORK;
    if (size < ff_network_size(data, len))
        return FF_E_NETWORK_MEMORY;
    const uint8_t *tables = (const uint8_t *)data + NETWORK_HEAD;
    if (!network_read_tables(&n, tensors, tables, at + aligned(sizeof n)))
        return FF_E_NETWORK;
    *network = n;
    *out = network;
    return FF_OK;
}
