/* The accumulator of the network, kept move by move, and its opinion of a leaf. */
#include "engine/curve.h"
#include "engine/network.h"

enum { ADD = 1, REMOVE = -1 };

/* Sums wrap around like unsigned numbers, so adding and removing always cancel. No sensible network
 * comes near the bounds. Not inlined: it has many callers and vectorised loops. */
__attribute__((noinline)) static void sum_change(int16_t *restrict sum, const int16_t *restrict row,
                                                 int wide, int sign)
{
    if (sign > 0)
        for (int i = 0; i < wide; i++)
            sum[i] = (int16_t)(sum[i] + row[i]);
    else
        for (int i = 0; i < wide; i++)
            sum[i] = (int16_t)(sum[i] - row[i]);
}

/* Changes a fact of one colour in both perspectives. In the opponent's perspective its input is
 * `span` further on. */
static void fact_change(struct network_view *v, int color, int input, int span, int sign)
{
    const ff_network *n = v->network;
    for (int side = 0; side < 2; side++) {
        int index = side == color ? input : input + span;
        sum_change(v->sum[side], n->feature + (size_t)index * (size_t)n->wide, n->wide, sign);
    }
}

/* A line that holds `discs` discs of one colour alone. */
static void line_change(struct network_view *v, int color, int line, int discs, int sign)
{
    const ff_network *n = v->network;
    int steps = n->board.connect - 1;
    if (discs > 0 && discs <= steps)
        fact_change(v, color, (discs - 1) * n->lines + line, steps * n->lines, sign);
}

static int first_win(const ff_network *n)
{
    return 2 * (n->board.connect - 1) * n->lines;
}

static void playable_change(struct network_view *v, int cell, int sign)
{
    fact_change(v, FF_RED, first_win(v->network) + 2 * v->network->cells + cell, 0, sign);
}

/* Brings the winning features of a cell in line with the tally. */
static void win_update(struct network_view *v, int cell)
{
    for (int color = FF_RED; color < FF_NONE; color++) {
        uint64_t bit = UINT64_C(1) << cell % 64, *word = &v->wins[color][cell / 64];
        bool was = *word & bit, is = v->tally.threats[color][cell] > 0;
        if (was == is)
            continue;
        *word ^= bit;
        fact_change(v, color, first_win(v->network) + cell, v->network->cells, is ? ADD : REMOVE);
    }
}

/* Changes the lines through a cell where a disc of this colour is about to be added, or has just
 * been removed: `sign` is that of the disc. */
static void lines_change(struct network_view *v, int cell, int color, int sign)
{
    const struct tally *t = &v->tally;
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        int line = t->through[i];
        int own = t->line[line].discs[color], theirs = t->line[line].discs[!color];
        if (!theirs) {
            line_change(v, color, line, own, -sign);
            line_change(v, color, line, own + 1, sign);
        } else if (!own) {
            line_change(v, !color, line, theirs, -sign);
        }
    }
}

/* The cells that lines through a cell still lack may have become winning cells, or no longer be. */
static void wins_update(struct network_view *v, int cell, const uint8_t *lacking, int count)
{
    win_update(v, cell);
    for (int i = 0; i < count; i++)
        win_update(v, lacking[i]);
}

/* The last empty cells of the lines through a cell that lack one disc of this colour. */
static int lacking_cells(const struct network_view *v, int cell, int color, uint8_t *out)
{
    const struct tally *t = &v->tally;
    int count = 0, nearly = t->rules->board.connect - 1;
    for (int i = t->first[cell]; i < t->first[cell + 1]; i++) {
        const struct tally_line *line = &t->line[t->through[i]];
        if (line->discs[color] == nearly && !line->discs[!color])
            out[count++] = line->empty;
    }
    return count;
}

enum { LACKING_MAX = FF_DIRECTIONS_MAX * FF_CONNECT_MAX };

static void above_change(struct network_view *v, int cell, int sign)
{
    int height = v->tally.rules->board.height;
    if (cell % height + 1 < height)
        playable_change(v, cell + 1, sign);
}

static void view_play(void *host, int cell)
{
    struct network_view *v = host;
    uint8_t lacking[LACKING_MAX];
    int color = v->tally.ply % 2;
    lines_change(v, cell, color, ADD);
    tally_play(&v->tally, cell / v->tally.rules->board.height);
    wins_update(v, cell, lacking, lacking_cells(v, cell, color, lacking));
    playable_change(v, cell, REMOVE);
    above_change(v, cell, ADD);
}

static void view_unplay(void *host, int cell)
{
    struct network_view *v = host;
    uint8_t lacking[LACKING_MAX];
    int color = (v->tally.ply + 1) % 2, count = lacking_cells(v, cell, color, lacking);
    tally_unplay(&v->tally, cell / v->tally.rules->board.height);
    lines_change(v, cell, color, REMOVE);
    wins_update(v, cell, lacking, count);
    playable_change(v, cell, ADD);
    above_change(v, cell, REMOVE);
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
static void view_clip(const struct network_view *v, int16_t *out)
{
    int wide = v->network->wide, me = v->tally.ply % 2;
    for (int i = 0; i < 2 * wide; i++) {
        int16_t sum = v->sum[i < wide ? me : !me][i % wide];
        out[i] = sum < 0 ? 0 : sum > NETWORK_ONE ? NETWORK_ONE : sum;
    }
}

static int32_t dot(const int16_t *restrict a, const int16_t *restrict b, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* From 1/4096 to 1/256, and cut off at 0 and a maximum. */
static int16_t unit_of(int32_t sum, int most)
{
    sum = sum < 0 ? 0 : sum / (NETWORK_ONE * NETWORK_ONE / NETWORK_FINE);
    return (int16_t)(sum > most ? most : sum);
}

static float value_of(const struct network_view *v, const int16_t *input)
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

static void policy_units(const ff_network *n, const int16_t *input, int16_t *out)
{
    for (int i = 0; i < n->policy_units; i++)
        out[i] = unit_of(n->policy1_bias[i] + dot(n->policy1 + 2 * n->wide * i, input, 2 * n->wide),
                         8 * NETWORK_FINE);
}

static void view_opine(void *host, const struct tree_leaf *leaf, struct tree_opinion *out)
{
    const struct network_view *v = host;
    const ff_network *n = v->network;
    int16_t input[2 * NETWORK_WIDE], unit[NETWORK_NARROW];
    view_clip(v, input);
    if (leaf->count > 0)
        policy_units(n, input, unit);
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
    tally_set(&v->tally, root);
    for (int color = FF_RED; color < FF_NONE; color++) {
        for (int i = 0; i < n->wide; i++)
            v->sum[color][i] = n->feature_bias[i];
        int count = network_view_features(v, color, on);
        for (int i = 0; i < count; i++)
            sum_change(v->sum[color], n->feature + (size_t)on[i] * (size_t)n->wide, n->wide, ADD);
        for (int i = 0; i < FF_WORDS; i++)
            v->wins[color][i] = 0;
        for (int cell = 0; cell < n->cells; cell++)
            if (v->tally.threats[color][cell])
                v->wins[color][cell / 64] |= UINT64_C(1) << cell % 64;
    }
    *judge =
        (struct judge){.play = view_play, .unplay = view_unplay, .opine = view_opine, .host = v};
}
