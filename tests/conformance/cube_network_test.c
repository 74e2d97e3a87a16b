/* The trained network of the cube: the engine's opinions are those of the file, computed anew from
 * its bytes as docs/cube.md describes them, bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/chance.h"
#include "engine/curve.h"
#include "engine/network.h"

enum { CELLS = 125, COLUMNS = 25, LINES = 302, INPUTS = 6 * LINES + 3 * CELLS, LARGEST = 310000 };
enum { WIDE = 128, VALUES = 32, POLICIES = 64, POSITIONS = 2000 };

static uint8_t file[LARGEST + 1];
static size_t file_len;
static uint64_t network_memory[1 << 17];
static ff_rules rules;
static int line_cell[LINES][4];

static struct {
    int8_t feature[INPUTS][WIDE], value1[VALUES][2 * WIDE], value1_red[VALUES];
    int8_t policy1[POLICIES][2 * WIDE];
    int16_t feature_bias[WIDE], value2[VALUES], policy2[COLUMNS][POLICIES];
    int32_t value1_bias[VALUES], policy1_bias[POLICIES], policy2_bias[COLUMNS], value2_bias;
} weights;

/* Directions in the order of the rules, then the first cells. */
static void lines_find(void)
{
    int count = 0;
    for (int d = 0; d < rules.directions; d++) {
        const ff_direction *way = &rules.direction[d];
        for (int cell = 0; cell < CELLS; cell++) {
            int x = cell / 5 % 5, y = cell % 5, z = cell / 25;
            int far_x = x + 3 * way->dx, far_y = y + 3 * way->dy, far_z = z + 3 * way->dz;
            if (far_x < 0 || far_x > 4 || far_y < 0 || far_y > 4 || far_z < 0 || far_z > 4)
                continue;
            assert_true(count < LINES);
            for (int i = 0; i < 4; i++)
                line_cell[count][i] =
                    5 * (x + i * way->dx + 5 * (z + i * way->dz)) + y + i * way->dy;
            count++;
        }
    }
    assert_int_equal(count, LINES);
}

static const uint8_t *take(const uint8_t *at, void *out, size_t size)
{
    memcpy(out, at, size);
    return at + size;
}

static void weights_read(void)
{
    const uint8_t *at = file + NETWORK_HEAD;
    at = take(at, weights.feature, sizeof weights.feature);
    at = take(at, weights.feature_bias, sizeof weights.feature_bias);
    at = take(at, weights.value1, sizeof weights.value1);
    at = take(at, weights.value1_red, sizeof weights.value1_red);
    at = take(at, weights.value1_bias, sizeof weights.value1_bias);
    at = take(at, weights.value2, sizeof weights.value2);
    at = take(at, weights.policy1, sizeof weights.policy1);
    at = take(at, weights.policy1_bias, sizeof weights.policy1_bias);
    at = take(at, weights.policy2, sizeof weights.policy2);
    at = take(at, weights.policy2_bias, sizeof weights.policy2_bias);
    at = take(at, &weights.value2_bias, sizeof weights.value2_bias);
    assert_int_equal(at - file, file_len);
}

static int set_up(void **state)
{
    (void)state;
    FILE *in = fopen("data/cube.net", "rb");
    assert_non_null(in);
    file_len = fread(file, 1, sizeof file, in);
    (void)fclose(in);
    assert_int_equal(ff_rules_init(&rules, (ff_board){5, 5, 5, 4}), FF_OK);
    lines_find();
    weights_read();
    return 0;
}

/* Adds the weights of everything that this side sees. */
static void sums_of(const ff_position *p, int side, int *sum)
{
    int on[INPUTS] = {0};
    for (int line = 0; line < LINES; line++) {
        int discs[2] = {0}, empty = 0;
        for (int i = 0; i < 4; i++) {
            ff_color color = ff_position_cell(p, line_cell[line][i]);
            if (color == FF_NONE)
                empty = line_cell[line][i];
            else
                discs[color == (ff_color)side ? 0 : 1]++;
        }
        for (int who = 0; who < 2; who++) {
            if (discs[who] == 0 || discs[!who] > 0)
                continue;
            on[(3 * who + discs[who] - 1) * LINES + line] = 1;
            if (discs[who] == 3)
                on[6 * LINES + who * CELLS + empty] = 1;
        }
    }
    for (int column = 0; column < COLUMNS; column++)
        if (p->height[column] < 5)
            on[6 * LINES + 2 * CELLS + 5 * column + p->height[column]] = 1;
    for (int i = 0; i < WIDE; i++)
        sum[i] = weights.feature_bias[i];
    for (int input = 0; input < INPUTS; input++)
        for (int i = 0; on[input] && i < WIDE; i++)
            sum[i] += weights.feature[input][i];
}

static int32_t layer_unit(const int8_t *row, int32_t sum, const int *input, int most)
{
    for (int i = 0; i < 2 * WIDE; i++)
        sum += row[i] * input[i];
    sum = sum < 0 ? 0 : sum / 16;
    return sum > most ? most : sum;
}

static void reference_opinion(const ff_position *p, struct tree_opinion *out)
{
    int me = p->ply % 2, input[2 * WIDE];
    int32_t value = weights.value2_bias, unit[POLICIES];
    sums_of(p, me, input);
    sums_of(p, !me, input + WIDE);
    for (int i = 0; i < 2 * WIDE; i++)
        input[i] = input[i] < 0 ? 0 : input[i] > 64 ? 64 : input[i];
    for (int i = 0; i < VALUES; i++) {
        int32_t start = weights.value1_bias[i] + (me == FF_RED ? 64 * weights.value1_red[i] : 0);
        value += weights.value2[i] * layer_unit(weights.value1[i], start, input, 256);
    }
    out->value = curve_tanh((float)value / 131072);
    for (int i = 0; i < POLICIES; i++)
        unit[i] = layer_unit(weights.policy1[i], weights.policy1_bias[i], input, 2048);
    for (int column = 0; column < COLUMNS; column++) {
        int32_t sum = weights.policy2_bias[column];
        for (int i = 0; i < POLICIES; i++)
            sum += weights.policy2[column][i] * unit[i];
        out->logit[column] = (float)sum / 65536;
    }
}

/* A random position that is not over; its open columns' cells. */
static ff_position position_draw(uint64_t *chance, uint8_t *cells, int *count)
{
    ff_position p = ff_position_start(&rules), next = p;
    for (int plies = chance_below(chance, 70); plies > 0 && next.status == FF_PLAYING; plies--) {
        uint8_t columns[FF_COLUMNS_MAX];
        int open = ff_position_moves(&next, columns);
        p = next;
        assert_int_equal(ff_position_drop(&next, columns[chance_below(chance, open)]), FF_OK);
    }
    *count = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (p.height[column] < 5)
            cells[(*count)++] = (uint8_t)(5 * column + p.height[column]);
    return p;
}

static void the_engine_says_what_the_file_says_bit_for_bit(void **state)
{
    static struct network_view view;
    ff_network *network;
    uint64_t chance = 16;
    int clear = 0;
    (void)state;
    assert_int_equal(
        ff_network_open(&network, file, file_len, network_memory, sizeof network_memory), FF_OK);
    assert_int_equal(network_view_init(&view, network, &rules), FF_OK);
    for (int n = 0; n < POSITIONS; n++) {
        uint8_t cells[COLUMNS];
        struct judge judge;
        struct tree_leaf leaf = {.move = cells};
        struct tree_opinion expected, opinion;
        ff_position p = position_draw(&chance, cells, &leaf.count);
        network_view_begin(&view, &judge, &p);
        judge_ask(&judge, &leaf, &opinion);
        reference_opinion(&p, &expected);
        assert_memory_equal(&opinion.value, &expected.value, sizeof opinion.value);
        for (int i = 0; i < leaf.count; i++)
            assert_memory_equal(&opinion.logit[i], &expected.logit[cells[i] / 5], sizeof(float));
        clear += opinion.value > 0.8F || opinion.value < -0.8F;
    }
    assert_true(clear > POSITIONS / 10); /* it has learned something */
}

static void the_file_is_small_enough_to_be_fetched(void **state)
{
    (void)state;
    assert_true(file_len <= LARGEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_says_what_the_file_says_bit_for_bit),
        cmocka_unit_test(the_file_is_small_enough_to_be_fetched),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
