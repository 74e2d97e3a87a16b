/* The accumulator of the network, kept move by move, and its opinion of a leaf. */
#include "engine/curve.h"
#include "engine/network.h"

/* Vectors of 128 bits, which every processor and WebAssembly have. Rows of weights are aligned to
 * them. */
typedef int16_t lanes __attribute__((vector_size(16), may_alias));
typedef int32_t quads __attribute__((vector_size(16), may_alias));

enum { ADD, REMOVE, CHANGES_MAX = 8 * FF_DIRECTIONS_MAX * FF_CONNECT_MAX };

/* The inputs that a move turns on or off, in both perspectives. They are collected first and summed
 * up together, which keeps the sums in registers. */
struct changes {
    int count[2];                      /* of ADD and REMOVE */
    uint16_t input[2][2][CHANGES_MAX]; /* by that, and by side */
};

/* Sums wrap around like unsigned numbers. No sensible network comes near the bounds. The four
 * vectors of a block are variables of their own, for compilers that unroll no loops. */
static void sums_change(const ff_network *n, const struct changes *c, int side, const int16_t *from,
                        int16_t *to)
{
    enum { VECTORS = NETWORK_BLOCK / NETWORK_LANES };
    int row_len = n->wide / NETWORK_LANES;
    for (int at = 0; at < row_len; at += VECTORS) {
        const lanes *rows = (const lanes *)(const void *)n->feature + at;
        const lanes *row = (const lanes *)(const void *)from + at;
        lanes *out = (lanes *)(void *)to + at;
        lanes sum0 = row[0], sum1 = row[1], sum2 = row[2], sum3 = row[3];
        for (int i = 0; i < c->count[ADD]; i++) {
            row = rows + c->input[ADD][side][i] * row_len;
            sum0 += row[0];
            sum1 += row[1];
            sum2 += row[2];
            sum3 += row[3];
        }
        for (int i = 0; i < c->count[REMOVE]; i++) {
            row = rows + c->input[REMOVE][side][i] * row_len;
            sum0 -= row[0];
            sum1 -= row[1];
            sum2 -= row[2];
            sum3 -= row[3];
        }
        out[0] = sum0;
        out[1] = sum1;
        out[2] = sum2;
        out[3] = sum3;
    }
}

/* A fact of one colour. In the opponent's perspective its input is `span` further on. */
static void fact_change(struct changes *c, int color, int input, int span, int sign)
{
    int i = c->count[sign]++;
    c->input[sign][color][i] = (uint16_t)input;
    c->input[sign][!color][i] = (uint16_t)(input + span);
}

/* A line that holds `discs` discs of one colour alone. */
static void line_change(const ff_network *n, struct changes *c, int color, int line, int discs,
                        int sign)
{
    int steps = n->board.connect - 1;
    if (discs > 0 && discs <= steps)
        fact_change(c, color, (discs - 1) * n->lines + line, steps * n->lines, sign);
}

static int first_win(const ff_network *n)
{
    return 2 * (n->board.connect - 1) * n->lines;
}

static void playable_change(const ff_network *n, struct changes *c, int cell, int sign)
{
    fact_change(c, FF_RED, first_win(n) + 2 * n->cells + cell, 0, sign);
}

/* Brings the winning features of a cell in line with the tally. */
static void win_update(const struct network_view *v, struct changes *c, struct network_sums *sums,
                       int cell)
{
    for (int color = FF_RED; color < FF_NONE; color++) {
        uint64_t bit = UINT64_C(1) << cell % 64, *word = &sums->wins[color][cell / 64];
        bool was = *word & bit, is = v->tally.threats[color][cell] > 0;
        if (was == is)
            continue;
        *word ^= bit;
        fact_change(c, color, first_win(v->network) + cell, v->network->cells, is ? ADD : REMOVE);
    }
}

/* Changes the lines through a cell where a disc of this colour is about to be added. */
static void lines_change(const struct network_view *v, struct changes *c, int cell, int color)
{
    const struct tally *t = &v->tally;
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        int line = t->through[i];
        int own = t->line[line].discs[color], theirs = t->line[line].discs[!color];
        if (!theirs) {
            line_change(v->network, c, color, line, own, REMOVE);
            line_change(v->network, c, color, line, own + 1, ADD);
        } else if (!own) {
            line_change(v->network, c, !color, line, theirs, REMOVE);
        }
    }
}

/* The cell is no winning cell any more; the last empty cells of lines through it that lack one disc
 * of this colour may have become some. */
static void wins_update(const struct network_view *v, struct changes *c, struct network_sums *sums,
                        int cell, int color)
{
    const struct tally *t = &v->tally;
    int nearly = t->rules->board.connect - 1;
    win_update(v, c, sums, cell);
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        const struct tally_line *line = &t->line[t->through[i]];
        if (line->discs[color] == nearly && !line->discs[!color])
            win_update(v, c, sums, line->empty);
    }
}

static void view_play(void *host, int cell)
{
    struct network_view *v = host;
    const ff_network *n = v->network;
    struct network_sums *before = &v->sums[v->depth], *after = &v->sums[++v->depth];
    struct changes c;
    int color = v->tally.ply % 2;
    c.count[ADD] = c.count[REMOVE] = 0;
    for (int i = 0; i < FF_WORDS; i++)
        for (int side = 0; side < 2; side++)
            after->wins[side][i] = before->wins[side][i];
    lines_change(v, &c, cell, color);
    tally_play(&v->tally, cell / n->board.height);
    wins_update(v, &c, after, cell, color);
    playable_change(n, &c, cell, REMOVE);
    if ((cell + 1) % n->board.height)
        playable_change(n, &c, cell + 1, ADD);
    for (int side = 0; side < 2; side++)
        sums_change(n, &c, side, before->sum[side], after->sum[side]);
}

static void view_unplay(void *host, int cell)
{
    struct network_view *v = host;
    tally_unplay(&v->tally, cell / v->network->board.height);
    v->depth--;
}

ff_err network_view_init(struct network_view *v, const ff_network *network, const ff_rules *rules)
{
    if (!ff_board_equal(network->board, rules->board))
        return FF_E_BOT_BOARD;
    v->network = network;
    tally_init(&v->tally, rules);
    return FF_OK;
}

int network_view_features(const struct network_view *v, int color, uint16_t *out)
{
    const ff_network *n = v->network;
    const struct tally *t = &v->tally;
    int count = 0, steps = n->board.connect - 1, wins = first_win(n);
    for (int line = 0; line < n->lines; line++) {
        int own = t->line[line].discs[color], theirs = t->line[line].discs[!color];
        if (own && !theirs && own <= steps)
            out[count++] = (uint16_t)((own - 1) * n->lines + line);
        else if (theirs && !own && theirs <= steps)
            out[count++] = (uint16_t)((steps + theirs - 1) * n->lines + line);
    }
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < n->cells; cell++)
            if (t->threats[side ? !color : color][cell])
                out[count++] = (uint16_t)(wins + side * n->cells + cell);
    for (int column = 0; column < n->columns; column++)
        if (tally_has_room(t, column))
            out[count++] = (uint16_t)(wins + 2 * n->cells + tally_landing(t, column));
    return count;
}

/* The first layer: both sums, that of the side to move first, cut off at 0 and 1. */
static void view_clip(const struct network_view *v, lanes *out)
{
    const lanes one = {NETWORK_ONE, NETWORK_ONE, NETWORK_ONE, NETWORK_ONE,
                       NETWORK_ONE, NETWORK_ONE, NETWORK_ONE, NETWORK_ONE};
    int me = v->tally.ply % 2, len = v->network->wide / NETWORK_LANES;
    for (int side = 0; side < 2; side++) {
        const lanes *sum = (const void *)v->sums[v->depth].sum[side ? !me : me];
        for (int i = 0; i < len; i++) {
            lanes positive = sum[i] & (sum[i] > 0), is_large = positive > one;
            *out++ = (positive & ~is_large) | (one & is_large);
        }
    }
}

/* The products of two vectors, added up to four sums. */
static quads products(lanes a, lanes b)
{
#if defined __wasm_simd128__
    return (quads)__builtin_wasm_dot_s_i32x4_i16x8(a, b);
#elif defined __SSE2__
    return (quads)__builtin_ia32_pmaddwd128(a, b);
#else
    quads sum = {0};
    for (int k = 0; k < NETWORK_LANES; k++)
        sum[k % 4] += a[k] * b[k];
    return sum;
#endif
}

static int32_t dot(const int16_t *a, const lanes *b, int count)
{
    const lanes *weights = (const void *)a;
    quads even = {0}, odd = {0};
    for (int i = 0; i < count / NETWORK_LANES; i += 2) {
        even += products(weights[i], b[i]);
        odd += products(weights[i + 1], b[i + 1]);
    }
    even += odd;
    return even[0] + even[1] + even[2] + even[3];
}

/* From 1/4096 to 1/256, and cut off at 0 and a maximum. */
static int16_t unit_of(int32_t sum, int most)
{
    sum = sum < 0 ? 0 : sum / (NETWORK_ONE * NETWORK_ONE / NETWORK_FINE);
    return (int16_t)(sum > most ? most : sum);
}

static float value_of(const struct network_view *v, const lanes *input)
{
    const ff_network *n = v->network;
    int32_t sum = n->value2_bias;
    for (int i = 0; i < n->value_units; i++) {
        int32_t unit = n->value1_bias[i] + dot(n->value1 + 2 * n->wide * i, input, 2 * n->wide);
        if (v->tally.ply % 2 == FF_RED)
            unit += NETWORK_ONE * n->value1_red[i];
        sum += n->value2[i] * unit_of(unit, NETWORK_FINE);
    }
    return curve_tanh((float)sum / (2.0F * NETWORK_FINE * NETWORK_FINE));
}

static void policy_units(const ff_network *n, const lanes *input, int16_t *out)
{
    for (int i = 0; i < n->policy_units; i++)
        out[i] = unit_of(n->policy1_bias[i] + dot(n->policy1 + 2 * n->wide * i, input, 2 * n->wide),
                         8 * NETWORK_FINE);
}

static void view_opine(void *host, const struct tree_leaf *leaf, struct tree_opinion *out)
{
    const struct network_view *v = host;
    const ff_network *n = v->network;
    lanes input[2 * NETWORK_WIDE / NETWORK_LANES], unit[NETWORK_NARROW / NETWORK_LANES];
    view_clip(v, input);
    if (leaf->count > 0)
        policy_units(n, input, (int16_t *)unit);
    out->value = value_of(v, input);
    for (int i = 0; i < leaf->count; i++) {
        int column = leaf->move[i] / n->board.height;
        int32_t sum = n->policy2_bias[column] +
                      dot(n->policy2 + n->policy_units * column, unit, n->policy_units);
        out->logit[i] = (float)sum / (1.0F * NETWORK_FINE * NETWORK_FINE);
    }
}

void network_view_begin(struct network_view *v, struct judge *judge, const ff_position *root)
{
    const ff_network *n = v->network;
    uint16_t on[TALLY_LINES_MAX + 3 * FF_CELLS_MAX];
    struct network_sums *sums = v->sums;
    v->depth = 0;
    tally_set(&v->tally, root);
    for (int color = FF_RED; color < FF_NONE; color++) {
        int count = network_view_features(v, color, on);
        for (int i = 0; i < n->wide; i++) {
            sums->sum[color][i] = n->feature_bias[i];
            for (int k = 0; k < count; k++)
                sums->sum[color][i] =
                    (int16_t)(sums->sum[color][i] + n->feature[on[k] * n->wide + i]);
        }
        for (int i = 0; i < FF_WORDS; i++)
            sums->wins[color][i] = 0;
        for (int cell = 0; cell < n->cells; cell++)
            if (v->tally.threats[color][cell])
                sums->wins[color][cell / 64] |= UINT64_C(1) << cell % 64;
    }
    *judge =
        (struct judge){.play = view_play, .unplay = view_unplay, .opine = view_opine, .host = v};
}
