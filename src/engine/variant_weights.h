/* What the look-ahead counts in each variant. */
#ifndef ENGINE_VARIANT_WEIGHTS_H
#define ENGINE_VARIANT_WEIGHTS_H

#include "fourfall.h"

/* Values of one's own; the opponent's count against them. Negative where a line loses. */
struct variant_weights {
    int16_t lacks[5]; /* of an open line that lacks 0, 1, 2, 3, 4 and more discs */
    int16_t right,
        wrong;        /* of a threat on a row that zugzwang gives to its owner, and of any other */
    int16_t central;  /* of a disc, for each step from the edge */
    int16_t bottom;   /* of a disc in row 0, which may be popped */
    int16_t keepable; /* of a disc in row 0 that is part of a line */
    int16_t spare;    /* of a column that only its owner can play without completing a line */
    int16_t kept;     /* of a disc that was kept */
    int16_t turn;     /* of a turn of the board that is left */
    int16_t power[FF_POWERS];
    bool decides_by_drop; /* the disc that completes a line wins at once */
};

const struct variant_weights *variant_weights_of(ff_variant variant);

#endif
