/* Exponential, logarithm and square root from additions, multiplications and divisions alone.
 *
 * The C library's functions differ in the last bit from one machine to the next. These give the
 * same bits everywhere, natively and in WebAssembly, and so does every search that uses them. They
 * are right to about one part in a hundred thousand. */
#ifndef ENGINE_CURVE_H
#define ENGINE_CURVE_H

#include <stdint.h>

union curve_bits {
    float value;
    uint32_t bits;
};

/* 2 to a whole power between -126 and 127. */
static inline float curve_power(int exponent)
{
    return (union curve_bits){.bits = (uint32_t)(exponent + 127) << 23}.value;
}

/* e^x; x is taken as at most 80 either way. */
static inline float curve_exp(float x)
{
    x = x > 80 ? 80 : x < -80 ? -80 : x;
    float twos = x * 1.442695041F;
    int whole = (int)(twos + 200) - 200; /* rounds down: the sum is positive */
    float r = (twos - (float)whole) * 0.6931471806F;
    float sum = 1 + r * (1 + r / 2 * (1 + r / 3 * (1 + r / 4 * (1 + r / 5 * (1 + r / 6)))));
    return sum * curve_power(whole);
}

/* The natural logarithm of a positive number that is not denormal. */
static inline float curve_log(float x)
{
    union curve_bits parts = {.value = x};
    int exponent = (int)(parts.bits >> 23) - 127;
    parts.bits = (parts.bits & 0x7FFFFF) | UINT32_C(127) << 23;
    float s = (parts.value - 1) / (parts.value + 1), s2 = s * s;
    float sum = 2 * s * (1 + s2 * (1 / 3.0F + s2 * (1 / 5.0F + s2 * (1 / 7.0F + s2 / 9))));
    return sum + (float)exponent * 0.6931471806F;
}

/* Newton's method from a first guess with half the exponent. */
static inline float curve_root(float x)
{
    union curve_bits guess = {.value = x};
    if (x <= 0)
        return 0;
    guess.bits = (guess.bits >> 1) + UINT32_C(0x1FBD1DF5);
    float root = guess.value;
    root = (root + x / root) / 2;
    return (root + x / root) / 2;
}

/* Maps every number to -1..1. */
static inline float curve_tanh(float x)
{
    return 1 - 2 / (curve_exp(2 * x) + 1);
}

#endif
