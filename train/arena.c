#include "arena.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "engine/chance.h"
#include "engine/network.h"

enum { PORTION = 8, STIR_PORTION = 256, STIR_NODES = 200, VCF_DEPTH = 40, LEAF_NODES = 30 };

struct arena {
    struct game_plan plan;
    struct game *game;
    char *memory;            /* of the trees */
    struct harvest *harvest; /* one for each thread */
    int games;
    atomic_int next;
    const float *answers;
    uint8_t *questions;
};

static ff_rules rules;
static struct vcf_board board;

static void *claim(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

/* The cube. Called before any thread uses it. */
static const struct vcf_board *board_of_cube(void)
{
    if (!board.rules) {
        if (ff_rules_init(&rules, (ff_board){5, 5, 5, 4}))
            abort();
        vcf_board_init(&board, &rules, claim(vcf_board_size(&rules)));
    }
    return &board;
}

struct arena *arena_open(int games, uint64_t seed)
{
    struct arena *a = claim(sizeof *a);
    a->games = games;
    a->memory = claim((size_t)games * GAME_MEMORY);
    a->game = claim((size_t)games * sizeof *a->game);
    a->harvest = claim((size_t)crew_size() * sizeof *a->harvest);
    a->plan = (struct game_plan){.search = {.vcf_depth = VCF_DEPTH,
                                            .vcf_nodes = LEAF_NODES,
                                            .vcf_root_nodes = 300,
                                            .noise = 1},
                                 .decided = 0.85F,
                                 .decided_again = 0.6F,
                                 .drawn_most = 6,
                                 .drawn_warmth = 1.3F,
                                 .drawn_blind = 0.15F};
    for (int i = 0; i < games; i++)
        game_init(&a->game[i], board_of_cube(), a->memory + (size_t)i * GAME_MEMORY,
                  chance_next(&seed));
    return a;
}

void arena_close(struct arena *a)
{
    for (int i = 0; i < crew_size(); i++)
        free(a->harvest[i].sample);
    free(a->harvest);
    free(a->memory);
    free(a->game);
    free(a);
}

void arena_plan(struct arena *a, int simulations, int considered)
{
    a->plan.search.simulations = (uint32_t)simulations;
    a->plan.search.considered = considered;
}

static void arena_job(void *host, int thread)
{
    struct arena *a = host;
    for (;;) {
        int from = atomic_fetch_add(&a->next, PORTION);
        if (from >= a->games)
            return;
        for (int i = from; i < from + PORTION && i < a->games; i++)
            game_step(&a->game[i], &a->plan, a->answers + (size_t)i * GAME_ANSWER,
                      a->questions + (size_t)i * GAME_PLANES, &a->harvest[thread]);
    }
}

void arena_step(struct arena *a, const float *answers, uint8_t *questions)
{
    a->answers = answers;
    a->questions = questions;
    atomic_store(&a->next, 0);
    crew_run(arena_job, a);
}

long arena_collect(struct arena *a, struct sample *out, long most)
{
    long count = 0;
    for (int i = 0; i < crew_size(); i++) {
        struct harvest *h = &a->harvest[i];
        size_t take = (size_t)(most - count) < h->len ? (size_t)(most - count) : h->len;
        if (take > 0)
            memcpy(out + count, h->sample + (h->len - take), take * sizeof *out);
        h->len -= take;
        count += (long)take;
    }
    return count;
}

void arena_counts(struct arena *a, double out[COUNTS])
{
    memset(out, 0, COUNTS * sizeof *out);
    for (int i = 0; i < crew_size(); i++) {
        for (int k = 0; k < COUNTS; k++)
            out[k] += a->harvest[i].count[k];
        memset(a->harvest[i].count, 0, sizeof a->harvest[i].count);
    }
}

struct stirring {
    const uint8_t *planes;
    long count, stride;
    int plies;
    uint64_t seed;
    struct stirred *out;
    atomic_long next;
};

static void stir_one(const struct vcf_board *b, const uint8_t *planes, int plies, uint64_t chance,
                     struct stirred *out)
{
    struct vcf_state s;
    struct vcf_finding found;
    struct vcf_budget budget = {STIR_NODES, false};
    game_state_read(b, planes, &s);
    vcf_survey(b, &s, &found);
    for (int left = chance_below(&chance, plies + 1); left > 0 && found.verdict == VCF_OPEN;
         left--) {
        vcf_play(b, &s, found.move[chance_below(&chance, found.count)]);
        vcf_survey(b, &s, &found);
    }
    *out = (struct stirred){.kind = found.verdict == VCF_WIN                        ? 1
                                    : found.verdict != VCF_OPEN || found.count == 1 ? 2
                                                                                    : 0};
    if (found.verdict == VCF_OPEN && vcf_search(b, &s, VCF_DEPTH, &budget, &found.cell))
        out->kind = 1;
    game_planes(b, &s, out->planes);
    for (int i = 0; i < found.count; i++)
        out->moves |= UINT32_C(1) << found.move[i] / 5;
}

static void stir_job(void *host, int thread)
{
    struct stirring *job = host;
    (void)thread;
    for (;;) {
        long from = atomic_fetch_add(&job->next, STIR_PORTION);
        if (from >= job->count)
            return;
        for (long i = from; i < from + STIR_PORTION && i < job->count; i++) {
            uint64_t chance = job->seed + (uint64_t)i;
            stir_one(&board, job->planes + i * job->stride, job->plies, chance_next(&chance),
                     &job->out[i]);
        }
    }
}

void positions_stir(const uint8_t *planes, long count, long stride, int plies, uint64_t seed,
                    struct stirred *out)
{
    struct stirring job = {planes, count, stride, plies, seed << 32, out, 0};
    (void)board_of_cube();
    crew_run(stir_job, &job);
}

int lines_list(int32_t *out)
{
    int count = 0;
    (void)board_of_cube();
    for (int d = 0; d < rules.directions; d++) {
        const ff_direction *way = &rules.direction[d];
        int step = ff_cell_at(&rules, way->dx, way->dy, way->dz);
        for (int cell = 0; cell < rules.cells; cell++) {
            if (!(way->starts[cell / 64] >> cell % 64 & 1))
                continue;
            for (int i = 0; i < rules.board.connect; i++)
                out[rules.board.connect * count + i] = cell + i * step;
            count++;
        }
    }
    return count;
}

/* Every move that is left, so that all logits are asked for. */
static int open_cells(const struct vcf_state *s, uint8_t *out)
{
    int count = 0;
    for (int column = 0; column < GAME_COLUMNS; column++) {
        int cell = vcf_landing(&board, s, column);
        if (cell >= 0)
            out[count++] = (uint8_t)cell;
    }
    return count;
}

int opinion_of(const uint8_t *file, long len, const uint8_t *columns, int count, float *out,
               uint8_t *planes)
{
    static struct network_view view;
    const struct vcf_board *b = board_of_cube();
    size_t size = ff_network_size(file, (size_t)len);
    void *memory = claim(size + 1);
    ff_network *network;
    int answer = ff_network_open(&network, file, (size_t)len, memory, size) ||
                         network_view_init(&view, network, &rules)
                     ? -1
                     : 0;
    ff_position p = ff_position_start(&rules);
    for (int i = 0; !answer && i < count; i++)
        answer = ff_position_drop(&p, columns[i]) || p.status != FF_PLAYING;
    if (!answer) {
        struct judge judge;
        struct vcf_state s;
        uint8_t move[FF_COLUMNS_MAX];
        struct tree_opinion opinion;
        vcf_state_set(b, &s, &p);
        struct tree_leaf leaf = {
            .state = &s, .path = move, .move = move, .count = open_cells(&s, move)};
        network_view_begin(&view, &judge, &p);
        judge_ask(&judge, &leaf, &opinion);
        for (int i = 0; i < leaf.count; i++)
            out[move[i] / 5] = opinion.logit[i];
        out[GAME_ANSWER - 1] = opinion.value;
        game_planes(b, &s, planes);
    }
    free(memory);
    return answer;
}
