#include "game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chance.h"

_Static_assert(sizeof(struct sample) == 144, "Python reads samples by their offsets");

enum { SIDE = 5, SET_BYTES = 16, RED_BYTE = 15, RED_BIT = 0x80 };

static int me_of(const struct vcf_state *s)
{
    return s->ply % 2;
}

void game_planes(const struct vcf_board *b, const struct vcf_state *s, uint8_t *out)
{
    uint64_t set[5][2] = {{0}};
    int me = me_of(s);
    for (int i = 0; i < 2; i++) {
        set[0][i] = s->discs[me][i];
        set[1][i] = s->discs[!me][i];
        set[2][i] = s->wins[me][i];
        set[3][i] = s->wins[!me][i];
    }
    for (int column = 0; column < GAME_COLUMNS; column++) {
        int cell = vcf_landing(b, s, column);
        if (cell >= 0)
            set[4][cell / 64] |= UINT64_C(1) << cell % 64;
    }
    memcpy(out, set, GAME_PLANES);
    if (me == FF_RED)
        out[RED_BYTE] |= RED_BIT;
}

void game_state_read(const struct vcf_board *b, const uint8_t *planes, struct vcf_state *out)
{
    int me = planes[RED_BYTE] & RED_BIT ? FF_RED : FF_YELLOW, ply = 0;
    *out = (struct vcf_state){.ply = 0};
    for (int cell = 0; cell < GAME_CELLS; cell++) {
        for (int side = 0; side < 2; side++) {
            if (!(planes[side * SET_BYTES + cell / 8] >> cell % 8 & 1))
                continue;
            out->ply = (uint16_t)(side ? !me : me);
            vcf_play(b, out, cell);
            ply++;
        }
    }
    out->ply = (uint16_t)ply;
}

static double uniform(struct game *g)
{
    return ((double)(chance_next(&g->chance) >> 11) + 0.5) / 9007199254740992.0;
}

/* One of the eight symmetries of the square of columns. */
static int column_turn(int column, int turn)
{
    int x = column % SIDE, z = column / SIDE;
    if (turn & 1)
        x = SIDE - 1 - x;
    if (turn & 2)
        z = SIDE - 1 - z;
    return turn & 4 ? SIDE * x + z : SIDE * z + x;
}

static void play_column(struct game *g, int column)
{
    vcf_play(g->board, &g->state, vcf_landing(g->board, &g->state, column));
}

/* Plays random moves that do not lose at once; false if the threats decide the game before. */
static bool play_random(struct game *g, int plies)
{
    for (; plies > 0; plies--) {
        struct vcf_finding found;
        vcf_survey(g->board, &g->state, &found);
        if (found.verdict != VCF_OPEN)
            return false;
        vcf_play(g->board, &g->state, found.move[chance_below(&g->chance, found.count)]);
    }
    return true;
}

/* Self-play must see the lines that matter and enough else to be robust: the empty board, the centre
 * and its best answer in both orders, and random openings of three lengths. */
static void game_open(struct game *g, const struct game_plan *plan)
{
    static const float share[GAME_STARTS] = {0.15F, 0.30F, 0.10F, 0.15F, 0.25F, 0.05F};
    static const int pair[2][2] = {{12, 6}, {6, 12}};
    static const int least[GAME_STARTS] = {0, 0, 0, 1, 4, 9}, more[] = {1, 1, 1, 3, 5, 16};
    double draw = uniform(g);
    g->start = 0;
    while (g->start < GAME_STARTS - 1 && draw >= share[g->start])
        draw -= share[g->start++];
    do {
        g->state = (struct vcf_state){.ply = 0};
    } while (!play_random(g, least[g->start] + chance_below(&g->chance, more[g->start])));
    int turn = chance_below(&g->chance, 8);
    for (int i = 0; (g->start == 1 || g->start == 2) && i < 2; i++)
        play_column(g, column_turn(pair[g->start - 1][i], turn));
    g->drawn = g->start == GAME_STARTS - 1 ? 0 : chance_below(&g->chance, plan->drawn_most + 1);
    g->samples = 0;
    g->is_fresh = true;
    g->phase = GAME_MOVE;
}

void game_init(struct game *g, const struct vcf_board *board, void *memory, uint64_t seed)
{
    *g = (struct game){.board = board, .phase = GAME_OPEN, .chance = seed};
    tree_open(&g->tree, board, memory, GAME_MEMORY);
}

static void harvest_add(struct harvest *h, const struct game *g)
{
    size_t need = h->len + (size_t)g->samples;
    if (need > h->room) {
        h->room = 2 * need + 1024;
        h->sample = realloc(h->sample, h->room * sizeof *h->sample);
        if (!h->sample)
            abort();
    }
    memcpy(h->sample + h->len, g->sample, (size_t)g->samples * sizeof *g->sample);
    h->len = need;
}

/* The winner is FF_NONE if the game is drawn. */
static void game_end(struct game *g, int winner, struct harvest *h)
{
    for (int i = 0; i < g->samples; i++)
        g->sample[i].result = (int8_t)(winner == FF_NONE                ? 0
                                       : g->sample[i].ply % 2 == winner ? 1
                                                                        : -1);
    harvest_add(h, g);
    h->count[COUNT_GAMES]++;
    h->count[winner == FF_RED ? COUNT_RED : winner == FF_YELLOW ? COUNT_YELLOW : COUNT_DRAWS]++;
    h->count[COUNT_PLIES] += g->state.ply;
    h->count[COUNT_SAMPLES] += g->samples;
    g->phase = GAME_OPEN;
}

/* The value of each safe move of the root; moves without a visit get the mean of the others and of
 * the root's judgement (completed Q values of Gumbel MuZero). Returns the weight of values beside
 * logits, as in tree_root.c. */
static float root_values(const struct tree *t, float *out)
{
    const struct tree_edge *edge = tree_edges(t, t->nodes);
    float visits = 0, prior = 0, value = 0, most = 0;
    for (int i = 0; i < t->safe_count; i++) {
        float v = (float)edge[i].visits;
        if (v == 0)
            continue;
        most = v > most ? v : most;
        visits += v;
        prior += (float)edge[i].prior;
        value += (float)edge[i].prior * edge[i].total / v;
    }
    float mean = (t->nodes->value + (prior > 0 ? visits * value / prior : 0)) / (1 + visits);
    for (int i = 0; i < t->safe_count; i++)
        out[i] = edge[i].visits ? edge[i].total / (float)edge[i].visits : mean;
    return (50 + most) * 0.2F;
}

static int16_t fixed(float x)
{
    x = x > 1 ? 1 : x < -1 ? -1 : x;
    return (int16_t)lrintf(INT16_MAX * x);
}

/* What the search recommends: the softmax of logits and values over the moves not proven lost. */
static void sample_policy(const struct game *g, struct sample *s)
{
    const struct tree *t = &g->tree;
    const struct tree_edge *edge = tree_edges(t, t->nodes);
    float score[GAME_COLUMNS], most = -1e30F, sum = 0;
    float weight = root_values(t, score);
    for (int i = 0; i < t->safe_count; i++) {
        score[i] = g->logit[i] + weight * score[i];
        if (edge[i].proof != TREE_LOST && score[i] > most)
            most = score[i];
    }
    for (int i = 0; i < t->safe_count; i++) {
        score[i] = edge[i].proof == TREE_LOST ? 0 : expf(score[i] - most);
        sum += score[i];
    }
    for (int i = 0; i < t->safe_count; i++)
        s->policy[edge[i].cell / SIDE] = fixed(score[i] / sum);
}

static void game_sample(struct game *g)
{
    const struct tree *t = &g->tree;
    const struct tree_node *root = t->nodes;
    const struct tree_edge *edge = tree_edges(t, root);
    struct sample *s = &g->sample[g->samples++];
    *s = (struct sample){
        .kind = SAMPLE_SEARCHED, .ply = (uint8_t)g->state.ply, .start = (uint8_t)g->start};
    game_planes(g->board, &g->state, s->planes);
    float total = root->value, visits = 1;
    for (int i = 0; i < t->safe_count; i++) {
        s->moves |= UINT32_C(1) << edge[i].cell / SIDE;
        total += edge[i].total;
        visits += (float)edge[i].visits;
        if (edge[i].proof == TREE_WON)
            s->policy[edge[i].cell / SIDE] = INT16_MAX;
    }
    s->value = fixed(root->proof ? (float)root->proof : total / visits);
    if (root->proof)
        s->kind = root->proof == TREE_WON ? SAMPLE_WON : SAMPLE_LOST;
    else
        sample_policy(g, s);
}

static int root_winner(const struct game *g)
{
    int me = me_of(&g->state);
    return g->tree.nodes->proof == TREE_WON ? me : !me;
}

/* Plays the move that the search recommends. */
static void game_play_best(struct game *g)
{
    struct tree_report report;
    tree_report(&g->tree, &report);
    play_column(g, report.move[report.best].column);
    g->phase = GAME_MOVE;
}

/* Begins a search, unless the position is known or leaves no choice. */
static void game_move(struct game *g, const struct game_plan *plan, struct harvest *h)
{
    if (g->state.ply == GAME_CELLS) {
        game_end(g, FF_NONE, h);
        return;
    }
    tree_begin(&g->tree, &g->state, &plan->search, chance_next(&g->chance));
    const struct tree_node *root = g->tree.nodes;
    if (root->proof && g->is_fresh)
        g->phase = GAME_OPEN;
    else if (root->proof)
        game_end(g, root_winner(g), h);
    else if (root->lost + 1 >= root->count)
        game_play_best(g);
    else
        g->phase = GAME_SEARCH;
}

static void game_search(struct game *g, uint8_t *question, struct harvest *h)
{
    enum tree_turn turn = tree_select(&g->tree, &g->leaf);
    if (turn == TREE_LEAF) {
        game_planes(g->board, g->leaf.state, question);
        g->is_waiting = true;
    } else if (turn == TREE_KNOWN) {
        h->count[COUNT_KNOWN]++;
    } else {
        game_sample(g);
        g->is_fresh = false;
        if (g->tree.nodes->proof)
            game_end(g, root_winner(g), h);
        else
            game_play_best(g);
    }
}

/* A ply drawn from the policy, or blindly, leads to more openings. */
static void game_draw(struct game *g, const struct game_plan *plan, const float *logit)
{
    float power[GAME_COLUMNS] = {0}, most = logit[0], sum = 0;
    int count = g->leaf.count, pick = 0;
    for (int i = 1; i < count; i++)
        most = logit[i] > most ? logit[i] : most;
    for (int i = 0; i < count; i++)
        sum += power[i] = expf((logit[i] - most) / plan->drawn_warmth);
    if (uniform(g) < plan->drawn_blind) {
        pick = chance_below(&g->chance, count);
    } else {
        double left = uniform(g) * sum;
        while (pick < count - 1 && left >= power[pick])
            left -= power[pick++];
    }
    g->drawn--;
    vcf_play(g->board, &g->state, g->leaf.move[pick]);
    g->phase = GAME_MOVE;
}

static void game_answer(struct game *g, const struct game_plan *plan, const float *answer)
{
    struct tree_opinion opinion = {.value = answer[GAME_ANSWER - 1]};
    for (int i = 0; i < g->leaf.count; i++)
        opinion.logit[i] = answer[g->leaf.move[i] / SIDE];
    g->is_waiting = false;
    if (g->leaf.path_len == 0) {
        if (g->drawn > 0) {
            game_draw(g, plan, opinion.logit);
            return;
        }
        if (g->is_fresh && fabsf(opinion.value) > plan->decided &&
            uniform(g) < plan->decided_again) {
            g->phase = GAME_OPEN;
            return;
        }
        memcpy(g->logit, opinion.logit, sizeof g->logit);
    }
    tree_answer(&g->tree, &opinion);
}

void game_step(struct game *g, const struct game_plan *plan, const float *answer, uint8_t *question,
               struct harvest *h)
{
    if (g->is_waiting) {
        h->count[COUNT_JUDGED]++;
        game_answer(g, plan, answer);
    }
    while (!g->is_waiting) {
        if (g->phase == GAME_OPEN)
            game_open(g, plan);
        else if (g->phase == GAME_MOVE)
            game_move(g, plan, h);
        else
            game_search(g, question, h);
    }
}
