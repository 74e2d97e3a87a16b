#include "engine/vcf.h"

/* The cells of a line in direction `way` that begins at `start`, by their step between numbers. */
static int direction_step(const ff_rules *rules, const ff_direction *way)
{
    return ff_cell_at(rules, way->dx, way->dy, way->dz);
}

static int words_of(const ff_rules *rules)
{
    return rules->cells > 128 ? 4 : 2;
}

size_t vcf_board_size(const ff_rules *rules)
{
    size_t entries = (size_t)ff_rules_lines(rules) * (size_t)rules->board.connect;
    return entries * (size_t)words_of(rules) * sizeof(uint64_t);
}

static void cell_add(uint64_t *words, int cell)
{
    words[cell / 64] |= UINT64_C(1) << cell % 64;
}

/* Visits every cell of every line. Without masks it counts the lines of each cell; with them it
 * writes the other cells of the line. */
static void board_walk_lines(struct vcf_board *b, uint16_t *count, bool writes)
{
    const ff_rules *rules = b->rules;
    int connect = rules->board.connect;
    for (int d = 0; d < rules->directions; d++) {
        const ff_direction *way = &rules->direction[d];
        int step = direction_step(rules, way);
        for (int at = 0; at < connect * rules->cells; at++) {
            int start = at / connect, cell = start + at % connect * step;
            if (!(way->starts[start / 64] >> start % 64 & 1))
                continue;
            uint64_t *mask = b->through + b->words * (b->first[cell] + count[cell]);
            for (int i = 0; writes && i < b->words; i++)
                mask[i] = 0;
            for (int i = 0; writes && i < connect; i++)
                if (start + i * step != cell)
                    cell_add(mask, start + i * step);
            count[cell]++;
        }
    }
}

void vcf_board_init(struct vcf_board *out, const ff_rules *rules, void *memory)
{
    uint16_t count[FF_CELLS_MAX] = {0};
    *out = (struct vcf_board){.rules = rules, .words = words_of(rules), .through = memory};
    out->kernel = out->words == 2 ? &vcf_small : &vcf_large;
    board_walk_lines(out, count, false);
    for (int cell = 0; cell < rules->cells; cell++) {
        out->first[cell + 1] = (uint16_t)(out->first[cell] + count[cell]);
        count[cell] = 0;
        cell_add(out->all, cell);
        if (ff_cell_row(rules, cell) == 0)
            cell_add(out->bottom, cell);
        if (ff_cell_row(rules, cell) == rules->board.height - 1)
            cell_add(out->top, cell);
    }
    board_walk_lines(out, count, true);
}

/* The order in which discs fell does not matter: lines are counted when their last disc is placed.
 */
void vcf_state_set(const struct vcf_board *b, struct vcf_state *out, const ff_position *p)
{
    *out = (struct vcf_state){.ply = 0};
    for (int cell = 0; cell < p->rules->cells; cell++) {
        ff_color color = ff_position_cell(p, cell);
        if (color == FF_NONE)
            continue;
        out->ply = (uint16_t)color;
        vcf_play(b, out, cell);
    }
    out->ply = p->ply;
}

int vcf_landing(const struct vcf_board *b, const struct vcf_state *s, int column)
{
    int height = b->rules->board.height, cell = height * column, end = cell + height;
    while (cell < end && (s->discs[0][cell / 64] | s->discs[1][cell / 64]) >> cell % 64 & 1)
        cell++;
    return cell < end ? cell : -1;
}

int vcf_search_threat(const struct vcf_board *b, const struct vcf_state *s, int depth,
                      struct vcf_budget *budget, int *cell)
{
    struct vcf_state other = *s;
    other.ply ^= 1;
    return vcf_search(b, &other, depth, budget, cell);
}

int vcf_search_shortest(const struct vcf_board *b, const struct vcf_state *s, int nodes, int *cell)
{
    struct vcf_budget budget = {nodes, true};
    int plies = 0;
    for (int depth = 1; !plies && budget.is_cut && budget.nodes > 0 && depth <= VCF_DEPTH_MAX;
         depth++) {
        budget.is_cut = false;
        plies = vcf_search(b, s, depth, &budget, cell);
    }
    return plies;
}
