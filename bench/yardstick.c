/* A yardstick for CPU time on a shared machine: a fixed amount of the work that a Connect Four solver
 * does, line shifts, population counts and one random access into a 64 MB table a step. Prints the CPU
 * seconds it took. Solver times divided by this figure, measured in the same minute, compare between
 * machines and hours. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STEPS = 10000000, SLOT_BITS = 23 };

/* The empty cells that would complete four of `own`; columns of seven bits. */
static uint64_t winning_cells(uint64_t own, uint64_t all)
{
    static const int directions[] = {6, 7, 8};
    uint64_t cells = own << 1 & own << 2 & own << 3;
    for (int i = 0; i < 3; i++) {
        int d = directions[i];
        uint64_t pair = own << d & own << 2 * d;
        cells |= pair & (own << 3 * d | own >> d);
        pair = own >> d & own >> 2 * d;
        cells |= pair & (own << d | own >> 3 * d);
    }
    return cells & ~all;
}

static uint64_t random_step(uint64_t x)
{
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

/* Each step depends on the one before, so that the memory's latency counts as it does in a search. */
static uint64_t work(uint64_t *table)
{
    uint64_t x = UINT64_C(0x2545F4914F6CDD1D), sum = 0;
    for (int i = 0; i < STEPS; i++) {
        x = random_step(x);
        uint64_t all = x & UINT64_C(0xFDFBF7EFDFBF), own = all & x >> 21;
        uint64_t cells = winning_cells(own, all) | winning_cells(all ^ own, all);
        uint64_t hash = all ^ own * UINT64_C(0x9E3779B97F4A7C15);
        uint64_t *slot = &table[hash >> (64 - SLOT_BITS)];
        sum += (uint64_t)__builtin_popcountll(cells) + (*slot & 63);
        *slot = cells + x;
        x += *slot & 1;
    }
    return sum;
}

int main(void)
{
    size_t slots = (size_t)1 << SLOT_BITS;
    uint64_t *table = calloc(slots, sizeof *table);
    if (!table) {
        (void)fprintf(stderr, "yardstick: not enough memory\n");
        return 1;
    }
    for (size_t i = 0; i < slots; i++)
        table[i] = i * UINT64_C(0x9E3779B97F4A7C15);
    clock_t began = clock();
    uint64_t sum = work(table);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    (void)printf("%.3f CPU seconds (checksum %llu)\n", seconds, (unsigned long long)sum);
    free(table);
    return 0;
}
