/* Positions of a proof search: symmetries of the board, and keys. */
#include "engine/prove.h"

/* Mirror images in x and z; and x for z where the board is square. */
static int symmetry_image(const ff_board *b, int symmetry, int column)
{
    int x = column % b->width, z = column / b->width, swap;
    if (symmetry & 1)
        x = b->width - 1 - x;
    if (symmetry & 2)
        z = b->depth - 1 - z;
    if (symmetry & 4) {
        swap = x;
        x = z;
        z = swap;
    }
    return z * b->width + x;
}

static bool symmetry_exists(const ff_board *b, int symmetry)
{
    return (!(symmetry & 2) || b->depth > 1) && (!(symmetry & 4) || b->width == b->depth);
}

static void board_add_symmetry(struct prove_board *out, int symmetry)
{
    const ff_rules *rules = out->vcf->rules;
    for (int column = 0; column < rules->columns; column++)
        out->image[out->symmetries][column] =
            (uint8_t)symmetry_image(&rules->board, symmetry, column);
    out->symmetries++;
}

static bool is_inverse(const struct prove_board *b, int one, int other)
{
    for (int column = 0; column < b->vcf->rules->columns; column++)
        if (b->image[other][b->image[one][column]] != column)
            return false;
    return true;
}

/* splitmix64: a fixed sequence, so that saved tables can be read again. */
static uint64_t next_number(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static void board_mix(struct prove_board *b, int color, int cell, uint64_t key, uint64_t tag)
{
    int height = b->vcf->rules->board.height, column = cell / height, row = cell % height;
    for (int s = 0; s < PROVE_SYMMETRIES; s++) {
        /* the cell whose image under s is this one has this number in image s */
        int from = b->image[b->inverse[s % b->symmetries]][column] * height + row;
        b->mix[color][from][s] = key;
        b->mix[color][from][PROVE_SYMMETRIES + s] = tag;
    }
}

void prove_board_init(struct prove_board *out, const struct vcf_board *vcf)
{
    uint64_t state = 20261118;
    out->vcf = vcf;
    out->symmetries = 0;
    for (int s = 0; s < PROVE_SYMMETRIES; s++)
        if (symmetry_exists(&vcf->rules->board, s))
            board_add_symmetry(out, s);
    for (int s = 0; s < out->symmetries; s++)
        for (int t = 0; t < out->symmetries; t++)
            if (is_inverse(out, s, t))
                out->inverse[s] = (uint8_t)t;
    for (int color = 0; color < 2; color++)
        for (int cell = 0; cell < vcf->rules->cells; cell++) {
            uint64_t key = next_number(&state), tag = next_number(&state);
            board_mix(out, color, cell, key, tag);
        }
}

static void position_mark(const struct prove_board *b, struct prove_position *p, int color,
                          int cell)
{
    const uint64_t *mix = b->mix[color][cell];
    for (int s = 0; s < PROVE_SYMMETRIES; s++) {
        p->key[s] ^= mix[s];
        p->tag[s] ^= mix[PROVE_SYMMETRIES + s];
    }
}

void prove_position_set(const struct prove_board *b, struct prove_position *out,
                        const ff_position *p)
{
    *out = (struct prove_position){.key = {0}};
    vcf_state_set(b->vcf, &out->state, p);
    for (int cell = 0; cell < p->rules->cells; cell++)
        if (ff_position_cell(p, cell) != FF_NONE)
            position_mark(b, out, (int)ff_position_cell(p, cell), cell);
}

void prove_position_play(const struct prove_board *b, struct prove_position *p, int cell)
{
    position_mark(b, p, p->state.ply % 2, cell);
    vcf_play(b->vcf, &p->state, cell);
}

int prove_position_canonical(const struct prove_board *b, const struct prove_position *p)
{
    int best = 0;
    for (int s = 1; s < b->symmetries; s++)
        if (p->key[s] < p->key[best])
            best = s;
    return best;
}
