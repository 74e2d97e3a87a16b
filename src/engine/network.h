/* The network of line features: a judge whose weights come from a file.
 *
 * Its inputs are facts that a move changes only near itself: which lines each side has begun and
 * how far, which cells complete a line, where a disc can land. Each side has a sum of weights (an
 * accumulator) seen from its own perspective, updated move by move; two small layers make a value
 * and a logit for each column from both. All of it is integer arithmetic, so the results are the
 * same bit for bit everywhere. docs/cube.md describes the file. */
#ifndef ENGINE_NETWORK_H
#define ENGINE_NETWORK_H

#include "engine/judge.h"
#include "engine/tally.h"

enum {
    NETWORK_HEAD = 20,    /* bytes before the weights */
    NETWORK_WIDE = 256,   /* most units of the accumulator */
    NETWORK_NARROW = 128, /* most units of the layers behind it */
    NETWORK_ONE = 64,     /* 1 in accumulators and 8-bit weights */
    NETWORK_FINE = 256,   /* 1 in the last layers */
    NETWORK_LANES = 8,    /* numbers in a vector; the policy has a multiple of twice as many units, */
    NETWORK_BLOCK = 32,   /* and the accumulator a multiple of this */
};

/* Read-only once it is open (ff_network_open); any number of judges may share it. */
struct ff_network {
    ff_board board;
    int lines, cells, columns, features;
    int wide, value_units, policy_units;
    const int16_t *feature;      /* [features][wide] */
    const int16_t *feature_bias; /* [wide] */
    const int16_t *value1;       /* [value_units][2 * wide] */
    const int16_t *value1_red;   /* [value_units]: added if Red is to move */
    const int32_t *value1_bias;
    const int16_t *value2; /* [value_units] */
    int32_t value2_bias;
    const int16_t *policy1; /* [policy_units][2 * wide] */
    const int32_t *policy1_bias;
    const int16_t *policy2; /* [columns][policy_units] */
    const int32_t *policy2_bias;
};

/* The checksum that a file of weights has in its head. */
uint32_t network_checksum(const uint8_t *data, size_t len);

/* The sums of both sides after some move. */
struct network_sums {
    _Alignas(16) int16_t sum[2][NETWORK_WIDE];
    uint64_t wins[2][FF_WORDS]; /* cells whose winning feature is in the sums */
};

/* A judge's view of a position. The sums of every move since the root are kept, so that taking a
 * move back costs nothing. */
struct network_view {
    const ff_network *network;
    struct tally tally;
    int depth;                                   /* moves since the root */
    struct network_sums sums[FF_CELLS_MAX + 1]; /* by depth */
};

/* The rules must be those of the network's board: FF_E_BOT_BOARD. */
ff_err network_view_init(struct network_view *view, const ff_network *network,
                         const ff_rules *rules);

/* Sets up the root of a search and a judge for it. */
void network_view_begin(struct network_view *view, struct judge *judge, const ff_position *root);

/* The inputs that are on for this colour's perspective, for training programs; their number. */
int network_view_features(const struct network_view *view, int color, uint16_t *out);

#endif
